"""Calls of printed TypeScript with the defaults (D4.9 to D4.12): which calls type-check, and what is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import answers, content, document, list_of, object_of, operation, parameter, ref, sends
from tests.support.printed import print_sdk
from tests.support.recorder import Recorder, Reply
from tests.support.run import run_program
from tests.support.typescript_things import in_node
from tests.support.typescript_tools import check_format, check_types, require_tools

JSON = {"Content-Type": "application/json"}


def texts(*names: str, required: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """The schema of an object whose properties are texts."""
    return object_of(*required, **dict.fromkeys(names, "string"), **more)


def files(name: str, schema: Any = None, *parameters: Any, must: bool = True, **more: Any) -> dict[str, Any]:
    """An operation of the group that is called, with a body if there is a schema."""
    body = {} if schema is None else {"requestBody": {"required": must, **content(schema)}}
    return operation(name, tags=["files"], parameters=list(parameters), **body, **more)


ODD = ("id", "Id", "class", "options", "params", "core", "next", "self", "request", "body", "constructor", "timeout")
PAGED = {
    "responses": answers(texts("next", data=list_of(texts("id")))),
    "x-codegen-pagination": {
        "type": "cursor",
        "inputs": [{"name": "after_it", "in": "requestBody", "type": "cursor"}],
        "outputs": {"nextCursor": "$.next", "results": "$.data"},
    },
}
KINDS = content(texts("a", required=("a",)))["content"] | {
    "multipart/form-data": {"schema": {"oneOf": [texts("a", required=("a",)), texts("b", required=("b",))]}}
}
ID, FOLDER = parameter("id", "path"), parameter("folder_id", "path")
DOCUMENT = document(
    "Calls",
    {
        "/files/{folder_id}/{id}": {
            "get": files("get", None, FOLDER, ID),
            "patch": files(
                "update", ref("FileChange"), ID, FOLDER, parameter("dry_run"), parameter("X-Trace-Id", "header")
            ),
        },
        "/odd/{id}": {"put": files("odd", texts(*ODD), ID, parameter("next"))},
        "/touch": {"post": files("touch", texts("at"))},
        "/price": {"post": files("price", texts("currency", "amount", required=("currency",)), must=False)},
        "/open": {"post": files("open", {**texts("a"), "additionalProperties": True})},
        "/kinds": {"post": files("kinds", requestBody={"required": True, "content": KINDS})},
        "/tagged": {
            "post": files("tagged", texts("n", kind={"const": "tag"}, required=("kind", "n"))),
            "put": files("constant", texts(kind={"const": "tag"}, required=("kind",))),
        },
        "/wide": {"post": files("wide", texts(*(f"f{at}" for at in range(300))))},
        "/search": {"post": files("search", texts("after_it", "words"), must=False, **PAGED)},
        "/inherited": {"post": files("inherited", {"allOf": [{"$ref": "other.json#/Base"}, texts("more")]})},
        "/null": {"post": files("nothing", {**texts("a"), "type": ["object", "null"]}, must=False)},
        "/form": {"post": sends("form", texts("a", "b"), "application/x-www-form-urlencoded", tags=["files"])},
    },
    {"FileChange": texts("name", "note", required=("name",))},
)


FORMS: dict[str, dict[str, Any]] = {
    "usual": {},
    "camel": {"propertyCase": "camel"},
    "object": {"pathArguments": "object"},
    "last_first": {"pathArguments": "last-first"},
    "one_body": {"body": "argument"},
    "request": {"maxMethodParams": 0},
    "arguments": {"maxMethodParams": 5},
}
"""How an SDK is configured."""
ODD_GIVEN = ", ".join(f'"{name}": "{name}"' for name in ODD if name != "next")
CALLS = {
    "usual": """
  path: [
    () => files.get("f", "i"),
    () => files.update("f", "i", { name: "x", dry_run: "1", xTraceId: "t" }, { timeout: 90_000 }),
    // @ts-expect-error a field that the body must have
    () => files.update("f", "i", { dry_run: "1" }),
    // @ts-expect-error a path argument has no name
    () => files.get({ folder_id: "f", id: "i" }),
    () => files.touch(),
  ],
  whole: [
    () => files.update("f", "i", {}, { body: change }),
    () => files.update("f", "i", { dry_run: "1" }, { body: change }),
    () => files.touch({}, { body: {} }),
    () => files.nothing({}, { body: null }),
    () => files.kindsMultipart({} as { body: { a: string } }, { body: { a: "1" } } as object),
    // @ts-expect-error it is no such body
    () => files.update("f", "i", {}, { body: { nam: "x" } }),
    // @ts-expect-error a field beside it
    () => files.update("f", "i", { name: "y" }, { body: change }),
    () => files.touch({ at: "now" }, { body: { at: "then" } }),
    // @ts-expect-error a call that has none
    () => files.get("f", "i", { body: {} }),
  ],
  needs: [
    () => files.price(),
    () => files.price({}),
    () => files.price({ currency: "EUR", amount: "1" }),
    () => files.price({}, { body: { currency: "EUR" } }),
    // @ts-expect-error the currency is needed
    () => files.price({ amount: "1" }),
  ],
  odd: [() => files.odd("i", { ODD, next: "q", next_body: "b" }), () => files.touch({ at: undefined })],
  fields: [
    () => files.open({ a: "1", beta: true }),
    () => files.touch({ beta: true } as { at?: string }),
    () => files.tagged({ n: "1" }),
    () => files.constant(),
    () => files.inherited({ made_by: "me", more: "x" }),
    () => files.form({ a: "1", b: "2" }),
    () => files.kinds({ a: "1" }),
    () => files.wide({ body: { f299: "x" } }),
  ],
  byFields: [() => ids(files.search({ words: "w" }))],
  byWhole: [() => ids(files.search({}, { body: { words: "w" } }))],
  byNothing: [() => ids(files.search())],
""".replace("ODD", ODD_GIVEN),
    "camel": """
  all: [
    () => files.update("f", "i", { dryRun: "1", xTraceId: "t", name: "x" }),
    () => files.inherited({ madeBy: "me" }),
    () => files.inherited({}, { body: { madeBy: "me" } }),
    () => ids(files.search({ afterIt: "one" })),
  ],
""",
    "object": """all: [() => files.update({ folder_id: "f", id: "i", name: "x" })],""",
    "last_first": """all: [() => files.update("i", { folder_id: "f", name: "x" })],""",
    "one_body": """all: [() => files.update("f", "i", { body: { name: "x" } })],""",
    "request": """all: [() => files.update({ folder_id: "f", id: "i", body: { name: "x" } })],""",
    "arguments": """all: [() => files.update("i", "f", { name: "x" })],""",
}
"""Calls by the SDK and a name."""
PROGRAM = """\
import { Calls, type FileChange } from "./SDK/typescript/src/index.js";

declare const process: { argv: string[] };
const { files } = new Calls({ baseUrl: process.argv[2] ?? "" });
export const change: FileChange = { name: "x" };
export const ids = async (pages: AsyncIterable<{ id?: string }>): Promise<string[]> => {
  const found: string[] = [];
  for await (const { id } of pages) found.push(id ?? "");
  return found;
};
const cases: Record<string, (() => PromiseLike<unknown>)[]> = {CALLS};
for (const call of cases[process.argv[3] ?? ""] ?? [])
  try {
    console.log(JSON.stringify(await call()) ?? "done");
  } catch (error) {
    console.log(String(error));
  }
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SDKs, and a program for each."""
    found = tmp_path_factory.mktemp("calls")
    for name, section in FORMS.items():
        (found / name).mkdir()
        (found / name / "other.json").write_text(json.dumps({"Base": texts("made_by", required=("made_by",))}))
        sdk = print_sdk(DOCUMENT, "typescript", found / name, {"packageName": "calls", **section})
        (found / f"{name}.ts").write_text(PROGRAM.replace("SDK", name).replace("CALLS", CALLS[name]))
    settings = json.loads((sdk.folder / "tsconfig.json").read_text())
    (found / "tsconfig.json").write_text(json.dumps({**settings, "include": ["*.ts", "*/typescript/src"]}))
    (found / "package.json").write_text('{"type": "module"}')
    flags = ["--bundle", "--format=esm", "--outdir=out", "--out-extension:.js=.mjs", "--log-level=error"]
    run_program([require_tools() / "esbuild", *(f"{name}.ts" for name in FORMS), *flags], found)
    return found


def ran(folder: Path, name: str, case: str, *replies: Reply) -> tuple[list[str], list[Any]]:
    """What is told of each call, and what they send: method, target and body."""
    with Recorder() as server:
        server.script(*replies)
        said = in_node(folder, folder / "out" / f"{name}.mjs", server.origin, case).splitlines()
        sent = [(item.method, item.target, item.body.decode()) for item in server.requests]
    return said, [[*facts, json.loads(text) if text[:1] == "{" else text] for *facts, text in sent]


def test_calls_type_check(folder: Path) -> None:
    """With every check there is: what must not, does not. What is printed is formatted."""
    assert check_types(folder, "--exactOptionalPropertyTypes") == ""
    assert check_format(folder / "usual" / "typescript") == ""


def test_path_arguments_stand_before_one_object(folder: Path) -> None:
    """D4.9: in the order of the path, whatever the document's; keys are those of the wire, a header's in camel case."""
    said, sent = ran(folder, "usual", "path", *[Reply(204)] * 2)
    assert sent == [["GET", "/files/f/i", ""], ["PATCH", "/files/f/i?dry_run=1", {"name": "x"}]]
    assert said[:2] == ["done", "done"] and said[3].startswith("InvalidArgumentError: the argument ")
    assert said[2].startswith("MissingBodyError") and said[4].startswith("MissingBodyError"), "whatever it requires"


def test_the_options_take_the_body_whole(folder: Path) -> None:
    """D4.10: with no field beside it; an empty one is the empty object."""
    said, sent = ran(folder, "usual", "whole", *[Reply(204)] * 6)
    assert [item[2] for item in sent[:4]] == [{"name": "x"}, {"name": "x"}, {}, "null"]
    assert 'name="a"' in sent[4][2] and sent[5][2] == {"nam": "x"}, "types alone find that"
    beside = "InvalidArgumentError: the body is given both as option and as argument"
    assert said == [*["done"] * 6, beside, beside, "InvalidArgumentError: get: the option body has no effect"]
    assert len(sent) == 6


def test_an_optional_body_needs_what_its_schema_does(folder: Path) -> None:
    """D4.10: nothing given sends none; a field asks for the others, by type and before anything is sent."""
    said, sent = ran(folder, "usual", "needs", *[Reply(204)] * 4)
    assert [item[2] for item in sent] == ["", "", {"currency": "EUR", "amount": "1"}, {"currency": "EUR"}]
    assert said == [*["done"] * 4, "InvalidArgumentError: the body needs currency"]


def test_names_that_mean_something_elsewhere(folder: Path) -> None:
    """A field called like an option, a parameter, a keyword: it is a key, and goes out by its own name."""
    said, sent = ran(folder, "usual", "odd", Reply(204))
    assert sent == [["PUT", "/odd/i?next=q", {name: name for name in ODD} | {"next": "b"}]]
    assert said[0] == "done" and said[1].startswith("MissingBodyError")


def test_what_is_no_parameter_is_body(folder: Path) -> None:
    """D4.9; of many fields, one argument. What is sent untold; a body of one value needs no word at all."""
    said, sent = ran(folder, "usual", "fields", *[Reply(204)] * 8)
    assert said == ["done"] * 8
    assert [item[2] for item in sent] == [
        {"a": "1", "beta": True},
        {"beta": True},
        {"kind": "tag", "n": "1"},
        {"kind": "tag"},
        {"made_by": "me", "more": "x"},
        "a=1&b=2",
        {"a": "1"},
        {"f299": "x"},
    ]


PAGES = [
    Reply(headers=JSON, body=json.dumps({"data": [{"id": one}], "next": "two" if one == "1" else None}).encode())
    for one in "12"
]


@pytest.mark.parametrize(
    ("case", "first"), [("byFields", {"words": "w"}), ("byWhole", {"words": "w"}), ("byNothing", "")]
)
def test_pages_by_a_field_of_the_body(folder: Path, case: str, first: Any) -> None:
    """D6.7, D4.9: the field moves, the others stay; a body that was not there is made."""
    said, sent = ran(folder, "usual", case, *PAGES)
    assert said == ['["1","2"]']
    assert [item[2] for item in sent] == [first, {**(first or {}), "after_it": "two"}]


def test_camel_case(folder: Path) -> None:
    """D4.9: keys follow `propertyCase`; on the wire nothing changes."""
    said, sent = ran(folder, "camel", "all", *[Reply(204)] * 3, *PAGES)
    assert said == [*["done"] * 3, '["1","2"]']
    assert [item[2] for item in sent] == [
        {"name": "x"},
        {"made_by": "me"},
        {"made_by": "me"},
        {"after_it": "one"},
        {"after_it": "two"},
    ]
    assert sent[0][1] == "/files/f/i?dry_run=1"


@pytest.mark.parametrize("form", ["object", "last_first", "one_body", "request", "arguments"])
def test_what_is_configured(folder: Path, form: str) -> None:
    """D4.10 to D4.12: where path arguments stand, a body that is one argument, and an explicit maximum."""
    said, sent = ran(folder, form, "all", Reply(204))
    assert (said, sent) == (["done"], [["PATCH", "/files/f/i", {"name": "x"}]])
