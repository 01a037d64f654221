"""An addition to a document changes its own files and the tables of the packages, and nothing else (D10.7)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.updates import Change, changes
from tests.support.documents import Object as Document
from tests.support.documents import answers, content, document, list_of, object_of, operation, parameter, ref
from tests.support.run import build, configure, write

ID = parameter("id", "path")
MOST = 80
"""So many lines of a package may one GET change."""


def _operation(name: str, result: Document, *parameters: Document) -> Document:
    responses = {**answers(result), "404": {"description": "none", **content(ref("Problem"))}}
    return operation(name, responses, tags=["Travel"], parameters=[*parameters])


def _event(name: str, payload: str) -> Document:
    return {"post": operation(name, requestBody=content(ref(payload)))}


def _document() -> Document:
    wish = {"oneOf": [ref("Window"), ref("Aisle")], "discriminator": {"propertyName": "kind"}}
    body = {"required": True, **content(ref("CreateTripRequest"))}
    paths = {
        "/trips": {
            "get": _operation("listTrips", list_of(ref("Trip"))),
            "post": _operation("createTrip", ref("Trip")) | {"requestBody": body},
        },
        "/trips/{id}": {"get": _operation("getTrip", ref("Trip"), ID)},
        "/fares": {"get": _operation("listFares", object_of(data=list_of(ref("Fare"))))},
        "/fares/{id}": {
            "get": _operation("getFare", ref("Fare"), ID),
            "delete": _operation("deleteFare", ref("Fare"), ID),
        },
    }
    schemas = {
        "Trip": object_of(id="string", stops=list_of(ref("Stop")), fare=ref("Fare")),
        "CreateTripRequest": object_of(name="string", fare=ref("Fare")),
        "Stop": object_of(place="string", wish=wish, trip=ref("Trip")),
        "Window": object_of("kind", kind={"const": "window"}),
        "Aisle": object_of("kind", kind={"const": "aisle"}),
        "Fare": object_of(id="string", price="number", rules=object_of(refund="boolean")),
        "TripMade": object_of("type", type={"const": "trip.made"}, trip=ref("Trip")),
        "FareSet": object_of("type", type={"const": "fare.set"}, fare=ref("Fare")),
        "Problem": object_of(title="string"),
    }
    events = {"trip.made": _event("tripMade", "TripMade"), "fare.set": _event("fareSet", "FareSet")}
    return document("Trips", paths, schemas, webhooks=events, servers=[{"url": "https://api.example.com"}])


# --------------------------------------------------------------------------- what is added


def _get_in_another_group(whole: Document) -> None:
    whole["paths"]["/fares/search"] = {"get": _operation("searchFares", ref("Stop"))}


def _get_before_all_others(whole: Document) -> None:
    whole["paths"] = {"/aisles/{id}": {"get": _operation("getAisle", ref("Aisle"), ID)}, **whole["paths"]}


def _get_in_a_new_group(whole: Document) -> None:
    whole["paths"]["/fares/{id}/stop"] = {"get": _operation("getFareStop", ref("Stop"), ID)}


def _component(whole: Document) -> None:
    whole["components"]["schemas"]["Luggage"] = object_of(weight="number")


def _first_component(whole: Document) -> None:
    schemas = whole["components"]["schemas"]
    whole["components"]["schemas"] = {"Aircraft": object_of(seats="integer"), **schemas}


def _property(whole: Document) -> None:
    whole["components"]["schemas"]["Fare"]["properties"]["stop"] = ref("Stop")


def _webhook(whole: Document) -> None:
    whole["webhooks"]["stop.added"] = _event("stopAdded", "StopAdded")
    added = object_of("type", type={"const": "stop.added"}, stop=ref("Stop"))
    whole["components"]["schemas"]["StopAdded"] = added


TABLES = r"go/(client|schemas)\.\w+|python/trips/((models|_client|__init__)\.py|_schemas/of-(requests|answers)\.json)"
TABLES += r"|\w+/(api\.md|(tests|testdata)/exchanges\.json)"
TABLES += r"|typescript/(src|dist/\w+)/(index|answers|validators|operations|client|models/index)(\.d)?\.[jt]s"
EDITS: dict[Callable[[Document], None], str] = {
    _get_in_another_group: r"fares?",
    _get_before_all_others: r"aisles?",
    _get_in_a_new_group: r"fares?([_-]stop)?",
    _component: r"luggage|l",
    _first_component: r"aircraft|a",
    _property: r"fares?|f|stop|s|trip|t|aisle|window|a|w",
    _webhook: r"stop|s|_?webhooks?",
}
"""Each kind of addition, and the files that are its own; a type that requests come to take gets the words for that."""
_OUTSIDE = re.compile(
    r"out/(reference/|\w+/(README\.md|AGENTS\.md|llms\.txt|CHANGELOG\.md|example_test\.go)$|\w+/examples/)"
)
_ASIDE = re.compile(r"/(tests|testdata)/|_test\.go$|/api\.md$")
"""The tests of a package, and its list of methods: what is counted is the code."""
_ROW = re.compile(r'["|].*|(from|import|\} from) .*|\t+\w+ +\*?\w+')
"""Rows of tables, which may end with a comma by now; imports of the file itself; fields that gofmt lines up."""


def _updated(edit: Callable[[Document], None], folder: Path, lock: bool) -> list[Change]:
    whole = _document()
    before = _built(folder, whole)
    edit(whole)
    if not lock:
        (folder / "codegen.lock").unlink()
    return list(changes(before, _built(folder, whole)))


def _built(folder: Path, whole: Document) -> dict[str, str]:
    write(folder, "openapi.json", whole)
    configure(folder, "generation: {output: out}\npython: {}\ntypescript: {}\ngo: {}\nreference: {}\n")
    build(folder, "openapi.json")
    printed = [path for path in (folder / "out").rglob("*") if path.is_file() and path.name[0] != "."]
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in printed}


@pytest.mark.parametrize("lock", [True, False], ids=["with the lock", "without it"])
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__[1:])
def test_an_addition_changes_its_own_files_and_tables(
    edit: Callable[[Document], None], lock: bool, tmp_path: Path
) -> None:
    found = _updated(edit, tmp_path, lock)
    assert found
    inside = [item for item in found if not _OUTSIDE.match(item.path)]
    own = re.compile(
        rf"out/(go/({EDITS[edit]})(_api|_models|_api_test)?\.go|.*/(test_)?({EDITS[edit]})(\.d|\.test)?\.\w+|{TABLES})"
    )
    assert [item.path for item in inside if not own.fullmatch(item.path)] == []
    outside = [item for item in found if lock and _OUTSIDE.match(item.path)]  # it keeps what examples show, too
    for item in outside:
        built = (tmp_path / item.path).read_text("utf-8").splitlines()  # a line of JSON has a comma where more follows
        assert [line for line in item.removed if not line.startswith("|") and f"{line}," not in built] == []


GETS = [_get_in_another_group, _get_before_all_others, _get_in_a_new_group]


@pytest.mark.parametrize("edit", GETS, ids=lambda edit: edit.__name__[1:])
def test_a_get_more_changes_no_line_but_rows_and_imports(edit: Callable[[Document], None], tmp_path: Path) -> None:
    found = _updated(edit, tmp_path, lock=True)
    assert [(item.path, line) for item in found for line in item.removed if not _ROW.fullmatch(line)] == []


def test_a_get_in_a_group_that_is_there_changes_few_lines(tmp_path: Path) -> None:
    found = _updated(_get_in_another_group, tmp_path, lock=True)
    for target in ("python", "typescript", "go"):
        package = [item for item in found if item.path.startswith(f"out/{target}/") and not _OUTSIDE.match(item.path)]
        package = [item for item in package if not _ASIDE.search(item.path)]
        assert 0 < sum(item.lines for item in package) <= MOST, target


def test_an_edit_of_a_component_moves_no_other_to_another_file(tmp_path: Path) -> None:
    """A GET that reaches all types by another group leaves each where it is printed."""
    found = _updated(_get_in_another_group, tmp_path, lock=False)
    assert [item.path for item in found if "_models" in item.path or "/models/" in item.path] == []
