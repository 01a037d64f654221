"""The schemas of what answers hold, for clients that read them strictly (D16.7)."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.ir.types import Ref, Type
from compiler.ir.wire import BodyKind, Decode, WireOperation
from compiler.plan.schemas import Schema
from passes.plan.schemas.type_schemas import Side, Writer

_HOLD_JSON = (BodyKind.JSON, BodyKind.JSONL, BodyKind.SSE)


def answer_schemas(writer: Writer, variants: Sequence[WireOperation]) -> Schema:
    """Describe the successes of an operation (:meth:`compiler.plan.schemas.Schemas.answers`)."""
    found: Schema = {}
    for answer in [answer for variant in variants for answer in variant.answers if not answer.error]:
        for decode in answer.decodes:
            schema = _decoded(writer, decode)
            if schema:
                found.setdefault(answer.status, {}).setdefault(decode.media_type, schema)
    return found


def _decoded(writer: Writer, decode: Decode) -> Schema:
    if decode.kind not in _HOLD_JSON:
        return {}
    if decode.events:
        events = {item.name or "": {} if item.text else _typed(writer, item.type) for item in decode.events}
        return {"events": events} if any(events.values()) else {}
    if decode.kind is BodyKind.SSE and decode.text:
        return {}
    schema = _typed(writer, decode.type)
    if decode.contract is not None and decode.type != Ref(decode.contract):
        schema = writer.decided(decode.contract, schema, Side.READ, text=False)
    return {"schema": schema} if schema else {}


def _typed(writer: Writer, type_: Type | None) -> Schema:
    return {} if type_ is None else writer.expression(type_)
