"""Names of webhooks and callbacks: what each is received under, its types, and the method that takes its handler."""

from __future__ import annotations

from collections.abc import Iterator

from backends.events import PAYLOADS, derived_of_events, named_events
from compiler.ir.node import frozen
from compiler.ir.plan import Derived, Plan
from compiler.ir.wire import WireEvent

RECEIVER_MEMBERS = frozenset(
    {"asgi", "event_names", "handle", "handle_async", "max_body_bytes", "otherwise", "read", "read_event"}
    | {"self", "wsgi"}
)
"""Members of a receiver, which no handler's method may hide."""

_TAKEN = frozenset({"HeaderInput", "Reply", "WebhookPayload", "WebhookReceiver", "WebhookResponse"})


@frozen
class Received:
    """An event and its names.

    ``key`` is the name it is received under: a webhook's own, ``operation.callback`` for a callback.
    """

    wire: WireEvent
    key: str
    method: str
    payload: str
    answer: str
    handler_type: str


_ROLES = {"payload": PAYLOADS, "answer": ("Answer",), "handler": ("Handler",)}


def derived_of_webhooks(plan: Plan) -> Iterator[Derived]:
    """Yield the names of the types of events."""
    return derived_of_events(plan, _ROLES, _TAKEN)


def event_names(plan: Plan) -> list[Received]:
    """Name the events of a plan."""
    found = named_events(plan, _ROLES, RECEIVER_MEMBERS)
    return [Received(event, key, method, *names) for event, key, method, names in found]
