"""`x-codegen-type-name`: what the class of a property is called, whatever the property is."""

from __future__ import annotations

from pathlib import Path

from tests.support.run import build, write

DOCUMENT = """\
openapi: 3.1.0
info: {title: Trips, version: 1.0.0}
paths:
  /trips:
    get:
      operationId: listTrips
      responses:
        '200':
          description: All.
          content: {application/json: {schema: {$ref: '#/components/schemas/Trip'}}}
components:
  schemas:
    Taken: {type: object, properties: {x: {type: string}}}
    Trip:
      type: object
      properties:
"""


PROPERTIES = """\
        state: {type: string, enum: [planned, cancelled], x-codegen-type-name: TripStatus}
        st: {type: string, enum: [a, b], x-codegen-name-override: place, x-codegen-type-name: TripPlace}
        leg: {x-codegen-type-name: Leg, anyOf: [{type: object, properties: {a: {enum: [x, y]}}}, {type: 'null'}]}
        taken: {type: object, properties: {y: {type: string}}, x-codegen-type-name: Taken}
        other: {$ref: '#/components/schemas/Taken'}
        text: {type: string, x-codegen-type-name: Text}
"""


def test_the_class_is_named_and_the_field_is_not(tmp_path: Path) -> None:
    """Beside the name of the field; what stands in it is called after it, and it gives way to a component."""
    write(tmp_path, "openapi.yaml", DOCUMENT + PROPERTIES)
    said = build(tmp_path, "openapi.yaml", "-t", "python", "--surface", "said").stderr
    found = [line.partition("\t")[0] for line in (tmp_path / "said/python.surface").read_text().splitlines()]
    fields = ["state?: TripStatus", "place?: TripPlace", "leg?: Leg?", "taken?: TripTaken", "other?: Taken"]
    assert {*(f"field Trip.{field}" for field in fields), "type LegA: open enum (received)"} <= {*found}
    assert "`x-codegen-type-name` has no effect on this schema: no class is made of it" in said


def test_a_reference_makes_no_class(tmp_path: Path) -> None:
    other = "        other: {$ref: '#/components/schemas/Taken', x-codegen-type-name: Other}\n"
    write(tmp_path, "openapi.yaml", DOCUMENT + other)
    assert "no class is made of it" in build(tmp_path, "openapi.yaml", "-t", "python").stderr
