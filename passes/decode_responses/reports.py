"""Reports about responses that are not read as they are declared (D13, D14)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from compiler.ir.media import essence
from compiler.ir.nodes import Content, Operation, Response
from compiler.ir.types import Kind, Scalar
from compiler.ir.wire import Answer, BodyKind
from compiler.source import Loc
from passes.context import Context
from passes.support.answers.decoding import EVENT_STREAM, reading_of
from passes.support.places import extension, title_of
from passes.support.type_queries import Types, alternatives, is_file, kinds_of, same_shape

_PLAIN = {BodyKind.TEXT: "a string", BodyKind.BYTES: "bytes"}


def report_dropped_schemas(operations: Iterable[Operation], types: Types, context: Context) -> None:
    """Tell once for each media type of schemas that nothing reads: CG0828."""
    places: dict[tuple[str, str], list[Loc]] = defaultdict(list)
    for operation in operations:
        for response in operation.responses if operation.variant is None else ():
            for content, how in _dropped(response, types):
                places[content.media_type, how].append(context.loc(response.id).at("content", content.media_type))
    for (media_type, how), found in places.items():
        context.diagnostics.report_all("CG0828", found, len(found), at_key=True, media_type=media_type, how=how)


def _dropped(response: Response, types: Types) -> Iterator[tuple[Content, str]]:
    """Yield the contents of a response whose structure is dropped, unless another one of it is read by its schema."""
    read = [(content, reading_of(content, types)[0]) for content in response.contents]
    if all(kind in _PLAIN for _, kind in read):
        yield from (
            (content, _PLAIN[kind])
            for content, kind in read
            if content.type is not None and _has_structure(content, types)
        )


def _has_structure(content: Content, types: Types) -> bool:
    found = [] if content.type is None else alternatives(types, content.type)
    anything = any(isinstance(item, Scalar) and item.kind is Kind.ANY for item in found)
    return not anything and not is_file(found) and not kinds_of(found) <= {"string"}


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
