"""A document without its texts and examples, for passes that read none: an edit of a text changes nothing for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from compiler.base.memory import Memory
from compiler.ir.node import replace
from compiler.ir.nodes import Sdk

T = TypeVar("T")

_TEXTS: dict[str, Any] = {
    "description": None,
    "summary": None,
    "example": None,
    "examples": (),
    "external_docs": None,
    "deprecation_message": None,
}
"""Members that say nothing about names and structure, and what they are without a value."""
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
    """Return a node without texts, in it or below it; tables stay as they are."""
    changed: dict[str, Any] = {}
    for name in node.__slots__:  # type: ignore[attr-defined]
        value = getattr(node, name)
        if name in _TEXTS:
            bare = _TEXTS[name]
        elif isinstance(value, tuple):
            bare = tuple([without_texts(item) if hasattr(item, "_with") else item for item in value])
            bare = value if all(one is other for one, other in zip(value, bare, strict=True)) else bare
        else:
            bare = without_texts(value) if hasattr(value, "_with") else value
        if bare is not value:
            changed[name] = bare
    return replace(node, **changed) if changed else node  # type: ignore[type-var]
