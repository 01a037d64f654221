"""The wire half of the plan: the IR's facts about requests and responses, with inheritance resolved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import quote

from compiler.base.naming.vocabulary import PLAIN
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id, replace
from compiler.ir.types import Case, Choice, Declaration, Kind, Scalar, Union, model_behind
from compiler.ir.wire import BodyKind, Encode, Part, Payload, Returns, Wire, WireOperation
from passes.plan.security import plan_scheme, plan_security, undeclared_security
from passes.plan.wire.answers import odd_statuses, plan_answers, stream_values, success_headers
from passes.plan.wire.events import spells_names, wire_events
from passes.plan.wire.file_names import extensions_of
from passes.plan.wire.parameters import wire_parameters
from passes.support.names.frames import find_frame
from passes.support.requests.idempotency import key_header

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compiler.ir.credentials import Alternative
    from compiler.ir.nodes import Operation, Sdk
    from compiler.ir.types import Type
    from compiler.ir.wire import Answer, SecurityScheme

_QUERY = lazy_pattern(r"((?:\{[^}]*\}|[^?])*)(?:\?(.*))?", re.DOTALL)
"""A path and the query after it; a ``?`` in a variable's name does not begin a query."""

_BRACKET = lazy_pattern(r"[\[\]](?![^{}]*\})")
"""A bracket in the text of a path: URLs have them in hosts alone (RFC 3986 3.2.2), and not all clients encode them."""

USUAL_TYPES = {Encode.TEXT: ("text/plain",), Encode.BYTES: ("application/octet-stream",)}
"""The default content type of a part; a file may have another, unless the document declares one (D8.3)."""


def build_wire(sdk: Sdk, *, strict_formats: bool = False) -> Wire:
    """Return the wire half of the plan."""
    info = sdk.info
    schemes = {scheme.scheme: plan_scheme(scheme) for scheme in sdk.schemes.values()}
    security = plan_security(sdk.security, schemes)
    answers = plan_answers(sdk.operations, sdk.types, sdk.contracts)
    operations = {
        at: plan_operation(operation, answers[at], schemes, security, sdk) for at, operation in sdk.operations.items()
    }
    return Wire(
        title=sdk.title,
        version=sdk.version,
        summary=info.summary if info else None,
        description=info.description if info else None,
        operations=operations,
        types=recognised(sdk.types),
        events=wire_events(sdk),
        schemes=schemes,
        security=security,
        undeclared=undeclared_security(security, (item.security for item in operations.values())),
        servers=sdk.servers,
        retries=sdk.retries,
        timeout=sdk.timeout,
        global_parameters=wire_parameters(sdk.global_parameters, sdk.types),
        signature=sdk.signature,
        event_id=sdk.event_id,
        strict_formats=strict_formats,
        contracts=sdk.contracts,
        tags={tag.tag: tag.description for tag in sdk.tags if tag.description},
        terms_of_service=info.terms_of_service if info else None,
        contact=info.contact if info else None,
        licence=info.licence if info else None,
        external_docs=info.external_docs if info else None,
    )


def plan_operation(
    operation: Operation,
    answers: tuple[Answer, ...],
    schemes: Mapping[str, SecurityScheme],
    security: tuple[Alternative, ...],
    sdk: Sdk,
) -> WireOperation:
    """Return the facts of an operation; ``security``: what it needs if it does not say it itself."""
    route, query = _split(operation.path)
    if "[" in route or "]" in route:
        route = _BRACKET.sub(lambda found: quote(found[0]), route)
    errors = operation.errors.status_codes if operation.errors else ()
    returns = _returns(operation)
    return WireOperation(
        id=operation.id,
        operation_id=operation.operation_id or "",
        method=operation.method,
        path=f"{route}?{query}" if query else route,
        route=route,
        query=query,
        parameters=wire_parameters(operation.parameters, sdk.types),
        body=plan_body(operation.payload),
        answers=answers,
        results=operation.results,
        values=_values(operation, returns, answers),
        headers=success_headers(answers),
        stream=operation.stream,
        returns=returns,
        accept=", ".join(operation.accept) or None,
        pages=operation.pages,
        security=security if operation.security is None else plan_security(operation.security, schemes),
        servers=operation.servers,
        retries=operation.retries if operation.retries != sdk.retries else None,
        timeout=operation.timeout if operation.timeout != sdk.timeout else None,
        idempotency=key_header(operation, sdk),
        error_statuses=errors,
        odd_statuses=tuple(odd_statuses(errors, answers)),
        events=tuple(at for at in operation.events if at in sdk.events),
        heading=operation.summary if (spelled := _spells_its_name(operation)) else None,
        summary=None if spelled else operation.summary,
        description=operation.description,
        deprecated=operation.deprecated,
        deprecation_message=operation.deprecation_message,
        usage_example=operation.usage_example,
        external_docs=operation.external_docs,
    )


def _spells_its_name(operation: Operation) -> bool:
    """Whether a summary says the words of the operationId, or of what its author wrote in it, and nothing else."""
    text = operation.operation_id or ""
    frame = find_frame(operation, text, PLAIN) if operation.summary else None
    return spells_names(operation.summary, text, frame.text if frame is not None else "")


def _split(path: str) -> tuple[str, str]:
    """Divide a path at its ``?``."""
    found = _QUERY.fullmatch(path) if "?" in path else None
    return (found[1], found[2] or "") if found else (path, "")


def _values(operation: Operation, returns: Returns, answers: tuple[Answer, ...]) -> tuple[Type, ...]:
    if returns is Returns.STREAM:
        return stream_values(answers)
    return tuple([item for item in operation.results if not (isinstance(item, Scalar) and item.kind is Kind.NULL)])


def _returns(operation: Operation) -> Returns:
    """A stream is not paged, whatever `x-codegen-pagination` says of the values beside it."""
    if operation.stream is None:
        return Returns.VALUE if operation.pages is None else Returns.PAGE
    return Returns.VALUE if operation.stream is BodyKind.BYTES else Returns.STREAM


def plan_body(payload: Payload | None) -> Payload | None:
    """Return a body with the facts that follow from its parts and media types."""
    if payload is None:
        return None
    if payload.kind is BodyKind.BYTES:
        types = payload.content_types
        return replace(payload, types=types, extensions=extensions_of(types or (payload.media_type,)))
    if not (payload.parts or payload.rest):
        return payload
    rest = _finish_part(payload.rest) if payload.rest is not None else None
    return replace(payload, parts=tuple(map(_finish_part, payload.parts)), rest=rest)


def _finish_part(part: Part) -> Part:
    types = () if part.content_types == USUAL_TYPES.get(part.encode) and not part.declared else _types_of(part)
    fixed = tuple([(item.wire, item.text) for item in part.headers if item.text is not None])
    needs = tuple([item.wire for item in part.headers if item.required and item.text is None])
    more = part.repeated or part.objects is not None or types or part.declared or fixed or needs
    known = extensions_of(types) if part.encode is Encode.BYTES else ()
    plain = part.encode is Encode.TEXT and not more
    return replace(part, types=types, extensions=known, fixed=fixed, needs=needs, plain=plain)


def _types_of(part: Part) -> tuple[str, ...]:
    return part.content_types if part.sent is None else (part.sent,)


def recognised(types: Mapping[Id, Declaration]) -> Mapping[Id, Declaration]:
    """Return types whose unions say all by which a member is recognised.

    Of members that nothing tells apart the first is taken that has the properties it requires.
    """
    told = {
        at: replace(item, cases=tuple(_with_keys(case, types) for case in item.cases))
        for at, item in types.items()
        if isinstance(item, Union) and item.choice is Choice.FIRST
    }
    return {at: told.get(at, item) for at, item in types.items()} if told else types


def _with_keys(case: Case, types: Mapping[Id, Declaration]) -> Case:
    model = model_behind(case.type, types)
    if case.keys or model is None:
        return case
    return replace(case, keys=tuple(field.wire for field in model.fields if field.required and not field.implied))
