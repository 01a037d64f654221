"""Names of webhooks and callbacks: what each is received under, its types, and the method that takes its handler."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from compiler.ir.plan import Plan
from compiler.ir.wire import WireEvent

RECEIVER_MEMBERS = frozenset({"asgi", "handle", "handle_async", "max_body_bytes", "read", "read_event", "self", "wsgi"})
"""Members of a receiver, which no handler's method may hide."""

_PAYLOADS = ("Payload", "Event")
"""What stands behind an event's name for what it carries: a schema that stands inline in it is its `...Payload`."""
_TAKEN = frozenset({"HeaderInput", "Reply", "WebhookPayload", "WebhookReceiver", "WebhookResponse"})


@dataclass(frozen=True, slots=True)
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


def _told_apart(keys: list[str], more: list[str]) -> list[str]:
    """Add words to keys that several events have: methods first, then the expressions of callbacks' URLs."""
    counts = Counter(keys)
    return [key if counts[key] == 1 else f"{key}.{word}" for key, word in zip(keys, more, strict=True)]


class EventNames:
    """Names of the events of one plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._types = {name.ident for name in plan.surface.types.values()}
        self.received = self._named()

    def _named(self) -> list[Received]:
        events = list(self._plan.wire.events.items())
        keys = [self._key(event) for _, event in events]
        keys = _told_apart(keys, [event.method.lower() for _, event in events])
        keys = _told_apart(keys, [event.expression or "" for _, event in events])
        found: list[Received] = []
        for (at, event), own in zip(events, keys, strict=True):
            names = self._plan.surface.events[at]
            method = names.handler if names.handler not in RECEIVER_MEMBERS else f"{names.handler}_"
            payload = self._free(*(names.ident + suffix for suffix in _PAYLOADS))
            answer, handler = self._free(f"{names.ident}Answer"), self._free(f"{names.ident}Handler")
            found.append(Received(event, own, method, payload, answer, handler))
        return found

    def _key(self, event: WireEvent) -> str:
        if not event.callback:
            return event.wire
        operation = self._plan.wire.operations.get(event.operation or "")
        return f"{operation.operation_id}.{event.wire}" if operation is not None else event.wire

    def _free(self, *names: str) -> str:
        """Return the first name that no type has; underscores tell the last resort apart."""
        taken = self._types | _TAKEN
        name = next((name for name in names if name not in taken), names[0])
        while name in taken:
            name += "_"
        return name
