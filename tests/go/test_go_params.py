"""How methods of SDKs printed for Go are called (D4.9 to D4.12): their parameters in each form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.support.documents import document, object_of, operation, parameter, sends
from tests.support.go_things import Driver, go, print_go, unformatted
from tests.support.printed import Printed, print_sdk
from tests.support.recorder import Reply

TEXT = {"type": "string"}


# --------------------------------------------------------------------------- forms


def making(schema: Mapping[str, Any], *parameters: Mapping[str, Any], path: str = "/a/{b}/c/{d}") -> dict[str, Any]:
    """A document of one operation with a body."""
    given = [*(parameter(name, "path") for name in re.findall(r"{(\w+)}", path)), *parameters]
    return document("Forms", {path: {"post": sends("make", schema, parameters=given)}})


THING = {**object_of("size", name="string", size="string"), "title": "Thing"}


def printed(document: Mapping[str, Any], folder: Path, **section: Any) -> str:
    """The file of the client, without columns."""
    sdk = print_sdk(document, "go", folder, {"modulePath": "example.com/forms", **section})
    assert unformatted(sdk.folder) == ""
    return re.sub(r" +", " ", (sdk.folder / "client.go").read_text())


def fields(text: str) -> list[str]:
    """The fields of the struct of arguments, each with its type."""
    (found,) = re.findall(r"^type MakeParams struct \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    lines = [line.strip() for line in found.splitlines()]
    return [" ".join(line.split(" ")[:2]) for line in lines if line and not line.startswith("//")]


PACKED = ["B string", "D string", "Body *Thing", "Q Opt[string]"]
FIELDS = ["Q Opt[string]", "Name Opt[string]", "Size string"]
FORMS: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "nothing configured": ({}, "b string, d string, params MakeParams", FIELDS),
    "body: argument": ({"body": "argument"}, "b string, d string, params MakeParams", PACKED[2:]),
    "pathArguments: object": ({"pathArguments": "object"}, "params MakeParams", [*PACKED[:2], *FIELDS]),
    "pathArguments: last-first": (
        {"pathArguments": "last-first"},
        "d string, params MakeParams",
        [*PACKED[:1], *FIELDS],
    ),
    "maxMethodParams: 0": ({"maxMethodParams": 0}, "request MakeParams", PACKED),
    "maxMethodParams: 3": ({"maxMethodParams": 3}, "request MakeParams", PACKED),
    "maxMethodParams: 4": ({"maxMethodParams": 4}, "b string, d string, body *Thing, q Opt[string]", []),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, tmp_path: Path) -> None:
    """D4.9 to D4.12, and D4.2 where somebody wrote a maximum: the body counts as one then, and is one."""
    section, arguments, members = FORMS[form]
    text = printed(making(THING, parameter("q")), tmp_path, **section)
    assert f") Make(ctx context.Context, {arguments}, options ...Option) error {{" in text
    assert (fields(text) if members else []) == members


def test_a_request_object_of_nothing(tmp_path: Path) -> None:
    """D4.3: with a maximum of 0 there is one always; without a maximum there is none where nothing is to put in."""
    made = document("Forms", {"/a": {"get": operation("make")}})
    always = printed(made, tmp_path / "always", maxMethodParams=0)
    assert "Make(ctx context.Context, request MakeParams, options ...Option) error" in always
    assert "Make(ctx context.Context, options ...Option) error" in printed(made, tmp_path / "never")


# --------------------------------------------------------------------------- bodies that are one argument, or are not

UNION = {"oneOf": [{**object_of(a="string"), "title": "One"}, {"type": "array", "items": TEXT}]}
SIZE = {"required": ["size"], "properties": {"size": TEXT}}
TWO = ["Name Opt[string]", "Size string"]


def wide(count: int) -> dict[str, Any]:
    return object_of(**{f"f{at}": "string" for at in range(count)})


BODIES: dict[str, tuple[Mapping[str, Any], list[str] | None]] = {
    "a union": (UNION, None),
    "a map": ({"type": "object", "additionalProperties": TEXT}, None),
    "properties beside a typed rest": ({**THING, "additionalProperties": TEXT}, None),
    "a nullable object": ({**THING, "type": ["object", "null"]}, None),
    "a list": ({"type": "array", "items": THING}, None),
    "no properties": ({"type": "object", "title": "Thing"}, None),
    "101 fields": (wide(101), None),
    "100 fields": (wide(100), [f"F{at} Opt[string]" for at in range(100)]),
    "one that asks for one of two": ({**THING, "anyOf": [{"required": ["name"]}, {"required": ["size"]}]}, TWO),
    "allOf": ({"allOf": [{"type": "object", "properties": {"name": TEXT}}, SIZE]}, TWO),
    "allOf of another file": ({"allOf": [{"$ref": "other.yaml#/Named"}, SIZE]}, TWO),
    "properties beside anything": ({**THING, "additionalProperties": True}, TWO),
}
"""Bodies, and the fields that their properties are; None where a body is the member Body."""


@pytest.mark.parametrize("case", BODIES)
def test_bodies(case: str, tmp_path: Path) -> None:
    """D4.10: at most 100 properties are fields."""
    schema, wanted = BODIES[case]
    (tmp_path / "other.yaml").write_text("Named: {type: object, properties: {name: {type: string}}}\n")
    found = fields(printed(making(schema, path="/a"), tmp_path))
    assert found == wanted or (wanted is None and [name.partition(" ")[0] for name in found] == ["Body"])


def test_an_object_in_one_media_type_and_a_union_in_another(tmp_path: Path) -> None:
    """Each method has the form of the body that it takes (D7.3)."""
    made = making(THING, path="/a")
    made["paths"]["/a"]["post"]["requestBody"]["content"]["application/x-www-form-urlencoded"] = {"schema": UNION}
    text = printed(made, tmp_path)
    assert "type MakeParams struct {\n\tName Opt[string]" in text
    assert "type MakeFormParams struct {\n\t// Required.\n\tBody Make" in text


@pytest.mark.slow
def test_names_that_meet(tmp_path: Path) -> None:
    """Fields that are called as options, parameters, keywords, each other, or what methods have are told apart."""
    words = ["ctx", "options", "params", "request", "body", "next", "self", "type", "func", "id", "ID", "Id", "b", "q"]
    words += ["Rest", "X-Trace", "x_trace", "1", "é"]
    schema = {"type": "object", "title": "Thing", "properties": dict.fromkeys([*words, ""], TEXT)}
    made = making(
        schema, parameter("q"), parameter("X-Trace", "header"), parameter("ctx"), path="/{b}/{ctx}/{c}/{params}"
    )
    text = printed(made, tmp_path)
    names = [line.partition(" ")[0] for line in fields(text)]
    assert len(names) == len(set(names)) == 3 + len(schema["properties"])
    assert {"Q", "QBody", "XTrace", "Ctx", "CtxQuery", "B", "Body", "Options", "Request", "Next", "Type"} <= set(names)
    go("vet", "./...", folder=tmp_path / "go")


@pytest.mark.slow
def test_a_method_in_several_groups(tmp_path: Path) -> None:
    """The package has one struct of its arguments, beside the first method (D2.3)."""
    made = making(THING, parameter("q"))
    made["paths"]["/a/{b}/c/{d}"]["post"]["x-codegen-group"] = ["things", "beta.things"]
    print_go(made, "forms", tmp_path)
    texts = {path.name: path.read_text() for path in tmp_path.rglob("*_api.go")}
    assert [name for name, text in texts.items() if "type MakeParams struct" in text] == ["things_api.go"]
    assert "params MakeParams" in texts["beta_things_api.go"]
    go("vet", "./...", folder=tmp_path / "go")


def test_the_first_call(tmp_path: Path) -> None:
    """The README's code and the compiled example make the call that the reference shows."""
    made = making({**THING, "required": ["name", "size"]}, path="/a/{b}")
    sdk: Printed = print_sdk(made, "go", tmp_path, {"modulePath": "example.com/forms"})
    call = 'client.Make(ctx, "b", forms.MakeParams{Name: "name", Size: "size"})'
    for path in ("README.md", "example_test.go"):
        assert call in (sdk.folder / path).read_text()


@pytest.mark.slow
def test_names_of_parameters_in_tags(tmp_path: Path) -> None:
    """Whatever a parameter is called, it goes out under that name: tags hold any text."""
    names = ['quo"te', "back`tick", "back\\slash", "new\nline", "a,b", "a:b", "-", "é", "$filter[x]", "sdk"]
    made = making(THING, *map(parameter, names), parameter("Cookie-Monster", "cookie"), path="/a")
    driver = Driver(made, "tagged")
    _, method = driver.sdk.find("make", None)
    values = {item.wire: f"v{at}" for at, item in enumerate(method.arguments) if not item.field}
    given = {item.ident: values[item.wire] for item in method.arguments if not item.field}
    _, request = driver.call("make", given, {"size": "s"}, Reply(204))
    assert parse_qsl(request.target.partition("?")[2]) == [(name, values[name]) for name in names]
    assert request.header("Cookie") == f"Cookie-Monster={values['Cookie-Monster']}"
