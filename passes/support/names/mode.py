"""The source of method names, decided once for a document: its paths or its operationIds (D3.8)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id
from compiler.ir.nodes import Operation, Sdk
from compiler.lock.lock import NAMES_MODE
from passes.context import Context
from passes.support.names.sources import Judged, Source, known_words, says_nothing_more

MODES = ("path", "operationId")
_NAMESPACE = frozenset("/.:")
_FEW = 10
"""Operations of a small document, which reads as spec 2.1 shows it."""


def is_auto(sdk: Sdk, context: Context) -> bool:
    """Whether each operationId is judged by itself: neither the document nor gen.yaml says where names come from."""
    return sdk.names not in MODES and context.names not in MODES


def choose_mode(sdk: Sdk, judged: Mapping[Id, Judged], context: Context) -> str:
    """Return ``path`` or ``operationId``: gen.yaml's word, else codegen.lock's, else what the document suggests."""
    for chosen in (sdk.names, context.names):
        if chosen in MODES:
            return chosen
    kept = context.lock.kept.get(NAMES_MODE)
    return kept if kept in MODES else explained(sdk.operations, judged, context.vocabulary)[0]


def explained(declared: Mapping[Id, Operation], judged: Mapping[Id, Judged], vocabulary: Vocabulary) -> tuple[str, str]:
    """Return ``path`` where the operationIds of a document say nothing more than its paths, and why: the end of a
    sentence that begins with the mode.

    OperationIds without a frame count, their tags and paths, and nothing else.
    """
    operations = [item for at, item in declared.items() if judged[at].is_plain]
    if not operations and declared:
        some = any(item.operation_id for item in declared.values())
        return "path", "the operationIds stand in frames of a framework" if some else "there are no operationIds"
    count = len(operations)
    given = [item.operation_id for item in operations if item.operation_id]
    spaced = sum(not _NAMESPACE.isdisjoint(text) for text in given)
    if 2 * spaced > len(given):
        return "operationId", f"{spaced} of {len(given)} operationIds hold `/`, `.` or `:`: they group by themselves"
    tagged = sum(bool(item.tags) for item in operations)
    alone = sum(not item.tags and item.groups is None for item in operations)
    idle = sum(_says_nothing_more(item, judged[item.id], vocabulary) for item in operations)
    if (tagged or count >= _FEW) and 5 * idle >= 4 * count > 0:
        return "path", f"{idle} of {count} operationIds say nothing more than their paths"
    if count >= _FEW and 10 * alone > 9 * count:
        return "path", f"{alone} of {count} operations have neither a tag nor a group"
    if not tagged and count < _FEW:
        return "operationId", "the document is small and has no tags"
    return "operationId", f"{count - idle} of {count} operationIds say more than their paths"


def _says_nothing_more(operation: Operation, judged: Judged, vocabulary: Vocabulary) -> bool:
    known = known_words(operation, vocabulary) | {operation.method.lower()}
    return judged.source is Source.PATH or says_nothing_more(judged.text, known, vocabulary)
