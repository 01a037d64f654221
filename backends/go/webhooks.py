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

from collections.abc import Iterator
from typing import assert_never

from backends.events import event_keys, event_tag
from backends.go.facts import duration
from backends.go.names import Names
from backends.go.source import File
from backends.go.text import Entry, comment, empty_function, fields, lines_of, string, strings
from backends.go.types import Types, denull
from compiler.ir.node import Id, frozen
from compiler.ir.plan import Plan
from compiler.ir.types import ListOf, MapOf, Ref, Type
from compiler.ir.wire import Answer, BodyKind, ExpressionPart, Payload, Signature, WireEvent

_KINDS = {BodyKind.JSON: "json", BodyKind.JSONL: "jsonl", BodyKind.TEXT: "text"}


@frozen
class Received:
    """An event, the name it is received under, and what it is called."""

    id: Id
    wire: WireEvent
    key: str
    ident: str
    handler: str


def received_events(plan: Plan) -> list[Received]:
    """List the events; a callback is received as ``operation.callback``, several of one name by their method too, and
    by their URL's expression where that is not enough."""
    names = plan.surface.events
    return [
        Received(at, event, key, names[at].ident, names[at].handler)
        for key, (at, event) in zip(event_keys(plan), plan.wire.events.items(), strict=True)
    ]


class WebhookPrinter:
    """Prints the events of one plan."""

    def __init__(self, plan: Plan, types: Types, names: Names, file: File) -> None:
        self.plan, self.types, self.names, self.file = plan, types, names, file
        self.events = received_events(plan)

    def declare(self) -> None:
        """Print all; nothing where the document has neither webhooks nor callbacks."""
        if not self.events:
            return
        facts = [self._event(event) for event in self.events]
        for event in self.events:
            self._replies(event)
        table = lines_of("var webhookEvents = []webhookFacts", facts)
        self.file.add(table.split("\n"))
        signature = self._signature(self.plan.wire.signature)
        doc = comment("NewWebhookReceiver makes a receiver of the API's events. Say who handles them with its methods.")
        head = "func NewWebhookReceiver(options ReceiverOptions) (*WebhookReceiver, error) {"
        tag = string(event_tag(self.plan) or "")
        self.file.add([*doc, head, f"\treturn newReceiver(options, webhookEvents, {signature}, {tag})", "}"])
        callbacks = [event for event in self.events if event.wire.callback]
        if callbacks:
            self._urls(callbacks)

    def _event(self, event: Received) -> str:
        name = self.type_name(event)
        held = self.payload_type(event.wire)
        doc = comment(f"{name} is the event {event.key}. {event.wire.summary or event.wire.description or ''}".strip())
        self.file.add([*doc, f"type {name} struct {{", f"\tPayload {held}", "}"])
        head = f"func (*{name}) isWebhookEvent()"
        self.file.add(empty_function(head))
        handler = f"func({self.file.use('context')}.Context, {held}) (Reply, error)"
        self.file.add(
            [
                *comment(f"On{event.handler} says who handles {event.key}."),
                f"func (r *WebhookReceiver) On{event.handler}(handler {handler}) {{",
                f"\thandleEvent(r, {string(event.key)}, handler)",
                "}",
            ]
        )
        return "\n".join(["{", *fields(list(self._entries(event, name))), "}"])

    def _entries(self, event: Received, name: str) -> Iterator[Entry]:
        wire = event.wire
        several = len({self._body_type(item) for item in wire.payloads}) > 1
        yield Entry("name", string(event.key))
        if wire.payloads:
            yield Entry(
                "payloads", lines_of("[]webhookPayload", [self._payload(item, several) for item in wire.payloads])
            )
        if any(item.required for item in wire.payloads):
            yield Entry("required", "true")
        answers = [(item.status, item.decodes[0].media_type if item.decodes else "") for item in wire.answers]
        if answers:
            shown = ", ".join(f"{{{string(status)}, {string(kind)}}}" for status, kind in answers)
            yield Entry("answers", f"[][2]string{{{shown}}}")
        yield Entry("success", wire.success)
        yield Entry("failure", wire.failure)
        if wire.callback:
            yield Entry("unsigned", "true")
        if wire.method != "POST":
            yield Entry("method", string(wire.method))
        if wire.tags:
            yield Entry("tags", strings(wire.tags))
        yield Entry("event", f"(*{name})(nil)")

    # ------------------------------------------------------------------ payloads

    def payload_type(self, event: WireEvent) -> str:
        """Print the type of what a handler of the event is given."""
        found = dict.fromkeys(self._body_type(item) for item in event.payloads)
        return next(iter(found)) if len(found) == 1 else "any"

    def _body_type(self, payload: Payload) -> str:
        match payload.kind:
            case BodyKind.JSON:
                return self.types.result(payload.type, self.file)
            case BodyKind.JSONL:
                return f"[]{self.types.held(payload.type, self.file)}"
            case BodyKind.TEXT:
                return "string"
            case BodyKind.BYTES | BodyKind.FORM | BodyKind.MULTIPART | BodyKind.SSE:
                return "[]byte"
        assert_never(payload.kind)

    def _payload(self, payload: Payload, several: bool) -> str:
        kind = _KINDS.get(payload.kind, "bytes")
        parts = [f"mediaType: {string(payload.media_type)}", f"kind: {string(kind)}"]
        if payload.kind in (BodyKind.JSON, BodyKind.JSONL):
            shape = self._shape(payload.type)
            parts += [f"shape: {string(shape)}"] if shape else []
            parts += ["null: true"] if payload.kind is BodyKind.JSON and payload.nullable else []
            parts += [f"as: readAs[{self._body_type(payload)}]"] if several else []
        return f"{{{', '.join(parts)}}}"

    def _shape(self, type_: Type) -> str:
        base = self.types.base(type_)
        if isinstance(base, ListOf):
            return "array"
        is_object = isinstance(base, MapOf) or (isinstance(base, Ref) and self.types.model(base) is not None)
        return "object" if is_object else ""

    def type_name(self, event: Received) -> str:
        """Name the type of an event."""
        return self.names.public("event", event.id, f"{event.ident}Event")

    # ------------------------------------------------------------------ replies

    def replies(self, event: Received) -> Iterator[tuple[Answer, str]]:
        """Yield the declared answers that have a body, and the names of the functions that make them."""
        for answer in event.wire.answers:
            if answer.decodes:
                word = answer.status if answer.status != "default" else "Default"
                name = f"{event.ident}Reply{word}"
                yield answer, self.names.public("reply", f"{event.id} {answer.status}", name)

    def _replies(self, event: Received) -> None:
        """Print a function for each declared answer with a body, so that a reply is typed."""
        for answer, name in self.replies(event):
            body = self._reply_type(answer)
            status, value = ("", answer.status) if answer.status.isdigit() else ("status int, ", "status")
            doc = comment(f"{name} is the reply {answer.status} to {event.key}.")
            head = f"func {name}({status}body {body}) Reply {{"
            self.file.add([*doc, head, f"\treturn Reply{{Status: {value}, Body: body}}", "}"])

    def _reply_type(self, answer: Answer) -> str:
        decode = answer.decodes[0]
        if decode.kind is BodyKind.JSON:
            return self.types.result(denull(decode.type)[0], self.file)
        return "string" if decode.kind is BodyKind.TEXT else "any"

    # ------------------------------------------------------------------ signatures and URLs

    def _signature(self, signature: Signature | None) -> str:
        if signature is None:
            return "nil"
        tolerance = ""
        if signature.tolerance_seconds is not None:
            tolerance = duration(signature.tolerance_seconds * 1000, self.file)
        if signature.kind == "standard-webhooks":
            return f"&standardWebhooks{{tolerance: {tolerance or duration(300_000, self.file)}}}"
        parts = [f"header: {string(signature.header)}", f"encoding: {string(signature.encoding)}"]
        parts += [f"prefix: {string(signature.prefix)}"] if signature.prefix else []
        parts.append(f"signed: {string(signature.signed)}")
        parts += [f"timestampKey: {string(signature.timestamp_key)}"] if signature.timestamp_key else []
        parts += [f"signatureKey: {string(signature.signature_key)}"] if signature.signature_key else []
        parts += [f"tolerance: {tolerance}"] if tolerance else []
        return f"&signatureFacts{{{', '.join(parts)}}}"

    def _urls(self, events: list[Received]) -> None:
        fmt = self.file.use("fmt")
        lines = ["\tvar parts []urlPart", "\tswitch name {"]
        for event in events:
            shown = ", ".join(_part(part) for part in event.wire.url)
            lines += [f"\tcase {string(event.key)}:", f"\t\tparts = []urlPart{{{shown}}}"]
        failure = f'{fmt}.Errorf("there is no callback %q", name)'
        lines += ["\tdefault:", f'\t\treturn "", {failure}', "\t}", "\treturn resolveURL(parts, &from)"]
        doc = comment("CallbackURL finds where a callback goes, from the request that started it.")
        self.file.add([*doc, "func CallbackURL(name string, from CallbackExchange) (string, error) {", *lines, "}"])


def _part(part: ExpressionPart) -> str:
    if part.text is not None or part.root is None:
        return f"{{text: {string(part.text or '')}}}"
    parts = [f"root: {string(part.root)}"]
    parts += [f"part: {string(part.part)}"] if part.part else []
    parts += [f"name: {string(part.name)}"] if part.name else []
    parts += [f"pointer: {strings(part.pointer)}"] if part.pointer else []
    return f"{{{', '.join(parts)}}}"
