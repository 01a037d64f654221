"""Names of webhooks and callbacks: what each is received under, its types, and the method that takes its handler."""

from __future__ import annotations

from backends.events import PAYLOADS, event_keys, free_name
from backends.typescript.profile import PROFILE
from compiler.ir.node import frozen
from compiler.ir.plan import Plan
from compiler.ir.wire import WireEvent

_MEMBERS = frozenset({"constructor", "fetch", "handle", "listener", "read", "readAny", "register"})
"""Members of a receiver, which no handler's method may hide."""


@frozen
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
    found: list[Received] = []
    for (at, event), key in zip(plan.wire.events.items(), event_keys(plan), strict=True):
        names = plan.surface.events[at]
        method = names.handler if names.handler not in _MEMBERS else f"{names.handler}_"
        payload = free_name(taken, *(names.ident + suffix for suffix in PAYLOADS))
        taken.add(payload)
        answer = free_name(taken, f"{names.ident}Answer")
        taken.add(answer)
        found.append(Received(event, key, method, payload, answer))
    return found
