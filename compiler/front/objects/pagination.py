"""Reads `x-codegen-pagination` into its node; the pass that attaches it checks the fields together (D6)."""

from __future__ import annotations

from typing import Any

from compiler.ir.node import Id
from compiler.ir.nodes import Pagination, PaginationInput, PaginationOutput


def lower_pagination(value: dict[str, Any], at: Id) -> Pagination:
    """Lower a checked configuration that stands at ``at``; `{}` switches pagination off (D6.1)."""
    if not value:
        return Pagination(off=True, id=at)
    inputs = tuple(
        PaginationInput(item["name"], item["in"], item["type"], id=f"{at}/inputs/{index}")
        for index, item in enumerate(value.get("inputs", ()))
    )
    outputs = tuple(
        PaginationOutput(key, path, id=f"{at}/outputs/{key}") for key, path in value.get("outputs", {}).items()
    )
    return Pagination(value["type"], inputs=inputs, outputs=outputs, id=at)
