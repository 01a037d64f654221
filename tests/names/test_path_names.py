"""Names of methods that follow from paths (D3.8): stability when a document changes, settings of gen.yaml, odd paths.

`golden/passes/infer_names` tests the rule itself, case by case.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from compiler.base.naming.vocabulary import PLAIN
from passes.support.names.paths import Caller, lengthen_name, operation_id_words, speakers
from tests.support.documents import Object, answers, content, document, list_of, object_of, operation, parameter
from tests.support.run import build, configure, write


def _operation(operation_id: str, *, lists: bool = False, **more: Any) -> Object:
    answer = list_of({"type": "string"}) if lists else object_of(id="string")
    return operation(operation_id, answers(answer)) | {"tags": ["all"], **more}


def _write(folder: Path, paths: Object) -> None:
    for path, item in paths.items():
        item["parameters"] = [parameter(name, "path") for name in re.findall(r"\{([^{}]*)\}", path)]
    write(folder, "openapi.json", document("Trips", paths))


def _methods(folder: Path, paths: Object, *, names: str = "path") -> dict[str, str]:
    """Build into a folder that keeps its lock; return what calls of the README's kind are named, by operation."""
    _write(folder, paths)
    configure(folder, f"generation: {json.dumps({'names': names} if names else {})}\npython: {{}}\n")
    build(folder, "openapi.json", "-t", "reference", "-t", "python")
    return _named(folder)


def _named(folder: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for page in (folder / "sdk/reference").rglob("*.md"):
        text = page.read_text("utf-8")
        for method, path, call in re.findall(
            r"`(GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS) (\S+)`.*?(?:client\.|trips\.)(\w[\w.]*)\(", text, re.DOTALL
        ):
            found.setdefault(f"{method} {path}", call)
    return found


def _said(folder: Path) -> str:
    return build(folder, "openapi.json", "-t", "python", "-v").stderr


def test_a_document_is_named_by_its_paths(tmp_path: Path) -> None:
    paths = {
        "/v1/trips": {"get": _operation("listTrips", lists=True), "post": _operation("createTrip")},
        "/v1/trips/{id}": {"get": _operation("getTrip"), "delete": _operation("deleteTrip")},
        "/v1/trips/{id}/cancel": {"post": _operation("cancelTrip")},
    }
    assert _methods(tmp_path, paths, names="") == {
        "GET /v1/trips": "trips.list",
        "POST /v1/trips": "trips.create",
        "GET /v1/trips/{id}": "trips.get",
        "DELETE /v1/trips/{id}": "trips.delete",
        "POST /v1/trips/{id}/cancel": "trips.cancel",
    }
    assert "names from paths" in _said(tmp_path)


def test_gen_yaml_says_what_names_follow_from(tmp_path: Path) -> None:
    paths = {"/v1/trips": {"get": _operation("listTrips", lists=True)}}
    assert _methods(tmp_path / "a", paths, names="operationId") == {"GET /v1/trips": "all.list_trips"}
    assert "names from operationIds" in _said(tmp_path / "a")
    assert _methods(tmp_path / "b", paths, names="path") == {"GET /v1/trips": "trips.list"}


def test_operation_ids_of_their_author_count(tmp_path: Path) -> None:
    """More than half hold `/`, `.` or `:`: they are namespaces, whatever they say."""
    paths = {"/trips": {"get": _operation("trips/list", lists=True)}}
    assert _methods(tmp_path, paths, names="") == {"GET /trips": "all.trips_list"}


def test_a_small_document_without_tags_reads_as_the_specification_shows_it(tmp_path: Path) -> None:
    paths = {"/test": {"get": _operation("getTest", tags=[])}}
    assert _methods(tmp_path, paths, names="") == {"GET /test": "get_test"}


def test_auto_is_decided_once(tmp_path: Path) -> None:
    """With the lock a document stays what it was, whatever is added; without it an info says that it turned."""
    paths = {"/trips": {"get": _operation("listTrips", lists=True)}}
    assert _methods(tmp_path, paths, names="") == {"GET /trips": "trips.list"}
    more = {f"/x{number}": {"get": _operation(f"fetchAllOfThatKind{number}Quickly")} for number in range(5)}
    assert _methods(tmp_path, paths | more, names="")["GET /trips"] == "trips.list"
    (tmp_path / "codegen.lock").unlink()
    _write(tmp_path, paths | more)
    said = _said(tmp_path)
    assert "info[CG1410]" in said
    assert "follow from operationId and no longer from path" in said


def test_a_put_that_comes_later_takes_no_name(tmp_path: Path) -> None:
    """D3.8: beside a PUT a POST on an item is `create`; the lock keeps who was there first."""
    paths: Object = {"/trips/{id}": {"post": _operation("a")}}
    assert _methods(tmp_path / "kept", paths) == {"POST /trips/{id}": "trips.update"}
    paths["/trips/{id}"]["put"] = _operation("putTrip")
    after = _methods(tmp_path / "kept", paths)
    assert after["POST /trips/{id}"] == "trips.update"
    assert after["PUT /trips/{id}"] != "trips.update"
    assert _methods(tmp_path / "new", paths) == {"POST /trips/{id}": "trips.create", "PUT /trips/{id}": "trips.update"}


def test_a_partner_that_comes_later_takes_no_name(tmp_path: Path) -> None:
    paths: Object = {"/threads/runs": {"post": _operation("createThreadAndRun")}}
    assert _methods(tmp_path / "kept", paths) == {"POST /threads/runs": "threads.runs.create"}
    paths["/threads/{id}/runs"] = {"post": _operation("createRun")}
    after = _methods(tmp_path / "kept", paths)
    assert after["POST /threads/runs"] == "threads.runs.create"
    assert after["POST /threads/{id}/runs"] != "threads.runs.create"
    fresh = {"POST /threads/runs": "threads.runs.create_and_run", "POST /threads/{id}/runs": "threads.runs.create"}
    assert _methods(tmp_path / "new", paths) == fresh


def test_an_act_goes_into_a_group_that_comes_later(tmp_path: Path) -> None:
    """A method and a group of one name cannot both be: that is told."""
    paths: Object = {"/domains/claim": {"post": _operation("claimDomain")}}
    assert _methods(tmp_path, paths) == {"POST /domains/claim": "domains.claim"}
    paths["/domains/{id}/claim/state"] = {"get": _operation("getState")}
    _write(tmp_path, paths)
    assert "CG1407" in _said(tmp_path)
    assert _named(tmp_path) | _methods(tmp_path, paths) == {
        "POST /domains/claim": "domains.claim.create",
        "GET /domains/{id}/claim/state": "domains.claim.state.get",
    }


def test_an_override_of_one_renames_no_partner(tmp_path: Path) -> None:
    paths: Object = {
        "/threads/runs": {"post": _operation("createThreadAndRun")},
        "/threads/{id}/runs": {"post": _operation("createRun", **{"x-codegen-name-override": "start"})},
    }
    assert _methods(tmp_path, paths) == {
        "POST /threads/runs": "threads.runs.create_and_run",
        "POST /threads/{id}/runs": "threads.runs.start",
    }


def test_a_group_that_is_written_holds_methods_of_one_name_apart(tmp_path: Path) -> None:
    paths: Object = {
        "/cats/{id}": {"get": _operation("getCat", **{"x-codegen-group": "pets"})},
        "/dogs/{id}": {"get": _operation("getDog", **{"x-codegen-group": "pets"})},
    }
    assert _methods(tmp_path, paths) == {"GET /cats/{id}": "pets.get_cat", "GET /dogs/{id}": "pets.get_dog"}


def test_request_and_response_types_are_called_after_group_and_method(tmp_path: Path) -> None:
    """D3.5: each segment for one of what it holds; no override changes it, and a component keeps its name."""
    made = _operation("x", requestBody=content(object_of(to="string")), **{"x-codegen-name-override": "make"})
    _methods(tmp_path, {"/chat/completions": {"post": made}})
    models = (tmp_path / "sdk/python/trips/models.py").read_text("utf-8")
    assert "ChatCompletionCreateRequest" in models
    assert "ChatCompletionCreateResponse" in models


ODD = {
    "/{a}/{b}": "get",
    "/": "get",
    "/v1": "get",
    "/users.list": "users_list.get",
    "/models/{id}:predict": "models.predict.get",
    "/$batch": "batch.get",
    "/./{id}": "dot.get",
    "/ /{id}": "blank.get",
    "/-/{id}": "get",
    "/2fa/{id}": "n2fa.get",
    "/@me": "me.get",
    "/trips.json": "trips.list",
    "/api": "api.get",
    "/ünïcode/{id}": "ünïcode.get",
}


@pytest.mark.parametrize("path", ODD)
def test_odd_paths_have_a_fixed_answer(path: str, tmp_path: Path) -> None:
    made = _methods(tmp_path, {path: {"get": _operation("x", lists=path == "/trips.json")}})
    assert list(made.values()) == [ODD[path]]


def test_many_that_wish_for_one_name_are_told_apart_in_linear_time() -> None:
    """The words that others say are counted once, and not for each pair."""
    spoken = speakers(Caller("GET", "/a", ("get", "trips", str(number))) for number in range(50_000))
    assert lengthen_name(Caller("GET", "/a", ("get", "trips", "7")), "get", ("trips",), spoken, PLAIN) == "get 7"
    assert operation_id_words("create" + "a" * 9_000, ["a", "aa"], PLAIN) == ("create" + "a" * 9_000,)
