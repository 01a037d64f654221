"""The uses of a type: the links back from its page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from backends.reference.site import Path, Site
from compiler.ir.node import Id
from compiler.ir.references import declaration_refs, type_ref
from compiler.ir.types import Declaration, Ref, Type
from compiler.ir.wire import Answer, Payload, WireEvent, WireOperation

_Named = Mapping[Id, Iterable[Type]]
"""The types that something names."""
Usage = Mapping[Id, tuple[Sequence[Id], Sequence[Id], Sequence[Id]]]
"""Type to the operations, the webhooks and callbacks, and the types that name it."""


def usage(site: Site) -> Usage:
    """Collect for every type the operations, events and types that name it directly."""
    return find_users(site)


def find_users(site: Site) -> dict[Id, tuple[list[Id], list[Id], list[Id]]]:
    """Find what names each type."""
    wire = site.plan.wire
    users: dict[Id, tuple[list[Id], list[Id], list[Id]]] = {at: ([], [], []) for at in site.types}
    named: tuple[_Named, _Named, _Named] = (
        {at: _operation_types(wire.operation_shapes[at]) for at in site.calls},
        {at: _event_types(wire.events[at]) for at in site.events},
        {at: _references(wire.shapes[at]) for at in site.types},
    )
    for place, found in enumerate(named):
        for at, types in found.items():
            for target in _targets(types):
                if target in users and target != at:
                    users[target][place].append(at)
    return users


def _references(declared: Declaration) -> Iterator[Type]:
    return map(Ref, declaration_refs(declared))


def used_by(site: Site, users: Usage, at: Id, page: Path) -> str:
    """Return the links back of a type, one per line: one more use adds one line (D10.7)."""
    operations, events, types = users[at]
    links = [site.method_link(site.calls[user][0], page) for user in operations]
    links += [site.event_link(user, page) for user in events]
    links += [site.type_link(user, page) for user in types]
    return "\n".join(["Used by:", "", *(f"- {link}" for link in links)]) if links else ""


def _targets(types: Iterable[Type]) -> tuple[Id, ...]:
    return tuple(dict.fromkeys(found for kind in types if (found := type_ref(kind)) is not None))


def _operation_types(operation: WireOperation) -> Iterator[Type]:
    for parameter in operation.parameters:
        yield parameter.type
    if operation.body is not None:
        yield from _payload_types(operation.body)
    yield from _answer_types(operation.answers)


def _event_types(event: WireEvent) -> Iterator[Type]:
    for parameter in event.parameters:
        yield parameter.type
    for payload in event.payloads:
        yield from _payload_types(payload)
    yield from _answer_types(event.answers)


def _payload_types(payload: Payload) -> Iterator[Type]:
    yield payload.type
    yield from (part.type for part in payload.parts)


def _answer_types(answers: Iterable[Answer]) -> Iterator[Type]:
    for answer in answers:
        yield from (decode.type for decode in answer.decodes)
        yield from (header.type for header in answer.headers)
