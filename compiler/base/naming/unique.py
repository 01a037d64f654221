"""Names made unique (D10.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from compiler.base.naming.casing import fold


def numbered(wanted: str, used: set[str]) -> str:
    """Return a name of the printer's own that is not used yet, and note that it is: ``name``, ``name_2`` ..."""
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
    """Make identifiers unique, also where case does not count (D10.2).

    Args:
        wanted: identity to desired identifier. One that is spelled like its identifier, case apart, keeps it (`id`
            before `_id`); other ties are decided by the order of identities, never the document's.
        taken: identifiers that are in use already.
        fold: what identifiers are compared by; ``str`` where case counts.
        spelled: identities that do not say so, and are spelled like their identifiers all the same.

    Returns:
        identity to identifier; where two wish for the same, the later identity gets a number.
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
    """Order those who wish for one identifier: `id`, whose own name it is, before `ID`, and `class` (`class_`) too."""
    at, ident = pair
    return ident not in (at, f"{at}_"), at.lower() != ident.lower(), pair


def are_unique(wanted: Mapping[str, str], used: Collection[str], fold: Callable[[str], str] = fold) -> bool:
    """Whether identifiers differ from each other and from those in use, which are folded, beyond case."""
    folded = set(wanted.values()) if fold is str else set(map(fold, wanted.values()))
    return len(folded) == len(wanted) and folded.isdisjoint(used)


def _crowded(wanted: Mapping[str, str], used: set[str], fold: Callable[[str], str]) -> set[str]:
    seen = set(used)
    crowded: set[str] = set()
    for ident in wanted.values():
        folded = fold(ident)
        (crowded if folded in seen else seen).add(folded)
    return crowded


def _free(ident: str, used: set[str], numbers: dict[str, int], fold: Callable[[str], str]) -> str:
    """Return an identifier with the first number that is free; ``numbers`` has where each is looked for."""
    if fold(ident) not in used:
        return ident
    number = numbers.get(fold(ident), 2)
    stem = f"{ident}{'_' if ident[-1].isdigit() else ''}"
    while fold(f"{stem}{number}") in used:
        number += 1
    numbers[fold(ident)] = number
    return f"{stem}{number}"
