"""Statements and classes, and the blank lines between them as ``ruff format`` wants them.

A statement is laid out together with its block, since only then its indentation and so its width is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from backends.python.code.literals import is_of_names
from backends.python.code.text import docstring
from backends.writer.ruff import INDENT, WIDTH, Expr, Keyword, Subscript, rows, standing, width_of


class Stmt:
    """A statement. ``apart`` asks for a blank line before it."""

    __slots__ = ("apart",)
    defines = False
    """Whether it is a function or a class, which stand apart from what is around them."""

    def __init__(self, apart: bool = False) -> None:
        self.apart = apart

    def code(self, depth: int) -> str:
        """Give the text of the statement in a block at ``depth``; lines after the first are indented."""
        raise TypeError(f"{type(self).__name__} has no code")


SURE = "\0"
"""Stands around a statement that is surely right until the file is parsed; no printed text holds it."""


def sure(text: str) -> str:
    """Mark the text of a statement that the syntax check may skip."""
    return text if text.startswith(SURE) else f"{SURE}{text}{SURE}"


def is_sure(text: str) -> bool:
    """Tell whether the syntax check may skip all of the text of a statement."""
    return text.startswith(SURE) and SURE not in text[1:-1]


def laid_lines(lines: Sequence[str], depth: int) -> str:
    """Join statements that are laid out; if the syntax check may skip each of them, it may skip them as one."""
    text = f"\n{INDENT * depth}".join(lines)
    return sure(text.replace(SURE, "")) if text.count(SURE) == 2 * len(lines) else text


def are_sure(block: str) -> bool:
    """Tell whether the syntax check may skip all statements of a block."""
    asked = block.split(SURE)[::2]
    return len(asked) > 1 and not "".join(asked).strip()


class Line(Stmt):
    """``prefix value``: an expression, a return, an assignment, with the value laid out to the room left."""

    __slots__ = ("prefix", "value")

    def __init__(self, prefix: str, value: Expr, *, apart: bool = False) -> None:
        self.prefix, self.value, self.apart = prefix, value, apart

    def code(self, depth: int) -> str:
        """Give the text of the statement, over several lines where it has to be."""
        text = self.prefix + self.value.text
        if (len(text) if text.isascii() else width_of(text)) <= WIDTH - len(INDENT) * depth:
            return text
        return self.prefix + standing(self.value, depth, len(INDENT) * depth + width_of(self.prefix))


class Laid(Stmt):
    """A statement, or several, already laid out for the block that holds it."""

    __slots__ = ("text",)

    def __init__(self, text: str, *, apart: bool = False) -> None:
        self.text, self.apart = text, apart

    def code(self, depth: int) -> str:
        """Give the text of the statement."""
        return self.text


class Sure(Line):
    """A line that the syntax check may skip: its names, literals and types are parsed elsewhere in the same file.

    Where it needs several lines, it breaks within brackets, where Python ignores line breaks.
    """

    __slots__ = ()

    def code(self, depth: int) -> str:
        """Return the text of the statement."""
        return f"{SURE}{Line.code(self, depth)}{SURE}"


class Declared(Stmt):
    """``target: annotation = value``: the value breaks; if not even its head fits, the annotation breaks."""

    __slots__ = ("annotation", "target", "value")

    def __init__(self, target: str, annotation: Expr, value: Expr, *, apart: bool) -> None:
        super().__init__(apart)
        self.target, self.annotation, self.value = target, annotation, value

    def code(self, depth: int) -> str:
        """Give the text of the statement."""
        whole = Line(f"{self.target}: {self.annotation.text} = ", self.value)
        indent = len(INDENT) * depth
        if indent + width_of(whole.prefix) < WIDTH or not isinstance(self.annotation, Subscript):
            return whole.code(depth)
        head = f"{self.target}: {self.annotation.lines(depth, indent + width_of(self.target) + 2, 0)} = "
        return head + standing(self.value, depth, indent + len("] = "))


class Doc(Stmt):
    """A docstring, of a block or of the attribute above it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text, self.apart = text, False

    def code(self, depth: int) -> str:
        """Return the text of the docstring."""
        return documented(self.text, depth)


@lru_cache(maxsize=20_000)
def documented(text: str, depth: int) -> str:
    """Print a docstring, wrapped to the room that is left; cached, since fields of many classes have the same."""
    text, parsed = docstring(text, depth)
    return sure(text) if parsed else text


Branch = tuple[str, Expr | None, Sequence[Stmt]]
"""A header's word, its condition (or what ``for`` and ``with`` say), and the body."""


class Block(Stmt):
    """A compound statement as its branches: ``("if", test, body), ("else", None, body)``."""

    __slots__ = ("branches",)

    def __init__(self, *branches: Branch, apart: bool = False) -> None:
        super().__init__(apart)
        self.branches = branches

    def code(self, depth: int) -> str:
        """Return the text of the branches, one below the other."""
        return f"\n{INDENT * depth}".join([self._arm(*branch, depth) for branch in self.branches])

    @staticmethod
    def _arm(word: str, value: Expr | None, body: Sequence[Stmt], depth: int) -> str:
        if value is None:
            return f"{word}:{suite(body, depth + 1)}"
        column = len(INDENT) * depth + len(word) + 1
        return f"{word} {standing(value, depth, column, 1)}:{suite(body, depth + 1)}"


class Guard(Block):
    """A block whose condition is in words of ours: the syntax check may skip it if it may skip its statements."""

    __slots__ = ()

    def code(self, depth: int) -> str:
        """Return the text of the block."""
        text = super().code(depth)
        return sure(text.replace(SURE, "")) if are_sure(text.partition(":")[2]) else text


class Class(Stmt):
    """A class; ``bases`` may hold keyword arguments. One without a body is its docstring, or ``pass``."""

    __slots__ = ("bases", "body", "decorators", "doc", "name")
    defines = True

    def __init__(
        self,
        name: Expr,
        bases: Sequence[Expr],
        body: Sequence[Stmt],
        *,
        doc: str | None = None,
        decorators: Sequence[Expr] = (),
    ) -> None:
        self.apart = True
        self.name, self.bases, self.body = name, bases, body
        self.doc, self.decorators = doc, decorators

    def code(self, depth: int) -> str:
        """Give the text of the definition."""
        doc = [] if self.doc is None else [Doc(self.doc)]
        body = [*doc, *self.body] or [Line("", Expr("pass"))]
        between = f"({self._bases(depth)})" if self.bases else ""
        block = suite(body, depth + 1, klass=True)
        text = f"{decorated(self.decorators, depth)}class {self.name.text}{between}:{block}"
        return sure(text.replace(SURE, "")) if self._is_known(block) else text

    def _is_known(self, block: str) -> bool:
        """Tell whether the syntax check may skip the class: all of its body, and the names in its head."""
        bases = [base.value if isinstance(base, Keyword) else base for base in self.bases]
        if self.decorators or not self.name.text.isidentifier() or not all(is_of_names(base.text) for base in bases):
            return False
        return are_sure(block)

    def _bases(self, depth: int) -> str:
        column = len(INDENT) * depth + len("class ") + self.name.width + 1
        text = ", ".join([base.text for base in self.bases])
        fits = column + width_of(text) + len("):") <= WIDTH
        return text if fits else rows("", self.bases, "", depth)


def decorated(decorators: Sequence[Expr], depth: int) -> str:
    """Print decorators, and the indentation of the definition below them."""
    return "".join([f"@{item.text}\n{INDENT * depth}" for item in decorators]) if decorators else ""


def suite(body: Sequence[Stmt], depth: int, klass: bool = False) -> str:
    """Print a block, each line after a break: two blank lines around definitions of a module, else one."""
    start = f"\n{INDENT * depth}"
    parts: list[str] = []
    before: Stmt | None = None
    for stmt in body:
        if before is None:
            apart = False
        elif before.defines or stmt.defines:
            apart = True
            if not depth:
                parts.append("\n")
        else:
            apart = stmt.apart or (klass and before is body[0] and isinstance(before, Doc))
        parts += ("\n", start, stmt.code(depth)) if apart else (start, stmt.code(depth))
        before = stmt
    return "".join(parts)


def assign(target: Expr, value: Expr, *, apart: bool = False) -> Stmt:
    """Print ``target = value``."""
    return Line(f"{target.text} = ", value, apart=apart)


def declare(target: Expr, annotation: Expr, value: Expr | None = None, *, apart: bool = False) -> Stmt:
    """Print ``target: annotation``, with a value or without; the last of these breaks."""
    if value is None:
        return Line(f"{target.text}: ", annotation, apart=apart)
    return Declared(target.text, annotation, value, apart=apart)


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
