"""The example document, its server and its program (examples/)."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from backends import load_backend
from compiler.front.keys.extensions import EXTENSIONS
from tests.support.places import ROOT
from tests.support.printed import print_python
from tests.support.run import build, codegen, run_program
from tests.support.type_checkers import run_mypy

TRAINS = ROOT / "examples/trains"


# --------------------------------------------------------------------------- the document


def test_the_document_has_every_extension_and_every_kind_of_pagination() -> None:
    """D14: each key is shown; spec 2.5: each type, in parameters, in a body, by a header."""
    text = (TRAINS / "openapi.yaml").read_text()
    kinds = {f"type: {name}" for name in ("page", "offset", "limit", "cursor")}
    wanted = {*(f"x-codegen-{key}" for key in EXTENSIONS), *kinds, "in: requestBody", "$response.header.Link"}
    assert {word for word in wanted if word not in text} == set()


def test_the_document_has_no_warnings() -> None:
    """Whatever the shop window shows compiles in silence."""
    done = codegen("lint", "openapi.yaml", "-c", "gen.yaml", "--strict", cwd=TRAINS)
    assert done.returncode == 0 and "warning[" not in done.stderr, done.stderr


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example compiled; for Python, beside the programs that use it."""
    folder = tmp_path_factory.mktemp("trains")
    for name in ("openapi.yaml", "gen.yaml", "codegen.lock"):
        shutil.copy(TRAINS / name, folder)
    build(folder, "openapi.yaml", "--locked", "-o", ".")
    return folder / "python"


def test_the_names_of_the_example_are_locked(package: Path) -> None:
    """D10.1: codegen.lock of the example is committed, and a build with `--locked` leaves it as it was."""
    assert (package.parent / "codegen.lock").read_bytes() == (TRAINS / "codegen.lock").read_bytes()


# --------------------------------------------------------------------------- the program


def test_the_program_runs(package: Path) -> None:
    """Twenty items in each style, an upload, a missing body, a webhook and a callback (`make demo`)."""
    said = run_program([sys.executable, "demo.py"], TRAINS, {"PYTHONPATH": str(package)})
    lines = {line[:34].strip(): line[34:].strip() for line in said.splitlines()}
    for style in ("page and numPages", "offset and limit", "cursor in the request body"):
        assert lines[style] == "[15, 5]", said
    assert lines["page, until one is empty"] == "[10, 10, 0]"
    assert lines["cursor in the query"] == "[15, 5, 0]"
    for style in ("URL in the body", "URL in the links", "URL in the Link header"):
        assert lines[style] == "[8, 8, 4]", said
    assert lines["MissingBodyError"].endswith("(0 requests)")
    assert lines["part file"].startswith("application/pdf") and lines["part file"].endswith("30d")
    assert lines["part details"] == "application/vnd.trains.details+json"
    assert lines["followed until it arrives"] == "[50.1, 50.2, 50.3]"
    assert lines["webhook"].startswith("booking.paid")
    assert lines["callback"].startswith("trip_01")


@pytest.mark.slow
def test_the_program_type_checks(package: Path) -> None:
    """What a user writes against the printed package passes mypy --strict."""
    for path in TRAINS.glob("*.py"):
        shutil.copy(path, package)
    assert run_mypy(package, "--strict", "demo.py").startswith("Success")


def test_every_example_call_of_the_reference_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the reference pages show for each method works as it stands, against the embedded server."""
    monkeypatch.syspath_prepend(str(TRAINS))
    from operations import World
    from server import API_KEY, PASSWORD, TOKEN, TrainServer

    document = yaml.safe_load((TRAINS / "openapi.yaml").read_text())
    sdk = print_python(document, "train_calls", tmp_path)
    render = load_backend("python").render_call
    assert render
    with TrainServer() as server:
        credentials = {"bearer_auth": TOKEN, "api_key": API_KEY, "basic_auth": ("ada", PASSWORD)}
        client = sdk.module.TrainTravel(base_url=server.url, **credentials)
        for _, method, _ in sdk.methods():
            call = render(sdk.plan, method)
            count = len(server.requests)
            server.world = World(server.url, push=lambda *_: None)
            exec(call, {"client": client, "models": sdk.module.models})
            assert len(server.requests) == count + 1, call


# --------------------------------------------------------------------------- a FastAPI service


def test_programs_of_all_languages_call_the_fastapi_service(tmp_path: Path) -> None:
    """The document is what FastAPI writes; one program in each language says the same, live under uvicorn.

    Unions with and without a tag, a file, a form, errors, and a webhook that each receives.
    """
    folder = ROOT / "examples/fastapi"
    for name in ("uvicorn", "fastapi", "python_multipart"):
        pytest.importorskip(name)
    assert json.loads(run_program([sys.executable, "export.py"], folder)) == json.loads(
        (folder / "openapi.json").read_text()
    ), "python export.py > openapi.json"
    shutil.copytree(folder, tmp_path / "shop", ignore=shutil.ignore_patterns("__pycache__", "sdk"))
    shop = tmp_path / "shop"
    build(shop, "openapi.json", "--locked", "-o", "sdk")
    for name in ("python/shop/_webhooks.py", "python/shop/_groups/items.py", "go/webhooks.go", "go/items_api.go"):
        assert not re.search("Item Sold|Read Items", (shop / "sdk" / name).read_text()), (
            "titles of functions say nothing"
        )
    (shop / "node_modules").mkdir()
    (shop / "node_modules/shop").symlink_to(shop / "sdk/typescript")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        command = [sys.executable, "-m", "uvicorn", "service:app", "--fd", str(listening.fileno())]
        served = subprocess.Popen([*command, "--log-level", "warning"], cwd=shop, pass_fds=[listening.fileno()])
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            said = [
                run_program([sys.executable, "client.py", url], shop, {"PYTHONPATH": str(shop / "sdk/python")}),
                run_program(["node", "client.mjs", url], shop),
                run_program(["go", "run", ".", url], shop / "client_go"),
            ]
        finally:
            served.terminate()
            served.wait()
    assert len({*said}) == 1, said
    for line in ("item lamp card", "pickup Main Street", "page 1", "error 404 no such item", "error 422", "sold 9.5"):
        assert line in said[0]
