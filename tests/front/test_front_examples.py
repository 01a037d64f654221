"""Examples of media types and parameters are checked against their schemas, down to their inner values (CG0525)."""

from __future__ import annotations

import pytest

from compiler.front import LoadOptions
from tests.support.lowering import Lowered, lower

TRIP = """
components:
  schemas:
    Trip:
      type: object
      required: [id, made, token]
      properties:
        id: {type: string}
        made: {type: string, format: date-time, readOnly: true}
        token: {allOf: [{type: string}], writeOnly: true}
        seats: {type: [integer, "null"], maximum: 4}
        days: {type: array, items: {type: string, format: date}}
        class: {enum: [first, on, true], type: string}
        next: {$ref: "#/components/schemas/Trip"}
        paid: {oneOf: [{$ref: "#/components/schemas/Card"}, {type: "null"}]}
        by: {anyOf: [{type: string}, {type: integer}]}
    Card: {type: object, required: [number], properties: {number: {type: string}}}
"""


def looked_at(text: str) -> Lowered:
    """Lower a document as `codegen lint` does."""
    return lower(text, options=LoadOptions(examples=True))


def answer(
    example: str, media_type: str = "application/json", schema: str = '$ref: "#/components/schemas/Trip"'
) -> str:
    """Return a document with one response."""
    return f"""
paths:
  /trips:
    get:
      operationId: list
      responses:
        "200":
          description: ok
          content:
            {media_type}:
              schema: {{{schema}}}
              {example}
{TRIP}"""


def told(found: Lowered) -> list[str]:
    """Return the place in the example, and what is said of it."""
    return [
        f"{getattr(item.loc, 'pointer', '').partition('/example')[2]}: {item.message.removeprefix('the example ')}"
        for item in found.diagnostics.items
        if item.code == "CG0525"
    ]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("{id: a, seats: 9, next: {id: b, seats: null}, by: 1, extra: [1]}", None),
        ("{id: a, class: 'true', days: ['2031-05-01']}", None),
        ("{$ref: trip.json}", None),
        ("{id: a, next: {$ref: trip.json}}", None),
        ("[]", ": is an array, which is not of type object"),
        ("{}", ": is an object, which lacks the property `id`"),
        ("{id: a, seats: two}", '/seats: has "two", which is not of type integer or null'),
        ("{id: a, next: {id: b, next: {id: 3}}}", "/next/next/id: has 3, which is not of type string"),
        ("{id: a, days: ['2031-05-01', soon]}", '/days/1: has "soon", which is not a valid date'),
        ("{id: a, made: soon}", '/made: has "soon", which is not a valid date-time'),
        ("{id: a, class: second}", '/class: has "second", which `enum` does not list'),
        ("{id: a, paid: {number: 7}}", "/paid/number: has 7, which is not of type string"),
        ("{id: a, paid: {}}", "/paid: has an object, which lacks the property `number`"),
        ("{id: a, by: []}", "/by: has an array, which fits no member of `anyOf`"),
    ],
)
def test_the_first_value_that_does_not_fit_is_told(value: str, said: str | None) -> None:
    """Bounds do not count; readOnly and writeOnly properties may lack."""
    assert told(looked_at(answer(f"example: {value}"))) == ([] if said is None else [said])


def test_every_example_is_looked_at_where_it_stands() -> None:
    text = answer("examples: {a: {value: {id: 1}}, b: {$ref: '#/components/examples/B'}, c: {value: {id: c}}}")
    found = looked_at(text + "  examples: {B: {value: {id: false}}}\n")
    assert told(found) == [
        "s/a/value/id: has 1, which is not of type string",
        "s/B/value/id: has false, which is not of type string",
    ]
    assert [getattr(item.loc, "pointer", "")[:6] for item in found.diagnostics.items] == ["/paths", "/compo"]


@pytest.mark.parametrize(
    ("media_type", "value", "count"),
    [
        ("application/problem+json", "<a/>", 1),
        ("application/json; charset=utf-8", "<a/>", 1),
        ("application/xml", "<a/>", 0),
        ("text/event-stream", "'data: {}'", 0),
        ("application/x-ndjson", "'{}'", 0),
        ("application/stream+json", "'{}'", 0),
        ("multipart/form-data", "a=b", 0),
        ("multipart/form-data", "{id: 1}", 1),
    ],
)
def test_an_example_that_is_the_text_itself_is_not_looked_at(media_type: str, value: str, count: int) -> None:
    assert len(told(looked_at(answer(f"example: {value}", f'"{media_type}"')))) == count


def test_examples_of_parameters() -> None:
    parameters = """
paths:
  /trips:
    get:
      operationId: list
      parameters:
        - {name: a, in: query, schema: {type: array, items: {type: integer}}, example: [1, x]}
        - {name: b, in: query, schema: {type: boolean}, examples: {one: {value: true}, two: {value: "true"}}}
        - {name: c, in: query, schema: {type: integer, example: ten}}
        - {name: d, in: query, schema: {type: integer, example: ten}, example: 10}
      responses: {"204": {description: ok}}
"""
    found = looked_at(parameters)
    assert told(found) == [
        '/1: has "x", which is not of type integer',
        's/two/value: is "true", which is not of type boolean',
        ': is "ten", which is not of type integer',
    ]
    assert found.helps[1] == "write `true` without quotes"


def test_only_lint_asks() -> None:
    assert lower(answer("example: []")).codes == []


def test_the_example_of_a_header_is_held_against_its_schema() -> None:
    text = """
components:
  headers:
    Left: {schema: {type: integer}, examples: {few: {value: "two"}}}
"""
    assert looked_at(text).codes == ["CG0525"]
    assert lower(text).codes == []
