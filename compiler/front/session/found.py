"""What lowering found so far: declarations still to be lowered, and facts for checks after lowering."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.frozen import mutable

if TYPE_CHECKING:
    from compiler.front.reading.refs import Target
    from compiler.ir.node import Id
    from compiler.ir.nodes import Schema
    from compiler.source import Json


@mutable
class Found:
    """What one lowering has found."""

    nested: set[Id] = field(default_factory=set)
    """Schemas lowered as members of others."""
    targets: dict[Id, str] = field(default_factory=dict)
    """All components and reference targets, with their kinds."""
    also: set[tuple[str, Id]] = field(default_factory=set)
    """Targets that are read as another kind than their own."""
    queue: deque[tuple[str, Target]] = field(default_factory=deque)
    strict: set[Id] = field(default_factory=set)
    """Schemas with assertions that their types do not express; validators check these schemas."""
    closed: set[Id] = field(default_factory=set)
    """Schemas with `additionalProperties: false`, of which a merged type says less."""
    derived: list[tuple[Id, Id]] = field(default_factory=list)
    """Schemas with what their allOf refers to."""
    aliases: dict[Id, Id] = field(default_factory=dict)
    """Schemas that are one reference, with what they refer to."""
    valued: list[Schema] = field(default_factory=list)
    """Schemas with a default or a constant, which are checked against the schema."""
    cut: set[Id] = field(default_factory=set)
    """Members of allOf, anyOf and oneOf that would make schemas parts of themselves."""
    linked: list[tuple[Id, str]] = field(default_factory=list)
    """Places of links with the operationIds that they lead to."""
    examples: list[tuple[Schema, Id, Json]] = field(default_factory=list)
    """Examples of media types and parameters with their schemas and places, where these are asked for."""
    formats: dict[str, str] = field(default_factory=dict)
    """Formats in the document, each with the help for a misspelt one, else ""."""
    unread: set[Id] = field(default_factory=set)
    """Operations with parameters that could not be read, which was told: what they lack is not known."""
    referred: set[Id] = field(default_factory=set)
    """Operations that stand behind a `$ref` of their own."""
    tables: set[Id] = field(default_factory=set)
    """Objects of properties that are being read because a reference leads to them."""
    reached: set[Id] = field(default_factory=set)
    """All targets of references."""

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Discard what the block finds about schemas."""
        kept = self.nested, self.strict, self.closed, self.derived, self.aliases, self.tables
        self.nested, self.strict, self.closed = set(kept[0]), set(), set()
        self.derived, self.aliases, self.tables = [], {}, set()
        try:
            yield
        finally:
            self.nested, self.strict, self.closed, self.derived, self.aliases, self.tables = kept
