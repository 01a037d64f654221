"""Standalone functions beside a target's methods, each named by its group's path and its method (D3.8)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.base.naming import Profile
from compiler.plan.plan import Derived, Method, Plan, function_key

_HOME = "functions"


def functions(plan: Plan, profile: Profile) -> Iterator[Derived]:
    """Yield a function for each method, and for each of its aliases: `chatCompletionsCreate`."""
    for method in plan.surface.methods():
        for alias in (None, *method.aliases):
            yield _function(plan, profile, method, alias)


def _function(plan: Plan, profile: Profile, method: Method, alias: str | None) -> Derived:
    path = plan.surface.groups[method.group].idents
    ident = profile.identifier("function", " ".join((*path, alias or method.ident)))
    return Derived(function_key(method, alias), method.operation, (ident,), _HOME)
