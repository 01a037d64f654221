"""Nodes of which some members do not exist: who reads one gets an AttributeError."""

from __future__ import annotations

from operator import is_
from typing import Any, TypeVar

from compiler.base.frozen import class_without
from compiler.ir.node import TextKind, texts_of

T = TypeVar("T")

_NAMELESS = (TextKind.PROSE, TextKind.LINE, TextKind.EXAMPLE)
"""The texts that say nothing about names and structure."""


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
