"""`codegen init`: its arguments, what it finds, what it writes, and which files it does not touch (D6.12, D15)."""

from __future__ import annotations

import functools
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from syrupy.assertion import SnapshotAssertion

from compiler.driver.options import Exit
from tests.support.documents import text_of
from tests.support.golden import GOLDEN, golden_file
from tests.support.places import ROOT
from tests.support.run import codegen
from tests.support.suggesting import overlay_of

DOCUMENT = text_of("driver/init.yaml")
OVERLAY = "suggested.overlay.yaml"
SPECS = ROOT.parent / "shared" / "specs"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(command: str, *words: str, code: int = Exit.OK) -> list[str]:
    """Run a command here; return what it says, in lines."""
    done = codegen(command, *words, cwd=Path())
    assert done.returncode == code, done.stderr
    return done.stderr.splitlines()


init, lint = functools.partial(run, "init"), functools.partial(run, "lint")


@pytest.mark.parametrize("title", ["a\n- b: [c", "\u0007 \u2028", "", "# {", "\U0001f682 trains"])
def test_texts_of_the_document_stay_in_their_comments(title: str) -> None:
    document = yaml.safe_load(DOCUMENT)
    document["info"]["title"] = title
    document["servers"][0]["url"] = f"https://example.com/{title.strip()[:1]}"
    document["paths"]["/trips"]["get"]["operationId"] = "list: a # b\n- c"
    Path("openapi.yaml").write_text(json.dumps(document))
    init("--suggest")
    lint()
    assert len(yaml.safe_load(Path(OVERLAY).read_text())["actions"]) == 2


def test_the_whole_overlay(snapshot: SnapshotAssertion) -> None:
    """Groups by what they share, paths in order, what another file holds at the end."""
    shutil.copytree(GOLDEN / "init", Path(), dirs_exist_ok=True)
    Path(OVERLAY).unlink(missing_ok=True)
    init("--suggest")
    assert Path(OVERLAY).read_text() == snapshot.use_extension(golden_file(GOLDEN / "init" / OVERLAY))
    lint("--strict")


def document(*operations: str, plain: tuple[str, ...] = (), **more: Any) -> str:
    """A document with operations that list, and some that do not."""
    found: dict[str, Any] = yaml.safe_load(DOCUMENT)
    shape, found["paths"] = found["paths"]["/trips"]["get"], {}
    for name in operations:
        found["paths"][f"/{name}"] = {"get": {**shape, "operationId": name}}
    for name in plain:
        found["paths"][f"/{name}"] = {"get": {"operationId": name, "responses": {"204": {"description": "ok"}}}}
    return json.dumps({**found, **more})


def actions(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(overlay_of(text)[0])["actions"]
    return found


def test_one_entry_says_it_where_it_stays_true() -> None:
    """D6.14: all that are called `list...` are such pages, at least three."""
    text = document("listTrips", "listStations", "listFares", plain=("getTrip", "relist"))
    (action,) = actions(text)
    assert action["target"] == "$"
    (entry,) = action["update"]["x-codegen-pagination"]
    assert (entry["operationId"], entry["type"]) == ("^list", "cursor")
    Path("openapi.yaml").write_text(text)
    init("--suggest")
    lint("--strict")


@pytest.mark.parametrize(
    "text",
    [
        document("listTrips", "listStations", "listFares", plain=("listNothing",)),
        document("listTrips", "listStations"),
        document("listTrips", "listStations", "fares"),
        document("listingTrips", "listStations", "listFares"),
        document("fetchTrips", "fetchStations", "fetchFares"),
        document("listA", "listB", "listC", **{"x-codegen-pagination": [{"operationId": "^listD"}]}, plain=("listD",)),
    ],
    ids=["one is none", "few", "another name", "another word", "another verb", "entries of its own"],
)
def test_else_each_operation_has_a_line(text: str) -> None:
    found = actions(text)
    assert all(action["target"].startswith("$.paths['/") for action in found)
    assert len({json.dumps(action["update"]) for action in found}) == 1
    assert len(found) > 1


def test_the_order_is_that_of_paths() -> None:
    """What is added to a document, or moved in it, moves no other line."""
    names = ("b", "a", "c")
    assert overlay_of(document(*names))[0] == overlay_of(document(*reversed(names)))[0]
    before = overlay_of(document("a", "b", "c", "d"))[0].splitlines()
    after = overlay_of(document("a", "b", "bb", "c", "d"))[0].splitlines()
    changed = [line for line in after if line not in before]
    assert changed == [
        "  # `after` takes $.data[-1].id, until $.has_more is false: 5 operations",
        "  - target: $.paths['/bb'].get  # bb",
    ]


@pytest.mark.parametrize("name", ["it's", 'a"b', "a\\b", "a b", "a: b #c", "ü", "{id}:all", "~1/a", "x?y=z", "\u2028"])
def test_any_path_is_reached(name: str) -> None:
    text = document(name, "b").replace('"operationId": ', '"x-other": ')
    Path("openapi.yaml").write_text(text)
    init("--suggest", "-k")
    told = codegen("lint", "--format", "json", cwd=Path()).stdout
    assert "CG1503" not in told and "CG0918" not in told


@pytest.mark.slow
@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
@pytest.mark.parametrize(("name", "bodies"), [("resend.yaml", 18), ("openai.yaml", 14)])
def test_bodies_that_are_optional_by_omission_are_required_by_the_overlay(name: str, bodies: int) -> None:
    """D4.10: lint says it of each, the overlay has an action for each, and with it lint is silent."""
    before = codegen("lint", str(SPECS / name), "--format", "json", cwd=Path()).stdout
    init(str(SPECS / name), "-c", "gen.yaml", "--suggest")
    required = [item for item in yaml.safe_load(Path(OVERLAY).read_text())["actions"] if "required" in item["update"]]
    after = codegen("lint", "-c", "gen.yaml", "--format", "json", cwd=Path()).stdout
    assert before.count('"CG0829"') == len(required) == bodies
    assert "CG0829" not in after and "CG1503" not in after
