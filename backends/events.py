"""What every receiver of events calls them: the keys they are received under, and names beside those of types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from compiler.ir.node import Id
from compiler.ir.plan import Derived, Plan
from compiler.ir.wire import WireEvent

PAYLOADS = ("Payload", "Event")
"""What stands behind an event's name for what it carries: a schema that stands inline in it is its `...Payload`."""


def event_tag(plan: Plan) -> str | None:
    """Return the property of payloads that tells the webhooks of a plan apart; None where there is none."""
    return next((event.tag for event in plan.wire.events.values() if event.tag is not None), None)


def event_keys(plan: Plan) -> list[str]:
    """Return what the events of a plan are received under, in their order.

    Where several have one, words are added: methods first, then the expressions of callbacks' URLs.
    """
    events = plan.wire.events.values()
    keys = _told_apart([_key(plan, event) for event in events], [event.method.lower() for event in events])
    return _told_apart(keys, [event.expression or "" for event in events])


def _told_apart(keys: list[str], more: list[str]) -> list[str]:
    counts = Counter(keys)
    return [key if counts[key] == 1 else f"{key}.{word}" for key, word in zip(keys, more, strict=True)]


def _key(plan: Plan, event: WireEvent) -> str:
    if not event.callback:
        return event.wire
    operation = plan.wire.operations.get(event.operation or "")
    return f"{operation.operation_id}.{event.wire}" if operation is not None else event.wire


def derived_of_events(plan: Plan, roles: Mapping[str, tuple[str, ...]], own: Collection[str] = ()) -> Iterator[Derived]:
    """Yield names made of those of events: ``roles`` has what stands behind them, ``own`` what is not to be had."""
    for at, event in plan.surface.events.items():
        for role, ends in roles.items():
            forms = [event.ident + end for end in ends]
            yield Derived(_derived_key(role, at), at, tuple(f"{form}_" if form in own else form for form in forms))


def named_events(
    plan: Plan, roles: Iterable[str], members: Collection[str]
) -> Iterator[tuple[WireEvent, str, str, list[str]]]:
    """Yield the events with the key, the method that takes the handler, and the derived names by ``roles``.

    ``members`` of the receiver are hidden by no method.
    """
    for (at, event), key in zip(plan.wire.events.items(), event_keys(plan), strict=True):
        handler = plan.surface.events[at].handler
        method = f"{handler}_" if handler in members else handler
        yield event, key, method, [plan.surface.derived[_derived_key(role, at)] for role in roles]


def _derived_key(role: str, at: Id) -> str:
    return f"{role} {at}"
