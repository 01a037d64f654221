"""`x-codegen-type-name`: what the class of a property is called, whatever the property is."""

from __future__ import annotations

from pathlib import Path

from tests.support.run import codegen

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


def surface(tmp_path: Path, *properties: str) -> tuple[list[str], str]:
    """Return the types and fields of the Python SDK, and what the build said."""
    (tmp_path / "openapi.yaml").write_text(DOCUMENT + "".join(f"        {line}\n" for line in properties))
    run = codegen("build", "openapi.yaml", "-t", "python", "--surface", "said", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    lines = (tmp_path / "said" / "python.surface").read_text().splitlines()
    return [line.partition("\t")[0] for line in lines if line.startswith(("field Trip", "type "))], run.stderr


def test_the_class_is_named_and_the_field_is_not(tmp_path: Path) -> None:
    found, _ = surface(
        tmp_path,
        "state: {type: string, enum: [planned, cancelled], x-codegen-type-name: TripStatus}",
        "leg: {x-codegen-type-name: Leg, anyOf: [{type: object, properties: {a: {enum: [x, y]}}}, {type: 'null'}]}",
    )
    assert "field Trip.state?: TripStatus" in found
    assert "field Trip.leg?: Leg?" in found
    assert "type LegA: open enum (received)" in found, "what stands in it is called after it"


def test_it_stands_beside_the_name_of_the_field(tmp_path: Path) -> None:
    found, _ = surface(
        tmp_path, "st: {type: string, enum: [a, b], x-codegen-name-override: state, x-codegen-type-name: TripStatus}"
    )
    assert "field Trip.state?: TripStatus" in found


def test_it_gives_way_to_a_component(tmp_path: Path) -> None:
    found, _ = surface(
        tmp_path,
        "taken: {type: object, properties: {y: {type: string}}, x-codegen-type-name: Taken}",
        "other: {$ref: '#/components/schemas/Taken'}",
    )
    assert "field Trip.other?: Taken" in found
    assert "field Trip.taken?: TripTaken" in found


def test_without_a_class_it_is_told(tmp_path: Path) -> None:
    _, said = surface(
        tmp_path,
        "text: {type: string, x-codegen-type-name: Text}",
        "other: {$ref: '#/components/schemas/Taken', x-codegen-type-name: Other}",
    )
    assert "`x-codegen-type-name` has no effect on this schema: no class is made of it" in said
