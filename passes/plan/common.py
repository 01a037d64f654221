"""The shared parts of all targets' plans, made once: requests, responses, and the types that each sends or reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from compiler.ir.node import Id, frozen
from compiler.ir.wire import Wire
from compiler.plan.schemas import Schemas
from passes.plan.names.member_words import Named, differ_by_target, list_members, list_named, named_in, origin_in
from passes.plan.names.modules import Homes, path_items
from passes.plan.schemas.requests import DocumentSchemas
from passes.plan.wire.build_wire import build_wire
from passes.support.caller_references import references_of_callers
from passes.support.components import is_component
from passes.support.snapshots import are_alike

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk
    from compiler.ir.types import Origin
    from passes.context import Context


@frozen
class Common:
    """The facts of a snapshot that do not depend on a target's names."""

    sdk: Sdk
    wire: Wire
    schemas: Schemas
    sides: Mapping[Id, tuple[bool, bool]]
    """Whether a type is reached by requests and the answers to events; and by answers and events."""
    components: frozenset[Id]
    """The types that are components of the document."""
    homes: Callable[[], Homes]
    """The homes of the types; they are found when they are asked for first."""
    named: Mapping[Id, Named]
    """What names the parts of types, where no target has others."""
    origins: Mapping[Id, Origin]
    """Where the names of types come from, where no target has others."""
    apart: tuple[Id, ...]
    """The types that some target calls otherwise, or their members."""

    def named_in(self, target: str) -> Mapping[Id, Named]:
        """Return what names the parts of types in a target."""
        types = self.sdk.types
        return {**self.named, **{at: named_in(types[at], types, target) for at in self.apart}}

    def origins_in(self, target: str) -> Mapping[Id, Origin]:
        """Return where the names of types come from in a target."""
        types = self.sdk.types
        return {**self.origins, **{at: origin_in(types[at], target) for at in self.apart}}


def find_common(sdk: Sdk, context: Context, made: list[Common]) -> Common:
    """Return the facts made for a snapshot like this one; else make them, and add them to the list."""
    found = next((item for item in made if are_alike(item.sdk, sdk)), None)
    if found is None:
        vocabulary = context.vocabulary
        wire = build_wire(sdk, strict_formats=context.strict_formats)
        components = frozenset(filter(is_component, sdk.types))
        homes = cache(lambda: Homes(sdk.types, path_items(sdk, vocabulary), vocabulary))
        named = list_named(sdk.types)
        list_members(named, context.lock)
        origins = {at: origin_in(item, None) for at, item in sdk.types.items()}
        apart = tuple(at for at, item in sdk.types.items() if differ_by_target(item))
        found = Common(
            sdk, wire, DocumentSchemas(wire), _sides(sdk, context), components,
            homes, named, origins, apart,
        )  # fmt: skip
        made.append(found)
    return found


def _sides(sdk: Sdk, context: Context) -> dict[Id, tuple[bool, bool]]:
    found, graph = references_of_callers(sdk, context), context.graph
    sent, read = graph.reachable(sdk.types, found.sent()), graph.reachable(sdk.types, found.read())
    return {at: (at in sent, at in read) for at in sdk.types}
