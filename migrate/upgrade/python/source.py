"""A file of a program in Python: its tree, where each node stands, and what each name may be."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import libcst as cst
from libcst.metadata import (
    ByteSpanPositionProvider,
    MetadataWrapper,
    ParentNodeProvider,
    ScopeProvider,
)

from migrate.upgrade.edits import Span

MARK = "# codegen: "
"""What comments begin with that say what was not rewritten."""


class Source:
    """A parsed file. Raises `libcst.ParserSyntaxError`."""

    def __init__(self, name: str, text: bytes) -> None:
        self.name, self.text = name, text
        wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
        self.module = wrapper.module
        self._spans: Any = wrapper.resolve(ByteSpanPositionProvider)
        self._parents: Any = wrapper.resolve(ParentNodeProvider)
        self._scopes: Any = wrapper.resolve(ScopeProvider)
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: cst.CSTNode) -> Span:
        """Return the bytes of a node, without the space and parentheses around it."""
        found = self._spans[node]
        return found.start, found.start + found.length

    def outer(self, node: cst.BaseExpression) -> Span:
        """Return the bytes of an expression with its parentheses."""
        start, end = self.span(node)
        if node.lpar:
            start, end = self.span(node.lpar[0])[0], self.span(node.rpar[-1])[1]
        return start, end

    def has(self, node: cst.CSTNode) -> bool:
        """Whether a node is part of the file, and not of a text in it."""
        return node in self._spans

    def text_of(self, node: cst.CSTNode) -> str:
        """Return the text of a node."""
        start, end = self.span(node)
        return self.text[start:end].decode(errors="replace")

    def line(self, at: int) -> int:
        """Return the number of the line of a place."""
        return bisect_right(self._starts, at)

    def column(self, at: int) -> int:
        """Return the column of a place, from 0, in bytes."""
        return at - self._starts[self.line(at) - 1]

    def line_start(self, at: int) -> int:
        """Return where the line of a place begins."""
        return self._starts[self.line(at) - 1]

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """Return what holds a node."""
        found = self._parents.get(node)
        return found if isinstance(found, cst.CSTNode) else None

    def above(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """Yield what holds a node, the nearest first."""
        at = self.parent(node)
        while at is not None:
            yield at
            at = self.parent(at)

    def has_in_import(self, node: cst.CSTNode) -> bool:
        """Whether a node is the name of a module that is imported."""
        return any(isinstance(item, (cst.Import, cst.ImportFrom)) for item in self.above(node))

    def scope(self, node: cst.CSTNode) -> Any:
        """Return the scope of a node, or of what holds it."""
        found = self._scopes.get(node)
        for item in self.above(node):
            if found is not None:
                break
            found = self._scopes.get(item)
        return found

    def scopes(self) -> Iterator[Any]:
        """Yield all scopes, some of them more than once."""
        yield from self._scopes.values()

    @property
    def global_scope(self) -> Any:
        """The scope of the module."""
        return self.scope(self.module).globals if self.scope(self.module) is not None else None

    def statement(self, node: cst.CSTNode) -> cst.CSTNode:
        """Return the statement that stands in a block of its own lines and holds a node."""
        at = node
        for item in self.above(node):
            if isinstance(item, (cst.IndentedBlock, cst.Module)):
                return at
            at = item
        return at


def dotted(node: cst.CSTNode | None) -> str:
    """Return `a.b` of names with dots; "" if it is something else."""
    match node:
        case cst.Name():
            return node.value
        case cst.Attribute():
            before = dotted(node.value)
            return f"{before}.{node.attr.value}" if before else ""
        case _:
            return ""
