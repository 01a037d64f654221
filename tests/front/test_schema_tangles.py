"""D1.5, D11.2: whatever schemas refer to, merging and shaping terminate, and all remaining references are declared."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.support.documents import answers, content, document, operation
from tests.support.lowering import compile_document

NAMES = "ABCDEF"
LEAVES: tuple[Any, ...] = (
    {},
    True,
    {"type": "string"},
    {"type": "null"},
    {"type": "object"},
    {"type": "string", "enum": ["a", "b", None]},
    {"const": "a"},
    {"const": None},
    {"type": ["string", "null"], "format": "date"},
)


class Tangle:
    """Makes schemas that refer to one another in every way."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def ref(self) -> dict[str, str]:
        return {"$ref": f"#/components/schemas/{self.chance.choice(NAMES)}"}

    def some(self, depth: int) -> list[Any]:
        return [self.schema(depth - 1) for _ in range(self.chance.randint(1, 3))]

    def schema(self, depth: int) -> Any:
        if depth <= 0 or self.chance.random() < 0.2:
            return self.chance.choice((*LEAVES, self.ref(), self.ref(), self.ref()))
        made: dict[str, Any] = {}
        parts: dict[str, tuple[float, Any]] = {
            "type": (0.5, lambda: self.chance.choice(("object", "array", ["object", "null"], ["string", "integer"]))),
            "properties": (0.6, lambda: {self.chance.choice("xyk"): item for item in self.some(depth)}),
            "required": (0.3, lambda: ["x", "k"]),
            "allOf": (0.4, lambda: self.some(depth)),
            "oneOf": (0.25, lambda: self.some(depth)),
            "anyOf": (0.2, lambda: self.some(depth)),
            "items": (0.2, lambda: self.schema(depth - 1)),
            "additionalProperties": (0.2, lambda: self.schema(depth - 1)),
            "discriminator": (0.2, lambda: {"propertyName": "k"}),
            "readOnly": (0.1, lambda: True),
            "$ref": (0.1, lambda: self.ref()["$ref"]),
        }
        for key, (share, make) in parts.items():
            if self.chance.random() < share:
                made[key] = make()
        return made

    def document(self) -> dict[str, Any]:
        schema = self.schema(2)
        call = operation("a", answers(schema), requestBody=content(schema))
        return document("Tangle", {"/a": {"post": call}}, {name: self.schema(3) for name in NAMES})


@pytest.mark.parametrize("seed", range(40))
def test_a_tangle_compiles_to_sound_types(seed: int) -> None:
    """The verifier holds after every pass; a circle is a diagnostic and no crash."""
    types = compile_document(Tangle(seed).document()).sdk.types
    assert {f"schemas/{name}" for name in NAMES} <= types.keys()
