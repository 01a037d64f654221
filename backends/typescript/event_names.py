"""Names of webhooks and callbacks: what each is received under, its types, and the method that takes its handler."""

from __future__ import annotations

from collections.abc import Iterator

from backends.events import PAYLOADS, derived_of_events, named_events
from compiler.ir.node import frozen
from compiler.ir.plan import Derived, Plan
from compiler.ir.wire import WireEvent

_MEMBERS = frozenset({"constructor", "fetch", "handle", "listener", "otherwise", "read", "readAny", "register"})
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


_ROLES = {"payload": PAYLOADS, "answer": ("Answer",)}


def derived_of_webhooks(plan: Plan) -> Iterator[Derived]:
    """Yield the names of the types of events."""
    return derived_of_events(plan, _ROLES)


def event_names(plan: Plan) -> list[Received]:
    """Name the events of a plan."""
    found = named_events(plan, _ROLES, _MEMBERS)
    return [Received(event, key, method, *names) for event, key, method, names in found]
