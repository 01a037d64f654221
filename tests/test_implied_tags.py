"""A member that leaves its tag to the discriminator sends it and shows it, in every language (D11.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from go_things import go, print_go, unformatted
from printed import print_python
from typescript_things import print_typescript
from typescript_tools import check_types, require_tools


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _member(**more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"id": {"type": "string"}}, **more}


def _union(**mapping: str) -> dict[str, Any]:
    listed = [_ref(name) for name in dict.fromkeys(mapping.values())]
    tags = {tag: f"#/components/schemas/{name}" for tag, name in mapping.items()}
    return {"oneOf": listed, "discriminator": {"propertyName": "type", "mapping": tags}}


DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Sources", "version": "1.0.0"},
    "components": {
        "schemas": {
            "ToolSource": _member(example={"id": "t"}),
            "DocumentSource": _member(additionalProperties=False),
            "Leaf": _member(),
            "Source": _union(tool="ToolSource", document="DocumentSource", page="Leaf", sheet="Leaf"),
        }
    },
    "paths": {
        "/source": {
            "post": {
                "operationId": "send",
                "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("Source")}}},
                "responses": {"204": {"description": "ok"}},
            }
        },
        "/tool": {
            "post": {
                "operationId": "tool",
                "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("ToolSource")}}},
                "responses": {"204": {"description": "ok"}},
            }
        },
    },
}
PROGRAM = """\
import type { Source, ToolSource } from "./index.js";

export const tool: ToolSource = { type: "tool", id: "a" };
export const page: Source = { type: "sheet", id: "a" };

export function called(source: Source): "tool" | "document" | "page" | "sheet" {
  return source.type;
}
"""
GO = """\
package sources

import (
	"encoding/json"
	"testing"
)

func TestTag(t *testing.T) {
	for want, source := range map[string]Source{
		`{"type":"tool"}`:              &ToolSource{},
		`{"type":"document","id":"a"}`: &DocumentSource{ID: Some("a")},
		`{}`:                           &Leaf{},
	} {
		if found, err := json.Marshal(source); err != nil || string(found) != want {
			t.Errorf("%s, %v", found, err)
		}
	}
}
"""


def test_python(tmp_path: Path) -> None:
    """Validators take what is sent; they ask for the tag only where there is something to choose."""
    sdk = print_python(DOCUMENT, "sources_python", tmp_path).module
    document = sdk.models.DocumentSource(id="a")
    assert document.type == "document"
    assert document.to_dict() == {"type": "document", "id": "a"}
    assert sdk.models.Leaf(id="a").to_dict() == {"id": "a"}
    document.validate()
    sdk.models.ToolSource.from_dict({"id": "a"}).validate()


def test_typescript() -> None:
    require_tools()
    sdk = print_typescript(DOCUMENT, "sources_typescript")
    (sdk.folder / "src/program.ts").write_text(PROGRAM)
    assert check_types(sdk.folder) == ""


def test_go(tmp_path: Path) -> None:
    sdk = print_go(DOCUMENT, "sources", tmp_path)
    (sdk.folder / "tag_test.go").write_text(GO)
    assert unformatted(sdk.folder) == ""
    go("test", ".", folder=sdk.folder)
