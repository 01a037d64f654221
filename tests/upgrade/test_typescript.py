"""Programs in TypeScript: rewritten, compiled by tsc against both SDKs, and run against a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.driver.options import Exit
from tests.support.toolchain import tool
from tests.support.typescript_tools import check_types
from tests.upgrade.versions import OLD, SOLD, build, check_names, renamed, run_with_trips, typescript_program, upgrade

PROGRAM = """\
import { Acme } from "acme";
import type { Kind, Trip } from "acme";
import * as sdk from "acme";

declare const process: { env: Record<string, string | undefined> };

/** Sells “trips”, é. */
export async function sell(acme: Acme, station: string): Promise<Trip> {
  const trips = acme.trips;
  const seat_no = 7, language = "en";
  const kind: Kind = "fast"; // always
  const trip = await trips.createTrip({ station, seat_no, "kind": kind });
  const { seat_no: place, id } = trip;
  const found: sdk.Trip = await acme
    .trips
    .getTrip(id, { language });
  console.log(place, found.seat_no, (await acme.system.ping()).id);
  return trip;
}

await sell(new Acme({ baseUrl: process.env["ACME"] ?? "" }), "Bern");
"""
AFTER = (
    PROGRAM.replace("{ Kind, Trip }", "{ Pace, Journey }")
    .replace("Promise<Trip>", "Promise<Journey>")
    .replace("sdk.Trip", "sdk.Journey")
    .replace("kind: Kind", "kind: Pace")
    .replace("trips = acme.trips", "trips = acme.travel.journeys")
    .replace("createTrip({ station, seat_no,", "book({ station, place: seat_no,")
    .replace("{ seat_no: place,", "{ place: place,")
    .replace("    .trips\n    .getTrip(id, { language })", "    .travel.journeys\n    .fetch(id, { locale: language })")
    .replace("found.seat_no", "found.place")
)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tool("node")
    folder = tmp_path_factory.mktemp("sides")
    build(folder, "old", OLD, "typescript")
    build(folder, "new", renamed(), "typescript")
    return folder


def test_all_names_change_and_nothing_else(sides: Path) -> None:
    """Groups by an alias, chains over lines, members of objects of arguments, patterns, types, namespaces."""
    check_names(sides, "typescript", typescript_program(sides, "old", PROGRAM), PROGRAM, AFTER)


@pytest.mark.parametrize(("text", "sdk"), [(PROGRAM, "old"), (AFTER, "new")])
def test_both_programs_do_the_same(text: str, sdk: str, sides: Path) -> None:
    app = typescript_program(sides, sdk, text).parent
    assert check_types(app) == ""
    assert run_with_trips([tool("node"), str(app / "program.js")], app) == ("7 7 t1\n", SOLD)


def test_a_program_with_errors_is_told_and_left_alone(sides: Path) -> None:
    path = typescript_program(sides, "old", "import { Acme } from 'acme';\nnew Acme({;\n")
    done = upgrade(sides, "typescript", "app")
    assert done.returncode == Exit.OK and "app/program.ts: left alone: line 2: " in done.stderr
    assert path.read_text().endswith("new Acme({;\n")


def test_names_that_are_taken_or_passed_on_stay(sides: Path) -> None:
    text = (
        'import type { Trip } from "acme";\nexport type { Kind } from "acme";\n'
        "interface Journey { a: Trip }\nexport type J = Journey;\n"
    )
    path = typescript_program(sides, "old", text)
    assert upgrade(sides, "typescript", "app").returncode == Exit.OK
    assert path.read_text() == text.replace("{ Trip }", "{ Journey as Trip }").replace("{ Kind }", "{ Pace as Kind }")
