"""libcst nodes of our own: pieces of code that print as they are.

An expression or a statement that fits its line is one leaf of the tree and not fifteen, which builds and prints
about fourteen times faster. Only the builders of this package make leaves, from names, literals and operators that
went through their encoders; every printed file is parsed again before it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import libcst as cst
from libcst._nodes.internal import CodegenState

INDENT = "    "
_NO_BODY = cst.SimpleStatementSuite([])


class Plain:
    """What these nodes share: they print themselves and have no children that a visitor could change.

    ``_codegen`` is overridden, not ``_codegen_impl``: libcst's records of positions are not needed here and cost
    more than the printing itself.
    """

    def __post_init__(self) -> None:
        """Leave out what libcst checks of nodes: these have no children, and are made by the thousand."""

    def _codegen_impl(self, state: CodegenState, default_semicolon: bool = False) -> None:
        self._codegen(state)

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        raise AssertionError(self)

    def _visit_and_replace_children(self, visitor: cst.CSTVisitorT) -> Self:
        return self


@dataclass(frozen=True)
class Leaf(Plain, cst.BaseExpression):
    """An expression on one line, as text."""

    text: str
    lpar: Sequence[cst.LeftParen] = ()
    rpar: Sequence[cst.RightParen] = ()

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        if not self.lpar:
            state.add_token(self.text)
            return
        with self._parenthesize(state):
            state.add_token(self.text)


@dataclass(frozen=True)
class Rows(Plain, cst.BaseExpression):
    """Items one a line between brackets, each with a comma behind: ``[``, ``item,`` ..., ``]``.

    With ``comma`` False there is none behind the last; ``separator`` is what stands between them.
    """

    opening: str
    items: Sequence[str | cst.CSTNode]
    closing: str
    nest: int
    comma: bool = True
    separator: str = ","
    lpar: Sequence[cst.LeftParen] = ()
    rpar: Sequence[cst.RightParen] = ()

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        if not self.lpar:
            self._print(state)
            return
        with self._parenthesize(state):
            self._print(state)

    def _print(self, state: CodegenState) -> None:
        outer = "\n" + "".join(state.indent_tokens) + INDENT * self.nest
        inner = outer + INDENT
        between = self.opening + inner
        for item in self.items:
            state.add_token(between)
            if isinstance(item, str):
                state.add_token(item)
            else:
                item._codegen(state)
            between = self.separator + inner
        state.add_token(("," if self.comma else "") + outer + self.closing)


@dataclass(frozen=True)
class Run(Plain, cst.CSTNode):
    """Nodes printed one after the other."""

    nodes: Sequence[cst.CSTNode]

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        for node in self.nodes:
            node._codegen(state)


@dataclass(frozen=True)
class Words(Plain, cst.BaseSmallStatement):
    """A statement as text; a ``value`` that is broken over lines may follow."""

    text: str
    value: cst.BaseExpression | None = None
    semicolon: cst.Semicolon | cst.MaybeSentinel = cst.MaybeSentinel.DEFAULT

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        state.add_token(self.text)
        if self.value is not None:
            self.value._codegen(state)


@dataclass(frozen=True)
class Suite(Plain, cst.BaseSuite):
    """An indented block; ``stub`` stands on the line of the header in its place."""

    body: Sequence[cst.BaseStatement] = ()
    stub: str = ""

    def flat(self, depth: int) -> str | None:
        """Give the block as text, without the end of its last line, if nodes of libcst are no part of it."""
        if self.stub:
            return f" {self.stub}"
        if len(self.body) != 1 or not isinstance(self.body[0], Texts):
            return None
        return "".join([f"\n{INDENT * depth}{text}" if text else "\n" for text in self.body[0].texts])

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        if self.stub:
            state.add_token(f" {self.stub}\n")
            return
        state.add_token("\n")
        state.increase_indent(INDENT)
        for node in self.body:
            node._codegen(state)
        state.decrease_indent()


@dataclass(frozen=True)
class Definition(Plain, cst.BaseCompoundStatement):
    """A function or a class: ``def f``, what stands between the parentheses (None: no parentheses), the result."""

    head: str
    between: cst.CSTNode | None
    body: Suite
    result: cst.CSTNode | None = None
    decorators: Sequence[str] = ()
    leading_lines: Sequence[cst.EmptyLine] = ()

    def flat(self, depth: int) -> str | None:
        """Give the definition as text, if nodes of libcst are no part of it."""
        indent = INDENT * depth
        parts = [f"@{text}\n{indent}" for text in self.decorators]
        parts.append(self.head)
        for before, node, after in (("(", self.between, ")"), (" -> ", self.result, "")):
            if node is not None:
                text = flattened(node, indent)
                if text is None:
                    return None
                parts += [before, text, after]
        body = self.body.flat(depth + 1)
        if body is None:
            return None
        return "".join([*parts, ":", body])

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        for line in self.leading_lines:
            line._codegen(state)
        indent = "".join(state.indent_tokens)
        state.add_token("".join([f"{indent}@{text}\n" for text in self.decorators]) + indent + self.head)
        if self.between is not None:
            state.add_token("(")
            self.between._codegen(state)
            state.add_token(")")
        if self.result is not None:
            state.add_token(" -> ")
            self.result._codegen(state)
        state.add_token(":")
        self.body._codegen(state)


@dataclass(frozen=True)
class Texts(Plain, cst.BaseCompoundStatement):
    """Statements that each are one piece of text, one under the other; an empty text is a blank line."""

    texts: Sequence[str]
    body: cst.BaseSuite = _NO_BODY
    leading_lines: Sequence[cst.EmptyLine] = ()

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        indent = "".join(state.indent_tokens)
        state.add_token("".join([f"{indent}{text}\n" if text else "\n" for text in self.texts]))


@dataclass(frozen=True)
class Arm(Plain, cst.CSTNode):
    """A header such as ``if test`` and its block."""

    word: str
    value: cst.BaseExpression | None
    body: cst.BaseSuite

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        state.add_indent_tokens()
        state.add_token(self.word)
        if self.value is not None:
            self.value._codegen(state)
        state.add_token(":")
        self.body._codegen(state)


@dataclass(frozen=True)
class Arms(Plain, cst.BaseCompoundStatement):
    """A compound statement: its arms one under the other."""

    arms: Sequence[Arm]
    body: cst.BaseSuite
    leading_lines: Sequence[cst.EmptyLine] = ()

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        for line in self.leading_lines:
            line._codegen(state)
        for arm in self.arms:
            arm._codegen(state)


def flattened(node: cst.CSTNode, indent: str) -> str | None:
    """Give the text of a node in a block that is indented so, if nodes of libcst are no part of it."""
    if isinstance(node, Leaf):
        return None if node.lpar else node.text
    if isinstance(node, Rows) and not node.lpar:
        outer = f"\n{indent}{INDENT * node.nest}"
        inner = _joined(node.items, f"{node.separator}{outer}{INDENT}", indent)
        if inner is None:
            return None
        return f"{node.opening}{outer}{INDENT}{inner}{',' if node.comma else ''}{outer}{node.closing}"
    return _joined(node.nodes, "", indent) if isinstance(node, Run) else None


def _joined(items: Sequence[str | cst.CSTNode], between: str, indent: str) -> str | None:
    texts = []
    for item in items:
        text = item if isinstance(item, str) else flattened(item, indent)
        if text is None:
            return None
        texts.append(text)
    return between.join(texts)


@cache
def broken(nest: int) -> cst.ParenthesizedWhitespace:
    """Give the line break that leads to a line ``nest`` levels into its statement (shared)."""
    return cst.ParenthesizedWhitespace(indent=True, last_line=cst.SimpleWhitespace(INDENT * nest))


NO_SPACE = cst.SimpleWhitespace("")
BLANK = cst.EmptyLine(indent=False)


def parenthesized(node: cst.BaseExpression, nest: int) -> cst.BaseExpression:
    """Put a node in parentheses, on lines of its own."""
    return node.with_changes(
        lpar=[cst.LeftParen(whitespace_after=broken(nest + 1))],
        rpar=[cst.RightParen(whitespace_before=broken(nest))],
    )
