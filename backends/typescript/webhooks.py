"""Prints ``webhooks.ts``: types of payloads and replies, the receiver, and the URLs of callbacks (D9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from backends.records import Table
from backends.texts import UNSIGNED, joined, said_once
from backends.typescript.docs import say
from backends.typescript.files import File
from backends.typescript.models import alias_line
from backends.typescript.scope import Scope
from backends.typescript.sdk import Sdk
from backends.typescript.text import comment, facts, key, literal, obj, string
from backends.typescript.types import distinct
from backends.writer import Doc, bracketed
from backends.writer.prettier import INDENT, array, lay
from compiler.ir.events import Carries, EventBody, Reply, Signature, SignatureKind
from compiler.ir.types import ListOf
from compiler.ir.wire import ExpressionPart, WireEvent
from compiler.plan.plan import Received, Receiver

HOME = "webhooks"
_SIGNED = {"timestamp_key": "timestampKey", "signature_key": "signatureKey", "tolerance_seconds": "tolerance"}
_EXPORTS = "PayloadError Reply UnknownEventError"


def webhook_file(sdk: Sdk) -> File | None:
    """Print the file; None where the document has neither webhooks nor callbacks."""
    return _Printer(sdk, sdk.plan.receiver).print() if sdk.plan.receiver is not None else None


class _Printer:
    """Prints the events of one plan."""

    def __init__(self, sdk: Sdk, receiver: Receiver) -> None:
        self.sdk, self.types, self.receiver = sdk, sdk.types, receiver
        self.file = File(Scope(HOME), "Webhooks and callbacks: the events, their handlers, and the replies.")
        self.scope = self.file.scope
        self.scope.named = self.types.idents
        self.events, self.webhooks, self.callbacks = receiver.events, receiver.webhooks, receiver.callbacks
        self.scope.local |= {name for event in self.events for name in (event.payload, event.answer)}
        self.scope.local |= {"WebhookEvents", "WebhookPayload", "WebhookReceiver", "EVENTS", "SIGNATURE"}

    def print(self) -> File:
        """Print everything."""
        self._exports()
        for event in self.events:
            self._types(event)
        self._tables()
        self._receiver()
        if self.callbacks:
            self._urls()
        return self.file

    def _exports(self) -> None:
        """Export the types that a receiver uses."""
        self.file.types(
            f'export {{ {", ".join(_EXPORTS.split())} }} from "./runtime/webhooks.js";\n'
            'export type {\n  EventContext,\n  ReceiverOptions,\n  WebhookResponse,\n} from "./runtime/webhooks.js";\n'
            'export { SignatureError } from "./runtime/signatures.js";\n'
        )
        self.file.reexported = [
            ("runtime/webhooks", _EXPORTS.split()),
            ("runtime/signatures", ["SignatureError"]),
        ]

    # ------------------------------------------------------------------ types

    def _types(self, event: Received) -> None:
        said = joined([f"The payload of `{event.wire.name}`.", *said_once(event.wire.summary, event.wire.description)])
        self.file.types(comment(said) + alias_line(event.payload, self._payload_members(event)))
        told = comment(f"The result of a handler of `{event.wire.name}`.")
        self.file.types(told + alias_line(event.answer, distinct([*self._answers(event)])))

    def _payload_members(self, event: Received) -> list[Doc]:
        parts = [part for body in event.wire.bodies for part in self._body_members(body)]
        return distinct(parts if event.wire.required else [*parts, "undefined"])

    def _body_members(self, body: EventBody) -> list[Doc]:
        if not body.parsed:
            return ["string" if body.carries is Carries.TEXT else "Uint8Array"]
        return self.types.members(ListOf(body.type) if body.carries is Carries.JSONL else body.type, self.scope)

    def _answers(self, event: Received) -> Iterator[Doc]:
        """Yield what a handler may return: nothing, only the body of success, or a reply with its status."""
        kind = self.scope.runtime_type("Reply")
        for reply in event.wire.replies:
            body = distinct([part for item in reply.bodies for part in self._answered(item)])
            if reply.usual:
                yield from body
            yield _reply(kind, reply.status if reply.exact else "number", body)
        if not event.wire.replies:
            yield f"{kind}<number>"
        yield "undefined"
        yield "void"

    def _answered(self, body: EventBody) -> list[Doc]:
        is_json = body.carries is Carries.JSON
        return self.types.members(body.type, self.scope, sent=True) if is_json else ["string", "Uint8Array"]

    # ------------------------------------------------------------------ tables

    def _tables(self) -> None:
        self.file.types(
            comment("The payload of any webhook.")
            + alias_line("WebhookPayload", [event.payload for event in self.webhooks] or ["never"])
        )
        named = [(name, event.payload) for event in self.events for name in event.wire.names]
        lines = [f"{INDENT}{key(name)}: {payload};\n" for name, payload in named]
        said = comment("The payloads of all events, by event name.")
        self.file.types(f"{said}export interface WebhookEvents {{\n{''.join(lines)}}}\n")
        kind = self.scope.runtime_type("EventFacts")
        table = obj([(event.wire.name, obj(self._event(event.wire))) for event in self.events])
        self.file.constant("EVENTS", f"Readonly<Record<string, {kind}>>", table)
        if self.receiver.signature is not None:
            signature = obj(self._signature(self.receiver.signature))
            self.file.constant("SIGNATURE", self.scope.runtime_type("Signature"), signature)

    def _event(self, wire: WireEvent) -> Iterator[tuple[str, Doc]]:
        yield "payloads", facts([[*self._payload(body)] for body in wire.bodies])
        yield from _EVENT.facts(wire)

    def _payload(self, body: EventBody) -> Iterator[tuple[str, Doc]]:
        yield "type", string(body.media_type)
        yield "as", string(body.carries.value)
        codec = self.sdk.codecs.reader(body.type, self.scope) if body.parsed else None
        if codec is not None:
            yield "codec", codec
        if body.shape is not None:
            yield "shape", string(body.shape.value)

    def _signature(self, signature: Signature) -> Iterator[tuple[str, Doc]]:
        match signature.kind:
            case SignatureKind.STANDARD:
                yield "standard", "true"
            case SignatureKind.SIGNATURE:
                yield "header", string(signature.header)
            case _:
                assert_never(signature.kind)
        for name, value in self.receiver.signed.items():
            yield _SIGNED.get(name, name), literal(value)

    # ------------------------------------------------------------------ the receiver

    def _receiver(self) -> None:
        base, options = self.scope.runtime("Receiver"), self.scope.runtime_type("ReceiverOptions")
        handler, headers = self.scope.runtime_type("Handler"), self.scope.runtime_type("HeaderInput")
        signature = "SIGNATURE" if self.receiver.signature is not None else "undefined"
        tag, id_at = self.receiver.tag, self.receiver.event_id
        given: list[Doc] = ["EVENTS", signature, "options"]
        if tag is not None or id_at:
            given.append("undefined" if tag is None else string(tag))
        if id_at:
            given.append(array([string(token) for token in id_at]))
        made = f"{lay([bracketed('super(', given, ')'), ';'], 2)}\n{INDENT}}}\n"
        signed = self.receiver.signature is not None
        said = comment(say("receiver" if signed else "unverified_receiver", unsigned=UNSIGNED))
        read = comment("Verifies and reads an event, for receivers that answer on their own.", 1)
        rest = [f"headers: {headers}", "body: Uint8Array"]
        named: Doc = [
            bracketed("read<N extends keyof WebhookEvents>(", ["name: N", *rest], ")"),
            ": Promise<WebhookEvents[N]>",
        ]
        found: Doc = [bracketed("read(", ["name: undefined", *rest], ")"), ": Promise<WebhookPayload>"]
        whole: Doc = [bracketed("read(", ["name: string | undefined", *rest], ")"), ": Promise<unknown>"]
        reads = [f"{read}{lay([named, ';'], 1)}\n"]
        if self.webhooks:
            told = comment("Verifies and reads a webhook, whose name is found in the request.", 1)
            reads.append(f"{told}{lay([found, ';'], 1)}\n")
        body = f"{INDENT * 2}return this.readAny(name, headers, body)"
        ts = [f"{INDENT}constructor(options: {options} = {{}}) {{\n{made}"]
        js = [f"{INDENT}constructor(options = {{}}) {{\n{made}"]
        dts = [f"{INDENT}constructor(options?: {options});\n"]
        for event in self.events:
            told = comment(
                joined([f"Handle `{event.wire.name}`.", *said_once(event.wire.summary, event.wire.description)]), 1
            )
            takes: list[Doc] = [bracketed(f"handler: {handler}<", [event.payload, event.answer], ">", trailing="")]
            line: Doc = [bracketed(f"{event.method}(", takes, ")"), ": this"]
            inner = lay(["return ", bracketed("this.register(", [string(event.wire.name), "handler"], ")"), ";"], 2)
            ts.append(f"{told}{lay([line, ' {'], 1)}\n{inner}\n{INDENT}}}\n")
            js.append(f"{INDENT}{event.method}(handler) {{\n{inner}\n{INDENT}}}\n")
            dts.append(f"{told}{lay([line, ';'], 1)}\n")
        ts.append(f"{''.join(reads)}{lay([whole, ' {'], 1)}\n{body};\n{INDENT}}}\n")
        js.append(f"{INDENT}read(name, headers, body) {{\n{body};\n{INDENT}}}\n")
        dts += reads
        opening = f"class WebhookReceiver extends {base} {{\n"
        self.file.value(
            f"{said}export {opening}" + "\n".join(ts) + "}\n",
            opening + "\n".join(js) + "}\n",
            f"{said}export declare {opening}{''.join(dts)}}}\n",
            "WebhookReceiver",
        )

    # ------------------------------------------------------------------ callbacks

    def _urls(self) -> None:
        part, exchange = self.scope.runtime_type("UrlPart"), self.scope.runtime_type("CallbackExchange")
        named = [(name, event.wire.url) for event in self.callbacks for name in event.wire.names]
        table = obj([(name, array([_part(item) for item in url])) for name, url in named])
        text = lay(["const URLS = ", table, f" satisfies Record<string, readonly {part}[]>;"]) + "\n"
        self.file.value(text, text.replace(f" satisfies Record<string, readonly {part}[]>", ""), "")
        said = comment("Find the URL of a callback, from the request that starts it and its response.")
        names = distinct([string(name) for name, _ in named])
        body = f"{INDENT}return {self.scope.runtime('resolveUrl')}(URLS, name, exchange);\n"
        self.file.types(comment("The names of callbacks.") + alias_line("CallbackName", names))
        given: Doc = [bracketed("(", ["name: CallbackName", f"exchange: {exchange}"], ")"), ": string"]
        self.file.function(said, "callbackUrl", given, "name, exchange", body)


def _reply(reply: str, status: str, body: list[Doc]) -> Doc:
    if not body:
        return f"{reply}<{status}>"
    flat: list[Doc] = []
    for item in body:
        flat += [" | ", item] if flat else [item]
    return bracketed(f"{reply}<", [status, flat], ">", trailing="")


def _part(part: ExpressionPart) -> Doc:
    return obj(_PART.facts(part)) if part.text is None else string(part.text)


def _answers(replies: Iterable[Reply]) -> Doc:
    return obj((reply.status, string(reply.media_type)) for reply in replies)


_PART = Table(ExpressionPart, "root part name pointer", literal)
_EVENT = Table(
    WireEvent,
    "required replies:answers success failure callback:unsigned short method tags",
    literal,
    replies=_answers,
    success=str,
    failure=str,
)
