"""How a build is to read a vendor's keys, and what takes away those that it would read beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.front.keys.extensions import EXTENSIONS
from compiler.front.session.spelling import SAME_KEYS
from compiler.source.json_paths import json_path, quoted
from migrate.adopt.actions import Action
from migrate.adopt.facts import Endpoint, Placed
from migrate.adopt.rules import union

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Facts

PREFIX = "x-codegen-"
_FEW_OTHERS = 8
"""So many keys without counterpart are taken away where all others of their prefix are ours."""


@frozen
class Reading:
    """How a build is to read the vendor's keys: by their prefix, or some of them one by one (ours, theirs).

    ``without`` are keys with the prefix that have no counterpart: the overlay takes them away, since each build would
    warn of them.
    """

    prefix: str | None = None
    rewrites: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()

    def reads(self, placed: Placed) -> bool:
        """Whether a build finds this by itself."""
        if not placed.theirs:
            return False
        by_prefix = self.prefix is not None and placed.theirs == self.prefix + placed.key
        return by_prefix or self.rewrites.get(PREFIX + placed.key) == placed.theirs


def choose_reading(facts: Facts, api: Api) -> Reading:
    """Return how the vendor's keys are read that say what ours say with the same values.

    A prefix whose keys are ours word for word counts if all the values do that ours can have; else the keys that do.
    """
    same: dict[tuple[str, str], list[Placed]] = {}
    for placed in facts.placed:
        if placed.theirs:
            same.setdefault((placed.key, placed.theirs), []).append(placed)
    values = {(item.at, item.key): item.value for item in api.keyed}
    counts = Counter(item.key for item in api.keyed)
    fine: dict[str, str] = {}
    for (ours, theirs), listed in sorted(same.items(), key=lambda item: (-len(item[1]), item[0])):
        equal = all(values.get((item.at, theirs)) == item.value for item in listed)
        if equal and len(listed) == counts[theirs] and PREFIX + ours not in fine:
            fine[PREFIX + ours] = theirs
    for prefix in SAME_KEYS:
        used = {key for key in counts if key.startswith(prefix)}
        other = {key for key in used if key.removeprefix(prefix) not in EXTENSIONS}
        here = all(api.reaches(item.at) for item in api.keyed if item.key in other)
        if fine and {*fine.values()} == used - other and len(other) <= _FEW_OTHERS and here:
            return Reading(prefix, without=tuple(sorted(other)))
    return Reading(rewrites=dict(sorted(fine.items())))


def reading_actions(reading: Reading) -> list[Action]:
    """Return the actions that say which of the vendor's keys are read."""
    if reading.without:
        listed = ", ".join(map(quoted, reading.without))
        return [Action((f"$..[{listed}]",), remove=True)]
    return [Action(("$",), {f"{PREFIX}extension-rewrite": dict(reading.rewrites)})] if reading.rewrites else []


def removals(
    facts: Facts, api: Api, reading: Reading, endpoints: Collection[Endpoint], refused: Collection[Placed]
) -> list[Action]:
    """Return what takes the vendor's names away from operations, and from what else cannot have them."""
    found = []
    for endpoint in sorted(endpoints, key=lambda item: (item.path, item.method)):
        called = api.operations.get(endpoint)
        for item in facts.placed if called is not None and api.reaches(called.at) else ():
            if called is not None and item.at == called.at and item.key == "name-override" and reading.reads(item):
                path = json_path(called.at, api.document.root)
                found.append(Action((f"{path}[{quoted(item.theirs)}]",), remove=True))
    for item in (item for item in refused if api.reaches(item.at)):
        path = json_path(item.at, api.document.root)
        found.append(Action((f"{path}[{quoted(item.theirs)}]",), remove=True))
    return found


def spread_removals(facts: Facts, api: Api, reading: Reading, covered: Collection[tuple[str, str]]) -> list[Action]:
    """Return what takes the vendor's keys away where an action for many operations puts ours."""
    order = {called.at: at for at, called in api.operations.items()}
    listed: dict[tuple[str, str], list[str]] = {}
    for item in facts.placed:
        endpoint = order.get(item.at)
        if endpoint is not None and (item.at, PREFIX + item.key) in covered and reading.reads(item):
            listed.setdefault((item.theirs, endpoint.method.lower()), []).append(endpoint.path)
    found = []
    for (theirs, method), paths in sorted(listed.items()):
        *pieces, last = union(sorted(set(paths)), [method])
        found.append(Action((*pieces, f"{last}[{quoted(theirs)}]"), remove=True))
    return found


def removals_at(facts: Facts, reading: Reading, pointer: str, target: str, update: Mapping[str, Json]) -> list[Action]:
    """Return what takes the vendor's keys away that a build would read beside ours."""
    return [
        Action((f"{target}['{item.theirs}']",), remove=True)
        for item in facts.placed
        if item.at == pointer and PREFIX + item.key in update and reading.reads(item)
    ]
