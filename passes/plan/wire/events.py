"""The webhooks and callbacks as receivers see them: their keys, bodies and replies (D9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from compiler.base.naming.splitting import letters
from compiler.ir.events import Carries, EventBody, Reply, Shape, Signature, SignatureKind
from compiler.ir.node import Id, replace
from compiler.ir.types import Declaration, ListOf, MapOf, Model, Ref, Type, behind
from compiler.ir.wire import Answer, BodyKind, Decode, Payload, Wire, WireEvent
from compiler.plan.plan import Received, Receiver, Surface
from passes.plan.names.roles import ROLES_OF_EVENTS, role_key
from passes.plan.wire.parameters import wire_parameters

if TYPE_CHECKING:
    from compiler.ir.nodes import Event, Sdk

_SIGNED = ("encoding", "prefix", "signed", "timestamp_key", "signature_key", "tolerance_seconds")
_CARRIED = {BodyKind.JSON: Carries.JSON, BodyKind.JSONL: Carries.JSONL, BodyKind.TEXT: Carries.TEXT}


def wire_events(sdk: Sdk) -> dict[Id, WireEvent]:
    """Return the events as their receivers see them."""
    names = _names(sdk)
    taken = Counter([*names.values(), *(event.wire for event in sdk.events.values())])
    return {at: plan_event(event, names[at], taken[event.wire] == 1, sdk.types) for at, event in sdk.events.items()}


def _names(sdk: Sdk) -> dict[Id, str]:
    """Return what the events are received under.

    Where several have one name, words are added: methods first, then the expressions of callbacks' URLs.
    """
    events = sdk.events.values()
    names = _distinct_names([_name(event, sdk) for event in events], [event.method.lower() for event in events])
    names = _distinct_names(names, [event.expression or "" for event in events])
    return dict(zip(sdk.events, names, strict=True))


def _distinct_names(names: list[str], more: list[str]) -> list[str]:
    counts = Counter(names)
    return [name if counts[name] == 1 else f"{name}.{word}" for name, word in zip(names, more, strict=True)]


def _name(event: Event, sdk: Sdk) -> str:
    """Return the key of a webhook in the document; that of a callback behind the operation that starts it."""
    operation = sdk.operations.get(event.operation or "") if event.kind == "callback" else None
    return event.wire if operation is None else f"{operation.operation_id or ''}.{event.wire}"


def plan_event(event: Event, name: str, alone: bool, types: Mapping[Id, Declaration]) -> WireEvent:
    """Return an event; ``alone``: nothing is called as its key is, itself included."""
    return WireEvent(
        id=event.id,
        wire=event.wire,
        name=name,
        short=event.wire if alone else "",
        callback=event.kind == "callback",
        operation=event.operation,
        method=event.method,
        url=event.url,
        expression=event.expression,
        parameters=wire_parameters(event.parameters, types),
        payloads=event.payloads,
        required=any(payload.required for payload in event.payloads),
        bodies=tuple(_payload(payload, types) for payload in event.payloads),
        answers=event.answers,
        replies=tuple(_reply(answer, event.success) for answer in event.answers),
        success=event.success,
        failure=event.failure,
        tag=event.tag,
        tags=event.tags,
        summary=None if _spells_its_name(event) else event.summary,
        description=event.description,
        deprecated=event.deprecated,
    )


def _payload(payload: Payload, types: Mapping[Id, Declaration]) -> EventBody:
    carries = _CARRIED.get(payload.kind, Carries.BYTES)
    body = EventBody(payload.media_type, carries, payload.type)
    if not body.parsed:
        return body
    return replace(body, shape=_shape(body.type, types), nullable=payload.nullable and carries is Carries.JSON)


def _shape(type_: Type, types: Mapping[Id, Declaration]) -> Shape | None:
    match behind(type_, types):
        case ListOf():
            return Shape.ARRAY
        case MapOf():
            return Shape.OBJECT
        case Ref(target) if isinstance(types[target], Model):
            return Shape.OBJECT
        case _:
            return None


def _reply(answer: Answer, success: str) -> Reply:
    return Reply(
        answer.status,
        answer.decodes[0].media_type if answer.decodes else "",
        exact=answer.status.isdigit(),
        usual=answer.status == success,
        bodies=tuple(map(_answered, answer.decodes)),
    )


def _answered(decode: Decode) -> EventBody:
    carries = decode.kind in (BodyKind.JSON, BodyKind.TEXT)
    return EventBody(decode.media_type, _CARRIED[decode.kind] if carries else Carries.BYTES, decode.type)


# --------------------------------------------------------------------------- names


def receiver(wire: Wire, surface: Surface) -> Receiver | None:
    """Return the receiver of a document's events, with the names of one target; None if it has no events."""
    if not wire.events:
        return None
    tag = next((event.tag for event in wire.events.values() if event.tag is not None), None)
    events = tuple(_received(event, surface) for event in wire.events.values())
    signed = _unusual(wire.signature) if wire.signature is not None else {}
    return Receiver(events, tag, wire.signature, signed, wire.event_id)


def _unusual(signature: Signature) -> dict[str, str | int]:
    standard = signature.kind is SignatureKind.STANDARD
    names = ("tolerance_seconds",) if standard else _SIGNED
    usual = Signature()
    return {name: getattr(signature, name) for name in names if getattr(signature, name) != getattr(usual, name)}


def _received(event: WireEvent, surface: Surface) -> Received:
    names = {role: surface.derived.get(role_key(role, event.id), "") for role in ROLES_OF_EVENTS}
    keys = {reply.status: role_key("reply", f"{event.id} {reply.status}") for reply in event.replies}
    replies = {status: surface.derived[key] for status, key in keys.items() if key in surface.derived}
    return Received(event, surface.events[event.id].handler, **names, replies=replies)


def _spells_its_name(event: Event) -> bool:
    """Whether a summary spells the event's name or the function behind it, before which FastAPI puts nothing else."""
    text, behind = event.operation_id or "", letters(f"{event.wire}{event.method}")
    return spells_names(event.summary, event.wire, text, letters(text).removesuffix(behind))


def spells_names(summary: str | None, *names: str) -> bool:
    """Whether a summary is one of these names in title case, which says nothing that a name does not."""
    if not summary or not summary.replace(" ", "").isalnum() or summary != summary.title():
        return False
    return letters(summary) in map(letters, names)
