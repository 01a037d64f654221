"""Expressions that know their width, and lay themselves out as ``ruff format`` would.

An expression is its text. Only one that does not fit its line is asked for its parts, and gives the text of several
lines, with the indentation of all after the first.

Two positions matter. *Inside* brackets an expression may break anywhere between its operands; *standing* alone
in a statement it needs parentheses for that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal, NamedTuple

LINE = 100
"""The line length of printed code."""
INDENT = "    "


class At(NamedTuple):
    """Where an expression starts: ``depth`` of its block, ``nest`` of its line within the statement, the column,
    and the width of what follows on the same line."""

    depth: int
    nest: int
    column: int
    tail: int = 0

    def fits(self, width: int) -> bool:
        """Tell whether something that wide ends within the line."""
        return self.column + width + self.tail <= LINE

    def deeper(self, tail: int = 0) -> At:
        """Give the start of a line one level further in."""
        return At(self.depth, self.nest + 1, len(INDENT) * (self.depth + self.nest + 1), tail)

    def same(self, offset: int = 0, tail: int = 0) -> At:
        """Give a place on a line of the same level."""
        return At(self.depth, self.nest, len(INDENT) * (self.depth + self.nest) + offset, tail)

    @property
    def end(self) -> str:
        """The break that leads to a line of the same level."""
        return "\n" + INDENT * (self.depth + self.nest)


def width_of(text: str) -> int:
    """Count columns as ruff does: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


class Expr:
    """An expression: its text on one line, the width of that, and how it breaks."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def width(self) -> int:
        """The width of the expression on one line."""
        return len(self.text) if self.text.isascii() else width_of(self.text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    @property
    def head(self) -> int:
        """The width up to where the expression may first break without parentheses."""
        return self.width

    def inside(self, at: At) -> str:
        """Lay the expression out within brackets."""
        return self.text if at.fits(self.width) else self.spread(at)

    def standing(self, at: At) -> str:
        """Lay the expression out in a statement, in parentheses where that helps."""
        if at.fits(self.width):
            return self.text
        bare = at._replace(tail=0)
        if (self.head < self.width and bare.fits(self.head)) or not bare.fits(1):
            return self.spread(at)
        return self.wrapped(at)

    def spread(self, at: At) -> str:
        """Break the expression over lines; what cannot break stays as it is."""
        return self.text

    def wrapped(self, at: At) -> str:
        """Put the expression in parentheses on a line of its own, if it fits there."""
        inner = at.deeper()
        if not inner.fits(self.width):
            return self.spread(at)
        return parenthesized(self.text, at)

    def enclosed(self, at: At) -> str:
        """Put the expression in parentheses, broken there if it has to be."""
        inner = at.deeper()
        return parenthesized(self.text if inner.fits(self.width) else self.spread(inner), at)


class Atom(Expr):
    """A name, a number, a dotted name, or another piece of code that never breaks."""

    __slots__ = ()


class Text(Expr):
    """A string literal; a long one stays long."""

    __slots__ = ()


class Split(Expr):
    """``"a b c".split()``: a list of names, which takes less room than a literal; long ones over several lines."""

    __slots__ = ("names",)

    def __init__(self, names: Sequence[str]) -> None:
        self.text = f'"{" ".join(names)}".split()'
        self.names = names

    @property
    def head(self) -> int:
        """The width up to the bracket around the pieces."""
        return 1

    def spread(self, at: At) -> str:
        """Break the string into pieces, one a line."""
        room = LINE - at.deeper().column - len('""')
        pieces = [""]
        for name in self.names:
            if pieces[-1] and width_of(pieces[-1]) + 1 + width_of(name) > room:
                pieces.append("")
            pieces[-1] += f" {name}" if pieces[-1] or len(pieces) > 1 else name
        return stacked("(", [f'"{piece}"' for piece in pieces], ").split()", at, comma=False, separator="")


class Bracketed(Expr):
    """What breaks within its own brackets."""

    __slots__ = ()

    def wrapped(self, at: At) -> str:
        """Put the expression in parentheses; it may break there, if then all of it fits."""
        inner = at.deeper()
        if inner.fits(self.width):
            return parenthesized(self.text, at)
        text = self.spread(inner)
        fits = self.head < self.width and inner.fits(self.head) and not _too_wide(text)
        return parenthesized(text, at) if fits else self.spread(at)


class Call(Bracketed):
    """A call; arguments are expressions, :class:`Keyword` or :class:`Starred`."""

    __slots__ = ("args", "func")

    def __init__(self, func: Expr, args: Sequence[Expr]) -> None:
        self.text = f"{func.text}({', '.join([arg.text for arg in args])})"
        self.func, self.args = func, args

    @property
    def head(self) -> int:
        """The width up to the opening bracket."""
        return self.func.width + 1 if self.args else self.width

    def spread(self, at: At) -> str:
        """Break the expression over lines."""
        if not self.args:
            return self.text
        return rows(f"{self.func.text}(", self.args, ")", at)


def stacked(
    opening: str, items: Sequence[str], closing: str, at: At, *, comma: bool = True, separator: str = ","
) -> str:
    """Print items one a line between brackets; with ``comma`` one stands behind the last, too."""
    inner = at.end + INDENT
    return f"{opening}{inner}{(separator + inner).join(items)}{',' if comma else ''}{at.end}{closing}"


def parenthesized(text: str, at: At) -> str:
    """Put text in parentheses, on lines of its own."""
    return f"({at.end}{INDENT}{text}{at.end})"


def rows(opening: str, items: Sequence[Expr], closing: str, at: At) -> str:
    """Break arguments, parameters or bases: all on one line of their own, else one a line."""
    text = ", ".join([item.text for item in items])
    if at.deeper().fits(width_of(text)):
        return stacked(opening, [text], closing, at, comma=False)
    return spread_rows(opening, items, closing, at)


def spread_rows(opening: str, items: Sequence[Expr], closing: str, at: At) -> str:
    """Break a list: one item a line."""
    inner = at.deeper(tail=1)
    return stacked(opening, [_row(item, inner) for item in items], closing, at)


def _row(item: Expr, at: At) -> str:
    if at.fits(item.width):
        return item.text
    if not isinstance(item, Keyword | Starred | Pair):
        return item.inside(at)
    value = item.value
    prefix = item.text.removesuffix(value.text)
    place = at._replace(column=at.column + width_of(prefix))
    stands = isinstance(item, Pair) and isinstance(value, Chain | Choice)
    return prefix + (value.standing(place) if stands else value.inside(place))


def _too_wide(text: str) -> bool:
    """Tell whether a line after the first is too long however it is broken."""
    return any(width_of(line) > LINE for line in text.split("\n")[1:])


class Keyword(Expr):
    """A keyword argument."""

    __slots__ = ("name", "value")

    def __init__(self, name: str, value: Expr) -> None:
        self.text = f"{name}={value.text}"
        self.name, self.value = name, value


class Starred(Expr):
    """``*value`` or ``**value`` in a call."""

    __slots__ = ("stars", "value")

    def __init__(self, stars: Literal["*", "**"], value: Expr) -> None:
        self.text = stars + value.text
        self.stars, self.value = stars, value


class Subscript(Bracketed):
    """``base[a, b]``: a generic type, or an item."""

    __slots__ = ("base", "items")

    def __init__(self, base: Expr, items: Sequence[Expr]) -> None:
        self.text = f"{base.text}[{', '.join([item.text for item in items])}]"
        self.base, self.items = base, items

    @property
    def head(self) -> int:
        """The width up to the opening bracket."""
        return self.base.width + 1

    def spread(self, at: At) -> str:
        """Break the expression over lines; a single item has no comma behind it."""
        if len(self.items) > 1:
            return rows(f"{self.base.text}[", self.items, "]", at)
        return stacked(f"{self.base.text}[", [_row(self.items[0], at.deeper())], "]", at, comma=False)


class Pair(Expr):
    """``key: value`` in a dict."""

    __slots__ = ("key", "value")

    def __init__(self, key: Expr, value: Expr) -> None:
        self.text = f"{key.text}: {value.text}"
        self.key, self.value = key, value


class Collection(Expr):
    """A list, tuple, set or dict: on one line, else one item a line."""

    __slots__ = ("closing", "items", "opening")

    def __init__(self, opening: str, items: Sequence[Expr], closing: str, lone_comma: bool = False) -> None:
        end = "," if lone_comma and len(items) == 1 else ""
        self.text = f"{opening}{', '.join([item.text for item in items])}{end}{closing}"
        self.opening, self.items, self.closing = opening, items, closing

    @property
    def head(self) -> int:
        """The width up to the opening bracket."""
        return 1 if self.items else self.width

    def spread(self, at: At) -> str:
        """Break the expression over lines."""
        if not self.items:
            return self.text
        return spread_rows(self.opening, self.items, self.closing, at)


class Operation(Expr):
    """What breaks at operators, and needs parentheses for that in a statement."""

    __slots__ = ()

    def standing(self, at: At) -> str:
        """Lay the expression out in a statement."""
        return self.text if at.fits(self.width) else self.wrapped(at)

    def wrapped(self, at: At) -> str:
        """Put the expression in parentheses; it may break there."""
        return self.enclosed(at)


class Chain(Operation):
    """Operands joined by one operator: ``a | b | c``, ``a and b``."""

    __slots__ = ("operator", "parts")

    def __init__(self, operator: str, parts: Sequence[Expr]) -> None:
        self.text = f" {operator} ".join([part.text for part in parts])
        self.operator = operator
        self.parts: list[Expr] = []
        for part in parts:
            self.parts.extend(part.parts if isinstance(part, Chain) and part.operator == operator else [part])

    def spread(self, at: At) -> str:
        """Break the expression over lines."""
        lines = [self.parts[0].inside(at._replace(tail=0))]
        offset = len(self.operator) + 1
        last = len(self.parts) - 1
        for i, part in enumerate(self.parts[1:], 1):
            lines.append(f"{self.operator} {part.inside(at.same(offset, at.tail if i == last else 0))}")
        return at.end.join(lines)


class Choice(Operation):
    """``a if test else b``."""

    __slots__ = ("otherwise", "test", "then")

    def __init__(self, then: Expr, test: Expr, otherwise: Expr) -> None:
        self.text = f"{then.text} if {test.text} else {otherwise.text}"
        self.then, self.test, self.otherwise = then, test, otherwise

    def spread(self, at: At) -> str:
        """Break the expression over lines."""
        then = self.then.inside(at._replace(tail=0))
        test, otherwise = self.test.inside(at.same(3)), self.otherwise.inside(at.same(5, at.tail))
        return f"{then}{at.end}if {test}{at.end}else {otherwise}"


def raw(text: str) -> Atom:
    """Print a piece of code of our own that never breaks (never a string of a document)."""
    return Atom(text)


def attribute(base: Expr, name: Expr) -> Atom:
    """Print ``base.name``; the base is a name or a call that fits its line."""
    return Atom(f"{base.text}.{name.text}")


def call(func: Expr, *args: Expr, **keywords: Expr) -> Call:
    """Print a call; keyword names are our own."""
    named = [Keyword(name, value) for name, value in keywords.items()]
    return Call(func, [*args, *named])


def union(parts: Sequence[Expr]) -> Expr:
    """Print ``A | B``, each member once, None last; with Any among them it is all there is."""
    unique: dict[str, Expr] = {}
    for part in parts:
        for member in part.parts if isinstance(part, Chain) else [part]:
            unique[member.text] = member
    if "Any" in unique:
        return unique["Any"]
    none = unique.pop("None", None)
    members = [*unique.values(), *([none] if none else [])]
    return members[0] if len(members) == 1 else Chain("|", members)
