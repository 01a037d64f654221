"""Drop the types that only ignored items use (D5.3).

Before, if the operation that returned a trip is ignored::

    sdk "Test" "1.0.0" unused=[@schemas/Legacy] {
      model @schemas/Trip ...
      model @schemas/Legacy ...
    }

After::

    sdk "Test" "1.0.0" unused=[@schemas/Legacy] {
      model @schemas/Legacy ...
    }

A component that nothing in the document referred to in the first place is kept: the author wants it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.ir.node import Id
from compiler.ir.nodes import Sdk
from compiler.ir.references import type_refs
from compiler.ir.types import Alias, Declaration
from passes.context import Context
from passes.support.caller_references import references_of_callers
from passes.support.change import changed


def run(sdk: Sdk, context: Context) -> Sdk:
    """Keep the types that operations, events, shared parameters and unused components reach."""
    return changed(sdk, types=context.once("used types", sdk, lambda: _used(sdk, context)))


def _used(sdk: Sdk, context: Context) -> Mapping[Id, Declaration]:
    kept = _reachable(sdk, context)
    return sdk.types if len(kept) == len(sdk.types) else {at: sdk.types[at] for at in sdk.types if at in kept}


def _reachable(sdk: Sdk, context: Context) -> set[Id]:
    roots = [*references_of_callers(sdk, context).every()]
    roots += [target for parameter in sdk.global_parameters for target in type_refs(parameter.type)]
    kept = set(context.graph.reachable(sdk.types, (*roots, *sdk.unused)))
    while more := [*_within_names(sdk.types, kept)]:
        kept.update(context.graph.reachable(sdk.types, more))
    return kept


def _within_names(types: Mapping[Id, Declaration], kept: set[Id]) -> Iterator[Id]:
    """Yield the inline types within one that is only a name of another: they have theirs, too (D10.1)."""
    names = {at for at, item in types.items() if isinstance(item, Alias) and item.unnamed}
    for at in names - kept:
        owner = at
        while "/" in owner:
            owner = owner.rpartition("/")[0]
            if owner in names and owner in kept:
                yield at
                break
