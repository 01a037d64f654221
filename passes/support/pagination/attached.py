"""Turns an operation's pagination, checked against the document, into pages (spec 2.5, D6)."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.diagnostics import Note
from compiler.ir.nodes import Operation, Pagination
from compiler.ir.wire import Pages, Place
from passes.context import Context
from passes.support.pagination.inputs import Inputs
from passes.support.pagination.outputs import Outputs, with_results
from passes.support.pagination.rules import make_pages
from passes.support.pagination.shape import check_shape
from passes.support.places import base_id
from passes.support.type_queries import Types

Shared = frozenset[tuple[str, Place]]
"""Wire name and place of each global."""


def pages_of(operation: Operation, context: Context, *, types: Types, shared: Shared) -> Pages | None:
    """Return how an operation is paged by its configuration; None if it has none, or one with a mistake."""
    pagination = _the_one(operation, context)
    if pagination is None:
        return None
    subject = base_id(operation)
    if operation.stream is not None:
        if operation.variant is None:
            context.diagnostics.report("CG0919", context.loc(pagination.id), subject=subject, at_key=True)
        return None
    used = check_shape(pagination, context, subject)
    if used is None:
        return None
    inputs = Inputs(context, types, operation, subject, shared).resolve(used)
    outputs = Outputs(context, types, operation, subject).resolve(with_results(used, types, operation))
    if inputs is None or outputs is None:
        return None
    return make_pages(used, inputs, outputs, context, subject)


def _the_one(operation: Operation, context: Context) -> Pagination | None:
    """Return the configuration that counts; None where there is none, or two that differ (D6.1)."""
    listed = operation.paginations
    if any(item.off for item in listed):
        return None
    first = listed[0]
    other = next((item for item in listed if _meaning(item) != _meaning(first)), None)
    if other is None:
        return first
    context.diagnostics.report(
        "CG0901",
        context.loc(other.id),
        subject=base_id(operation),
        at_key=True,
        notes=[Note("the other one", context.loc(first.id), at_key=True)],
    )
    return None


def _meaning(pagination: Pagination) -> object:
    """Return a configuration without its place and order."""
    inputs: Iterable[tuple[str, str, str]] = ((item.name, item.place, item.kind) for item in pagination.inputs)
    outputs = ((item.key, item.path) for item in pagination.outputs)
    return pagination.kind, frozenset(inputs), frozenset(outputs)
