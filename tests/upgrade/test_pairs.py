"""The judge of `judges.upgrade_pairs` on a small document: the programs that are printed with an SDK are led to one of
other names and other forms of calls, type-check there, and are what they were after the way back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.driver.options import Exit
from judges.upgrade_pairs import judge
from tests.support.documents import answers, content, document, object_of, operation, parameter, ref, sends
from tests.support.toolchain import tool
from tests.support.typescript_tools import check_types
from tests.upgrade.versions import build, errors, typescript_program, upgrade

TEXT = {"type": "string"}
TAGS = {"type": ["object", "null"], "additionalProperties": TEXT}
VOICE = {"anyOf": [ref("Tone"), ref("Custom")]}
NUMBER = {"type": "integer"}
DOCUMENT = document(
    "Voices",
    {
        "/rooms/{room}/voices/{name}": {
            "parameters": [parameter("room", "path"), parameter("name", "path")],
            "get": operation(
                "getVoice",
                answers(ref("Voice")),
                tags=["voices"],
                parameters=[parameter("tone", schema=ref("Tone")), parameter("limit", schema=NUMBER, required=True)],
            ),
            "put": sends("setVoice", ref("Voice"), tags=["voices"]),
            "patch": operation("changeVoice", tags=["voices"], requestBody=content(ref("Voice"))),
        },
        "/notes": {"post": sends("note", object_of("body", body=TEXT, title=TEXT), tags=["notes"])},
        "/status": {"get": operation("status", tags=["system"])},
    },
    servers=[{"url": "https://voices.example"}],
    security=[{"token": []}],
    components={
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        "schemas": {
            "Tone": {"type": "string", "enum": ["high", "low"]},
            "Custom": object_of("id", id=TEXT, range=TEXT),
            "Range": object_of("from", **{"from": NUMBER}),
            "Voice": object_of(
                *("name", "range", "tags", "sound", "size"),
                name=TEXT,
                range=ref("Range"),
                tags=TAGS,
                sound=VOICE,
                size={"type": "integer", "format": "int64"},
                note={"type": ["string", "null"]},
            ),
        },
    },
)
"""Fields of a body that Go holds otherwise as arguments, since they may be missing there, or null; one that is called
like the body, and one like an argument by position; and one whose name changes in another type alone (`range`)."""


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


CONSTANT = object_of(
    *("name", "window", "count"), name=TEXT, window={"const": "24h"}, count={"const": 3}, kind={"const": "k"}
)


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
    given = json.loads(json.dumps(DOCUMENT))
    body = given["paths"]["/notes"]["post"]["requestBody"]["content"]["application/json"]
    body["schema"] = CONSTANT
    build(tmp_path, "old", given, target, f"{target}: {{packageName: acme}}")
    build(tmp_path, "one", given, target, f"{target}: {{packageName: acme, maxMethodParams: 0}}")
    if target == "python":
        head, path = "from acme import Voices\nc = Voices()\n", tmp_path / "program.py"
        path.write_text(f"{head}{before}\n")
    else:
        tool("node")
        head = 'import { Voices } from "acme";\nconst c = new Voices();\n'
        path = typescript_program(tmp_path, "old", f"{head}{before}\n")
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
        typescript_program(tmp_path, "one", made)
        assert check_types(path.parent, "--noEmit") == ""


def _streaming() -> Any:
    made = json.loads(json.dumps(DOCUMENT))
    asked = object_of("text", text=TEXT, stream={"type": "boolean"})
    voice = {"schema": ref("Voice")}
    streamed = {"200": {"description": "ok", "content": {"application/json": voice, "text/event-stream": voice}}}
    made["paths"]["/notes"]["post"] = sends("note", asked, tags=["notes"], responses=streamed)
    return made


def test_an_argument_that_says_whether_a_method_streams(tmp_path: Path) -> None:
    """It is renamed with the property that it fills; where the stream is a method of its own, it decides (D13.2)."""
    given = _streaming()
    build(tmp_path, "old", given, "python", "python: {packageName: acme}")
    build(tmp_path, "one", given, "python", "python: {packageName: acme, maxMethodParams: 0}")
    asked = given["paths"]["/notes"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    asked["properties"]["stream"] = {"type": "boolean", "x-codegen-name-override": "live"}
    build(tmp_path, "new", given, "python", "python: {packageName: acme}")
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
    given = _streaming()
    build(tmp_path, "old", given, "typescript", "typescript: {packageName: acme}")
    build(tmp_path, "one", given, "typescript", "typescript: {packageName: acme, maxMethodParams: 0}")
    text = (
        'import { Voices } from "acme";\nconst c = new Voices();\n'
        'for await (const item of await c.notes.create({ text: "a", stream: true })) console.log(item.name);\n'
        'console.log((await c.notes.create({\n  text: "a",\n  stream: false,\n})).name);\n'
    )
    path = typescript_program(tmp_path, "old", text)
    done = upgrade(tmp_path, "typescript", "app", new="one")
    assert done.returncode == Exit.OK and "0 places" in done.stderr, done.stderr
    made = path.read_text()
    assert 'c.notes.createStream({ body: { text: "a" } })' in made, made
    assert "stream:" not in made
    typescript_program(tmp_path, "one", made)
    assert check_types(path.parent, "--noEmit") == ""
