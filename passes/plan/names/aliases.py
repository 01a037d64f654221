"""Further names of methods in one target (D3.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from compiler.base.naming import Profile, fold
from compiler.ir.node import Id
from passes.plan.names.identifiers import Scope, Settler

if TYPE_CHECKING:
    from compiler.ir.nodes import Operation


def alias_idents(
    operations: Mapping[Id, Operation], role: str, taken: Iterable[str], profile: Profile, settler: Settler
) -> dict[Id, tuple[str, ...]]:
    """Return the aliases of the methods of a group; ``taken`` are the names that stand in it.

    They differ from these in words: the pass check_names saw to that.
    """
    listed = {at: _texts(operation, profile) for at, operation in operations.items()}
    wanted = {f"{at} {text}": profile.identifier("method", text) for at, texts in listed.items() for text in texts}
    if not wanted:
        return {}
    found = settler.settle_scope(Scope(f"{role}/aliases", wanted, at=""), set(map(fold, taken)))
    return {at: tuple(found[f"{at} {text}"] for text in texts) for at, texts in listed.items() if texts}


def _texts(operation: Operation, profile: Profile) -> tuple[str, ...]:
    """Return the words of an operation's aliases; its twins have none."""
    if operation.variant:
        return ()
    own = (item.aliases for item in operation.names_in if item.target == profile.target)
    return next(own, operation.aliases)
