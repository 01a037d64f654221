"""A document without its texts and examples, for passes that read none: an edit of a text changes nothing for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, TypeVar

from compiler.base.frozen import class_without
from compiler.base.memory import Memory
from compiler.ir.node import TextKind, replace, texts_of
from compiler.ir.nodes import Sdk

T = TypeVar("T")

_NAMELESS = (TextKind.PROSE, TextKind.LINE, TextKind.EXAMPLE)
"""The texts that say nothing about names and structure."""
_TABLES = ("types", "operations", "events")


def skeleton(sdk: Sdk, memory: Memory, step: str, outlines: Mapping[str, Callable[[Any], Any]] | None = None) -> Sdk:
    """Return a document without texts, for a step; that of the build before where nothing but texts differs.

    ``outlines``: what else the step does not read of the nodes of a table is taken away by these.
    """
    if not memory.keeps:
        return sdk
    memory = memory.within(("skeleton", step))
    outlines = outlines or {}

    def bare(name: str) -> Callable[[Any], Any]:
        outline = outlines.get(name)
        return without_texts if outline is None else lambda node: without_texts(outline(node))

    tables: dict[str, Any] = {name: memory.each(name, getattr(sdk, name), bare(name)) for name in _TABLES}
    return memory.same_members("whole", without_texts(replace(sdk, **tables)))


def without_texts(node: T) -> T:
    """Return a node in which texts do not exist, in it or below it; tables stay as they are."""
    of: Any = type(node)
    names, texts = of.__match_args__, texts_of(of, *_NAMELESS)
    values = {name: _below(getattr(node, name)) for name in names if name not in texts}
    unchanged = len(values) == len(names) and all(getattr(node, name) is value for name, value in values.items())
    return node if unchanged else with_only(node, **values)


def _below(value: Any) -> Any:
    if isinstance(value, tuple):
        bare = tuple(map(_below, value))
        return value if all(map(is_, value, bare)) else bare
    return without_texts(value) if hasattr(value, "_with") else value


def with_only(node: T, **members: Any) -> T:
    """Return a node of which no other members exist: reading one is an AttributeError."""
    of: Any = type(node)
    missing = frozenset(of.__match_args__).difference(members)
    made: T = object.__new__(class_without(of, missing) if missing else of)
    for name, value in members.items():
        object.__setattr__(made, name, value)
    return made
