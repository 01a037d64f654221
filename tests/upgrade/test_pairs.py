"""The judge of `bench.upgrade_pairs` on a small document: the programs that are printed with an SDK are led to one of
other names and other forms of calls, type-check there, and are what they were after the way back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.upgrade_pairs import judge
from compiler.driver.options import Exit
from tests.support.toolchain import tool
from tests.upgrade.test_python import errors
from tests.upgrade.test_typescript import compiled, written
from tests.upgrade.versions import build, upgrade

TEXT = {"type": "string"}
TAGS = {"type": ["object", "null"], "additionalProperties": TEXT}
VOICE = {"anyOf": [{"$ref": "#/components/schemas/Tone"}, {"$ref": "#/components/schemas/Custom"}]}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Voices", "version": "1"},
    "servers": [{"url": "https://voices.example"}],
    "security": [{"token": []}],
    "paths": {
        "/rooms/{room}/voices/{name}": {
            "parameters": [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in ("room", "name")],
            "get": {
                "operationId": "getVoice",
                "tags": ["voices"],
                "parameters": [
                    {"name": "tone", "in": "query", "schema": {"$ref": "#/components/schemas/Tone"}},
                    {"name": "limit", "in": "query", "required": True, "schema": {"type": "integer"}},
                ],
                "responses": {"200": {"description": "ok", "content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Voice"}}}}},
            },
            "put": {
                "operationId": "setVoice",
                "tags": ["voices"],
                "requestBody": {"required": True, "content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Voice"}}}},
                "responses": {"204": {"description": "set"}},
            },
            "patch": {
                "operationId": "changeVoice",
                "tags": ["voices"],
                "requestBody": {"content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Voice"}}}},
                "responses": {"204": {"description": "changed"}},
            },
        },
        "/notes": {"post": {
            "operationId": "note", "tags": ["notes"],
            "requestBody": {"required": True, "content": {"application/json": {"schema": {
                "type": "object", "required": ["body"], "properties": {"body": TEXT, "title": TEXT}}}}},
            "responses": {"204": {"description": "noted"}},
        }},
        "/status": {"get": {
            "operationId": "status", "tags": ["system"], "responses": {"204": {"description": "well"}}}},
    },
    "components": {
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        "schemas": {
            "Tone": {"type": "string", "enum": ["high", "low"]},
            "Custom": {"type": "object", "required": ["id"], "properties": {"id": TEXT}},
            "Range": {"type": "object", "required": ["from"], "properties": {"from": {"type": "integer"}}},
            "Voice": {
                "type": "object",
                "required": ["name", "range", "tags", "sound", "size"],
                "properties": {
                    "name": TEXT, "range": {"$ref": "#/components/schemas/Range"},
                    "tags": TAGS, "sound": VOICE, "size": {"type": "integer", "format": "int64"},
                    "note": {"type": ["string", "null"]},
                },
            },
        },
    },
}  # fmt: skip
"""Fields of a body that Go holds otherwise as arguments, since they may be missing there, or null; one that is called
like the body, and one like an argument by position."""


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairs") / "voices.json"
    path.write_text(json.dumps(DOCUMENT))
    return path


TARGETS = {"python": "python3", "typescript": "node", "go": "go"}
PAIRS = ("names and one object", "whole bodies", "last path by place")


@pytest.mark.parametrize(
    ("target", "needs", "pair"),
    [
        pytest.param(*target, pair, marks=() if row == column else pytest.mark.hunt)
        for row, target in enumerate(TARGETS.items())
        for column, pair in enumerate(PAIRS)
    ],
)
def test_programs_are_led_there_and_back(target: str, needs: str, pair: str, spec: Path) -> None:
    tool(needs)
    result = judge(spec, target, pair, spec.parent / "work")
    assert (result.errors, result.below_marks, result.marks, result.differing) == ([], 0, [], [])
    assert result.calls >= 6 and not result.left_out
    assert result.rewritten > 0


CONSTANT = {
    "type": "object",
    "required": ["name", "window", "count"],
    "properties": {"name": TEXT, "window": {"const": "24h"}, "count": {"const": 3}, "kind": {"const": "k"}},
}


@pytest.mark.parametrize(
    ("target", "before", "after"),
    [
        (
            "python",
            'c.notes.create(name="a")',
            'c.notes.create(NoteCreateParams(body={"name": "a", "count": 3, "window": "24h"}))',
        ),
        (
            "python",
            'c.notes.create(\n    name="a",\n    kind="k",\n)',
            "c.notes.create(\n    NoteCreateParams(\n        body={\n"
            '            "name": "a",\n            "kind": "k",\n            "count": 3,\n'
            '            "window": "24h",\n        },\n    ),\n)',
        ),
        (
            "typescript",
            'await c.notes.create({ name: "a" });',
            'await c.notes.create({ body: { count: 3, window: "24h", name: "a" } });',
        ),
    ],
)
def test_constants_of_a_whole_body(target: str, before: str, after: str, tmp_path: Path) -> None:
    """A body that is given whole must have the constants that are filled in where its fields are arguments."""
    document = json.loads(json.dumps(DOCUMENT))
    body = document["paths"]["/notes"]["post"]["requestBody"]["content"]["application/json"]
    body["schema"] = CONSTANT
    build(tmp_path, "old", document, target, f"{target}: {{packageName: acme}}")
    build(tmp_path, "one", document, target, f"{target}: {{packageName: acme, maxMethodParams: 0}}")
    if target == "python":
        head, path = "from acme import Voices\nc = Voices()\n", tmp_path / "program.py"
        path.write_text(f"{head}{before}\n")
    else:
        tool("node")
        head = 'import { Voices } from "acme";\nconst c = new Voices();\n'
        path = written(tmp_path, "old", f"{head}{before}\n")
    done = upgrade(tmp_path, target, str(path), new="one")
    assert done.returncode == Exit.OK and "0 places" in done.stderr, done.stderr
    made = path.read_text()
    upgrade(tmp_path, target, str(path), old="one", new="old")
    assert path.read_text() == f"{head}{before}\n"
    path.write_text(made)
    assert made.endswith(f"{after}\n"), made
    if target == "python":
        assert errors(path, tmp_path / "one/python") == []
    else:
        written(tmp_path, "one", made)
        assert compiled(path.parent, "--noEmit") == ""


def _streaming() -> Any:
    document = json.loads(json.dumps(DOCUMENT))
    asked = {"type": "object", "required": ["text"], "properties": {"text": TEXT, "stream": {"type": "boolean"}}}
    voice = {"schema": {"$ref": "#/components/schemas/Voice"}}
    document["paths"]["/notes"]["post"] = {
        "operationId": "note", "tags": ["notes"],
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {"200": {"description": "ok", "content": {"application/json": voice, "text/event-stream": voice}}},
    }  # fmt: skip
    return document


def test_an_argument_that_says_whether_a_method_streams(tmp_path: Path) -> None:
    """It is renamed with the property that it fills; where the stream is a method of its own, it decides (D13.2)."""
    document = _streaming()
    build(tmp_path, "old", document, "python", "python: {packageName: acme}")
    build(tmp_path, "one", document, "python", "python: {packageName: acme, maxMethodParams: 0}")
    content = document["paths"]["/notes"]["post"]["requestBody"]["content"]["application/json"]
    content["schema"]["properties"]["stream"] = {
        "type": "boolean",
        "x-codegen-name-override": "live",
    }
    build(tmp_path, "new", document, "python", "python: {packageName: acme}")
    text = (
        'from acme import Voices\nc = Voices()\nfor item in c.notes.create(text="a", stream=True):\n    print(item)\n'
    )
    path = tmp_path / "program.py"
    path.write_text(text)
    upgrade(tmp_path, "python", str(path))
    assert path.read_text() == text.replace("stream=True", "live=True")
    assert errors(path, tmp_path / "new/python") == []
    upgrade(tmp_path, "python", str(path), old="new", new="old")
    assert path.read_text() == text
    more = '    text="a",\n    stream=False,\n'
    path.write_text(f"{text}print(c.notes.create(\n{more}))\nc.notes.create(text='a', stream=bool(c))\n")
    upgrade(tmp_path, "python", str(path), new="one")
    made = path.read_text()
    assert 'in c.notes.create_stream(NoteCreateStreamParams(body={"text": "a"})):\n' in made, made
    assert "print(c.notes.create(\n    NoteCreateParams(" in made and "stream=False" not in made
    assert "argument `stream` is gone\nc.notes.create(text='a', stream=bool(c))\n" in made
    path.write_text(made[: made.index("# codegen")])
    assert errors(path, tmp_path / "one/python") == []


def test_an_argument_of_typescript_that_says_whether_a_method_streams(tmp_path: Path) -> None:
    tool("node")
    document = _streaming()
    build(tmp_path, "old", document, "typescript", "typescript: {packageName: acme}")
    build(tmp_path, "one", document, "typescript", "typescript: {packageName: acme, maxMethodParams: 0}")
    text = (
        'import { Voices } from "acme";\nconst c = new Voices();\n'
        'for await (const item of await c.notes.create({ text: "a", stream: true })) console.log(item.name);\n'
        'console.log((await c.notes.create({\n  text: "a",\n  stream: false,\n})).name);\n'
    )
    path = written(tmp_path, "old", text)
    done = upgrade(tmp_path, "typescript", "app", new="one")
    assert done.returncode == Exit.OK and "0 places" in done.stderr, done.stderr
    made = path.read_text()
    assert 'c.notes.createStream({ body: { text: "a" } })' in made, made
    assert "stream:" not in made
    written(tmp_path, "one", made)
    assert compiled(path.parent, "--noEmit") == ""
