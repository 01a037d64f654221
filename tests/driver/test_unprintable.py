"""D1.4: a printer's fault on one operation never fails the build with ``--keep-going``, in any backend.

Printers have no known faults of this kind, so the tests inject some: names of methods and classes with ``boom`` in them
are printed as two words.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from backends.python import groups, models, webhooks
from backends.python.code import Expr, identifier
from compiler.driver import printing
from tests.support import run
from tests.support.documents import answers, document, ref
from tests.support.run import configure, write

OK: dict[str, Any] = {"200": {"description": "ok"}}
STRING = {"type": "string"}


def get(name: str, **more: Any) -> dict[str, Any]:
    return {"get": {"operationId": name, "tags": ["things"], "responses": OK, **more}}


def broken(ident: str) -> Expr:
    return Expr("b oom") if "boom" in ident.lower() else identifier(ident)


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Build a document of paths and schemas, and say how that went."""
    for module in (groups, models, webhooks):
        monkeypatch.setattr(module, "py", SimpleNamespace(**{**vars(module.py), "identifier": broken}))

    def build_paths(paths: dict[str, Any], *arguments: str, code: int = 0, **more: Any) -> run.Run:
        write(tmp_path, "openapi.json", document("Test", paths, **more))
        configure(tmp_path, "generation: {names: operationId}\npython: {packageName: acme}\ngo: {modulePath: a.b/c}\n")
        return run.build(tmp_path, "openapi.json", *arguments, code=code)

    return build_paths


def left_out(folder: Path, target: str) -> dict[str, Any]:
    manifest = next((folder / "sdk" / target).glob(".codegen*"))
    found: dict[str, Any] = json.loads(manifest.read_text())["leftOut"]
    return found


PATHS = {"/a": get("listThings"), "/b": get("boomThing"), "/c": get("readThing")}


@pytest.mark.parametrize("large", [printing.LARGE, 0], ids=["alone", "with a second process"])
def test_an_operation_that_cannot_be_printed_is_left_out_of_that_target(
    large: int, build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "LARGE", large)
    done = build(PATHS, "-k")
    assert "error[CG1311]: this cannot be printed for python: SyntaxError" in done.stderr
    assert "--> openapi.json:1:" in done.stderr
    assert "left out paths/~1b/get of python: CG1311" in done.stderr
    printed = (tmp_path / "sdk" / "python" / "acme" / "_groups" / "things.py").read_text()
    assert "def list_" in printed and "def read" in printed and "oom" not in printed
    assert "BoomThing" in (tmp_path / "sdk" / "go" / "things_api.go").read_text()
    assert left_out(tmp_path, "python") == {"paths/~1b/get": ["CG1311"]}
    assert left_out(tmp_path, "go") == {}
    page = "".join(path.read_text() for path in (tmp_path / "sdk" / "reference").rglob("*.md"))
    assert "BoomThing" in page
    assert [path for path in (tmp_path / "sdk").rglob("*") if path.name.endswith(".tmp")] == []


def test_without_keep_going_the_fault_is_ours_and_the_way_out_is_told(build: Any, tmp_path: Path) -> None:
    done = build(PATHS, code=4)
    assert "python cannot be printed\n`codegen build --keep-going` leaves out what cannot be printed\n" in done.stderr
    assert not (tmp_path / "sdk").exists()


def test_names_stay_for_what_was_left_out(build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(PATHS, "-k")
    lock = (tmp_path / "codegen.lock").read_text()
    assert "paths/~1b/get" in lock
    monkeypatch.undo()
    build(PATHS, "--locked")
    assert (tmp_path / "codegen.lock").read_text() == lock


def test_a_model_that_cannot_be_printed_takes_what_needs_it_and_no_more(build: Any, tmp_path: Path) -> None:
    schemas = {
        "Good": {"type": "object", "properties": {"name": STRING}},
        "Boom": {"type": "object", "properties": {"good": ref("Good")}},
        "Holder": {"type": "object", "properties": {"bad": {"type": "array", "items": ref("Boom")}}},
        "UnusedBoom": {"type": "object", "properties": {"name": STRING}},
    }
    paths = {f"/{at}": get(f"get{at[0]}", responses=answers(ref(at))) for at in ("Good", "Boom", "Holder")}
    build(paths, "-k", components={"schemas": schemas})
    assert left_out(tmp_path, "python").keys() == {"schemas/Boom", "schemas/UnusedBoom"}
    models = "".join(path.read_text() for path in (tmp_path / "sdk" / "python" / "acme" / "_models").glob("*.py"))
    assert "class Good" in models and "Boom" not in models and "class Holder" not in models
    group = (tmp_path / "sdk" / "python" / "acme" / "_groups" / "things.py").read_text()
    assert "def get_g(" in group and "def get_h(" not in group and "def get_b(" not in group


def test_a_printer_that_raises_is_no_worse(build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the fault is in every operation of a group."""
    monkeypatch.setattr(groups, "group_text", lambda group: {"things": "Things."}[group.path[0]])
    paths = PATHS | {f"/x{at}": {"get": {"operationId": f"x{at}", "tags": ["others"], "responses": OK}} for at in "ab"}
    done = build(paths, "-k")
    assert "KeyError: 'others'" in done.stderr
    assert left_out(tmp_path, "python").keys() == {"paths/~1b/get", "paths/~1xa/get", "paths/~1xb/get"}


def test_a_webhook_and_a_callback_go_alone(build: Any, tmp_path: Path) -> None:
    event = {"post": {"operationId": "boomed", "responses": OK}}
    paths = {"/a": get("listThings", callbacks={"boom": {"https://example.com": event}})}
    hooks = {
        "boomHook": event | {"post": event["post"] | {"operationId": "boomedHook"}},
        "calm": {"post": {"responses": OK}},
    }
    build(paths, "-k", webhooks=hooks)
    assert len(left_out(tmp_path, "python")) == 2
    receiver = (tmp_path / "sdk" / "python" / "acme" / "_webhooks.py").read_text()
    assert "calm" in receiver and "boom" not in receiver
    assert "def list_" in (tmp_path / "sdk" / "python" / "acme" / "_groups" / "things.py").read_text()


def test_a_fault_of_the_document_as_a_whole_has_no_end(build: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backends.publishing.printed", lambda speaker: 1 // 0)
    assert "ZeroDivisionError" in build({"/a": get("listThings")}, "-k", code=4).stderr
