"""Public names that are made of others."""

from __future__ import annotations

from collections.abc import Iterator

from backends.errors import derived_of_errors
from backends.typescript.event_names import derived_of_webhooks
from compiler.ir.plan import Derived, Plan

OPTIONS = "options"
"""The key of the type of the client's options."""


def derived_names(plan: Plan) -> Iterator[Derived]:
    """Yield the public names that are made of those of a plan."""
    yield from derived_of_errors(plan)
    yield from derived_of_webhooks(plan)
    yield Derived(OPTIONS, "", (f"{plan.surface.client}Options",))
