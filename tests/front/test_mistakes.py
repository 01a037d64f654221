"""Mistakes that people make in documents: each is reported once, at its place, with a fix."""

from __future__ import annotations

import pytest

from tests.support.lowering import Lowered, lower

DOCUMENT = """
security: [{bearerAuth: []}]
paths:
  /trips/{tripId}:
    get:
      operationId: getTrip
      tags: [trips]
      parameters:
        - {name: tripId, in: path, required: true, schema: {type: string}}
      responses:
        "200": {description: A trip., content: {application/json: {schema: {$ref: "#/components/schemas/Trip"}}}}
components:
  responses: {Gone: {description: Gone.}}
  securitySchemes: {bearerAuth: {type: http, scheme: bearer}}
  schemas:
    Trip:
      type: object
      required: [id]
      properties: {id: {type: string}, seats: {type: integer}}
"""
RESPONSE = '{description: A trip., content: {application/json: {schema: {$ref: "#/components/schemas/Trip"}}}}'
PARAMETERS = "parameters:\n        - {name: tripId, in: path, required: true, schema: {type: string}}"


def edited(old: str, new: str, **options: str) -> Lowered:
    """Lower the document with one edit."""
    assert old in DOCUMENT
    return lower(DOCUMENT.replace(old, new, 1), **options)


def told(found: Lowered) -> list[str]:
    """Return code, last word of the place, and help of all that is said."""
    return [
        f"{item.code} {getattr(item.loc, 'pointer', '').rpartition('/')[2]}: {item.help}"
        for item in found.diagnostics.items
    ]


def test_the_document_itself() -> None:
    assert told(lower(DOCUMENT)) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("required: true", "required: yes", "CG0301 required: write `true`: in YAML 1.2 such words are strings"),
        ("required: true", "required: 'true'", "CG0301 required: write `true` without quotes"),
        ("required: true", "required: 1", "CG0301 required: write `true`"),
        ("required: true", "required: [a]", "CG0301 required: write a boolean, or remove `required`"),
        ("required: [id]", "required: id, seats", "CG0301 required: write it in brackets: `[id, seats]`"),
        ("tags: [trips]", "tags: trips", "CG0301 tags: write it in brackets: `[trips]`"),
        ("[{bearerAuth: []}]", "{bearerAuth: []}", "CG0301 security: begin each item with a dash: `- bearerAuth: []`"),
        ("[{bearerAuth: []}]", "[bearerAuth]", "CG0301 0: write `bearerAuth: []`"),
        ("paths:", "servers: [https://a.example]\npaths:", "CG0301 0: write `url: https://a.example`"),
        ("paths:", "tags: [trips]\npaths:", "CG0301 0: write `name: trips`"),
        (
            PARAMETERS,
            "parameters: {tripId: {in: path, required: true, schema: {type: string}}}",
            "CG0301 parameters: begin each item with a dash, and write its name in it: `- name: ...`",
        ),
        (
            "properties: {id: {type: string}, seats: {type: integer}}",
            "properties: [{id: {type: string}}]",
            "CG0301 properties: remove the dashes or brackets: its members are identified by their names",
        ),
        ("{type: integer}", "{type: integer, maximum: '8'}", "CG0301 maximum: write `8` without quotes"),
        ("{type: integer}", "{allOf: '#/a'}", 'CG0301 allOf: write it in a list: `[{$ref: "#/a"}]`'),
        ("{type: integer}", "integer", "CG0301 seats: write `{type: integer}`"),
        ("{type: integer}", "[integer]", "CG0301 seats: write `{type: integer}`"),
        ("{type: integer}", "int", "CG0301 seats: write `type: integer`"),
        ("{type: integer}", "Trip", 'CG0301 seats: write `{$ref: "#/components/schemas/Trip"}`'),
        ("{type: integer}", "", "CG0337 seats: write `{}`, or remove it"),
        ("{type: integer}", "{items: string}", "CG0301 items: write `{type: string}`"),
        (
            "{type: integer}",
            "{additionalProperties: 'false'}",
            "CG0301 additionalProperties: write `false` without quotes",
        ),
        (
            "seats: {type: integer}",
            "required: [id]",
            "CG0301 required: write it beside `properties` and not in it: `required` is a keyword of the object",
        ),
        (
            RESPONSE,
            "Gone",
            'CG0301 200: write `{$ref: "#/components/responses/Gone"}`',
        ),
        (
            '{$ref: "#/components/schemas/Trip"}}}}',
            "{$ref: }}}}",
            "CG0406 $ref: put it in quotes: without them, `#` begins a comment in YAML",
        ),
    ],
)
def test_a_value_of_the_wrong_type(old: str, new: str, said: str) -> None:
    """CG0301: what was meant, where that can be told; nothing else is said of the same mistake."""
    assert told(edited(old, new)) == [said]


def test_a_type_without_a_schema_is_told_once() -> None:
    """CG0303 says where it belongs, so CG0310 is not said."""
    found = edited("schema: {type: string}", "type: string")
    assert told(found) == ["CG0303 type: put it into the schema: `schema: {type: ...}`"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (PARAMETERS, "schema: {type: string}", "schema: indent it below a parameter, or below a media type of"),
        ("content: {application/json: ", "application/json: {x: ", "application~1json: put it below `content`"),
        ("seats: {type: integer}}", "}\n      seats: {type: integer}", "seats: indent it below `properties`"),
        ("{type: integer}", "{type: integer, optional: true}", "optional: remove it: a property is optional where"),
        ("{type: integer}", "{type: integer, values: [1]}", "values: write `enum`"),
        ("tags: [trips]", "codegen-group: a", "codegen-group: write `x-codegen-group`"),
    ],
)
def test_a_key_that_belongs_elsewhere(old: str, new: str, said: str) -> None:
    """CG0303: where it belongs, or what it is called."""
    found = [line for line in told(edited(old, new)) if line.startswith("CG0303")]
    assert len(found) == 1
    assert said in found[0]


@pytest.mark.parametrize("written", ["x-codegen_group", "x-codegenGroup", "x-Codegen-group", "x-codgen-group"])
def test_an_extension_with_other_signs_between_its_words(written: str) -> None:
    """D2.2: it begins like one of ours, and would change nothing."""
    assert told(edited("tags:", f"{written}: a\n      tags:")) == [f"CG0321 {written}: did you mean `x-codegen-group`?"]


@pytest.mark.parametrize(
    ("type_", "wanted"),
    [
        ("string?", '[string, "null"]'),
        ("string | null", '[string, "null"]'),
        ("'string, integer'", "[string, integer]"),
    ],
)
def test_types_in_one_text(type_: str, wanted: str) -> None:
    assert told(edited("{type: integer}", f"{{type: {type_}}}")) == [f"CG0316 type: write a list: `{wanted}`"]


def test_a_pointer_without_its_sign() -> None:
    """CG0403 is told of what leaves the folder, and a slash at the beginning does."""
    found = edited('"#/components/schemas/Trip"', "/components/schemas/Trip")
    assert told(found) == ["CG0403 $ref: write `#/components/schemas/Trip`"]


def test_a_path_parameter_in_another_place() -> None:
    found = edited("in: path", "in: query")
    assert told(found) == ["CG0333 get: write `in: path` for the parameter `tripId`, which is `in: query`"]


def test_a_brace_that_is_missing() -> None:
    found = edited("/trips/{tripId}:", "/trips/{tripId:")
    said = "CG0332 ~1trips~1{tripId: write a parameter between `{` and `}`: one of the two is missing"
    assert said in told(found)
