"""Find streams of events whose end the document tells to people alone: `[DONE]`, which is no JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from compiler.ir.context import Context
from compiler.ir.media import essence
from compiler.ir.nodes import Content, Operation
from compiler.ir.types import Field, Model
from compiler.ir.wire import BodyKind
from passes.support.answers import EVENT_STREAM
from passes.support.places import extension, title_of
from passes.support.types import Types, alternatives

_MARK = "[DONE]"


def report_unnamed_end(operation: Operation, types: Types, context: Context) -> None:
    """Report CG1110 where a description or an example speaks of `[DONE]` and `x-codegen-sse-sentinel` does not."""
    if not has_no_end(operation):
        return
    place = next(_events(operation), None)
    where = told_end(operation, types)
    if place is not None and where is not None:
        context.diagnostics.report(
            "CG1110", context.loc(place.id), at_key=True, operation=title_of(operation), where=where
        )


def report_idle_end(operation: Operation, context: Context) -> None:
    """Report CG1113 where `x-codegen-sse-sentinel` stands on what is no stream of events."""
    contents = [content for response in operation.responses for content in response.contents]
    streams = [item for item in contents if _holds_events(item)]
    idle: list[Operation | Content] = [item for item in contents if item.sentinel is not None and item not in streams]
    if operation.sentinel is not None and not streams:
        idle.append(operation)
    for item in idle:
        place = extension(context, item.id, "sse-sentinel")
        context.diagnostics.report("CG1113", place, at_key=True, operation=title_of(operation))


def has_no_end(operation: Operation) -> bool:
    """Tell whether an operation streams JSON events, and names none that ends them."""
    if operation.stream is not BodyKind.SSE:
        return False
    decodes = [item for answer in operation.answers if not answer.error for item in answer.decodes]
    events = [item for item in decodes if item.kind is BodyKind.SSE]
    return any(not item.text for item in events) and all(item.sentinel is None for item in events)


def told_end(operation: Operation, types: Types) -> str | None:
    """Return what speaks of the mark, in words for the message; None where nothing does."""
    return next(_mentions(operation, types), None)


def _events(operation: Operation) -> Iterator[Content]:
    for response in operation.responses:
        for content in response.contents:
            if _holds_events(content):
                yield content


def _mentions(operation: Operation, types: Types) -> Iterator[str]:
    if _MARK in (operation.description or ""):
        yield "its description"
    if any(_MARK in (response.description or "") for response in operation.responses):
        yield "the description of a response"
    if any(item.example is not None and _MARK in json.dumps(item.example.json) for item in _events(operation)):
        yield "the example of its events"
    for field in _sent(operation, types):
        if _MARK in (field.description or ""):
            yield f"the description of `{field.wire}`"


def _sent(operation: Operation, types: Types) -> Iterator[Field]:
    """Yield the properties of the request body: one often says that there be a stream."""
    for content in operation.body.contents if operation.body is not None else ():
        for item in alternatives(types, content.type) if content.type is not None else ():
            if isinstance(item, Model):
                yield from item.fields


def _holds_events(content: Content) -> bool:
    return essence(content.media_type) == EVENT_STREAM
