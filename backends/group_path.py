"""The groups that lead from the client to one, which are asked for with every method."""

from __future__ import annotations

from collections.abc import Mapping

from backends.per_plan import per_plan
from compiler.ir.plan import Group, Plan

Path = tuple[str, ...]


def group_at(plan: Plan, path: Path) -> Group:
    """Return the group of a path; that of the empty one is the client."""
    return _by_path(plan)[path]


def group_idents(plan: Plan, path: Path) -> list[str]:
    """Return the names that lead from the client to a group."""
    return [group_at(plan, path[:depth]).ident for depth in range(1, len(path) + 1)]


@per_plan
def _by_path(plan: Plan) -> Mapping[Path, Group]:
    found: dict[Path, Group] = {}
    waiting = [plan.surface.root]
    while waiting:
        group = waiting.pop()
        found[group.path] = group
        waiting.extend(group.groups)
    return found
