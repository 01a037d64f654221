"""A union member whose tag only the discriminator declares sends and shows the tag, in every language (D11.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.go_things import go, print_go, unformatted
from tests.support.printed import print_python
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import check_types, require_tools


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
            "Node": {
                "type": "object",
                "required": ["kind"],
                "properties": {"kind": {"type": "string"}},
                "discriminator": {
                    "propertyName": "kind",
                    "mapping": {"leaf": "#/components/schemas/LeafNode", "group": "GroupNode"},
                },
            },
            "LeafNode": {"allOf": [_ref("Node"), _member()]},
            "GroupNode": {"allOf": [_ref("Node"), {"properties": {"nodes": {"type": "array", "items": _ref("Node")}}}]},
            "Shape": {"type": "object", "properties": {"form": {"enum": ["Square", "Circle"]}}},
            "Square": {"allOf": [_ref("Shape"), _member()]},
            "Circle": {"allOf": [_ref("Shape"), _member()]},
            "Figure": {"oneOf": [_ref("Square"), _ref("Circle")], "discriminator": {"propertyName": "form"}},
            "One": {"type": "object", "required": ["size"], "properties": {"size": {"type": "integer"}}},
            "Two": {"type": "object", "required": ["size"], "properties": {"size": {"type": "integer"}}},
            "Half": {"type": "object", "required": ["width"], "properties": {"width": {"type": "number"}}},
            "Width": {
                "oneOf": [_ref("Half"), _ref("Leaf")],
                "discriminator": {"propertyName": "width", "mapping": {"0.5": "Half", "1": "Leaf", "2": "Leaf"}},
            },
            "Size": {
                "oneOf": [_ref("One"), _ref("Two")],
                "discriminator": {"propertyName": "size", "mapping": {"1": "One", "2": "Two"}},
            },
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
        **{
            f"/{name}": {
                "post": {
                    "operationId": f"send{name}",
                    "requestBody": {"required": True, "content": {"application/json": {"schema": _ref(name)}}},
                    "responses": {"204": {"description": "ok"}},
                }
            }
            for name in ("Node", "Figure", "Size", "Width")
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
import type { Figure, GroupNode, Node, Source, ToolSource } from "./index.js";

export const tool: ToolSource = { type: "tool", id: "a" };
export const page: Source = { type: "sheet", id: "a" };

export const group: GroupNode = { kind: "group", nodes: [{ kind: "leaf", id: "a" }] };
// @ts-expect-error a leaf is no group
export const wrong: GroupNode = { kind: "leaf" };

export function nodes(node: Node): Node[] | string | undefined {
  return node.kind === "group" ? node.nodes : node.kind === "leaf" ? node.id : undefined;
}

export const form = (value: Figure): "Square" | "Circle" | "<unknown>" => value.form;

export function called(source: Source): "tool" | "document" | "page" | "sheet" | "<unknown>" {
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
		sends(t, source, want)
	}
}

func TestTagOfHeir(t *testing.T) {
	sends(t, &GroupNode{Nodes: []Node{&LeafNode{ID: Some("a")}}}, `{"kind":"group","nodes":[{"kind":"leaf","id":"a"}]}`)
	sends(t, &Circle{}, `{"form":"Circle"}`)
	sends(t, &Two{}, `{"size":2}`)
	sends(t, &Half{}, `{"width":0.5}`)
	var node Node
	if err := json.Unmarshal([]byte(`{"kind":"leaf","id":"a"}`), &LeafNode{}); err != nil {
		t.Error(err)
	}
	node = &GroupNode{Nodes: []Node{&UnknownMember{Data: json.RawMessage(`{"kind":"twig"}`)}}}
	sends(t, node, `{"kind":"group","nodes":[{"kind":"twig"}]}`)
}

func sends(t *testing.T, value any, want string) {
	t.Helper()
	if found, err := json.Marshal(value); err != nil || string(found) != want {
		t.Errorf("%s, %v", found, err)
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


def test_python_heirs(tmp_path: Path) -> None:
    """An heir has its tag for any text that its parent has, and an heir that shares a list of tags its own of them."""
    models = print_python(DOCUMENT, "nodes_python", tmp_path).module.models
    leaf = models.LeafNode(id="a")
    assert leaf.to_dict() == {"kind": "leaf", "id": "a"}
    assert models.GroupNode(nodes=[leaf]).to_dict() == {"kind": "group", "nodes": [{"kind": "leaf", "id": "a"}]}
    assert models.Circle().to_dict() == {"form": "Circle"}
    assert models.Two().to_dict() == {"size": 2}
    assert models.Half().to_dict() == {"width": 0.5}
    models.LeafNode.from_dict({"kind": "twig"}).validate()  # the document says that it is a text
    models.Circle.from_dict({}).validate()


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
