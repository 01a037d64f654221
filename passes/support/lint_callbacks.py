"""Say which operations start callbacks without any security (spec part 8, D9.2)."""

from __future__ import annotations

from compiler.ir.context import Context
from compiler.ir.nodes import Operation, Sdk
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


def _is_open(operation: Operation, sdk: Sdk) -> bool:
    """Tell whether no credentials are needed: no requirement, or an empty one among the alternatives."""
    alternatives = sdk.security if operation.security is None else operation.security
    return not alternatives or any(not alternative.needs for alternative in alternatives)
