"""Tags that are numbers: a mapping has them as strings, types and examples with the property's type (D11.2)."""

from __future__ import annotations

from typing import Any

from compiler.ir.fit import fitted
from compiler.ir.sample import sample
from compiler.ir.types import Ref
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import check_types, require_tools


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _member(tag: dict[str, Any], name: str) -> dict[str, Any]:
    properties = {"tag": tag, name: {"type": "string"}}
    return {"type": "object", "required": ["tag", name], "properties": properties}


def _union(*names: str, **discriminator: Any) -> dict[str, Any]:
    return {"oneOf": list(map(_ref, names)), "discriminator": {"propertyName": "tag", **discriminator}}


MAPPED = {"mapping": {"1": "#/components/schemas/First", "2": "#/components/schemas/Second"}}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Tags", "version": "1.0.0"},
    "components": {
        "schemas": {
            "First": _member({"type": "integer"}, "a"),
            "Second": _member({"type": "integer", "format": "int32"}, "b"),
            "Level": {"type": "integer", "enum": [1, 2, 3]},
            "Low": _member(_ref("Level"), "a"),
            "High": _member({"type": "integer", "enum": [2, 3]}, "b"),
            "Plain": _union("First", "Second", **MAPPED),
            "Listed": _union("Low", "High", mapping={"1": "#/components/schemas/Low"}),
        }
    },
    "paths": {
        f"/{name}": {
            "post": {
                "operationId": name,
                "requestBody": {"required": True, "content": {"application/json": {"schema": _ref(name)}}},
                "responses": {"204": {"description": "ok"}},
            }
        }
        for name in ("Plain", "Listed")
    },
}
PROGRAM = """\
import type { Listed, Plain } from "./index.js";

export const plain: Plain = { tag: 2, b: "x" };
export const listed: Listed[] = [{ tag: 1, a: "x" }, { tag: 3, b: "x" }];

export function told(value: Plain): string {
  return value.tag === 1 ? value.a : value.tag === 2 ? value.b : "unknown";
}
"""


def test_typescript() -> None:
    """A member can be made, and the number narrows the union; a text would leave it no value at all."""
    require_tools()
    sdk = print_typescript(DOCUMENT, "number_tags")
    (sdk.folder / "src/program.ts").write_text(PROGRAM)
    assert check_types(sdk.folder) == ""


def test_examples() -> None:
    """What READMEs show has the number, and examples of the document that have it are of the member that it names."""
    types = print_typescript(DOCUMENT, "number_tags_sample").plan.wire.types
    assert sample(Ref("schemas/Plain"), types) == {"tag": 1, "a": "a"}
    assert sample(Ref("schemas/Listed"), types) == {"tag": 1, "a": "a"}
    shown = {"tag": 2, "b": "shown"}
    assert fitted(shown, Ref("schemas/Plain"), types) == shown
