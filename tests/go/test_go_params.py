"""How methods of SDKs printed for Go are called (D4.9 to D4.12): their parameters in each form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.support.go_things import Driver, arguments_of, go, print_go, unformatted
from tests.support.printed import Printed, print_sdk
from tests.support.recorder import Recorder, Reply

TEXT = {"type": "string"}


# --------------------------------------------------------------------------- forms


def parameter(name: str, place: str = "query", *, required: bool = False) -> dict[str, Any]:
    return {"name": name, "in": place, "required": required or place == "path", "schema": TEXT}


def body(schema: Mapping[str, Any], *, required: bool = True) -> dict[str, Any]:
    return {"required": required, "content": {"application/json": {"schema": schema}}}


def document(schema: Mapping[str, Any], *parameters: Mapping[str, Any], path: str = "/a/{b}/c/{d}") -> dict[str, Any]:
    """A document of one operation with a body."""
    names = re.findall(r"{(\w+)}", path)
    operation = {
        "operationId": "make",
        "parameters": [*(parameter(name, "path") for name in names), *parameters],
        "requestBody": body(schema),
        "responses": {"204": {"description": "ok"}},
    }
    return {"openapi": "3.1.0", "info": {"title": "Forms", "version": "1"}, "paths": {path: {"post": operation}}}


THING = {"type": "object", "title": "Thing", "required": ["size"], "properties": {"name": TEXT, "size": TEXT}}


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
    text = printed(document(THING, parameter("q")), tmp_path, **section)
    assert f") Make(ctx context.Context, {arguments}, options ...Option) error {{" in text
    assert (fields(text) if members else []) == members


def test_a_request_object_of_nothing(tmp_path: Path) -> None:
    """D4.3: with a maximum of 0 there is one always; without a maximum there is none where nothing is to put in."""
    operation = {"operationId": "make", "responses": {"204": {"description": "ok"}}}
    made = {"openapi": "3.1.0", "info": {"title": "Forms", "version": "1"}, "paths": {"/a": {"get": operation}}}
    always = printed(made, tmp_path / "always", maxMethodParams=0)
    assert "Make(ctx context.Context, request MakeParams, options ...Option) error" in always
    assert "Make(ctx context.Context, options ...Option) error" in printed(made, tmp_path / "never")


# --------------------------------------------------------------------------- bodies that are one argument, or are not

UNION = {"oneOf": [{"type": "object", "title": "One", "properties": {"a": TEXT}}, {"type": "array", "items": TEXT}]}
WHOLE = {
    "a union": UNION,
    "a map": {"type": "object", "additionalProperties": TEXT},
    "properties beside a typed rest": {**THING, "additionalProperties": TEXT},
    "a nullable object": {**THING, "type": ["object", "null"]},
    "a list": {"type": "array", "items": THING},
    "no properties": {"type": "object", "title": "Thing"},
    "300 fields": {"type": "object", "properties": {f"f{at}": TEXT for at in range(300)}},
    "101 fields": {"type": "object", "properties": {f"f{at}": TEXT for at in range(101)}},
}


@pytest.mark.parametrize("case", WHOLE)
def test_one_argument(case: str, tmp_path: Path) -> None:
    """D4.10: the body is the member Body."""
    (only,) = fields(printed(document(WHOLE[case], path="/a"), tmp_path))
    assert only.startswith("Body ")


SIZE = {"required": ["size"], "properties": {"size": TEXT}}
SPREAD = {
    "one that only asks for one of two": {**THING, "anyOf": [{"required": ["name"]}, {"required": ["size"]}]},
    "allOf": {"allOf": [{"type": "object", "properties": {"name": TEXT}}, SIZE]},
    "allOf of another file": {"allOf": [{"$ref": "other.yaml#/Named"}, SIZE]},
    "properties beside anything": {**THING, "additionalProperties": True},
}


@pytest.mark.parametrize("case", SPREAD)
def test_fields(case: str, tmp_path: Path) -> None:
    """D4.10: its properties are fields."""
    (tmp_path / "other.yaml").write_text("Named: {type: object, properties: {name: {type: string}}}\n")
    assert fields(printed(document(SPREAD[case], path="/a"), tmp_path)) == ["Name Opt[string]", "Size string"]


def test_100_fields(tmp_path: Path) -> None:
    """D4.10: at most 100 of them."""
    schema = {"type": "object", "properties": {f"f{at}": TEXT for at in range(100)}}
    assert len(fields(printed(document(schema, path="/a"), tmp_path))) == 100


def test_an_object_in_one_media_type_and_a_union_in_another(tmp_path: Path) -> None:
    """Each method has the form of the body that it takes (D7.3)."""
    made = document(THING, path="/a")
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
    made = document(
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
    made = document(THING, parameter("q"))
    made["paths"]["/a/{b}/c/{d}"]["post"]["x-codegen-group"] = ["things", "beta.things"]
    print_go(made, "forms", tmp_path)
    texts = {path.name: path.read_text() for path in tmp_path.rglob("*_api.go")}
    assert [name for name, text in texts.items() if "type MakeParams struct" in text] == ["things_api.go"]
    assert "params MakeParams" in texts["beta_things_api.go"]
    go("vet", "./...", folder=tmp_path / "go")


# --------------------------------------------------------------------------- what documentation shows


def test_what_the_struct_says(tmp_path: Path) -> None:
    """Each field has its text and its default; the struct has the body's; the comment of the method the path's."""
    schema = {"type": "object", "title": "Thing", "properties": {
        "name": {**TEXT, "description": "What it is called.", "default": "x"},
        "old": {**TEXT, "deprecated": True},
    }}  # fmt: skip
    made = document(schema, {**parameter("q"), "description": "What to look for."}, path="/a/{b}")
    operation = made["paths"]["/a/{b}"]["post"]
    operation["requestBody"]["description"] = "All of it."
    operation["parameters"][0]["description"] = "Which one."
    text = printed(made, tmp_path)
    assert "// MakeParams are the arguments of [Forms.Make].\n//\n// All of it.\ntype MakeParams struct {\n" in text
    assert '\t// What to look for.\n\tQ Opt[string] `query:"q"`\n' in text
    assert '\t// What it is called.\n\t//\n\t// Default: "x".\n\tName Opt[string] `json:"name,omitzero"`\n' in text
    assert "\t// Deprecated: it may be removed.\n\tOld Opt[string]" in text
    assert "// Arguments:\n//\n// - b: Which one.\nfunc " in text


def test_the_first_call(tmp_path: Path) -> None:
    """The README's code and the compiled example make the call that the reference shows."""
    made = document({**THING, "required": ["name", "size"]}, path="/a/{b}")
    sdk: Printed = print_sdk(made, "go", tmp_path, {"modulePath": "example.com/forms"})
    call = 'client.Make(ctx, "b", forms.MakeParams{Name: "name", Size: "size"})'
    for path in ("README.md", "example_test.go"):
        assert call in (sdk.folder / path).read_text()


def test_constants_are_no_arguments(tmp_path: Path) -> None:
    """D4.10: a required property of one value is sent untold; an enum of one value may be said."""
    schema = {"type": "object", "title": "Thing", "required": ["kind", "form"], "properties": {
        "kind": {"const": "thing"}, "form": {"enum": ["plain"]}, "name": TEXT,
    }}  # fmt: skip
    text = printed(document(schema, path="/a"), tmp_path)
    assert fields(text) == ["Form Opt[string]", "Name Opt[string]"]
    said = json.dumps(json.dumps({"kind": "thing", "form": "plain"}))
    assert f"fields: true, fixed: {said}}}" in text


@pytest.mark.slow
def test_names_of_parameters_in_tags(tmp_path: Path) -> None:
    """Whatever a parameter is called, it goes out under that name: tags hold any text."""
    names = ['quo"te', "back`tick", "back\\slash", "new\nline", "a,b", "a:b", "-", "é", "$filter[x]", "sdk"]
    made = document(THING, *map(parameter, names), parameter("Cookie-Monster", "cookie"), path="/a")
    driver = Driver(made, "tagged")
    path, method = driver.sdk.find("make", None)
    given = {item.ident: f"v{at}" for at, item in enumerate(method.arguments) if not item.field}
    with Recorder() as server:
        server.script(Reply(204))
        order = arguments_of(driver.sdk.plan, method, given, {"size": "s"})
        answer = driver.run({"Path": path, **order, "BaseURL": server.origin, "Mode": "call"})
        assert answer["Error"] is None, answer["Error"]
        (request,) = server.requests
    values = {item.wire: given[item.ident] for item in method.arguments if not item.field}
    assert parse_qsl(request.target.partition("?")[2]) == [(name, values[name]) for name in names]
    assert request.header("Cookie") == f"Cookie-Monster={values['Cookie-Monster']}"
