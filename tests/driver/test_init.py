"""`codegen init`: its arguments, what it finds, what it writes, and which files it does not touch (D6.12, D15)."""

from __future__ import annotations

import functools
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from syrupy.assertion import SnapshotAssertion

from compiler.driver.options import Exit
from tests.support.documents import text_of
from tests.support.golden import GOLDEN, golden_file
from tests.support.run import codegen
from tests.support.suggesting import overlay_of

DOCUMENT = text_of("driver/init.yaml")
PLAIN = "openapi: 3.1.0\ninfo: {title: Plain, version: 1.0.0}\npaths: {}\n"
OVERLAY = "pages.overlay.yaml"
NOTHING = ["nothing to say: no errors, no warnings"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written() -> set[str]:
    return {path.name for path in Path().iterdir()} - {"openapi.yaml"}


def run(command: str, *words: str, code: int = Exit.OK) -> list[str]:
    """Run a command here; return what it says, in lines."""
    done = codegen(command, *words, cwd=Path())
    assert done.returncode == code, done.stderr
    return done.stderr.splitlines()


init, lint = functools.partial(run, "init"), functools.partial(run, "lint")


# --------------------------------------------------------------------------- what it takes


@pytest.mark.parametrize("name", ["openapi.yaml", "openapi.yml", "openapi.json", "swagger.yaml", "OpenAPI.YAML"])
def test_the_document_that_lies_here_is_taken(name: str) -> None:
    Path(name).write_text(json.dumps(yaml.safe_load(PLAIN)))
    Path("other.yaml").write_text(PLAIN)
    Path("package.json").write_text("{}")
    Path("openapi.d").mkdir()
    assert init() == [
        f"{name} is used as the document",
        "wrote gen.yaml, and gen.schema.json for editors; next: codegen build",
    ]
    assert yaml.safe_load(Path("gen.yaml").read_text())["generation"]["source"] == name
    run("build")


@pytest.mark.parametrize(
    "text",
    ['# Ours\n"openapi": 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}', json.dumps(yaml.safe_load(PLAIN))],
)
def test_a_file_of_another_name_is_known_by_how_it_begins(text: str) -> None:
    Path("trains.yaml").write_text(text)
    Path("compose.yaml").write_text("services: {openapi: {image: a}}\n")
    assert init()[0] == "trains.yaml is used as the document"


def test_without_any_document_nothing_is_written() -> None:
    Path("notes.yaml").write_text("openapi is what we want: true\n")
    assert init("--suggest", code=Exit.USAGE)[0] == "error[CG0215]: no document is named"
    assert written() == {"notes.yaml"}


@pytest.mark.parametrize(
    ("text", "code"),
    [("openapi: [", "CG0104"), ("openapi: 3.1.0\npaths: []\n", "CG0301"), ("", "CG0304"), (PLAIN * 2, "CG0106")],
)
def test_a_bad_document_gives_a_diagnostic_and_no_file(text: str, code: str) -> None:
    """D1.4"""
    Path("openapi.yaml").write_text(text)
    assert f"error[{code}]" in "\n".join(init("--suggest", code=Exit.ERRORS))
    assert written() == set()


def test_operations_with_errors_are_passed_over_where_that_is_asked() -> None:
    """D1.4"""
    Path("openapi.yaml").write_text(DOCUMENT.replace("operationId: stations", "operationId: {}"))
    init("--suggest", code=Exit.ERRORS)
    assert written() == set()
    init("--suggest", "-k")
    assert "'/trips'" in Path(OVERLAY).read_text()
    assert "'/stations'" not in Path(OVERLAY).read_text()


def test_a_target_that_does_not_exist_is_an_error() -> None:
    Path("openapi.yaml").write_text(DOCUMENT)
    init("-t", "pyhton", code=Exit.USAGE)
    assert written() == set()


# --------------------------------------------------------------------------- what it finds


def test_what_it_found_stands_in_gen_yaml() -> None:
    Path("openapi.yaml").write_text(DOCUMENT)
    init("-t", "python", "-t", "typescript", "-t", "go")
    text = Path("gen.yaml").read_text()
    for line in (
        "# openapi.yaml has 2 operations.",
        "# - https://api.example.com/v1",
        "# - https://sandbox.example.com (sandbox)",
        "#     CODEGEN_SPEC := openapi.yaml",
        "  # sdkClassName: Trains",
        "  # Not configured, though pages show in 2 operations; `codegen init --suggest` writes down how:",
        "  # - `after` takes $.data[-1].id, until $.has_more is false (2)",
        "  # overlays: [pages.overlay.yaml]",
        "  # `auto` takes names from operationIds here, since the document is small and has no tags.",
        "  # names: operationId",
        "  # envPrefix: TRAINS",
        "# The client takes `key`, or the variable TRAINS_KEY.",
        "# The client takes `Key`, or the variable TRAINS_KEY.",
        "  # packageName: trains",
        '  # version: "2.1.0"',
        "  # The package is called `trains` here.",
    ):
        assert line in text.splitlines()
    assert "LOGIN" not in text  # nothing asks for it


def test_it_says_why_names_follow_from_paths() -> None:
    """D3.8: decided for the document as a whole."""
    paths = {f"/v1/{name}": {"get": {"responses": {"204": {"description": "ok"}}}} for name in "abcdefghij"}
    Path("openapi.yaml").write_text(json.dumps({**yaml.safe_load(PLAIN), "paths": paths}))
    init()
    lines = Path("gen.yaml").read_text().splitlines()
    assert "  # names: path" in lines
    reason = "10 of 10 operationIds say nothing more than their paths."
    assert f"  # `auto` takes names from paths here, since {reason}" in lines
    for index, item in enumerate(paths.values()):
        item["get"]["operationId"] = f"fly{index}"
    Path("openapi.yaml").write_text(json.dumps({**yaml.safe_load(PLAIN), "paths": paths}))
    init("--force")
    lines = Path("gen.yaml").read_text().splitlines()
    assert "  # `auto` takes names from paths here, since 10 of 10 operations have no tag." in lines


def test_every_choice_that_it_found_can_be_taken() -> None:
    Path("openapi.yaml").write_text(DOCUMENT)
    init("--suggest", "-t", "python")
    text = Path("gen.yaml").read_text()
    other = "body|pathArguments"  # these are for who sets no maxMethodParams
    Path("gen.yaml").write_text(re.sub(rf"^(  )# (?!{other})(\w+: )", r"\1\2", text, flags=re.MULTILINE))
    assert lint() == NOTHING


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


# --------------------------------------------------------------------------- what it writes


def test_suggestions_are_written_once_and_kept() -> None:
    """D6.12: what looks paged is paged from then on, and lint has nothing more to say."""
    Path("openapi.yaml").write_text(DOCUMENT)
    assert init("--suggest") == [
        "openapi.yaml is used as the document",
        f"wrote {OVERLAY}: 2 operations to look over",
        "wrote gen.yaml, and gen.schema.json for editors; next: codegen build",
    ]
    assert yaml.safe_load(Path("gen.yaml").read_text())["generation"]["overlays"] == [OVERLAY]
    assert lint() == NOTHING
    first = Path(OVERLAY).read_text()
    Path(OVERLAY).write_text("overlay: 1.0.0\n# mine\n" + first.partition("overlay: 1.0.0\n")[2])
    mine, config = Path(OVERLAY).read_text(), Path("gen.yaml").read_text()
    assert init("--suggest", code=Exit.USAGE) == [
        f"codegen init: {OVERLAY} exists; --force replaces it, --suggest=FILE writes what it lacks to another file"
    ]
    assert (Path(OVERLAY).read_text(), Path("gen.yaml").read_text()) == (mine, config)
    init("--suggest", "--force")
    assert (Path(OVERLAY).read_text(), Path("gen.yaml").read_text()) == (first, config)


def test_what_is_new_goes_to_another_file() -> None:
    """A gen.yaml that is there stays as it is, and a line says what to put into it."""
    text = DOCUMENT.partition("  /stations:")[0] + "components:" + DOCUMENT.partition("components:")[2]
    Path("openapi.yaml").write_text(text)
    init("--suggest")
    Path("openapi.yaml").write_text(DOCUMENT)
    assert init("--suggest=new/more.yaml") == [
        "wrote new/more.yaml: 1 operation to look over",
        "gen.yaml does not name it yet: generation: {overlays: [new/more.yaml]}",
    ]
    assert "'/trips'" not in Path("new/more.yaml").read_text()
    assert lint("--overlay", "new/more.yaml") == ["nothing to say: no errors, no warnings"]


def test_an_overlay_that_gen_yaml_names_and_that_is_not_there_yet() -> None:
    Path("openapi.yaml").write_text(DOCUMENT)
    Path("gen.yaml").write_text(f"configVersion: 2.0.0\ngeneration: {{source: openapi.yaml, overlays: {OVERLAY}}}\n")
    init("--suggest")
    lint("-t", "python")


def test_overlays_of_the_command_line_are_kept() -> None:
    Path("api").mkdir()
    Path("api/openapi.yaml").write_text(DOCUMENT)
    action = {"target": "$.paths['/stations'].get", "update": {"x-codegen-pagination": {}}}
    overlay = {"overlay": "1.0.0", "info": {"title": "a", "version": "1"}, "actions": [action]}
    Path("ours.yaml").write_text(json.dumps(overlay))
    init("api/openapi.yaml", "--suggest", "--overlay", "ours.yaml")
    config = yaml.safe_load(Path("api/gen.yaml").read_text())["generation"]
    assert (config["source"], config["overlays"]) == ("openapi.yaml", ["../ours.yaml", OVERLAY])
    assert "'/stations'" not in Path("api", OVERLAY).read_text()
    lint("-c", "api/gen.yaml", "--strict")


def test_warnings_are_counted() -> None:
    Path("openapi.yaml").write_text(DOCUMENT.replace("operationId: stations", "operationId: listTrips"))
    assert init("openapi.yaml")[0] == "1 warning: `codegen lint` shows them"


@pytest.mark.parametrize("name", ["openapi.yaml", "./gen.yaml"])
def test_no_file_that_is_read_is_written_over(name: str) -> None:
    Path("openapi.yaml").write_text(DOCUMENT)
    assert init(f"--suggest={name}", "--force", code=Exit.USAGE) == [
        f"codegen init: {Path(name)} cannot be the overlay: name another file by --suggest=FILE"
    ]
    assert Path("openapi.yaml").read_text() == DOCUMENT
    assert written() == set()


def test_nothing_is_half_written() -> None:
    Path("openapi.yaml").write_text(DOCUMENT)
    Path("taken").write_text("")
    assert "cannot write" in "\n".join(init("--suggest=taken/pages.yaml", code=Exit.USAGE))
    assert written() == {"taken"}


def test_a_document_without_pages_has_no_overlay() -> None:
    Path("openapi.yaml").write_text(PLAIN)
    assert init("--suggest")[1] == "nothing to suggest: no operation without a pagination looks paged"
    assert written() == {"gen.yaml", "gen.schema.json"}
    assert "overlays" not in yaml.safe_load(Path("gen.yaml").read_text())["generation"]
    assert init("--suggest") == ["nothing to suggest: no operation without a pagination looks paged"]


def test_replacing_gen_yaml_keeps_its_document() -> None:
    Path("trains.yaml").write_text(DOCUMENT)
    Path("openapi.yaml").write_text(PLAIN)
    init("trains.yaml")
    init(code=Exit.USAGE)
    init("--force")
    assert yaml.safe_load(Path("gen.yaml").read_text())["generation"]["source"] == "trains.yaml"


# --------------------------------------------------------------------------- the overlay


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


def test_swagger_2_is_changed_as_it_is_written() -> None:
    schema = {"type": "array", "items": {"type": "object"}}
    response = {"description": "ok", "schema": schema, "headers": {"Link": {"type": "string"}}}
    item = {"get": {"operationId": "fares", "produces": ["application/json"], "responses": {"200": response}}}
    whole = {"swagger": "2.0", "info": {"title": "Old", "version": "1"}, "paths": {"/fares": item}}
    Path("swagger.json").write_text(json.dumps(whole))
    init("--suggest")
    assert lint() == NOTHING


def test_operations_of_other_files_are_reached_by_their_ids() -> None:
    """No overlay changes another file: an entry of the root leads there."""
    whole = yaml.safe_load(DOCUMENT)
    trips = whole["paths"]["/trips"]
    trips["get"]["operationId"] = "trips.list(all)"
    trips["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"] = (
        "openapi.yaml#/components/schemas/Trips"
    )
    Path("trips.yaml").write_text(json.dumps(trips))
    whole["paths"]["/trips"] = {"$ref": "trips.yaml"}
    Path("openapi.yaml").write_text(json.dumps(whole))
    init("openapi.yaml", "--suggest")
    found = yaml.safe_load(Path(OVERLAY).read_text())["actions"]
    assert [action["target"] for action in found] == ["$.paths['/stations'].get", "$"]
    assert found[1]["update"]["x-codegen-pagination"][0]["operationId"] == r"^trips\.list\(all\)$"
    assert lint() == NOTHING
