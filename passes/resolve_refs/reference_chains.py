"""Limits chains of schemas without an object: a function that follows one needs a stack frame for each link."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.ir.node import Id
from compiler.ir.nodes import Schema
from compiler.ir.references import components
from passes.context import Context

LONGEST = 1_000
"""Links of a chain that are followed: in real documents there are less than ten."""


def cut_chains(schemas: Mapping[Id, Schema], context: Context) -> Mapping[Id, Schema]:
    """Let a schema that leads through too many references, lists and unions take any value (D1.5).

    Reports CG0514.
    """
    edges = {at: found for at, schema in schemas.items() if (found := set(_direct(schema)))}
    if len(edges) <= LONGEST:
        return schemas
    length: dict[Id, int] = {}
    cut: dict[Id, Schema] = {}
    for circle in components(edges):
        links = len(circle) + max((length.get(below, 0) for at in circle for below in edges[at]), default=0)
        if links > LONGEST:
            why = f"a chain of more than {LONGEST:,} schemas ends here"
            help_ = "write what the last schemas of the chain say into one"
            context.diagnostics.report("CG0514", context.loc(circle[0]), subject=circle[0], why=why, help=help_)
            cut.update((at, Schema(always=True, id=at)) for at in circle)
            links = 0
        length.update(dict.fromkeys(circle, links))
    return {at: cut.get(at, schema) for at, schema in schemas.items()} if cut else schemas


def _direct(schema: Schema) -> Iterator[Id]:
    """Yield what a schema refers to outside of the properties of an object."""
    waiting = [schema]
    while waiting:
        schema = waiting.pop()
        if schema.ref is not None:
            yield schema.ref
        waiting += (*schema.all_of, *schema.one_of, *schema.any_of, *schema.prefix_items)
        waiting += (entry.schema for entry in schema.patterns)
        waiting += (below for below in (schema.items, schema.additional) if below is not None)
