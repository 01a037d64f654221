"""codegen.lock as a file: edited by hand, of another version, merged; and the diagnostics of `--locked` (D10.1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import answers, document, ref
from tests.support.run import build, codegen, configure, tree, write

TEXT = {"type": "string"}
DONE = {"204": {"description": "ok"}}


def _write(folder: Path, properties: dict[str, Any], operation: str = "getTrip", *targets: str) -> None:
    paths = {"/trip": {"get": {"operationId": operation, "responses": answers(ref("Trip"))}}}
    schemas = {"Trip": {"type": "object", "properties": properties}}
    write(folder, "openapi.json", document("Trips", paths, schemas))
    configure(folder, "".join(f"{target}: {{}}\n" for target in targets or ("python",)))


def _build(folder: Path, *flags: str, code: int = 0) -> str:
    return build(folder, "openapi.json", "-v", *flags, code=code).stderr


def _built(folder: Path, *written: Any) -> str:
    _write(folder, *written)
    return _build(folder)


def _lock(folder: Path) -> dict[str, Any]:
    made: dict[str, Any] = json.loads((folder / "codegen.lock").read_text("utf-8"))
    return made


def test_an_override_renames_what_has_a_number(tmp_path: Path) -> None:
    """What CG1404 advises works after the build that wrote the number to the lock, too."""
    _built(tmp_path, {"tripId": TEXT})
    assert "CG1404" in _built(tmp_path, {"tripId": TEXT, "trip_id": TEXT})
    assert "warning" not in _built(
        tmp_path, {"tripId": TEXT, "trip_id": {**TEXT, "x-codegen-name-override": "tripNumber"}}
    )
    assert "trip_number: str" in "".join(path.read_text("utf-8") for path in tmp_path.rglob("_models/*.py"))
    assert "schemas/Trip#python:trip_id" not in _lock(tmp_path)["names"]


@pytest.mark.parametrize("edited", ["class", "x: int = 1; import os #", "", "trip"])
@pytest.mark.parametrize("target", ["python", "typescript", "go"])
def test_a_name_that_was_edited_is_chosen_anew(tmp_path: Path, target: str, edited: str) -> None:
    """What a lock says is printed only where a build may have written it; the others keep their names."""
    _built(tmp_path, {"trip-id": TEXT, "tripId": TEXT, "trip_id": TEXT, "TripID": TEXT}, "getTrip", target)
    lock = _lock(tmp_path)
    key = next((key for key in lock["names"] if key.startswith(f"schemas/Trip#{target}:")), None)
    if key is None:  # TypeScript writes properties as they stand on the wire
        return
    before = dict(lock["names"])
    lock["names"][key] = edited
    write(tmp_path, "codegen.lock", lock)
    _build(tmp_path)
    assert _lock(tmp_path)["names"] == before


def test_locked_says_what_is_renamed_new_and_gone(tmp_path: Path) -> None:
    """What a reviewer wants to know, and what to do."""
    _built(tmp_path, {"a": TEXT, "old": TEXT, "kind": {"enum": ["x", "y"]}})
    _write(tmp_path, {"a": TEXT, "b": TEXT, "c": {"type": "object", "properties": {"d": TEXT}}}, "readTrip")
    said = _build(tmp_path, "--locked", code=3)
    assert "codegen.lock would change: 1 renamed (GET /trip from `getTrip` to `readTrip`), " in said
    assert "3 new (schemas/Trip/properties/c; schemas/Trip:b; schemas/Trip:c), " in said
    assert "3 gone (schemas/Trip/properties/kind; schemas/Trip:kind; schemas/Trip:old)" in said
    assert "build without --locked and commit the new codegen.lock" in said


def test_methods_that_move_to_another_group_are_told_of(tmp_path: Path) -> None:
    """Another first tag renames what programs write; another spelling of it does not."""

    def tagged(tag: str, *flags: str, code: int = 0) -> str:
        paths = {at: {"get": {"tags": [tag], "operationId": at[1:], "responses": DONE}} for at in ("/a", "/b")}
        write(tmp_path, "openapi.json", document("Trips", paths))
        configure(tmp_path, "python: {}\ngeneration: {names: operationId}\n")
        return _build(tmp_path, *flags, code=code)

    tagged("night trains")
    assert "CG1407" not in tagged("NightTrains")
    assert "2 renamed (the group of GET /a from `night trains` to `trains`;" in tagged("trains", "--locked", code=3)
    said = "the group of GET /a and 1 more was called `night trains` in codegen.lock and is called `trains` now"
    assert said in tagged("trains")
    assert "CG1407" not in tagged("trains")


def test_what_is_gone_and_comes_back_is_called_as_before(tmp_path: Path) -> None:
    """A lock holds what is there; what comes back wishes for the same name, and stands aside where that was taken."""
    _built(tmp_path, {"tripId": TEXT, "stop": {"type": "object", "properties": {"x": TEXT}}})
    first = _lock(tmp_path)
    _built(tmp_path, {"stop": TEXT})
    assert "schemas/Trip/properties/stop" not in _lock(tmp_path)["names"]
    _built(tmp_path, {"tripId": TEXT, "stop": {"type": "object", "properties": {"x": TEXT}}})
    assert _lock(tmp_path) == first
    _built(tmp_path, {"trip_id": TEXT})
    assert "`tripId` is new and is called `trip_id2`" in _built(tmp_path, {"trip_id": TEXT, "tripId": TEXT})


def test_a_long_list_has_a_name_a_line(tmp_path: Path) -> None:
    """So that a diff shows what is new, and two branches that add something merge."""
    _built(tmp_path, {f"property{number:02}": TEXT for number in range(30)})
    before = (tmp_path / "codegen.lock").read_text("utf-8").splitlines()
    _built(tmp_path, {f"property{number:02}": TEXT for number in range(30)} | {"property14b": TEXT})
    after = (tmp_path / "codegen.lock").read_text("utf-8").splitlines()
    assert [line for line in after if line not in before] == ['   "property14b",']
    assert [line for line in before if line not in after] == []


def _title(folder: Path, title: str) -> None:
    found = json.loads((folder / "openapi.json").read_text("utf-8"))
    found["info"]["title"] = title
    write(folder, "openapi.json", found)


def test_a_new_title_is_told_of_once(tmp_path: Path) -> None:
    """By the build that finds it; CI, which writes no lock, tells it until then."""
    _built(tmp_path, {"a": TEXT})
    before = _lock(tmp_path)
    _title(tmp_path, "Journeys")
    said = "called after `Trips`, as codegen.lock says, though the title is `Journeys` now"
    for _ in range(2):
        assert said in _build(tmp_path, "--check", code=1)
        assert said in _build(tmp_path, "--locked")
        assert said in codegen("lint", "openapi.json", cwd=tmp_path).stderr
        assert _lock(tmp_path) == before
    assert said in _build(tmp_path)
    for flags in ((), ("--check",), ("--locked",), ("--check", "--locked")):
        assert "CG1409" not in _build(tmp_path, *flags)
    _title(tmp_path, "Trains")
    assert "though the title is `Trains` now" in _build(tmp_path)
    assert "CG1409" not in _build(tmp_path)
    _title(tmp_path, "Trips")
    assert "CG1409" not in _build(tmp_path)
    assert _lock(tmp_path) == before


@pytest.mark.parametrize("cache", ["cache", "off"])
def test_what_is_new_is_told_of_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: str) -> None:
    """By the build that writes it; one that has nothing to do, by the record of the last, tells it no more either."""
    monkeypatch.setenv("CODEGEN_CACHE", str(tmp_path / cache) if cache == "cache" else cache)
    _built(tmp_path, {"tripId": TEXT})
    _write(tmp_path, {"tripId": TEXT, "trip_id": TEXT}, "readTrip")
    _title(tmp_path, "Journeys")
    first, *others = [_build(tmp_path) for _ in range(3)]
    for code in ("CG1404", "CG1407", "CG1409"):
        assert code in first and all(code not in other for other in others)


@pytest.mark.parametrize("titles", [("Journeys", "Trains"), ("Journeys", "Trips")])
def test_titles_of_two_branches_are_no_conflict_of_names(tmp_path: Path, titles: tuple[str, str]) -> None:
    """The lock of each remembers its title; which one it is then the document says."""
    _built(tmp_path, {"a": TEXT})
    sides = []
    for title in titles:
        _title(tmp_path, title)
        _build(tmp_path)
        sides.append((tmp_path / "codegen.lock").read_text("utf-8"))
    merged = f"<<<<<<< ours\n{sides[0]}=======\n{sides[1]}>>>>>>> theirs\n"
    (tmp_path / "codegen.lock").write_text(merged, "utf-8")
    assert "error" not in _build(tmp_path)
    assert (tmp_path / "codegen.lock").read_text("utf-8") == sides[1]


def _api(folder: Path, word: str) -> None:
    """Write a document of eight operations and a gen.yaml that names it."""
    names = [f"{word}{number}" for number in range(8)]
    parameters = [{"name": "q", "in": "query", "schema": TEXT}]
    paths = {f"/{name}": {"get": {"operationId": name, "parameters": parameters, "responses": DONE}} for name in names}
    write(folder, "openapi.json", document("Trips", paths))
    configure(folder, "generation: {source: openapi.json}\npython: {}\nreference: false\n")


def _all(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in tree(folder).items() if name != "openapi.json"}


@pytest.mark.parametrize("flags", [(), ("--check",), ("-t", "python")])
def test_a_build_that_would_forget_most_of_the_lock_writes_nothing(tmp_path: Path, flags: tuple[str, ...]) -> None:
    """D10.7: names, homes and forms of calls are not forgotten without a word."""
    _api(tmp_path, "trip")
    build(tmp_path)
    before = _all(tmp_path)
    _api(tmp_path, "fare")
    done = build(tmp_path, *flags, code=3)
    assert "error[CG1411]" in done.stderr and "8 of the 8" in done.stderr
    assert _all(tmp_path) == before
    build(tmp_path, "--forget")
    assert "paths/~1fare0/get#method" in _lock(tmp_path)["names"]
    assert not [key for key in _lock(tmp_path)["names"] if "trip0" in key]


def test_another_document_than_that_of_gen_yaml_is_refused(tmp_path: Path) -> None:
    """However a path is spelled; what comes through a pipe has no name; `lint` may read whatever it is given."""
    _api(tmp_path, "trip")
    (tmp_path / "other.json").write_text((tmp_path / "openapi.json").read_text("utf-8"), "utf-8")
    (tmp_path / "link.json").symlink_to(tmp_path / "openapi.json")
    done = build(tmp_path, "other.json", code=3)
    assert "error[CG1412]" in done.stderr and "gen.yaml:2:22" in done.stderr
    assert sorted(_all(tmp_path)) == ["gen.yaml", "link.json", "other.json"]
    assert codegen("lint", "other.json", cwd=tmp_path).returncode == 0
    for given in ("./openapi.json", str(tmp_path / "openapi.json"), "link.json"):
        build(tmp_path, given)
    build(tmp_path, "other.json", "--forget")


def test_what_keep_going_leaves_out_is_not_forgotten(tmp_path: Path) -> None:
    """D10.1: names stay while an operation is left out, and `--locked` has nothing to say of it."""
    _api(tmp_path, "trip")
    build(tmp_path)
    found = json.loads((tmp_path / "openapi.json").read_text("utf-8"))
    for number in range(7):
        found["paths"][f"/trip{number}"]["get"]["responses"] = 3
    write(tmp_path, "openapi.json", found)
    before = _lock(tmp_path)
    assert before["members"]["paths/~1trip0/get#arguments"] == ["1q"]
    for flags in (("-k", "--locked"), ("-k",)):
        assert "left out paths/~1trip0/get" in build(tmp_path, *flags).stderr
        assert _lock(tmp_path) == before
