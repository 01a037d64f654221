"""The source of method names, decided once for a document: its paths or its operationIds (D3.8)."""

from __future__ import annotations

from collections.abc import Collection

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.nodes import Operation, Sdk
from compiler.lock.lock import NAMES_MODE
from passes.context import Context
from passes.support.names.callers import known_words
from passes.support.names.framework_ids import function_name
from passes.support.names.verbs import ROW_OF, singular

MODES = ("path", "operationId")
_NAMESPACE = frozenset("/.:")
_COMMON = "put post api rest all by id for of from in on to the a and with"
_SAYING_NOTHING = frozenset((*ROW_OF, *_COMMON.split()))
"""Words of an operationId that add nothing to its path and method."""
_FEW = 10
"""Operations of a small document, which reads as spec 2.1 shows it."""


def choose_mode(sdk: Sdk, context: Context) -> str:
    """Return ``path`` or ``operationId``: gen.yaml's word, else codegen.lock's, else what the document suggests."""
    for chosen in (sdk.names, context.names):
        if chosen in MODES:
            return chosen
    kept = context.lock.kept.get(NAMES_MODE)
    return kept if kept in MODES else suggested(sdk.operations.values(), context.vocabulary)


def suggested(operations: Collection[Operation], vocabulary: Vocabulary) -> str:
    """Return ``path`` where the operationIds of a document say nothing more than its paths.

    OperationIds, tags and paths count, and nothing else.
    """
    return explained(operations, vocabulary)[0]


def explained(operations: Collection[Operation], vocabulary: Vocabulary) -> tuple[str, str]:
    """Return the same, and why: the end of a sentence that begins with the mode."""
    count = len(operations)
    given = [item.operation_id for item in operations if item.operation_id]
    spaced = sum(not _NAMESPACE.isdisjoint(text) for text in given)
    if 2 * spaced > len(given):
        return "operationId", f"{spaced} of {len(given)} operationIds hold `/`, `.` or `:`: they group by themselves"
    tagged = sum(bool(item.tags) for item in operations)
    alone = sum(not item.tags and item.groups is None for item in operations)
    idle = sum(_says_nothing_more(item, vocabulary) for item in operations)
    if (tagged or count >= _FEW) and 5 * idle >= 4 * count > 0:
        return "path", f"{idle} of {count} operationIds say nothing more than their paths"
    if count >= _FEW and 10 * alone > 9 * count:
        return "path", f"{alone} of {count} operations have neither a tag nor a group"
    if not tagged and count < _FEW:
        return "operationId", "the document is small and has no tags"
    return "operationId", f"{count - idle} of {count} operationIds say more than their paths"


def _says_nothing_more(operation: Operation, vocabulary: Vocabulary) -> bool:
    text = operation.operation_id
    if not text or function_name(text, operation.method, operation.path):
        return True
    known = known_words(operation, vocabulary) | {operation.method.lower()}
    return all(word in _SAYING_NOTHING or singular(word) in known for word in map(str.lower, words(text, vocabulary)))
