"""Responses declared as a JSON string that may not be JSON: files, and plain text (D11.1, D13.1).

A framework that does not know what a handler returns says ``application/json`` and ``type: string``. Where the schema
says no more than that, the answer is a file, as bytes, if a media type of bytes stands beside it, or if it is what a
GET downloads by its path or operationId: ``/files/{id}/content``, ``exportRows``. Any other JSON of texts that comes as
``text/plain`` is that text, unless it is a JSON text. What else is no JSON stays an error: a page of HTML is no value.
"""

from __future__ import annotations

from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN
from compiler.ir.node import replace
from compiler.ir.nodes import Operation
from compiler.ir.types import BYTES, STRING, Type
from compiler.ir.wire import Answer, BodyKind, Decode
from passes.support.type_queries import Types, alternatives, is_nullable, kinds_of

_CONTENT = frozenset({"blob", "content", "contents", "download", "export", "file", "raw"})
"""The last segment of the path of a file."""
_DOWNLOADS = frozenset({"download", "export"})
"""Prefixes of operationIds that return a file."""


def as_it_comes(answer: Answer, operation: Operation, types: Types) -> Answer:
    """Return a success with its texts as they may come."""
    if answer.error:
        return answer
    if is_file(answer, operation, types):
        files = [item for item in answer.decodes if item.kind is BodyKind.BYTES]
        texts = [replace(item, kind=BodyKind.BYTES, type=BYTES) for item in answer.decodes if item not in files]
        return replace(answer, decodes=(*files, *texts) if files else (Decode("*/*", BodyKind.BYTES, BYTES),))
    decodes = tuple([replace(item, text=True) if _holds_texts(item, types) else item for item in answer.decodes])
    return answer if decodes == answer.decodes else replace(answer, decodes=decodes)


def is_file(answer: Answer, operation: Operation, types: Types) -> bool:
    """Tell whether a success declared as a JSON string is a file."""
    texts = [item for item in answer.decodes if item.kind is BodyKind.JSON]
    others = [item for item in answer.decodes if item.kind is not BodyKind.JSON]
    if answer.error or not texts or not all(is_mere_text(types, item.type) for item in texts):
        return False
    return all(item.kind is BodyKind.BYTES for item in others) and (bool(others) or _is_download(operation))


def is_mere_text(types: Types, type_: Type) -> bool:
    """Tell whether a schema says that there is a text, and no more."""
    return alternatives(types, type_) == [STRING] and not is_nullable(types, type_)


def _holds_texts(decode: Decode, types: Types) -> bool:
    return decode.kind is BodyKind.JSON and kinds_of(alternatives(types, decode.type)) == {"string"}


def _is_download(operation: Operation) -> bool:
    """Tell by its path or its operationId whether an operation gives the content of a file."""
    if operation.method != "GET":
        return False
    last = operation.path.partition("?")[0].rpartition("/")[2]
    named = words(operation.operation_id, PLAIN)[0] if operation.operation_id else ""
    return last.lower() in _CONTENT or named.lower() in _DOWNLOADS
