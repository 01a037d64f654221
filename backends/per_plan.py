"""What is made once for a plan: files, reference pages and the README ask for it apart, and method by method."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from compiler.ir.plan import Plan

T = TypeVar("T")


def per_plan(make: Callable[[Plan], T]) -> Callable[[Plan], T]:
    """Let a function be called once for a plan; what it gave for the last one is kept."""
    kept: list[tuple[Plan, T]] = []

    def made(plan: Plan) -> T:
        if not kept or kept[0][0] is not plan:
            kept[:] = [(plan, make(plan))]
        return kept[0][1]

    return made
