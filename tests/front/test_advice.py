"""The help of a syntax error names the likely mistake, and not the place where the parser stopped (D1.2)."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
import yaml

from compiler.diagnostics import Diagnostics
from compiler.front.keys.extensions import EXTENSIONS, Where
from compiler.source import Limits, load_text
from tests.support.run import codegen

YAML = {
    "a: <<<<\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n": "line 2 is the mark of a merge conflict",
    "<!DOCTYPE html>\n<body>x: y: z</body>\n": "this is HTML or XML",
    "```yaml\na: 1\n```\n": "take away the lines with ```",
    "a:\n\tb: 1\n": "indent line 2 with spaces",
    "a:\n  b: 1\n\u00a0 c: 1\n  d: 2\n": "line 3 is indented with no-break spaces",
    "a: {$ref: #/components/schemas/B}\nb: 1\n": "write the reference of line 1 in quotes",
    "a: @b\n": "it must not begin with `@`",
    "a: `b`\n": "it must not begin with a backtick",
    "a: *b*\n": "`*` begins an alias",
    "a: {id} of it\n": "it must not begin with `{` and continue",
    'a: "it" is\n': 'it must not begin with `"` and continue',
    "a: b: c\n": "it must not contain `: `",
    "a: [{url: https://{region}.example}]\n": "write the text with `{` in quotes",
    "a:\n  b: 1\n   c: 2\n": "indent this line, or the one before",
    "a:\n    b: 1\n  c: 2\n": "indent this line, or those before",
    "a:\n  - b\n c: 1\n": "indent this line",
}
JSON = {
    '{\n  // all\n  "a": 1}': "JSON has no comments",
    "{'a': 1}": "JSON has double quotes alone",
    '{"a": 1,}': "take the comma away",
    '{"a": "b': "the text ends too early",
    '{"a": {': "the text ends too early",
    "openapi: 3.1.0\n": "name the file `.yaml`",
}
BYTES = {
    "a: é".encode("utf-16"): "UTF-16",
    "a: 1\n".encode("utf-16-le"): "UTF-16",
    gzip.compress(b"a: 1", mtime=0): "compressed",
}


def said(text: str | bytes, name: str) -> str:
    diagnostics = Diagnostics()
    assert load_text(text, name, Limits(), diagnostics) is None
    (only,) = diagnostics.items
    return only.help


@pytest.mark.parametrize("text", YAML)
def test_yaml(text: str) -> None:
    assert YAML[text] in said(text, "openapi.yaml")


@pytest.mark.parametrize("text", JSON)
def test_json(text: str) -> None:
    assert JSON[text] in said(text, "openapi.json")


@pytest.mark.parametrize("data", BYTES)
def test_bytes(data: bytes) -> None:
    assert BYTES[data] in said(data, "openapi.yaml")


HEAD = "openapi: 3.1.0\ninfo: {title: Trips, version: 1.0.0}\n"
GET = HEAD + "paths: {/trips: {get: {operationId: listTrips, "
DONE = "responses: {'204': {description: Done.}}}}}\n"
DOCUMENTS = {
    "asyncapi: 3.0.0\n": "it is an AsyncAPI document",
    "configVersion: 2.0.0\npython: {}\n": "this file with -c",
    "swaggerDoc: {openapi: 3.0.0}\n": "the document is in `swaggerDoc`",
    "info: {_postman_id: a}\nitem: []\n": "it is a Postman collection",
    "openapi: 2.0\n": 'write `swagger: "2.0"`',
    "swagger: 3.0.0\n": "write `openapi: 3.0.0`",
    HEAD + "components: {}\n/trips: {}\n": "indent it below `paths`",
    HEAD + "components: {}\ndefinitions: {}\n": "move its members to `components.schemas`",
    HEAD + "paths: {/trips/:id: {get: {responses: {'204': {description: ok}}}}}\n": "write `{id}` for a parameter",
    GET + "responses: {'200': {description: ok, schema: {}}}}}}\n": "put it below a media type",
    GET + "responses: {'200': {description: Trips., content: {json: {}}}}}}}\n": "write `application/json`",
    GET + "x-codegen-retries: backoff, " + DONE: "write it like `x-codegen-retries: {strategy: backoff,",
    GET + "x-codegen-timeout: 10s, " + DONE: "write it like `x-codegen-timeout: 10000`",
    GET + "x-codegen-ignore: [go], " + DONE: "`x-codegen-ignore: true`",
    HEAD + "x-codegen-name-override: {}\ncomponents: {}\n": "{operationId: ^get, methodNameOverride: get}",
    GET + "x-codgen-group: a, x-acme-group: b, " + DONE: "did you mean `x-codegen-group`?",
    GET + "x_codegen_group: a, " + DONE: "write `x-codegen-group`",
    GET + "parameters: [{name: a, in: query, schema: {}, type: string}], " + DONE: "put it into the schema",
    GET + "parameters: [{name: a, in: body, schema: {}}], " + DONE: "write a `requestBody`",
    HEAD + "components: {schemas: {A: {type: datetime}}}\n": "`type: string` with `format: date-time`",
    HEAD + "components: {schemas: {A: {type: int64}}}\n": "`type: integer` with `format: int64`",
    HEAD + "components: {schemas: {A: {type: string, format: data-time}}}\n": "did you mean `date-time`?",
    HEAD + "components: {schemas: {A: {type: any}}}\n": "leave `type` out",
    HEAD + "components: {securitySchemes: {A: {type: bearer}}}\n": "`scheme: bearer`",
    HEAD + "components: {schemas: {A: {}, B: {$ref: A}}}\n": "write `#/components/schemas/A`",
    HEAD + "components: {schemas: {A: {}, B: {$ref: '#/definitions/A'}}}\n": "write `#/components/schemas/A`",
    HEAD + "component: {schemas: {}}\ncomponents: {}\nx-a: {$ref: a}\n": "did you mean `components`?",
}


@pytest.mark.parametrize("text", DOCUMENTS)
def test_documents(text: str, tmp_path: Path) -> None:
    """One mistake, one message, and its help names the place or the word that is meant."""
    tmp_path.joinpath("openapi.yaml").write_text(text, "utf-8")
    told = [line for line in codegen("lint", "openapi.yaml", cwd=tmp_path).stderr.splitlines() if "= help: " in line]
    assert len(told) == 1, told
    assert DOCUMENTS[text] in told[0]


def test_a_parameter_that_cannot_be_read_is_not_missed_in_the_path(tmp_path: Path) -> None:
    """The reference is told of, once for both operations, and the path's parameter is not asked for as well."""
    operation = "{parameters: [{$ref: '#/components/parameters/idd'}], responses: {'204': {description: ok}}}"
    paths = f"paths: {{'/trips/{{id}}': {{get: {operation}, put: {operation}}}}}\n"
    known = "components: {parameters: {id: {name: id, in: path, required: true, schema: {type: string}}}}\n"
    tmp_path.joinpath("openapi.yaml").write_text(HEAD + paths + known, "utf-8")
    told = codegen("lint", "openapi.yaml", cwd=tmp_path).stderr
    assert told.count("error[") == 1, told
    assert "error[CG0401]" in told
    assert "= note: the same at 3:" in told


def test_every_key_has_an_example_that_is_right() -> None:
    """What the help of CG0323 shows is taken where it stands."""
    said: list[str] = []
    for key, extension in EXTENSIONS.items():
        shown = extension.example_help("k", root=Where.ROOT in extension.places)
        values = [yaml.safe_load(value.removeprefix("k: ")) for value in re.findall("`(.*?)`", shown)]
        assert values, key
        shape = next(iter(extension.places.values()))
        for value in values:
            shape.read(value, "", lambda _, problem: said.append(problem))
        assert said == [], key
