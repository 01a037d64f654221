"""The algebra of documents: a document is a string, a list of documents, or one of the nodes below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import TypeAlias

from compiler.ir.node import frozen, mutable


@frozen
class Line:
    """A place where a group may break; prints ``flat`` if it does not. ``hard`` always breaks."""

    flat: str = " "
    hard: bool = False


@mutable
class Indent:
    """Lines within are one level deeper."""

    body: Doc


@mutable
class Group:
    """Breaks at all of its own lines, or at none.

    ``line`` belongs to the layout: the text without breaks, "" until that is made, None if it is longer than any line.
    """

    body: Doc
    line: str | None = field(default="", compare=False)

    def __repr__(self) -> str:
        """Show what the group is made of."""
        return f"Group(body={self.body!r})"


@frozen
class IfBroken:
    """One text if the enclosing group breaks, another if it does not (a trailing comma)."""

    broken: str
    flat: str = ""


Doc: TypeAlias = str | Line | Indent | Group | IfBroken | list["Doc"]

LINE = Line()
SOFTLINE = Line("")
HARDLINE = Line(hard=True)


def join(items: Iterable[Doc], between: Doc) -> list[Doc]:
    """Return the items with a document between each two."""
    out: list[Doc] = []
    gap = between if isinstance(between, list) else [between]
    for item in items:
        if out:
            out += gap
        out.append(item)
    return out
