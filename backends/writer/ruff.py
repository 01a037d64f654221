"""ruff's layout: four spaces per level, lines of 100 columns, and parentheses around a statement's lone expression.

Expressions know their text on one line, which nearly always fits; ``lines`` returns them on several.
Names and literals are printed as they are given.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from compiler.base.patterns import lazy_pattern

WIDTH = 100
"""The line length of printed code."""
INDENT = "    "
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


# --------------------------------------------------------------------------- expressions on one line or several


class Sized:
    """A piece of code; ``text`` is the piece on one line."""

    __slots__ = ("text",)
    text: str

    def opening(self) -> str | None:
        """Return the text before the first place where the piece may break; None if there is none."""
        return None

    def lines(self, depth: int, column: int, after: int) -> str:
        """Return the piece on several lines; one that never breaks is its text.

        Args:
            depth: the depth of its first line; its other lines are indented accordingly.
            column: the column where it starts.
            after: the columns that follow it on its last line.
        """
        return self.text


def laid(piece: Sized, depth: int, column: int, after: int = 0) -> str:
    """Return a piece on the rest of the line if it fits there, else on several lines."""
    text = piece.text
    if column + (len(text) if text.isascii() else width_of(text)) + after <= WIDTH:
        return text
    return piece.lines(depth, column, after)


def standing(value: Expr, depth: int, column: int, after: int = 0) -> str:
    """Return an expression that is alone in a statement.

    It breaks within its own brackets, if the first one fits the line; else it is put in parentheses, if all of it fits
    there.
    """
    if isinstance(value, Chain):
        return enclosed(value, depth, column, after)
    if column + width_of(value.text) + after <= WIDTH:
        return value.text
    opening = value.opening()
    if column < WIDTH and (opening is None or column + width_of(opening) > WIDTH):
        found = _in_parentheses(value, depth)
        if all(width_of(line) <= WIDTH for line in found.split("\n")[1:]):
            return found
    return value.lines(depth, column, after)


def enclosed(value: Expr, depth: int, column: int, after: int = 0) -> str:
    """Return an expression that gets parentheses if it does not fit the line."""
    if column + width_of(value.text) + after <= WIDTH:
        return value.text
    return _in_parentheses(value, depth)


def _in_parentheses(value: Expr, depth: int) -> str:
    inner = INDENT * (depth + 1)
    return f"(\n{inner}{laid(value, depth + 1, len(inner))}\n{INDENT * depth})"


def opens(value: Expr, column: int) -> bool:
    """Tell whether the line has room for an expression up to its first bracket."""
    opening = value.opening()
    return column + width_of(value.text if opening is None else opening) <= WIDTH


def rows(opening: str, items: Sequence[Sized], closing: str, depth: int) -> str:
    """Return arguments or bases that do not fit the line: all on a line of their own, else one per line."""
    inner = INDENT * (depth + 1)
    text = ", ".join([item.text for item in items])
    if len(inner) + width_of(text) <= WIDTH:
        return f"{opening}\n{inner}{text}\n{INDENT * depth}{closing}"
    return stacked(opening, items, closing, depth)


def stacked(opening: str, items: Sequence[Sized], closing: str, depth: int) -> str:
    """Return items that do not fit the line: one per line."""
    return f"{opening}{listed(items, depth)}{closing}"


def listed(items: Sequence[Sized], depth: int) -> str:
    """Return items one per line, with the breaks before and behind them; ``depth`` is that of what holds them."""
    inner = INDENT * (depth + 1)
    texts = [item.text for item in items]
    if len(inner) + max(map(len, texts), default=0) + 1 > WIDTH or not "".join(texts).isascii():
        texts = [laid(item, depth + 1, len(inner), 1) for item in items]
    between = f",\n{inner}"
    return f"\n{inner}{between.join(texts)},\n{INDENT * depth}"


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


class Words(Expr):
    """``"a b c"``: names, which take less room than a tuple; for the body of a class."""

    __slots__ = ("names",)
    end = ""

    def __init__(self, names: Sequence[str]) -> None:
        self.text = f'"{" ".join(names)}"{self.end}'
        self.names = names

    def opening(self) -> str:
        """Return the parenthesis around the pieces."""
        return "("

    def lines(self, depth: int, column: int, after: int) -> str:
        """Return the string in pieces, one per line."""
        room = WIDTH - len(INDENT) * 2 - len('""')
        pieces = [""]
        for name in self.names:
            if pieces[-1] and width_of(pieces[-1]) + 1 + width_of(name) > room:
                pieces.append("")
            pieces[-1] += f" {name}" if pieces[-1] or len(pieces) > 1 else name
        inner = f"\n{INDENT * (depth + 1)}"
        return "".join(["(", *[f'{inner}"{piece}"' for piece in pieces], f"\n{INDENT * depth}){self.end}"])


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

    def opening(self) -> str | None:
        """Return the name of the function, with its parenthesis."""
        return f"{self.func.text}(" if self.args else None

    def lines(self, depth: int, column: int, after: int) -> str:
        """Return the call on several lines."""
        return rows(f"{self.func.text}(", self.args, ")", depth) if self.args else self.text


class Keyword(Expr):
    """A keyword argument."""

    __slots__ = ("name", "value")

    def __init__(self, name: str, value: Expr) -> None:
        self.text = f"{name}={value.text}"
        self.name, self.value = name, value

    def lines(self, depth: int, column: int, after: int) -> str:
        """Return the argument on several lines."""
        return f"{self.name}={laid(self.value, depth, column + width_of(self.name) + 1, after)}"


class Subscript(Expr):
    """``base[a, b]``: a generic type, or an item."""

    __slots__ = ("base", "items")

    def __init__(self, base: Expr, items: Sequence[Expr]) -> None:
        self.text = f"{base.text}[{', '.join([item.text for item in items])}]"
        self.base, self.items = base, items

    def opening(self) -> str:
        """Return the base with its bracket."""
        return f"{self.base.text}["

    def lines(self, depth: int, column: int, after: int) -> str:
        """Return the type on several lines; a single item has no trailing comma."""
        if len(self.items) > 1:
            return rows(self.opening(), self.items, "]", depth)
        inner = INDENT * (depth + 1)
        return f"{self.opening()}\n{inner}{laid(self.items[0], depth + 1, len(inner))}\n{INDENT * depth}]"


class Pair(Expr):
    """``key: value`` in a dict."""

    __slots__ = ("key", "value")

    def __init__(self, key: Expr, value: Expr) -> None:
        self.text = f"{key.text}: {value.text}"
        self.key, self.value = key, value

    def lines(self, depth: int, column: int, after: int) -> str:
        """Return the pair on several lines."""
        lay = enclosed if isinstance(self.value, Chain) else laid
        return f"{self.key.text}: {lay(self.value, depth, column + self.key.width + 2, after)}"


class Collection(Expr):
    """A list, tuple, set or dict: on one line, else one item per line."""

    __slots__ = ("closing", "items", "start")

    def __init__(self, start: str, items: Sequence[Expr], closing: str, lone_comma: bool = False) -> None:
        end = "," if lone_comma and len(items) == 1 else ""
        self.text = f"{start}{', '.join([item.text for item in items])}{end}{closing}"
        self.start, self.items, self.closing = start, items, closing

    def opening(self) -> str | None:
        """Return the opening bracket."""
        return self.start if self.items else None

    def lines(self, depth: int, column: int, after: int) -> str:
        """Return the collection on several lines."""
        return stacked(self.start, self.items, self.closing, depth) if self.items else self.text


class Chain(Expr):
    """Operands joined by one operator: ``a | b | c``, ``a and b``."""

    __slots__ = ("operator", "parts")

    def __init__(self, operator: str, parts: Sequence[Expr]) -> None:
        self.text = f" {operator} ".join([part.text for part in parts])
        self.operator = operator
        self.parts: list[Expr] = []
        for part in parts:
            self.parts.extend(part.parts if isinstance(part, Chain) and part.operator == operator else [part])

    def opening(self) -> str | None:
        """Return the first operand."""
        return self.parts[0].text

    def lines(self, depth: int, column: int, after: int) -> str:
        """Return one operand per line."""
        first, *others = self.parts
        start = f"\n{INDENT * depth}{self.operator} "
        below = len(INDENT) * depth + len(self.operator) + 1
        found = [laid(item, depth, below) for item in others[:-1]]
        return start.join([laid(first, depth, column), *found, laid(others[-1], depth, below, after)])


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


def union(parts: Sequence[Expr], anything: str = "Any") -> Expr:
    """Print ``A | B``, each member once, None last; only ``Any``, by its name in the file, if that is a member."""
    if (
        len(parts) == 2
        and parts[1].text == "None"
        and type(parts[0]) is Expr
        and parts[0].text not in (anything, "None")
    ):
        return Chain("|", parts)  # as most are
    unique: dict[str, Expr] = {}
    for part in parts:
        for member in part.parts if isinstance(part, Chain) else [part]:
            unique[member.text] = member
    if anything in unique:
        return unique[anything]
    none = unique.pop("None", None)
    members = [*unique.values(), *([none] if none else [])]
    return members[0] if len(members) == 1 else Chain("|", members)
