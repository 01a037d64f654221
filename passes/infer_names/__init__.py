"""Infer the group and the name of every method (D2.3, D3.8).

Before::

    sdk "Rail" {
      operation @"paths/~1trips/get" GET "/trips" operation_id="getTrips" tags=["Trips"]
      operation @"paths/~1trips~1{id}~1cancel/post" POST "/trips/{id}/cancel" operation_id="cancelTrip" tags=["Trips"]
    }

After, if names follow from paths::

    sdk "Rail" names="path" {
      operation @"paths/~1trips/get" ... groups=["trips"] called="trip list" { name "list" origin=inferred }
      operation @"paths/~1trips~1{id}~1cancel/post" ... groups=["trips"] called="trip cancel" {
        name "cancel" origin=inferred
      }
    }

Otherwise the groups come from the first tags, and the names from the operationIds, without repeated words (see
:func:`passes.support.names.methods.inferred_name`). The source of names is decided for a document as a whole, by
:mod:`passes.support.names.mode`, and kept in codegen.lock; the rule itself is :mod:`passes.support.names.paths`.
Overrides come later, in rename: neither a group's nor another method's changes what is inferred here (D3.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.types import Name, Origin
from compiler.lock.lock import NAMES_MODE
from passes.context import Context
from passes.infer_names.type_prefixes import called_by_id, called_by_path
from passes.support.names.callers import callers
from passes.support.names.distinct import Wish, distinguish, name_key
from passes.support.names.groups import Path, group_operations, path_key, split, tagged
from passes.support.names.methods import inferred_name, longer_names
from passes.support.names.mode import choose_mode
from passes.support.names.paths import (
    Caller,
    Placed,
    by_method,
    by_parameter,
    lengthen_name,
    name_in_group,
    place,
    speakers,
)
from passes.support.remembered import remembered
from passes.support.skeletons import skeleton


def run(sdk: Sdk, context: Context) -> Sdk:
    """Set ``names``, and ``groups``, ``name`` and in path mode ``called`` of every operation. Reports CG0608."""
    mode = choose_mode(sdk, context)
    context.lock.seen[NAMES_MODE] = mode
    known = skeleton(sdk, context.memory, "infer_names")
    infer = _from_paths if mode == "path" else _from_ids
    inferred = remembered(context, "inferred", (known, mode, context.vocabulary), (), partial(infer, known))
    operations = context.memory.pairs("inferred names", sdk.operations, inferred, _with_names)
    return replace(sdk, names=mode, operations=operations)


def _with_names(operation: Operation, inferred: Operation) -> Operation:
    return replace(operation, groups=inferred.groups, name=inferred.name, called=inferred.called)


def _from_ids(sdk: Sdk, context: Context) -> dict[Id, Operation]:
    groups = group_operations(sdk, {at: tagged(item) for at, item in sdk.operations.items()}, context)
    called = called_by_id(sdk.operations, context)
    return {at: _from_id(item, groups[at], called.get(at), context.vocabulary) for at, item in sdk.operations.items()}


def _from_id(operation: Operation, groups: tuple[str, ...], called: str | None, vocabulary: Vocabulary) -> Operation:
    name = Name(inferred_name(operation, groups, vocabulary), Origin.INFERRED)
    return replace(operation, groups=groups, name=name, called=called)


def _from_paths(sdk: Sdk, context: Context) -> dict[Id, Operation]:
    asking = callers(sdk, context.vocabulary, context.memory.within("infer_names"))
    kept = kept_places(sdk, context)
    first = {at: place(caller, context.vocabulary) for at, caller in asking.items()}
    known = {at: replace(kept[at], act=item.act) if at in kept else item for at, item in first.items()}
    placed = _move_into_groups(known, asking, sdk, context.vocabulary)
    groups = group_operations(sdk, {at: item.group for at, item in placed.items()}, context)
    names = _tell_apart(placed, asking, kept.keys(), sdk.operations, context.vocabulary)
    called = called_by_path(placed, names, sdk.operations, context)
    context.lock.seen.update((f"{at}#inferred", ".".join((*item.group, names[at]))) for at, item in placed.items())
    return {
        at: replace(
            item,
            groups=groups[at],
            name=Name(names[at], _origin(names[at], placed[at], first[at])),
            called=called[at],
        )
        for at, item in sdk.operations.items()
    }


def _origin(name: str, placed: Placed, first: Placed) -> Origin:
    if name != placed.name:
        return Origin.COLLISION
    return Origin.INFERRED if name == first.name or placed.group != first.group else Origin.LOCK


def kept_places(sdk: Sdk, context: Context) -> dict[Id, Placed]:
    """Return the names of an earlier build, which stay as long as these follow from paths (D3.6)."""
    kept = context.lock.kept
    if kept.get(NAMES_MODE) != "path":
        return {}
    found = {at: kept[f"{at}#inferred"].split(".") for at in sdk.operations if f"{at}#inferred" in kept}
    return {at: Placed(tuple(parts[:-1]), parts[-1]) for at, parts in found.items()}


def _move_into_groups(
    placed: Mapping[Id, Placed], asking: Mapping[Id, Caller], sdk: Sdk, vocabulary: Vocabulary
) -> dict[Id, Placed]:
    """Put acts that are called as a group beside them into it (D3.6)."""
    listed: list[Path] = [item.group for item in placed.values()]
    listed += [split(group) for item in sdk.operations.values() for group in item.groups or ()]
    taken = {path_key(path[:depth], vocabulary) for path in listed for depth in range(1, len(path) + 1)}
    return {
        at: Placed((*item.group, item.name), name_in_group(asking[at]))
        if item.act and path_key((*item.group, item.name), vocabulary) in taken
        else item
        for at, item in placed.items()
    }


def _tell_apart(
    placed: Mapping[Id, Placed],
    asking: Mapping[Id, Caller],
    kept: Iterable[Id],
    operations: Mapping[Id, Operation],
    vocabulary: Vocabulary,
) -> dict[Id, str]:
    """Return the names, those made longer that several methods of a group would have."""
    crowds: dict[tuple[tuple[str, ...], str], list[Id]] = {}
    for at, item in placed.items():
        crowds.setdefault((path_key(item.group, vocabulary), name_key(item.name, vocabulary)), []).append(at)
    settled = {crowd[0] for crowd in crowds.values() if len(crowd) == 1} | set(kept)
    wishes: dict[Id, Wish] = {}
    for (group, _), crowd in crowds.items():
        spoken = speakers(asking[at] for at in crowd)
        for at in crowd:
            name = placed[at].name
            if at in settled:
                wishes[at] = Wish(name, scopes=(" ".join(group),), kept=name)
            else:
                text = lengthen_name(asking[at], name, placed[at].group, spoken, vocabulary)
                wishes[at] = Wish(text, _longer(asking[at], name, operations[at], vocabulary), (" ".join(group),))
    levels = distinguish(wishes, vocabulary).levels
    return {at: wish.at(levels[at]) for at, wish in wishes.items()}


def _longer(caller: Caller, name: str, operation: Operation, vocabulary: Vocabulary) -> Callable[[], tuple[str, ...]]:
    def names() -> tuple[str, ...]:
        found = (
            by_parameter(caller, name, vocabulary),
            by_method(caller, name),
            *longer_names(operation, name, vocabulary),
        )
        return tuple(dict.fromkeys(text for text in found if text is not None))

    return names
