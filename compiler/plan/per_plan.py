"""A cache of what is computed once for a plan, or for the half of it that targets share: files, reference pages and the
README ask for it separately, and method by method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

P = TypeVar("P")
T = TypeVar("T")
_TARGETS = 8
"""Plans of one build: reference pages ask about every language in turn."""
_ALL: list[per_plan[Any, Any]] = []


class per_plan(Generic[P, T]):  # noqa: N801  (a decorator)
    """Call a function once for each plan; its results for the last few plans are kept."""

    def __init__(self, make: Callable[[P], T]) -> None:
        self.make = make
        self._kept: list[tuple[P, T]] = []
        _ALL.append(self)

    def __call__(self, plan: P) -> T:
        """Return the result of a plan."""
        for known, value in self._kept:
            if known is plan:
                return value
        self._kept[:] = [(plan, self.make(plan)), *self._kept[: _TARGETS - 1]]
        return self._kept[0][1]

    def forget(self, plan: object) -> None:
        """Let go of the result of a plan."""
        self._kept[:] = [pair for pair in self._kept if pair[0] is not plan]


def forget(plan: object) -> None:
    """Let go of what was computed for a plan: it is not printed again."""
    for function in _ALL:
        function.forget(plan)
