"""The reports of `codegen lint` beyond a build's diagnostics: hints about the document, all of severity `info`."""

from __future__ import annotations

from compiler.ir.nodes import Sdk
from passes.context import Context
from passes.linting.events import look_for_equal_webhooks, look_for_open_callbacks
from passes.linting.examples import look_for_odd_examples
from passes.linting.names import look_for_made_names
from passes.linting.pagination import look_for_pages
from passes.linting.streams import look_for_undeclared_streams


def lint(sdk: Sdk, context: Context) -> None:
    """Look at a document after the shared passes. Reports CG0520, CG0611, CG0918, CG0925, CG1006, CG1007 and CG1126."""
    look_for_pages(sdk, context)
    look_for_made_names(sdk, context)
    look_for_open_callbacks(sdk, context)
    look_for_equal_webhooks(sdk, context)
    look_for_undeclared_streams(sdk, context)
    look_for_odd_examples(sdk, context)
