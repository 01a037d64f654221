"""Finds the parts of a printed SDK that show one construct: declarations of its files without what is around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from backends import load_backend
from compiler.plan.plan import Group, Method, Plan

_AROUND = re.compile(r'(# |// )(Code generated|.*\Z)|package |import |from |if TYPE|"""|export (type )?\{')
"""How pieces begin that a file has before its declarations."""
_PIECE = re.compile(r"\n{2,}(?=[^\s)}\]])")
_MEMBER = re.compile(r"\n\n(?= {2,4}\S)")
_CLASS = re.compile(r"^(export )?class ", re.MULTILINE)
_TWIN = re.compile(r"class (Async|\w+With)")


def pieces(text: str) -> Iterator[str]:
    """Yield the declarations of a printed file."""
    yield from (piece for piece in _PIECE.split(text.rstrip("\n")) if not _AROUND.match(piece))


def opened(text: str) -> Iterator[str]:
    """Yield the declarations of a printed file, twins left out; of a class its members, without what opens it."""
    for piece in pieces(text):
        if _CLASS.search(piece) and not _TWIN.match(piece):
            yield from _MEMBER.split(piece.removesuffix("\n}"))[1:]
        elif not _TWIN.match(piece):
            yield piece


@dataclass(frozen=True)
class Part:
    """Which files have a part, how they are taken apart, and how the pieces begin that are shown."""

    files: str
    take: Callable[[str], Iterator[str]]
    pieces: str = ""


_DOC = r"(//.*\n| */\*\*(?s:.)*?\*/\n)?"
PARTS: Mapping[tuple[str, str], Part] = {
    ("types", "python"): Part(r".*/_models/(?!__init__).*\.py", pieces),
    ("types", "typescript"): Part(r"src/(models/(?!index).*|codecs)\.ts", pieces),
    ("types", "go"): Part(r".*_models\.go", pieces, r"(?!// (M|Unm)arshalJSON)"),
    ("method", "python"): Part(r".*/_groups/(?!__init__).*\.py", opened, r"(?! +@property)"),
    ("method", "typescript"): Part(r"src/groups/.*\.ts", opened, rf"(?!{_DOC}(export function|  constructor))"),
    ("method", "go"): Part(r".*_api\.go", pieces, rf"(?!{_DOC}type \w+Group struct)"),
    ("errors", "python"): Part(r".*/_errors\.py", pieces),
    ("errors", "typescript"): Part(r"src/errors\.ts", pieces),
    ("errors", "go"): Part(r".*_models\.go", pieces, r"// \w+ is an API error"),
    ("client", "python"): Part(r".*/_client\.py", pieces, "_API"),
    ("client", "typescript"): Part(r"src/(client|security)\.ts", pieces, rf"{_DOC}(export )?const "),
    ("client", "go"): Part(r"client\.go", pieces, "var theAPI"),
    ("event", "python"): Part(r".*/_webhooks\.py", opened, r"(?! +(@overload|def read))"),
    ("event", "typescript"): Part(r"src/webhooks\.ts", opened, rf"(?!{_DOC}  read\b)"),
    ("event", "go"): Part(r"webhooks\.go", pieces),
}
"""By their names and languages."""


def shown(plan: Plan, target: str, part: str) -> str:
    """Return a part of the SDK that a plan is printed to.

    ``call``: the signature of each method and an example call; ``readme WORDS``: the section of the README that has
    this heading; else a part of :data:`PARTS`.
    """
    backend = load_backend(target)
    if part == "call":
        assert backend.render_signature is not None and backend.render_call is not None
        renders = (backend.render_signature, backend.render_call)
        return "\n\n".join(
            render(plan, method).rstrip("\n") for method in _methods(plan.surface.root) for render in renders
        )
    files = backend.emit(plan, ())
    if part.startswith("readme "):
        found = re.search(rf"^## {part[7:]}\n(.*?)(?=^## |\Z)", files["README.md"], re.MULTILINE | re.DOTALL)
        assert found, f"README.md has no section {part[7:]!r}"
        return found[0].rstrip("\n")
    wanted = PARTS[part, target]
    texts = [text for path, text in files.items() if re.fullmatch(wanted.files, path)]
    return "\n\n".join(piece for text in texts for piece in wanted.take(text) if re.match(wanted.pieces, piece))


def _methods(group: Group) -> Iterator[Method]:
    yield from group.methods
    for child in group.groups:
        yield from _methods(child)
