"""Identifiers of one target: unique, and stable across builds (D10.1, D10.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field

from compiler.base.frozen import mutable
from compiler.base.naming import are_unique, fold, unique
from compiler.ir.node import Id, frozen
from passes.context import Context


@frozen
class Scope:
    """Identities with the identifiers they prefer.

    ``name`` is what the lock calls the scope. ``keys``: what it calls the identities, where these depend on the order
    of the document. ``known``: identities of which it has other entries; else it lists them, unless ``is_listed``: it
    lists them already. ``at``: whose place a diagnostic names; None: ``name`` is an identity. ``exact``: they may
    differ by case alone. ``spelled`` returns the identities of what is spelled like the identifier it wishes for, which
    goes before others. ``unique``: the identifiers are known to differ.
    """

    name: str
    wanted: dict[str, str]
    keys: Mapping[str, str] | None = None
    known: Collection[str] | None = None
    at: Id | None = None
    exact: bool = False
    spelled: Callable[[], Collection[str]] = tuple
    unique: bool = False
    is_listed: bool = False


@mutable
class _Parts:
    """A scope with what the lock knows of it; what wishes for another name than then is as new."""

    scope: Scope
    kept: dict[str, str]
    before: dict[str, str]
    new: dict[str, str]
    remembers: bool = False
    """The lock knew the scope: what stood in it before and is in neither of its entries was called as it wishes."""
    made: dict[str, str] = field(default_factory=dict)


def _fold(scope: Scope) -> Callable[[str], str]:
    return str if scope.exact else fold


@frozen
class Settler:
    """Makes identifiers unique with the memory of codegen.lock.

    The lock lists what was there, and holds the few identifiers that are not what they wish to be.
    """

    context: Context

    def settle_scope(self, scope: Scope, taken: Collection[str] = ()) -> dict[str, str]:
        """Return an identifier for each identity of a scope; ``taken``, in lower case, are not to be had."""
        differ = (scope.unique and not taken) or are_unique(scope.wanted, taken, _fold(scope))
        if differ and self._role(scope) not in self.context.lock.members:
            if scope.known is None:
                self._list(scope)
            return scope.wanted  # otherwise nothing is remembered, and no identifier yields
        return self.together([scope], taken)[0]

    def together(self, scopes: Iterable[Scope], taken: Iterable[str] = ()) -> list[dict[str, str]]:
        """Return the identifiers of scopes that share a namespace; the first goes before the second.

        What the lock remembers goes before what is new, as it was called or else as it wishes. Reports CG1404 where
        something new gives way to that, and CG1406 where something else must, after a merge.
        """
        parts = [self._parts(scope) for scope in scopes]
        used = set(taken)
        old = used
        for phase in ("kept", "before", "new"):
            if phase == "new" and any(part.new for part in parts):
                old = set(used)
            for part in parts:
                wanted: dict[str, str] = getattr(part, phase)
                if wanted:
                    found = _unique(wanted, used, part.scope)
                    part.made |= found
                    used |= set(found.values())
        return [self._remembered(part, old) for part in parts]

    def _parts(self, scope: Scope) -> _Parts:
        members, wanted = self.context.lock.members, scope.wanted
        role = self._role(scope)
        keys = {one: scope.keys[one] for one in wanted} if scope.keys else {one: one for one in wanted}
        kept = self._kept_names(scope, role, keys) if role in members else {}
        if scope.known is None:
            self._list(scope)
            there = members.get(scope.name)
            known = None if there is None else {one for one, key in keys.items() if key in there}
        else:
            known = set(scope.known) if members else None
        lost = {one for one, key in keys.items() if one not in kept and f"{role}:{key}" in self.context.lock.kept}
        if not kept and not lost and (known is None or known.issuperset(wanted)):
            return _Parts(scope, {}, dict(wanted), {}, known is not None)
        old = (known if known is not None else wanted.keys()) - kept.keys() - lost
        before = {one: ident for one, ident in wanted.items() if one in old}
        new = {one: ident for one, ident in wanted.items() if one not in kept and one not in old}
        return _Parts(scope, kept, before, new, known is not None)

    def _list(self, scope: Scope) -> None:
        """Write down what is in a scope."""
        if scope.is_listed:
            return
        listed, keys = self.context.lock.listed, scope.keys.values() if scope.keys else scope.wanted
        if scope.name in listed:
            listed[scope.name].update(keys)
        else:
            listed[scope.name] = set(keys)

    def _kept_names(self, scope: Scope, role: str, keys: Mapping[str, str]) -> dict[str, str]:
        found = {one: self.context.lock.kept.get(f"{role}:{key}") for one, key in keys.items()}
        return {
            one: ident for one, ident in found.items() if ident is not None and is_made_of(ident, scope.wanted[one])
        }

    def _remembered(self, part: _Parts, old: Collection[str]) -> dict[str, str]:
        """Write down what is not called as it wishes, and tell of what is so for the first time."""
        scope, lock = part.scope, self.context.lock
        if part.made == scope.wanted:
            return dict(scope.wanted)
        role = self._role(scope)
        for one, ident in part.made.items():
            wanted = scope.wanted[one]
            if ident == wanted:
                continue
            key = scope.keys[one] if scope.keys else one
            lock.seen[f"{role}:{key}"] = ident
            lock.listed.setdefault(role, set()).add(key)
            if part.kept.get(one) != ident:
                self._tell(part, one, key, ident, old)
        return {one: part.made[one] for one in scope.wanted}

    def _tell(self, part: _Parts, one: str, key: str, ident: str, old: Collection[str]) -> None:
        """Tell of what gives way to what was there; of two that are new neither was."""
        scope, wanted = part.scope, part.kept.get(one, part.scope.wanted[one])
        if one in part.new:
            fold = _fold(scope)
            holder = next((name for name in sorted(old) if fold(name) == fold(wanted)), None)
            if holder is None:
                return
            code, wanted = "CG1404", wanted if wanted in old else holder
        elif part.remembers:
            code = "CG1406"
        else:
            return
        place = self.context.loc(scope.name if scope.at is None else scope.at)
        self.context.diagnostics.report(code, place, target=self.context.target, name=key, ident=ident, wanted=wanted)

    def _role(self, scope: Scope) -> str:
        return f"{scope.name}#{self.context.target}"


def _unique(wanted: dict[str, str], used: Collection[str], scope: Scope) -> dict[str, str]:
    """Make identifiers unique; what has a key of its own goes by that, since its identity is a place in a list."""
    keys = scope.keys
    by_key = {keys[one].strip('"'): one for one in wanted} if keys else {}
    if len(by_key) < len(wanted):
        return unique(wanted, used, _fold(scope), scope.spelled())
    found = unique({key: wanted[one] for key, one in by_key.items()}, used, _fold(scope))
    return {one: found[key] for key, one in by_key.items()}


def is_made_of(ident: str, wanted: str) -> bool:
    """Tell whether an identifier is another with a number: what wishes for another by now, or was edited, is none."""
    return ident.startswith(wanted) and not ident[len(wanted) :].strip("_0123456789")
