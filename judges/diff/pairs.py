"""Pairs of documents that judges compare the SDKs of: some of another tool's, and one for each rule of ours."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.support.documents import answers, content, document, list_of, object_of, operation, parameter, ref, sends
from tests.support.drift import LANGUAGES
from tests.support.places import SHARED

Document = dict[str, Any]
PAIRS = SHARED / "suites/oasdiff-pairs"
OTHERS = ("029", "106", "129", "174", "177", "254", "261", "268", "282", "352", "357", "433", "523", "569", "571")
"""Pairs of another tool, which stay beside the repository: a change each that its tests are about."""
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
        new = copy.deepcopy(TRAINS)
        change(new)
        found.append(Pair(name, copy.deepcopy(TRAINS), new, SECTIONS.get(name, {})))
    return found


def _read(path: Path) -> Document:
    read: Document = yaml.load(path.read_bytes(), yaml.CSafeLoader)
    return read


_TEXT = {"type": "string"}
_ID = parameter("id", "path")


def _ticket(kind: str, key: str) -> Document:
    return object_of("kind", key, kind={"type": "string", "const": kind}, **{key: _TEXT})


TRAINS: Document = document(
    "Trains",
    {
        "/trips": {
            "get": operation(
                "listTrips",
                {
                    "200": answers(list_of(ref("Trip")))["200"]
                    | {"headers": {"X-Total": {"schema": {"type": "integer"}}}}
                },
                tags=["trips"],
                parameters=[parameter("from"), parameter("speed", schema=ref("Speed"))],
            ),
            "post": sends("bookTrip", ref("Booking"), tags=["trips"], responses=answers(ref("Ticket"))),
        },
        "/trips/{id}": {
            "get": operation(
                "getTrip",
                answers(ref("Trip")) | {"404": {"description": "no such trip", **content(ref("Problem"))}},
                tags=["trips"],
                parameters=[_ID],
            ),
            "delete": operation("deleteTrip", tags=["trips"], parameters=[_ID]),
        },
    },
    {
        "Trip": object_of(
            *("id", "status", "stops"),
            id="string",
            status=ref("Status"),
            speed=ref("Speed"),
            note="string",
            stops=list_of(_TEXT),
            price="number",
        ),
        "Status": {"type": "string", "enum": ["planned", "running"], "x-codegen-unknown-values": "disallow"},
        "Speed": {"type": "string", "enum": ["slow", "fast"]},
        "Booking": object_of("trip", trip="string", seat=ref("Seat"), bikes="integer"),
        "Seat": object_of("coach", coach="integer", window="boolean"),
        "Ticket": {
            "oneOf": [ref("Paper"), ref("Mobile")],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"paper": ref("Paper")["$ref"], "mobile": ref("Mobile")["$ref"]},
            },
        },
        "Paper": _ticket("paper", "number"),
        "Mobile": _ticket("mobile", "code"),
        "Problem": object_of("title", title="string"),
    },
)
"""What the changes below change: closed and open enums, a tagged union, models that are sent and received."""


def _operation(document: Document, name: str) -> Document:
    operations = (item for path in document["paths"].values() for item in path.values())
    return next(item for item in operations if item["operationId"] == name)


def _of_schema(name: str, change: Callable[[Document], Any]) -> Callable[[Document], Any]:
    return lambda document: change(document["components"]["schemas"][name])


def _of_operation(name: str, change: Callable[[Document], Any]) -> Callable[[Document], Any]:
    return lambda document: change(_operation(document, name))


def _ask_parameter(name: str, operation_id: str, **more: Any) -> Callable[[Document], Any]:
    return _of_operation(operation_id, lambda item: item["parameters"].append(parameter(name, **more)))


def _changed(index: int, **members: Any) -> Callable[[Document], Any]:
    return _of_operation("listTrips", lambda item: item["parameters"][index].update(members))


def _answered(operation_id: str, status: str, schema: str) -> Callable[[Document], Any]:
    return _of_operation(
        operation_id, lambda item: item["responses"].update({status: {"description": "ok", **content(ref(schema))}})
    )


def _property(name: str, schema: Document) -> Callable[[Document], Any]:
    return lambda model: model["properties"].update({name: schema})


def _new_ticket(document: Document) -> None:
    schemas = document["components"]["schemas"]
    schemas["Mail"] = _ticket("mail", "to")
    schemas["Ticket"]["oneOf"].append(ref("Mail"))
    schemas["Ticket"]["discriminator"]["mapping"]["mail"] = ref("Mail")["$ref"]


def _lost_ticket(document: Document) -> None:
    ticket = document["components"]["schemas"]["Ticket"]
    del ticket["oneOf"][1], ticket["discriminator"]["mapping"]["mobile"]


def _renamed_path_parameter(document: Document) -> None:
    item = document["paths"].pop("/trips/{id}")
    for found in item.values():
        found["parameters"] = [{**_ID, "name": "trip"}]
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
    "the first optional parameter": _ask_parameter("language", "getTrip"),
    "another optional parameter": _ask_parameter("to", "listTrips"),
    "a list as optional parameter": _ask_parameter("via", "listTrips", schema=list_of(_TEXT)),
    "a required parameter is new": _ask_parameter("to", "listTrips", required=True),
    "a parameter becomes required": _changed(0, required=True),
    "an optional enum becomes required": _changed(1, required=True),
    "a parameter is gone": _of_operation("listTrips", lambda item: item["parameters"].pop()),
    "a parameter takes another type": _changed(0, schema={"type": "integer"}),
    "a parameter has another format": _changed(0, schema={"type": "string", "format": "uuid"}),
    "a path parameter has another name": _renamed_path_parameter,
    "maxMethodParams is crossed": _ask_parameter("language", "getTrip"),
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
    "a text of a response is an enum": _of_schema("Trip", _property("note", ref("Speed"))),
    "a value of a closed enum is new": _of_schema("Status", lambda item: item["enum"].append("late")),
    "a value of an open enum is new": _of_schema("Speed", lambda item: item["enum"].append("fastest")),
    "a value of a closed enum is gone": _of_schema("Status", lambda item: item["enum"].pop()),
    "a closed enum becomes open": _of_schema("Status", lambda item: item.pop("x-codegen-unknown-values")),
    "a member of a union is new": _new_ticket,
    "a member of a union is gone": _lost_ticket,
    "an error is gone": _of_operation("getTrip", lambda item: item["responses"].pop("404")),
    "a header of a response is gone": _of_operation("listTrips", lambda item: item["responses"]["200"].pop("headers")),
    "a response has another body": _answered("getTrip", "200", "Ticket"),
    "a response has a body": _answered("deleteTrip", "200", "Trip"),
}  # fmt: skip
"""What each pair changes."""
