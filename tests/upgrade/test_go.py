"""Programs in Go: rewritten, built against both SDKs, and run against a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.driver.options import Exit
from tests.support.go_things import ENV, go
from tests.support.run import codegen
from tests.support.toolchain import tool
from tests.upgrade.versions import OLD, SOLD, build, check_names, go_program, renamed, run_with_trips, upgrade

PROGRAM = """\
package main

import (
	"context"
	"fmt"
	"os"

	"example.com/acme"
)

// sell sells “trips”.
func sell(ctx context.Context, client *acme.Acme, station string) (*acme.Trip, error) {
	trips := client.Trips
	kind := acme.KindFast // always
	return trips.CreateTrip(ctx, acme.CreateTripParams{Station: station, SeatNo: acme.Some(7), Kind: kind})
}

func main() {
	ctx, client := context.Background(), acme.New(acme.WithBaseURL(os.Getenv("ACME")))
	trip, err := sell(ctx, client, "Bern")
	if err != nil {
		panic(err)
	}
	found, err := client.Trips.GetTrip(ctx, trip.ID, acme.GetTripParams{Language: acme.Some("en")})
	if err != nil {
		panic(err)
	}
	last, err := client.System.Ping(ctx)
	fmt.Println(found.SeatNo, last.ID, err)
}
"""
AFTER = (
    PROGRAM.replace("acme.Trip,", "acme.Journey,")
    .replace("trips := client.Trips", "trips := client.Travel.Journeys")
    .replace("acme.KindFast", "acme.PaceFast")
    .replace("trips.CreateTrip(", "trips.Book(")
    .replace("SeatNo:", "Place:")
    .replace("client.Trips.GetTrip(", "client.Travel.Journeys.Fetch(")
    .replace("Language:", "Locale:")
    .replace("found.SeatNo", "found.Place")
)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tool("go")
    folder = tmp_path_factory.mktemp("sides")
    config = "go: {modulePath: example.com/acme}"
    build(folder, "old", OLD, "go", config)
    build(folder, "new", renamed(), "go", config)
    return folder


def test_all_names_change_and_nothing_else(sides: Path) -> None:
    """Groups by a variable, methods, members of objects of arguments, types, constants, fields; and back."""
    check_names(sides, "go", go_program(sides, "old", PROGRAM), PROGRAM, AFTER)


@pytest.mark.parametrize(("text", "sdk"), [(PROGRAM, "old"), (AFTER, "new")])
def test_both_programs_do_the_same(text: str, sdk: str, sides: Path) -> None:
    app = go_program(sides, sdk, text).parent
    go("vet", ".", folder=app)
    said, sent = run_with_trips([tool("go"), "run", "."], app, **ENV)
    assert said.endswith("t1 <nil>\n") and sent == SOLD


def test_a_program_with_errors_is_told_and_left_alone(sides: Path) -> None:
    path = go_program(sides, "old", PROGRAM)
    (path.parent / "broken.go").write_text("package main\nfunc {\n")
    done = upgrade(sides, "go", "app")
    assert done.returncode == Exit.OK and "app/broken.go: left alone: " in done.stderr, done.stderr
    (path.parent / "broken.go").unlink()


def test_a_module_without_the_sdk(sides: Path) -> None:
    app = sides / "alone"
    app.mkdir()
    (app / "go.mod").write_text("module example.com/alone\n\ngo 1.24\n")
    (app / "main.go").write_text(PROGRAM)
    words = ("--from", "old/go.surface", "--to", "new/go.surface")
    done = codegen("upgrade-calls", "alone", *words, cwd=sides)
    assert done.returncode == Exit.USAGE
    assert "error[CG1904]" in done.stderr and "cannot use example.com/acme" in done.stderr
    assert upgrade(sides, "go", "alone").returncode == Exit.OK
    assert (app / "main.go").read_text() == AFTER
