# ruff: noqa: RUF001
"""Names in every script: attributes with the names of their classes, letters whose other case is two characters."""

from __future__ import annotations

import subprocess
import sys
import urllib.parse
from pathlib import Path
from typing import Any

import pytest

from backends import load_backend
from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN
from tests.support.go_things import go
from tests.support.printed import print_sdk
from tests.support.typescript_tools import check_types

STRING = {"type": "string"}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def answer(name: str) -> dict[str, Any]:
    return {"200": {"description": "ok", "content": {"application/json": {"schema": ref(name)}}}}


ORDERS = {
    "openapi": "3.1.0",
    "info": {"title": "注文", "version": "1"},
    "paths": {
        "/p": {"get": {"operationId": "住所", "tags": ["住所"], "responses": answer("注文票")}},
        "/r": {"get": {"operationId": "عنوان", "tags": ["عنوان"], "responses": answer("عنوان")}},
    },
    "components": {
        "schemas": {
            "注文票": {
                "type": "object",
                "required": ["種類"],
                "properties": {
                    "住所": ref("住所"),
                    "前住所": {"type": "array", "items": ref("住所")},
                    "種類": ref("種類"),
                    "何か": ref("何か"),
                    "地図": {"type": "object", "additionalProperties": ref("何か")},
                },
            },
            "住所": {"type": "object", "properties": {"市": STRING, "注文票": ref("注文票"), "種類": ref("種類")}},
            "種類": {"type": "string", "enum": ["一", "二"]},
            "何か": {"oneOf": [ref("住所"), ref("注文票")]},
            "عنوان": {"type": "object", "properties": {"عنوان": ref("عنوان")}},
        }
    },
}


def checked(folder: Path, package: str) -> str:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "-p", package]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("models", ["plain", "pydantic"])
def test_properties_of_scripts_without_capitals_may_be_called_as_their_types(models: str, tmp_path: Path) -> None:
    package = f"orders_{models}"
    options = {"packageName": package} | ({"models": models} if models != "plain" else {})
    sdk = print_sdk(ORDERS, "python", tmp_path, options)
    assert checked(sdk.folder, package).startswith("Success")
    order, address = sdk.module.models.注文票, sdk.module.models.住所
    made = order.from_dict(
        {"種類": "一", "住所": {"市": "東京", "種類": "二"}, "前住所": [{"市": "京都"}], "何か": {"市": "大阪"}}
    )
    assert type(made.住所) is type(made.前住所[0]) is type(made.何か) is address
    assert made.住所.種類 == "二"
    assert made.to_dict()["前住所"] == [{"市": "京都"}]


ODD = ["İ", "İstanbul", "I", "ı", "ß", "straße", "strasse", "ǆ", "ǅ", "ΟΔΟΣ", "οδοσ", "é", "e\u0301", "ñ", "n\u0303"]
ODD += ["ŉ", "ǰ", "ẖ", "ΐ", "ﬁ", "ↈ", "፩", "𐄇", "Ⅷ", "①", "ͺ", "ſ", "𝐀", "ᾳ", "ᾼ", "٣x", "ª", "㎏", "ﷺ", "𐐨", "ʰ", "ⸯ"]
ODD += ["हिन्दी", "ไทย", "ა", "ꭰ", "〇", "_", "__", "$", "group", "underscore", "async", "!!!"]
"""Letters of two characters in the other case, of two code points, that only some languages have; signs alone."""


def odd_document() -> dict[str, Any]:
    """Every name as a property, parameter, tag, operation, event and schema of each kind."""
    schemas: dict[str, Any] = {}
    paths: dict[str, Any] = {}
    for at, name in enumerate(ODD):
        here = {"$ref": f"#/components/schemas/{urllib.parse.quote(name)}"}
        cases = [{"type": "object", "required": ["k"], "properties": {"k": {"const": tag}, name: here}} for tag in "ab"]
        everything = {"type": "object", "properties": {**dict.fromkeys(ODD, STRING), "self": here}}
        schemas[name] = [{"oneOf": cases}, everything, {"type": "string", "enum": ODD}][at % 3]
        content = {"description": "d", "content": {"application/json": {"schema": here}}}
        given = [{"name": other, "in": "query", "schema": STRING} for other in ODD[at : at + 3]]
        body = {"content": content["content"]}
        sent = {"operationId": name, "parameters": given, "requestBody": body}
        paths[f"/{at}"] = {"post": {**sent, "tags": [name], "responses": {"200": content, "400": content}}}
    info = {"title": "Odd", "version": "1"}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": schemas}}


def test_names_of_odd_letters_and_of_signs_compile_in_python(tmp_path: Path) -> None:
    sdk = print_sdk(odd_document(), "python", tmp_path, {"packageName": "odd_names"})
    assert checked(sdk.folder, "odd_names").startswith("Success")


def test_names_of_odd_letters_and_of_signs_compile_in_typescript(tmp_path: Path) -> None:
    assert check_types(print_sdk(odd_document(), "typescript", tmp_path, {}).folder, "--noEmit") == ""


def test_names_of_odd_letters_and_of_signs_compile_in_go(tmp_path: Path) -> None:
    go("vet", "./...", folder=print_sdk(odd_document(), "go", tmp_path, {"modulePath": "example.com/odd"}).folder)


@pytest.mark.parametrize(("tag", "group"), [("_", "UnderscoreGroup"), ("__", "UnderscoreUnderscoreGroup")])
def test_a_tag_of_signs_names_its_class(tag: str, group: str, tmp_path: Path) -> None:
    paths = {"/p": {"get": {"operationId": "getP", "tags": [tag], "responses": {"200": {"description": "ok"}}}}}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    groups = print_sdk(document, "typescript", tmp_path, {}).plan.surface.groups
    assert [one.type_ident for one in groups.values() if one.path] == [group]


@pytest.mark.parametrize(
    ("name", "python", "typescript", "go"),
    [
        ("हिन्दी नाम", "हिन्दी_नाम", "हिन्दीनाम", "हनदनम"),
        ("ชื่อผู้ใช้", "ชื่อผู้ใช้", "ชื่อผู้ใช้", "ชอผใช"),
        ("عُنوان", "عُنوان", "عُنوان", "عنوان"),
        ("क\u094d\u200dष", "क\u094dष", "क\u094dष", "कष"),
        ("fooनामBar", "fooनाम_bar", "fooनामBar", "fooनमBar"),
        ("e\u0301té", "été", "été", "été"),
        ("İstanbul", "istanbul", "istanbul", "istanbul"),
    ],
)
def test_marks_are_a_part_of_their_word_where_a_language_has_them(
    name: str, python: str, typescript: str, go: str
) -> None:
    """Vowels and tones of many scripts are marks; Go's identifiers have none."""
    profiles = (load_backend(target).profile for target in ("python", "typescript", "go"))
    assert [profile.identifier("argument", name) for profile in profiles] == [python, typescript, go]
    assert words(name, PLAIN)[0] == words(name + "\u200d", PLAIN)[0]


def test_names_that_differ_in_marks_alone_are_two(tmp_path: Path) -> None:
    parameters = [{"name": name, "in": "query", "schema": STRING} for name in ("नाम", "नम", "ना")]
    paths = {"/p": {"get": {"operationId": "p", "parameters": parameters, "responses": {"204": {"description": "ok"}}}}}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    idents = {}
    for target, section in (("python", {"packageName": "marks"}), ("go", {"modulePath": "example.com/marks"})):
        method = print_sdk(document, target, tmp_path / target, section).find("p", None)[1]
        idents[target] = [item.ident for item in method.arguments]
    assert idents == {"python": ["नाम", "नम", "ना"], "go": ["Xनम2", "Xनम", "Xन"]}


def test_options_of_a_client_are_no_members_of_every_object(tmp_path: Path) -> None:
    schemes = {name: {"type": "http", "scheme": "bearer"} for name in ("toString", "hasOwnProperty", "constructor")}
    get = {"responses": {"204": {"description": "ok"}}, "security": [{name: []} for name in schemes]}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/p": {"get": get}}}
    sdk = print_sdk(document | {"components": {"securitySchemes": schemes}}, "typescript", tmp_path, {})
    assert check_types(sdk.folder, "--noEmit") == ""


def test_a_security_scheme_may_be_called_as_a_type(tmp_path: Path) -> None:
    schemes = {"API": {"type": "http", "scheme": "bearer"}, "住所": {"type": "apiKey", "in": "header", "name": "X-A"}}
    body = {"content": {"application/json": {"schema": {"oneOf": [ref("API"), ref("住所")]}}}}
    post = {"requestBody": body, "responses": answer("API"), "security": [{name: []} for name in schemes]}
    models = {name: {"type": "object", "properties": {"a": STRING}} for name in schemes}
    components = {"securitySchemes": schemes, "schemas": models}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/p": {"post": post}}}
    assert (
        check_types(print_sdk(document | {"components": components}, "typescript", tmp_path, {}).folder, "--noEmit")
        == ""
    )
