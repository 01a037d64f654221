"""A document printer for backends that print text: groups break by width, as formatters do.

A document is a string, a list of documents, or one of the nodes below. :func:`render` lays it out: a group that fits on
the rest of the line is printed flat, else its lines become newlines (Wadler's algorithm, as prettier has it). Imports
fall out of what was printed: :meth:`Writer.use` returns the name to print and remembers where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Line:
    """A place where a group may break: ``flat`` when it does not. ``hard`` always breaks."""

    flat: str = " "
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Indent:
    """Lines within are one level deeper."""

    body: Doc


@dataclass(frozen=True, slots=True)
class Group:
    """Breaks at all of its own lines, or at none."""

    body: Doc


@dataclass(frozen=True, slots=True)
class IfBroken:
    """One text where the group around it breaks, another where it does not (a trailing comma)."""

    broken: str
    flat: str = ""


Doc: TypeAlias = str | Line | Indent | Group | IfBroken | list["Doc"]

LINE = Line()
SOFTLINE = Line("")
HARDLINE = Line(hard=True)


def join(items: Iterable[Doc], between: Doc) -> Doc:
    """Return the items with a document between each two."""
    out: list[Doc] = []
    for item in items:
        if out:
            out.append(between)
        out.append(item)
    return out


def bracketed(opening: str, items: Iterable[Doc], closing: str, *, trailing: str = ",", padding: str = "") -> Doc:
    """Return a list in brackets: on one line if it fits, else an item a line with a trailing comma."""
    listed = list(items)
    if not listed:
        return opening + closing
    edge = Line(padding)
    return Group([opening, Indent([edge, join(listed, [",", LINE])]), IfBroken(trailing), edge, closing])


def render(doc: Doc, width: int, indent: str, level: int = 0, column: int = 0) -> str:
    """Lay a document out.

    Args:
        doc: the document.
        width: columns of a line.
        indent: one level; a tab counts as eight columns.
        level: the level that lines start at.
        column: where on the line it starts.
    """
    step = len(indent.expandtabs(8))
    out: list[str] = []
    stack: list[tuple[int, bool, Doc]] = [(level, True, doc)]
    while stack:
        depth, broken, item = stack.pop()
        match item:
            case str():
                out.append(item)
                column += len(item)
            case list():
                stack.extend((depth, broken, child) for child in reversed(item))
            case Indent(body):
                stack.append((depth + 1, broken, body))
            case IfBroken(yes, no):
                stack.append((depth, broken, yes if broken else no))
            case Group(body):
                stack.append((depth, not _fits(body, stack, width - column), body))
            case Line(flat, hard):
                if broken or hard:
                    out.append("\n" + indent * depth)
                    column = step * depth
                else:
                    out.append(flat)
                    column += len(flat)
    return "\n".join(line.rstrip() for line in "".join(out).split("\n"))


def _fits(doc: Doc, after: list[tuple[int, bool, Doc]], room: int) -> bool:
    """Whether a document, printed flat, and what follows it up to the next possible break fit in the room."""
    stack: list[tuple[bool, Doc]] = [(False, doc)]
    rest = len(after)
    while room >= 0:
        if not stack:
            if rest == 0:
                return True
            rest -= 1
            stack.append((after[rest][1], after[rest][2]))
        broken, item = stack.pop()
        match item:
            case str():
                room -= len(item)
            case list():
                stack.extend((broken, child) for child in reversed(item))
            case Indent(body) | Group(body):
                stack.append((broken and isinstance(item, Indent), body))
            case IfBroken(yes, no):
                stack.append((broken, yes if broken else no))
            case Line(flat, hard):
                if broken:
                    return True
                if hard:
                    return False
                room -= len(flat)
    return False


@dataclass(slots=True)
class Writer:
    """Collects lines of one file, at a level of indentation."""

    indent: str = "  "
    width: int = 80
    level: int = 0
    lines: list[str] = field(default_factory=list)
    used: dict[str, set[str]] = field(default_factory=dict)
    """Modules to the names that were printed from them."""

    def write(self, doc: Doc) -> None:
        """Print a document on lines of its own."""
        text = render(doc, self.width, self.indent, self.level, self.level * len(self.indent.expandtabs(8)))
        first, *rest = text.split("\n")
        self.lines.append(self.indent * self.level + first if first else "")
        self.lines.extend(rest)

    def blank(self) -> None:
        """Print an empty line, once."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    @contextmanager
    def block(self, opening: Doc, closing: str = "}") -> Iterator[None]:
        """Print an opening, then what is written within one level deeper, then the closing."""
        self.write(opening)
        self.level += 1
        yield
        self.level -= 1
        self.write(closing)

    def use(self, module: str, name: str) -> str:
        """Return the name to print, and remember to import it."""
        self.used.setdefault(module, set()).add(name)
        return name

    def text(self) -> str:
        """Return what was written, ending in one newline."""
        return "\n".join(self.lines).rstrip("\n") + "\n"
