"""A cache of what is computed once for a plan, or for the half of it that targets share: files, reference pages and the
README ask for it separately, and method by method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from compiler.plan.parts import kept_parts

P = TypeVar("P")
T = TypeVar("T")
_TARGETS = 4
"""Plans of one build: reference pages ask about every language in turn."""
_ALL: list[list[tuple[Any, Any]]] = []
"""The plans and the results of each function."""


def per_plan(make: Callable[[P], T]) -> Callable[[P], T]:
    """Call a function once for each plan; its results for the last few plans are kept.

    Where a resident process prints parts, each has a result of its own, so that what it reads is known.
    """
    kept: list[tuple[P, T]] = []
    _ALL.append(kept)

    def made(plan: P) -> T:
        parts = kept_parts(plan)
        if parts is not None:
            return parts.alone(make, plan)
        for known, value in kept:
            if known is plan:
                return value
        kept[:] = [(plan, make(plan)), *kept[: _TARGETS - 1]]
        return kept[0][1]

    return made


def forget(plan: object) -> None:
    """Let go of what was computed for a plan: it is not printed again."""
    for kept in _ALL:
        kept[:] = [pair for pair in kept if pair[0] is not plan]
