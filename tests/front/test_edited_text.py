"""A text that differs from one that was read before in one part is read as if it were read alone: values and places."""

import json
import random
from collections.abc import Iterator

import pytest

from compiler.base.memory import NONE, Memory, identical
from compiler.diagnostics import Diagnostics
from compiler.source import Json, Limits, escape_token, load_text
from compiler.source.edited_text import Known
from tests.support.places import ROOT

TRAINS = (ROOT / "examples/trains/openapi.yaml").read_text(encoding="utf-8")
SMALL = """\
openapi: 3.1.0
info: {title: Räder, version: '1'}
paths:
  /a:
    get: {summary: one}
    # a remark
  /b:
    get:
      description: |
        two

      tags:
      - x
components:
  schemas:
    # the first
    One: {type: string}
    "Two":
      description: a
        b
    Three: {enum: [a, 1.0, 010]}
  parameters: {P: {in: query}}
tags: [{name: x}]
"""
SNIPPETS = (
    *("\n\n", "  ", "- ", " # c", *" \nx'\":{}[],#|>ä😀\t"),
    *("---\n", "\n---\n", "...", "%", "&a ", "*a", "<<: ", "!!str ", "\\ud800", "1e5", "null", "/c:\n    get: {}\n  "),
    *(': "', "\r\n", '"k": 1,', "description: x\n", "    New: {type: object}\n"),
)


def pointers(value: Json, at: str = "") -> Iterator[str]:
    yield at
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in members:
        yield from pointers(inner, f"{at}/{escape_token(str(key))}")


def edited(text: str, choose: random.Random) -> str:
    start = choose.randrange(len(text) + 1)
    end = min(len(text), start + choose.choice((0, 0, 0, 1, 2, 30)))
    return text[:start] + choose.choice((*SNIPPETS, "", text[start : start + choose.randrange(60)])) + text[end:]


def read(text: str, file: str, memory: Memory) -> tuple[object, ...]:
    diagnostics = Diagnostics()
    document = load_text(text.encode(), file, Limits(), diagnostics, memory)
    told = [(item, item.loc and diagnostics.locate(item.loc)) for item in diagnostics.items]
    if document is None:
        return None, told
    places = [(at, document.span(at), document.position(at, key=True)) for at in pointers(document.root)]
    return document.root, told, places, document.mentions(("$id",)), document.refers_elsewhere()


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.hunt) for seed in (0, 2))])
@pytest.mark.parametrize("name", ["trains.yaml", "small.yaml", "trains.json", "small.json"])
def test_an_edited_text_is_read_as_one_that_is_new(name: str, seed: int) -> None:
    from yaml import safe_load

    choose, memory, limits = random.Random(seed), Memory(), (repr(Limits()),)
    whole = TRAINS if name.startswith("trains") else SMALL
    text = whole if name.endswith(".yaml") else json.dumps(safe_load(whole), indent=2, default=str)
    read(text, name, memory)
    in_part = 0
    for _ in range(40 if name.startswith("trains") else 400):
        new = edited(text, choose)
        expected, found = read(new, name, NONE), read(new, name, memory)
        assert found[1:] == expected[1:], new
        assert identical(found[0], expected[0]), new
        if expected[0] is None or len(new) > 2 * len(whole):
            read(text := whole if name.endswith(".yaml") else text, name, memory)
        else:
            text = new
        known: Known | None = memory.find(("text", name), limits)
        in_part += known is not None and known.edits > 0
    assert in_part > 5


def test_the_rest_of_the_tree_is_the_same_objects() -> None:
    memory = Memory()
    before = load_text(SMALL, "a.yaml", Limits(), Diagnostics(), memory)
    after = load_text(SMALL.replace("two", "three"), "a.yaml", Limits(), Diagnostics(), memory)
    assert before is not None
    assert after is not None
    old, new = before.root, after.root
    assert isinstance(old, dict)
    assert isinstance(new, dict)
    assert new["components"] is old["components"]
    assert new["paths"]["/a"] is old["paths"]["/a"]  # type: ignore[index, call-overload]
    assert new["paths"]["/b"]["get"]["description"] == "three\n"  # type: ignore[index, call-overload]
