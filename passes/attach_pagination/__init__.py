"""Lower and check `x-codegen-pagination`, so that the runtime has no decisions left (spec 2.5, D6).

Before::

    operation @"paths/~1trips/get" GET "/trips" {
      parameter "page" query type=integer
      pagination offsetLimit {
        input "page" parameters page
        output results "$.data"
      }
    }

After::

    operation @"paths/~1trips/get" GET "/trips" {
      parameter "page" query type=integer
      pages offsetLimit item=@schemas/Trip {
        advance increment wire="page" place=query start=1
        stop empty { source { step property="data" } }
        results { step property="data" }
      }
    }

JSONPaths are parsed here, once, and checked against the declared response schemas; inputs against parameters and body.
The same configuration twice is one; `{}` switches pagination off; two different ones are an error. The root's
configuration for matching operations (D6.14) applies if an operation has none of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from compiler.ir.node import replace
from compiler.ir.nodes import Operation, Sdk
from passes.attach_pagination.root_pagination import GeneralPages
from passes.context import Context
from passes.support.change import change_values
from passes.support.names.arguments import shared_parameters
from passes.support.pagination.attached import Shared, pages_of
from passes.support.type_queries import Types


def run(sdk: Sdk, context: Context) -> Sdk:
    """Fill ``pages`` of every operation that is configured; ``paginations`` stay where nothing came of them.

    Reports CG0901 to CG0917, CG0919, CG0920 and CG0922 to CG0924.
    """
    shared = shared_parameters(sdk)
    general = GeneralPages(sdk.page_rules, sdk.types, context, partial(pages_of, types=sdk.types, shared=shared))
    operations = change_values(sdk.operations, lambda item: _attach(item, sdk.types, context, shared, general))
    general.report()
    _tell_itemless(operations.values(), context)
    return sdk if operations is sdk.operations else replace(sdk, operations=operations)


def _attach(operation: Operation, types: Types, context: Context, shared: Shared, general: GeneralPages) -> Operation:
    if operation.paginations:
        pages = pages_of(operation, context, types=types, shared=shared)
    else:
        pages = general.find(operation)
    return replace(operation, pages=pages, paginations=()) if pages is not None else operation


def _tell_itemless(operations: Iterable[Operation], context: Context) -> None:
    """Report CG0924 for pages that cannot be iterated, since nothing names their items (D6.10)."""
    found = [
        context.loc(item.id)
        for item in operations
        if item.variant is None and item.pages is not None and not item.pages.has_items
    ]
    if found:
        context.diagnostics.report_all("CG0924", found, len(found), at_key=True)
