"""D11.4: unions narrow by `switch`, enums accept their values and unknown ones, in tsc --strict; a typo compiles in
neither. At run time all values are those received."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from compiler.driver.options import InputOptions
from compiler.ir.tags import tag_values
from compiler.ir.types import Case, Model, Union, model_behind
from compiler.plan.plan import Plan
from tests.support.documents import document_of
from tests.support.places import SHARED
from tests.support.printed import Printed, plan_of
from tests.support.recorder import Recorder, Reply
from tests.support.run import build
from tests.support.typescript_things import in_node, print_typescript
from tests.support.typescript_tools import check_types

SPECS = SHARED / "specs"


DOCUMENT = document_of("languages/pets.yaml")
RIGHT = """\
import { Pets, unknown, unknownTag, type UnknownMember, type UnknownNumber, type UnknownValue } from "./index.js";
import type { Animal, Event, Numbered, Pet, Status, Told } from "./index.js";

export async function enums(client: Pets, pet: Pet): Promise<void> {
  await client.update(pet.id, { status: pet.status, level: pet.level });
  await client.update(pet.id, { status: "sold", level: 2, closed: "on" });
  await client.update(pet.id, { status: unknown("gone"), level: unknown(7) });
  await client.update(pet.id, { model: "small" });
  await client.update(pet.id, { model: process() });
}

declare function process(): string;

export function named(status: Status): "available" | "sold" | UnknownValue {
  if (status === "available") {
    const exactly: "available" = status;
    return exactly;
  }
  if (status === unknown("gone")) return unknown("gone");
  switch (status) {
    case "sold":
      return status;
    default: {
      const rest: UnknownValue = status;
      return rest;
    }
  }
}

export const prices: Partial<Record<Status, number>> = { available: 1, sold: 2 };

export function level(pet: Pet): 1 | 2 | UnknownNumber | undefined {
  const plain: number | undefined = pet.level;
  return plain === undefined ? undefined : pet.level;
}

export function event(event: Event): string {
  switch (event.type) {
    case "born":
      return event.at;
    case "sold":
    case "resold":
      return event.price.toFixed(2);
    default:
      return unknownTag(event) + String(event["more"]);
  }
}

export function exhaustive(event: Event): string {
  switch (event.type) {
    case "born":
    case "sold":
    case "resold":
      return event.type;
    case "<unknown>": {
      const rest: UnknownMember<"type"> = event;
      return String(rest["more"]);
    }
    default: {
      const never: never = event;
      return never;
    }
  }
}

export function numbered(value: Numbered): string {
  switch (value.tag) {
    case 1:
      return value.one;
    case 2:
      return value.two;
    default:
      return unknownTag(value, "tag");
  }
}

export function told(value: Told): string {
  if (value.ok === true) return value.yes;
  if (value.ok === false) return value.no;
  return unknownTag(value, "ok");
}

export function animal(value: Animal): number | string {
  return value.kindOf === "cat" ? value.claws : value.kindOf === "dog" ? value.tail : unknownTag(value, "kindOf");
}

export const sent: Event[] = [
  { type: "born", at: "now" },
  { type: "resold", price: 1 },
  unknown({ type: "moved", to: "Berlin" }),
];
"""

WRONG = {
    'export const a: Status = "avialable";': '"avialable"',
    "export const a: Level = 3;": "Type '3'",
    'export const a: Status = "sold" as string;': "Type 'string'",
    'export const a: Closed = unknown("x");': "UnknownValue",
    'export const a = (client: Pets): unknown => client.update("1", { status: "solt" });': '"solt"',
    'export const a = (status: Status): boolean => status === "solt";': '"solt"',
    'export const a = (event: Event): boolean => event.type === "brn";': '"brn"',
    "export const a = (event: Event): string => event.at;": "'at' does not exist",
    'export const a = (event: Event): string => (event.type === "born" ? "" : unknownTag(event));': "Sold",
    "export const a = (value: Numbered): string => (value.tag === 1 ? value.one : unknownTag(value));": "2 arg",
    'export const a: Event = { type: "moved" };': '"moved"',
    'export const a: Event = { type: "<unknown>" };': "<unknown>",
    'export const a: Event = { type: "born", at: "now", att: "" };': "'att' does not exist",
}
"""What has to be told, and what of it."""
HEAD = """\
import { Pets, unknown, unknownTag } from "./index.js";
import type { Closed, Event, Level, Numbered, Status } from "./index.js";
void [Pets, unknown, unknownTag];
"""


@pytest.fixture(scope="module", params=["wire", "camel"])
def case(request: pytest.FixtureRequest) -> str:
    """The case of properties."""
    return str(request.param)


@pytest.fixture(scope="module")
def sdk(case: str) -> Printed:
    """The SDK of the document."""
    return print_typescript(DOCUMENT, f"narrowing_{case}", propertyCase=case)


def test_what_narrows(sdk: Printed, case: str) -> None:
    """Each branch of a `switch` has the properties of its member, the last one the unknown; what came may be sent."""
    assert _checked(sdk, {"right": RIGHT if case == "camel" else RIGHT.replace("kindOf", "kind_of")}) == ""


def test_what_is_told(sdk: Printed) -> None:
    """A typo is an error as an argument, in a comparison and as a tag; a member that is forgotten is one, too."""
    said = _checked(sdk, {f"wrong{number}": HEAD + line + "\n" for number, line in enumerate(WRONG)})
    for number, (line, told) in enumerate(WRONG.items()):
        found = re.findall(rf"^src/wrong{number}\.ts\((\d+).*(?:\n .*)*", said, re.MULTILINE)
        text = "\n".join(one for one in said.splitlines() if one.startswith((f"src/wrong{number}.ts", " ")))
        assert found == ["4"], f"{line}: {said}"
        assert told in text, line


def _checked(sdk: Printed, programs: dict[str, str]) -> str:
    for name, text in programs.items():
        (sdk.folder / f"src/{name}.ts").write_text(text)
    try:
        return check_types(sdk.folder)
    finally:
        for name in programs:
            (sdk.folder / f"src/{name}.ts").unlink()


CAME: dict[str, list[tuple[Any, str]]] = {
    "type": [({"type": "moved", "to": "x"}, "moved"), ({"type": 7}, "7"), ({"type": None}, ""), ({"to": "x"}, "")],
    "tag": [({"tag": 3}, "3"), ({"tag": "new"}, "new"), ({"tag": None, "one": "x"}, "")],
    "ok": [({"ok": "maybe"}, "maybe")],
    "kind_of": [({"kind_of": "cow", "x-y": "kept"}, "cow")],
}
JSON = {"Content-Type": "application/json"}
METHODS = {"type": "event", "tag": "numbered", "ok": "told", "kind_of": "animal"}
RUN = """\
import { Pets, unknown, unknownTag } from "%s";
const client = new Pets({ baseUrl: "%s", retries: { maxRetries: 0 } });
const found = [];
for (const [method, tag, value] of %s) {
  const came = await client[method]({ body: value });
  found.push([unknownTag(came, tag), came[tag] ?? null, came]);
  await client[method]({ body: came });
}
found.push([unknown("x"), unknown(7), unknown({ type: "y" })]);
console.log(JSON.stringify(found));
"""


def test_what_came(sdk: Printed, case: str) -> None:
    """At run time a tag is what came, a number too; `unknownTag` gives it as text; it goes back as it came."""
    named = {"kind_of": "kindOf"} if case == "camel" else {}
    calls = [(METHODS[tag], named.get(tag, tag), value) for tag, values in CAME.items() for value, _ in values]
    replies = [Reply(200, JSON, json.dumps(value).encode()) for _, _, value in calls for _ in range(2)]
    with Recorder() as server:
        server.script(*replies)
        program = RUN % (sdk.folder / "dist/esm/index.js", server.origin, json.dumps(calls))
        *found, made = json.loads(in_node(sdk.folder, program))
    told = [text for values in CAME.values() for _, text in values]
    assert [item[0] for item in found] == told
    seen = [{named.get(key, key): item for key, item in value.items()} for *_, value in calls]
    assert [item[1:] for item in found] == [
        [value.get(tag), value] for (_, tag, _), value in zip(calls, seen, strict=True)
    ]
    assert made == ["x", 7, {"type": "y"}]
    assert [json.loads(request.body) for request in server.requests] == [value for *_, value in calls for _ in range(2)]


@pytest.mark.slow
@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
def test_every_event_of_a_stream(tmp_path: Path) -> None:
    """OpenAI's Responses stream: a `switch` over its events reads a property of each, and nothing is left but one.

    One event less, and the rest is not never: the program does not compile.
    """
    build(tmp_path, str(SPECS / "openai.yaml"), "-t", "typescript", "-o", ".")
    folder = tmp_path / "typescript"
    plan = plan_of(InputOptions(document=str(SPECS / "openai.yaml")), "typescript")
    union = plan.wire.types["schemas/ResponseStreamEvent"]
    assert isinstance(union, Union) and len(union.cases) > 50
    cases = [_branch(plan, union, case) for case in union.cases]
    (folder / "src/all.ts").write_text(STREAM % "\n".join(cases))
    assert check_types(folder) == ""
    (folder / "src/all.ts").write_text(STREAM % "\n".join(cases[1:]))
    first = plan.surface.types[_model(plan, union.cases[0]).id].ident
    assert f"Type '{first}' is not assignable to type 'never'" in check_types(folder)
    (folder / "src/all.ts").write_text(STREAM % "\n".join(cases).replace("response.completed", "response.complete"))
    assert """'"response.complete"' is not comparable""" in check_types(folder)


STREAM = """\
import type { OpenAI, ResponseStreamEvent } from "./index.js";

export async function* all(client: OpenAI): AsyncGenerator<unknown> {
  const events = await client.responses.createStream({ model: "gpt-5.4", input: "Hello" });
  for await (const event of events) yield told(event);
}

function told(event: ResponseStreamEvent): unknown {
  switch (event.type) {
%s
    case "<unknown>":
      return event["sequence_number"];
    default: {
      const never: never = event;
      return never;
    }
  }
}
"""


def _model(plan: Plan, case: Case) -> Model:
    found = model_behind(case.type, plan.wire.types)
    assert found is not None
    return found


def _branch(plan: Plan, union: Union, case: Case) -> str:
    """Print a branch that reads the last property of its member, which the others have not, if it can be."""
    model = _model(plan, case)
    tags = [json.dumps(value) for value in tag_values(union.tag, case, plan.wire.types)]
    others = {field.wire for other in union.cases if other != case for field in _model(plan, other).fields}
    own = [field.wire for field in model.fields if field.wire not in others] or [model.fields[-1].wire]
    member = plan.surface.types[model.id].members[own[-1]]
    heads = "".join(f"    case {tag}:\n" for tag in tags)
    return f"{heads}      return event.{member};"
