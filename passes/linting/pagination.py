"""Report operations that look paged but have no pagination (D6.12).

A build guesses nothing: lint prints the configuration, to be pasted.
"""

from __future__ import annotations

from compiler.ir.nodes import Operation, Sdk
from passes.context import Context
from passes.page_suggestions import dead_ends, suggest_pages
from passes.support.pagination.pagination_text import flow
from passes.support.places import title_of


def look_for_pages(sdk: Sdk, context: Context) -> None:
    """Report CG0918, an info, for every operation that looks paged and is not configured, and CG0925.

    CG0925 tells of answers that say there is more, where no parameter asks for it.
    """
    for found in suggest_pages(sdk, context):
        _report("CG0918", found.operation, context, configuration=flow(found.pagination))
    for operation, path in dead_ends(sdk, context):
        _report("CG0925", operation, context, path=path)


def _report(code: str, operation: Operation, context: Context, **params: str) -> None:
    place = context.loc(operation.id)
    context.diagnostics.report(code, place, subject=operation.id, at_key=True, operation=title_of(operation), **params)
