"""Prints ``_webhooks.py``: types of payloads and replies, the receiver, and the URLs of callbacks (D9).

::

    BookingChangedPayload: TypeAlias = BookingEvent

    class WebhookReceiver(Receiver):
        def booking_changed(self, handler: BookingChangedHandler) -> BookingChangedHandler: ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from backends.python.code import (
    SELF,
    Call,
    Class,
    Collection,
    Doc,
    Expr,
    Function,
    Keyword,
    Param,
    Stmt,
    Subscript,
    Sure,
    assign,
    call,
    declare,
    dict_of,
    expression,
    identifier,
    keywords,
    literal,
    module,
    raw,
    returns,
    string,
    tuple_of,
    union,
)
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
_NONE = raw("None")


def webhook_file(plan: Plan, receiver: Receiver, header: str) -> str:
    """Print the file of a document that has webhooks or callbacks."""
    scope = _EventScope(HOME)
    printer = _Printer(receiver, group_types(plan), scope)
    doc = "Webhooks and callbacks: the events, their handlers, and the replies."
    return module(list(printer.statements()), header=header, doc=doc, imports=scope)


class _EventScope(GroupScope):
    """Imports of the file: the table of events needs its readers from the start."""

    def reader(self, module: str, name: str) -> Expr:
        found = super().reader(module, name)
        self.use(module, name if found.text == name else f"{name} as {found.text}")
        return found


class _Printer:
    """Prints the events of one plan."""

    def __init__(self, receiver: Receiver, types: Types, scope: Scope) -> None:
        self.receiver, self.types, self.scope = receiver, types, scope
        self.events, self.callbacks = receiver.events, receiver.callbacks

    def statements(self) -> Iterator[Stmt]:
        """Print everything."""
        for event in self.events:
            yield from self._types(event)
        everything = union([self._payload_type(event) for event in self.receiver.webhooks] or [_NONE])
        yield self._alias("WebhookPayload", everything)
        yield Doc("The payload of any webhook.")
        yield self._receiver()
        if self.callbacks:
            yield from self._urls()

    # ------------------------------------------------------------------ types

    def _types(self, event: Received) -> Iterator[Stmt]:
        """Print the types of the payload, of the replies, and of the handler."""
        answer = raw(event.answer)
        yield self._alias(event.payload, self._payload_type(event))
        yield Doc(f"The payload of ``{event.wire.name}``.")
        answers = list(self._answers(event))
        yield self._alias(event.answer, union(answers))
        yield Doc(f"The result of a handler of ``{event.wire.name}``.")
        # Its names are found by what evaluates it at run time; another alias is a text there, which `|` refuses.
        awaitable = Subscript(self.scope.use("collections.abc", "Awaitable"), [answer])
        takes = Collection("[", [raw(event.payload)], "]")
        handler = Subscript(self.scope.use("collections.abc", "Callable"), [takes, union([awaitable, *answers])])
        yield self._alias(event.handler, handler)

    def _alias(self, name: str, value: Expr) -> Stmt:
        """Print an alias; quoted, so that no model is imported for it."""
        alias = self.scope.use("typing", "TypeAlias")
        return Sure(f"{identifier(name).text}: {alias.text} = ", string(value.text), apart=True)

    def _payload_type(self, event: Received) -> Expr:
        parts = [self._body_type(body) for body in event.wire.bodies]
        return union(parts if event.wire.required else [*parts, _NONE])

    def _body_type(self, body: EventBody) -> Expr:
        if not body.parsed:
            return raw("str" if body.carries is Carries.TEXT else "bytes")
        held = self.types.annotation(body.type, self.scope)
        return Subscript(raw("list"), [held]) if body.carries is Carries.JSONL else held

    def _answers(self, event: Received) -> Iterator[Expr]:
        """Yield what a handler may return: nothing, only the body of success, or a reply with its status."""
        kind = self.scope.runtime("webhook_events", "Reply")
        for reply in event.wire.replies:
            body = union([self._answered(body) for body in reply.bodies] or [_NONE])
            if reply.usual and reply.bodies:
                yield body
            exact = reply.exact and self.scope.use("typing", "Literal")
            yield Subscript(kind, [Subscript(exact, [raw(reply.status)]) if exact else raw("int"), body])
        if not event.wire.replies:
            yield Subscript(kind, [raw("int"), _NONE])
        yield _NONE

    def _answered(self, body: EventBody) -> Expr:
        is_json = body.carries is Carries.JSON
        return self.types.argument(body.type, self.scope) if is_json else raw("str | bytes")

    # ------------------------------------------------------------------ the receiver

    def _receiver(self) -> Stmt:
        base = self.scope.runtime("webhooks", "Receiver")
        body: list[Stmt] = [assign(raw("_events"), self._table())]
        if self.receiver.signature is not None:
            body.append(assign(raw("_signature"), self._scheme(self.receiver.signature)))
        if self.receiver.tag is not None:
            body.append(assign(raw("_tag"), string(self.receiver.tag)))
        if self.receiver.event_id:
            body.append(assign(raw("_id_at"), literal(self.receiver.event_id)))
        body += [self._registration(event) for event in self.events]
        body += self._read()
        doc = say("receiver" if self.receiver.signature is not None else "unverified_receiver", unsigned=UNSIGNED)
        return Class(raw("WebhookReceiver"), [base], body, doc=doc)

    def _table(self) -> Expr:
        return dict_of((event.wire.name, self._event(event.wire)) for event in self.events)

    def _event(self, wire: WireEvent) -> Expr:
        arguments = [string(wire.name), *map(self._payload, wire.bodies), *keywords(_EVENT.facts(wire))]
        return Call(self.scope.runtime("webhook_events", "Event"), arguments)

    def _payload(self, body: EventBody) -> Expr:
        arguments: list[Expr] = [string(body.media_type), string(body.carries.value)]
        decoder = self.types.reads(body.type, self.scope) if body.parsed else None
        if decoder is not None:
            arguments.append(Keyword("decode", decoder))
        if body.shape is not None:
            arguments.append(Keyword("shape", string(body.shape.value)))
        return Call(self.scope.runtime("webhook_events", "Payload"), arguments)

    def _scheme(self, signature: Signature) -> Expr:
        words = [Keyword(name.removesuffix("_seconds"), literal(value)) for name, value in self.receiver.signed.items()]
        match signature.kind:
            case SignatureKind.STANDARD:
                return Call(self.scope.runtime("signatures", "StandardWebhooks"), words)
            case SignatureKind.SIGNATURE:
                return Call(self.scope.runtime("signatures", "Signature"), [string(signature.header), *words])
        assert_never(signature.kind)

    def _registration(self, event: Received) -> Stmt:
        handler = raw("handler")
        kind = raw(event.handler)
        body = [expression(call(raw("self._register"), string(event.wire.name), handler)), returns(handler)]
        doc = joined([f"Handle ``{event.wire.name}``.", *map(to_plain, said_of(event.wire))])
        function = Function(identifier(event.method), [SELF, Param("handler", kind)], kind, body, doc=doc)
        return function.checked()

    def _read(self) -> list[Stmt]:
        """Print ``read``, whose result has the type of the named event's payload."""
        headers = Param("headers", self.scope.runtime("webhooks", "HeaderInput"))
        rest = [headers, Param("body", raw("bytes"))]
        value = call(raw("self.read_event"), raw("name"), raw("headers"), raw("body"))
        if len(self.events) == 1:
            event = self.events[0]
            body = [declare(raw("payload"), raw(event.payload), value), returns(raw("payload"))]
            params = [SELF, self._name([event]), *rest]
            return [Function(raw("read"), params, raw(event.payload), body, doc=say("read_one_event"))]
        found: list[Stmt] = []
        overload = self.scope.use("typing", "overload")
        for event in self.events:
            params = [SELF, self._name([event]), *rest]
            stub = Function(raw("read"), params, raw(event.payload), None, decorators=[overload])
            found.append(stub.checked())
        params = [SELF, Param("name", _NONE), *rest]
        if self.receiver.webhooks:
            found.append(Function(raw("read"), params, raw("WebhookPayload"), None, decorators=[overload]))
        anything = self.scope.use("typing", "Any")
        params = [SELF, Param("name", union([raw("str"), _NONE])), *rest]
        found.append(Function(raw("read"), params, anything, [returns(value)], doc=say("read_event")))
        return found

    def _name(self, events: Sequence[Received]) -> Param:
        names = [string(name) for event in events for name in event.wire.names]
        return Param("name", Subscript(self.scope.use("typing", "Literal"), names))

    # ------------------------------------------------------------------ callbacks

    def _urls(self) -> Iterator[Stmt]:
        wires = [event.wire for event in self.callbacks]
        pairs = [(name, tuple_of(list(map(self._part, wire.url)))) for wire in wires for name in wire.names]
        yield assign(raw("_URLS"), dict_of(pairs), apart=True)
        exchange = Param("exchange", self.scope.runtime("callbacks", "Exchange"))
        found = call(self.scope.runtime("callbacks", "resolve"), raw("_URLS"), raw("name"), raw("exchange"))
        body = [returns(found)]
        params = [self._name(self.callbacks), exchange]
        yield Function(raw("callback_url"), params, raw("str"), body, doc=say("callback_url"))

    def _part(self, part: ExpressionPart) -> Expr:
        text = [] if part.text is None else [string(part.text)]
        return Call(self.scope.runtime("callbacks", "Part"), [*text, *keywords(_PART.facts(part))])


def _answers(replies: Iterable[Reply]) -> Expr:
    return literal({reply.status: reply.media_type for reply in replies})


_PART = Table(ExpressionPart, "root part name pointer", literal)
_EVENT = Table(
    WireEvent,
    "required replies:answers success failure callback:signed short method tags",
    literal,
    replies=_answers,
    success=raw,
    failure=raw,
    callback=lambda _: raw("False"),
)
