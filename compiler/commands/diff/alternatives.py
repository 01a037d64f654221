"""Pairs the alternatives of `oneOf` and `anyOf` in two versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from compiler.commands.diff.view import Spot


def paired(old: tuple[Spot, ...], new: tuple[Spot, ...]) -> tuple[list[tuple[Spot, Spot]], list[Spot], list[Spot]]:
    """Pair branches: by what they refer to, by equality, by title; one that is left on each side is changed."""
    pairs: list[tuple[Spot, Spot]] = []
    left, right = list(old), list(new)
    for same in (_same_reference, _equal, _same_title):
        for one in tuple(left):
            other = next((item for item in right if same(one, item)), None)
            if other is not None:
                pairs.append((one, other))
                left.remove(one)
                right.remove(other)
    if len(left) == len(right) == 1 and not (left[0].get("$ref") and right[0].get("$ref")):
        pairs.append((left.pop(), right.pop()))
    return pairs, left, right


def unshared(old: list[Any], new: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return the groups of each side that the other does not have."""
    written = [[(word, [spot.raw for spot in branches]) for word, branches in side] for side in (old, new)]
    gone = [group for group, text in zip(old, written[0], strict=True) if text not in written[1]]
    came = [group for group, text in zip(new, written[1], strict=True) if text not in written[0]]
    return gone, came


def _same_reference(one: Spot, other: Spot) -> bool:
    ref = one.get("$ref")
    return ref is not None and ref == other.get("$ref")


def _equal(one: Spot, other: Spot) -> bool:
    return bool(one.raw == other.raw)


def _same_title(one: Spot, other: Spot) -> bool:
    title = one.get("title")
    return title is not None and title == other.get("title")


def branch_name(one: Spot, other: Spot) -> str:
    """Return what an alternative is called in paths."""
    ref = other.get("$ref") or one.get("$ref")
    name = ref.rpartition("/")[2] if isinstance(ref, str) else other.get("title") or f"#{other.id.rpartition('/')[2]}"
    return f"<{name}>"


def is_named(branch: Spot) -> bool:
    """Whether an alternative has a name, by which programs tell it from others whatever it asks for."""
    return branch.get("$ref") is not None or branch.get("title") is not None
