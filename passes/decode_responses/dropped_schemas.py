"""Finds responses whose schema says more than their reading: YAML, XML and forms are texts or bytes (D13)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from compiler.ir.nodes import Content, Operation, Response
from compiler.ir.types import Kind, Scalar
from compiler.ir.wire import BodyKind
from compiler.source import Loc
from passes.context import Context
from passes.support.answers.decoding import reading_of
from passes.support.type_queries import Types, alternatives, is_file, kinds_of

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
