"""Finds media types of a response whose values have another type than the method returns (D13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from compiler.ir.nodes import Operation
from compiler.ir.wire import Answer
from compiler.source import Loc
from passes.context import Context
from passes.support.type_queries import Types, same_shape


def report_unshown_types(operations: Iterable[Operation], types: Types, context: Context) -> None:
    """Tell once for the document of successes with several media types, of which the method shows one: CG1116."""
    places: dict[Loc, dict[str, Any]] = {}
    for operation in operations:
        for response, answer in zip(operation.responses, operation.answers, strict=False):  # redirects add an answer
            others = [] if answer.error else list(_others(answer, types))
            if others:
                said = {"asked": answer.decodes[0].media_type, "others": ", ".join(f"`{name}`" for name in others)}
                places.setdefault(context.loc(response.id).at("content"), said)
    if places:
        first = next(iter(places.values()))
        context.diagnostics.report_all("CG1116", places, len(places), at_key=True, **first)


def _others(answer: Answer, types: Types) -> Iterator[str]:
    for decode in answer.decodes[1:]:
        if not same_shape(types, decode.type, answer.decodes[0].type):
            yield decode.media_type
