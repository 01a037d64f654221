"""The stage after the passes: turn the IR into the plan that backends print (house 2).

The stage makes the same decisions for all languages, except names, which follow from the target's profile.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from compiler.ir.node import Id
from compiler.plan.plan import Plan
from passes.plan.common import Common, find_common
from passes.plan.documentation.featured import choose
from passes.plan.documentation.readme import Documentation
from passes.plan.names.derived import Deriving, derived_names
from passes.plan.names.roles import derived_in_roles
from passes.plan.surface.build_surface import Packaging, build_surface
from passes.plan.wire.answers import error_classes
from passes.plan.wire.events import receiver

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk
    from passes.context import Context

__all__ = ["Common", "Packaging", "build_plan"]


def build_plan(
    sdk: Sdk, context: Context, packaging: Packaging, made: list[Common], derive: Deriving | None = None
) -> Plan:
    """Return the plan of one target from the IR after its passes.

    ``context`` must name the target and carry its profile. ``made`` keeps what the plans of a document have in common.
    ``derive``: what the target makes of the names.
    """
    assert context.profile is not None
    common = find_common(sdk, context, made)
    left: dict[Id, str] = {}
    while True:
        surface = build_surface(sdk, common, context, context.profile, packaging, left.values())
        plan = Plan(common.wire, surface, common.schemas, vocabulary=context.vocabulary)
        wanted = [*derived_in_roles(plan, context.profile), *(derive(plan) if derive else ())]
        names, more = derived_names(surface, wanted, context, left)
        if not more:
            surface = replace(surface, derived=names)
            errors = error_classes(common.wire, names)
            plan = replace(plan, surface=surface, errors=errors, receiver=receiver(common.wire, surface))
            chosen = choose(plan.wire, surface.methods(), partial(_keep, context), plan.vocabulary)
            plan = replace(plan, first=None if chosen is None else chosen.first)
            return replace(plan, shown=Documentation(plan, chosen))
        left |= more  # a type that is new has one of these names: all are given once more


def _keep(context: Context, role: str, at: Id) -> Id:
    """Return the method of a role in the README that the lock knows, else this one."""
    return context.lock.choose(f"readme#{role}", at)
