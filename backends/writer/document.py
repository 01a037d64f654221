"""The algebra of documents: a document is a string, a list of documents, or one of the nodes below."""

from __future__ import annotations

from collections.abc import Iterable
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
    """Breaks at all of its own lines, or at none."""

    body: Doc


@frozen
class IfBroken:
    """One text if the enclosing group breaks, another if it does not (a trailing comma)."""

    broken: str
    flat: str = ""


class Sized:
    """A group that is printed flat if its text fits; the text is known from the start, so the group is not searched.

    :meth:`spread` returns its document on several lines.
    """

    __slots__ = ("text",)
    text: str

    def spread(self) -> Doc:
        """Return the document on several lines; one that never breaks is its text."""
        raise NotImplementedError


@mutable
class Standing:
    """An expression that is alone in a statement, in a language where lines continue only within brackets.

    It breaks within its own brackets, if the first one fits the line; else it is put in parentheses, if all of it fits
    there.
    """

    body: Sized


Doc: TypeAlias = str | Line | Indent | Group | IfBroken | Sized | Standing | list["Doc"]

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
