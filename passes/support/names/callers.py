"""The facts of a document's operations that decide their names, if names follow from paths (D3.8)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.types import ListOf, Model
from passes.support.names.paths import Caller, address, operation_id_words
from passes.support.names.sources import Judged, known_words, path_of
from passes.support.type_queries import Types, alternatives

LISTS = frozenset({"data", "items", "results", "entries", "records", "values"})
"""What the list of an answer that holds one is called (D3.8), where lists of other things may stand beside it."""


def callers(sdk: Sdk, judged: Mapping[Id, Judged], vocabulary: Vocabulary) -> dict[Id, Caller]:
    """Return the facts that decide the names of all operations."""
    beside: dict[str, set[str]] = {}
    listing: set[str] = set()
    lists = {at for at, item in sdk.operations.items() if _lists(item, sdk.types)}
    paths = {at: path_of(item) for at, item in sdk.operations.items()}
    said = {at: _words_of(item, judged[at].text, vocabulary) for at, item in sdk.operations.items()}
    for at, item in sdk.operations.items():
        beside.setdefault(paths[at], set()).add(item.method)
        if item.method == "GET" and at in lists:
            listing.add(paths[at])
    holding = {before for before, _, last in (path.rpartition("/") for path in beside) if "{" in last}
    static: dict[tuple[str, ...], set[str]] = {}
    for path in beside:
        static.setdefault(address(path).static, set()).add(path)
    return {
        at: Caller(
            item.method,
            paths[at],
            said[at],
            at in lists,
            frozenset(beside[paths[at]]),
            paths[at] in listing,
            paths[at] in holding,
            len(static[address(paths[at]).static]) == 1,
        )
        for at, item in sdk.operations.items()
    }


def _words_of(operation: Operation, text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    return operation_id_words(text, known_words(operation, vocabulary), vocabulary)


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
