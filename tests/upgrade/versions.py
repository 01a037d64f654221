"""Two versions of a document whose names and conventions differ, and what programs say to each."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from compiler.driver.options import Exit
from tests.support import run
from tests.support.documents import answers, document, object_of, operation, parameter, ref, sends
from tests.support.recorder import Recorder, Reply
from tests.support.run import codegen, run_program, write
from tests.support.toolchain import tool

_TEXT, _NUMBER, _KIND = {"type": "string"}, {"type": "integer"}, ref("Kind")
_ASKED = [parameter("id", "path"), parameter("language")]
OLD: dict[str, Any] = document(
    "Acme",
    {
        "/trips/{id}": {"get": operation("getTrip", answers(ref("Trip")), tags=["trips"], parameters=_ASKED)},
        "/trips": {"post": sends("createTrip", ref("Wish"), responses=answers(ref("Trip")), tags=["trips"])},
        "/old": {"get": operation("ping", answers(ref("Trip")), tags=["system"])},
    },
    {
        "Trip": object_of("id", "kind", id=_TEXT, seat_no=_NUMBER, kind=_KIND),
        "Kind": {"type": "string", "enum": ["fast", "slow"]},
        "Wish": object_of("station", station=_TEXT, seat_no=_NUMBER, kind=_KIND),
    },
    servers=[{"url": "https://acme.example"}],
)
"""Its SDK has `client.trips.get_trip(id, language=)`, `client.trips.create_trip(station=, seat_no=, kind=)`, and
`client.system.ping()`."""


def renamed() -> dict[str, Any]:
    """The same API under other names: groups, methods, arguments, types, fields, members of an enum."""
    new = copy.deepcopy(OLD)
    get, post = new["paths"]["/trips/{id}"]["get"], new["paths"]["/trips"]["post"]
    get["x-codegen-group"] = post["x-codegen-group"] = "travel.journeys"
    get["x-codegen-name-override"], post["x-codegen-name-override"] = "fetch", "book"
    get["parameters"][1]["x-codegen-name-override"] = "locale"
    schemas = new["components"]["schemas"]
    schemas["Trip"]["x-codegen-name-override"] = "Journey"
    schemas["Trip"]["properties"]["seat_no"] = {"type": "integer", "x-codegen-name-override": "place"}
    schemas["Wish"]["properties"]["seat_no"] = {"type": "integer", "x-codegen-name-override": "place"}
    schemas["Kind"]["x-codegen-name-override"] = "Pace"
    return new


def build(folder: Path, name: str, document: Any, target: str, config: str = "") -> None:
    """Print an SDK of a document to ``folder/name``, with its surface beside it."""
    write(folder, f"{name}.json", document)
    by_id = document["info"]["title"] == "Acme" and "generation" not in config
    names = "generation: {names: operationId}\n" if by_id else ""
    write(folder, f"{name}.yaml", f"configVersion: 2.0.0\n{names}{config or target + ': {}'}\n")
    words = ("-c", f"{name}.yaml", "-t", target, "-o", name, "--surface", name, "-q")
    run.build(folder, f"{name}.json", *words)


def upgrade(folder: Path, target: str, *words: str, old: str = "old", new: str = "new") -> Any:
    """Run `codegen upgrade-calls` from one printed version to another."""
    sides = ("--from", f"{old}/{target}.surface", "--to", f"{new}/{target}.surface")
    return codegen("upgrade-calls", *sides, "--sdk", f"{old}/{target}", *words, cwd=folder)


def check_names(folder: Path, target: str, program: Path, before: str, after: str) -> None:
    """All names of a program change and nothing else, there and back."""
    for old, new, text in (("old", "new", after), ("new", "old", before)):
        done = upgrade(folder, target, str(program.relative_to(folder)), old=old, new=new)
        assert done.returncode == Exit.OK, done.stderr
        assert program.read_text() == text
        first, untraced, *rest = done.stderr.splitlines()
        assert first.endswith(": rewritten") and untraced.startswith("not looked for"), done.stderr
        assert rest == ["1 file rewritten, 0 places to look at"], done.stderr


TRIP = Reply(body=b'{"id": "t1", "seat_no": 7, "kind": "fast"}', headers={"Content-Type": "application/json"})
SOLD = [
    ("POST", "/trips", {"station": "Bern", "seat_no": 7, "kind": "fast"}),
    ("GET", "/trips/t1?language=en", None),
    ("GET", "/old", None),
]
"""What the programs of all languages send."""


def run_with_trips(words: Sequence[str], folder: Path, **environment: str) -> tuple[str, list[tuple[str, str, Any]]]:
    """Run a program against a server that answers trips; returns what it said, and what it sent."""
    with Recorder() as recorder:
        recorder.script(*[TRIP] * 12)
        said = run_program(words, folder, {"ACME": recorder.origin, **environment})
        sent = [(item.method, item.target, json.loads(item.body) if item.body else None) for item in recorder.requests]
    return said, sent


def go_program(folder: Path, sdk: str, text: str) -> Path:
    """A program in a module of its own, which requires an SDK."""
    app = folder / "app"
    app.mkdir(exist_ok=True)
    (app / "go.mod").write_text(
        "module example.com/app\n\ngo 1.24\n\nrequire example.com/acme v0.0.0\n\n"
        f"replace example.com/acme => ../{sdk}/go\n"
    )
    (app / "main.go").write_text(text)
    return app / "main.go"


def typescript_program(folder: Path, sdk: str, text: str, name: str = "program.ts") -> Path:
    """A program whose project has an SDK installed, behind a link as npm makes for workspaces."""
    app = folder / "app"
    (app / "node_modules").mkdir(parents=True, exist_ok=True)
    (app / "node_modules/acme").unlink(missing_ok=True)
    (app / "node_modules/acme").symlink_to(folder / sdk / "typescript")
    options = {"strict": True, "target": "es2022", "module": "nodenext", "noEmitOnError": True, "types": []}
    (app / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": [name]}))
    (app / "package.json").write_text('{"type": "module"}')
    (app / name).write_text(text)
    return app / name


def errors(program: Path, sdk: Path) -> list[str]:
    """What pyright finds in a program beside an SDK."""
    pyright = tool("pyright", Path(sys.executable).with_name("pyright"))
    settings = {"extraPaths": [str(sdk)], "include": [program.name], "typeCheckingMode": "standard"}
    (program.parent / "pyrightconfig.json").write_text(json.dumps(settings))
    words = [pyright, "--outputjson", "--project", str(program.parent), "--pythonpath", sys.executable]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return [item["message"] for item in json.loads(done.stdout)["generalDiagnostics"] if item["severity"] == "error"]
