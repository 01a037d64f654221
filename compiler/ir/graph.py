"""The reference graph: which nodes refer to which types, derived from one snapshot of the IR.

The tables of the IR are the store; :class:`Graph` finds the edges of a snapshot once. Importing networkx takes longer
than all queries of a build, so cycles and their order are computed here; the tests compare them with networkx.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from compiler.base.memory import NONE, Memory
from compiler.ir.node import Id
from compiler.ir.references import closure, components, declaration_refs, type_ref
from compiler.ir.text import forms
from compiler.ir.types import Declaration, Model, Type
from compiler.ir.wire import Pages, Payload

if TYPE_CHECKING:
    from compiler.ir.nodes import Event, Operation, Schema


def request_refs(operation: Operation | Event) -> list[Id]:
    """Return what the sender of an operation's or event's request refers to."""
    types = [parameter.type for parameter in operation.parameters]
    if operation.body is not None:
        types += [content.type for content in operation.body.contents]
    payloads = (operation.payload,) if hasattr(operation, "payload") else operation.payloads
    for payload in payloads:
        if payload is not None:
            types += _payload_types(payload)
    return _refs(types)


def _payload_types(payload: Payload) -> Iterator[Type]:
    """Yield the types of a payload, of its parts and of their headers."""
    yield payload.type
    for part in (*payload.parts, *((payload.rest,) if payload.rest else ())):
        yield part.type
        yield from (header.type for header in part.headers)


def answer_refs(operation: Operation | Event) -> list[Id]:
    """Return what the answers of an operation or event refer to."""
    types: list[Type | None] = []
    for response in operation.responses:
        types += [header.type for header in response.headers]
        types += [content.type for content in response.contents]
    for answer in operation.answers:
        types += [decode.type for decode in answer.decodes]
        types += [header.type for header in answer.headers]
    types += getattr(operation, "results", ())
    pages: Pages | None = getattr(operation, "pages", None)
    if pages is not None:
        types.append(pages.item)
    return _refs(types)


def _refs(types: Iterable[Type | None]) -> list[Id]:
    return [target for type_ in types if (target := type_ref(type_)) is not None]


def operation_refs(operation: Operation | Event) -> Iterator[Id]:
    """Yield every type an operation or event refers to."""
    yield from request_refs(operation)
    yield from answer_refs(operation)


def _refer_alike(before: Declaration | None, item: Declaration) -> bool:
    """Whether a declaration refers to the same types as in the last snapshot: most passes change other members."""
    if before is item:
        return True
    if not isinstance(before, Model) or not isinstance(item, Model):
        return False
    return before.fields is item.fields and before.additional is item.additional


def schema_refs(node: Any) -> Iterator[Id]:
    """Yield what the raw schemas in a node refer to, whatever the node's class (slow: not for each of a document)."""
    cls: Any = node.__class__
    for form in forms(cls):
        value = getattr(node, form.name)
        if form.name == "ref" and value is not None:
            yield value
        elif form.form == "block" and value is not None:
            yield from schema_refs(value)
        elif form.form == "blocks" and value:
            for child in value:
                yield from schema_refs(child)


def raw_reachable(schemas: Mapping[Id, Schema], roots: Iterable[Id]) -> set[Id]:
    """Return the identities that are reachable from the roots through raw schemas, also those without a schema."""
    seen: set[Id] = set()
    stack = list(roots)
    while stack:
        at = stack.pop()
        if at not in seen:
            seen.add(at)
            if at in schemas:
                stack.extend(schema_refs(schemas[at]))
    return seen


class Graph:
    """References between the declared types of a document, for one snapshot after another.

    The graph of the last snapshot is kept, since it is often asked for again, and its unchanged parts serve the next
    snapshot. Each compilation has a graph of its own (:attr:`passes.context.Context.graph`), and a memory of the one
    before, which had the same snapshots in the same order.
    """

    __slots__ = ("_asked", "_clusters", "_edges", "_memory", "_snapshots", "_types")

    def __init__(self, memory: Memory = NONE) -> None:
        self._memory = memory
        self._snapshots = self._asked = 0
        self._types: Mapping[Id, Declaration] = {}
        self._edges: Mapping[Id, tuple[Id, ...]] = {}
        self._clusters: list[list[Id]] | None = None

    def adjacency(self, types: Mapping[Id, Declaration]) -> Mapping[Id, tuple[Id, ...]]:
        """Return what each declared type refers to."""
        if self._types is not types:
            before, edges = self._types, self._edges
            self._snapshots, self._asked = self._snapshots + 1, 0

            def refs(item: Declaration) -> tuple[Id, ...]:
                at = item.id
                return edges[at] if _refer_alike(before.get(at), item) else tuple(declaration_refs(item))

            self._edges = self._memory.each(("edges", self._snapshots), types, refs)
            self._types, self._clusters = types, None
        return self._edges

    def reachable(self, types: Mapping[Id, Declaration], roots: Iterable[Id]) -> set[Id]:
        """Return the declared types that the roots reach, the roots included."""
        edges = self.adjacency(types)
        if not self._memory.keeps:
            return closure(edges, roots) & types.keys()
        self._asked += 1
        starts = tuple(roots)
        what = ("reached", self._snapshots, self._asked)
        found = self._memory.recall(what, (edges, starts), lambda: frozenset(closure(edges, starts)))
        return {at for at in found if at in types}

    def clusters(self, types: Mapping[Id, Declaration]) -> list[list[Id]]:
        """Return the strongly connected components of types, each sorted; a component follows those it refers to."""
        edges = self.adjacency(types)
        if self._clusters is None:
            self._clusters = components(edges)
        return self._clusters
