"""Finds the author's function name in operationIds that a framework generated (CG0611)."""

from __future__ import annotations

import re

from compiler.base.patterns import lazy_pattern

CONTROLLER = lazy_pattern(r"[A-Za-z0-9]*Controller[_.]([A-Za-z]\w*)")
"""NestJS: `CatsController_findAll`."""
SPRINGFOX = lazy_pattern(r"([A-Za-z]\w*?)Using(?:GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS)(?:_\d+)?")
PLAIN = lazy_pattern(r"[A-Za-z][\w.]*", re.ASCII)
"""What stands in a regular expression and in YAML without quotes, dots aside."""


def function_name(operation_id: str, method: str, path: str) -> str | None:
    """Return the name of the function that answers an operation; None where the operationId does not show it."""
    if not PLAIN.fullmatch(operation_id):
        return None
    return (
        _before_path(operation_id, method, path)
        or _matched(CONTROLLER, operation_id)
        or _matched(SPRINGFOX, operation_id)
    )


def _before_path(text: str, method: str, path: str) -> str | None:
    """Return what stands before path and method: FastAPI's `read_item_items__id__get`."""
    name = text.removesuffix(re.sub(r"\W", "_", path) + "_" + method.lower())
    return name if name != text and name[:1].isalpha() else None


def _matched(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.fullmatch(text)
    return found[1] if found else None
