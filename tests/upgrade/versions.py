"""Two versions of a document whose names and conventions differ, and what programs say to each."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from compiler.driver.options import Exit
from tests.support.run import codegen


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _ok(name: str) -> dict[str, Any]:
    return {"200": {"description": "ok", "content": _json(name)}}


_TEXT = {"type": "string"}
_KIND = {"$ref": "#/components/schemas/Kind"}
_ID = {"name": "id", "in": "path", "required": True, "schema": _TEXT}
_LANGUAGE = {"name": "language", "in": "query", "schema": _TEXT}
_OF_TRIP = {"responses": _ok("Trip")}
OLD: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Acme", "version": "1"},
    "servers": [{"url": "https://acme.example"}],
    "paths": {
        "/trips/{id}": {
            "get": {"operationId": "getTrip", "tags": ["trips"], "parameters": [_ID, _LANGUAGE]} | _OF_TRIP
        },
        "/trips": {
            "post": {
                "operationId": "createTrip",
                "tags": ["trips"],
                "requestBody": {"required": True, "content": _json("Wish")},
                "responses": _ok("Trip"),
            }
        },
        "/old": {"get": {"operationId": "ping", "tags": ["system"], "responses": _ok("Trip")}},
    },
    "components": {
        "schemas": {
            "Trip": {
                "type": "object",
                "required": ["id", "kind"],
                "properties": {"id": _TEXT, "seat_no": {"type": "integer"}, "kind": _KIND},
            },
            "Kind": {"type": "string", "enum": ["fast", "slow"]},
            "Wish": {
                "type": "object",
                "required": ["station"],
                "properties": {"station": _TEXT, "seat_no": {"type": "integer"}, "kind": _KIND},
            },
        }
    },
}  # fmt: skip
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
