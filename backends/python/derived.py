"""Public names that are made of others."""

from __future__ import annotations

from collections.abc import Iterator

from backends.python.errors import derived_of_errors
from backends.python.event_names import derived_of_webhooks
from backends.python.names import derived_of_params
from compiler.ir.plan import Derived, Plan


def derived_names(plan: Plan) -> Iterator[Derived]:
    """Yield the public names that are made of those of a plan."""
    yield from derived_of_errors(plan)
    yield from derived_of_webhooks(plan)
    yield from derived_of_params(plan)
