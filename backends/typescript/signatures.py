"""Writes signatures of methods, for reference pages."""

from __future__ import annotations

from backends.per_plan import per_plan
from backends.typescript.groups import new_sdk, signature
from compiler.ir.plan import Method, Plan


def render_signature(plan: Plan, method: Method) -> str:
    """Write the signature of a method."""
    return signature(_sdk(plan), plan.surface.groups[method.group], method)


_sdk = per_plan(new_sdk)
