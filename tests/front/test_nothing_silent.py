"""Invalid OpenAPI is always reported: every member of every object is tried with values that it cannot have.

`tests/front/forms/` has a document of each version with all objects of OpenAPI and their members. One member at a time
gets a value of the wrong type, or none: there must be a diagnostic, and no exception.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from compiler.diagnostics import Diagnostics
from compiler.front import lower_document
from compiler.source import Limits, load_text

FORMS = Path(__file__).parent / "forms"
VERSIONS = ("openapi-3.0", "openapi-3.1", "swagger-2.0")
WRONG = {"null": None, "an array in an array": [[]], "a number": 7.5}
_FREE = re.compile(
    r"/(example|default|const|value)(/|\Z)|/enum/|/mapping/|/links/\w+/parameters/|/examples/|/x1/examples\Z"
)
"""Members that may have any value."""
_NUMBERS = re.compile(r"/(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf)\Z")

Where = tuple[str | int, ...]


@cache
def _form(version: str) -> Any:
    document = load_text((FORMS / f"{version}.yaml").read_text("utf-8"), "openapi.yaml", Limits(), Diagnostics())
    assert document is not None
    return document.root


def _said(root: Any) -> set[tuple[str, str, str]]:
    diagnostics = Diagnostics()
    document = load_text(json.dumps(root), "openapi.json", Limits(), diagnostics)
    assert document is not None
    lower_document(document, diagnostics)
    return {(item.code, item.message, getattr(item.loc, "pointer", "")) for item in diagnostics.items}


def _members(value: Any, path: Where = ()) -> Iterator[Where]:
    if path:
        yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield from _members(item, (*path, key))


def _changed(root: Any, path: Where, value: Any) -> Any:
    new = node = copy.deepcopy(root)
    for token in path[:-1]:
        node = node[token]
    node[path[-1]] = value
    return new


def _is_right(version: str, pointer: str, name: str) -> bool:
    """Whether a member may have one of the values."""
    if (_FREE.search(pointer) and not (name == "null" and pointer.endswith("examples"))) or (
        pointer.endswith("/enum") and name == "an array in an array"
    ):  # a pass tells of these
        return True
    return name == "a number" and _NUMBERS.search(pointer) is not None


def test_the_documents_themselves() -> None:
    """Nothing is wrong with them but what they hold for the sake of the test."""
    for version in VERSIONS:
        assert {code for code, _, _ in _said(_form(version))} <= {"CG0809", "CG0806", "CG0521"}


def _silent(version: str, *names: str) -> Iterator[tuple[str, str]]:
    """Yield the members of whose wrong values nothing is said; each member has one of the values in turn."""
    root = _form(version)
    before = _said(root)
    for number, path in enumerate(_members(root)):
        pointer, name = "/" + "/".join(map(str, path)), names[number % len(names)]
        if not _is_right(version, pointer, name) and not _said(_changed(root, path, WRONG[name])) - before:
            yield pointer, name


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_no_wrong_member_passes_in_silence(version: str) -> None:
    """D1.4: what can be understood is compiled, with a diagnostic."""
    assert list(_silent(version, *WRONG)) == []


@pytest.mark.hunt
@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", WRONG)
def test_no_wrong_value_passes_in_silence(version: str, name: str) -> None:
    """D1.4: each value in each member."""
    assert list(_silent(version, name)) == []


INVALID = """
minLength: -1 | maxLength: 1.5 | minItems: '1' | multipleOf: 0 | pattern: '(' | type: [] | type: [string, string]
type: String | type: [string, nope] | required: [a, a] | required: a | required: [1] | enum: [] | enum: a
enum: [a, a] | enum: {a: 1} | enum: [[1], [1]] | minimum: '1' | exclusiveMinimum: true | additionalProperties: x
properties: [] | properties: {a: x} | properties: {a: null} | items: x | items: [{}] | prefixItems: {} | prefixItems: []
prefixItems: [x] | allOf: {} | allOf: [] | anyOf: [] | oneOf: [] | oneOf: [x] | oneOf: [null] | not: [] | if: 1
dependentRequired: [] | dependentRequired: {a: b} | dependentSchemas: [] | patternProperties: {'(': {}}
patternProperties: [] | propertyNames: x | contains: [] | minContains: -1 | uniqueItems: x | format: 1 | title: 1
description: [] | deprecated: x | readOnly: 1 | writeOnly: a | discriminator: kind | discriminator: {}
discriminator: {propertyName: 1} | discriminator: {propertyName: k, mapping: []} | xml: [] | externalDocs: {}
examples: {} | examples: 1 | $defs: [] | $defs: {a: 1} | $id: 1 | $id: a b | $id: '#a' | $anchor: a b | $anchor: 1
$dynamicAnchor: a b | $dynamicAnchor: 1 | $schema: 1 | $comment: 1 | contentEncoding: 1 | contentMediaType: 1
contentMediaType: ';' | contentSchema: 1 | nullable: true | definitions: 1 | unevaluatedProperties: 1
unevaluatedItems: x | $ref: 1 | $ref: '' | $ref: '#/info' | foo: 1 | type: null | id: x | type: file | type: any
type: date | $dynamicRef: 1 | additionalItems: {} | dependencies: {a: 1}
{minLength: 3, maxLength: 1} | {minimum: 2, maximum: 1} | {type: string, minimum: 1} | {const: 1, type: string}
{default: 1, type: string} | {items: {}, type: string} | 5 | x | [] | null
"""
"""Schemas that are invalid, or say nothing that a value could be held to."""
NOT_30 = """
exclusiveMinimum: 1 | type: [string, 'null'] | type: 'null' | const: 1 | examples: [1] | if: {} | prefixItems: [{}]
$defs: {} | patternProperties: {} | contentEncoding: base64 | contentMediaType: text/plain | $id: x | $anchor: x
$comment: x | $schema: x | $dynamicAnchor: x | unevaluatedProperties: false | propertyNames: {} | contains: {}
dependentRequired: {a: [b]} | {type: array} | {type: object, required: []} | true | false | {not: true}
"""


@pytest.mark.parametrize(("version", "texts"), [("3.1.0", INVALID), ("3.0.3", NOT_30)])
def test_no_invalid_schema_passes_in_silence(version: str, texts: str) -> None:
    """Each is told of, also where nothing refers to it."""
    schemas = {f"S{index}": yaml.safe_load(text) for index, text in enumerate(re.split(r"\s*[|\n]\s*", texts.strip()))}
    silent = []
    for schema in schemas.values():
        root = {"openapi": version, "info": {"title": "T", "version": "1"}, "paths": {}}
        if not _said({**root, "components": {"schemas": {"A": schema}}}):
            silent.append(schema)
    assert len(schemas) > 20
    assert silent == []
