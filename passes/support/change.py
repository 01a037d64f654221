"""Change tuples and maps of nodes, and keep unchanged nodes the same objects (house 1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, TypeVar

from compiler.ir.node import replace

Item = TypeVar("Item")
Key = TypeVar("Key")
Node = TypeVar("Node")


def change_each(items: tuple[Item, ...], change: Callable[[Item], Item | None]) -> tuple[Item, ...]:
    """Change each item and leave out those that became None; the same tuple if nothing changed."""
    if not items:
        return items
    changed = [new for item in items if (new := change(item)) is not None]
    same = len(changed) == len(items) and all(map(is_, changed, items))
    return items if same else tuple(changed)


def change_values(table: Mapping[Key, Item], change: Callable[[Item], Item | None]) -> Mapping[Key, Item]:
    """Change each value and leave out those that became None; the same map if nothing changed."""
    changed = {key: new for key, item in table.items() if (new := change(item)) is not None}
    same = len(changed) == len(table) and all(map(is_, changed.values(), table.values()))
    return table if same else changed


def changed(node: Node, **members: Any) -> Node:
    """Return the node with these members; the node itself if they are equal to its own."""
    if all(getattr(node, name) is value for name, value in members.items()):
        return node
    return replace(node, **members)  # type: ignore[type-var]
