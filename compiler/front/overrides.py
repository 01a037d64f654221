"""Names that a document asks for: hints for identifiers (D3.4), told where they are none (D3.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compiler.ir.node import Id
from compiler.naming import separated

if TYPE_CHECKING:
    from compiler.front.session import Session

_NAMED = ("methodNameOverride", "parameterNameOverride")
_SIGNS = "signs separate its words"
_DIGIT = "what stands before a digit differs by language"


def tell_of_names(session: Session, place: Id, written: str, read: Any) -> Any:
    """Report CG0376 (a name that is no identifier); returns the value with names whose signs separate words (D3.7)."""
    if isinstance(read, str):
        return _tell_of_name(session, place, written, read)
    return [
        item | {key: _tell_of_name(session, f"{place}/{at}/{key}", key, item[key]) for key in _NAMED if key in item}
        for at, item in enumerate(read)
    ]


def _tell_of_name(session: Session, place: Id, written: str, name: str) -> str:
    plain = separated(name)
    if plain != name:
        session.report("CG0376", place, help=f"write `{plain}`", key=written, name=name, problem=_SIGNS)
    elif name[0].isdigit():
        session.report("CG0376", place, help="begin it with a letter", key=written, name=name, problem=_DIGIT)
    return plain
