"""Pairs of documents that judges compare the SDKs of: some of another tool's, and one for each rule of ours."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.support.places import SHARED

Document = dict[str, Any]
PAIRS = SHARED / "suites/oasdiff-pairs"
OTHERS = ("029", "106", "129", "174", "177", "254", "261", "268", "282", "352", "357", "433", "523", "569", "571")
"""Pairs of another tool, which stay beside the repository: a change each that its tests are about."""
LANGUAGES = ("python", "typescript", "go")
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "python": {"packageName": "judged"},
    "typescript": {"packageName": "judged"},
    "go": {"modulePath": "example.com/judged"},
}


@dataclass(frozen=True)
class Pair:
    """Two documents, and sections of gen.yaml for the SDKs of both."""

    name: str
    old: Document
    new: Document
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def config(self) -> dict[str, Any]:
        """gen.yaml: packages of one name, and no tests beside them."""
        sections = {name: {**SETTINGS[name], **self.sections.get(name, {})} for name in LANGUAGES}
        generation = {"names": "operationId", "tests": False, "sdkClassName": "Judged"}
        return {"configVersion": "2.0.0", "generation": generation, "reference": False, **sections}


def others() -> list[Pair]:
    """The pairs of the other tool; none without its suite."""
    return [
        Pair(name, *(_read(PAIRS / name / f"{which}.yaml") for which in ("base", "revision")))
        for name in OTHERS
        if (PAIRS / name).is_dir()
    ]


def ours() -> list[Pair]:
    """A pair for each rule, all of one document."""
    found = []
    for name, change in CHANGES.items():
        new = _trains()
        change(new)
        found.append(Pair(name, _trains(), new, SECTIONS.get(name, {})))
    return found


def _read(path: Path) -> Document:
    read: Document = yaml.load(path.read_bytes(), yaml.CSafeLoader)
    return read


# --------------------------------------------------------------------------- ours


def _trains() -> Document:
    return copy.deepcopy(TRAINS)


def _ref(name: str) -> Document:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(name: str) -> Document:
    return {"application/json": {"schema": _ref(name)}}


def _query(name: str, **more: Any) -> Document:
    return {"name": name, "in": "query", "schema": {"type": "string"}, **more}


_ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
TRAINS: Document = {
    "openapi": "3.1.0",
    "info": {"title": "Trains", "version": "1.0.0"},
    "paths": {
        "/trips": {
            "get": {
                "operationId": "listTrips",
                "tags": ["trips"],
                "parameters": [_query("from"), _query("speed", schema=_ref("Speed"))],
                "responses": {
                    "200": {
                        "description": "ok",
                        "headers": {"X-Total": {"schema": {"type": "integer"}}},
                        "content": {"application/json": {"schema": {"type": "array", "items": _ref("Trip")}}},
                    }
                },
            },
            "post": {
                "operationId": "bookTrip",
                "tags": ["trips"],
                "requestBody": {"required": True, "content": _json("Booking")},
                "responses": {"200": {"description": "ok", "content": _json("Ticket")}},
            },
        },
        "/trips/{id}": {
            "get": {
                "operationId": "getTrip",
                "tags": ["trips"],
                "parameters": [_ID],
                "responses": {
                    "200": {"description": "ok", "content": _json("Trip")},
                    "404": {"description": "no such trip", "content": _json("Problem")},
                },
            },
            "delete": {
                "operationId": "deleteTrip",
                "tags": ["trips"],
                "parameters": [_ID],
                "responses": {"204": {"description": "gone"}},
            },
        },
    },
    "components": {
        "schemas": {
            "Trip": {
                "type": "object",
                "required": ["id", "status", "stops"],
                "properties": {
                    "id": {"type": "string"},
                    "status": _ref("Status"),
                    "speed": _ref("Speed"),
                    "note": {"type": "string"},
                    "stops": {"type": "array", "items": {"type": "string"}},
                    "price": {"type": "number"},
                },
            },
            "Status": {"type": "string", "enum": ["planned", "running"], "x-codegen-unknown-values": "disallow"},
            "Speed": {"type": "string", "enum": ["slow", "fast"]},
            "Booking": {
                "type": "object",
                "required": ["trip"],
                "properties": {
                    "trip": {"type": "string"},
                    "seat": _ref("Seat"),
                    "bikes": {"type": "integer"},
                },
            },
            "Seat": {
                "type": "object",
                "required": ["coach"],
                "properties": {"coach": {"type": "integer"}, "window": {"type": "boolean"}},
            },
            "Ticket": {"oneOf": [_ref("Paper"), _ref("Mobile")],
                       "discriminator": {"propertyName": "kind", "mapping": {
                           "paper": "#/components/schemas/Paper", "mobile": "#/components/schemas/Mobile"}}},
            "Paper": {"type": "object", "required": ["kind", "number"],
                      "properties": {"kind": {"type": "string", "const": "paper"}, "number": {"type": "string"}}},
            "Mobile": {"type": "object", "required": ["kind", "code"],
                       "properties": {"kind": {"type": "string", "const": "mobile"}, "code": {"type": "string"}}},
            "Problem": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}},
        }
    },
}  # fmt: skip
"""What the changes below change: closed and open enums, a tagged union, models that are sent and received."""


def _schema(document: Document, name: str) -> Document:
    found: Document = document["components"]["schemas"][name]
    return found


def _operation(document: Document, name: str) -> Document:
    operations = (item for path in document["paths"].values() for item in path.values())
    return next(item for item in operations if item["operationId"] == name)


def _of_schema(name: str, change: Callable[[Document], Any]) -> Callable[[Document], Any]:
    return lambda document: change(_schema(document, name))


def _of_operation(name: str, change: Callable[[Document], Any]) -> Callable[[Document], Any]:
    return lambda document: change(_operation(document, name))


def _property(name: str, schema: Document) -> Callable[[Document], Any]:
    return lambda model: model["properties"].update({name: schema})


def _new_ticket(document: Document) -> None:
    mail = {"type": "object", "required": ["kind", "to"],
            "properties": {"kind": {"type": "string", "const": "mail"}, "to": {"type": "string"}}}  # fmt: skip
    document["components"]["schemas"]["Mail"] = mail
    ticket = _schema(document, "Ticket")
    ticket["oneOf"].append(_ref("Mail"))
    ticket["discriminator"]["mapping"]["mail"] = "#/components/schemas/Mail"


def _lost_ticket(document: Document) -> None:
    ticket = _schema(document, "Ticket")
    del ticket["oneOf"][1], ticket["discriminator"]["mapping"]["mobile"]


def _renamed_path_parameter(document: Document) -> None:
    item = document["paths"].pop("/trips/{id}")
    for operation in item.values():
        operation["parameters"] = [{**_ID, "name": "trip"}]
    document["paths"]["/trips/{trip}"] = item


SECTIONS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "maxMethodParams is crossed": {name: {"maxMethodParams": 1} for name in LANGUAGES},
}
CHANGES: Mapping[str, Callable[[Document], Any]] = {
    "a text changes": _of_operation("getTrip", lambda item: item.update(description="Returns a trip.")),
    "an operation is new": lambda document: document["paths"].update(
        {"/stations": {"get": {"operationId": "listStations", "responses": {"204": {"description": "none"}}}}}
    ),
    "an operation is gone": lambda document: document["paths"]["/trips/{id}"].pop("delete"),
    "an operation has another name": _of_operation("bookTrip", lambda item: item.update(operationId="reserveTrip")),
    "the first optional parameter": _of_operation(
        "getTrip", lambda item: item["parameters"].append(_query("language"))
    ),
    "another optional parameter": _of_operation("listTrips", lambda item: item["parameters"].append(_query("to"))),
    "a list as optional parameter": _of_operation(
        "listTrips",
        lambda item: item["parameters"].append(_query("via", schema={"type": "array", "items": {"type": "string"}})),
    ),
    "a required parameter is new": _of_operation(
        "listTrips", lambda item: item["parameters"].append(_query("to", required=True))
    ),
    "a parameter becomes required": _of_operation(
        "listTrips", lambda item: item["parameters"][0].update(required=True)
    ),
    "an optional enum becomes required": _of_operation(
        "listTrips", lambda item: item["parameters"][1].update(required=True)
    ),
    "a parameter is gone": _of_operation("listTrips", lambda item: item["parameters"].pop()),
    "a parameter takes another type": _of_operation(
        "listTrips", lambda item: item["parameters"][0].update(schema={"type": "integer"})
    ),
    "a parameter has another format": _of_operation(
        "listTrips", lambda item: item["parameters"][0].update(schema={"type": "string", "format": "uuid"})
    ),
    "a path parameter has another name": _renamed_path_parameter,
    "maxMethodParams is crossed": _of_operation("getTrip", lambda item: item["parameters"].append(_query("language"))),
    "an optional property of a body": _of_schema("Booking", _property("coupon", {"type": "string"})),
    "a property of a body becomes required": _of_schema("Booking", lambda item: item["required"].append("bikes")),
    "a required property of a model that is sent": _of_schema(
        "Seat", lambda item: (item["required"].append("row"), item["properties"].update(row={"type": "string"}))
    ),
    "a property of a response is new": _of_schema("Trip", _property("delay", {"type": "integer"})),
    "a property of a response is gone": _of_schema("Trip", lambda item: item["properties"].pop("note")),
    "a property of a response may be missing": _of_schema("Trip", lambda item: item["required"].remove("id")),
    "a list of a response may be missing": _of_schema("Trip", lambda item: item["required"].remove("stops")),
    "a property of a response is always there": _of_schema("Trip", lambda item: item["required"].append("note")),
    "a property of a response may be null": _of_schema("Trip", _property("id", {"type": ["string", "null"]})),
    "a number of a response is an integer": _of_schema("Trip", _property("price", {"type": "integer"})),
    "an integer of a request is a number": _of_schema("Booking", _property("bikes", {"type": "number"})),
    "a text of a response is an enum": _of_schema(
        "Trip", _property("note", _ref("Speed"))
    ),
    "a value of a closed enum is new": _of_schema("Status", lambda item: item["enum"].append("late")),
    "a value of an open enum is new": _of_schema("Speed", lambda item: item["enum"].append("fastest")),
    "a value of a closed enum is gone": _of_schema("Status", lambda item: item["enum"].pop()),
    "a closed enum becomes open": _of_schema("Status", lambda item: item.pop("x-codegen-unknown-values")),
    "a member of a union is new": _new_ticket,
    "a member of a union is gone": _lost_ticket,
    "an error is gone": _of_operation("getTrip", lambda item: item["responses"].pop("404")),
    "a header of a response is gone": _of_operation("listTrips", lambda item: item["responses"]["200"].pop("headers")),
    "a response has another body": _of_operation(
        "getTrip", lambda item: item["responses"]["200"].update(content=_json("Ticket"))
    ),
    "a response has a body": _of_operation(
        "deleteTrip", lambda item: item["responses"].update({"200": {"description": "ok", "content": _json("Trip")}})
    ),
}  # fmt: skip
"""What each pair changes."""
