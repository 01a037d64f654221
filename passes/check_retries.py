"""Report requests that configured retries do not repeat, since they might take effect twice (D16.5).

The IR does not change. For this document, with retries at the root::

    sdk "Test" "1.0.0" {
      retries backoff
      operation @"paths/~1trips/post" POST "/trips"
    }

the build reports once that the POST is retried only after 429, or if nothing was sent.
"""

from __future__ import annotations

from compiler.ir.nodes import Sdk
from passes.context import Context
from passes.support.requests.idempotency import comes_short


def run(sdk: Sdk, context: Context) -> Sdk:
    """Report CG1122."""
    found = [at for at, operation in sdk.operations.items() if comes_short(operation, sdk)]
    if found:
        context.diagnostics.report_all("CG1122", map(context.loc, found), len(found), at_key=True)
    return sdk
