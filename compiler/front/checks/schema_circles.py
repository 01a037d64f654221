"""Finds schemas that contain themselves through `allOf`, `anyOf`, `oneOf` and references alone.

A schema that holds itself in a property, in items or in a map is valid: its values end. So is a base whose `oneOf`
lists the derived schemas that have it in their `allOf`, which is how inheritance is written (D11.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple

from compiler.front.session.session import Session
from compiler.ir.identity import component_name
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Schema
from compiler.ir.references import components
from compiler.ir.types import Contract

_UNIONS = ("anyOf", "oneOf")
_BOTH = "allOf and a union"
_LISTS = (("allOf", "all_of"), ("anyOf", "any_of"), ("oneOf", "one_of"))
_WORDS = frozenset(word for word, _ in _LISTS)
_ASIDE = ("not", "if", "then", "else", "dependentSchemas")
"""Keywords that hold a value to a schema beside what types say."""


class _Edge(NamedTuple):
    """How a schema leads to another one: by a reference alone (""), by keywords, and where the reference stands."""

    by: str
    union: str
    to: Id
    at: Id


_Edges = Mapping[Id, tuple[_Edge, ...]]


def check_circles(session: Session, schemas: Mapping[Id, Schema]) -> Mapping[Id, Schema]:
    """Report CG0504 for circles of which nothing is left, or that go through allOf alone, and CG0526 for the others.

    Returns the schemas without what makes a schema a member of itself, which is noted in ``session.found.cut``.
    """
    edges: _Edges = {at: found for at, schema in schemas.items() if (found := tuple(_edges(schema)))}
    order = {at: index for index, at in enumerate(schemas)}
    for circle in _circles(edges):
        inside = set(circle)
        used = {edge.by for at in circle for edge in edges[at] if edge.to in inside and edge.by}
        ends = not any(_says_more(schemas[at], inside) for at in circle)
        parts = [at for found in _circles(_through(edges, inside, ("", "allOf"))) for at in found]
        if used and (parts or ends):
            at = min(parts or circle, key=lambda at: order[at])
            _tell(session, "CG0504", at, "allOf" if "allOf" in used else min(used - {_BOTH}, default="allOf"))
            continue
        for ring in _circles(left := _through(edges, inside, ("", *_UNIONS, _BOTH))):
            back = [edge for at in ring for edge in left[at] if edge.to in ring and edge.by]
            if back:
                _tell(session, "CG0526", min(ring, key=lambda at: order[at]), back[0].union)
                session.found.cut.update(edge.at for edge in back if len(ring) == 1 or edge.by == _BOTH)
    if not session.found.cut:
        return schemas
    return {at: _without(schema, session.found.cut) or Schema(id=at) for at, schema in schemas.items()}


def check_contracts(session: Session, contracts: Mapping[Id, Contract]) -> None:
    """Report CG0504 for circles through keywords that no type shows, such as `not`."""
    edges: _Edges = {at: tuple(_refers(contract.schema, "", at)) for at, contract in contracts.items()}
    for circle in _circles(edges):
        used = [edge.by for at in circle for edge in edges[at] if edge.to in circle and edge.by]
        if used:
            _tell(session, "CG0504", min(circle), used[0])


def _tell(session: Session, code: str, at: Id, keyword: str) -> None:
    with session.reports.on_behalf_of(at):
        session.reports.add(code, at, at_key=True, name=component_name(at), keyword=keyword)


def _edges(schema: Schema) -> Iterator[_Edge]:
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if part.ref is not None:
            # by the words of the document: `nullable` beside allOf makes a union that nobody wrote
            words = [token for token in part.id.removeprefix(schema.id).split("/") if token in _WORDS]
            union = next((word for word in words if word in _UNIONS), "")
            yield _Edge(reduce(_joined, words, ""), union, part.ref, part.id)
        waiting += [member for _, name in _LISTS for member in getattr(part, name)]


def _joined(outer: str, inner: str) -> str:
    """Return by what a member of a member is a part: where that is allOf and a union, neither alone."""
    if not outer or outer == inner or (outer in _UNIONS and inner in _UNIONS):
        return outer or inner
    return _BOTH


def _refers(raw: Any, by: str, at: Id) -> Iterator[_Edge]:
    """Yield what a contract refers to for the same value."""
    if not isinstance(raw, dict):
        return
    if isinstance(raw.get("$ref"), str):
        yield _Edge(by, "", raw["$ref"], at)
    for key in (*(word for word, _ in _LISTS), *_ASIDE):
        value = raw.get(key)
        below: Iterable[Any] = value if isinstance(value, list) else ()
        if key in _ASIDE:
            below = value.values() if key == "dependentSchemas" and isinstance(value, dict) else (value,)
        for item in below:
            yield from _refers(item, by or (key if key in _ASIDE else ""), at)


def _circles(edges: _Edges) -> Iterator[list[Id]]:
    graph = {at: tuple(edge.to for edge in found if edge.to in edges) for at, found in edges.items()}
    for circle in components(graph):
        if len(circle) > 1 or circle[0] in graph[circle[0]]:
            yield list(circle)


def _through(edges: _Edges, inside: set[Id], words: tuple[str, ...]) -> _Edges:
    """Return what is left of a circle if only some keywords count."""
    return {at: tuple(edge for edge in edges[at] if edge.to in inside and edge.by in words) for at in sorted(inside)}


def _says_more(schema: Schema, inside: set[Id]) -> bool:
    """Whether a schema of a circle says anything but that it is of the circle."""
    members = (*schema.all_of, *schema.any_of, *schema.one_of)
    if _says(schema) or (schema.ref is None and not members):
        return True
    if schema.ref is not None and schema.ref not in inside:
        return True
    return any(_says_more(member, inside) for member in members)


def _says(schema: Schema) -> bool:
    """Whether a schema says anything of values by itself."""
    own = (schema.types, schema.properties, schema.items, schema.additional, schema.enum, schema.const, schema.patterns)
    return any(own) or schema.closed or schema.always or schema.never or schema.checks is not None


def _without(schema: Schema, cut: set[Id]) -> Schema | None:
    """Return a schema without what is cut; None, and cut too, where nothing of it is left."""
    left: dict[str, Any] = {}
    for _, name in _LISTS:
        members = getattr(schema, name)
        kept = tuple(new for member in members if member.id not in cut and (new := _without(member, cut)) is not None)
        if len(kept) < len(members) or any(new is not member for new, member in zip(kept, members, strict=True)):
            left[name] = kept
    if not left:
        return schema
    schema = replace(schema, **left)
    if schema.ref is None and not _says(schema) and not any(getattr(schema, name) for _, name in _LISTS):
        cut.add(schema.id)
        return None
    return schema
