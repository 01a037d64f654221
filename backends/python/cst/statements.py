"""Statements and classes, and the blank lines between them as ``ruff format`` wants them.

A statement is laid out when its block is, since only then its indentation and so its room is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import libcst as cst

from backends.python.cst.expressions import LINE, At, Expr, rows, width_of
from backends.python.cst.nodes import BLANK, INDENT, Arm, Arms, Definition, Leaf, Run, Suite, Texts, Words, flattened
from backends.python.cst.text import comment, docstring

Lines = Sequence[cst.EmptyLine]
Node = cst.SimpleStatementLine | cst.BaseCompoundStatement


class Stmt:
    """A statement. ``apart`` asks for a blank line before it; ``note`` is a comment above it."""

    __slots__ = ("apart", "note")
    defines = False
    """Whether it is a function or a class, which stand apart from what is around them."""

    def __init__(self, apart: bool = False, note: str | None = None) -> None:
        self.apart, self.note = apart, note

    def lay(self, depth: int, leading: Lines) -> Node:
        """Lay the statement out in a block at ``depth``, after the given lines."""
        raise TypeError(f"{type(self).__name__} cannot be laid out")

    def flat(self, depth: int) -> str | None:
        """Give the statement as text, if nodes of libcst are no part of it; lines after the first are indented."""
        return None


def _line(text: str, leading: Lines, value: cst.BaseExpression | None = None) -> cst.SimpleStatementLine:
    return cst.SimpleStatementLine([Words(text, value)], leading_lines=leading)


class Line(Stmt):
    """``prefix value``: an expression, a return, an assignment, with the value laid out to the room left."""

    __slots__ = ("prefix", "value")

    def __init__(self, prefix: str, value: Expr, *, apart: bool = False, note: str | None = None) -> None:
        super().__init__(apart, note)
        self.prefix, self.value = prefix, value

    def _broken(self, depth: int) -> cst.BaseExpression:
        """Lay the value out over several lines, if it can be broken."""
        return self.value.standing(At(depth, 0, len(INDENT) * depth + width_of(self.prefix)))

    def lay(self, depth: int, leading: Lines) -> Node:
        """Lay the statement out over several lines."""
        return _line(self.prefix, leading, self._broken(depth))

    def flat(self, depth: int) -> str | None:
        """Give the statement as text."""
        text = self.prefix + self.value.text
        if (len(text) if text.isascii() else width_of(text)) <= LINE - len(INDENT) * depth:
            return text
        rest = flattened(self._broken(depth), INDENT * depth)
        return None if rest is None else self.prefix + rest


SURE = "\0"
"""Stands around a line that is surely right until the file is parsed; no printed text holds it."""


class Sure(Line):
    """A line that the gate may pass over: names, literals and types that the same file is parsed with elsewhere."""

    __slots__ = ()

    def flat(self, depth: int) -> str | None:
        """Give the statement as text; what takes more than a line is parsed."""
        text = super().flat(depth)
        return text if text is None or "\n" in text else f"{SURE}{text}{SURE}"


class Declared(Stmt):
    """``target: annotation = value``: the value breaks; where not even its head fits, the annotation does."""

    __slots__ = ("annotation", "target", "value")

    def __init__(self, target: str, annotation: Expr, value: Expr, *, apart: bool, note: str | None) -> None:
        super().__init__(apart, note)
        self.target, self.annotation, self.value = target, annotation, value

    @property
    def _whole(self) -> Line:
        return Line(f"{self.target}: {self.annotation.text} = ", self.value)

    def flat(self, depth: int) -> str | None:
        """Give the statement as text, if it fits its line."""
        text = self._whole.prefix + self.value.text
        return text if width_of(text) <= LINE - len(INDENT) * depth else None

    def lay(self, depth: int, leading: Lines) -> Node:
        """Lay the statement out over several lines."""
        whole = self._whole
        at = At(depth, 0, len(INDENT) * depth + Expr(whole.prefix).width)
        if (
            at.fits(min(self.value.head, self.value.width))
            or at.fits(1)
            or self.annotation.head == self.annotation.width
        ):
            return whole.lay(depth, leading)
        start = At(depth, 0, len(INDENT) * depth + Expr(self.target).width + 2)
        after = At(depth, 0, len(INDENT) * depth + len("] = "))
        parts = (self.annotation.spread(start), Leaf(" = "), self.value.standing(after))
        return _line(f"{self.target}: ", leading, Run(parts))  # type: ignore[arg-type]  # nodes that print themselves


class Doc(Stmt):
    """A docstring, of a block or of the attribute above it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def lay(self, depth: int, leading: Lines) -> Node:
        """Lay the docstring out, wrapped to the room there is."""
        return _line(self.flat(depth), leading)

    def flat(self, depth: int) -> str:
        """Give the docstring as text."""
        return docstring(self.text, depth)


Branch = tuple[str, Expr | None, Sequence[Stmt]]
"""A header's word, its condition (or what ``for`` and ``with`` say), and the body."""


class Block(Stmt):
    """A compound statement as its branches: ``("if", test, body), ("else", None, body)``."""

    __slots__ = ("branches",)

    def __init__(self, *branches: Branch, apart: bool = False, note: str | None = None) -> None:
        super().__init__(apart, note)
        self.branches = branches

    def lay(self, depth: int, leading: Lines) -> Node:
        """Lay the branches out one under the other."""
        arms = [self._arm(*branch, depth) for branch in self.branches]
        return Arms(arms, arms[0].body, leading)

    @staticmethod
    def _arm(word: str, value: Expr | None, body: Sequence[Stmt], depth: int) -> Arm:
        if value is None:
            return Arm(word, None, suite(body, depth + 1))
        at = At(depth, 0, len(INDENT) * depth + len(word) + 1, 1)
        return Arm(f"{word} ", value.standing(at), suite(body, depth + 1))


class Defining(Stmt):
    """A function or a class. It is laid out once, whether it turns out to be text or nodes."""

    __slots__ = ("_laid",)
    defines = True

    def __init__(self, note: str | None = None) -> None:
        super().__init__(True, note)
        self._laid: Definition | None = None

    def lay(self, depth: int, leading: Lines) -> Node:
        """Lay the definition out: what is before its block, and the block."""
        laid = self._laid or self._definition(depth)
        return laid if not leading else replace(laid, leading_lines=leading)

    def flat(self, depth: int) -> str | None:
        """Give the definition as text."""
        self._laid = self._definition(depth)
        return self._laid.flat(depth)

    def _definition(self, depth: int) -> Definition:
        raise TypeError(f"{type(self).__name__} cannot be laid out")


class Class(Defining):
    """A class; ``bases`` may hold keyword arguments. One without a body is its docstring, or ``pass``."""

    __slots__ = ("bases", "body", "decorators", "doc", "name")

    def __init__(
        self,
        name: Expr,
        bases: Sequence[Expr],
        body: Sequence[Stmt],
        *,
        doc: str | None = None,
        decorators: Sequence[Expr] = (),
        note: str | None = None,
    ) -> None:
        super().__init__(note)
        self.name, self.bases, self.body = name, bases, body
        self.doc, self.decorators = doc, decorators

    def _definition(self, depth: int) -> Definition:
        doc = [] if self.doc is None else [Doc(self.doc)]
        body = [*doc, *self.body] or [Line("", Expr("pass"))]
        at = At(depth, 0, len(INDENT) * depth + 6 + self.name.width + 1, 2)
        decorators = [item.text for item in self.decorators]
        block = suite(body, depth + 1, klass=True)
        return Definition(f"class {self.name.text}", self._between(at), block, None, decorators)

    def _between(self, at: At) -> cst.CSTNode | None:
        if not self.bases:
            return None
        flat = ", ".join([base.text for base in self.bases])
        return Leaf(flat) if at.fits(width_of(flat)) else rows("", self.bases, "", at)


def suite(body: Sequence[Stmt], depth: int, klass: bool = False) -> Suite:
    """Lay a block out."""
    return Suite(lay_all(body, depth, klass))


def lay_all(body: Sequence[Stmt], depth: int, klass: bool = False) -> list[Node]:
    """Lay statements out with the blank lines between them: two around definitions of a module, else one."""
    nodes: list[Node] = []
    texts: list[str] = []
    before: Stmt | None = None
    for number, stmt in enumerate(body):
        blanks = 0 if before is None else _blanks(before, stmt, depth, klass and number == 1)
        notes = () if stmt.note is None else comment(stmt.note, depth)
        before = stmt
        text = stmt.flat(depth)
        if text is not None:
            if blanks or notes:
                texts += [*[""] * blanks, *notes]
            texts.append(text)
            continue
        if texts:
            nodes.append(Texts(texts))
            texts = []
        leading = [BLANK] * blanks + [cst.EmptyLine(comment=cst.Comment(line)) for line in notes]
        nodes.append(stmt.lay(depth, leading))
    if texts:
        nodes.append(Texts(texts))
    return nodes


def _blanks(before: Stmt, stmt: Stmt, depth: int, second_of_class: bool) -> int:
    if before.defines or stmt.defines:
        return 1 if depth else 2
    if second_of_class and isinstance(before, Doc):
        return 1
    return int(stmt.apart)


def assign(target: Expr, value: Expr, *, apart: bool = False, note: str | None = None) -> Stmt:
    """Print ``target = value``."""
    return Line(f"{target.text} = ", value, apart=apart, note=note)


def declare(
    target: Expr, annotation: Expr, value: Expr | None = None, *, apart: bool = False, note: str | None = None
) -> Stmt:
    """Print ``target: annotation``, with a value or without; the last of them is what breaks."""
    if value is None:
        return Line(f"{target.text}: ", annotation, apart=apart, note=note)
    return Declared(target.text, annotation, value, apart=apart, note=note)


def returns(value: Expr) -> Stmt:
    """Print ``return value``."""
    return Line("return ", value)


def expression(value: Expr) -> Stmt:
    """Print an expression as a statement."""
    return Line("", value)


def when(test: Expr, then: Sequence[Stmt], otherwise: Sequence[Stmt] = ()) -> Stmt:
    """Print ``if test: ...``, with an ``else`` or without."""
    if otherwise:
        return Block(("if", test, then), ("else", None, otherwise))
    return Block(("if", test, then))
