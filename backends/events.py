"""What every receiver of events calls them: the keys they are received under, and names beside those of types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from compiler.ir.plan import Plan
from compiler.ir.wire import WireEvent

PAYLOADS = ("Payload", "Event")
"""What stands behind an event's name for what it carries: a schema that stands inline in it is its `...Payload`."""


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


def free_name(taken: Collection[str], *names: str) -> str:
    """Return the first name that is not taken; underscores tell the last resort apart."""
    name = next((name for name in names if name not in taken), names[0])
    while name in taken:
        name += "_"
    return name
