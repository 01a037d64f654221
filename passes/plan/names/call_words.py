"""Names for the classes of an operation's arguments if components have the same name (D3.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from compiler.base.naming import Profile, fold
from compiler.ir.node import Id
from compiler.ir.types import name_of

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk
    from passes.context import Context

CALL = "call"


def component_idents(sdk: Sdk, components: Iterable[Id], profile: Profile) -> set[str]:
    """Return the identifiers of components in a target, ignoring case."""
    idents = profile.identifiers("type")
    declared = (sdk.types[at] for at in components)
    names = (name_of(item.name, item.names_in, profile.target) for item in declared)
    return {fold(idents[name.text]) for name in names if name is not None}


def params_ident(at: Id, words: str, taken: Collection[str], profile: Profile, context: Context) -> str:
    """Return the name that a request class wishes for: `TripCreateCallParams`, where a component has the plain one.

    codegen.lock keeps which of the two it was: a component that comes later takes no name away.
    """
    lock, key, idents = context.lock, f"{at}#params", profile.identifiers("type")
    plain, other = idents[f"{words} params"], idents[f"{words} {CALL} params"]
    meets = key in lock.kept if f"{at}#method" in lock.kept else fold(plain) in taken
    if not meets:
        return plain
    lock.seen[key] = CALL
    return other
