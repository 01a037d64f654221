"""The rules that lead to the next page and that end the pages: the table of D6.4 in the plan's vocabulary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.ir.nodes import Pagination
from compiler.ir.wire import Advance, AdvanceKind, Pages, Place, Stop, StopKind
from passes.context import Context
from passes.support.pagination.inputs import Input
from passes.support.pagination.outputs import Output


def make_pages(
    pagination: Pagination,
    inputs: Mapping[str, Input],
    outputs: Mapping[str, Output],
    context: Context,
    subject: str,
) -> Pages | None:
    """Return how the operation is paged; None if the cursor's types make it impossible.

    Reports CG0912 and CG0913 (the cursor's types differ).
    """
    if "cursor" in inputs and not _same_type(inputs["cursor"], outputs["nextCursor"], context, subject):
        return None
    results = outputs.get("results") or outputs.get("items")
    return Pages(
        pagination.kind,
        advances=tuple(_advances(inputs, outputs)),
        stops=tuple(_stops(inputs, outputs)),
        url=outputs["nextUrl"].source if "nextUrl" in outputs else None,
        results=results.source if results else None,
        item=results.item if results else None,
    )


def _advances(inputs: Mapping[str, Input], outputs: Mapping[str, Output]) -> Iterator[Advance]:
    """Yield what changes for the next page; page and offset together both do (D6.2)."""
    if "page" in inputs:
        yield _advance(AdvanceKind.INCREMENT, inputs["page"])
    if "offset" in inputs:
        yield _advance(AdvanceKind.ADD_COUNT, inputs["offset"])
    if "cursor" in inputs:
        wanted = inputs["cursor"]
        source = outputs["nextCursor"].source
        nested = _may_nest(wanted)
        yield Advance(AdvanceKind.SET_FROM, wire=wanted.wire, place=wanted.place, nested=nested, source=source)


def _may_nest(cursor: Input) -> bool:
    """Tell whether a cursor may be an array or an object, so that an empty one is no end by itself."""
    return not cursor.kinds.isdisjoint(("any", "array", "object"))


def _advance(kind: AdvanceKind, wanted: Input) -> Advance:
    return Advance(kind, wire=wanted.wire, place=wanted.place, start=wanted.start, text=wanted.text)


def _stops(inputs: Mapping[str, Input], outputs: Mapping[str, Output]) -> Iterator[Stop]:
    """Yield the rules that end the pages; all that are configured add up (D6.2)."""
    if "nextCursor" in outputs:
        yield Stop(StopKind.MISSING, source=outputs["nextCursor"].source, nested=_may_nest(inputs["cursor"]))
    if "nextUrl" in outputs:
        yield Stop(StopKind.MISSING, source=outputs["nextUrl"].source)
    if "results" in outputs:
        yield Stop(StopKind.EMPTY)
        if "limit" in inputs:
            yield Stop(StopKind.SHORT, wire=inputs["limit"].wire, place=inputs["limit"].place)
    if "numPages" in outputs:
        page = inputs["page"]
        source = outputs["numPages"].source
        yield Stop(StopKind.PAST, source=source, wire=page.wire, place=page.place, start=page.start)
    if "hasMore" in outputs:
        yield Stop(StopKind.NO_MORE, source=outputs["hasMore"].source)


def _same_type(cursor: Input, found: Output, context: Context, subject: str) -> bool:
    """Tell whether the cursor may be sent: a type that differs stops a body input and warns for a parameter (D6.8)."""
    if not found.kinds or _overlap(cursor.kinds, found.kinds):
        return True
    code = "CG0912" if cursor.place is Place.BODY else "CG0913"
    context.diagnostics.report(
        code,
        context.loc(cursor.id),
        subject=subject,
        name=cursor.wire,
        wanted=" or ".join(sorted(cursor.kinds)),
        found=" or ".join(sorted(found.kinds)),
    )
    return cursor.place is not Place.BODY


def _overlap(left: frozenset[str], right: frozenset[str]) -> bool:
    if "any" in left | right or left & right:
        return True
    numbers = {"integer", "number"}
    return bool(left & numbers and right & numbers)
