"""Find sentinels declared on responses that are not streams of events (D14)."""

from __future__ import annotations

from compiler.ir.media import essence
from compiler.ir.nodes import Content, Operation
from passes.context import Context
from passes.support.answers.decoding import EVENT_STREAM
from passes.support.places import extension, title_of


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


def _holds_events(content: Content) -> bool:
    return essence(content.media_type) == EVENT_STREAM
