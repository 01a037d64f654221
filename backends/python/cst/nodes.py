"""libcst nodes of our own: a statement of a module that prints as the builders wrote it.

A statement is one leaf of the tree: trees of names, commas and spaces for what is text in the end cost half of the
printing. Only the builders of this package make leaves, from names, literals and operators that went through their
encoders; every printed file is parsed again before it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import libcst as cst
from libcst._nodes.internal import CodegenState

_NO_BODY = cst.SimpleStatementSuite([])
BLANK = cst.EmptyLine(indent=False)


def remark(text: str) -> cst.EmptyLine:
    """Put a comment on a line of its own; libcst refuses what would not stay on it."""
    return cst.EmptyLine(indent=False, comment=cst.Comment(text))


@dataclass(frozen=True)
class Written(cst.BaseCompoundStatement):
    """A statement of a module as text, its own blocks included, below blank lines and comments.

    ``_codegen`` is overridden, not ``_codegen_impl``: libcst's records of positions are not needed here and cost
    more than the printing itself.
    """

    text: str
    leading_lines: Sequence[cst.EmptyLine] = ()
    body: cst.BaseSuite = _NO_BODY

    def __post_init__(self) -> None:
        """Leave out what libcst checks of nodes with children."""

    def _codegen(self, state: CodegenState, **kwargs: Any) -> None:
        for line in self.leading_lines:
            line._codegen(state)
        state.add_token(f"{self.text}\n")

    def _codegen_impl(self, state: CodegenState, default_semicolon: bool = False) -> None:
        self._codegen(state)

    def _visit_and_replace_children(self, visitor: cst.CSTVisitorT) -> Self:
        return self
