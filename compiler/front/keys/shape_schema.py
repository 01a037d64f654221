"""The shapes of `x-codegen-*` values as JSON Schema."""

from __future__ import annotations

import re
from typing import Any, assert_never

from compiler.config.schema import portable
from compiler.front.keys.value_shapes import (
    Anything,
    Choice,
    Either,
    Fields,
    Flag,
    Items,
    MapOf,
    Only,
    Positive,
    Shape,
    Text,
    Whole,
)

_Schema = dict[str, Any]
_NUMBERS = range(1000)


def shape_schema(shape: Shape) -> _Schema:
    """Return the schema of a shape, which allows what :meth:`Shape.read` does; `2.0` is an integer of JSON Schema."""
    assert isinstance(
        shape, Text | Flag | Whole | Positive | Choice | Only | Anything | Items | MapOf | Fields | Either
    )
    match shape:
        case Text():
            return _text(shape)
        case Flag():
            return {"type": "boolean"}
        case Whole(minimum=minimum, maximum=maximum):
            return {"type": "integer", "minimum": minimum} | ({} if maximum is None else {"maximum": maximum})
        case Positive(maximum=maximum):
            return {"type": "number", "exclusiveMinimum": 0, "maximum": maximum}
        case Choice(names):
            return {"enum": list(names)}
        case Only(value):
            return {"const": value}
        case Anything():
            return {}
        case Items(item, filled=filled):
            return {"type": "array", "items": shape_schema(item)} | ({"minItems": 1} if filled else {})
        case MapOf(value, filled=filled):
            return {"type": "object", "additionalProperties": shape_schema(value)} | (
                {"minProperties": 1} if filled else {}
            )
        case Fields():
            return _fields(shape)
        case Either(shapes):
            return {"anyOf": [shape_schema(one) for one in shapes.values()]}
        case _:
            assert_never(shape)


def _text(shape: Text) -> _Schema:
    text: _Schema = {"type": "string"}
    if shape.pattern is not None:
        text["pattern"] = portable(shape.pattern)
    if not shape.empty:
        text |= {"allOf": [{"pattern": r"\S"}]} if "pattern" in text else {"pattern": r"\S"}
    if not shape.scalars:
        return text
    if shape.pattern is None:
        return {"anyOf": [text, {"type": "number"}, {"type": "boolean"}]}
    numbers = [number for number in _NUMBERS if re.fullmatch(shape.pattern, str(number))]
    return {"anyOf": [text, {"type": "integer", "minimum": numbers[0], "maximum": numbers[-1]}]}


def _fields(shape: Fields) -> _Schema:
    schema: _Schema = {
        "type": "object",
        "properties": {key: shape_schema(value) for key, value in shape.fields.items()},
        "patternProperties": {"^x-": {}},
        "additionalProperties": False,
    }
    if shape.required:
        schema["required"] = list(shape.required)
    if shape.filled:
        schema["minProperties"] = 1
    return {"anyOf": [{"type": "object", "maxProperties": 0}, schema]} if shape.empty and shape.required else schema
