"""Schemas that are parts of themselves by `allOf`, `anyOf`, `oneOf` and references, with nothing between.

What holds itself in a property, in items or in a map is none of this: values end somewhere. Nor is a base whose `oneOf`
lists the heirs that have it in their `allOf`, which is how inheritance is written (D11.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.front.session import Session
from compiler.ir.context import component_name
from compiler.ir.node import Id
from compiler.ir.nodes import Schema
from compiler.ir.references import components

_Edges = Mapping[Id, tuple[tuple[str, Id], ...]]
"""By schema: the keyword, or "" for a reference alone, with the schema that it leads to."""
_UNIONS = ("anyOf", "oneOf")
_BOTH = "allOf and a union"


def check_circles(session: Session, schemas: Mapping[Id, Schema]) -> None:
    """Report CG0504 for circles of which nothing is left, or that go through allOf alone, and CG0526 for the others."""
    edges: _Edges = {at: found for at, schema in schemas.items() if (found := tuple(_edges(schema, "")))}
    order = {at: index for index, at in enumerate(schemas)}
    for circle in _circles(edges):
        inside = set(circle)
        first = min(circle, key=lambda at: order[at])
        used = {keyword for at in circle for keyword, to in edges[at] if to in inside and keyword}
        ends = not any(_says_more(schemas[at], inside) for at in circle)
        parts = [at for found in _circles(_through(edges, inside, ("", "allOf"))) for at in found]
        if used and (parts or ends):
            at = min(parts, key=lambda at: order[at]) if parts else first
            keyword = "allOf" if "allOf" in used else min(used)
            with session.on_behalf_of(at):
                session.report("CG0504", at, at_key=True, name=component_name(at), keyword=keyword)
            continue
        for ring in _circles(_through(edges, inside, ("", *_UNIONS))):
            at = min(ring, key=lambda at: order[at])
            keyword = next((word for one in ring for word, to in edges[one] if word and to in ring), "")
            if keyword:
                session.report("CG0526", at, at_key=True, name=component_name(at), keyword=keyword)


def _edges(schema: Schema, keyword: str) -> Iterator[tuple[str, Id]]:
    if schema.ref is not None:
        yield keyword, schema.ref
    for word, members in (("allOf", schema.all_of), ("anyOf", schema.any_of), ("oneOf", schema.one_of)):
        for member in members:
            yield from _edges(member, _joined(keyword, word))


def _joined(outer: str, inner: str) -> str:
    """Return by what a member of a member is a part: where that is allOf and a union, neither alone."""
    if not outer or outer == inner or (outer in _UNIONS and inner in _UNIONS):
        return outer or inner
    return _BOTH


def _circles(edges: _Edges) -> Iterator[list[Id]]:
    graph = {at: tuple(to for _, to in found if to in edges) for at, found in edges.items()}
    for circle in components(graph):
        if len(circle) > 1 or circle[0] in graph[circle[0]]:
            yield list(circle)


def _through(edges: _Edges, inside: set[Id], words: tuple[str, ...]) -> _Edges:
    """Return what is left of a circle if only some keywords count."""
    return {at: tuple((word, to) for word, to in edges[at] if to in inside and word in words) for at in inside}


def _says_more(schema: Schema, inside: set[Id]) -> bool:
    """Whether a schema of a circle says anything but that it is of the circle."""
    own = (schema.types, schema.properties, schema.items, schema.additional, schema.enum, schema.const, schema.patterns)
    if any(own) or schema.closed or schema.always or schema.never or schema.checks is not None:
        return True
    members = (*schema.all_of, *schema.any_of, *schema.one_of)
    if schema.ref is None and not members:
        return True
    if schema.ref is not None and schema.ref not in inside:
        return True
    return any(_says_more(member, inside) for member in members)
