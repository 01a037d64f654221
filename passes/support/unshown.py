"""Media types of an answer whose values are of another type than the method returns (D13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from compiler.diagnostics import Note
from compiler.ir.context import Context
from compiler.ir.nodes import Operation
from compiler.ir.wire import Answer
from compiler.source import Loc
from passes.support.types import Types, same_shape

_SHOWN = 3
"""How many further places are noted."""


class _Unshown(NamedTuple):
    asked: str
    others: str


def report_unshown_types(operations: Iterable[Operation], types: Types, context: Context) -> None:
    """Tell once for the document of successes with several media types, of which the method shows one: CG1116."""
    places: dict[Loc, _Unshown] = {}
    for operation in operations:
        for response, answer in zip(operation.responses, operation.answers, strict=False):  # redirects add an answer
            others = () if answer.error else tuple(_others(answer, types))
            if others:
                asked = answer.decodes[0].media_type
                place = context.loc(response.id).at("content")
                places.setdefault(place, _Unshown(asked, ", ".join(f"`{name}`" for name in others)))
    if not places:
        return
    first, *more = places
    times = "once" if not more else f"{len(places)} times"
    notes = [Note("and here", place, at_key=True) for place in more[:_SHOWN]]
    said = places[first]
    context.diagnostics.report(
        "CG1116", first, at_key=True, notes=notes, asked=said.asked, others=said.others, times=times
    )


def _others(answer: Answer, types: Types) -> Iterator[str]:
    for decode in answer.decodes[1:]:
        if not same_shape(types, decode.type, answer.decodes[0].type):
            yield decode.media_type
