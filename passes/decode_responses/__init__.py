"""Decide how each response is read: success or error, the decode table, the `Accept` header (D13).

Before::

    operation @"paths/~1trips/get" GET "/trips" {
      response "200" {
        content "application/json" type=@schemas/Trip
        content "text/event-stream" type=@schemas/Position
      }
      response default { content "application/problem+json" type=@schemas/Problem }
    }

After, with the responses left in place::

    operation @"paths/~1trips/get" GET "/trips" results=[@schemas/Trip] accept=["application/json"] {
      answer "200" { decode "application/json" json type=@schemas/Trip }
      answer default error { decode "application/problem+json" json type=@schemas/Problem }
    }
    operation @"paths/~1trips/get#text/event-stream" GET "/trips" results=[@schemas/Position] stream=sse { ... }

The result is the union of the distinct 2xx bodies; it includes null if another 2xx has no body. Of several media
types one is requested: JSON before SSE, JSONL, text and binary. SSE beside JSON is a second operation whose variant
is ``stream``, and so is JSONL if a property of the body switches it; each body has the value it sends for that property
(D13.2). `default` is a success only if no other response is one, and `x-codegen-errors` names further
errors (D14). Redirects without a success are followed to the bytes at their target, unless they declare a body,
which is then the result (D16.6). JSON that is only a string may be a file (``support/answers/text_answers.py``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from compiler.ir.node import replace
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.wire import BodyKind
from compiler.source import Loc
from passes.context import Context
from passes.decode_responses.reports import report_dropped_schemas, report_idle_end, report_unshown_types
from passes.support.answers.decoding import EVENT_STREAM, FOLLOWED, decode, files_as_text, offered_stream, stream_id
from passes.support.answers.stream_switch import report_switches
from passes.support.requests.parts import report_unused_encodings
from passes.support.requests.variants import VariantNames
from passes.support.type_queries import Types


def run(sdk: Sdk, context: Context) -> Sdk:
    """Fill answers, results, accept and stream of every operation; add the stream variants."""
    names = VariantNames(sdk.operations, context.vocabulary)
    decoded = [item for operation in sdk.operations.values() for item in _methods(operation, sdk.types, names)]
    for operation in sdk.operations.values():
        report_idle_end(operation, context)
        if operation.variant is None:
            for response in operation.responses:
                report_unused_encodings(context, operation.id, response.contents, "response")
    report_switches(decoded, sdk.types, context)
    report_unshown_types(decoded, sdk.types, context)
    report_dropped_schemas(decoded, sdk.types, context)
    _tell_followed(decoded, context)
    _tell_files(sdk, context)
    return replace(sdk, operations={item.id: item for item in decoded})


def _tell_followed(operations: Iterable[Operation], context: Context) -> None:
    """Report CG0823 for redirects that are followed, once for each status (D16.6); one that is a result is none."""
    places: dict[str, list[Loc]] = defaultdict(list)
    for operation in operations:
        raised = {answer.status for answer in operation.answers if answer.error}
        for response in operation.responses if operation.variant is None else ():
            if response.status in FOLLOWED & raised:
                places[response.status].append(context.loc(response.id))
    for status, found in places.items():
        context.diagnostics.report_all("CG0823", found, len(found), at_key=True, status=status)


def _tell_files(sdk: Sdk, context: Context) -> None:
    """Report CG0826 for files that are declared as texts, once for all of them."""
    found = [
        context.loc(response.id)
        for operation in sdk.operations.values()
        if operation.variant is None
        for response in files_as_text(operation, sdk.types)
    ]
    if found:
        context.diagnostics.report_all("CG0826", found, len(found), at_key=True)


def _methods(operation: Operation, types: Types, names: VariantNames) -> Iterator[Operation]:
    """Yield the operation, and the variant that streams where it offers both a value and a stream."""
    yield decode(operation, types)
    offered = offered_stream(operation, types)
    if offered is not None:
        yield decode(_stream_variant(operation, offered, names), types)


def _stream_variant(operation: Operation, offered: BodyKind, names: VariantNames) -> Operation:
    words = names.words(operation, EVENT_STREAM)
    return replace(operation, id=stream_id(operation, offered), variant=words)
