"""The uses of a type: the links back from its page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from backends.reference.site import Path, Site
from compiler.ir.node import Id
from compiler.ir.references import declaration_refs, type_ref
from compiler.ir.types import Type
from compiler.ir.wire import Answer, Payload, WireEvent, WireOperation
from compiler.plan.parts import each, part, table

_Named = Mapping[Id, tuple[Id, ...]]
"""The types that something names."""
Usage = Mapping[Id, tuple[Sequence[Id], Sequence[Id], Sequence[Id]]]
"""Type to the operations, the webhooks and callbacks, and the types that name it."""


def usage(site: Site) -> Usage:
    """Collect for every type the operations, events and types that name it directly."""
    plan, wire = site.plan, site.plan.wire
    operations = {at: wire.operations[at] for at in site.calls}
    events = {at: wire.events[at] for at in site.events}
    types = {at: wire.types[at] for at in site.types}
    named = (
        each(plan, "types of operations", operations, lambda at: _targets(_operation_types(operations[at]))),
        each(plan, "types of events", events, lambda at: _targets(_event_types(events[at]))),
        each(plan, "types of types", types, lambda at: tuple(dict.fromkeys(declaration_refs(types[at])))),
    )
    return table(plan, "users", part(plan, "users", named, partial(_usage, *named)))


def _usage(operations: _Named, events: _Named, types: _Named) -> Usage:
    users: dict[Id, tuple[list[Id], list[Id], list[Id]]] = {at: ([], [], []) for at in types}
    for place, named in enumerate((operations, events, types)):
        for at, targets in named.items():
            for target in targets:
                if target in users and target != at:
                    users[target][place].append(at)
    return users


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
