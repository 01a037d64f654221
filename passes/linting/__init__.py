"""The reports of `codegen lint` beyond a build's diagnostics: hints about the document, all of severity `info`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compiler.ir.fit import MISFIT, fitted
from compiler.ir.nodes import Body, EventKind, Operation, Sdk
from compiler.ir.types import Model, model_behind
from compiler.ir.wire import BodyKind
from compiler.source import as_json
from passes.context import Context
from passes.linting.names import look_for_made_names
from passes.page_suggestions import dead_ends, suggest_pages
from passes.support.answers.stream_switch import switch_field
from passes.support.pagination.pagination_text import flow
from passes.support.places import title_of


def lint(sdk: Sdk, context: Context) -> None:
    """Look at a document after the shared passes. Reports CG0520, CG0611, CG0829, CG0918, CG0925, CG1006, CG1007 and
    CG1126."""
    look_for_pages(sdk, context)
    look_for_made_names(sdk, context)
    look_for_open_callbacks(sdk, context)
    look_for_equal_webhooks(sdk, context)
    look_for_undeclared_streams(sdk, context)
    look_for_odd_examples(sdk, context)
    look_for_optional_bodies(sdk, context)


def look_for_open_callbacks(sdk: Sdk, context: Context) -> None:
    """Report CG1006, an info, for every operation with callbacks that anybody may call."""
    for operation in sdk.operations.values():
        if operation.events and operation.variant is None and _is_open(operation, sdk):
            _report("CG1006", operation, context)


def look_for_equal_webhooks(sdk: Sdk, context: Context) -> None:
    """Report CG1007, an info, where no property of their payloads tells the webhooks of a document apart."""
    webhooks = [event for event in sdk.events.values() if event.kind is EventKind.WEBHOOK]
    if len(webhooks) > 1 and webhooks[0].tag is None:
        first = webhooks[0]
        context.diagnostics.report("CG1007", context.loc(first.id), subject=first.id, at_key=True, count=len(webhooks))


def _is_open(operation: Operation, sdk: Sdk) -> bool:
    """Tell whether no credentials are needed: no requirement, or an empty one among the alternatives."""
    alternatives = sdk.security if operation.security is None else operation.security
    return not alternatives or any(not alternative.needs for alternative in alternatives)


def look_for_odd_examples(sdk: Sdk, context: Context) -> None:
    """Report CG0520, an info, for the example of each property that is not of its type; CG0525 tells of others."""
    for declared in sdk.types.values():
        for field in declared.fields if isinstance(declared, Model) else ():
            value = None if field.example is None else field.example.json
            if value is not None and fitted(value, field.type, sdk.types) is MISFIT:
                context.diagnostics.report("CG0520", context.loc(field.id).at("example"), value=as_json(value))


def look_for_optional_bodies(sdk: Sdk, context: Context) -> None:
    """Report CG0829, an info, for each of these bodies."""
    for operation, body, names in optional_bodies(sdk):
        said = ", ".join(f"`{name}`" for name in names[:4]) + (" and others" if len(names) > 4 else "")
        context.diagnostics.report("CG0829", context.loc(body.id), subject=operation.id, at_key=True, names=said)


def optional_bodies(sdk: Sdk) -> Iterator[tuple[Operation, Body, Sequence[str]]]:
    """Yield the bodies that are optional by omission though their schema requires fields, with these (D4.10)."""
    for operation in sdk.operations.values():
        body, payload = operation.body, operation.payload
        if body is None or body.required or body.optional or payload is None or operation.variant is not None:
            continue
        model = model_behind(payload.type, sdk.types)
        names = [field.wire for field in model.fields if field.required] if model is not None else []
        if names:
            yield operation, body, names


def look_for_pages(sdk: Sdk, context: Context) -> None:
    """Report CG0918, an info, for every operation that looks paged and is not configured, and CG0925.

    CG0925 tells of answers that say there is more, where no parameter asks for it.
    """
    for found in suggest_pages(sdk, context):
        _report("CG0918", found.operation, context, configuration=flow(found.pagination))
    for operation, path in dead_ends(sdk, context):
        _report("CG0925", operation, context, path=path)


def look_for_undeclared_streams(sdk: Sdk, context: Context) -> None:
    """Report CG1126, an info, for bodies whose boolean property asks for a stream that no success declares."""
    for operation in sdk.operations.values():
        field = switch_field(operation, sdk.types) if operation.variant is None else None
        results = {decode.kind for answer in operation.answers if not answer.error for decode in answer.decodes}
        if field is not None and results == {BodyKind.JSON} and not _is_told(operation):
            context.diagnostics.report(
                "CG1126",
                context.loc(field.id),
                subject=operation.id,
                at_key=True,
                operation=title_of(operation),
                name=field.wire,
            )


def _is_told(operation: Operation) -> bool:
    """Tell whether the property switches a stream that is declared, or CG1124 says that there is none."""
    contents = operation.body.contents if operation.body is not None else ()
    named = any(content.switch for content in contents)
    return bool(operation.switch) or named or (operation.payload is not None and operation.payload.switch is not None)


def _report(code: str, operation: Operation, context: Context, **params: str) -> None:
    place = context.loc(operation.id)
    context.diagnostics.report(code, place, subject=operation.id, at_key=True, operation=title_of(operation), **params)
