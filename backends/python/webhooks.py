"""Prints ``_webhooks.py``: types of payloads and replies, the receiver, and the URLs of callbacks (D9).

::

    BookingChangedPayload: TypeAlias = BookingEvent

    class WebhookReceiver(Receiver):
        def booking_changed(self, handler: BookingChangedHandler) -> BookingChangedHandler: ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from backends.python import code as py
from backends.python.docs import say
from backends.python.group_scope import GroupScope, group_types
from backends.python.scope import Scope
from backends.python.types import Types
from backends.records import Table
from backends.texts import UNSIGNED, joined, said_of
from compiler.base.markdown import to_plain
from compiler.ir.events import Carries, EventBody, Reply, Signature, SignatureKind
from compiler.ir.wire import ExpressionPart, WireEvent
from compiler.plan.plan import Plan, Received, Receiver

HOME = "_webhooks"
_NONE = py.raw("None")


def webhook_file(plan: Plan, receiver: Receiver, header: str) -> str:
    """Print the file of a document that has webhooks or callbacks."""
    scope = _EventScope(HOME)
    printer = _Printer(receiver, group_types(plan), scope)
    doc = "Webhooks and callbacks: the events, their handlers, and the replies."
    return py.module(list(printer.statements()), header=header, doc=doc, imports=scope)


class _EventScope(GroupScope):
    """Imports of the file: the table of events needs its readers from the start."""

    def reader(self, module: str, name: str) -> py.Expr:
        found = super().reader(module, name)
        self.use(module, name if found.text == name else f"{name} as {found.text}")
        return found


class _Printer:
    """Prints the events of one plan."""

    def __init__(self, receiver: Receiver, types: Types, scope: Scope) -> None:
        self.receiver, self.types, self.scope = receiver, types, scope
        self.events, self.callbacks = receiver.events, receiver.callbacks

    def statements(self) -> Iterator[py.Stmt]:
        """Print everything."""
        for event in self.events:
            yield from self._types(event)
        everything = py.union([self._payload_type(event) for event in self.receiver.webhooks] or [_NONE])
        yield self._alias("WebhookPayload", everything)
        yield py.Doc("The payload of any webhook.")
        yield self._receiver()
        if self.callbacks:
            yield from self._urls()

    # ------------------------------------------------------------------ types

    def _types(self, event: Received) -> Iterator[py.Stmt]:
        """Print the types of the payload, of the replies, and of the handler."""
        answer = py.raw(event.answer)
        yield self._alias(event.payload, self._payload_type(event))
        yield py.Doc(f"The payload of ``{event.wire.name}``.")
        answers = list(self._answers(event))
        yield self._alias(event.answer, py.union(answers))
        yield py.Doc(f"The result of a handler of ``{event.wire.name}``.")
        # Its names are found by what evaluates it at run time; another alias is a text there, which `|` refuses.
        awaitable = py.Subscript(self.scope.use("collections.abc", "Awaitable"), [answer])
        takes = py.Collection("[", [py.raw(event.payload)], "]")
        handler = py.Subscript(self.scope.use("collections.abc", "Callable"), [takes, py.union([awaitable, *answers])])
        yield self._alias(event.handler, handler)

    def _alias(self, name: str, value: py.Expr) -> py.Stmt:
        """Print an alias; quoted, so that no model is imported for it."""
        alias = self.scope.use("typing", "TypeAlias")
        return py.Sure(f"{py.identifier(name).text}: {alias.text} = ", py.string(value.text), apart=True)

    def _payload_type(self, event: Received) -> py.Expr:
        parts = [self._body_type(body) for body in event.wire.bodies]
        return py.union(parts if event.wire.required else [*parts, _NONE])

    def _body_type(self, body: EventBody) -> py.Expr:
        if not body.parsed:
            return py.raw("str" if body.carries is Carries.TEXT else "bytes")
        held = self.types.annotation(body.type, self.scope)
        return py.Subscript(py.raw("list"), [held]) if body.carries is Carries.JSONL else held

    def _answers(self, event: Received) -> Iterator[py.Expr]:
        """Yield what a handler may return: nothing, only the body of success, or a reply with its status."""
        kind = self.scope.runtime("webhook_events", "Reply")
        for reply in event.wire.replies:
            body = py.union([self._answered(body) for body in reply.bodies] or [_NONE])
            if reply.usual and reply.bodies:
                yield body
            exact = reply.exact and self.scope.use("typing", "Literal")
            yield py.Subscript(kind, [py.Subscript(exact, [py.raw(reply.status)]) if exact else py.raw("int"), body])
        if not event.wire.replies:
            yield py.Subscript(kind, [py.raw("int"), _NONE])
        yield _NONE

    def _answered(self, body: EventBody) -> py.Expr:
        is_json = body.carries is Carries.JSON
        return self.types.argument(body.type, self.scope) if is_json else py.raw("str | bytes")

    # ------------------------------------------------------------------ the receiver

    def _receiver(self) -> py.Stmt:
        base = self.scope.runtime("webhooks", "Receiver")
        body: list[py.Stmt] = [py.assign(py.raw("_events"), self._table())]
        if self.receiver.signature is not None:
            body.append(py.assign(py.raw("_signature"), self._scheme(self.receiver.signature)))
        if self.receiver.tag is not None:
            body.append(py.assign(py.raw("_tag"), py.string(self.receiver.tag)))
        if self.receiver.event_id:
            body.append(py.assign(py.raw("_id_at"), py.literal(self.receiver.event_id)))
        body += [self._registration(event) for event in self.events]
        body += self._read()
        doc = say("receiver" if self.receiver.signature is not None else "unverified_receiver", unsigned=UNSIGNED)
        return py.Class(py.raw("WebhookReceiver"), [base], body, doc=doc)

    def _table(self) -> py.Expr:
        return py.dict_of((event.wire.name, self._event(event.wire)) for event in self.events)

    def _event(self, wire: WireEvent) -> py.Expr:
        arguments = [py.string(wire.name), *map(self._payload, wire.bodies), *py.keywords(_EVENT.facts(wire))]
        return py.Call(self.scope.runtime("webhook_events", "Event"), arguments)

    def _payload(self, body: EventBody) -> py.Expr:
        arguments: list[py.Expr] = [py.string(body.media_type), py.string(body.carries.value)]
        decoder = self.types.reads(body.type, self.scope) if body.parsed else None
        if decoder is not None:
            arguments.append(py.Keyword("decode", decoder))
        if body.shape is not None:
            arguments.append(py.Keyword("shape", py.string(body.shape.value)))
        return py.Call(self.scope.runtime("webhook_events", "Payload"), arguments)

    def _scheme(self, signature: Signature) -> py.Expr:
        words = [
            py.Keyword(name.removesuffix("_seconds"), py.literal(value)) for name, value in self.receiver.signed.items()
        ]
        match signature.kind:
            case SignatureKind.STANDARD:
                return py.Call(self.scope.runtime("signatures", "StandardWebhooks"), words)
            case SignatureKind.SIGNATURE:
                return py.Call(self.scope.runtime("signatures", "Signature"), [py.string(signature.header), *words])
        assert_never(signature.kind)

    def _registration(self, event: Received) -> py.Stmt:
        handler = py.raw("handler")
        kind = py.raw(event.handler)
        body = [
            py.expression(py.call(py.raw("self._register"), py.string(event.wire.name), handler)),
            py.returns(handler),
        ]
        doc = joined([f"Handle ``{event.wire.name}``.", *map(to_plain, said_of(event.wire))])
        params = [py.SELF, py.Param("handler", kind)]
        function = py.Function(py.identifier(event.method), params, kind, body, doc=doc)
        return function.checked()

    def _read(self) -> list[py.Stmt]:
        """Print ``read``, whose result has the type of the named event's payload."""
        headers = py.Param("headers", self.scope.runtime("webhooks", "HeaderInput"))
        rest = [headers, py.Param("body", py.raw("bytes"))]
        value = py.call(py.raw("self.read_event"), py.raw("name"), py.raw("headers"), py.raw("body"))
        if len(self.events) == 1:
            event = self.events[0]
            body = [py.declare(py.raw("payload"), py.raw(event.payload), value), py.returns(py.raw("payload"))]
            params = [py.SELF, self._name([event]), *rest]
            return [py.Function(py.raw("read"), params, py.raw(event.payload), body, doc=say("read_one_event"))]
        found: list[py.Stmt] = []
        overload = self.scope.use("typing", "overload")
        for event in self.events:
            params = [py.SELF, self._name([event]), *rest]
            stub = py.Function(py.raw("read"), params, py.raw(event.payload), None, decorators=[overload])
            found.append(stub.checked())
        params = [py.SELF, py.Param("name", _NONE), *rest]
        if self.receiver.webhooks:
            found.append(py.Function(py.raw("read"), params, py.raw("WebhookPayload"), None, decorators=[overload]))
        anything = self.scope.use("typing", "Any")
        params = [py.SELF, py.Param("name", py.union([py.raw("str"), _NONE])), *rest]
        found.append(py.Function(py.raw("read"), params, anything, [py.returns(value)], doc=say("read_event")))
        return found

    def _name(self, events: Sequence[Received]) -> py.Param:
        names = [py.string(name) for event in events for name in event.wire.names]
        return py.Param("name", py.Subscript(self.scope.use("typing", "Literal"), names))

    # ------------------------------------------------------------------ callbacks

    def _urls(self) -> Iterator[py.Stmt]:
        wires = [event.wire for event in self.callbacks]
        pairs = [(name, py.tuple_of(list(map(self._part, wire.url)))) for wire in wires for name in wire.names]
        yield py.assign(py.raw("_URLS"), py.dict_of(pairs), apart=True)
        exchange = py.Param("exchange", self.scope.runtime("callbacks", "Exchange"))
        found = py.call(self.scope.runtime("callbacks", "resolve"), py.raw("_URLS"), py.raw("name"), py.raw("exchange"))
        body = [py.returns(found)]
        params = [self._name(self.callbacks), exchange]
        yield py.Function(py.raw("callback_url"), params, py.raw("str"), body, doc=say("callback_url"))

    def _part(self, part: ExpressionPart) -> py.Expr:
        text = [] if part.text is None else [py.string(part.text)]
        return py.Call(self.scope.runtime("callbacks", "Part"), [*text, *py.keywords(_PART.facts(part))])


def _answers(replies: Iterable[Reply]) -> py.Expr:
    return py.literal({reply.status: reply.media_type for reply in replies})


_PART = Table(ExpressionPart, "root part name pointer", py.literal)
_EVENT = Table(
    WireEvent,
    "required replies:answers success failure callback:signed short method tags",
    py.literal,
    replies=_answers,
    success=py.raw,
    failure=py.raw,
    callback=lambda _: py.raw("False"),
)
