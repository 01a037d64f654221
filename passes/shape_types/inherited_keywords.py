"""Keywords that a schema inherits from the schemas it refers to: null, defaults, read-only and write-only."""

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
        return self._find_null(target) if found is None else found

    def _find_null(self, target: Id) -> bool:
        """Look for null in a schema and all that it comes to, however long the chain is; note who leads to it."""
        led: dict[Id, Id | None] = {target: None}
        waiting = [(target, self.schemas[target])]
        while waiting:
            at, schema = waiting.pop()
            below = schema.ref
            if below is None:
                if _admits_null(schema):
                    self.nullable.update(dict.fromkeys(_back(led, at), True))
                    return True
                waiting.extend((at, member) for member in reversed(_options(schema)))
            elif self.nullable.get(below):
                self.nullable.update(dict.fromkeys(_back(led, at), True))
                return True
            elif below in self.schemas and below not in led and below not in self.nullable:
                led[below] = at
                waiting.append((below, self.schemas[below]))
        self.nullable.update(dict.fromkeys(led, False))
        return False

    def _chain(self, schema: Schema) -> Iterator[Schema]:
        """Yield a schema, what it refers to, and so on."""
        seen: set[Id] = set()
        yield schema
        while schema.ref is not None and schema.ref in self.schemas and schema.ref not in seen:
            seen.add(schema.ref)
            schema = self.schemas[schema.ref]
            yield schema

    def property_facts(self, schema: Schema) -> tuple[bool, bool, Value | None]:
        """Return whether a property is read-only, whether it is write-only, and its default: as what it refers to."""
        if schema.ref is None:
            return schema.read_only, schema.write_only, schema.default
        chain = list(self._chain(schema))
        return (
            any(link.read_only for link in chain),
            any(link.write_only for link in chain),
            self.default(schema),
        )

    def default(self, schema: Schema) -> Value | None:
        """Return the default of a schema, else of what it refers to."""
        if schema.ref is None:
            return schema.default
        return next((link.default for link in self._chain(schema) if link.default is not None), None)

    def holds_nothing(self, schema: Schema) -> bool:
        """Whether a schema is an object that may have no property at all, so that ``{}`` is its only value (D7.2)."""
        *_, last = self._chain(schema)
        says = (last.properties, last.patterns, last.additional, last.all_of, last.one_of, last.any_of, last.negated)
        full = last.checks is not None and last.checks.max_properties == 0
        return last.types == ("object",) and (last.closed or full) and not any(says)


def _admits_null(schema: Schema) -> bool:
    """Whether a schema itself names null beside other values."""
    if schema.const is not None:
        return False
    if schema.enum:
        return len(schema.enum) > 1 and any(value.json is None for value in schema.enum)
    return (len(schema.types) > 1 and "null" in schema.types) or any(map(is_null, _options(schema)))


def _options(schema: Schema) -> tuple[Schema, ...]:
    """Return the members that a value may be one of."""
    options = () if schema.const is not None or schema.enum else union_of(schema)
    return options if len(options) > 1 else ()


def _back(led: Mapping[Id, Id | None], at: Id | None) -> Iterator[Id]:
    """Yield a schema, the one that led to it, and so on."""
    while at is not None:
        yield at
        at = led[at]
