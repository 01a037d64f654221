"""Methods with several result types (D13): the SDK compiles for every pair of types, as JSON and as text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from judges.checkers import IMPORT_ALL
from tests.support.documents import NOTHING, answers, document, operation
from tests.support.go_things import go
from tests.support.run import build_sdks, run_program
from tests.support.type_checkers import run_mypy
from tests.support.typescript_tools import check_types

SCHEMAS: list[Any] = [
    {"type": "integer", "format": "int32"},
    {"type": "integer", "format": "int64"},
    {"type": "number"},
    {"type": "boolean"},
    {"type": "string"},
    {"type": ["string", "null"]},
    {"type": "string", "format": "date"},
    {"type": "string", "format": "date-time"},
    {"type": "string", "format": "decimal"},
    {"type": "string", "contentEncoding": "base64"},
    {"type": "string", "contentEncoding": "base64url"},
    {"enum": ["a", "b"]},
    {"enum": [1, 2]},
    {"const": "a"},
    {"const": 5},
    {"const": {"x": 1}},
    {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    {"type": "array", "items": {"type": ["integer", "null"]}},
    {"type": ["array", "null"], "items": {"type": "integer"}},
    {"type": "object", "additionalProperties": {"type": "integer"}},
    {"type": "object", "properties": {"a": {"type": "string"}}},
    True,
]


def answering(first: Any, second: Any, at: int) -> dict[str, Any]:
    """Two bodies of JSON, the first as text with a media type that is not asked for, and none."""
    others = {"201": {"application/json": {"schema": second}, "application/vnd.other+json": {"schema": first}}}
    others["202"] = {"text/plain": {"schema": first}, "image/png": {}}
    responses = answers(first) | {status: {"description": "ok", "content": found} for status, found in others.items()}
    return {"get": operation(f"get{at}", {**responses, **NOTHING})}


@pytest.mark.slow
def test_any_two_types_meet(tmp_path: Path) -> None:
    pairs = [(one, other) for at, one in enumerate(SCHEMAS) for other in SCHEMAS[at + 1 : at + 5]]
    sdk = build_sdks(tmp_path, document("Results", {f"/{at}": answering(*pair, at) for at, pair in enumerate(pairs)}))
    assert check_types(sdk / "typescript", "--noEmit") == ""
    go("vet", "./...", folder=sdk / "go")
    said = run_mypy(sdk / "python", "--strict", "results")
    assert said.startswith("Success"), said
    run_program([sys.executable, "-c", IMPORT_ALL, "results"], sdk / "python")
