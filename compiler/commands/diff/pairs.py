"""Which symbols of two surfaces are the same: those of one name, and those made from the same thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.commands.diff.surface_types import Types
from compiler.surface.surface import Symbol

if TYPE_CHECKING:
    from compiler.plan.breaks import Breaks

_FOLLOWED = frozenset({"method", "type", "field", "event", "error", "option"})
"""Kinds whose symbols are the same under another name if they are made from the same thing."""
_INNER = frozenset({"field", "member", "case"})
_PARTS = frozenset({"header", "raises"})
"""Kinds of what belongs to a method."""
Key = tuple[str, str]


@frozen
class Pairs:
    """The symbols of both versions, those of the old one alone, and those of the new one alone.

    ``moved``: new names of types and paths of methods, by the old ones.
    """

    old: Mapping[Key, Symbol]
    new: Mapping[Key, Symbol]
    both: list[tuple[Symbol, Symbol]]
    gone: list[Symbol]
    came: list[Symbol]
    moved: Mapping[str, str]

    def has_owner(self, item: Symbol) -> bool:
        """Tell whether the new version has the type or the method that a part of the old one was in."""
        kind, owner = _owner(item, self.old)
        return not kind or (kind, self.moved.get(owner, owner)) in self.new

    def had_owner(self, item: Symbol) -> bool:
        """Tell whether the old version had the type or the method that a part of the new one is in."""
        kind, owner = _owner(item, self.new)
        return not kind or (kind, owner) in self.old or owner in self.moved.values()

    def is_renamed(self, old: Symbol, new: Symbol) -> bool:
        """Tell whether a symbol has another name, and not only what it is in."""
        if old.kind in _INNER:
            return old.path.partition(".")[2] != new.path.partition(".")[2] and old.path in self.moved
        return old.path in self.moved

    def types(self, breaks: Breaks) -> tuple[Types, Types]:
        """Return the types of both versions."""
        moved = {name: now for name, now in self.moved.items() if "." not in name}
        return types_of(self.old.values(), breaks, moved), types_of(self.new.values(), breaks, {})


def paired(old: Iterable[Symbol], new: Iterable[Symbol]) -> Pairs:
    """Find the symbols of two surfaces that are the same."""
    before, after = ({(item.kind, item.path): item for item in side} for side in (old, new))
    moved = _moved(before, after)
    found = {key: (item.kind, _now(item, moved)) for key, item in before.items()}
    wanted = set(found.values())
    return Pairs(
        before,
        after,
        [(before[key], after[now]) for key, now in found.items() if now in after],
        [before[key] for key, now in found.items() if now not in after],
        [item for key, item in after.items() if key not in wanted],
        moved,
    )


def _moved(before: Mapping[Key, Symbol], after: Mapping[Key, Symbol]) -> dict[str, str]:
    """Return the new paths of what has another name now, by the old ones.

    What is made from one thing is the same if neither version makes anything else from it that the other does not
    have; names made of others (``derived``) are told apart by what they are.
    """
    lost, found = ([item for key, item in side.items() if key not in other]
                   for side, other in ((before, after), (after, before)))  # fmt: skip
    lost_by, found_by = (Counter(_source(item) for item in side) for side in (lost, found))
    homes = {_source(item): item for item in found}
    moved = {}
    for item in lost:
        source = _source(item)
        if source is not None and lost_by[source] == found_by[source] == 1:
            moved[item.path] = homes[source].path
    return moved


def _source(item: Symbol) -> Key | None:
    if item.kind == "derived":
        return item.kind, item.rest
    made_from = item.at or (item.sources if item.kind == "option" else "")
    return (item.kind, made_from) if made_from and item.kind in _FOLLOWED else None


def _now(item: Symbol, moved: Mapping[str, str]) -> str:
    """Return the path of a symbol of the old version in the new one."""
    if item.path in moved:
        return moved[item.path]
    if item.kind in _INNER:
        owner, _, name = item.path.partition(".")
        inner = moved.get(name, name) if item.kind == "case" else name
        return f"{moved.get(owner, owner)}.{inner}"
    if item.kind in _PARTS:
        method = next((path for path in moved if item.path.startswith(f"{path}.")), "")
        return f"{moved[method]}{item.path.removeprefix(method)}" if method else item.path
    return item.path


def _owner(item: Symbol, symbols: Mapping[Key, Symbol]) -> Key:
    """Return the type or the method that a symbol is a part of; empty words if it is none."""
    if item.kind in _INNER:
        return "type", item.path.partition(".")[0]
    path = item.path if item.kind in _PARTS else ""
    while path:
        path = path.rpartition(".")[0]
        if ("method", path) in symbols:
            return "method", path
    return "", ""


def types_of(symbols: Iterable[Symbol], breaks: Breaks, moved: Mapping[str, str]) -> Types:
    """Return the types of one version; ``moved``: their names in the other one."""
    members: dict[str, list[Symbol]] = {}
    what, settings = {}, {}
    for item in symbols:
        if item.kind in _INNER:
            members.setdefault(item.path.partition(".")[0], []).append(item)
        elif item.kind == "type":
            what[item.path] = item.rest.removeprefix(": ")
        elif item.kind == "setting":
            settings[item.path] = item.rest.removeprefix(" = ")
    return Types(breaks, what, members, settings, moved)
