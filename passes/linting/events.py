"""Report operations that start callbacks without any security, and indistinguishable webhooks (spec 4.1, 8)."""

from __future__ import annotations

from compiler.ir.nodes import EventKind, Operation, Sdk
from passes.context import Context
from passes.support.places import title_of


def look_for_open_callbacks(sdk: Sdk, context: Context) -> None:
    """Report CG1006, an info, for every operation with callbacks that anybody may call."""
    for operation in sdk.operations.values():
        if operation.events and operation.variant is None and _is_open(operation, sdk):
            context.diagnostics.report(
                "CG1006",
                context.loc(operation.id),
                subject=operation.id,
                at_key=True,
                operation=title_of(operation),
            )


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
