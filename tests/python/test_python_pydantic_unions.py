"""``models: pydantic``: unions that hold times or themselves, and additional properties, are checked, read and written
as the document says, also by pydantic's own methods."""

from __future__ import annotations

import importlib
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import answers, document, list_of, object_of, operation, ref, sends
from tests.support.python_things import package_of, write_program
from tests.support.type_checkers import Diagnostic, Programs, mistaken_lines, run_mypy

pydantic = pytest.importorskip("pydantic")


FILE = {"type": "string", "format": "binary"}
BASE64 = {"type": "string", "contentEncoding": "base64"}
TIME = {"type": "string", "format": "date-time"}
LONG = {"type": "integer", "format": "int64"}
NUMBER = {"type": "number"}
SCHEMAS = {
    "Bag": object_of(own=BASE64) | {"additionalProperties": BASE64},
    "Bags": object_of(first=ref("Bag")) | {"additionalProperties": ref("Bag")},
    "Expr": {"oneOf": [TIME, list_of(ref("Expr")), object_of("op", op="string", args=list_of(ref("Expr")))]},
    "LongOrNumber": {"oneOf": [LONG, NUMBER]},
    "NumberOrLong": {"oneOf": [NUMBER, LONG, {"type": "null"}]},
    "Numbers": object_of(long=ref("LongOrNumber"), number=ref("NumberOrLong")),
    "Left": {"oneOf": [{"type": "integer"}, list_of(ref("Right"))]},
    "Right": {"oneOf": [{"type": "boolean"}, list_of(ref("Left")), ref("Whole")]},
    "Upload": object_of("file", file=FILE, files=list_of(FILE), either={"oneOf": [FILE, ref("Bag")]}),
    "Whole": object_of(expr=ref("Expr"), left=ref("Left"), bag=ref("Bag"), bags=ref("Bags")),
}
DOCUMENT = document(
    "Unions",
    {
        "/upload": {"post": sends("upload", ref("Upload"), "multipart/form-data")},
        "/whole": {"get": operation("whole", answers(ref("Whole")))},
        "/numbers": {"get": operation("numbers", answers(ref("Numbers")))},
    },
    SCHEMAS,
)
CHECKED = """from datetime import datetime
from typing import Sequence
from pathlib import Path
from pydantic_unions import File
from pydantic_unions.models import Expr, ExprObject, Left, Right, Upload, Whole
upload = Upload(file=Path("a"), files=[b"b", File(b"c")], either=File(b"d"))
expr: Expr = [datetime.now(), ExprObject(op="and", args=[[]])]
left: Left = [True, [3, [Whole(expr=expr)]]]
rights: Sequence[Right] = [True, [left]]
whole = Whole(expr=expr, left=left)
if isinstance(whole.left, list):
    first = whole.left[0]
    wrong: str = first
"""
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
PRINTED = package_of(DOCUMENT, "pydantic_unions", models="pydantic")
File: Any = PRINTED.module.File
MODELS: Any = importlib.import_module(f"{PRINTED.module.__name__}.models")


def test_further_properties_are_read_and_written_as_declared() -> None:
    data = {"own": "aGk=", "x": "/w=="}
    for bag in (
        MODELS.Bag(own=b"hi", x=b"\xff"),
        MODELS.Bag.from_dict(data),
        MODELS.Bag.model_validate(data),
        MODELS.Bag.model_validate_json(json.dumps(data)),
        pydantic.TypeAdapter(MODELS.Bag).validate_json(json.dumps(data), strict=True),
    ):
        assert (bag.own, bag.x) == (b"hi", b"\xff")
        assert bag.to_dict() == bag.model_dump(mode="json") == json.loads(bag.model_dump_json()) == data
    bags = MODELS.Bags.model_validate({"a": {"x": "/w=="}})
    assert bags.a.x == b"\xff" and json.loads(bags.model_dump_json(exclude_unset=True)) == {"a": {"x": "/w=="}}


@pytest.mark.parametrize("text", ["9007199254740993", "-1", "1.5"])
def test_integers_of_64_bits_beside_numbers_keep_their_digits(text: str) -> None:
    """D11.3: in either order."""
    data = f'{{"long":{text},"number":{text}}}'
    for made in (MODELS.Numbers.from_json(data), MODELS.Numbers.model_validate_json(data)):
        assert made.to_json() == made.model_dump_json() == data
    assert MODELS.Numbers.from_json('{"long":1,"number":null}').number is None


def test_a_union_with_times_is_checked() -> None:
    text = {"expr": ["2026-07-01T12:00:00Z", {"op": "and", "args": [["2026-07-01T12:00:00Z"]]}]}
    for whole in (MODELS.Whole.model_validate(text), MODELS.Whole.model_validate_json(json.dumps(text))):
        assert whole.expr == [NOON, MODELS.ExprObject(op="and", args=[[NOON]])]
        assert whole == MODELS.Whole.from_dict(text) and whole.to_dict() == text
    for wrong, place in (
        ("noon", "expr.datetime"),
        (["noon"], "expr.list.0.datetime"),
        ({"op": "and", "args": ["noon"]}, "expr.args.0.datetime"),
        ({"op": 3}, "expr.op"),
    ):
        with pytest.raises(pydantic.ValidationError) as caught:
            MODELS.Whole(expr=wrong)
        assert place in [".".join(map(str, error["loc"])) for error in caught.value.errors()]


def test_unions_of_one_another_are_checked() -> None:
    whole = MODELS.Whole(left=[True, [3], MODELS.Whole(left=4)])
    assert whole.to_dict() == {"left": [True, [3], {"left": 4}]}
    assert MODELS.Whole.model_validate(whole.to_dict()) == whole
    with pytest.raises(pydantic.ValidationError):
        MODELS.Whole(left=["3"])


@pytest.mark.parametrize("given", [b"a", File(b"a", name="n"), ("n", b"a"), Path(__file__)], ids=repr)
def test_whatever_holds_bytes_is_a_file(given: Any) -> None:
    upload = MODELS.Upload(file=given, files=[given], either=given)
    assert upload.file is upload.either is upload.files[0] is given


def checked() -> Programs:
    return write_program(PRINTED, "checked.py", CHECKED, "pydantic_unions/_models")


@pytest.mark.slow
@pytest.mark.pyright(make=checked)
def test_type_checkers_know_types_that_hold_themselves(pyright: list[Diagnostic]) -> None:
    assert [(item.path, item.line) for item in pyright if item.severity == "error"] == [("checked.py", 13)], pyright
    text = run_mypy(checked().folder, "--strict", "checked.py")
    assert mistaken_lines(text, "checked.py") == {13} and text.count("error:") == 1, text
