"""The groups that lead from the client to one: asked for with every method, so that they are found once for a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.ir.plan import Group

Path = tuple[str, ...]

LANGUAGES = 8
"""Of so many plans the groups are known at a time: the reference asks every language in turn."""
_kept: list[tuple[Group, Mapping[Path, Group]]] = []


def groups_to(root: Group, path: Path) -> Sequence[Group]:
    """Return the groups below the root that lead to a path, the last of which has it."""
    known = next((groups for other, groups in _kept if other is root), None)
    if known is None:
        known = _by_path(root)
        _kept[:] = [(root, known), *_kept[: LANGUAGES - 1]]
    return [known[path[:depth]] for depth in range(1, len(path) + 1)]


def group_idents(root: Group, path: Path) -> list[str]:
    """Return the names that lead from the client to a group."""
    return [group.ident for group in groups_to(root, path)]


def _by_path(root: Group) -> dict[Path, Group]:
    found: dict[Path, Group] = {}
    waiting = [root]
    while waiting:
        group = waiting.pop()
        found[group.path] = group
        waiting.extend(group.groups)
    return found
