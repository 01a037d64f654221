"""Recursive schemas, and long chains of schemas that are not recursive (D1.4, D1.5, D11.2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from compiler.ir.nodes import Sdk
from compiler.ir.types import ANY, Alias, ListOf, Model, Ref, Scalar, Union
from passes import PIPELINE
from passes.context import Context
from tests.support.documents import answers, document, operation, ref
from tests.support.lowering import compile_document, lower


def compiled(schemas: dict[str, Any], schema: Any = None, version: str = "3.1.0") -> tuple[Sdk, list[str]]:
    """Compile a document with these schemas; returns what the passes leave, and the codes."""
    paths = {"/a": {"get": operation("a", answers(schema or ref("A")))}}
    found = compile_document(document("T", paths, schemas, openapi=version))
    return found.sdk, found.codes


TEXT = {"type": "string"}
MODEL = {"type": "object", "properties": {"x": TEXT}}


@pytest.mark.parametrize(
    ("schemas", "code"),
    [
        ({"A": {"allOf": [ref("A")]}}, "CG0504"),
        ({"A": {"allOf": [ref("A")], "type": ["object", "null"]}}, "CG0504"),
        ({"A": {"allOf": [ref("B")]}, "B": {"allOf": [ref("A"), MODEL]}}, "CG0504"),
        ({"A": {"allOf": [ref("B")]}, "B": {"allOf": [ref("C")]}, "C": {"allOf": [ref("A")]}}, "CG0504"),
        ({"A": {"allOf": [{"allOf": [ref("A")], **MODEL}]}}, "CG0504"),
        ({"A": ref("B"), "B": {"allOf": [ref("A")]}}, "CG0504"),
        ({"A": {**ref("B"), **MODEL}, "B": {**ref("A"), **MODEL}}, "CG0501"),
        ({"A": {"anyOf": [ref("A")]}}, "CG0504"),
        ({"A": {"anyOf": [ref("B")]}, "B": {"oneOf": [ref("C")]}, "C": {"allOf": [ref("A")]}}, "CG0504"),
        ({"A": {"$anchor": "n", "anyOf": [{"$ref": "#n"}]}}, "CG0504"),
        ({"A": {"$dynamicAnchor": "n", "allOf": [{"$dynamicRef": "#n"}]}}, "CG0504"),
        ({"A": {**MODEL, "properties": {"p": {"allOf": [ref("A/properties/p")]}}}}, "CG0504"),
        ({"A": {"type": "array", "items": {"anyOf": [ref("A/items")]}}}, "CG0504"),
        ({"A": {**MODEL, "not": {"anyOf": [ref("A")]}}}, "CG0504"),
        ({"A": {"if": ref("B"), "then": MODEL}, "B": {"type": "object", "else": ref("A")}}, "CG0504"),
        ({"A": {"type": "object", "dependentSchemas": {"x": ref("A")}}}, "CG0504"),
        ({"A": {"anyOf": [ref("A"), {"type": "null"}]}}, "CG0526"),
        ({"A": {"oneOf": [{"oneOf": [ref("A")]}, TEXT]}}, "CG0526"),
        ({"A": {"allOf": [{"anyOf": [ref("A"), TEXT]}]}}, "CG0526"),
        ({"A": {"anyOf": [{"allOf": [ref("A"), MODEL]}, TEXT]}}, "CG0526"),
        ({"A": {"anyOf": [ref("B"), TEXT]}, "B": {"oneOf": [{"allOf": [ref("A"), MODEL]}, TEXT]}}, "CG0526"),
    ],
)
def test_a_circle_is_told(schemas: dict[str, Any], code: str) -> None:
    """As one of references alone is (CG0501), in whatever way it is spelled."""
    _, codes = compiled(schemas)
    assert [found for found in codes if found not in ("CG0506", "CG0505")] == [code]


def test_a_circle_that_may_be_null_is_told_by_the_words_of_the_document() -> None:
    """`nullable` of 3.0 makes a union of what stands beside it."""
    for word, code in (("allOf", "CG0504"), ("anyOf", "CG0526")):
        assert compiled({"A": {"nullable": True, word: [ref("A")]}}, version="3.0.3")[1] == [code]


def test_a_circle_in_an_answer_is_told() -> None:
    at = {"$ref": "#/paths/~1a/get/responses/200/content/application~1json/schema"}
    assert compiled({}, {"allOf": [at]})[1] == ["CG0504"]
    assert compiled({}, {"anyOf": [at, TEXT]})[1] == ["CG0526"]


@pytest.mark.parametrize(
    "schemas",
    [
        {"A": {"type": "object", "properties": {"a": ref("A")}}},
        {"A": {"allOf": [{"type": "object", "properties": {"a": ref("A")}}]}},
        {"A": {"oneOf": [TEXT, {"type": "array", "items": ref("A")}]}},
        {"A": {"oneOf": [ref("B")], **MODEL, "discriminator": {"propertyName": "x"}}, "B": {"allOf": [ref("A")]}},
        {"A": {"type": "object", "properties": {"a": {"not": ref("A")}}}},
    ],
)
def test_what_ends_is_no_circle(schemas: dict[str, Any]) -> None:
    assert compiled(schemas)[1] == []


def test_a_member_of_itself_is_left_out() -> None:
    """What the others allow is what the schema allows; a part that comes back to the whole is no part of a member."""
    for schema in ({"oneOf": [ref("A"), TEXT]}, {"allOf": [{"anyOf": [ref("A"), TEXT]}]}):
        item = compiled({"A": schema})[0].types["schemas/A"]
        assert isinstance(item, Alias) and isinstance(item.type, Scalar) and item.type != ANY
    parts = [{"allOf": [ref("A"), {"required": ["y"], "properties": {"y": TEXT}}]}, {"properties": {"z": TEXT}}]
    sdk, _ = compiled({"A": {**MODEL, "oneOf": parts}})
    union = sdk.types["schemas/A"]
    assert isinstance(union, Union)
    members = [sdk.types[case.type.target] for case in union.cases if isinstance(case.type, Ref)]
    assert [[field.wire for field in member.fields] for member in members if isinstance(member, Model)] == [
        ["x", "y"],
        ["x", "z"],
    ]


def test_a_schema_beside_a_circle_is_whole() -> None:
    """D1.4: only what needs the circle is lost."""
    sdk, codes = compiled({"A": {"type": "array", "items": MODEL}, "B": {"allOf": [ref("B")]}})
    item = sdk.types["schemas/A"]
    assert codes == ["CG0504"] and isinstance(item, Alias) and isinstance(item.type, ListOf)


# --------------------------------------------------------------------------- chains


def link(at: int, above: Any) -> Any:
    return {"allOf": [above, {"type": "object", "properties": {f"p{at}": TEXT}}]}


@pytest.mark.parametrize("backwards", [False, True], ids=["bases first", "heirs first"])
@pytest.mark.parametrize("length", [23, 500])
def test_a_chain_of_all_of_keeps_every_property(length: int, backwards: bool) -> None:
    """A straight chain is no circle, however long."""
    schemas = {f"C{at}": link(at, ref(f"C{at - 1}")) for at in range(1, length)}
    schemas["C0"] = {"type": "object", "properties": {"p0": TEXT}}
    names = sorted(schemas, key=lambda name: int(name[1:]), reverse=backwards)
    sdk, codes = compiled({"A": ref(f"C{length - 1}")} | {name: schemas[name] for name in names})
    last = sdk.types[f"schemas/C{length - 1}"]
    assert codes == [] and isinstance(last, Model)
    assert [field.wire for field in last.fields] == [f"p{at}" for at in range(length)]


@pytest.mark.parametrize("beside", [False, True])
def test_parts_in_parts_keep_every_property(beside: bool) -> None:
    schema: Any = {"type": "object", "properties": {"p0": TEXT}}
    for at in range(1, 90):
        schema = {"allOf": [schema], "properties": {f"p{at}": TEXT}} if beside else link(at, schema)
    sdk, codes = compiled({"A": schema})
    model = sdk.types["schemas/A"]
    assert codes == [] and isinstance(model, Model) and len(model.fields) == 90


def test_a_chain_beyond_the_limit_says_so() -> None:
    """D1.5: the warning blames no circle."""
    schemas = {f"C{at}": link(at, ref(f"C{at - 1}")) for at in range(1, 1_002)}
    found = lower(json.dumps(document("T", {}, schemas | {"C0": MODEL})), head="")
    PIPELINE[0].load()(found.sdk, Context(found.diagnostics))
    assert [item.message for item in found.diagnostics.items if item.code == "CG0514"] == [
        "a chain of more than 1,000 schemas ends here; it allows any value instead"
    ]
