"""Writes signatures of methods, for reference pages."""

from __future__ import annotations

from backends.typescript.groups import brief_parts, signature
from backends.typescript.sdk import sdk_of
from backends.writer import Doc
from backends.writer.prettier import lay
from compiler.plan.plan import Method, Plan


def render_signature(plan: Plan, method: Method) -> str:
    """Write the signature of a method."""
    return signature(sdk_of(plan), plan.surface.group_heads[method.group], method)


def brief(plan: Plan, method: Method) -> str:
    """Write a method on one line, without the options that every call takes."""
    parameters, result = brief_parts(sdk_of(plan), plan.surface.group_heads[method.group], method)
    name = ".".join(("client", *plan.surface.path(method)))
    return f"{name}({', '.join(map(_flat, parameters))}): {_flat(result)}"


def _flat(doc: Doc) -> str:
    return " ".join(lay(doc).split())
