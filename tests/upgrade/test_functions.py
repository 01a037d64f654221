"""Functions beside methods in TypeScript, and options of the client in Go: rewritten there and back, and compiled."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from compiler.driver.options import Exit
from tests.support.go_things import go
from tests.support.toolchain import tool
from tests.support.typescript_tools import check_types
from tests.upgrade.versions import OLD, build, go_program, renamed, typescript_program, upgrade

PROGRAM = """\
import { createCore } from "acme/client";
import { systemPing as ping } from "acme/groups/system";
import { tripsGetTrip, tripsCreateTrip } from "acme/groups/trips";

const core = createCore({ baseUrl: "" });
console.log(await ping(core));
console.log(await tripsGetTrip(core, "t1", { language: "de" /* said */ }));
console.log(await tripsGetTrip(core, "t1"));
console.log(await tripsCreateTrip(core, { station: "Bern", seat_no: 7 }));
"""
RENAMED = (
    PROGRAM.replace("acme/groups/trips", "acme/groups/travel-journeys")
    .replace("tripsGetTrip", "travelJourneysFetch")
    .replace("tripsCreateTrip", "travelJourneysBook")
    .replace("seat_no:", "place:")
    .replace('{ language: "de"', '{ locale: "de"')
)
OBJECTS = (
    PROGRAM.replace('"t1", { language: "de" /* said */ }', '{ id: "t1", language: "de" /* said */ }')
    .replace('tripsGetTrip(core, "t1")', 'tripsGetTrip(core, { id: "t1" })')
    .replace('{ station: "Bern", seat_no: 7 }', '{ body: { station: "Bern", seat_no: 7 } }')
)


def _split() -> dict[str, Any]:
    """The document whose trips are got in one group and made in another."""
    document = copy.deepcopy(OLD)
    document["paths"]["/trips"]["post"]["x-codegen-group"] = "desk"
    return document


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tool("node")
    folder = tmp_path_factory.mktemp("sides")
    build(folder, "old", OLD, "typescript")
    build(folder, "new", renamed(), "typescript")
    build(folder, "split", _split(), "typescript")
    build(folder, "one", OLD, "typescript", "typescript: {maxMethodParams: 0}")
    return folder


def _compiled(folder: Path, sdk: str, text: str) -> str:
    return check_types(typescript_program(folder, sdk, text).parent, "--noEmit")


@pytest.mark.parametrize(("new", "after"), [("new", RENAMED), ("one", OBJECTS)])
def test_functions_beside_methods(new: str, after: str, sides: Path) -> None:
    """Names, modules and forms, there and back; the core comes first. Both programs compile."""
    before = PROGRAM
    if new == "new":  # a class of arguments moves with its method
        more = 'import type { GetTripParams } from "MODULE";\nexport const given: GetTripParams = { NAME: "" };\n'
        before += more.replace("MODULE", "acme/groups/trips").replace("NAME", "language")
        after += more.replace("MODULE", "acme/groups/travel-journeys").replace("NAME", "locale")
    path = typescript_program(sides, "old", before)
    done = upgrade(sides, "typescript", "app", new=new)
    assert done.returncode == Exit.OK, done.stderr
    assert path.read_text() == after
    assert _compiled(sides, "old", before) == _compiled(sides, new, after) == ""
    upgrade(sides, "typescript", "app", old=new, new="old")
    assert path.read_text() == before


def test_an_import_from_a_module_that_became_two(sides: Path) -> None:
    path = typescript_program(sides, "old", PROGRAM)
    done = upgrade(sides, "typescript", "app", new="split")
    assert done.returncode == Exit.OK and "0 places" in done.stderr, done.stderr
    text = path.read_text()
    assert 'import { tripsGetTrip } from "acme/groups/trips";\n' in text
    assert 'import { deskCreateTrip } from "acme/groups/desk";\n' in text
    assert _compiled(sides, "split", text) == ""


def test_functions_that_are_marked(sides: Path) -> None:
    """One that is passed on, and a module as a whole whose functions went to several."""
    text = (
        'import * as trips from "acme/groups/trips";\nimport { tripsGetTrip } from "acme/groups/trips";\n'
        "export const get = [tripsGetTrip];\nexport const all = trips;\n"
    )
    path = typescript_program(sides, "old", text)
    upgrade(sides, "typescript", "app", new="one")
    assert (
        "// codegen: `tripsGetTrip` takes other arguments: all go into one object now\nexport const get"
        in path.read_text()
    )
    typescript_program(sides, "old", text)
    upgrade(sides, "typescript", "app", new="split")
    assert path.read_text().startswith(
        "// codegen: the functions of `acme/groups/trips` went to several modules\nimport * as trips"
    )


def _secured(name: str) -> dict[str, Any]:
    document = copy.deepcopy(OLD)
    scheme = {"type": "http", "scheme": "bearer", "x-codegen-name-override": name}
    document["components"]["securitySchemes"] = {"token": scheme}
    document["security"] = [{"token": []}]
    return document


def test_options_of_the_client_in_go(tmp_path: Path) -> None:
    """They are functions, which are named after what they set."""
    tool("go")
    for name, option in (("old", "token"), ("new", "secret_key")):
        build(tmp_path, name, _secured(option), "go", "go: {modulePath: example.com/acme}")
    text = (
        'package main\n\nimport "example.com/acme"\n\nfunc main() {\n\t_ = acme.New(acme.WithToken("a"))\n'
        '\t_ = acme.New(acme.WithTokenSource(nil), acme.WithBaseURL("a"))\n}\n'
    )
    path = go_program(tmp_path, "old", text)
    done = upgrade(tmp_path, "go", "app")
    assert done.returncode == Exit.OK, done.stderr
    after = path.read_text()
    assert after == text.replace("WithToken", "WithSecretKey")
    go("vet", ".", folder=go_program(tmp_path, "new", after).parent)
    upgrade(tmp_path, "go", "app", old="new", new="old")
    assert path.read_text() == text
