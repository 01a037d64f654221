"""What a change between two documents means on the wire: whom it breaks, and under which rule."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.commands.diff.findings import Level
from tests.support.diffs import compare
from tests.support.documents import answers, content, list_of, object_of, parameter, ref

BREAK, RISK, NOTE = Level.BREAK, Level.RISK, Level.NOTE


def document(operation: dict[str, Any], version: str = "3.1.0", **more: Any) -> dict[str, Any]:
    paths = {"/trips": {"post": {"responses": {"200": {"description": "ok"}}, **operation}}}
    return {"openapi": version, "info": {"title": "T", "version": "1"}, "paths": paths, **more}


def sent(schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    return {"requestBody": content(schema, media_type)}


def received(schema: Any) -> dict[str, Any]:
    return {"responses": answers(schema)}


def found(old: dict[str, Any], new: dict[str, Any]) -> list[tuple[str, Level]]:
    return [(item.rule, item.level) for item in compare(document(old), document(new)).items]


STRING, INTEGER, NUMBER, TEXTS = (
    {"type": "string"},
    {"type": "integer"},
    {"type": "number"},
    list_of({"type": "string"}),
)
INT32, INT64 = ({"type": "integer", "format": name} for name in ("int32", "int64"))
NULLABLE = {"type": ["string", "null"]}


@pytest.mark.parametrize(
    ("old", "new", "rule", "in_request", "in_response"),
    [
        (STRING, INTEGER, "type-changed", BREAK, BREAK),
        (INTEGER, NUMBER, "type-generalized", NOTE, BREAK),
        (NUMBER, INTEGER, "type-changed", BREAK, NOTE),
        ({}, STRING, "type-changed", BREAK, NOTE),
        (STRING, NULLABLE, "became-nullable", NOTE, BREAK),
        (NULLABLE, STRING, "became-not-nullable", BREAK, NOTE),
        (INT32, INT64, "type-generalized", NOTE, BREAK),
        ({**STRING, "enum": ["a", "b"]}, {**STRING, "enum": ["a"]}, "enum-value-removed", BREAK, NOTE),
        ({**STRING, "enum": ["a"]}, {**STRING, "enum": ["a", "b"]}, "enum-value-added", NOTE, RISK),
        (STRING, {**STRING, "enum": ["a"]}, "became-enum", BREAK, NOTE),
        (STRING, {**STRING, "const": "a"}, "const-added", BREAK, NOTE),
        ({**STRING, "maxLength": 9}, {**STRING, "maxLength": 5}, "max-length-decreased", BREAK, NOTE),
        ({**STRING, "maxLength": 5}, {**STRING, "maxLength": 9}, "max-length-increased", NOTE, BREAK),
        (STRING, {**STRING, "maxLength": 5}, "max-length-set", RISK, NOTE),
        ({**STRING, "maxLength": 5}, STRING, "max-length-unset", NOTE, BREAK),
        (STRING, {**STRING, "pattern": "^a"}, "pattern-added", BREAK, NOTE),
        ({**STRING, "pattern": "^a"}, {**STRING, "pattern": "^b"}, "pattern-changed", RISK, NOTE),
        (list_of({}), list_of({}) | {"uniqueItems": True}, "unique-items-added", BREAK, NOTE),
        ({"multipleOf": 4}, {"multipleOf": 2}, "multiple-of-decreased", NOTE, BREAK),
        ({"allOf": [{"maximum": 9}]}, {"allOf": [{"maximum": 9}, {"maximum": 5}]}, "max-decreased", BREAK, NOTE),
        ({"not": {"type": "string"}}, {"not": {"type": ["string", "array"]}}, "type-generalized", BREAK, NOTE),
    ],
)
def test_requests_may_take_more_and_responses_hold_less(
    old: Any, new: Any, rule: str, in_request: Level, in_response: Level
) -> None:
    """Requests are contravariant, responses covariant."""
    for make, level in ((sent, in_request), (received, in_response)):
        rules = found(make(old), make(new))
        assert [(name.endswith(rule), found_level) for name, found_level in rules] == [(True, level)], rules


NONE, MAY, MUST = object_of(), object_of(a="string"), object_of("a", a="string")
"""An object without a property, with one that may be missing, and with one that is required."""


@pytest.mark.parametrize(
    ("old", "new", "in_request", "in_response"),
    [
        (NONE, MAY, ("new-optional", NOTE), ("added", NOTE)),
        (NONE, MUST, ("new-required", BREAK), ("added", NOTE)),
        (NONE, object_of("a", a={**STRING, "default": "x"}), ("new-required", BREAK), ("added", NOTE)),
        (NONE, object_of("a", a={**STRING, "readOnly": True}), ("new-optional", NOTE), ("added", NOTE)),
        (MAY, MUST, ("became-required", BREAK), ("became-required", NOTE)),
        (MUST, MAY, ("became-optional", NOTE), ("became-optional", BREAK)),
        (MAY, NONE, ("removed", RISK), ("optional-removed", RISK)),
        (MUST, NONE, ("removed", RISK), ("required-removed", BREAK)),
    ],
)
def test_properties_come_and_go(
    old: Any, new: Any, in_request: tuple[str, Level], in_response: tuple[str, Level]
) -> None:
    assert found(sent(old), sent(new)) == [(f"request-property-{in_request[0]}", in_request[1])]
    assert found(received(old), received(new)) == [(f"response-property-{in_response[0]}", in_response[1])]


def test_what_nobody_sends_changes_its_type_and_what_has_no_effect_breaks_nobody() -> None:
    """A property that is read-only now; `unevaluatedProperties` where `additionalProperties` has taken all."""
    assert found(sent(MAY), sent(object_of(a={**INTEGER, "readOnly": True}))) == [
        ("request-property-became-read-only", NOTE)
    ]
    free = {**MAY, "additionalProperties": True}
    assert found(sent(free), sent({**free, "unevaluatedProperties": False})) == []


def test_a_new_alternative_of_values_that_another_takes_refuses_them() -> None:
    """`oneOf` is of exactly one."""
    few, many = {"oneOf": [INTEGER, STRING]}, {"oneOf": [INTEGER, STRING, NUMBER]}
    assert found(sent(few), sent(many)) == [("request-body-one-of-overlaps", BREAK)]
    assert found(sent({"anyOf": few["oneOf"]}), sent({"anyOf": many["oneOf"]})) == [("request-body-any-of-added", NOTE)]


def test_an_alternative_is_told_by_its_name() -> None:
    """A named alternative that comes breaks who gets it, one that goes breaks who sends it."""
    one, two = ({"title": name, "type": "object", "properties": {name: STRING}} for name in ("A", "B"))
    few, many = {"oneOf": [one]}, {"oneOf": [one, two]}
    assert found(sent(few), sent(many)) == [("request-body-one-of-added", NOTE)]
    assert found(sent(many), sent(few)) == [("request-body-one-of-removed", BREAK)]
    assert found(received(few), received(many)) == [("response-body-one-of-added", BREAK)]
    assert found(received(many), received(few)) == [("response-body-one-of-removed", NOTE)]
    assert found(received(many), received({"oneOf": [two, one]})) == []


ENDS = {"x-sunset": "2999-01-01"}


def asked(name: str = "q", place: str = "query", **more: Any) -> dict[str, Any]:
    return {"parameters": [parameter(name, place, **more)]}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({}, asked(), [("new-optional-request-parameter", NOTE)]),
        ({}, asked(required=True), [("new-required-request-parameter", BREAK)]),
        ({}, asked(required=True, schema={**STRING, "default": "a"}), [("new-required-request-parameter", BREAK)]),
        (asked(deprecated=True, **ENDS), {}, [("request-parameter-removed-before-sunset", BREAK)]),
        (asked(deprecated=True, **{"x-sunset": "soon"}), {}, [("request-parameter-removed-sunset-parse", BREAK)]),
        (asked(), {}, [("request-parameter-removed", RISK)]),
        (asked(), asked(required=True), [("request-parameter-became-required", BREAK)]),
        (asked(schema=INTEGER), asked(), [("request-parameter-type-generalized", NOTE)]),
        (asked(), asked(schema=TEXTS), [("request-parameter-type-generalized", NOTE)]),
        (asked(), asked(schema={**STRING, "default": "a"}), [("request-parameter-default-value-added", BREAK)]),
        (asked("X-A", "header"), asked("x-a", "header"), []),
        ({}, sent(STRING), [("request-body-added-optional", NOTE)]),
        (sent(STRING), {}, [("request-body-removed", BREAK)]),
        (
            sent({}, "a/b"),
            sent({}, "a/c"),
            [("request-body-media-type-removed", BREAK), ("request-body-media-type-added", NOTE)],
        ),
        (sent({}, "a/b"), sent({}, "a/*"), [("request-body-media-type-name-generalized", NOTE)]),
        (
            {},
            {"responses": {"201": {"description": "ok"}}},
            [("response-success-status-removed", BREAK), ("response-success-status-added", NOTE)],
        ),
    ],
)
def test_parameters_bodies_and_statuses(
    old: dict[str, Any], new: dict[str, Any], expected: list[tuple[str, Level]]
) -> None:
    assert found(old, new) == expected


def test_headers_of_responses() -> None:
    def headers(**given: Any) -> dict[str, Any]:
        return {"responses": {"200": {"description": "ok", "headers": given}}}

    needed, free = {"required": True, "schema": STRING}, {"schema": STRING}
    assert found(headers(X=needed), headers()) == [("required-response-header-removed", BREAK)]
    assert found(headers(X=free), headers()) == [("optional-response-header-removed", RISK)]
    assert found(headers(X=needed), headers(x=free)) == [("response-header-became-optional", BREAK)]


@pytest.mark.parametrize(
    ("said", "rule", "level"),
    [
        ({}, "api-path-removed-without-deprecation", BREAK),
        ({"deprecated": True}, "api-path-removed-with-deprecation", NOTE),
        ({"deprecated": True, "x-sunset": "2026-05-31"}, "api-path-removed-with-deprecation", NOTE),
        ({"deprecated": True, "x-sunset": "2026-07-01"}, "api-path-removed-before-sunset", BREAK),
        ({"deprecated": True, "x-sunset": "soon"}, "api-path-removed-sunset-parse", BREAK),
        ({"x-stability-level": "draft"}, "api-path-removed-while-unstable", NOTE),
    ],
)
def test_an_operation_that_is_gone(said: dict[str, Any], rule: str, level: Level) -> None:
    new = document({})
    new["paths"] = {}
    (item,) = compare(document(said), new).items
    assert (item.rule, item.level, item.where) == (rule, level, "POST /trips")


def test_a_renamed_path_parameter_is_the_same_path() -> None:
    old, new = document({}), document({})
    old["paths"] = {"/trips/{id}": {"get": asked("id", "path")}}
    new["paths"] = {"/trips/{trip}": {"get": asked("trip", "path")}}
    assert compare(old, new).items == []


def test_what_a_webhook_sends_is_what_programs_get() -> None:
    """A webhook's request is covariant."""
    old, new = document({}), document({})
    old["webhooks"] = {"moved": {"post": sent(INTEGER)}}
    new["webhooks"] = {"moved": {"post": sent(NUMBER)}}
    assert [(item.where, item.level) for item in compare(old, new).items] == [("webhook POST moved", BREAK)]
    del new["webhooks"]
    assert [item.level for item in compare(old, new).items] == [BREAK]


def test_a_change_of_a_component_is_told_once_with_its_operations() -> None:
    trip = ref("Trip")
    paths = {path: {"get": received(trip)} for path in ("/a", "/b", "/c")}
    old, new = ({**document({}), "paths": paths} for _ in range(2))
    old["components"] = {"schemas": {"Trip": object_of("id", id=STRING, back=trip)}}
    new["components"] = {"schemas": {"Trip": object_of("id", id=INTEGER, back=trip)}}
    found = compare(old, new)
    (item,) = found.items
    assert list(found.uses[item]) == ["GET /a", "GET /b", "GET /c"]
    assert item.new is not None and item.new.pointer == "/components/schemas/Trip/properties/id"


def test_versions_of_the_specification_are_compared_by_meaning() -> None:
    """D1.1: what 3.0 says by `nullable` and a boolean `exclusiveMinimum` is what 3.1 says in other words."""
    old = document(received({"type": "integer", "nullable": True, "minimum": 1, "exclusiveMinimum": True}), "3.0.3")
    new = document(received({"type": ["integer", "null"], "exclusiveMinimum": 1}))
    assert compare(old, new).items == []


def test_schemas_that_contain_themselves_end() -> None:
    """A cluster of components that all refer to each other is compared in a moment."""
    names = [f"S{index}" for index in range(60)]
    tables = []
    for last in (STRING, INTEGER):
        refs = {name: ref(name) for name in names}
        schemas = {name: object_of(**refs, value=last) for name in names}
        operation = received({"oneOf": list(refs.values())})
        tables.append(document(operation, components={"schemas": schemas}))
    assert len(compare(*tables).items) == len(names)
