"""The stage after the passes: turn the IR into the plan that backends print (design.md, "Plan").

Nothing is decided here that could differ between languages, except names, which follow from the target's profile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.ir.plan import Plan
from passes.support.plan_surface import Packaging, build_surface
from passes.support.plan_wire import build_wire

if TYPE_CHECKING:
    from compiler.ir.context import Context
    from compiler.ir.nodes import Sdk

__all__ = ["Packaging", "build_plan"]


def build_plan(sdk: Sdk, context: Context, packaging: Packaging) -> Plan:
    """Return the plan of one target from the IR after its passes.

    ``context`` must name the target and carry its profile.
    """
    assert context.profile is not None
    wire = build_wire(sdk)
    return Plan(wire, build_surface(sdk, wire, context, context.profile, packaging))
