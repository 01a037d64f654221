"""Prints ``webhooks.go``: a struct for each event, the receiver's methods, and the URLs of callbacks (D9).

::

    type BookingChangedEvent struct {
        Payload *BookingEvent
    }

    func (r *WebhookReceiver) OnBookingChanged(handler func(context.Context, *BookingEvent) (Reply, error)) {
        handleEvent(r, "bookingChanged", handler)
    }
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import starmap
from typing import assert_never

from backends.go.docs import plain
from backends.go.facts import duration
from backends.go.source import File
from backends.go.text import comment, literal, pairs, string, strings
from backends.go.types import Types, denull
from backends.records import Table
from backends.texts import UNSIGNED
from backends.writer import Doc
from backends.writer.gofmt import block, function, inline, keyed, stacked
from compiler.ir.events import Carries, EventBody, Reply, Signature, SignatureKind
from compiler.ir.wire import ExpressionPart, WireEvent
from compiler.plan.plan import Received, Receiver


class WebhookPrinter:
    """Prints the events of one plan."""

    def __init__(self, types: Types, file: File) -> None:
        self.types, self.file = types, file

    def declare(self, receiver: Receiver) -> None:
        """Print all."""
        facts = [self._event(event) for event in receiver.events]
        for event in receiver.events:
            self._replies(event)
        self.file.declare(stacked("var webhookEvents = []webhookFacts", facts))
        signature = self._signature(receiver.signature)
        said = "NewWebhookReceiver makes a receiver of the API's events. Its methods register their handlers."
        doc = comment(said if receiver.signature is not None else f"{said}\n\n{UNSIGNED}")
        head = "func NewWebhookReceiver(options ReceiverOptions) (*WebhookReceiver, error)"
        tag = string(receiver.tag or "")
        id_at = strings(receiver.event_id) if receiver.event_id else "nil"
        made = f"return newReceiver(options, webhookEvents, {signature}, {tag}, {id_at})"
        self.file.declare(*doc, function(head, made))
        if receiver.callbacks:
            self._urls(receiver.callbacks)

    def _event(self, event: Received) -> Doc:
        name, key = event.event, event.wire.name
        held = self.payload_type(event.wire)
        doc = comment(f"{name} is the event {key}. {plain(event.wire.summary or event.wire.description)}".strip())
        self.file.declare(*doc, block(f"type {name} struct {{", [f"Payload {held}"]))
        self.file.declare(function(f"func (*{name}) isWebhookEvent()"))
        handler = f"func({self.file.use('context')}.Context, {held}) (Reply, error)"
        head = f"func (r *WebhookReceiver) On{event.method}(handler {handler})"
        handled = function(head, f"handleEvent(r, {string(key)}, handler)")
        self.file.declare(*comment(f"On{event.method} registers the handler of {key}."), handled)
        return stacked("", self._entries(event.wire, name))

    def _entries(self, wire: WireEvent, name: str) -> Iterator[Doc]:
        several = len({self._body_type(item) for item in wire.bodies}) > 1
        yield keyed("name", string(wire.name))
        if wire.bodies:
            payloads = [self._payload(body, several) for body in wire.bodies]
            yield keyed("payloads", stacked("[]webhookPayload", payloads))
        yield from starmap(keyed, _ASKED.facts(wire))
        yield keyed("success", wire.success)
        yield keyed("failure", wire.failure)
        yield from starmap(keyed, _FOUND.facts(wire))
        yield keyed("event", f"(*{name})(nil)")

    # ------------------------------------------------------------------ payloads

    def payload_type(self, event: WireEvent) -> str:
        """Print the type of what a handler of the event is given."""
        found = dict.fromkeys(self._body_type(item) for item in event.bodies)
        return next(iter(found)) if len(found) == 1 else "any"

    def _body_type(self, body: EventBody) -> str:
        if not body.parsed:
            return "string" if body.carries is Carries.TEXT else "[]byte"
        is_json = body.carries is Carries.JSON
        return self.types.result(body.type, self.file) if is_json else f"[]{self.types.held(body.type, self.file)}"

    def _payload(self, body: EventBody, several: bool) -> str:
        parts = pairs(_PAYLOAD.facts(body))
        if several and body.parsed:
            parts.append(f"as: readAs[{self._body_type(body)}]")
        return inline("", parts)

    # ------------------------------------------------------------------ replies

    def _replies(self, event: Received) -> None:
        """Print a function for each declared answer with a body, so that a reply is typed."""
        for reply in event.wire.replies:
            if not reply.bodies:
                continue
            name, body = event.replies[reply.status], self._reply_type(reply.bodies[0])
            status, value = ("", reply.status) if reply.exact else ("status int, ", "status")
            doc = comment(f"{name} is the reply {reply.status} to {event.wire.name}.")
            head = f"func {name}({status}body {body}) Reply"
            self.file.declare(*doc, function(head, f"return Reply{{Status: {value}, Body: body}}"))

    def _reply_type(self, body: EventBody) -> str:
        if body.carries is Carries.JSON:
            return self.types.result(denull(body.type)[0], self.file)
        return "string" if body.carries is Carries.TEXT else "any"

    # ------------------------------------------------------------------ signatures and URLs

    def _signature(self, signature: Signature | None) -> str:
        if signature is None:
            return "nil"
        tolerance = ""
        if signature.tolerance_seconds is not None:
            tolerance = duration(signature.tolerance_seconds * 1000, self.file)
        match signature.kind:
            case SignatureKind.STANDARD:
                return f"&standardWebhooks{{tolerance: {tolerance or duration(300_000, self.file)}}}"
            case SignatureKind.SIGNATURE:
                return inline("&signatureFacts", self._signed(signature, tolerance))
        assert_never(signature.kind)

    def _signed(self, signature: Signature, tolerance: str) -> list[str]:
        parts = [f"header: {string(signature.header)}", f"encoding: {string(signature.encoding)}"]
        parts += [f"prefix: {string(signature.prefix)}"] if signature.prefix else []
        parts.append(f"signed: {string(signature.signed)}")
        parts += [f"timestampKey: {string(signature.timestamp_key)}"] if signature.timestamp_key else []
        parts += [f"signatureKey: {string(signature.signature_key)}"] if signature.signature_key else []
        return [*parts, f"tolerance: {tolerance}"] if tolerance else parts

    def _urls(self, events: list[Received]) -> None:
        fmt = self.file.use("fmt")
        lines = ["var parts []urlPart", "switch name {"]
        for event in events:
            parts = inline("[]urlPart", map(_part, event.wire.url))
            lines += [f"case {', '.join(map(string, event.wire.names))}:", f"\tparts = {parts}"]
        known = f'{self.file.use("strings")}.Join({strings([event.wire.name for event in events])}, ", ")'
        failure = f'{fmt}.Errorf("there is no callback %q; there are %s", name, {known})'
        lines += ["default:", f'\treturn "", {failure}', "}", "return resolveURL(parts, &from)"]
        doc = comment("CallbackURL finds the URL of a callback, from the request that started it.")
        head = "func CallbackURL(name string, from CallbackExchange) (string, error)"
        self.file.declare(*doc, function(head, *lines))


def _part(part: ExpressionPart) -> str:
    return inline("", pairs(_PART.facts(part)))


def _answers(replies: Iterable[Reply]) -> str:
    return inline("[][2]string", (inline("", [string(item.status), string(item.media_type)]) for item in replies))


_PART = Table(ExpressionPart, "text root part name pointer", literal)
_PAYLOAD = Table(EventBody, "media_type carries:kind shape nullable:null", literal, camel=True)
_ASKED = Table(WireEvent, "required replies:answers", literal, replies=_answers)
_FOUND = Table(WireEvent, "callback:unsigned method tags short", literal)
