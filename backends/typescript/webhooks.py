"""Prints ``webhooks.ts``: types of payloads and answers, the receiver, and the URLs of callbacks (D9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from backends.constraints import said_once
from backends.events import event_tag
from backends.typescript.docs import joined
from backends.typescript.event_names import Received, event_names
from backends.typescript.files import File
from backends.typescript.groups import Sdk
from backends.typescript.models import alias_line
from backends.typescript.scope import Scope
from backends.typescript.text import INDENT, array, comment, constant, facts, key, lay, literal, obj, string
from backends.typescript.types import distinct
from backends.writer import Doc, bracketed
from compiler.ir.types import Alias, ListOf, MapOf, Model, Ref, Type
from compiler.ir.wire import Answer, BodyKind, ExpressionPart, Payload, Signature

HOME = "webhooks"
_KINDS = {BodyKind.JSON: "json", BodyKind.JSONL: "jsonl", BodyKind.TEXT: "text"}
_EXPORTS = "PayloadError Reply UnknownEventError"


def webhook_file(sdk: Sdk) -> File | None:
    """Print the file; None where the document has neither webhooks nor callbacks."""
    return _Printer(sdk).print() if sdk.plan.wire.events else None


class _Printer:
    """Prints the events of one plan."""

    def __init__(self, sdk: Sdk) -> None:
        self.sdk, self.types = sdk, sdk.types
        self.file = File(Scope(HOME), "Webhooks and callbacks: what is received, who handles it, and what is answered.")
        self.scope = self.file.scope
        self.events = event_names(sdk.plan)
        self.webhooks = [event for event in self.events if not event.wire.callback]
        self.callbacks = [event for event in self.events if event.wire.callback]
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
        """Export what a receiver speaks of."""
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
        said = joined([f"What `{event.key}` carries.", *said_once(event.wire.summary, event.wire.description)])
        self.file.types(comment(said) + alias_line(event.payload, self._payload_members(event)))
        told = comment(f"What a handler of `{event.key}` may return.")
        self.file.types(told + alias_line(event.answer, distinct([*self._answers(event)])))

    def _payload_members(self, event: Received) -> list[Doc]:
        parts: list[Doc] = []
        for payload in event.wire.payloads:
            parts += self._body_members(payload)
        if not parts or not any(payload.required for payload in event.wire.payloads):
            parts.append("undefined")
        return distinct(parts)

    def _body_members(self, payload: Payload) -> list[Doc]:
        match payload.kind:
            case BodyKind.JSON:
                return self.types.members(payload.type, self.scope)
            case BodyKind.JSONL:
                return self.types.members(ListOf(payload.type), self.scope)
            case BodyKind.TEXT:
                return ["string"]
            case BodyKind.BYTES | BodyKind.FORM | BodyKind.MULTIPART | BodyKind.SSE:
                return ["Uint8Array"]
        assert_never(payload.kind)

    def _answers(self, event: Received) -> Iterator[Doc]:
        """Yield what a handler may return: nothing, the body of success alone, or a reply with its status."""
        reply = self.scope.runtime_type("Reply")
        for answer in event.wire.answers:
            body = self._answer_members(answer)
            if answer.status == event.wire.success:
                yield from body
            status = answer.status if answer.status.isdigit() else "number"
            yield _reply(reply, status, body)
        if not event.wire.answers:
            yield f"{reply}<number>"
        yield "undefined"
        yield "void"

    def _answer_members(self, answer: Answer) -> list[Doc]:
        found: list[Doc] = []
        for decode in answer.decodes:
            is_json = decode.kind is BodyKind.JSON
            found += self.types.members(decode.type, self.scope, sent=True) if is_json else ["string", "Uint8Array"]
        return distinct(found)

    # ------------------------------------------------------------------ tables

    def _tables(self) -> None:
        self.file.types(
            comment("The payload of any webhook.")
            + alias_line("WebhookPayload", [event.payload for event in self.webhooks] or ["never"])
        )
        lines = [f"{INDENT}{key(event.key)}: {event.payload};\n" for event in self.events]
        said = comment("The payloads of all events, by the name each is received under.")
        self.file.types(f"{said}export interface WebhookEvents {{\n{''.join(lines)}}}\n")
        kind = self.scope.runtime_type("EventFacts")
        table = obj([(event.key, obj(self._event(event))) for event in self.events])
        self._constant("EVENTS", f"Readonly<Record<string, {kind}>>", table)
        signature = self.sdk.plan.wire.signature
        if signature is not None:
            self._constant("SIGNATURE", self.scope.runtime_type("Signature"), obj(_signature(signature)))

    def _constant(self, name: str, kind: str, value: Doc) -> None:
        self.file.value(*constant(name, kind, value), "")

    def _event(self, event: Received) -> Iterator[tuple[str, Doc]]:
        wire = event.wire
        yield "payloads", facts([[*self._payload(payload)] for payload in wire.payloads])
        if any(payload.required for payload in wire.payloads):
            yield "required", "true"
        answers: list[tuple[str, Doc]] = [
            (answer.status, string(answer.decodes[0].media_type if answer.decodes else "")) for answer in wire.answers
        ]
        if answers:
            yield "answers", obj(answers)
        if wire.success != "200":
            yield "success", wire.success
        if wire.failure != "500":
            yield "failure", wire.failure
        if wire.callback:
            yield "unsigned", "true"
        if wire.method != "POST":
            yield "method", string(wire.method)
        if wire.tags:
            yield "tags", array([string(tag) for tag in wire.tags])

    def _payload(self, payload: Payload) -> Iterator[tuple[str, Doc]]:
        yield "type", string(payload.media_type)
        yield "as", string(_KINDS.get(payload.kind, "bytes"))
        if payload.kind in (BodyKind.JSON, BodyKind.JSONL):
            codec = self.sdk.codecs.codec(payload.type, self.scope)
            if codec is not None:
                yield "codec", codec
            shape = self._shape(payload.type)
            if shape is not None:
                yield "shape", string(shape)

    def _shape(self, type_: Type) -> str | None:
        """Name the JSON type that a payload must have, where there is one."""
        match type_:
            case MapOf():
                return "object"
            case ListOf():
                return "array"
            case Ref():
                target = self.types.seen_through(type_)
                if target is not None:
                    return "object" if isinstance(self.types.declared[target], Model) else None
                declared = self.types.declared[type_.target]
                return self._shape(declared.type) if isinstance(declared, Alias) and declared.type != type_ else None
            case _:
                return None

    # ------------------------------------------------------------------ the receiver

    def _receiver(self) -> None:
        base, options = self.scope.runtime("Receiver"), self.scope.runtime_type("ReceiverOptions")
        handler, headers = self.scope.runtime_type("Handler"), self.scope.runtime_type("HeaderInput")
        signature = "SIGNATURE" if self.sdk.plan.wire.signature is not None else "undefined"
        tag = event_tag(self.sdk.plan)
        given = f"EVENTS, {signature}, options" + ("" if tag is None else f", {string(tag)}")
        made = f"{INDENT * 2}super({given});\n{INDENT}}}\n"
        said = comment("Receives webhooks and callbacks: verifies, reads, hands to a handler, answers.")
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
            told = comment("Verifies and reads a webhook, whose name is found in what is received.", 1)
            reads.append(f"{told}{lay([found, ';'], 1)}\n")
        body = f"{INDENT * 2}return this.readAny(name, headers, body)"
        ts = [f"{INDENT}constructor(options: {options} = {{}}) {{\n{made}"]
        js = [f"{INDENT}constructor(options = {{}}) {{\n{made}"]
        dts = [f"{INDENT}constructor(options?: {options});\n"]
        for event in self.events:
            told = comment(
                joined([f"Handle `{event.key}`.", *said_once(event.wire.summary, event.wire.description)]), 1
            )
            takes: list[Doc] = [bracketed(f"handler: {handler}<", [event.payload, event.answer], ">", trailing="")]
            line: Doc = [bracketed(f"{event.method}(", takes, ")"), ": this"]
            inner = lay(["return ", bracketed("this.register(", [string(event.key), "handler"], ")"), ";"], 2)
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
        table = obj([(event.key, array([_part(item) for item in event.wire.url])) for event in self.callbacks])
        text = lay(["const URLS = ", table, f" satisfies Record<string, readonly {part}[]>;"]) + "\n"
        self.file.value(text, text.replace(f" satisfies Record<string, readonly {part}[]>", ""), "")
        said = comment("Find where a callback goes, in the request that starts it and the response to that.")
        names = distinct([string(event.key) for event in self.callbacks])
        body = f"{INDENT}return {self.scope.runtime('resolveUrl')}(URLS[name], exchange);\n}}\n"
        head = "function callbackUrl"
        told = alias_line("CallbackName", names)
        self.file.types(comment("The names of callbacks.") + told)
        given = bracketed("(", ["name: CallbackName", f"exchange: {exchange}"], ")")
        self.file.value(
            said + lay([f"export {head}", given, ": string {"]) + f"\n{body}",
            f"{head}(name, exchange) {{\n{body}",
            said + lay([f"export declare {head}", given, ": string;"]) + "\n",
            "callbackUrl",
        )


def _reply(reply: str, status: str, body: list[Doc]) -> Doc:
    if not body:
        return f"{reply}<{status}>"
    flat: list[Doc] = []
    for item in body:
        flat += [" | ", item] if flat else [item]
    return bracketed(f"{reply}<", [status, flat], ">", trailing="")


def _part(part: ExpressionPart) -> Doc:
    if part.text is not None:
        return string(part.text)
    pairs: list[tuple[str, Doc]] = [("root", string(part.root or ""))]
    pairs += [(name, string(value)) for name, value in (("part", part.part), ("name", part.name)) if value]
    return obj([*pairs, ("pointer", literal(list(part.pointer)))] if part.pointer else pairs)


def _signature(signature: Signature) -> Iterator[tuple[str, Doc]]:
    if signature.kind == "standard-webhooks":
        yield "standard", "true"
    else:
        yield "header", string(signature.header)
        for name, value, usual in (
            ("encoding", signature.encoding, "hex"),
            ("prefix", signature.prefix, ""),
            ("signed", signature.signed, "{body}"),
            ("timestampKey", signature.timestamp_key, None),
            ("signatureKey", signature.signature_key, None),
        ):
            if value is not None and value != usual:
                yield name, string(value)
    if signature.tolerance_seconds is not None:
        yield "tolerance", str(signature.tolerance_seconds)
