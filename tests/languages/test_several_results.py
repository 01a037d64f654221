"""Methods with several result types (D13): the SDK compiles for every pair of types, as JSON and as text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench import checkers
from tests.support.run import codegen
from tests.support.toolchain import tool
from tests.support.typescript_tools import require_tools

LANGUAGES = ("python", "typescript", "go")
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


def operation(first: Any, second: Any, at: int) -> dict[str, Any]:
    """Two bodies of JSON, the first as text with a media type that is not asked for, and none."""
    bodies = {
        "200": {"application/json": {"schema": first}},
        "201": {"application/json": {"schema": second}, "application/vnd.other+json": {"schema": first}},
        "202": {"text/plain": {"schema": first}, "image/png": {}},
    }
    responses = {status: {"description": "ok", "content": content} for status, content in bodies.items()}
    return {"get": {"operationId": f"get{at}", "responses": {**responses, "204": {"description": "none"}}}}


@pytest.mark.slow
def test_any_two_types_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_tools()
    tool("go")
    monkeypatch.setattr(checkers, "OUT", tmp_path)
    pairs = [(one, other) for at, one in enumerate(SCHEMAS) for other in SCHEMAS[at + 1 : at + 5]]
    paths = {f"/{at}": operation(*pair, at) for at, pair in enumerate(pairs)}
    document = {"openapi": "3.1.0", "info": {"title": "Results", "version": "1.0.0"}, "paths": paths}
    (tmp_path / "openapi.json").write_text(json.dumps(document), "utf-8")
    targets = [word for language in LANGUAGES for word in ("-t", language)]
    made = codegen("build", "openapi.json", *targets, "-q", "-o", "results", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    for language in LANGUAGES:
        found = checkers.check(language, "results", tmp_path / "results" / language, 300)
        logs = [path.read_text("utf-8")[-2000:] for path in tmp_path.glob(f"results.{language}.txt")]
        assert found.state == "passes", logs
