"""Questions about JSON values, in words that type checkers understand."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, TypeGuard

JSON_TYPES: Mapping[Any, str] = {
    dict: "object",
    list: "array",
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    Decimal: "number",
    type(None): "null",
}
"""The JSON type of the values of a class."""


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Tell whether a value is a JSON object."""
    return isinstance(value, dict)


def is_array(value: Any) -> TypeGuard[list[Any]]:
    """Tell whether a value is a JSON array."""
    return isinstance(value, list)
