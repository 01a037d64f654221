"""Printed validators: `validate_request` of every operation, as a server or a gateway uses it (spec 2.6, 7.3)."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.python_things import package_of

DOCUMENT = """
openapi: 3.1.0
info: {title: Validators, version: 1.0.0}
paths:
  /notes/{noteId}:
    parameters: [{name: noteId, in: path, required: true, schema: {type: integer, minimum: 1}}]
    put:
      operationId: putNote
      parameters:
        - {name: dry, in: query, schema: {type: boolean}}
        - name: tags
          in: query
          required: true
          schema: {type: array, maxItems: 2, items: {type: string, minLength: 2}}
        - {name: sizes, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: integer}}}
        - {name: kind, in: query, schema: {$ref: "#/components/schemas/Kind"}}
        - {name: X-Trace, in: header, required: true, schema: {type: string}}
        - {name: session, in: cookie, schema: {type: string, format: date}}
        - {name: filter, in: query, style: deepObject, schema: {type: object, properties: {a: {type: integer}}}}
      requestBody:
        required: true
        content:
          application/json: {schema: {$ref: "#/components/schemas/Note"}}
          text/*: {}
      responses: {"204": {description: done}}
    patch:
      operationId: touchNote
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
      responses: {"204": {description: done}}
components:
  schemas:
    Kind: {type: string, enum: [short, long], x-codegen-unknown-values: disallow}
    Note:
      type: object
      required: [text]
      properties: {text: {type: string, maxLength: 5}, lines: {type: array, items: {$ref: "#/components/schemas/Line"}}}
    Line: {type: object, required: [n], properties: {n: {type: integer}}, additionalProperties: false}
"""

GOOD: dict[str, Any] = {
    "path": {"noteId": "7"},
    "query": {"tags": ["aa", "bb"], "dry": "true", "sizes": "1|2", "kind": "short", "filter[a]": "1"},
    "headers": {"x-trace": "t", "Content-Type": "application/json; charset=utf-8"},
    "cookies": {"session": "2026-01-31"},
    "body": b'{"text": "hi", "lines": [{"n": 1}]}',
}


@pytest.fixture(scope="module")
def package() -> ModuleType:
    return package_of(DOCUMENT, "printed_checks").module


def found(package: ModuleType, operation: str = "putNote", **changes: Any) -> set[tuple[str, str, str]]:
    """What is wrong with the good request after some changes: place, pointer, rule."""
    given = GOOD | changes
    return {(item.place, item.pointer, item.rule) for item in package.validate_request(operation, **given)}


def test_a_good_request_has_no_violations(package: ModuleType) -> None:
    assert found(package) == set()
    assert package.check_request("putNote", **GOOD) is None


@pytest.mark.parametrize("body", [None, b""])
def test_a_missing_required_body_is_rejected(package: ModuleType, body: bytes | None) -> None:
    """spec 2.6.2, 7.3"""
    assert found(package, body=body) == {("body", "", "required")}
    with pytest.raises(package.InvalidRequest, match="the request body is required") as caught:
        package.check_request("putNote", **GOOD | {"body": body})
    assert caught.value.violations[0].rule == "required"


def test_a_missing_optional_body_is_fine(package: ModuleType) -> None:
    """spec 2.6.1, 2.6.3"""
    assert package.validate_request("touchNote", path={"noteId": "1"}) == []


def test_missing_required_parameters(package: ModuleType) -> None:
    """D11.1"""
    assert found(package, path={}, query={}, headers={}) == {
        ("path", "/noteId", "required"),
        ("query", "/tags", "required"),
        ("header", "/X-Trace", "required"),
    }


@pytest.mark.parametrize(
    ("changes", "violation"),
    [
        ({"path": {"noteId": "0"}}, ("path", "/noteId", "minimum")),
        ({"path": {"noteId": "x"}}, ("path", "/noteId", "type")),
        ({"query": {"tags": "aa", "dry": "yes"}}, ("query", "/dry", "type")),
        ({"query": {"tags": ["aa", "b"]}}, ("query", "/tags/1", "minLength")),
        ({"query": {"tags": ["aa", "bb", "cc"]}}, ("query", "/tags", "maxItems")),
        ({"query": {"tags": "aa", "sizes": "1|x"}}, ("query", "/sizes/1", "type")),
        ({"query": {"tags": "aa", "kind": "huge"}}, ("query", "/kind", "enum")),
        ({"cookies": {"session": "31.1."}}, ("cookie", "/session", "format")),
        ({"body": b'{"text": "too long"}'}, ("body", "/text", "maxLength")),
        ({"body": b'{"text": "a", "lines": [{"n": 1}, {"n": "2"}]}'}, ("body", "/lines/1/n", "type")),
        ({"body": b'{"text": "a", "lines": [{"n": 1, "m/m": 2}]}'}, ("body", "/lines/0/m~1m", "additionalProperties")),
        ({"body": b"{"}, ("body", "", "content")),
        ({"body": b"[]"}, ("body", "", "type")),
        ({"content_type": "image/png"}, ("body", "", "contentMediaType")),
        ({"query": {"tags": "aa", "filter[a]": "x"}}, ("query", "/filter/a", "type")),
    ],
)
def test_violations(package: ModuleType, changes: dict[str, Any], violation: tuple[str, str, str]) -> None:
    """Each violation has its place and a JSON pointer."""
    assert found(package, **changes) == {violation}


def test_a_media_type_of_a_range_is_declared(package: ModuleType) -> None:
    assert found(package, body=b"anything", content_type="text/plain") == set()


def test_an_operation_that_is_not_there(package: ModuleType) -> None:
    with pytest.raises(KeyError):
        package.validate_request("nothing")


def test_a_violation_reads_well(package: ModuleType) -> None:
    (item,) = package.validate_request("putNote", **GOOD | {"body": b'{"text": 5}'})
    assert str(item) == "body/text: must be string, not integer"


def test_behind_a_server(package: ModuleType, tmp_path: Path) -> None:
    """A WSGI application that refuses bad requests with the list of what is wrong."""

    def app(environ: dict[str, Any], start: Any) -> list[bytes]:
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        kind = environ.get("CONTENT_TYPE")
        wrong = package.validate_request("touchNote", path={"noteId": "1"}, body=body, content_type=kind)
        start("422 Unprocessable" if wrong else "204 No Content", [])
        return ["; ".join(map(str, wrong)).encode()]

    import io

    def call(body: bytes) -> tuple[str, bytes]:
        status: list[str] = []
        sent = {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/json"}
        return (b"".join(app(sent, lambda line, _: status.append(line))).decode(), status[0])[::-1]

    assert call(b"") == ("204 No Content", "")
    assert call(b"{}") == ("422 Unprocessable", "body/text: is required")
