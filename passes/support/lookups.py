"""What a schema has from the schemas it refers to: null, defaults, read-only and write-only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.ir.node import Id
from compiler.ir.nodes import Schema
from compiler.ir.types import Value
from passes.support.schemas import is_null, union_of


class Lookups:
    """Answers questions about raw schemas, references followed."""

    def __init__(self, schemas: Mapping[Id, Schema]) -> None:
        self.schemas = schemas
        self.nullable: dict[Id, bool] = {}

    def is_nullable(self, target: Id) -> bool:
        """Whether what is referred to may be null, besides what it is."""
        found = self.nullable.get(target)
        if found is None:
            self.nullable[target] = False  # for schemas that hold themselves
            found = self.nullable[target] = self._admits_null(self.schemas[target])
        return found

    def _admits_null(self, schema: Schema) -> bool:
        if schema.ref is not None:
            return schema.ref in self.schemas and self.is_nullable(schema.ref)
        if schema.const is not None:
            return False
        if schema.enum:
            return len(schema.enum) > 1 and any(value.json is None for value in schema.enum)
        if len(schema.types) > 1 and "null" in schema.types:
            return True
        options = union_of(schema)
        return len(options) > 1 and any(is_null(member) or self._admits_null(member) for member in options)

    def _chain(self, schema: Schema) -> Iterator[Schema]:
        """Yield a schema, what it refers to, and so on."""
        seen: set[Id] = set()
        yield schema
        while schema.ref is not None and schema.ref in self.schemas and schema.ref not in seen:
            seen.add(schema.ref)
            schema = self.schemas[schema.ref]
            yield schema

    def default(self, schema: Schema) -> Value | None:
        """Return the default of a schema, else of what it refers to."""
        if schema.ref is None:
            return schema.default
        return next((link.default for link in self._chain(schema) if link.default is not None), None)

    def is_bare(self, schema: Schema) -> bool:
        """Whether a schema is an object that says nothing of properties, so that no value but ``{}`` is meant."""
        *_, last = self._chain(schema)
        says = (last.properties, last.patterns, last.additional, last.all_of, last.one_of, last.any_of, last.negated)
        shown = any(example.json for link in self._chain(schema) for example in link.examples)
        return "object" in last.types and set(last.types) <= {"object", "null"} and not any(says) and not shown

    def is_read_only(self, schema: Schema) -> bool:
        """Whether a schema or what it refers to is read-only, which then holds for a property."""
        return schema.read_only or (schema.ref is not None and any(link.read_only for link in self._chain(schema)))

    def is_write_only(self, schema: Schema) -> bool:
        """Whether a schema or what it refers to is write-only."""
        return schema.write_only or (schema.ref is not None and any(link.write_only for link in self._chain(schema)))
