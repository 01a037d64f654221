"""Which types share a file: types of one group lie together, those of several groups in shared files.

A file refers to itself, to earlier files of its group and to shared ones, never in a circle: a type that a shared type
refers to is reached by the same groups, so it is shared too; and what is too much for one file is cut along the order
of the components.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from compiler.ir.graph import clusters, operation_refs, reachable
from compiler.ir.node import Id
from compiler.naming import Profile, unique, words

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk

SHARED = "shared"
EVENTS = "webhooks"
LARGEST = 150
"""Types in one file; a component that is larger stays whole."""


def assign_modules(sdk: Sdk, profile: Profile, homes: Mapping[Id, str]) -> dict[Id, str]:
    """Return the file stem of every type from the group that it lies with."""
    names = sorted(set(homes.values()) - {SHARED})
    stems = unique({home: profile.identifier("module", " ".join(words(home))) for home in names}, (SHARED,))
    stems[SHARED] = SHARED
    return _cut(sdk, homes, stems)


def homes(sdk: Sdk) -> dict[Id, str]:
    """Return the group of each type; what several groups reach, or none, is shared with all that it refers to."""
    found: dict[Id, str] = {}
    for home, roots in _roots(sdk).items():
        for at in reachable(sdk.types, roots):
            found[at] = home if found.get(at, home) == home else SHARED
    unused = [at for at in sdk.types if at not in found]
    return found | dict.fromkeys(reachable(sdk.types, unused), SHARED)


def _roots(sdk: Sdk) -> dict[str, set[Id]]:
    roots: dict[str, set[Id]] = {}
    for operation in sdk.operations.values():
        home = (operation.groups or ("",))[0].partition(".")[0] or "client"
        roots.setdefault(home, set()).update(operation_refs(operation))
    for event in sdk.events.values():
        roots.setdefault(EVENTS, set()).update(operation_refs(event))
    return roots


def _cut(sdk: Sdk, homes: Mapping[Id, str], stems: Mapping[str, str]) -> dict[Id, str]:
    files: dict[Id, str] = {}
    number = dict.fromkeys(stems, 1)
    filled = dict.fromkeys(stems, 0)
    for component in clusters(sdk.types):
        home = homes[component[0]]
        if filled[home] and filled[home] + len(component) > LARGEST:
            number[home], filled[home] = number[home] + 1, 0
        filled[home] += len(component)
        stem = stems[home] if number[home] == 1 else f"{stems[home]}_{number[home]}"
        files.update(dict.fromkeys(component, stem))
    return files
