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

from tests.support.documents import answers, content, document, list_of, operation, parameter
from tests.support.places import ROOT
from tests.support.recorder import Recorder, Reply
from tests.support.run import configure, run_program, write

EXAMPLE = ROOT / "examples" / "backend_curl"
DOCUMENT = document(
    "Trips",
    {
        "/trips/{id}": {
            "get": operation(
                "getTrip",
                answers({"type": "string"}),
                summary="Get\na trip",
                security=[{"token": []}],
                parameters=[
                    parameter("id", "path"),
                    parameter("with legs", schema=list_of({"type": "string"})),
                    parameter("X-Trace", "header"),
                    parameter("theme", "cookie"),
                ],
            )
        },
        "/trips": {
            "post": operation(
                "createTrip", answers({"type": "string"}), requestBody=content({"type": "object", "example": {"a": 1}})
            )
        },
    },
    components={"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
)
needs_curl = pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="no cURL, or no bash")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """An environment in which Python finds the package, as pip would leave it."""
    offered = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    folder = tmp_path_factory.mktemp("site")
    about = folder / "codegen_backend_curl-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: codegen-backend-curl\nVersion: 0.1.0\n")
    lines = ((f"[{group}]", *(f"{name} = {at}" for name, at in points.items())) for group, points in offered.items())
    (about / "entry_points.txt").write_text("".join(f"{line}\n" for group in lines for line in group))
    paths = map(str, (folder, EXAMPLE, ROOT))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "CODEGEN_CACHE": str(folder / "cache")}


def compiled(folder: Path, environment: Mapping[str, str], *arguments: str, sections: str = "") -> str:
    configure(folder, f"generation: {{names: path}}\n{sections}")
    write(folder, "openapi.json", DOCUMENT)
    command = [sys.executable, "-m", "compiler", "build", "openapi.json", *arguments]
    return run_program(command, folder, environment)


def shell(folder: Path, line: str, server: str) -> subprocess.CompletedProcess[str]:
    given = {"BASE_URL": server, "TRIPS_TOKEN": "secret", "no_proxy": "127.0.0.1", "HOME": str(folder)}
    command = ["bash", "-eu", "-c", f". sdk/curl/client.sh\n{line}\n"]
    return subprocess.run(command, cwd=folder, env=os.environ | given, capture_output=True, text=True, check=False)


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
    headers = [got.header(name) for name in ("authorization", "x-trace", "cookie")]
    assert headers == ["Bearer secret", "t", "theme=dark"]
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


def test_a_backend_of_another_contract_is_refused(installed: Mapping[str, str], tmp_path: Path) -> None:
    """It would print something else than it was written for, or fail at a name that has gone."""
    copy = Path(shutil.copytree(EXAMPLE / "backend_curl", tmp_path / "other" / "backend_curl")) / "__init__.py"
    copy.write_text(copy.read_text("utf-8").replace("contract = 2", "contract = 9"), "utf-8")
    paths = os.pathsep.join([str(tmp_path / "other"), installed["PYTHONPATH"]])
    write(tmp_path, "openapi.json", DOCUMENT)
    command = [sys.executable, "-m", "compiler", "build", "openapi.json", "-t", "curl"]
    env = {**installed, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 3 and not (tmp_path / "sdk").exists()
    assert "error[CG0220]" in done.stderr
    assert "was written for contract 9, and this codegen has contract 2" in done.stderr


def test_it_is_small() -> None:
    """Whoever copies it reads it first."""
    lines = [len(path.read_text("utf-8").splitlines()) for path in (EXAMPLE / "backend_curl").glob("*.*")]
    assert len(lines) == 2 and sum(lines) <= 100
