"""Calls in TypeScript and Go whose arguments have another form now (`maxMethodParams`, D4.2): rewritten there and back,
compiled with both SDKs, and run against a server."""
# ruff: noqa: E501 -- a call stands on a line

from __future__ import annotations

import copy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from compiler.driver.options import Exit
from tests.support.go_things import ENV, go
from tests.support.toolchain import tool
from tests.support.typescript_tools import check_types
from tests.upgrade.versions import OLD, build, go_program, run_with_trips, typescript_program, upgrade

FORMS = {"flat": "", "four": "maxMethodParams: 4", "one": "maxMethodParams: 1", "none": "maxMethodParams: 0"}
"""SDKs with fields of bodies as arguments, with places for four at most, for one, and with an object in every call."""


def _document() -> dict[str, Any]:
    """The document, whose trips can be changed, too: a place, a header, and fields of a body in one call."""
    document = copy.deepcopy(OLD)
    trip = document["paths"]["/trips/{id}"]
    trip["put"] = {
        "operationId": "changeTrip", "tags": ["trips"],
        "parameters": [trip["get"]["parameters"][0], {"name": "dry", "in": "query", "schema": {"type": "boolean"}}],
        "requestBody": document["paths"]["/trips"]["post"]["requestBody"], "responses": trip["get"]["responses"],
    }  # fmt: skip
    return document


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sides")
    for name, most in FORMS.items():
        build(folder, name, _document(), "typescript", f"typescript: {{{most}}}")
        build(folder, name, _document(), "go", f"go: {{modulePath: example.com/acme, {most}}}")
    return folder


def by_form(*calls: dict[str, str]) -> dict[str, list[str]]:
    """The lines of a program for each form: where a call says nothing of a form, it is as in the form before."""
    found: dict[str, list[str]] = {}
    for before, form in pairwise(["flat", *FORMS]):
        for call in calls:
            call.setdefault(form, call[before])
        found[form] = [call[form] for call in calls]
    return found


_HEAD = """\
import { Acme } from "acme";

declare const process: { env: Record<string, string | undefined> };
const c = new Acme({ baseUrl: process.env["ACME"] ?? "" });
const language = "en";
const options = { timeout: 5000 };
const wish = { station: "Bern" };

"""
TYPESCRIPT = by_form(
    {"flat": 'await c.trips.getTrip("a", { language: "en" });',
     "four": 'await c.trips.getTrip("a", "en");',
     "one": 'await c.trips.getTrip({ id: "a", language: "en" });'},
    {"flat": 'await c.trips.getTrip("a", { language }, options);',
     "four": 'await c.trips.getTrip("a", language, options);',
     "one": 'await c.trips.getTrip({ id: "a", language }, options);'},
    {"flat": 'await c.trips.getTrip("a");',
     "one": 'await c.trips.getTrip({ id: "a" });'},
    {"flat": 'await c.trips.getTrip("a", {}, options);',
     "four": 'await c.trips.getTrip("a", undefined, options);',
     "one": 'await c.trips.getTrip({ id: "a" }, options);'},
    {"flat": 'await c.trips.changeTrip("a", { dry: true, station: "Bern" });',
     "four": 'await c.trips.changeTrip("a", { station: "Bern" }, true);',
     "one": 'await c.trips.changeTrip({ id: "a", body: { station: "Bern" }, dry: true });'},
    {"flat": 'await c.trips.getTrip((await c.trips.getTrip("b", { language })).id, { language: "de" });',
     "four": 'await c.trips.getTrip((await c.trips.getTrip("b", language)).id, "de");',
     "one": 'await c.trips.getTrip({ id: (await c.trips.getTrip({ id: "b", language })).id, language: "de" });'},
    {"flat": 'await c.trips.createTrip({ station: "Bern", seat_no: 7 });',
     "none": 'await c.trips.createTrip({ body: { station: "Bern", seat_no: 7 } });'},
    {"flat": 'await c.trips.createTrip({\n  station: "Bern", // here\n}, options);',
     "none": 'await c.trips.createTrip({ body: {\n  station: "Bern", // here\n} }, options);'},
    {"flat": "await c.trips.createTrip(wish);",
     "none": "await c.trips.createTrip({ body: wish });"},
    {"flat": "await c.system.ping();"},
    {"flat": "await c.system.ping(options);",
     "none": "await c.system.ping({}, options);"},
)  # fmt: skip


OTHERS = pytest.mark.parametrize("others", [("none",), pytest.param(("four", "one"), marks=pytest.mark.hunt)])
AGAIN = [("flat", "four"), ("flat", "none")]


def each(few: list[tuple[str, str]], others: list[tuple[str, str]]) -> pytest.MarkDecorator:
    """From one form to another: from each, and to each; the other ways are hunts."""
    hunts = [pytest.param(*pair, marks=pytest.mark.hunt) for pair in others]
    return pytest.mark.parametrize(("old", "new"), [*few, *hunts])


def _check(sides: Path, asked: tuple[str, str], program: Path, after: str, *, old: str, new: str) -> None:
    """A program is rewritten, with nothing to look at; a second run, here of what was flat, leaves it alone."""
    for _ in range(2 if (old, new) in AGAIN else 1):
        done = upgrade(sides, *asked, old=old, new=new)
        assert done.returncode == Exit.OK and "0 places to look at" in done.stderr, done.stderr
        assert program.read_text() == after


def _lines(form: str) -> str:
    return _HEAD + "\n".join(TYPESCRIPT[form]) + "\n"


@each([("flat", "four"), ("four", "one"), ("one", "none")],
      [("flat", "one"), ("flat", "none"), ("four", "none"), ("one", "four"), ("none", "one")])  # fmt: skip
def test_calls_of_typescript(old: str, new: str, sides: Path) -> None:
    tool("node")
    path = typescript_program(sides, old, _lines(old))
    _check(sides, ("typescript", "app/program.ts"), path, _lines(new), old=old, new=new)


def test_calls_of_typescript_back(sides: Path) -> None:
    """A body in a variable goes where the whole body may be given beside its fields: into the options."""
    path = typescript_program(sides, "none", _lines("none"))
    done = upgrade(sides, "typescript", "app/program.ts", old="none", new="flat")
    assert "0 places to look at" in done.stderr, done.stderr
    assert path.read_text() == _lines("flat").replace("createTrip(wish)", "createTrip({}, { body: wish })")
    typescript_program(sides, "flat", path.read_text())
    upgrade(sides, "typescript", "app/program.ts", old="flat", new="none")
    assert path.read_text() == _lines("none")


@OTHERS
def test_all_forms_of_typescript_do_the_same(others: tuple[str, ...], sides: Path) -> None:
    sent = {}
    for form in ("flat", *others):
        app = typescript_program(sides, form, _lines(form)).parent
        assert check_types(app) == ""
        sent[form] = run_with_trips([tool("node"), str(app / "program.js")], app)[1]
    assert all(sent[form] == sent["flat"] for form in others)
    assert sent["flat"][0] == ("GET", "/trips/a?language=en", None)
    assert sent["flat"][7] == ("POST", "/trips", {"station": "Bern", "seat_no": 7})


MARKED = {
    ("flat", "one"): {
        "await c.trips.getTrip(...given);": "its arguments are spread",
        'await c.trips.getTrip("a", given);': "its object of arguments is not written out",
        "await c.trips.createTrip({}, { ...given, body: wish, timeout: 1 });": "its options have the whole body",
        '  given.trips.getTrip("b");': "",  # if this is the client
    },
    ("one", "flat"): {
        'await c.trips.getTrip({ ...given, id: "a" });': "its object has members that are not written out",
        "await c.trips.getTrip({ id: /* that */ given });": "a comment stands among its arguments",
    },
}


@pytest.mark.parametrize(("old", "new"), MARKED)
def test_calls_of_typescript_that_are_marked(old: str, new: str, sides: Path) -> None:
    tool("node")
    lines = MARKED[old, new]
    path = typescript_program(sides, old, "\n".join([f"{_HEAD}declare const given: any;", *lines, ""]))
    for _ in range(2):
        upgrade(sides, "typescript", "app/program.ts", old=old, new=new)
        told = path.read_text().splitlines()[-2 * len(lines) :]
        assert told[1::2] == [*lines]
        assert [mark.partition(" takes other arguments")[2].removeprefix(": ") for mark in told[::2]] == [
            *lines.values()
        ]
        assert [mark.startswith("  ") for mark in told[::2]] == [line.startswith("  ") for line in lines]


_GO_HEAD = """\
package main

import (
	"context"
	"fmt"
	"os"

	"example.com/acme"
)

func main() {
	ctx, c, id, again := context.Background(), acme.New(acme.WithBaseURL(os.Getenv("ACME"))), "a", acme.WithMaxRetries(1)
	fmt.Println(ctx, c, id, again)
"""
GO = by_form(
    {"flat": 'c.Trips.GetTrip(ctx, id, acme.GetTripParams{Language: acme.Some("en")})',
     "four": 'c.Trips.GetTrip(ctx, id, acme.Some("en"))',
     "one": 'c.Trips.GetTrip(ctx, acme.GetTripParams{ID: id, Language: acme.Some("en")})'},
    {"flat": "c.Trips.GetTrip(ctx, id, acme.GetTripParams{}, again)",
     "four": "c.Trips.GetTrip(ctx, id, acme.Opt[string]{}, again)",
     "one": "c.Trips.GetTrip(ctx, acme.GetTripParams{ID: id}, again)"},
    {"flat": "c.Trips.GetTrip(\n\t\tctx,\n\t\tid,\n\t\tacme.GetTripParams{Language: acme.Some(id)},\n\t)",
     "four": "c.Trips.GetTrip(\n\t\tctx,\n\t\tid,\n\t\tacme.Some(id),\n\t)",
     "one": "c.Trips.GetTrip(\n\t\tctx,\n\t\tacme.GetTripParams{ID: id, Language: acme.Some(id)},\n\t)"},
    {"flat": 'c.Trips.CreateTrip(ctx, acme.CreateTripParams{Station: "Bern", SeatNo: acme.Some(7)})',
     "four": 'c.Trips.CreateTrip(ctx, &acme.Wish{Station: "Bern", SeatNo: acme.Some(7)})',
     "none": 'c.Trips.CreateTrip(ctx, acme.CreateTripParams{Body: &acme.Wish{Station: "Bern", SeatNo: acme.Some(7)}})'},
    {"flat": 'c.Trips.CreateTrip(ctx, acme.CreateTripParams{\n\t\tStation: "Bern", // here\n\t}, again)',
     "four": 'c.Trips.CreateTrip(ctx, &acme.Wish{\n\t\tStation: "Bern", // here\n\t}, again)',
     "none": 'c.Trips.CreateTrip(ctx, acme.CreateTripParams{Body: &acme.Wish{\n\t\tStation: "Bern", // here\n\t}}, again)'},
    {"flat": 'c.Trips.ChangeTrip(ctx, id, acme.ChangeTripParams{Dry: acme.Some(true), Station: "Bern"})',
     "four": 'c.Trips.ChangeTrip(ctx, id, &acme.Wish{Station: "Bern"}, acme.Some(true))',
     "one": 'c.Trips.ChangeTrip(ctx, acme.ChangeTripParams{ID: id, Body: &acme.Wish{Station: "Bern"}, Dry: acme.Some(true)})'},
    {"flat": "c.System.Ping(ctx, again)",
     "none": "c.System.Ping(ctx, acme.PingParams{}, again)"},
)  # fmt: skip


def _program(form: str) -> str:
    return _GO_HEAD + "".join(f"\t_, _ = {line}\n" for line in GO[form]) + "}\n"


@each([("flat", "one"), ("one", "none"), ("none", "flat"), ("flat", "four")],
      [("one", "flat"), ("flat", "none"), ("none", "one"), ("one", "four"), ("none", "four")])  # fmt: skip
def test_calls_of_go(old: str, new: str, sides: Path) -> None:
    tool("go")
    path = go_program(sides, old, _program(old))
    _check(sides, ("go", "app"), path, _program(new), old=old, new=new)


@OTHERS
def test_all_forms_of_go_do_the_same(others: tuple[str, ...], sides: Path) -> None:
    sent = {}
    for form in ("flat", *others):
        app = go_program(sides, form, _program(form)).parent
        go("vet", ".", folder=app)
        sent[form] = run_with_trips([tool("go"), "run", "."], app, **ENV)[1]
    assert all(sent[form] == sent["flat"] for form in others)
    assert sent["flat"][0] == ("GET", "/trips/a?language=en", None)
    assert sent["flat"][5] == ("PUT", "/trips/a?dry=true", {"station": "Bern"})


MARKED_IN_GO = {
    ("flat", "one"): {"c.Trips.GetTrip(ctx, id, given)": "its struct of arguments is not written out"},
    ("one", "flat"): {
        "c.Trips.GetTrip(ctx, acme.GetTripParams{id, acme.Some(id)})": "its struct has members without names",
        "c.Trips.GetTrip(ctx, acme.GetTripParams{ID: /* that */ id})": "a comment stands among its arguments",
        "c.Trips.CreateTrip(ctx, wish, more...)": "its body has to go into the options, which are spread",
    },
}


@pytest.mark.parametrize(("old", "new"), MARKED_IN_GO)
def test_calls_of_go_that_are_marked(old: str, new: str, sides: Path) -> None:
    tool("go")
    lines = MARKED_IN_GO[old, new]
    given = "\tgiven := acme.GetTripParams{}\n\tfmt.Println(given)\n" if old == "flat" else ""
    made = '\twish, more := &acme.Wish{Station: "a"}, []acme.Option{again}\n\tfmt.Println(wish, more)\n'
    calls = "".join(f"\t_, _ = {line}\n" for line in lines)
    path = go_program(sides, old, f"{_GO_HEAD}{given}{made}{calls}}}\n")
    for _ in range(2):
        done = upgrade(sides, "go", "app", old=old, new=new)
        assert done.returncode == Exit.OK, done.stderr
        told = path.read_text().splitlines()[-2 * len(lines) - 1 : -1]
        assert told[1::2] == [f"\t_, _ = {line}" for line in lines]
        assert [mark.partition(" takes other arguments: ")[2] for mark in told[::2]] == [*lines.values()]
        assert all(mark.startswith("\t// codegen: ") for mark in told[::2])


def test_a_body_of_go_in_a_variable(sides: Path) -> None:
    """It goes into the options, where all of the arguments are apart."""
    tool("go")
    text = f'{_GO_HEAD}\twish := &acme.Wish{{Station: "a"}}\n\t_, _ = c.Trips.CreateTrip(ctx, wish, again)\n}}\n'
    path = go_program(sides, "one", text)
    upgrade(sides, "go", "app", old="one", new="flat")
    after = "c.Trips.CreateTrip(ctx, acme.CreateTripParams{}, acme.WithBody(wish), again)"
    assert path.read_text() == text.replace("c.Trips.CreateTrip(ctx, wish, again)", after)


def test_an_object_keeps_its_comments(sides: Path) -> None:
    """Where all that is in it stays together; arguments by place come before."""
    tool("node")
    before = 'await c.trips.getTrip(\n  "a",\n  {\n    language, // of people\n  },\n);\n'
    after = 'await c.trips.getTrip(\n  {\n    id: "a",\n    language, // of people\n  },\n);\n'
    path = typescript_program(sides, "flat", _HEAD + before)
    upgrade(sides, "typescript", "app/program.ts", old="flat", new="one")
    assert path.read_text() == _HEAD + after
    typescript_program(sides, "one", path.read_text())
    upgrade(sides, "typescript", "app/program.ts", old="one", new="flat")
    assert path.read_text() == _HEAD + before
