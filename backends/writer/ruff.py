"""ruff's layout: four spaces per level, lines of 100 columns, and parentheses around a statement's lone expression.

Expressions know their text on one line, which nearly always fits; ``spread`` returns them on several lines.
Names and literals are printed as they are given.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from backends.writer.document import HARDLINE, LINE, SOFTLINE, Doc, Group, IfBroken, Indent, Sized, Standing, join
from backends.writer.layout import Layout, head
from compiler.base.patterns import lazy_pattern

WIDTH = 100
"""The line length of printed code."""
INDENT = "    "
_COMMA = IfBroken(",")
_WIDE = lazy_pattern(r"[^\x00-\x7f]")


def width_of(text: str) -> int:
    """Count columns as ruff does: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return len(text) + sum([_columns(char) - 1 for char in _WIDE.findall(text)])


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def lay(doc: Doc, depth: int, column: int, text: str) -> str:
    """Lay out a document that does not fit its line.

    Args:
        doc: the document.
        depth: the depth of the block; lines after the first are indented.
        column: the column where the document starts.
        text: the document on one line.
    """
    return Layout(WIDTH, INDENT, column, len if text.isascii() else width_of).lay(doc, depth)


# --------------------------------------------------------------------------- where expressions stand


def standing(value: Expr) -> Doc:
    """Write an expression that is alone in a statement: it may need parentheses to break."""
    return enclosed(value) if isinstance(value, Chain) else Standing(value)


def enclosed(value: Expr) -> Doc:
    """Write an expression that gets parentheses if it does not fit the line."""
    return Group([IfBroken("("), Indent([SOFTLINE, value]), SOFTLINE, IfBroken(")")])


def opens(value: Expr, column: int) -> bool:
    """Tell whether the line has room for an expression up to its first bracket."""
    return head(value.spread(), WIDTH - column, width_of)[0] >= 0


def rows(opening: str, items: Sequence[Sized], closing: str) -> Doc:
    """Write arguments or bases that do not fit the line: all on a line of their own, else one per line."""
    return [opening, Indent([SOFTLINE, Group([*join(items, [",", LINE]), _COMMA])]), SOFTLINE, closing]


def stacked(opening: str, items: Sequence[Sized], closing: str) -> Doc:
    """Write items that do not fit the line: one per line."""
    return [opening, Indent([HARDLINE, *join(items, [",", HARDLINE]), ","]), HARDLINE, closing]


# --------------------------------------------------------------------------- expressions


class Expr(Sized):
    """An expression. One of this class never breaks: a name, a number, another piece of code."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def width(self) -> int:
        """The width of the expression on one line."""
        return width_of(self.text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def spread(self) -> Doc:
        """Write the expression on several lines."""
        return self.text


class Words(Expr):
    """``"a b c"``: names, which take less room than a tuple; for the body of a class."""

    __slots__ = ("names",)
    end = ""

    def __init__(self, names: Sequence[str]) -> None:
        self.text = f'"{" ".join(names)}"{self.end}'
        self.names = names

    def spread(self) -> Doc:
        """Write the string in pieces, one per line."""
        room = WIDTH - len(INDENT) * 2 - len('""')
        pieces = [""]
        for name in self.names:
            if pieces[-1] and width_of(pieces[-1]) + 1 + width_of(name) > room:
                pieces.append("")
            pieces[-1] += f" {name}" if pieces[-1] or len(pieces) > 1 else name
        lines: list[Doc] = [f'"{piece}"' for piece in pieces]
        return ["(", Indent([HARDLINE, *join(lines, HARDLINE)]), HARDLINE, f"){self.end}"]


class Split(Words):
    """``"a b c".split()``: a list of names."""

    __slots__ = ()
    end = ".split()"


class Call(Expr):
    """A call; arguments are expressions or :class:`Keyword`."""

    __slots__ = ("args", "func")

    def __init__(self, func: Expr, args: Sequence[Expr]) -> None:
        self.text = f"{func.text}({', '.join([arg.text for arg in args])})"
        self.func, self.args = func, args

    def spread(self) -> Doc:
        """Write the call on several lines."""
        return rows(f"{self.func.text}(", self.args, ")") if self.args else self.text


class Keyword(Expr):
    """A keyword argument."""

    __slots__ = ("name", "value")

    def __init__(self, name: str, value: Expr) -> None:
        self.text = f"{name}={value.text}"
        self.name, self.value = name, value

    def spread(self) -> Doc:
        """Write the argument on several lines."""
        return [f"{self.name}=", self.value]


class Subscript(Expr):
    """``base[a, b]``: a generic type, or an item."""

    __slots__ = ("base", "items")

    def __init__(self, base: Expr, items: Sequence[Expr]) -> None:
        self.text = f"{base.text}[{', '.join([item.text for item in items])}]"
        self.base, self.items = base, items

    def spread(self) -> Doc:
        """Write the type on several lines; a single item has no trailing comma."""
        if len(self.items) > 1:
            return rows(f"{self.base.text}[", self.items, "]")
        return [f"{self.base.text}[", Indent([HARDLINE, self.items[0]]), HARDLINE, "]"]


class Pair(Expr):
    """``key: value`` in a dict."""

    __slots__ = ("key", "value")

    def __init__(self, key: Expr, value: Expr) -> None:
        self.text = f"{key.text}: {value.text}"
        self.key, self.value = key, value

    def spread(self) -> Doc:
        """Write the pair on several lines."""
        return [f"{self.key.text}: ", enclosed(self.value) if isinstance(self.value, Chain) else self.value]


class Collection(Expr):
    """A list, tuple, set or dict: on one line, else one item per line."""

    __slots__ = ("closing", "items", "opening")

    def __init__(self, opening: str, items: Sequence[Expr], closing: str, lone_comma: bool = False) -> None:
        end = "," if lone_comma and len(items) == 1 else ""
        self.text = f"{opening}{', '.join([item.text for item in items])}{end}{closing}"
        self.opening, self.items, self.closing = opening, items, closing

    def spread(self) -> Doc:
        """Write the collection on several lines."""
        return stacked(self.opening, self.items, self.closing) if self.items else self.text


class Chain(Expr):
    """Operands joined by one operator: ``a | b | c``, ``a and b``."""

    __slots__ = ("operator", "parts")

    def __init__(self, operator: str, parts: Sequence[Expr]) -> None:
        self.text = f" {operator} ".join([part.text for part in parts])
        self.operator = operator
        self.parts: list[Expr] = []
        for part in parts:
            self.parts.extend(part.parts if isinstance(part, Chain) and part.operator == operator else [part])

    def spread(self) -> Doc:
        """Write one operand per line."""
        return join(self.parts, [HARDLINE, f"{self.operator} "])


def raw(text: str) -> Expr:
    """Print a piece of code of our own that never breaks (never a string of a document)."""
    return Expr(text)


def attribute(base: Expr, name: Expr) -> Expr:
    """Print ``base.name``; the base is a name or a call that fits its line."""
    return Expr(f"{base.text}.{name.text}")


def call(func: Expr, *args: Expr, **keywords: Expr) -> Call:
    """Print a call; keyword names are our own."""
    named = [Keyword(name, value) for name, value in keywords.items()]
    return Call(func, [*args, *named])


def union(parts: Sequence[Expr]) -> Expr:
    """Print ``A | B``, each member once, None last; only ``Any`` if that is a member."""
    unique: dict[str, Expr] = {}
    for part in parts:
        for member in part.parts if isinstance(part, Chain) else [part]:
            unique[member.text] = member
    if "Any" in unique:
        return unique["Any"]
    none = unique.pop("None", None)
    members = [*unique.values(), *([none] if none else [])]
    return members[0] if len(members) == 1 else Chain("|", members)
