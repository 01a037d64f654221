"""Names that a target derives from others (`SoldOutError` from `SoldOut`), as stable as those (D10.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from compiler.base.naming import fold
from compiler.ir.node import Id
from compiler.plan.plan import Derived, Plan, Surface
from passes.context import Context
from passes.plan.names.identifiers import is_made_of

Deriving = Callable[[Plan], Iterable[Derived]]
"""Derives a target's names from the names of a plan."""


def derived_names(
    surface: Surface, wanted: Iterable[Derived], context: Context, moved: Collection[Id] = ()
) -> tuple[dict[str, str], dict[Id, str]]:
    """Return the derived names by their keys, and by types the names that these have to leave to them.

    A type goes before what is derived of another, unless it is the type that is new, as codegen.lock tells, and has
    not ``moved`` already.
    """
    wanted = list(wanted)
    if not wanted:
        return {}, {}
    namer = _Namer(surface, context, moved)
    made = {item.key: namer.name(item) for item in sorted(wanted, key=namer.turn)}
    if not namer.left:  # else all are named again
        namer.remember()
    return made, namer.left


class _Namer:
    def __init__(self, surface: Surface, context: Context, moved: Collection[Id]) -> None:
        profile = context.profile
        assert profile is not None
        self.left: dict[Id, str] = {}
        self._lock, self._role, self._moved = context.lock, f"derived#{context.target}", moved
        self._fold: Callable[[str], str] = str if profile.exact else fold
        self._types = {self._fold(name.ident): at for at, name in surface.types.items()}
        others = (
            surface.client,
            *profile.taken.get("type", ()),
            *profile.taken.get("derived", ()),
            *(item.type_ident for item in surface.groups.values()),
            *surface.requests(),
        )
        self._used = {*self._types, *map(self._fold, others)}
        self._apart: set[tuple[str, str]] = set()
        self._odd: dict[str, str] = {}

    def turn(self, item: Derived) -> tuple[bool, str]:
        """Order by age, then by key."""
        return not self._is_known(item.of), item.key

    def name(self, item: Derived) -> str:
        kept = self._kept_name(item)
        forms = item.forms if kept is None else (kept, *item.forms)
        name = next((form for form in forms if self._may_have(form, item)), forms[0])
        while not self._may_have(name, item):
            name += "_"
        self._take(name, item.home)
        if name != item.forms[0]:
            self._odd[item.key] = name
        return name

    def _kept_name(self, item: Derived) -> str | None:
        kept = self._lock.kept.get(f"{self._role}:{item.key}") if self._role in self._lock.members else None
        return kept if kept is not None and any(is_made_of(kept, form) for form in item.forms) else None

    def remember(self) -> None:
        """Record the names that differ from the preferred ones."""
        if self._odd:
            self._lock.listed.setdefault(self._role, set()).update(self._odd)
            self._lock.seen.update((f"{self._role}:{key}", name) for key, name in self._odd.items())

    def _may_have(self, name: str, item: Derived) -> bool:
        folded = self._fold(name)
        if item.home:
            return (item.home, folded) not in self._apart
        owner = self._types.get(folded)
        if owner is None:
            return folded not in self._used
        return self._is_known(item.of) and not self._is_known(owner) and owner not in self._moved

    def _take(self, name: str, home: str) -> None:
        folded = self._fold(name)
        if home:
            self._apart.add((home, folded))
            return
        self._used.add(folded)
        owner = self._types.pop(folded, None)
        if owner is not None:
            self.left[owner] = name

    def _is_known(self, at: Id) -> bool:
        """Tell whether the lock knows a declaration, an operation or an event; without one, nothing is known."""
        kept, members = self._lock.kept, self._lock.members
        if not members:
            return False
        known = at in members or at in kept or at in members.get("schemas", ())
        return known or not at or f"{at}#method" in kept or f"{at}#event" in kept
