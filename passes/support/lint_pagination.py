"""Recognise the pagination conventions of spec 4.1 and 4.2 on operations that configure none (D6.12).

Nothing is guessed in a build: the configuration is printed, to be pasted.
"""

from __future__ import annotations

from collections.abc import Iterable

from compiler.ir.context import Context
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.types import Type
from compiler.ir.wire import BodyKind, Place, Step
from passes.support.places import title_of
from passes.support.types import Types, alternatives, json_types, walk

LISTS = ("data", "items", "results")
"""Properties that envelopes keep their items in."""
UNREADABLE = frozenset({"CG0323", "CG0324"})
"""Errors of `x-codegen-*` keys, of which nothing is read: a pagination may be configured, with a mistake."""


def look_for_pages(sdk: Sdk, context: Context) -> None:
    """Report CG0918, an info, for every operation that looks paged and is not configured."""
    refused = {at for at, codes in context.diagnostics.failed_subjects.items() if UNREADABLE & set(codes)}
    for operation in sdk.operations.values():
        if operation.id in refused:
            continue
        if operation.method == "GET" and operation.variant is None and not _is_configured(operation):
            found = recognise(operation, sdk.types)
            if found is not None:
                _report(operation, found, context)


def _is_configured(operation: Operation) -> bool:
    """Tell whether pages are configured, switched off included."""
    return operation.pages is not None or bool(operation.paginations)


def _report(operation: Operation, found: str, context: Context) -> None:
    context.diagnostics.report(
        "CG0918",
        context.loc(operation.id),
        subject=operation.id,
        at_key=True,
        operation=title_of(operation),
        configuration=found,
    )


def recognise(operation: Operation, types: Types) -> str | None:
    """Return the configuration that an operation's shape suggests, as one line of YAML."""
    bodies = [
        item.type
        for answer in operation.answers
        if not answer.error
        for item in answer.decodes
        if item.kind is BodyKind.JSON
    ]
    results = _results(bodies, types)
    inputs = _inputs(operation, types)
    if results is None:
        return None
    if inputs and _shows(bodies, types, ("meta", "total_pages"), "integer"):
        return _numbered(inputs, f"{{results: {results}, numPages: $.meta.total_pages}}")
    if _shows(bodies, types, ("links", "next"), "string"):
        return f"{{type: url, outputs: {{results: {results}, nextUrl: $.links.next}}}}"
    if _has_link_header(operation):
        return f"{{type: url, outputs: {{results: {results}, nextUrl: $response.header.Link}}}}"
    return _numbered(inputs, f"{{results: {results}}}") if inputs else None


def _numbered(inputs: Iterable[str], outputs: str) -> str:
    listed = ", ".join(f"{{name: {name}, in: parameters, type: {name}}}" for name in inputs)
    return f"{{type: offsetLimit, inputs: [{listed}], outputs: {outputs}}}"


def _inputs(operation: Operation, types: Types) -> list[str]:
    """Return `page`, and `limit` beside it, where they are integers in the query (spec 4.1)."""
    integers = {
        item.wire
        for item in operation.parameters
        if item.place is Place.QUERY and item.type is not None and _is(item.type, types, "integer")
    }
    return [name for name in ("page", "limit") if name in integers] if "page" in integers else []


def _is(type_: Type, types: Types, kind: str) -> bool:
    return any(kind in json_types(item) for item in alternatives(types, type_))


def _results(bodies: Iterable[Type], types: Types) -> str | None:
    """Return the path of the items: the body itself, or one of the usual properties."""
    for body in bodies:
        if _is(body, types, "array"):
            return "$"
        for name in LISTS:
            if _shows([body], types, (name,), "array"):
                return f"$.{name}"
    return None


def _shows(bodies: Iterable[Type], types: Types, path: tuple[str, ...], kind: str) -> bool:
    steps = tuple(Step(property=name) for name in path)
    return any(kind in json_types(item) for body in bodies for item in walk(types, body, steps))


def _has_link_header(operation: Operation) -> bool:
    return any(
        header.wire.lower() == "link" for answer in operation.answers if not answer.error for header in answer.headers
    )
