"""What each operation wishes to be called, and where that comes from, before others are looked at (D3.8)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Operation, Sdk
from passes.context import Context
from passes.support.names.callers import callers
from passes.support.names.groups import first_tag, without_controller
from passes.support.names.methods import inferred_name
from passes.support.names.mode import MODES
from passes.support.names.paths import Caller, Placed, Spoke, place, place_in_tag
from passes.support.names.sources import Judged, Source, by_id, judge_ids, place_word, verb_first


def sources_of(
    operations: Mapping[Id, Operation], judged: Mapping[Id, Judged], mode: str, *, auto: bool
) -> dict[Id, Judged]:
    """Return what names each operation: in mode `auto` its own operationId decides where it has a frame (D3.8)."""
    if not auto:
        source = Source.PATH if mode == "path" else Source.ID
        return {at: Judged(source, operations[at].operation_id or "") for at in judged}
    if mode == "path":
        return {
            at: replace(item, source=Source.PATH) if item.source is Source.ID else item for at, item in judged.items()
        }
    return dict(judged)


def first_places(
    operations: Mapping[Id, Operation],
    sources: Mapping[Id, Judged],
    asking: Mapping[Id, Caller],
    vocabulary: Vocabulary,
    *,
    auto: bool,
) -> dict[Id, Placed]:
    """Return what each operation wishes to be called, before others are looked at."""
    return {at: _first_place(item, sources[at], asking[at], vocabulary, auto=auto) for at, item in operations.items()}


def wished_places(sdk: Sdk, context: Context) -> dict[Id, Placed]:
    """Return the same of a document whose names are inferred."""
    auto = context.names not in MODES
    judged = judge_ids(sdk.operations, context.vocabulary)
    sources = sources_of(sdk.operations, judged, sdk.names or "", auto=auto)
    asking = callers(sdk, judged, context.vocabulary)
    return first_places(sdk.operations, sources, asking, context.vocabulary, auto=auto)


def _first_place(operation: Operation, judged: Judged, caller: Caller, vocabulary: Vocabulary, *, auto: bool) -> Placed:
    match judged.source:
        case Source.PATH:
            return place(caller, vocabulary)
        case Source.TAG:
            return place_in_tag(place(caller, vocabulary), operation.tags[0], caller, vocabulary)
        case Source.WORD:
            return place_word(operation, judged, vocabulary)
        case Source.ID:
            group = without_controller(first_tag(operation), vocabulary) if auto else first_tag(operation)
            name = inferred_name(by_id(operation, judged.text), operation.groups or group, vocabulary)
            return Placed(group, verb_first(name, operation, vocabulary) if auto else name, spoke=Spoke.WORD)
