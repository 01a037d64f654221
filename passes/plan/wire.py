"""The wire half of the plan: the IR's facts about requests and responses, with inheritance resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.ir.wire import BodyKind, Returns, Wire, WireOperation
from passes.plan.answers import told_errors
from passes.plan.events import wire_events
from passes.plan.parameters import wire_parameters
from passes.plan.unions import recognised

if TYPE_CHECKING:
    from compiler.ir.nodes import Operation, Sdk
    from compiler.ir.wire import Alternative

KEYED_METHODS = frozenset({"POST", "PATCH"})
"""Methods that are retried only with an idempotency key (sdk.md, "retries")."""
KEYABLE_METHODS = KEYED_METHODS | {"PUT", "DELETE"}
"""Methods that send the key of a caller too, where the document names the header."""
IDEMPOTENCY_HEADER = "Idempotency-Key"


def build_wire(sdk: Sdk) -> Wire:
    """Return what goes over the wire."""
    info = sdk.info
    return Wire(
        title=sdk.title,
        version=sdk.version,
        summary=info.summary if info else None,
        description=info.description if info else None,
        operations={at: _operation(operation, sdk) for at, operation in sdk.operations.items()},
        types=recognised(sdk.types),
        events=wire_events(sdk),
        schemes={scheme.scheme: scheme for scheme in sdk.schemes.values()},
        security=_anonymous_last(sdk.security),
        servers=sdk.servers,
        retries=sdk.retries,
        timeout=sdk.timeout,
        global_parameters=wire_parameters(sdk.global_parameters, sdk.types),
        signature=sdk.signature,
        contracts=sdk.contracts,
        tags={tag.tag: tag.description for tag in sdk.tags if tag.description},
        terms_of_service=info.terms_of_service if info else None,
        contact=info.contact if info else None,
        licence=info.licence if info else None,
        external_docs=info.external_docs if info else None,
    )


def _anonymous_last(alternatives: tuple[Alternative, ...]) -> tuple[Alternative, ...]:
    """Put `{}` behind the others: it makes credentials optional, and those that a client has are sent."""
    return tuple(sorted(alternatives, key=lambda alternative: not alternative.needs))


def _operation(operation: Operation, sdk: Sdk) -> WireOperation:
    return WireOperation(
        id=operation.id,
        operation_id=operation.operation_id or "",
        method=operation.method,
        path=operation.path,
        parameters=wire_parameters(operation.parameters, sdk.types),
        body=operation.payload,
        answers=told_errors(operation.answers, sdk.types),
        results=operation.results,
        stream=operation.stream,
        returns=_returns(operation),
        accept=operation.accept,
        pages=operation.pages,
        security=_anonymous_last(sdk.security if operation.security is None else operation.security),
        servers=operation.servers,
        retries=operation.retries or sdk.retries,
        timeout=sdk.timeout if operation.timeout is None else operation.timeout,
        idempotency=_idempotency(operation, sdk),
        error_statuses=operation.errors.status_codes if operation.errors else (),
        events=tuple(at for at in operation.events if at in sdk.events),
        summary=operation.summary,
        description=operation.description,
        deprecated=operation.deprecated,
        deprecation_message=operation.deprecation_message,
        usage_example=operation.usage_example,
        external_docs=operation.external_docs,
    )


def _returns(operation: Operation) -> Returns:
    """A stream is not paged, whatever `x-codegen-pagination` says of the values beside it."""
    if operation.stream is None:
        return Returns.VALUE if operation.pages is None else Returns.PAGE
    return Returns.VALUE if operation.stream is BodyKind.BYTES else Returns.STREAM


def _idempotency(operation: Operation, sdk: Sdk) -> str | None:
    """Return the header: what the operation says, else what the root says of methods that change something."""
    if operation.idempotency is not None:
        return operation.idempotency or None
    if operation.method in KEYED_METHODS:
        return (IDEMPOTENCY_HEADER if sdk.idempotency is None else sdk.idempotency) or None
    return sdk.idempotency or None if operation.method in KEYABLE_METHODS else None
