"""Two versions of a document whose names and conventions differ, and what programs say to each."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from compiler.driver.options import Exit
from tests.support.documents import answers, document, object_of, operation, parameter, ref, sends
from tests.support.run import codegen

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


def build(folder: Path, name: str, document: Any, target: str, config: str = "") -> Path:
    """Print an SDK of a document to ``folder/name``, with its surface beside it; returns the surface."""
    (folder / f"{name}.json").write_text(json.dumps(document))
    (folder / f"{name}.yaml").write_text(f"configVersion: 2.0.0\n{config or target + ': {}'}\n")
    words = ("-c", f"{name}.yaml", "-t", target, "-o", name, "--surface", name, "-q")
    done = codegen("build", f"{name}.json", *words, cwd=folder)
    assert done.returncode == Exit.OK, done.stderr
    return folder / name / f"{target}.surface"


def upgrade(folder: Path, target: str, *words: str, old: str = "old", new: str = "new") -> Any:
    """Run `codegen upgrade-calls` from one printed version to another."""
    sides = ("--from", f"{old}/{target}.surface", "--to", f"{new}/{target}.surface")
    return codegen("upgrade-calls", *sides, "--sdk", f"{old}/{target}", *words, cwd=folder)
