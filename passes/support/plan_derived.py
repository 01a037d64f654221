"""Names that a target makes of others (`ProblemError` of `Problem`): they move as little as those do (D10.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from compiler.ir.context import Context
from compiler.ir.node import Id
from compiler.ir.plan import Derived, Group, Plan, Surface

Deriving = Callable[[Plan], Iterable[Derived]]
"""What a target derives from the names of a plan."""


def derived_names(surface: Surface, wanted: Iterable[Derived], context: Context) -> tuple[dict[str, str], set[str]]:
    """Return the derived names by their keys, and names that types have to leave to them.

    A type goes before what is derived of another, unless it is the type that is new, as codegen.lock tells.
    """
    namer = _Namer(surface, context)
    made = {item.key: namer.name(item) for item in sorted(wanted, key=namer.turn)}
    return made, namer.left


class _Namer:
    def __init__(self, surface: Surface, context: Context) -> None:
        assert context.profile is not None
        self.left: set[str] = set()
        self._lock, self._role = context.lock, f"derived#{context.target}"
        self._types = {name.ident.lower(): at for at, name in surface.types.items()}
        self._used = {*self._types, surface.client.lower(), *map(str.lower, context.profile.taken.get("type", ()))}
        self._used.update(map(str.lower, _of_groups(surface.root)))
        self._apart: set[tuple[str, str]] = set()

    def turn(self, item: Derived) -> tuple[bool, str]:
        """Order by age, then by key."""
        return not self._is_known(item.of), item.key

    def name(self, item: Derived) -> str:
        kept = self._lock.kept.get(f"{self._role}:{item.key}") if self._role in self._lock.members else None
        forms = item.forms if kept is None else (kept, *item.forms)
        name = next((form for form in forms if self._may_have(form, item)), forms[0])
        while not self._may_have(name, item):
            name += "_"
        self._take(name, item.home)
        if name != item.forms[0]:
            self._lock.seen[f"{self._role}:{item.key}"] = name
            self._lock.listed.setdefault(self._role, set()).add(item.key)
        return name

    def _may_have(self, name: str, item: Derived) -> bool:
        if item.home:
            return (item.home, name.lower()) not in self._apart
        owner = self._types.get(name.lower())
        if owner is None:
            return name.lower() not in self._used
        return self._is_known(item.of) and not self._is_known(owner)

    def _take(self, name: str, home: str) -> None:
        if home:
            self._apart.add((home, name.lower()))
            return
        self._used.add(name.lower())
        if self._types.pop(name.lower(), None) is not None:
            self.left.add(name)

    def _is_known(self, at: Id) -> bool:
        """Tell whether the lock knows a declaration, an operation or an event; without one, nothing is known."""
        kept, members = self._lock.kept, self._lock.members
        if not members:
            return False
        known = at in members or at in kept or at in members.get("schemas", ())
        return known or not at or f"{at}#method" in kept or f"{at}#event" in kept


def _of_groups(group: Group) -> Iterator[str]:
    yield group.type_ident
    yield from (method.request.ident for method in group.methods if method.request is not None)
    for inner in group.groups:
        yield from _of_groups(inner)
