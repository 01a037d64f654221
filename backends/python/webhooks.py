"""Prints ``_webhooks.py``: types of payloads and answers, the receiver, and the URLs of callbacks (D9).

::

    BookingChangedPayload: TypeAlias = BookingEvent

    class WebhookReceiver(Receiver):
        def booking_changed(self, handler: BookingChangedHandler) -> BookingChangedHandler: ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from backends.constraints import said_once
from backends.events import event_tag
from backends.python.cst import (
    SELF,
    Call,
    Class,
    Collection,
    Doc,
    Expr,
    Function,
    Keyword,
    Pair,
    Param,
    Stmt,
    Subscript,
    assign,
    call,
    declare,
    expression,
    identifier,
    literal,
    module,
    raw,
    returns,
    string,
    tuple_of,
    union,
)
from backends.python.docs import joined
from backends.python.event_names import Received, event_names
from backends.python.group_scope import GroupScope
from backends.python.scope import Scope
from backends.python.types import Types
from compiler.ir.plan import Plan
from compiler.ir.types import Alias, ListOf, MapOf, Model, Ref, Type
from compiler.ir.wire import Answer, BodyKind, ExpressionPart, Payload, Signature

HOME = "_webhooks"
_KINDS = {BodyKind.JSON: "json", BodyKind.JSONL: "jsonl", BodyKind.TEXT: "text"}
_NONE = raw("None")


def webhook_file(plan: Plan, types: Types, header: str) -> str | None:
    """Print the file; None where the document has neither webhooks nor callbacks."""
    if not plan.wire.events:
        return None
    scope = _EventScope(HOME)
    printer = _Printer(plan, types, scope)
    doc = "Webhooks and callbacks: what is received, who handles it, and what is answered."
    return module(list(printer.statements()), header=header, doc=doc, imports=scope)


class _EventScope(GroupScope):
    """Imports of the file: the table of events needs its readers from the start."""

    def reader(self, module: str, name: str) -> Expr:
        found = super().reader(module, name)
        self.use(module, name if found.text == name else f"{name} as {found.text}")
        return found


class _Printer:
    """Prints the events of one plan."""

    def __init__(self, plan: Plan, types: Types, scope: Scope) -> None:
        self.types, self.scope = types, scope
        self.signature = plan.wire.signature
        self.tag = event_tag(plan)
        self.events = event_names(plan)
        self.webhooks = [event for event in self.events if not event.wire.callback]
        self.callbacks = [event for event in self.events if event.wire.callback]

    def statements(self) -> Iterator[Stmt]:
        """Print everything."""
        for event in self.events:
            yield from self._types(event)
        everything = union([self._payload_type(event) for event in self.webhooks] or [_NONE])
        yield self._alias("WebhookPayload", everything)
        yield Doc("The payload of any webhook.")
        yield self._receiver()
        if self.callbacks:
            yield from self._urls()

    # ------------------------------------------------------------------ types

    def _types(self, event: Received) -> Iterator[Stmt]:
        """Print the types of the payload, of the answers, and of the handler."""
        answer = raw(event.answer)
        yield self._alias(event.payload, self._payload_type(event))
        yield Doc(f"What ``{event.key}`` carries.")
        yield self._alias(event.answer, union(list(self._answers(event))))
        yield Doc(f"What a handler of ``{event.key}`` may return.")
        awaitable = Subscript(self.scope.check("collections.abc", "Awaitable"), [answer])
        takes = Collection("[", [raw(event.payload)], "]")
        handler = Subscript(self.scope.check("collections.abc", "Callable"), [takes, union([answer, awaitable])])
        yield self._alias(event.handler_type, handler)

    def _alias(self, name: str, value: Expr) -> Stmt:
        """Print an alias; quoted, so that no model is imported for it."""
        return declare(raw(name), self.scope.use("typing", "TypeAlias"), string(value.text), apart=True)

    def _payload_type(self, event: Received) -> Expr:
        parts = [self._body_type(payload) for payload in event.wire.payloads]
        if not parts or not any(payload.required for payload in event.wire.payloads):
            parts.append(_NONE)
        return union(parts)

    def _body_type(self, payload: Payload) -> Expr:
        match payload.kind:
            case BodyKind.JSON:
                return self.types.annotation(payload.type, self.scope)
            case BodyKind.JSONL:
                return Subscript(raw("list"), [self.types.annotation(payload.type, self.scope)])
            case BodyKind.TEXT:
                return raw("str")
            case BodyKind.BYTES | BodyKind.FORM | BodyKind.MULTIPART | BodyKind.SSE:
                return raw("bytes")
        assert_never(payload.kind)

    def _answers(self, event: Received) -> Iterator[Expr]:
        """Yield what a handler may return: nothing, the body of success alone, or a reply with its status."""
        for answer in event.wire.answers:
            body = self._answer_body(answer)
            if answer.status == event.wire.success and body is not _NONE:
                yield body
            reply = self.scope.runtime("webhook_events", "Reply")
            yield Subscript(reply, [self._status(answer.status), body])
        if not event.wire.answers:
            yield Subscript(self.scope.runtime("webhook_events", "Reply"), [raw("int"), _NONE])
        yield _NONE

    def _answer_body(self, answer: Answer) -> Expr:
        if not answer.decodes:
            return _NONE
        parts: list[Expr] = []
        for decode in answer.decodes:
            is_json = decode.kind is BodyKind.JSON
            parts.append(self.types.argument(decode.type, self.scope) if is_json else raw("str | bytes"))
        return union(parts)

    def _status(self, status: str) -> Expr:
        return Subscript(self.scope.use("typing", "Literal"), [raw(status)]) if status.isdigit() else raw("int")

    # ------------------------------------------------------------------ the receiver

    def _receiver(self) -> Stmt:
        base = self.scope.runtime("webhooks", "Receiver")
        body: list[Stmt] = [assign(raw("_events"), self._table())]
        if self.signature is not None:
            body.append(assign(raw("_signature"), self._scheme(self.signature)))
        if self.tag is not None:
            body.append(assign(raw("_tag"), string(self.tag)))
        body += [self._registration(event) for event in self.events]
        body += self._read()
        doc = "Receives the webhooks and callbacks of the API: verifies, reads, hands to a handler, answers."
        return Class(raw("WebhookReceiver"), [base], body, doc=doc)

    def _table(self) -> Expr:
        return Collection("{", [Pair(string(event.key), self._event(event)) for event in self.events], "}")

    def _event(self, event: Received) -> Expr:
        wire = event.wire
        arguments: list[Expr] = [string(event.key), *[self._payload(payload) for payload in wire.payloads]]
        if any(payload.required for payload in wire.payloads):
            arguments.append(Keyword("required", raw("True")))
        answers = [
            Pair(string(answer.status), string(answer.decodes[0].media_type if answer.decodes else ""))
            for answer in wire.answers
        ]
        if answers:
            arguments.append(Keyword("answers", Collection("{", answers, "}")))
        if wire.success != "200":
            arguments.append(Keyword("success", raw(wire.success)))
        if wire.failure != "500":
            arguments.append(Keyword("failure", raw(wire.failure)))
        if wire.callback:
            arguments.append(Keyword("signed", raw("False")))
        if wire.method != "POST":
            arguments.append(Keyword("method", string(wire.method)))
        if wire.tags:
            arguments.append(Keyword("tags", tuple_of([string(tag) for tag in wire.tags])))
        return Call(self.scope.runtime("webhook_events", "Event"), arguments)

    def _payload(self, payload: Payload) -> Expr:
        arguments: list[Expr] = [string(payload.media_type), string(_KINDS.get(payload.kind, "bytes"))]
        if payload.kind in (BodyKind.JSON, BodyKind.JSONL):
            decoder = self.types.reads(payload.type, self.scope)
            if decoder is not None:
                arguments.append(Keyword("decode", decoder))
            shape = self._shape(payload.type)
            if shape is not None:
                arguments.append(Keyword("shape", string(shape)))
        return Call(self.scope.runtime("webhook_events", "Payload"), arguments)

    def _shape(self, type_: Type) -> str | None:
        """Name the JSON type that a payload must have, where there is one."""
        match type_:
            case MapOf():
                return "object"
            case ListOf():
                return "array"
            case Ref(target):
                declared = self.types.declared[target]
                if isinstance(declared, Alias) and not self.types.names.recursive(target):
                    return self._shape(declared.type)
                return "object" if isinstance(declared, Model) else None
            case _:
                return None

    def _scheme(self, signature: Signature) -> Expr:
        if signature.kind == "standard-webhooks":
            kind = self.scope.runtime("signatures", "StandardWebhooks")
            tolerance = signature.tolerance_seconds
            return Call(kind, [] if tolerance is None else [Keyword("tolerance", literal(tolerance))])
        given = {
            "encoding": signature.encoding,
            "prefix": signature.prefix,
            "signed": signature.signed,
            "timestamp_key": signature.timestamp_key,
            "signature_key": signature.signature_key,
            "tolerance": signature.tolerance_seconds,
        }
        usual = {"encoding": "hex", "prefix": "", "signed": "{body}"}
        words = [Keyword(name, literal(value)) for name, value in given.items() if value != usual.get(name)]
        return Call(self.scope.runtime("signatures", "Signature"), [string(signature.header), *words])

    def _registration(self, event: Received) -> Function:
        handler = raw("handler")
        kind = raw(event.handler_type)
        body = [expression(call(raw("self._register"), string(event.key), handler)), returns(handler)]
        doc = joined([f"Handle ``{event.key}``.", *said_once(event.wire.summary, event.wire.description)])
        return Function(identifier(event.method), [SELF, Param("handler", kind)], kind, body, doc=doc)

    def _read(self) -> list[Stmt]:
        """Print ``read``, whose result has the type of the named event's payload."""
        headers = Param("headers", self.scope.runtime("webhooks", "HeaderInput"))
        rest = [headers, Param("body", raw("bytes"))]
        value = call(raw("self.read_event"), raw("name"), raw("headers"), raw("body"))
        if len(self.events) == 1:
            event = self.events[0]
            body = [declare(raw("payload"), raw(event.payload), value), returns(raw("payload"))]
            params = [SELF, self._name([event]), *rest]
            return [Function(raw("read"), params, raw(event.payload), body, doc=_READ_ONE_DOC)]
        found: list[Stmt] = []
        overload = self.scope.use("typing", "overload")
        for event in self.events:
            params = [SELF, self._name([event]), *rest]
            found.append(Function(raw("read"), params, raw(event.payload), None, decorators=[overload]))
        params = [SELF, Param("name", _NONE), *rest]
        if self.webhooks:
            found.append(Function(raw("read"), params, raw("WebhookPayload"), None, decorators=[overload]))
        anything = self.scope.use("typing", "Any")
        params = [SELF, Param("name", union([raw("str"), _NONE])), *rest]
        found.append(Function(raw("read"), params, anything, [returns(value)], doc=_READ_DOC))
        return found

    def _name(self, events: Sequence[Received]) -> Param:
        names = [string(event.key) for event in events]
        return Param("name", Subscript(self.scope.use("typing", "Literal"), names))

    # ------------------------------------------------------------------ callbacks

    def _urls(self) -> Iterator[Stmt]:
        pairs = [
            Pair(string(event.key), tuple_of([self._part(part) for part in event.wire.url])) for event in self.callbacks
        ]
        yield assign(raw("_URLS"), Collection("{", pairs, "}"), apart=True)
        exchange = Param("exchange", self.scope.runtime("callbacks", "Exchange"))
        table = Subscript(raw("_URLS"), [raw("name")])
        body = [returns(call(self.scope.runtime("callbacks", "resolve"), table, raw("exchange")))]
        params = [self._name(self.callbacks), exchange]
        yield Function(raw("callback_url"), params, raw("str"), body, doc=_URL_DOC)

    def _part(self, part: ExpressionPart) -> Expr:
        kind = self.scope.runtime("callbacks", "Part")
        if part.text is not None:
            return Call(kind, [string(part.text)])
        given: Mapping[str, object] = {"root": part.root, "part": part.part, "name": part.name, "pointer": part.pointer}
        return Call(kind, [Keyword(name, literal(value)) for name, value in given.items() if value])


_READ_ONE_DOC = """Verify and read an event, for receivers that answer on their own.

Raises:
    UnknownEventError: there is no such event; names are case-sensitive.
    SignatureError: its signature is not valid.
    PayloadError: its payload is missing, too large or cannot be read."""

_READ_DOC = _READ_ONE_DOC.replace("\n\n", "\n\nThe name is None where it is found in what is received.\n\n", 1)

_URL_DOC = """Find where a callback goes, in the request that starts it and the response to that.

Raises:
    CallbackURLError: a value that the URL is made of is missing."""
