"""Say which streams of events name no event that ends them: a marker that is no JSON would be read as a value."""

from __future__ import annotations

from compiler.ir.context import Context
from compiler.ir.nodes import Sdk
from passes.support.places import title_of
from passes.support.stream_ends import has_no_end, told_end


def look_for_endless_streams(sdk: Sdk, context: Context) -> None:
    """Report CG1107, an info, for every stream of JSON events without a sentinel (D14), save those of CG1110."""
    for operation in sdk.operations.values():
        if has_no_end(operation) and told_end(operation, sdk.types) is None:
            context.diagnostics.report(
                "CG1107",
                context.loc(operation.id.partition("#")[0]),
                subject=operation.id,
                at_key=True,
                operation=title_of(operation),
            )
