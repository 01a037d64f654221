"""`examples/backend_curl`, the backend to copy: another package offers it, and its printed script calls a server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from tests.support.places import ROOT
from tests.support.recorder import Recorder, Reply

EXAMPLE = ROOT / "examples" / "backend_curl"
OK = {"responses": {"200": {"description": "ok", "content": {"application/json": {"schema": {"type": "string"}}}}}}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Trips", "version": "1.0.0"},
    "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/trips/{id}": {
            "get": {
                "operationId": "getTrip",
                "summary": "Get\na trip",
                "security": [{"token": []}],
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                    {"name": "with legs", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                    {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
                    {"name": "theme", "in": "cookie", "schema": {"type": "string"}},
                ],
                **OK,
            }
        },
        "/trips": {
            "post": {
                "operationId": "createTrip",
                "requestBody": {"content": {"application/json": {"schema": {"type": "object", "example": {"a": 1}}}}},
                **OK,
            }
        },
    },
}
needs_curl = pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="no cURL, or no bash")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """An environment in which Python finds the package, as pip would leave it."""
    offered = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    folder = tmp_path_factory.mktemp("site")
    about = folder / "codegen_backend_curl-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: codegen-backend-curl\nVersion: 0.1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in points.items()) for group, points in offered.items()
    ]
    (about / "entry_points.txt").write_text("".join(lines))
    paths = map(str, (folder, EXAMPLE, ROOT))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "CODEGEN_CACHE": str(folder / "cache")}


def compiled(folder: Path, environment: Mapping[str, str], *arguments: str, sections: str = "") -> str:
    (folder / "gen.yaml").write_text(f'configVersion: "2.0.0"\ngeneration: {{names: path}}\n{sections}')
    (folder / "openapi.yaml").write_text(yaml.safe_dump(DOCUMENT, sort_keys=False), encoding="utf-8")
    command = [sys.executable, "-m", "compiler", "build", "openapi.yaml", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


def shell(folder: Path, line: str, server: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "BASE_URL": server,
        "TRIPS_TOKEN": "secret",
        "no_proxy": "127.0.0.1",
        "HOME": str(folder),
    }
    script = f". sdk/curl/client.sh\n{line}\n"
    return subprocess.run(
        ["bash", "-eu", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@needs_curl
def test_what_it_prints_calls_a_server(installed: Mapping[str, str], tmp_path: Path) -> None:
    """Path, query, header, cookie, token and body go where the plan says; `-t` finds the backend."""
    compiled(tmp_path, installed, "-t", "curl")
    with Recorder() as recorder:
        recorder.script(Reply(body=b'"one"'), Reply(body=b'"made"'))
        call = "trips_get id='a/b ü' 'with legs=1&2' 'with legs=3' X-Trace=t theme=dark"
        assert shell(tmp_path, call, recorder.origin).stdout == '"one"'
        assert shell(tmp_path, """trips_create body='{"a": 1}'""", recorder.origin).stdout == '"made"'
    got, made = recorder.requests
    assert (got.method, got.target) == ("GET", "/trips/%61%2f%62%20%c3%bc?with%20legs=1%262&with%20legs=3")
    assert (got.header("authorization"), got.header("x-trace"), got.header("cookie")) == (
        "Bearer secret",
        "t",
        "theme=dark",
    )
    assert (made.method, made.target, made.body) == ("POST", "/trips", b'{"a": 1}')
    assert (made.header("content-type"), made.header("authorization")) == ("application/json", None)


@needs_curl
def test_mistakes_of_a_call_are_told(installed: Mapping[str, str], tmp_path: Path) -> None:
    """An argument that there is not sends nothing; an error of the server is one of the call."""
    compiled(tmp_path, installed, "-t", "curl")
    with Recorder() as recorder:
        wrong = shell(tmp_path, "trips_create bodi=1", recorder.origin)
        assert (wrong.returncode, wrong.stderr, recorder.requests) == (2, "trips_create: there is no bodi\n", [])
        recorder.script(Reply(status=404, body=b'"gone"'))
        gone = shell(tmp_path, "trips_get id=1", recorder.origin)
        assert (gone.returncode, gone.stdout) == (22, '"gone"')


def test_pages_show_its_calls_and_gen_yaml_has_its_section(installed: Mapping[str, str], tmp_path: Path) -> None:
    """A target of another package is one as ours are: gen.yaml, documents, pages and codegen.lock know its name."""
    told = compiled(tmp_path, installed, sections="curl: {}\npython: {}\n")
    assert "warning" not in told
    page = (tmp_path / "sdk" / "reference" / "groups" / "trips.md").read_text("utf-8")
    assert "\ntrips_get id= [with legs=] [X-Trace=] [theme=]\n```" in page
    assert "trips_create 'body={\"a\": 1}'" in page and "client.trips.create(" in page
    assert "up to date" in compiled(tmp_path, installed, "--check", sections="curl: {}\npython: {}\n")
    assert not list(Path(installed["CODEGEN_CACHE"]).glob("*.json")), "its files are not looked at to see what changed"


def test_it_is_small() -> None:
    """Whoever copies it reads it first."""
    lines = [len(path.read_text("utf-8").splitlines()) for path in (EXAMPLE / "backend_curl").glob("*.*")]
    assert len(lines) == 2 and sum(lines) <= 100
