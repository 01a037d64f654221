"""What is made once for a plan: files, reference pages and the README ask for it apart, and method by method."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from compiler.ir.plan import Plan

T = TypeVar("T")
_TARGETS = 4
"""Plans of one build: reference pages ask about every language in turn."""


def per_plan(make: Callable[[Plan], T]) -> Callable[[Plan], T]:
    """Let a function be called once for a plan; what it gave for the last few is kept."""
    kept: list[tuple[Plan, T]] = []

    def made(plan: Plan) -> T:
        for known, value in kept:
            if known is plan:
                return value
        kept[:] = [(plan, make(plan)), *kept[: _TARGETS - 1]]
        return kept[0][1]

    return made
