"""The IR's text form: `load(dump(x)) == x` for every node, and text that a person can read (house 1)."""

import dataclasses

import pytest

from compiler.ir.node import NODES
from compiler.ir.nodes import Operation, Parameter, Property, Schema, Sdk
from compiler.ir.read import IRSyntaxError, load
from compiler.ir.text import dump
from compiler.ir.types import (
    STRING,
    Case,
    Checks,
    Choice,
    Const,
    Enum,
    Field,
    Kind,
    ListOf,
    MapOf,
    Member,
    Model,
    Name,
    Nullable,
    Origin,
    Ref,
    Scalar,
    Union,
    Value,
)
from compiler.ir.wire import Advance, AdvanceKind, BodyKind, Pages, Place, Source, Step, Stop, StopKind

OPERATION = Operation(
    "paths/~1test/get",
    "GET",
    "/test",
    operation_id="getTest",
    name=Name("get", Origin.ROOT_OVERRIDE),
    security=(),
    tags=("a", "b"),
    stream=BodyKind.SSE,
    results=(STRING, Ref("schemas/A")),
    parameters=(
        Parameter("page", Place.QUERY, type=STRING, id="parameters/Page", default=Value(3)),
        Parameter("limit", Place.QUERY, type=STRING, id="paths/~1test/get/parameters/1"),
    ),
    pages=Pages(
        "cursor",
        (Advance(AdvanceKind.SET_FROM, "cursor", Place.QUERY, source=Source((Step("data"), Step(index=-1)))),),
        (Stop(StopKind.MISSING),),
    ),
)
SCHEMA = Schema(
    types=("object", "null"),
    description='two\nlines { "quoted" } // no comment',
    properties=(
        Property("id", True, Schema(types=("string",), id="schemas/T/properties/id"), "schemas/T/properties/id"),
        Property(
            "a/b c", False, Schema(ref="schemas/T", id="schemas/T/properties/a~1b c"), "schemas/T/properties/a~1b c"
        ),
    ),
    enum=(Value(1), Value(None), Value({"a": [1, {"b": True}]}), Value("x")),
    id="schemas/T",
)
MODEL = Model(
    "schemas/A",
    Name("A", Origin.OVERRIDE),
    fields=(
        Field("id", STRING, True, id="schemas/A/properties/id"),
        Field(
            "tags",
            Nullable(ListOf(Scalar(Kind.STRING, "uuid", Checks(min_length=3, pattern="^a, b$", unique_items=True)))),
            id="common.yaml#/components/schemas/B",
            default=Value(None),
        ),
        Field("counts", MapOf(Scalar(Kind.INT64), Checks(max_properties=3)), id="schemas/A/properties/counts"),
    ),
)
UNION = Union(
    "schemas/U",
    Choice.TAGGED,
    cases=(Case(Ref("schemas/A"), tags=("a",), consts=(("k", 1),)), Case(Const({"x": [1, None]})), Case(Const("null"))),
    tag="t",
)
ENUM = Enum("schemas/E", members=(Member(1.5, Name("one and a half")), Member(None), Member("null"), Member("")))
DOCUMENT = Sdk(
    "T",
    "1",
    schemas={SCHEMA.id: SCHEMA},
    types={item.id: item for item in (MODEL, UNION, ENUM)},
    operations={OPERATION.id: OPERATION},
)


@pytest.mark.parametrize("node", [DOCUMENT, OPERATION, SCHEMA, MODEL, UNION, ENUM], ids=lambda node: node.WORD)
def test_load_is_the_inverse_of_dump(node: object) -> None:
    assert load(dump(node)) == node


def test_every_node_class_has_a_text_form() -> None:
    """A new node class needs no printer and no grammar change."""
    bare = [
        word
        for word, cls in NODES.items()
        if all(f.default is not dataclasses.MISSING for f in dataclasses.fields(cls))
    ]
    assert len(bare) > 10
    for word in bare:
        node = NODES[word]() if "default_factory" not in word else None
        assert load(dump(node)) == node


def test_dump_of_a_part_shows_the_declarations_below_an_identity() -> None:
    assert dump(DOCUMENT, only="schemas/A") == dump(MODEL)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('model @schemas/A {\n  feild "x"\n}', "line 2: Model holds no 'feild'"),
        ("modle @schemas/A", "line 1: unknown node 'modle'"),
        ("model @schemas/A colour=1", "line 1: Model has no 'colour'"),
        ("model @schemas/A }", "line 1, column 18: unexpected text"),
    ],
)
def test_text_that_is_no_ir_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(IRSyntaxError) as caught:
        load(text)
    assert str(caught.value) == message
