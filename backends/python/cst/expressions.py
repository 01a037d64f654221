"""Expressions that know their width, and lay themselves out as ``ruff format`` would.

An expression is text until it is printed. Where it fits on its line it becomes one leaf of the tree
(:class:`~backends.python.cst.nodes.Leaf`); only an expression that must be broken over lines becomes a tree of
libcst nodes with the white space of its breaks.

Two positions matter. *Inside* brackets an expression may break anywhere between its operands; *standing* alone
in a statement it needs parentheses for that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import libcst as cst

from backends.python.cst.nodes import INDENT, Leaf, Rows, Run, broken, parenthesized

LINE = 100
"""The line length of printed code."""


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

    def inside(self, at: At) -> cst.BaseExpression:
        """Lay the expression out within brackets."""
        return Leaf(self.text) if at.fits(self.width) else self.spread(at)

    def standing(self, at: At) -> cst.BaseExpression:
        """Lay the expression out in a statement, in parentheses where that helps."""
        if at.fits(self.width):
            return Leaf(self.text)
        bare = at._replace(tail=0)
        if (self.head < self.width and bare.fits(self.head)) or not bare.fits(1):
            return self.spread(at)
        return self.wrapped(at)

    def spread(self, at: At) -> cst.BaseExpression:
        """Break the expression over lines; what cannot break stays as it is."""
        return Leaf(self.text)

    def wrapped(self, at: At) -> cst.BaseExpression:
        """Put the expression in parentheses on a line of its own, if it fits there."""
        inner = at.deeper()
        if not inner.fits(self.width):
            return self.spread(at)
        return parenthesized(Leaf(self.text), at.nest)

    def enclosed(self, at: At) -> cst.BaseExpression:
        """Put the expression in parentheses, broken there if it has to be."""
        inner = at.deeper()
        return parenthesized(Leaf(self.text) if inner.fits(self.width) else self.spread(inner), at.nest)


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
        super().__init__(f'"{" ".join(names)}".split()')
        self.names = names

    @property
    def head(self) -> int:
        """The width up to the bracket around the pieces."""
        return 1

    def spread(self, at: At) -> cst.BaseExpression:
        """Break the string into pieces, one a line."""
        room = LINE - at.deeper().column - len('""')
        pieces = [""]
        for name in self.names:
            if pieces[-1] and width_of(pieces[-1]) + 1 + width_of(name) > room:
                pieces.append("")
            pieces[-1] += f" {name}" if pieces[-1] or len(pieces) > 1 else name
        return Rows("(", [f'"{piece}"' for piece in pieces], ").split()", at.nest, comma=False, separator="")


class Bracketed(Expr):
    """What breaks within its own brackets."""

    __slots__ = ()

    def wrapped(self, at: At) -> cst.BaseExpression:
        """Put the expression in parentheses; it may break there, if then all of it fits."""
        inner = at.deeper()
        if inner.fits(self.width):
            return parenthesized(Leaf(self.text), at.nest)
        node = self.spread(inner)
        fits = self.head < self.width and inner.fits(self.head) and not _too_wide(node)
        return parenthesized(node, at.nest) if fits else self.spread(at)


class Call(Bracketed):
    """A call; arguments are expressions, :class:`Keyword` or :class:`Starred`."""

    __slots__ = ("args", "func")

    def __init__(self, func: Expr, args: Sequence[Expr]) -> None:
        super().__init__(f"{func.text}({', '.join([arg.text for arg in args])})")
        self.func, self.args = func, args

    @property
    def head(self) -> int:
        """The width up to the opening bracket."""
        return self.func.width + 1 if self.args else self.width

    def spread(self, at: At) -> cst.BaseExpression:
        """Break the expression over lines."""
        if not self.args:
            return Leaf(self.text)
        return rows(f"{self.func.text}(", self.args, ")", at)


def rows(opening: str, items: Sequence[Expr], closing: str, at: At) -> Rows:
    """Break arguments, parameters or bases: all on one line of their own, else one a line."""
    text = ", ".join([item.text for item in items])
    if at.deeper().fits(width_of(text)):
        return Rows(opening, [text], closing, at.nest, comma=False)
    return spread_rows(opening, items, closing, at)


def spread_rows(opening: str, items: Sequence[Expr], closing: str, at: At) -> Rows:
    """Break a list: one item a line."""
    inner = at.deeper(tail=1)
    return Rows(opening, [_row(item, inner) for item in items], closing, at.nest)


def _row(item: Expr, at: At) -> str | cst.CSTNode:
    if at.fits(item.width):
        return item.text
    if not isinstance(item, Keyword | Starred | Pair):
        return item.inside(at)
    value = item.value
    prefix = item.text.removesuffix(value.text)
    place = at._replace(column=at.column + width_of(prefix))
    stands = isinstance(item, Pair) and isinstance(value, Chain | Choice)
    return Run((Leaf(prefix), value.standing(place) if stands else value.inside(place)))


def _too_wide(node: str | cst.CSTNode) -> bool:
    """Tell whether a row does not fit its line however it is broken: what fits is text already."""
    if isinstance(node, Rows):
        return any(map(_too_wide, node.items))
    if isinstance(node, Run):
        return any(map(_too_wide, node.nodes[1:]))
    return isinstance(node, Leaf)


class Keyword(Expr):
    """A keyword argument."""

    __slots__ = ("name", "value")

    def __init__(self, name: str, value: Expr) -> None:
        super().__init__(f"{name}={value.text}")
        self.name, self.value = name, value


class Starred(Expr):
    """``*value`` or ``**value`` in a call."""

    __slots__ = ("stars", "value")

    def __init__(self, stars: Literal["*", "**"], value: Expr) -> None:
        super().__init__(stars + value.text)
        self.stars, self.value = stars, value


class Subscript(Bracketed):
    """``base[a, b]``: a generic type, or an item."""

    __slots__ = ("base", "items")

    def __init__(self, base: Expr, items: Sequence[Expr]) -> None:
        super().__init__(f"{base.text}[{', '.join([item.text for item in items])}]")
        self.base, self.items = base, items

    @property
    def head(self) -> int:
        """The width up to the opening bracket."""
        return self.base.width + 1

    def spread(self, at: At) -> cst.BaseExpression:
        """Break the expression over lines; a single item has no comma behind it."""
        if len(self.items) > 1:
            return rows(f"{self.base.text}[", self.items, "]", at)
        return Rows(f"{self.base.text}[", [_row(self.items[0], at.deeper())], "]", at.nest, comma=False)


class Pair(Expr):
    """``key: value`` in a dict."""

    __slots__ = ("key", "value")

    def __init__(self, key: Expr, value: Expr) -> None:
        super().__init__(f"{key.text}: {value.text}")
        self.key, self.value = key, value


class Collection(Expr):
    """A list, tuple, set or dict: on one line, else one item a line."""

    __slots__ = ("closing", "items", "opening")

    def __init__(self, opening: str, items: Sequence[Expr], closing: str, lone_comma: bool = False) -> None:
        end = "," if lone_comma and len(items) == 1 else ""
        super().__init__(f"{opening}{', '.join([item.text for item in items])}{end}{closing}")
        self.opening, self.items, self.closing = opening, items, closing

    @property
    def head(self) -> int:
        """The width up to the opening bracket."""
        return 1 if self.items else self.width

    def spread(self, at: At) -> cst.BaseExpression:
        """Break the expression over lines."""
        if not self.items:
            return Leaf(self.text)
        return spread_rows(self.opening, self.items, self.closing, at)


_JOINS: dict[str, Callable[..., cst.BaseExpression]] = {
    "|": lambda left, right, space: cst.BinaryOperation(left, cst.BitOr(whitespace_before=space), right),
    "and": lambda left, right, space: cst.BooleanOperation(left, cst.And(whitespace_before=space), right),
    "or": lambda left, right, space: cst.BooleanOperation(left, cst.Or(whitespace_before=space), right),
}


class Operation(Expr):
    """What breaks at operators, and needs parentheses for that in a statement."""

    __slots__ = ()

    def standing(self, at: At) -> cst.BaseExpression:
        """Lay the expression out in a statement."""
        return Leaf(self.text) if at.fits(self.width) else self.wrapped(at)

    def wrapped(self, at: At) -> cst.BaseExpression:
        """Put the expression in parentheses; it may break there."""
        return self.enclosed(at)


class Chain(Operation):
    """Operands joined by one operator: ``a | b | c``, ``a and b``."""

    __slots__ = ("operator", "parts")

    def __init__(self, operator: str, parts: Sequence[Expr]) -> None:
        super().__init__(f" {operator} ".join([part.text for part in parts]))
        self.operator = operator
        self.parts: list[Expr] = []
        for part in parts:
            self.parts.extend(part.parts if isinstance(part, Chain) and part.operator == operator else [part])

    def spread(self, at: At) -> cst.BaseExpression:
        """Break the expression over lines."""
        node = self.parts[0].inside(at._replace(tail=0))
        join = _JOINS[self.operator]
        offset = len(self.operator) + 1
        last = len(self.parts) - 1
        for i, part in enumerate(self.parts[1:], 1):
            tail = at.tail if i == last else 0
            node = join(node, part.inside(at.same(offset, tail)), broken(at.nest))
        return node


class Choice(Operation):
    """``a if test else b``."""

    __slots__ = ("otherwise", "test", "then")

    def __init__(self, then: Expr, test: Expr, otherwise: Expr) -> None:
        super().__init__(f"{then.text} if {test.text} else {otherwise.text}")
        self.then, self.test, self.otherwise = then, test, otherwise

    def spread(self, at: At) -> cst.BaseExpression:
        """Break the expression over lines."""
        space = broken(at.nest)
        return cst.IfExp(
            self.test.inside(at.same(3)),
            self.then.inside(at._replace(tail=0)),
            self.otherwise.inside(at.same(5, at.tail)),
            whitespace_before_if=space,
            whitespace_before_else=space,
        )


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
