"""Makes names unique (D10.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from compiler.base.naming import casing
from compiler.base.naming.casing import fold


def numbered(wanted: str, used: set[str]) -> str:
    """Return an unused name for a backend's own use, and mark it as used: ``name``, ``name_2`` ..."""
    name, number = wanted, 2
    while name in used:
        name, number = f"{wanted}_{number}", number + 1
    used.add(name)
    return name


def unique(
    wanted: Mapping[str, str],
    taken: Iterable[str] = (),
    fold: Callable[[str], str] = fold,
    spelled: Collection[str] = (),
) -> dict[str, str]:
    """Make identifiers unique, also if case does not count (D10.2).

    Args:
        wanted: identity to desired identifier. A name spelled like its identifier, ignoring case, keeps it (`id`
            before `_id`); other ties are decided by the order of identities, never the document's.
        taken: identifiers that are in use already.
        fold: the key by which identifiers are compared; ``str`` if case counts.
        spelled: further identities whose names are spelled like their identifiers.

    Returns:
        identity to identifier; if two want the same, the later identity gets a number.
    """
    used = set(map(fold, taken))
    if are_unique(wanted, used, fold):
        return dict(wanted)
    made: dict[str, str] = {}
    numbers: dict[str, int] = {}
    crowded = _crowded(wanted, used, fold)
    for at, ident in wanted.items():
        if fold(ident) not in crowded:
            made[at] = ident
            used.add(fold(ident))
    for at, ident in sorted(wanted.items(), key=lambda pair: (pair[0] not in spelled, _claim(pair))):
        if fold(ident) in crowded:
            made[at] = _free(ident, used, numbers, fold)
            used.add(fold(made[at]))
    return {at: made[at] for at in wanted}


def _claim(pair: tuple[str, str]) -> tuple[bool, bool, tuple[str, str]]:
    """Order the candidates for one identifier: `id`, whose own name it is, before `ID`; `class` (`class_`) too."""
    at, ident = pair
    return ident not in (at, f"{at}_"), at.lower() != ident.lower(), pair


def are_unique(wanted: Mapping[str, str], used: Collection[str] = (), fold: Callable[[str], str] = fold) -> bool:
    """Whether identifiers differ from each other and from those in use, which are folded, beyond case."""
    names = wanted.values()
    if fold is casing.fold and all(map(str.isascii, names)):
        fold = str.lower  # what it does with these
    folded = set(names) if fold is str else set(map(fold, names))
    return len(folded) == len(wanted) and folded.isdisjoint(used)


def _crowded(wanted: Mapping[str, str], used: set[str], fold: Callable[[str], str]) -> set[str]:
    seen = set(used)
    crowded: set[str] = set()
    for ident in wanted.values():
        folded = fold(ident)
        (crowded if folded in seen else seen).add(folded)
    return crowded


def _free(ident: str, used: set[str], numbers: dict[str, int], fold: Callable[[str], str]) -> str:
    """Return an identifier with the first free number; ``numbers`` has where the search for each begins."""
    if fold(ident) not in used:
        return ident
    number = numbers.get(fold(ident), 2)
    stem = f"{ident}{'_' if ident[-1].isdigit() else ''}"
    while fold(f"{stem}{number}") in used:
        number += 1
    numbers[fold(ident)] = number
    return f"{stem}{number}"
