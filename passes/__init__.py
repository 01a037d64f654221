"""The pipeline: the compiler's table of contents.

A pass is a module or a folder of this package with a pure function ``run(sdk, context) -> sdk``; an unchanged part is
the same object before and after. Passes do not import passes. ``needs`` and ``makes`` are facts about the IR;
:func:`audit` checks the order against them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from compiler.ir.node import frozen

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk
    from passes.context import Context

    Run = Callable[[Sdk, Context], Sdk]


@frozen
class Pass:
    """A step of the pipeline: its module's name, what it does in a line, the facts it needs and makes."""

    name: str
    summary: str
    needs: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()

    def load(self) -> Run:
        """Import the pass and return its ``run``."""
        run: Run = importlib.import_module(f"passes.{self.name}").run
        return run


PIPELINE = (
    Pass("resolve_refs", "replace references by the components they lead to", ("lowered",), ("resolved",)),
    Pass("merge_all_of", "merge allOf into one schema", ("resolved",), ("merged",)),
    Pass("shape_types", "turn schemas into models, enums, unions, maps", ("merged",), ("shaped",)),
    Pass("adopt_components", "make schemas of other files the components that name them", ("shaped",), ("adopted",)),
    Pass("join_bodies", "give JSON and multipart of the same properties one type", ("adopted",), ("joined",)),
    Pass("infer_names", "infer groups and names of methods from paths or operationIds", ("shaped",), ("inferred",)),
    Pass("name_schemas", "name every declared type", ("joined", "inferred"), ("named",)),
    Pass("apply_ignores", "leave out what x-codegen-ignore excludes", ("shaped",), ("visible",)),
    Pass("check_retries", "report requests that configured retries do not repeat", ("visible",), ("retried",)),
    Pass("rename", "apply name overrides; make equal names differ", ("visible", "inferred"), ("renamed",)),
    Pass("group_params", "order arguments; decide how methods take them", ("renamed",), ("grouped",)),
    Pass("encode_bodies", "decide how each request body is written", ("shaped", "renamed"), ("encoded",)),
    Pass("decode_responses", "decide how each response is read", ("shaped", "renamed"), ("decoded",)),
    Pass("check_names", "report aliases and names of one language that clash", ("encoded", "decoded")),
    Pass("attach_pagination", "lower and check x-codegen-pagination", ("encoded", "decoded"), ("paged",)),
    Pass("collect_webhooks", "lower webhooks and callbacks for their receivers", ("shaped",), ("collected",)),
    Pass("split_views", "give read and write views their own types", ("paged", "collected", "named"), ("viewed",)),
    Pass("unify_types", "make equal inline types one, of which the others are names", ("viewed",), ("unified",)),
    Pass(
        "settle_texts",
        "give properties the descriptions of their types; convert all to Markdown",
        ("unified",),
        ("told",),
    ),
    Pass("prune_unused", "drop types that only ignored items use", ("viewed",), ("pruned",)),
)
"""The shared passes, in order: one document, every target."""

TARGET_PIPELINE = (
    Pass("apply_ignores", "leave out what is ignored for this target", ("pruned",), ("target-visible",)),
    Pass("name_arguments", "give parameters their names in this target", ("target-visible",), ("target-named",)),
    Pass("group_params", "decide on request objects by this target's limit", ("target-named",), ("target-grouped",)),
    Pass("prune_unused", "drop types that this target does not use", ("target-grouped",), ("target-pruned",)),
)
"""The passes that run again for each target, with its profile as data."""


PASS_NAMES = frozenset(step.name for step in (*PIPELINE, *TARGET_PIPELINE))
"""The names of all passes."""


def audit(pipeline: tuple[Pass, ...], given: tuple[str, ...] = ("lowered",)) -> list[str]:
    """Return the mistakes in an order of passes: what one needs, and none before it makes."""
    problems, made = [], {*given}
    for step in pipeline:
        problems += [
            f"{step.name} needs {need!r}, which no pass before it makes" for need in step.needs if need not in made
        ]
        made |= {*step.makes}
    return problems
