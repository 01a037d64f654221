"""A key of another OpenAPI version, or a link without a target, is reported once and at its place."""

from __future__ import annotations

import pytest

from compiler.diagnostics import Diagnostics
from tests.support.lowering import Lowered, lower

OLD = "openapi: 3.0.3\ninfo: {title: Test, version: 1.0.0}\n"
PATHS = "\npaths: {}\n"
"""What 3.0 asks for."""
SWAGGER = 'swagger: "2.0"\ninfo: {title: Test, version: 1.0.0}\n'


def places(found: Lowered, code: str) -> list[str]:
    """Return line and column of each place of a code, notes included."""
    told = [item for item in found.diagnostics.items if item.code == code]
    spots = [(item.loc, item.at_key) for item in told]
    spots += [(note.loc, note.at_key) for item in told for note in item.notes]
    return [_spot(found.diagnostics, loc, at_key) for loc, at_key in spots if loc is not None]


def _spot(diagnostics: Diagnostics, loc: object, at_key: bool) -> str:
    line, column, _ = diagnostics.locate(loc, at_key=at_key) or (0, 0, 0)  # type: ignore[arg-type]
    return f"{line}:{column}"


# --------------------------------------------------------------------------- words of 3.1 in 3.0

WORDS = """
components:
  schemas:
    Trip:
      type: object
      properties:
        kind: {type: string, const: trip}
        seats: {type: integer, exclusiveMinimum: 0}
        doors: {type: integer, exclusiveMinimum: 1}
        note: {type: string, examples: [a, b]}
"""


def test_each_word_of_31_in_a_document_of_30_is_told_once_and_read_as_meant() -> None:
    old, new = lower(WORDS + PATHS, head=OLD), lower(WORDS)
    assert new.codes == []
    assert [text.partition(" is used")[0].partition(": ")[2] for text in old.said] == [
        "`const`",
        "`exclusiveMinimum`",
        "`examples`",
    ]
    assert places(old, "CG0348") == ["9:30", "10:50", "12:30", "11:50"]
    assert old.helps[1].startswith("write the number as `minimum`, with `exclusiveMinimum: true` beside it")
    assert old.sdk.schemas == new.sdk.schemas


@pytest.mark.parametrize(
    "schema",
    [
        "{type: integer, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false}",
        "{type: string, enum: [trip], example: trip}",
        "{type: object, properties: {const: {type: string}, examples: {type: string}}}",
        "{type: object, x-const: 1}",
    ],
)
def test_what_30_knows_is_not_told(schema: str) -> None:
    assert lower(f"components: {{schemas: {{Trip: {schema}}}}}{PATHS}", head=OLD).codes == []


@pytest.mark.parametrize(
    "schema",
    [
        '{type: object, patternProperties: {"^x-": {type: string}}}',
        "{type: array, prefixItems: [{type: string}]}",
        "{type: string, contentEncoding: base64}",
        "{$anchor: trip, type: string}",
    ],
)
def test_what_30_does_not_know_is_told(schema: str) -> None:
    text = f"components: {{schemas: {{Trip: {schema}}}}}"
    assert lower(text + PATHS, head=OLD).codes == ["CG0348"]
    assert lower(text).codes == []
    assert lower(text, head=SWAGGER).codes.count("CG0348") == 0


def test_webhooks_of_30_are_told_and_read() -> None:
    text = "webhooks:\n  paid: {post: {responses: {'204': {description: Noted.}}}}\n"
    found = lower(text + PATHS, head=OLD)
    assert found.codes == ["CG0348"]
    assert places(found, "CG0348") == ["3:1"]
    assert found.helps == ["write `x-webhooks`, or `openapi: 3.1.0`"]
    assert list(found.sdk.events) == ["webhooks/paid/post"]
    assert lower(text).codes == []
    assert lower(f"x-{text}{PATHS}", head=OLD).codes == []


# --------------------------------------------------------------------------- operations without responses

SILENT = """
paths:
  /trips:
    get: {operationId: list}
    put:
      operationId: replace
      responses: {}
    post:
      operationId: book
      responses: {x-note: none}
    delete: {operationId: cancel, responses: {"204": {description: Done.}}}
"""


def test_operations_of_30_without_responses_are_told_once() -> None:
    found = lower(SILENT, head=OLD)
    assert found.said == [
        "CG0350 /paths/~1trips/get: the operation lists no `responses`, which OpenAPI before 3.1 requires (3 times)"
    ]
    assert places(found, "CG0350") == ["6:5", "7:5", "10:5"]
    assert lower(SILENT).codes == ["CG0350"]  # 3.1 wants one where the key stands


def test_operations_of_swagger_without_responses_are_told() -> None:
    found = lower("paths: {/trips: {get: {operationId: list}}}", head=SWAGGER)
    assert found.codes == ["CG0350"]


def test_responses_of_another_type_are_told_as_that() -> None:
    found = lower("paths: {/trips: {get: {operationId: list, responses: []}}}", head=OLD)
    assert found.codes == ["CG0301"]


# --------------------------------------------------------------------------- links

LINKED = """
paths:
  /trips:
    get:
      operationId: list
      responses:
        "200":
          description: All trips.
          links:
            driver: {$ref: "#/components/links/Diver"}
            seat: {$ref: "#/components/links/Seat"}
            train: {operationId: list}
components:
  links:
    Driver: {operationId: list}
    Seat: {$ref: "#/components/links/Chair"}
    Chair: {$ref: "#/components/links/Seat"}
    Train: {$ref: "#/components/links/Driver", description: The train.}
"""


def test_a_link_that_leads_nowhere_is_a_warning() -> None:
    found = lower(LINKED)
    assert found.said[0] == (
        "CG0416 /paths/~1trips/get/responses/200/links/driver/$ref: the link leads to `#/components/links/Diver`, "
        "which cannot be found"
    )
    assert found.helps[0] == "did you mean `Driver`?"
    assert [item.severity for item in found.diagnostics.items] == ["warning"] * 4
    assert places(found, "CG0416") == ["12:28", "13:26", "18:18", "19:19"]


OPERATIONS = """
paths:
  /trips:
    get:
      operationId: listTrips
      responses:
        "200":
          description: All trips.
          links:
            next: {operationId: listTrips}
            paid: {operationId: paidTrip}
            misspelt: {operationId: listTrip}
            here: {operationRef: "#/paths/~1trips/get"}
            nowhere: {operationRef: "#/paths/~1trips/put"}
            elsewhere: {operationRef: "https://trains.example/openapi.yaml#/paths/~1trips/get", paramters: {}}
webhooks:
  paid: {post: {operationId: paidTrip, responses: {"204": {description: Noted.}}}}
"""


def test_an_operation_that_a_link_leads_to_is_looked_for() -> None:
    found = lower(OPERATIONS)
    assert places(found, "CG0416") == ["14:37", "16:37"]
    assert found.helps[0] == "did you mean `listTrips`?"
    assert places(found, "CG0303") == ["17:97"]


def test_strict_blames_the_second_operation_of_an_operation_id() -> None:
    text = """
paths:
  /trips: {get: {operationId: list}}
  /seats: {get: {operationId: list}}
"""
    found = lower(text, strict=True)
    assert found.codes == ["CG0329"]
    assert list(found.diagnostics.failed_subjects) == ["paths/~1seats/get"]


def test_an_example_that_leads_back_to_itself_is_told() -> None:
    text = """
paths:
  /trips:
    get:
      responses:
        "200":
          description: All trips.
          content: {application/json: {schema: {}, examples: {one: {$ref: "#/components/examples/One"}}}}
components: {examples: {One: {$ref: "#/components/examples/One"}}}
"""
    assert lower(text).codes == ["CG0408"]
