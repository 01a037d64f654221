"""D10.1: names of types come from their own place; changes elsewhere in the document do not rename them."""

from __future__ import annotations

import copy
import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from compiler.base.diagnostics import Diagnostics
from compiler.base.source import Limits, load_text
from compiler.front import LoadOptions, lower_document
from compiler.ir.nodes import Sdk
from compiler.lock.lock import Lock
from passes import PIPELINE
from passes.context import Context
from passes.name_schemas.candidates import bounded
from tests.support.places import SHARED
from tests.support.run import codegen

SPECS = SHARED / "specs"
NAMING = ("resolve_refs", "merge_all_of", "shape_types", "adopt_components", "name_schemas")

DOCUMENT = yaml.safe_load("""
openapi: 3.1.0
info: {title: Trains, version: 1.0.0}
paths:
  /trips:
    get:
      operationId: listTrips
      parameters: [{name: sort, in: query, schema: {type: string, enum: [up, down]}}]
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                properties: {data: {type: array, items: {$ref: '#/components/schemas/Trip'}}}
    post:
      operationId: createTrip
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {to: {type: object, properties: {x: {type: string}}}}}
      responses:
        '201':
          description: ok
          content:
            application/json: {schema: {title: NewTrip, type: object, properties: {id: {type: string}}}}
components:
  schemas:
    Trip:
      type: object
      properties: {legs: {type: array, items: {type: object, properties: {kind: {enum: [a, b]}}}}}
    Seat:
      oneOf:
        - {title: Window, type: object, properties: {x: {type: string}}}
        - {type: object, required: [y], properties: {y: {type: string}}}
""")


def typed(document: dict[str, Any], lock: Lock | None = None) -> Sdk:
    """Lower a document and run the passes up to name_schemas."""
    diagnostics = Diagnostics()
    loaded = load_text(yaml.safe_dump(document, sort_keys=False), "openapi.yaml", Limits(), diagnostics)
    assert loaded is not None
    lowering = lower_document(loaded, diagnostics, LoadOptions(None))
    assert lowering is not None
    context = Context(diagnostics, lowering.files, lock=lock or Lock())
    sdk = lowering.sdk
    for step in PIPELINE:
        if step.name in NAMING:
            sdk = step.load()(sdk, context)
    assert not diagnostics.has_errors, diagnostics.errors
    return sdk


def names(document: dict[str, Any], lock: Lock | None = None) -> dict[str, str]:
    return {at: item.name.text for at, item in typed(document, lock).types.items() if item.name}


def shuffled(value: Any, chance: random.Random) -> Any:
    """Return a document that says the same in another order; lists have an order that means something."""
    if isinstance(value, dict):
        keys = list(value)
        chance.shuffle(keys)
        return {key: shuffled(value[key], chance) for key in keys}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_document_names_nothing(seed: int) -> None:
    """D10.1; invariant 5 of ARCHITECTURE.md."""
    assert names(shuffled(DOCUMENT, random.Random(seed))) == names(DOCUMENT)


def every_place(document: Any, at: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the places of everything that could be deleted: operations, components, properties, responses."""
    found: list[tuple[str, ...]] = []
    if isinstance(document, dict):
        for key, value in document.items():
            if (at and at[-1] in ("paths", "schemas", "properties")) or key in ("get", "post"):
                found.append((*at, key))
            found += every_place(value, (*at, key))
    return found


@pytest.mark.parametrize("place", every_place(DOCUMENT), ids="/".join)
def test_deleting_one_thing_renames_no_other(place: tuple[str, ...]) -> None:
    """D10.1: what is left keeps its name."""
    smaller = copy.deepcopy(DOCUMENT)
    parent = smaller
    for key in place[:-1]:
        parent = parent[key]
    del parent[place[-1]]
    if place == ("components", "schemas", "Trip"):
        smaller["paths"]["/trips"].pop("get")
    before = names(DOCUMENT)
    after = names(smaller)
    assert after == {at: before[at] for at in after}
    assert len(after) <= len(before)


def test_a_collision_that_appears_renames_both_without_a_lock_and_none_with_it() -> None:
    """D10.1: only memory can keep a name that another thing comes to wish for."""
    larger = copy.deepcopy(DOCUMENT)
    schema = {"type": "object", "properties": {"y": {}}}
    found = {"description": "ok", "content": {"application/json": {"schema": schema}}}
    larger["paths"]["/trips"]["get"]["responses"]["202"] = found
    at = "paths/~1trips/get/responses/{}/content/application~1json/schema"
    assert names(DOCUMENT)[at.format(200)] == "ListTripsResponse"

    forgetful = names(larger)
    assert forgetful[at.format(202)] == "ListTripsAcceptedResponse"
    assert forgetful[at.format(200)] != "ListTripsResponse"

    lock = Lock()
    names(DOCUMENT, lock)
    kept = names(larger, Lock(kept=dict(lock.seen)))
    assert kept[at.format(200)] == "ListTripsResponse"
    assert kept[at.format(202)] == "ListTripsAcceptedResponse"


def test_the_lock_keeps_a_name_whose_reason_is_gone() -> None:
    """D10.1: a changed operationId does not rename the types of an earlier build; the origin says why."""
    lock = Lock()
    names(DOCUMENT, lock)
    changed = copy.deepcopy(DOCUMENT)
    changed["paths"]["/trips"]["post"]["operationId"] = "addTrip"
    at = "paths/~1trips/post/requestBody/content/application~1json/schema"
    assert names(changed)[at] == "AddTripRequest"
    sdk = typed(changed, Lock(kept=dict(lock.seen)))
    name = sdk.types[at].name
    assert name is not None
    assert (name.text, name.origin) == ("CreateTripRequest", "lock")


def test_the_lock_holds_inferred_names_alone() -> None:
    """D10.1: components are called as the document calls them, whatever was before."""
    lock = Lock(kept={"schemas/Trip": "Journey"})
    assert names(DOCUMENT, lock)["schemas/Trip"] == "Trip"
    assert "schemas/Trip" not in lock.seen
    assert lock.seen["schemas/Trip/properties/legs/items"] == "TripLeg"


@pytest.mark.skipif(not SPECS.is_dir(), reason="real documents are not beside the checkout")
@pytest.mark.parametrize("document", ["openai.yaml", "stripe.yaml", "discord.json"])
def test_names_in_real_documents_are_distinct_and_bounded(document: str) -> None:
    """D10.2: distinct whatever the case, and of bounded length."""
    diagnostics = Diagnostics()
    loaded = load_text((SPECS / document).read_bytes(), document, Limits(), diagnostics)
    assert loaded is not None
    lowering = lower_document(loaded, diagnostics, LoadOptions(str(SPECS)))
    assert lowering is not None
    context = Context(diagnostics, lowering.files)
    sdk = lowering.sdk
    for step in PIPELINE:
        if step.name in NAMING:
            sdk = step.load()(sdk, context)
    texts = {at: item.name.text for at, item in sdk.types.items() if item.name}
    assert len({text.lower().replace("_", "") for text in texts.values()}) == len(sdk.types)
    inline = [text for at, text in texts.items() if at.count("/") > 1]
    assert max(map(len, inline)) <= 140 and not [text for text in inline if re.search(r"\d{8}$", text)], "D10.6"


def test_a_name_that_is_cut_ends_with_a_whole_word_and_a_number_of_its_own() -> None:
    """D10.2: bounded, unique, and no half words; the number depends on nothing but the name."""
    long = "CustomerBalance" * 12 + "AdjustedForOverdraftBalanceTransaction"
    one, other = bounded(long), bounded(long + "Type")
    assert re.fullmatch(r"(CustomerBalance){12}AdjustedFor\d{8}", one) and re.fullmatch(r"\D+\d{8}", other)
    assert one != other and max(len(one), len(other)) <= 200
    assert bounded("CustomerBalance") == "CustomerBalance"


FILES = {
    "openapi.yaml": """
openapi: 3.1.0
info: {title: Trains, version: 1.0.0}
paths: {$ref: paths.yaml}
components:
  schemas: {$ref: schemas/_index.yaml}
  securitySchemes: {$ref: "security.yaml#/schemes"}
security: [{key: []}]
""",
    "paths.yaml": """
x-note: of no use
/trips/{id}:
  get:
    operationId: getTrip
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    responses:
      '200': {description: ok, content: {application/json: {schema: {$ref: "openapi.yaml#/components/schemas/Trip"}}}}
""",
    "security.yaml": "schemes: {key: {type: apiKey, in: header, name: X-Key}}",
    "schemas/_index.yaml": "{Trip: {$ref: trip.yaml}, Train: {$ref: rolling/Train.yaml}, Coach: {$ref: Car.yaml}}",
    "schemas/trip.yaml": "{type: object, properties: {train: {$ref: rolling/Train.yaml}, old: {$ref: old/Train.yaml}}}",
    "schemas/rolling/Train.yaml": "{type: object, properties: {cars: {type: array, items: {$ref: ../Car.yaml}}}}",
    "schemas/old/Train.yaml": "{type: object, properties: {steam: {type: boolean}}}",
    "schemas/Car.yaml": "{type: object, properties: {seats: {type: integer}}}",
}


def test_a_document_in_many_files_reads_as_one(tmp_path: Path) -> None:
    """D1.4, D10.1: tables may be references, and what `components` lists has its name there, before other files."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    built = codegen("build", "openapi.yaml", "-t", "python", "-o", "out", cwd=tmp_path)
    assert built.returncode == 0, built.stderr
    package = tmp_path / "out/python/trains"
    listed = re.search(r"__all__ = \[(.*?)\]", (package / "models.py").read_text("utf-8"), re.DOTALL)
    assert listed is not None
    assert sorted(re.findall(r'"(\w+)"', listed[1])) == ["Car", "Coach", "OldTrain", "Train", "Trip"]
    assert "X-Key" in (package / "_client.py").read_text("utf-8")
