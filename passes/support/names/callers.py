"""The facts of a document's operations that decide their names, if names follow from paths (D3.8)."""

from __future__ import annotations

from functools import partial

from compiler.base.memory import NONE, Memory
from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id, to_pointer, unescape
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.path_templates import named_path
from compiler.ir.types import ListOf, Model
from passes.support.names.framework_ids import function_name
from passes.support.names.paths import Caller, operation_id_words
from passes.support.names.verbs import singular
from passes.support.type_queries import Types, alternatives

LISTS = frozenset({"data", "items", "results", "entries", "records", "values"})
"""What the list of an answer that holds one is called (D3.8), where lists of other things may stand beside it."""


def callers(sdk: Sdk, vocabulary: Vocabulary, memory: Memory = NONE) -> dict[Id, Caller]:
    """Return the facts that decide the names of all operations; those of one alone may be in the memory."""
    beside: dict[str, set[str]] = {}
    listing: set[str] = set()
    lists = {at for at, item in sdk.operations.items() if _lists(item, sdk.types)}
    paths = {at: path_of(item) for at, item in sdk.operations.items()}
    said = memory.each("said", sdk.operations, partial(_words_of, vocabulary=vocabulary), (vocabulary,))
    for at, item in sdk.operations.items():
        beside.setdefault(paths[at], set()).add(item.method)
        if item.method == "GET" and at in lists:
            listing.add(paths[at])
    return {
        at: Caller(
            item.method,
            paths[at],
            said[at],
            at in lists,
            frozenset(beside[paths[at]]),
            paths[at] in listing,
        )
        for at, item in sdk.operations.items()
    }


def path_of(operation: Operation) -> str:
    """Return the key of an operation's path item as it is named, which may hold a query and a fragment."""
    _, found, rest = operation.id.partition("paths/")
    return named_path(unescape(to_pointer(rest.rpartition("/")[0]))) if found else operation.path


def _words_of(operation: Operation, vocabulary: Vocabulary) -> tuple[str, ...]:
    text = operation.operation_id or ""
    return operation_id_words(
        function_name(text, operation.method, operation.path) or text, known_words(operation, vocabulary), vocabulary
    )


def known_words(operation: Operation, vocabulary: Vocabulary) -> set[str]:
    """Return the words of path and tags, as they stand and for one of what they speak of, in lower case."""
    found = {word.lower() for text in (path_of(operation), *operation.tags) for word in words(text, vocabulary)}
    return found | set(map(singular, found))


def _lists(operation: Operation, types: Types) -> bool:
    for response in operation.responses:
        if response.status[:1] == "2":
            for content in response.contents:
                if content.type is not None and any(
                    _is_list(item, types) for item in alternatives(types, content.type)
                ):
                    return True
    return False


def _is_list(item: object, types: Types) -> bool:
    match item:
        case ListOf():
            return True
        case Model():
            return any(
                isinstance(inner, ListOf)
                for field in item.fields
                if field.wire.lower() in LISTS
                for inner in alternatives(types, field.type)
            )
    return False
