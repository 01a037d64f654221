"""Sample requests and responses, as JSON: the document's examples, else values that fit the types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from backends.reference.page import example, titled
from backends.reference.site import Site
from compiler.ir.node import Json
from compiler.ir.wire import Answer, BodyKind, Decode, Payload
from compiler.plan.plan import Method, Plan

_JSON = {BodyKind.JSON, BodyKind.SSE, BodyKind.JSONL}


def samples(site: Site, method: Method) -> Iterator[str]:
    """Yield the request and the response of a method, under their titles; each only if it is JSON."""
    operation = site.plan.wire.operations[method.operation]
    if operation.body is not None:
        yield titled("Request", _request(site, method, operation.body))
    for answer in operation.answers:
        if not answer.error and (text := _response(site, answer)):
            yield titled(f"Response {answer.status}", text)
            return


def given_body(plan: Plan, method: Method, shown: Mapping[str, Json]) -> Json:
    """Return the body that an example call sends; null where it sends none."""
    whole, fields, payload = method.whole_body, method.fields, plan.wire.operations[method.operation].body
    if payload is None:
        return None
    if fields is None:
        return _turned(payload, shown.get(whole.ident) if whole is not None else None)
    given = {item.wire: shown[item.ident] for item in fields.arguments if item.ident in shown}
    return _turned(payload, {**fields.fixed, **given} if given or fields.whole.required else None)


def _turned(payload: Payload, body: Json) -> Json:
    """Return a body with the value that the method sends for the property that selects a stream (D13.2)."""
    switch = payload.switch
    if switch is None:
        return body
    if not isinstance(body, dict):
        return {switch.wire: True} if body is None and switch.value else body
    others = {name: item for name, item in body.items() if name != switch.wire}
    return others if switch.value is None else {**others, switch.wire: switch.value}


def _request(site: Site, method: Method, payload: Payload) -> str:
    if payload.example is not None:
        return example(_turned(payload, payload.example.json), text=payload.kind is BodyKind.TEXT)
    if payload.kind not in _JSON:
        return ""
    made = given_body(site.plan, method, site.plan.shown.example_arguments(method))
    return "" if made is None else example(made)


def _response(site: Site, answer: Answer) -> str:
    found = next((one for one in answer.decodes if one.example is not None), None)
    if found is not None and found.example is not None:
        return example(found.example.json, text=found.kind is BodyKind.TEXT)
    return next((text for decode in answer.decodes if (text := _made(site, decode))), "")


def _made(site: Site, decode: Decode) -> str:
    if decode.kind not in _JSON or (decode.text and decode.kind is not BodyKind.JSON):
        return ""
    for whole in (True, False):
        made = site.plan.shown.sample(decode.type, whole=whole)
        if made is not None and (text := example(made)):
            return text
    return ""
