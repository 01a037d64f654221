"""Two versions of a document whose names and conventions differ, and what programs say to each."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from compiler.driver.options import Exit
from tests.support import run
from tests.support.documents import answers, document, object_of, operation, parameter, ref, sends
from tests.support.recorder import Recorder, Reply
from tests.support.run import codegen, run_program, write

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
    write(folder, f"{name}.yaml", f"configVersion: 2.0.0\n{config or target + ': {}'}\n")
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
        assert done.stderr.endswith(": rewritten\n1 file rewritten, 0 places to look at\n"), done.stderr


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
