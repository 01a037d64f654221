"""Which types share a file: types of one group lie together, those of several groups in shared files.

A file refers to itself and to files of shared types before it, never in a circle: a type that a shared type refers
to is reached by the same groups, so it is shared too; shared files are cut along the components' order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from compiler.ir.graph import clusters, declaration_refs, operation_refs, reachable
from compiler.ir.node import Id
from compiler.naming import Profile, unique, words

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk

SHARED = "shared"
EVENTS = "webhooks"
LARGEST = 150
"""Types in one shared file."""


def assign_modules(sdk: Sdk, profile: Profile) -> dict[Id, str]:
    """Return the file stem of every type."""
    homes: dict[Id, str] = dict.fromkeys(sdk.types, "")
    for home, roots in _roots(sdk).items():
        for at in reachable(sdk.types, roots):
            homes[at] = home if homes[at] in ("", home) else SHARED
    groups = sorted({home for home in homes.values() if home not in ("", SHARED)})
    stems = unique({home: profile.identifier("module", " ".join(words(home))) for home in groups}, (SHARED,))
    shared = _shared_stems(sdk, [at for at, home in homes.items() if home in ("", SHARED)])
    return {at: shared[at] if at in shared else stems[home] for at, home in homes.items()}


def _roots(sdk: Sdk) -> dict[str, set[Id]]:
    roots: dict[str, set[Id]] = {}
    for operation in sdk.operations.values():
        home = (operation.groups or ("",))[0].partition(".")[0] or "client"
        roots.setdefault(home, set()).update(operation_refs(operation))
    for event in sdk.events.values():
        roots.setdefault(EVENTS, set()).update(operation_refs(event))
    return roots


def _shared_stems(sdk: Sdk, shared: Iterable[Id]) -> dict[Id, str]:
    """Cut shared types into files along the order of their components; unused types count as shared."""
    chosen = set(shared)
    grown = reachable(sdk.types, chosen)
    stems: dict[Id, str] = {}
    number, filled = 1, 0
    for component in clusters({at: sdk.types[at] for at in sdk.types if at in grown}):
        if filled and filled + len(component) > LARGEST:
            number, filled = number + 1, 0
        filled += len(component)
        stems.update(dict.fromkeys(component, SHARED if number == 1 else f"{SHARED}_{number}"))
    return stems


def outward(sdk: Sdk, modules: dict[Id, str]) -> set[tuple[str, str]]:
    """Return the pairs of files of which the first refers to the second (tests hold them against circles)."""
    return {
        (modules[at], modules[target])
        for at, item in sdk.types.items()
        for target in declaration_refs(item)
        if modules[at] != modules[target]
    }
