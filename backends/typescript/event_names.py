"""Names of webhooks and callbacks: what each is received under, its types, and the method that takes its handler."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from backends.typescript.profile import PROFILE
from compiler.ir.plan import Plan
from compiler.ir.wire import WireEvent

_MEMBERS = frozenset({"constructor", "fetch", "handle", "listener", "read", "readAny", "register"})
"""Members of a receiver, which no handler's method may hide."""

_PAYLOADS = ("Payload", "Event")
"""What stands behind an event's name for what it carries: a schema that stands inline in it is its `...Payload`."""


@dataclass(frozen=True, slots=True)
class Received:
    """An event and its names.

    ``key`` is the name it is received under: a webhook's own, ``operation.callback`` for a callback; several of one
    name are told apart by their methods, and by their URLs' expressions where that is not enough.
    """

    wire: WireEvent
    key: str
    method: str
    payload: str
    answer: str


def event_names(plan: Plan) -> list[Received]:
    """Name the events of a plan."""
    taken = {name.ident for name in plan.surface.types.values()} | PROFILE.taken["type"]
    events = list(plan.wire.events.items())
    keys = _told_apart([_key(plan, event) for _, event in events], [event.method.lower() for _, event in events])
    keys = _told_apart(keys, [event.expression or "" for _, event in events])
    found: list[Received] = []
    for (at, event), key in zip(events, keys, strict=True):
        names = plan.surface.events[at]
        method = names.handler if names.handler not in _MEMBERS else f"{names.handler}_"
        payload = _free(taken, *(names.ident + suffix for suffix in _PAYLOADS))
        answer = _free(taken, f"{names.ident}Answer")
        found.append(Received(event, key, method, payload, answer))
    return found


def _told_apart(keys: list[str], more: list[str]) -> list[str]:
    counts = Counter(keys)
    return [key if counts[key] == 1 else f"{key}.{word}" for key, word in zip(keys, more, strict=True)]


def _key(plan: Plan, event: WireEvent) -> str:
    if not event.callback:
        return event.wire
    operation = plan.wire.operations.get(event.operation or "")
    return f"{operation.operation_id}.{event.wire}" if operation is not None else event.wire


def _free(taken: set[str], *names: str) -> str:
    """Return the first name that is free, and take it; underscores tell the last resort apart."""
    name = next((name for name in names if name not in taken), names[0])
    while name in taken:
        name += "_"
    taken.add(name)
    return name
