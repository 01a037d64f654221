"""`codegen why`: where a name or a line of an SDK comes from, in words, and what would change it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from compiler.driver.options import Exit
from tests.support.documents import text_of
from tests.support.run import build, codegen

DOCUMENT = text_of("driver/why.yaml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT)
    (tmp_path / "gen.yaml").write_text("configVersion: 2.0.0\ngeneration: {names: operationId}\n")
    return tmp_path


def ask(folder: Path, symbol: str, *args: str) -> str:
    """Return the answer with its lines joined."""
    return " ".join(said(folder, symbol, *args).split())


def said(folder: Path, symbol: str, *args: str) -> str:
    done = codegen("why", symbol, "openapi.yaml", *args, cwd=folder)
    assert done.returncode == Exit.OK, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("symbol", "told"),
    [
        ("python:client.trips.get", "openapi.yaml:8:5: GET /trips, operationId `getTrips`"),
        ("python:client.trips.get", "the group is the first tag, `trips`"),
        ("go:client.Trips.Get", "x-codegen-name-override at openapi.yaml:4:5: `^get.*` matches `getTrips`"),
        ("go:client.Trips.Get", "`get` is written `Get`: methods are PascalCase in Go"),
        ("typescript:client.desk.book", "its own x-codegen-name-override takes precedence: openapi.yaml:21:7"),
        ("typescript:client.desk.book", "the group is what x-codegen-group says: openapi.yaml:22:7"),
        ("python:client.trips.get.query", "an entry of the root's x-codegen-name-override: openapi.yaml:5:5"),
        ("python:client.trips.get.class_", "`class` is a word of the language, or of the runtime: it takes `_`"),
        ("python:client.prices.list_get_fares", "others of the group would be `list`, too"),
        ("python:client.prices.list_get_fares", "paths/~1sales/get (openapi.yaml:27:12)"),
        ("python:Trip", "a component is called as the document calls it"),
        ("python:TripInput", "the type of requests (D7.4)"),
        ("python:Trip.departs", "x-codegen-name-override names it: openapi.yaml:39:29"),
        ("python:Trip.dep_at2", "`dep_at` is the name of field Trip.dep_at, made from schemas/Trip/properties/dep_at"),
        ("python:TripSeatModel", "`TripSeat` is the name of schemas/TripSeat (openapi.yaml:42:5)"),
        ("python:ProblemError", "it is derived of `schemas/Problem`: the class of the errors that carry it"),
        ("python:client.trips", "get stands in it: GET /trips (openapi.yaml:8:5)"),
        ("GET /trips", "typescript: method client.trips.get"),
        ("addTrip", "go: method client.Desk.Book"),
        ("schemas/Trip", "python: type Trip"),
        ("TripSeat", "openapi.yaml:42:5: model schemas/TripSeat"),
        ("openapi.yaml:12:9", "python: argument client.trips.get.query"),
        ("openapi.yaml:39", "go: field Trip.Departs"),
    ],
)
def test_an_answer(symbol: str, told: str, folder: Path) -> None:
    assert told in ask(folder, symbol)


def test_names_from_paths(folder: Path) -> None:
    (folder / "gen.yaml").write_text("configVersion: 2.0.0\ngeneration: {names: path}\npython: {}\n")
    answer = ask(folder, "GET /fares")
    assert "names follow from paths: gen.yaml says so" in answer
    assert "`list`: the operationId begins with a common word" in answer and "(rule 4)" in answer
    assert "python: method client.fares.list" in answer and "go: " not in answer


def test_codegen_lock(folder: Path) -> None:
    (folder / "gen.yaml").write_text("configVersion: 2.0.0\ngeneration: {names: operationId}\npython: {}\n")
    build(folder, "openapi.yaml")
    lines = (folder / "codegen.lock").read_text().splitlines()
    number = next(number for number, line in enumerate(lines, 1) if '"paths/~1trips/get#method"' in line)
    assert f'codegen.lock:{number}: "paths/~1trips/get#method": "get"' in ask(folder, "python:client.trips.get")
    number = next(number for number, line in enumerate(lines, 1) if '"schemas/Trip#python:dep-at"' in line)
    assert f"codegen.lock:{number}:" in ask(folder, "python:Trip.dep_at2")


@pytest.mark.parametrize(
    ("target", "pattern", "path"),
    [
        ("python", r"def book\(", "method client.desk.book"),
        ("python", r"^class TripSeat\(", "type TripSeat"),
        ("python", r"^    departs: ", "field Trip.departs"),
        ("python", r'Query\("q", "query"\)', "argument client.trips.get.query"),
        ("typescript", r"^  book\($", "method client.desk.book"),
        ("typescript", r"^export function deskBook\(", "derived deskBook"),
        ("typescript", r"^export interface TripSeat ", "type TripSeat"),
        ("typescript", r"^  departs\?: string;", "field Trip.departs"),
        ("go", r"^func \(\w+ \*DeskGroup\) Book\(", "method client.Desk.Book"),
        ("go", r"^type TripSeat struct", "type TripSeat"),
        ("go", r"^\tNumber ", "field TripSeat.Number"),
        ("go", r"^\tDeparts ", "argument client.Desk.Book.Departs"),
    ],
)
def test_a_line_of_printed_code(target: str, pattern: str, path: str, folder: Path) -> None:
    build(folder, "openapi.yaml", "-t", target, "-o", "sdk")
    file, number = _line(folder / "sdk" / target, pattern)
    assert f" {target}: {path} " in ask(folder, f"{file.relative_to(folder)}:{number}", "-t", target)


def _line(folder: Path, pattern: str) -> tuple[Path, int]:
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".py", ".ts", ".go") and "dist" not in file.parts and file.is_file():
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if re.search(pattern, line):
                    return file, number
    raise AssertionError(pattern)


@pytest.mark.parametrize(
    ("symbol", "there"),
    [
        ("python:client.trips.get", "client.trips.other"),
        ("python:Trip", "Other"),
        ("python:Trip.dep_at2", "Trip.other"),
        ("python:client.trips.get.class_", "client.trips.get.other"),
        ("python:TripSeatModel", "Other"),
    ],
)
def test_the_override_works_as_it_is_pasted(symbol: str, there: str, folder: Path) -> None:
    answer = json.loads(said(folder, symbol, "--format", "json"))
    assert answer["override"]["in"] == "an overlay"
    text = answer["override"]["text"].replace("NAME", "Other" if there == "Other" else "other")
    (folder / "overlay.yaml").write_text(text.replace("      x-codegen-group: GROUP\n", ""))
    assert f"python: {answer['called'][0]['kind']} {there}" in ask(
        folder, f"python:{there}", "--overlay", "overlay.yaml"
    )


def test_json(folder: Path) -> None:
    answer = json.loads(said(folder, "python:client.trips.get", "--format", "json"))
    assert answer["id"] == "paths/~1trips/get" and answer["place"] == "openapi.yaml:8:5"
    by = {step["by"]: step for step in answer["steps"]}
    assert next(iter(by)) == "lower" and list(by)[-1] == "plan@python"
    assert '+ "get" origin=root-override' in by["rename"]["changes"]
    assert by["infer_names"]["summary"] and by["infer_names"]["reasons"]


def test_all_that_a_pass_changed(folder: Path) -> None:
    assert "more lines (--full)" in ask(folder, "schemas/Trip")
    full = ask(folder, "schemas/Trip", "--full")
    assert "more lines" not in full and '+ field "dep" type=string' in full


def test_a_document_in_several_files(folder: Path) -> None:
    (folder / "openapi.yaml").write_text(DOCUMENT.replace('"#/components/schemas/Problem"', '"models.yaml#/Trouble"'))
    (folder / "models.yaml").write_text("# ours\nTrouble:\n  type: object\n  properties: {id: {type: string}}\n")
    answer = ask(folder, "python:Trouble")
    assert "models.yaml:2:1" in answer and "to change it" not in answer, "an overlay changes the root document alone"


@pytest.mark.parametrize(
    ("symbol", "told"),
    [
        ("python:client.trips.gett", "python has no 'client.trips.gett'; did you mean 'client.trips.get'?"),
        ("python:client.desk.get", "python has no 'client.desk.get'; did you mean 'client.trips.get'?"),
        ("pyhton:Trip", "there is no target 'pyhton'; did you mean 'python'?"),
        ("reference:Trip", "reference has no symbols of its own: ask for those of a language"),
        ("getTrip", "nothing is called 'getTrip'; did you mean 'getTrips'?"),
        ("other.yaml:3:1", "other.yaml is no file of the document, and none that a target prints"),
        ("openapi.yaml:1", "openapi.yaml has no operation, schema or part of one at line 1"),
    ],
)
def test_what_there_is_not(symbol: str, told: str, folder: Path) -> None:
    done = codegen("why", symbol, "openapi.yaml", cwd=folder)
    assert (done.returncode, done.stdout) == (Exit.USAGE, "") and done.stderr.startswith(f"codegen why: {told}")


def test_a_document_with_errors_is_answered_as_far_as_it_goes(folder: Path) -> None:
    (folder / "openapi.yaml").write_text(DOCUMENT.replace("dep-at: {type: string}", "dep-at: {type: strnig}"))
    assert "python: method client.prices.list" in ask(folder, "GET /sales", "-t", "python")
    (folder / "openapi.yaml").write_text("openapi: 3.1.0\npaths: {")
    done = codegen("why", "python:Trip", "openapi.yaml", cwd=folder)
    assert done.returncode == Exit.ERRORS and "error[" in done.stderr and not done.stdout


@pytest.mark.parametrize("symbol", ["python:client.trips.get", "GET /trips", "getTrips", "openapi.yaml:8"])
def test_dumps_of_a_symbol(symbol: str, folder: Path) -> None:
    line = ["build", "openapi.yaml", "-t", "python", "--dump-ir=rename", "--stop-after", "rename", "--dump-ir-only"]
    done = codegen(*line, symbol, cwd=folder)
    assert done.returncode == Exit.OK, done.stderr
    assert done.stdout.startswith("// ----- rename\noperation @paths/~1trips/get GET ")
    assert done.stdout.count("operation @") == 1


@pytest.mark.parametrize(
    ("version", "schema"),
    [
        ("openapi: 3.1.0", "content: {application/json: {schema: %s}}"),
        ('swagger: "2.0"\nproduces: [application/json]', "schema: %s"),
    ],
)
def test_the_override_of_what_an_answer_has(version: str, schema: str, folder: Path) -> None:
    """The key `200` is no index of a list, and of Swagger 2.0 an overlay changes the text as it is written."""
    inline = schema % "{type: object, properties: {left: {type: integer}}}"
    (folder / "openapi.yaml").write_text(
        f"{version}\ninfo: {{title: Rail, version: '1'}}\npaths:\n  /seats:\n    get:\n      operationId: countSeats\n"
        f"      responses:\n        '200':\n          description: ok\n          {inline}\n"
    )
    answer = json.loads(said(folder, "python:CountSeatsResponse", "--format", "json"))
    (folder / "overlay.yaml").write_text(answer["override"]["text"].replace("NAME", "Seats"))
    assert "python: type Seats " in ask(folder, "python:Seats", "--overlay", "overlay.yaml")
