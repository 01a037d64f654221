"""Tags of unions (D11.2): in unusual forms, implied by a discriminator alone, as numbers; sent, shown and narrowed by
in every language."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from compiler.ir.fit import fitted
from compiler.ir.types import Ref
from passes.plan.documentation.sample import sample
from tests.support.documents import document, list_of, object_of, ref, sends
from tests.support.go_things import go, print_go, unformatted
from tests.support.printed import Printed, print_python
from tests.support.python_things import package_of
from tests.support.recorder import Recorder, Reply
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import check_types, require_tools
from tests.support.wire_python import printed


def union(*names: str, tag: str, **mapping: str) -> dict[str, Any]:
    listed = [ref(name) for name in names or dict.fromkeys(mapping.values())]
    tags = {"mapping": {key: f"#/components/schemas/{name}" for key, name in mapping.items()}} if mapping else {}
    return {"oneOf": listed, "discriminator": {"propertyName": tag, **tags}}


def heir(parent: str, *required: str, **properties: Any) -> dict[str, Any]:
    return {"allOf": [ref(parent), object_of(*required, **properties)]}


def sending(*names: str) -> dict[str, Any]:
    """Paths of operations that send schemas."""
    return {f"/{name}": {"post": sends(f"send{name}", ref(name))} for name in names}


# --------------------------------------------------------------------------- implied, and numbers

WHOLE = {"type": "integer"}
MEMBER = object_of(id="string")
IMPLIED = document(
    "Sources",
    sending("Source", "Node", "Figure", "Size", "Width", "ToolSource", "Box", "Pet"),
    {
        "ToolSource": {**MEMBER, "example": {"id": "t"}},
        "DocumentSource": {**MEMBER, "additionalProperties": False},
        "Leaf": MEMBER,
        "Source": union(tag="type", tool="ToolSource", document="DocumentSource", page="Leaf", sheet="Leaf"),
        "Box": object_of(source=ref("Source"), tool=ref("ToolSource")),
        "Node": {
            **object_of("kind", kind="string"),
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"leaf": "#/components/schemas/LeafNode", "group": "GroupNode"},
            },
        },
        "LeafNode": heir("Node", id="string"),
        "GroupNode": {"allOf": [ref("Node"), {"properties": {"nodes": list_of(ref("Node"))}}]},
        "Shape": object_of(form={"enum": ["Square", "Circle"]}),
        "Square": heir("Shape", id="string"),
        "Circle": heir("Shape", id="string"),
        "Figure": union("Square", "Circle", tag="form"),
        "Pet": {**object_of(kind={"enum": ["Dog", "Cat"]}), "discriminator": {"propertyName": "kind"}},
        "Dog": heir("Pet", bark="string"),
        "Cat": heir("Pet", meow="string"),
        "Tiger": heir("Cat", "stripes", stripes="integer"),
        "One": object_of("size", size="integer"),
        "Two": object_of("size", size="integer"),
        "Half": object_of("width", width="number"),
        "Width": union(tag="width", **{"0.5": "Half", "1": "Leaf", "2": "Leaf"}),
        "Size": union(tag="size", **{"1": "One", "2": "Two"}),
    },
)
NUMBERS = document(
    "Tags",
    sending("Plain", "Listed"),
    {
        "First": object_of("tag", "a", tag="integer", a="string"),
        "Second": object_of("tag", "b", tag={"type": "integer", "format": "int32"}, b="string"),
        "Level": {"type": "integer", "enum": [1, 2, 3]},
        "Low": object_of("tag", "a", tag=ref("Level"), a="string"),
        "High": object_of("tag", "b", tag={"type": "integer", "enum": [2, 3]}, b="string"),
        "Plain": union(tag="tag", **{"1": "First", "2": "Second"}),
        "Listed": union("Low", "High", tag="tag", **{"1": "Low"}),
    },
)
BOTH = IMPLIED | {
    "paths": IMPLIED["paths"] | NUMBERS["paths"],
    "components": {"schemas": IMPLIED["components"]["schemas"] | NUMBERS["components"]["schemas"]},
}
TYPESCRIPT = """\
import type { Figure, GroupNode, Listed, Node, Plain, Source, ToolSource } from "./index.js";

export const tool: Source = { type: "tool", id: "a" };
export const alone: ToolSource = { id: "a" };
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

export const plain: Plain = { tag: 2, b: "x" };
export const listed: Listed[] = [{ tag: 1, a: "x" }, { tag: 3, b: "x" }];

export function told(value: Plain): string {
  return value.tag === 1 ? value.a : value.tag === 2 ? value.b : "unknown";
}
"""
GO = """\
package sources

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

func TestTag(t *testing.T) {
	for want, source := range map[string]Source{
		`{"type":"tool"}`:              &ToolSource{},
		`{"type":"document","id":"a"}`: &DocumentSource{ID: Some("a")},
		`{}`:                           &Leaf{},
	} {
		sends(t, Box{Source: source}, `{"source":`+want+`}`)
	}
	var came Box
	if err := json.Unmarshal([]byte(`{"source":{"type":"tool","id":"a","more":1}}`), &came); err != nil {
		t.Error(err)
	}
	tool := came.Source.(*ToolSource)
	sends(t, tool, `{"id":"a","more":1,"type":"tool"}`)
	sends(t, Box{Tool: tool}, `{"tool":{"id":"a","more":1}}`)
	union := unions()[reflect.TypeFor[Source]()]
	for _, body := range []any{ToolSource{}, &ToolSource{}} { // WithBody takes either
		var out bytes.Buffer
		err := encodeValue(&out, reflect.ValueOf(union.sent(body)))
		if err != nil || out.String() != `{"type":"tool"}` {
			t.Error(out.String(), err)
		}
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


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return print_python(IMPLIED, "sources_python", tmp_path_factory.mktemp("sources")).module.models


@pytest.fixture(scope="module")
def typescript() -> Printed:
    require_tools()
    return print_typescript(BOTH, "sources_typescript")


def test_python_sends_an_implied_tag(python: Any) -> None:
    """A tag that a member does not declare is sent through the union alone; validators take what is sent."""
    made = python.DocumentSource(id="a")
    assert made.type == "document"
    assert made.to_dict() == {"id": "a"}
    assert python.Box(source=made).to_dict() == {"source": {"type": "document", "id": "a"}}
    assert python.Box(source=python.Leaf(id="a")).to_dict() == {"source": {"id": "a"}}
    came = python.Box.from_dict({"source": {"type": "tool", "id": "a", "more": 1}})
    assert came.source.to_dict() == {"type": "tool", "id": "a", "more": 1}
    assert python.Box(tool=came.source).to_dict() == {"tool": {"id": "a", "more": 1}}
    assert not [*made.validate(), *python.Box(source=made).validate(), *came.validate()]


@pytest.mark.parametrize("models", ["plain", "pydantic"])
def test_python_sends_dictionaries_with_the_tags_of_their_unions(
    models: str, servers: tuple[Recorder, Recorder]
) -> None:
    """One that can be a single member need not have its tag; any other is refused before anything is sent."""
    sdk = printed("union_tags.yaml", models).module
    server, _ = servers
    client = sdk.Tags(base_url=server.origin)
    block = {"text": "a"}
    for given, sent in (
        ({"one": {"grams": 1}}, {"one": {"size": "parcel", "grams": 1}}),
        ({"one": {"size": "Letter", "stamps": 1}}, {"one": {"size": "letter", "stamps": 1}}),  # of another union
        ({"one": {"size": "box", "grams": 1}}, {"one": {"size": "box", "grams": 1}}),
        (
            {"one": {"grams": 1}, "list": [{"stamps": 2}], "map": {"k": {"grams": 3}}, "mixed": {"grams": 4}},
            {
                "one": {"size": "parcel", "grams": 1},
                "list": [{"size": "letter", "stamps": 2}],
                "map": {"k": {"route-type": "p", "grams": 3}},
                "mixed": {"size": "parcel", "grams": 4},
            },
        ),
    ):
        for options in ({"options": {"body": given}}, given):
            server.script(Reply(204))
            client.send_hold(**options)
            assert json.loads(server.requests[0].body) == sent
    server.script(*(Reply(204) for _ in range(3)))
    client.send_blade(body={"teeth": 1})
    client.create_post(block=block, others=[{"url": "b"}])
    client.send_whole(body={"grams": 1})
    blade, post, whole = (request.body for request in server.requests)
    assert json.loads(blade) == {"family": "flat", "drive": "Thin", "teeth": 1}
    assert json.loads(post) == {"block": {"type": "text", **block}, "others": [{"type": "image", "url": "b"}]}
    assert whole == b"size=parcel&grams=1"
    bag = {**object_of("name", name="string"), "additionalProperties": ref("Box")}
    box = union(tag="size", small="Small", large="Large")
    kinds = {"Small": object_of("a", a="string"), "Large": object_of("b", b="string"), "Box": box, "Bag": bag}
    bags = package_of(document("Bags", sending("Bag"), kinds), f"bags_{models}", models=models).module
    with bags.Bags(base_url=server.origin) as others:
        server.script(Reply(204))
        others.send_bag(body={"name": "n", "x": {"a": "1"}})
        assert json.loads(server.requests[0].body) == {"name": "n", "x": {"size": "small", "a": "1"}}
        with pytest.raises(bags.InvalidArgumentError, match=r"it lacks 'size'.*, at /x"):
            others.send_bag(body={"name": "n", "x": {}})
    for wrong, at in (({"list": [{}]}, "/list/0"), ({"one": {"grams": 1}, "mixed": {}}, "/mixed")):
        with pytest.raises(sdk.InvalidArgumentError, match=f"it lacks 'size'.*, at {at}"):
            client.send_hold(**{"one": {"grams": 1}, **wrong})


@pytest.mark.parametrize("models", ["plain", "pydantic"])
def test_a_tag_of_a_union_is_none_of_a_model(models: str) -> None:
    """D11.2: what was read through a union is equal to what is made by hand, and goes through others."""
    found = printed("union_tags.yaml", models).module.models
    hold = found.Hold.from_dict({"one": {"size": "parcel", "grams": 1, "more": 2}, "plain": {"grams": 1, "more": 2}})
    assert hold.one == hold.plain and hold.one.model_extra == {"more": 2} and "size" not in hold.one
    for one in (hold.one, hold.one.copy(), copy.deepcopy(hold.one), pickle.loads(pickle.dumps(hold.one))):
        assert one == hold.plain and one.to_dict() == {"grams": 1, "size": "parcel", "more": 2}
    routed = found.Hold(one=hold.one, route=hold.one, plain=hold.one).to_dict()
    assert routed["route"] == {"route-type": "p", "grams": 1, "more": 2}


def test_python_sends_the_tag_of_an_heir(python: Any) -> None:
    """An heir has its tag for any text that its parent has, and an heir that shares a list of tags its own of them."""
    leaf = python.LeafNode(id="a")
    assert leaf.to_dict() == {"kind": "leaf", "id": "a"}
    assert python.GroupNode(nodes=[leaf]).to_dict() == {"kind": "group", "nodes": [{"kind": "leaf", "id": "a"}]}
    assert python.Circle().to_dict() == {"form": "Circle"}
    assert python.Two().to_dict() == {"size": 2}
    assert python.Half().to_dict() == {"width": 0.5}
    python.LeafNode.from_dict({"kind": "twig"}).validate()  # the document says that it is a text
    python.Circle.from_dict({}).validate()


def test_the_tag_of_a_parent_is_the_name_of_a_listed_heir(python: Any) -> None:
    """The parent's is none of them, and an heir that is not listed has none."""
    assert not hasattr(python, "PetBase")
    assert python.Cat.from_dict({"kind": "Cat"}).kind == "Cat"
    assert python.Dog(bark="a").to_dict() == {"kind": "Dog", "bark": "a"}
    assert python.Tiger(stripes=3).to_dict() == {"stripes": 3}


def test_typescript_narrows_by_tags(typescript: Printed) -> None:
    """A member can be made, and a number narrows its union; a text would leave it no value at all."""
    (typescript.folder / "src/program.ts").write_text(TYPESCRIPT)
    assert check_types(typescript.folder) == ""


def test_go_sends_tags(tmp_path: Path) -> None:
    sdk = print_go(BOTH, "sources", tmp_path)
    (sdk.folder / "tag_test.go").write_text(GO)
    assert unformatted(sdk.folder) == ""
    go("test", ".", folder=sdk.folder)


def test_examples_have_tags_that_are_numbers(typescript: Printed) -> None:
    """What READMEs show has the number, and examples of the document that have it are of the member that it names."""
    types = typescript.plan.wire.types
    assert sample(Ref("schemas/Plain"), types) == {"tag": 1, "a": "a"}
    assert sample(Ref("schemas/Listed"), types) == {"tag": 1, "a": "a"}
    shown = {"tag": 2, "b": "shown"}
    assert fitted(shown, Ref("schemas/Plain"), types) == shown


# --------------------------------------------------------------------------- in unusual forms

UNIONS = document(
    "Messages",
    {"/wood": {"post": sends("send", ref("Wood"))}},
    {
        "Plain": object_of("type", "text", type={"const": "message"}, text="string"),
        "Parted": object_of("type", "parts", type={"const": "message"}, parts=list_of({"type": "string"})),
        "Call": object_of("type", "name", type={"const": "call"}, name="string"),
        "Input": union("Plain", "Parted", "Call", tag="type"),
        "Kinds": object_of("kind", kind={"enum": ["Oak", "Elm"]}),
        "Oak": heir("Kinds", "acorns", acorns="integer"),
        "Elm": heir("Kinds", "seeds", seeds="integer"),
        "Tree": union("Oak", "Elm", tag="kind"),
        "Look": object_of("look", look="string"),
        "Wood": object_of(
            trees=list_of(ref("Tree")),
            input=ref("Input"),
            found={"oneOf": [list_of(ref(name)) for name in ("Look", "Oak")]},
        ),
    },
)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return print_python(UNIONS, "messages_python", tmp_path_factory.mktemp("messages")).module.models


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ({"input": {"type": "message", "text": "a"}}, []),
        ({"input": {"type": "message", "parts": ["a"]}}, []),
        ({"input": {"type": "message", "parts": "a"}}, ["/input"]),
        ({"input": {"type": "call"}}, ["/input/name"]),
        ({"trees": [{"kind": "Oak", "acorns": 1}, {"kind": "Elm", "seeds": 1}]}, []),
        ({"trees": [{"kind": "Elm", "acorns": 1}]}, ["/trees/0/seeds"]),
    ],
)
def test_validators(models: Any, value: dict[str, Any], wrong: list[str]) -> None:
    """Of several members of one tag a value fits one; a list of tags that members share tells none of them."""
    assert [found.pointer for found in models.Wood.from_dict(value).validate()] == wrong


def test_a_union_of_lists_takes_no_name_of_the_document(models: Any) -> None:
    """By which it would read its items."""
    found = models.Wood.from_dict({"found": [{"kind": "Oak", "acorns": 1}]}).found
    assert found == [models.Oak(acorns=1)]
    assert models.Wood.from_dict({"found": [{"look": "a"}, None]}).found == [models.Look(look="a"), None]
    assert models.Wood.from_dict({"found": [{"look": "a"}, 1]}).found.data == [{"look": "a"}, 1]
