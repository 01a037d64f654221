"""What requests must carry, as values of Python; what most operations ask for is said once, of the API."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from compiler.ir.plan import Plan
from compiler.ir.wire import Alternative

Security = tuple[tuple[str | tuple[str, ...], ...], ...]
"""Alternatives of schemes that hold together; a scheme stands with the scopes that tokens are asked for."""


def security_of(alternatives: Iterable[Alternative]) -> Security:
    """Return what requests must carry."""
    return tuple(
        tuple((need.scheme, *need.asked) if need.asked else need.scheme for need in item.needs) for item in alternatives
    )


def usual_security(plan: Plan) -> Security:
    """Return what most operations ask for."""
    counts = Counter(security_of(operation.security) for operation in plan.wire.operations.values())
    return min(counts, key=lambda item: (-counts[item], repr(item)), default=())
