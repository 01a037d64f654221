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
:func:`passes.support.names.methods.inferred_name`). In mode `auto` each operationId is judged by itself
(:mod:`passes.support.names.sources`), and those without a frame as a whole (:mod:`passes.support.names.mode`);
codegen.lock keeps both. The rule of paths is :mod:`passes.support.names.paths`.
Overrides come later, in rename: neither a group's nor another method's changes what is inferred here (D3.5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.types import Name, Origin
from compiler.lock.lock import NAMES_MODE
from passes.context import Context
from passes.infer_names.type_prefixes import called_by_id, called_by_path
from passes.support.names.callers import callers
from passes.support.names.distinct import Wish, distinguish, name_key
from passes.support.names.first_places import first_places, sources_of
from passes.support.names.groups import Path, first_tag, group_operations, path_key, split
from passes.support.names.methods import inferred_name, longer_names
from passes.support.names.mode import choose_mode, is_auto
from passes.support.names.paths import (
    Caller,
    Placed,
    Spoke,
    by_method,
    by_parameter,
    by_place,
    lengthen_name,
    name_in_group,
    place,
    speakers,
    version_of,
    with_path_words,
)
from passes.support.names.sources import Judged, Source, judge_ids, without_group, without_segment

_SAID = frozenset({Source.ID, Source.WORD})


def run(sdk: Sdk, context: Context) -> Sdk:
    """Set ``names``, and ``groups``, ``name`` and in path mode ``called`` of every operation. Reports CG0608."""
    mode, names = name_operations(sdk, context)
    operations = {at: replace(item, **names[at]) for at, item in sdk.operations.items()}
    return replace(sdk, names=mode, operations=operations)


def name_operations(sdk: Sdk, context: Context) -> tuple[str, dict[Id, dict[str, Any]]]:
    """Return the mode of names, and the groups, the name and the words of types of each operation."""
    vocabulary, operations = context.vocabulary, sdk.operations
    judged = judge_ids(operations, vocabulary)
    mode, auto = choose_mode(sdk, judged, context), is_auto(sdk, context)
    context.lock.seen[NAMES_MODE] = mode
    sources = sources_of(operations, judged, mode, auto=auto)
    asking = callers(sdk, judged, vocabulary)
    first = first_places(operations, sources, asking, vocabulary, auto=auto)
    earlier = _kept_places(sdk, sources, first, asking, mode, context, auto=auto)
    kept = {at: item for at, (_, item) in earlier.items()}
    sources |= {at: replace(sources[at], source=source) for at, (source, _) in earlier.items()}
    placed = {
        at: replace(kept[at], act=item.act, spoke=item.spoke) if at in kept else item for at, item in first.items()
    }
    placed = _move_into_groups(placed, asking, sdk, vocabulary)
    if auto:
        placed = _part_versions(placed, asking, kept, vocabulary)
        placed |= _short_names(sources, kept, placed, operations, vocabulary)
    groups = group_operations(sdk, {at: item.group for at, item in placed.items()}, context)
    names = _tell_apart(placed, asking, kept, sources, sdk, vocabulary, auto=auto)
    called = _called(placed, first, names, sources, operations, context)
    context.lock.seen.update(
        (f"{at}#inferred", ".".join((*item.group, names[at])))
        for at, item in placed.items()
        if sources[at].source is not Source.ID
        or names[at] not in (first[at].name, _name_of_id(operations[at], vocabulary))
    )
    made = {at: Name(text, _origin(text, placed[at], at in kept, first[at])) for at, text in names.items()}
    return mode, {at: {"groups": groups[at], "name": made[at], "called": called.get(at)} for at in operations}


def _called(
    placed: Mapping[Id, Placed],
    first: Mapping[Id, Placed],
    names: Mapping[Id, str],
    sources: Mapping[Id, Judged],
    operations: Mapping[Id, Operation],
    context: Context,
) -> dict[Id, str | None]:
    """Return the words for each operation in the names of its types (D3.5)."""
    by_path = {at: item for at, item in placed.items() if sources[at].source is not Source.ID}
    own = {at: first[at].name if sources[at].source is Source.WORD else names[at] for at in by_path}
    others = {at: item for at, item in operations.items() if at not in by_path}
    return {**called_by_path(by_path, own, operations, context), **called_by_id(others, context)}


def _origin(name: str, placed: Placed, is_kept: bool, first: Placed) -> Origin:
    if name != placed.name:
        return Origin.COLLISION
    return Origin.LOCK if is_kept and name != first.name and placed.group == first.group else Origin.INFERRED


def _kept_places(
    sdk: Sdk,
    sources: Mapping[Id, Judged],
    first: Mapping[Id, Placed],
    asking: Mapping[Id, Caller],
    mode: str,
    context: Context,
    *,
    auto: bool,
) -> dict[Id, tuple[Source, Placed]]:
    """Return the names of an earlier build, and what gave them, which stay as long as the same names them (D3.6).

    The lock of a build that named all by their operationIds says how each method was called.
    """
    kept, vocabulary = context.lock.kept, context.vocabulary
    if not auto and (mode != "path" or kept.get(NAMES_MODE) != "path"):
        return {}
    found: dict[Id, tuple[Source, Placed]] = {}
    for at, operation in sdk.operations.items():
        *group, name = kept.get(f"{at}#inferred", "").split(".")
        source, before = sources[at].source, Placed(tuple(group), name)
        if name and source is Source.PATH:
            found[at] = Source.PATH, before
        elif (
            name
            and _is_of(name, operation, first[at], vocabulary)
            and (source is Source.ID or before.group == first[at].group)
        ):
            found[at] = source, replace(first[at], name=name)
        elif name and _is_of(name, operation, place(asking[at], vocabulary), vocabulary):
            found[at] = Source.PATH, before
        elif not name and f"{at}#method" in kept and kept.get(NAMES_MODE) == "operationId":
            own = _name_of_id(operation, vocabulary)
            if kept[f"{at}#method"] == own:
                found[at] = Source.ID, Placed(first_tag(operation), own, spoke=Spoke.WORD)
    return found


def _name_of_id(operation: Operation, vocabulary: Vocabulary) -> str:
    return inferred_name(operation, operation.groups or first_tag(operation), vocabulary)


def _is_of(name: str, operation: Operation, first: Placed, vocabulary: Vocabulary) -> bool:
    """Whether a name is made of what an operationId says now: that may change, and the method's name with it."""
    key = name_key(name, vocabulary)
    short = _short_name(operation, first, vocabulary)
    return any(key.startswith(name_key(text, vocabulary)) for text in (first.name, short))


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
    kept: Collection[Id],
    sources: Mapping[Id, Judged],
    sdk: Sdk,
    vocabulary: Vocabulary,
    *,
    auto: bool,
) -> dict[Id, str]:
    """Return the names, those made longer that several methods of a group would have."""
    said = {at for at, item in sources.items() if item.source in _SAID}
    crowds: dict[tuple[tuple[str, ...], str], list[Id]] = {}
    for at, item in placed.items():
        crowds.setdefault((path_key(item.group, vocabulary), name_key(item.name, vocabulary)), []).append(at)
    settled = {crowd[0] for crowd in crowds.values() if len(crowd) == 1} | set(kept)
    wishes: dict[Id, Wish] = {}
    for (group, _), crowd in crowds.items():
        spoken = speakers(asking[at] for at in crowd)
        by_path = [at for at in crowd if at not in said]
        settled |= _keepers(by_path, asking, placed, spoken, vocabulary)
        last = Counter(by_parameter(asking[at], "", placed[at].group, vocabulary) for at in by_path)
        plain = _plain_twin([at for at in crowd if at in said], sources, sdk.operations) if auto else None
        for at in crowd:
            name, scope = placed[at].name, (" ".join(group),)
            if at in settled or (at in said and plain in (None, at)):
                wishes[at] = Wish(name, scopes=scope, kept=name)
                continue
            all_ = last[by_parameter(asking[at], "", placed[at].group, vocabulary)] > 1
            longer = _longer(asking[at], placed[at], name, sdk.operations[at], vocabulary, all_=all_)
            text = lengthen_name(asking[at], name, placed[at].group, spoken, vocabulary)
            if plain is not None and at in said:
                text = with_path_words(name, asking[at], asking[plain], placed[at].group, vocabulary)
            wishes[at] = Wish(text, longer, scope)
    levels = distinguish(wishes, vocabulary).levels
    return {at: wish.at(levels[at]) for at, wish in wishes.items()}


def _keepers(
    crowd: Collection[Id],
    asking: Mapping[Id, Caller],
    placed: Mapping[Id, Placed],
    spoken: Counter[str],
    vocabulary: Vocabulary,
) -> set[Id]:
    """Return which of several keeps the name, if one does: it has no words of its own, nor a parameter, or of such its
    operationId or place alone says the name."""
    if len(crowd) < 2:
        return set()
    bare = [
        at
        for at in crowd
        if lengthen_name(asking[at], placed[at].name, placed[at].group, spoken, vocabulary) == placed[at].name
        and by_parameter(asking[at], "", placed[at].group, vocabulary) is None
    ]
    spoke = [at for at in bare if asking[at].said[:1] == (placed[at].name,)]
    stands = [at for at in bare if by_place(asking[at], vocabulary) == placed[at].name]
    return next((set(found) for found in (bare, spoke, stands) if len(found) == 1), set())


def _part_versions(
    placed: Mapping[Id, Placed], asking: Mapping[Id, Caller], kept: Collection[Id], vocabulary: Vocabulary
) -> dict[Id, Placed]:
    """Give a later version of a group its own, where paths differ by that alone: `concurrency_limits_v2.get`."""
    crowds: dict[tuple[tuple[str, ...], str], list[Id]] = {}
    for at, item in placed.items():
        if item.spoke in (Spoke.ROW, Spoke.PLACE) and not item.act and item.group:
            crowds.setdefault((path_key(item.group, vocabulary), item.name), []).append(at)
    later: set[tuple[tuple[str, ...], str]] = set()
    for (group, _), crowd in crowds.items():
        versions = {version_of(asking[at].path) for at in crowd}
        if len(versions) > 1:
            later |= {(group, version) for version in versions - {min(versions)}}
    made = dict(placed)
    for at, item in placed.items():
        version = version_of(asking[at].path)
        if at not in kept and item.group and (path_key(item.group, vocabulary), version) in later:
            made[at] = replace(item, group=(*item.group[:-1], f"{item.group[-1]} {version}"))
    return made


def _short_names(
    sources: Mapping[Id, Judged],
    kept: Collection[Id],
    placed: Mapping[Id, Placed],
    operations: Mapping[Id, Operation],
    vocabulary: Vocabulary,
) -> dict[Id, Placed]:
    """Return those named by what is said without the words of their groups, where nothing has or would have that name.

    An author's `/` is left alone.
    """
    scopes = {at: path_key(item.group, vocabulary) for at, item in placed.items()}
    taken = Counter((scopes[at], name_key(item.name, vocabulary)) for at, item in placed.items())
    said = [at for at, item in sources.items() if item.source in _SAID and at not in kept]
    short = {at: _short_name(operations[at], placed[at], vocabulary) for at in said}
    keys = {at: (scopes[at], name_key(text, vocabulary)) for at, text in short.items() if text != placed[at].name}
    wanted = Counter(keys.values())
    return {at: replace(placed[at], name=short[at]) for at, key in keys.items() if wanted[key] == 1 and not taken[key]}


def _short_name(operation: Operation, placed: Placed, vocabulary: Vocabulary) -> str:
    if "/" in (operation.operation_id or ""):
        return placed.name
    group = placed.group if operation.groups is None else split(next(iter(operation.groups), ""))
    return without_group(without_segment(placed.name, operation), group, vocabulary)


def _plain_twin(crowd: Collection[Id], sources: Mapping[Id, Judged], operations: Mapping[Id, Operation]) -> Id | None:
    """Return which of several whose operationIds differ by a number keeps the plain name: that of the shortest path."""
    if len(crowd) < 2 or all(sources[at].text == operations[at].operation_id for at in crowd):
        return None
    return min(crowd, key=lambda at: (len(operations[at].path), operations[at].path, operations[at].method))


def _longer(
    caller: Caller, placed: Placed, name: str, operation: Operation, vocabulary: Vocabulary, *, all_: bool
) -> Callable[[], tuple[str, ...]]:
    def names() -> tuple[str, ...]:
        found = (
            by_parameter(caller, name, placed.group, vocabulary, all_=all_),
            by_method(caller, name),
            by_place(caller, vocabulary),
            without_group(" ".join(caller.said), placed.group, vocabulary) if caller.said else None,
            *longer_names(operation, name, vocabulary),
        )
        return tuple(dict.fromkeys(text for text in found if text is not None))

    return names
