"""Names that a document asks for: hints for identifiers (D3.4), reported if they are not usable (D3.7)."""

from __future__ import annotations

from functools import partial
from typing import Any

from compiler.base.naming import Case, join, separated, words
from compiler.base.naming.vocabulary import PLAIN
from compiler.front.mistakes.wording import did_you_mean
from compiler.front.objects.extensions import Extensions
from compiler.front.session.session import Session
from compiler.ir.node import Id, escape, frozen
from compiler.ir.types import NameIn

_NAMED = ("methodNameOverride", "parameterNameOverride")
_SIGNS = "special characters separate its words"
_DIGIT = "what is put before a digit differs by language"


@frozen
class Override:
    """What a thing is to be called: in every language, with its aliases, and in single ones (D3.9)."""

    text: str | None = None
    aliases: tuple[str, ...] = ()
    names_in: tuple[NameIn, ...] = ()


NO_OVERRIDE = Override()


def override_of(found: Extensions) -> Override:
    """Return the override of an object."""
    override: Override = found.get("name-override", NO_OVERRIDE)
    return override


def tell_of_names(session: Session, place: Id, written: str, read: Any) -> Any:
    """Report CG0376 (a name that is no identifier) and CG0378 (one that is listed twice).

    Returns the value as an :class:`Override`, or the root's entries with such, of names whose signs separate words
    (D3.7).
    """
    if isinstance(read, tuple) and all(isinstance(item, dict) for item in read):
        return tuple(
            item | {key: _override(session, f"{place}/{at}/{key}", key, item[key]) for key in _NAMED if key in item}
            for at, item in enumerate(read)
        )
    return _override(session, place, written, read)


def _override(session: Session, place: Id, written: str, read: Any) -> Override:
    if not isinstance(read, dict):
        return Override(*_read_names(session, place, written, read))
    known = session.library.options.targets
    for target in read.keys() - known if known else ():
        help_ = partial(did_you_mean, target, known)
        session.reports.add("CG0379", f"{place}/{escape(target)}", at_key=True, help=help_, key=written, name=target)
    named = {target: _read_names(session, f"{place}/{escape(target)}", written, item) for target, item in read.items()}
    return Override(names_in=tuple(NameIn(target, text, aliases) for target, (text, aliases) in named.items()))


def _read_names(session: Session, place: Id, written: str, read: Any) -> tuple[str, tuple[str, ...]]:
    """Return the name of a value, and the aliases behind it; one that is there already is left out, and told."""
    if isinstance(read, str):
        return _plain(session, place, written, read), ()
    found: dict[str, str] = {}
    for index, item in enumerate(read):
        name = _plain(session, f"{place}/{index}", written, item)
        key = join(words(name, PLAIN), Case.SNAKE)
        if key in found:
            session.reports.add("CG0378", f"{place}/{index}", key=written, name=item)
        found.setdefault(key, name)
    first, *aliases = found.values()
    return first, tuple(aliases)


def _plain(session: Session, place: Id, written: str, name: str) -> str:
    plain = separated(name)
    if plain != name:
        session.reports.add("CG0376", place, help=f"write `{plain}`", key=written, name=name, problem=_SIGNS)
    elif name[0].isdigit():
        session.reports.add("CG0376", place, help="begin it with a letter", key=written, name=name, problem=_DIGIT)
    return plain
