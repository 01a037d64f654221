"""The behaviour of the TypeScript runtime: hooks, the log, lost bodies, signals, uploads (sdk 7, sdk 8)."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import check_types, require_node, require_tools, run

PROGRAM = Path(__file__).parent / "typescript_behaviour.mjs"


def _answers(schema: dict[str, Any], media_type: str = "application/json") -> dict[str, Any]:
    return {"200": {"description": "ok", "content": {media_type: {"schema": schema}}}}


_A = {"type": "object", "properties": {"a": {"type": "integer"}}}
_FILE = {"type": "string", "format": "binary"}
_FORM = {"type": "object", "properties": {"file": _FILE, "n": {"type": "integer"}}}


def _body(media_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {media_type: {"schema": schema}}}


DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Behaviour", "version": "1"},
    "servers": [{"url": "https://{zone}.example", "variables": {"zone": {"default": "eu", "enum": ["eu", "us"]}}}],
    "security": [{"key": [], "person": []}],
    "components": {
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "person": {"type": "http", "scheme": "bearer"},
            "inQuery": {"type": "apiKey", "in": "query", "name": "key"},
        }
    },
    "paths": {
        "/half": {
            "get": {"operationId": "half", "responses": _answers(_A), "security": [{"key": []}, {"person": []}]},
            "post": {"operationId": "postHalf", "x-codegen-idempotency": False, "responses": _answers(_A)},
        },
        "/accepted": {"get": {"operationId": "accepted", "responses": {"202": {"description": "later"}}}},
        "/moved": {"get": {"operationId": "moved", "responses": _answers(_A)}},
        "/busy": {"get": {"operationId": "busy", "responses": _answers(_A)}},
        "/query": {
            "get": {
                "operationId": "query",
                "security": [{"inQuery": []}],
                "parameters": [{"name": "q", "in": "query", "schema": {"const": 1, "type": "integer"}}],
                "responses": _answers(_A),
            }
        },
        "/events": {"get": {"operationId": "events", "responses": _answers({"type": "integer"}, "text/event-stream")}},
        "/parts": {
            "post": {
                "operationId": "parts",
                "x-codegen-idempotency": {"header": "Idempotency-Key"},
                "requestBody": _body("multipart/form-data", _FORM),
                "responses": _answers(_A),
            }
        },
        "/bytes": {
            "post": {
                "operationId": "bytes",
                "requestBody": _body("application/octet-stream", _FILE),
                "responses": _answers(_A),
            }
        },
    },
}


@functools.cache
def sdk() -> Path:
    return print_typescript(DOCUMENT, "behaviour").folder


def told(*names: str) -> dict[str, Any]:
    """What the program says of each case."""
    done = run([require_node(), PROGRAM, sdk(), ",".join(names)], sdk())
    assert not done.returncode, done.stderr
    return dict(json.loads(line) for line in done.stdout.splitlines())


QUICK = {
    "lost": [{"a": 1}, "2"],
    "accepted": ["0", None],
    "hooks": [
        [
            *("moved GET", "302 1", "moved GET", "200 1") * 2,
            "half GET",
            "APIConnectionError",
            "half GET",
            "APIConnectionError",
        ],
        "SDKError: a hook failed: Error: mine",
    ],
    "logger": [2, False, '["GET /half -> 200 in "]\n["GET /query -> 200 in "]'],
    "nullRequest": ["MissingBodyError: the request body is required"],
    "unsendable": ["X-Key holds a control character", False, "InvalidArgumentError", True],
    "quotedUrl": [
        *("GET /query: no answer: error sending request for url ( refused", False, False),
        *("GET /query: no answer: ECONNRESET", False, False),
        *("GET /query: no answer: refused", False, True),
    ],
    "classes": [
        *('NotFoundError: 404 GET /half: {"error": [{"code": "gone"}]}', "NotFoundError", True, False),
        *("AuthenticationError: 401 GET /half: no", "AuthenticationError", False, True),
        *("ServerError: 503 GET /half: 500...", "ServerError", False, False),
        *("APIError: 418 GET /half: no message", "APIError", False, False),
    ],
    "ownFetch": ["half", "GET"],
    "abortInAPause": ["AbortError", "cleared"],
    "manyPausesOnOneSignal": ["ServerError: 503 GET /busy: no message (retry after 1 s)", 21, 0],
    "sourceFails": ["InvalidArgumentError", "half: Error: no vault", "no vault"],
    "sourceOfNothing": [
        *(
            "MissingCredentialsError: no credentials for GET /half: give key (or set BEHAVIOUR_KEY); "
            "or person (or set BEHAVIOUR_PERSON)",
        )
        * 3,
        0,
    ],
    "baseUrls": [
        *["ConfigurationError: the baseUrl is not origin/path"] * 4,
    ],
    "retryAfterBeyondTheBudget": [503, 30],
    "lastEventId": [[1, "7", "tick", None], [2, "7", "message", 1.5], [3, "9", "message", 1.5]],
    "longLine": ["4000000", True],
    "closed": [1],
    "together": [[1, "1"], "1", [1, "1"], [2, "2"], "3", "1"],
    "silent": [1, "APITimeoutError: nothing came for 20 ms"] * 2,
    "longIntegers": [],
    "plainHttp": [True, True, True],
    "sentTwice": [3, 1, 1, 3, 3],
    "serverVariables": [
        "https://us.example/half",
        "ConfigurationError: zone must be one of eu,us",
    ],
    "source": ["Bearer t1", "Bearer t2"],
    "signals": ["limit", "limit", "undefined", "undefined", "own", "limit"],
    "sourceOfEachAttempt": [
        *("Bearer t1", "Bearer t2", "Bearer t3"),
        *("/query?q=1&key=k1", "/query?q=1&key=k2", "/query?q=1&key=k3"),
    ],
    "fetchOptions": [[3, 0], ["POST /bytes", "GET /query"]],
    "createCoreIsWatched": [200],
}


@functools.cache
def quick() -> dict[str, Any]:
    return told("lost", *(name for name in QUICK if name != "lost"), "lostOfAPost")


@pytest.mark.parametrize("name", QUICK)
def test_behaviour(name: str) -> None:
    assert quick()[name] == QUICK[name]


def test_a_body_that_a_post_loses_is_an_error() -> None:
    """Without an idempotency key a POST is not sent again."""
    assert "APIConnectionError" in quick()["lostOfAPost"][0] or quick()["lostOfAPost"] == ["no error"]


@pytest.mark.slow
def test_uploads_are_not_held_in_memory() -> None:
    """sdk 7: files and streams are sent without loading them; megabytes of the process at most."""
    parts, streamed, megabytes = told("uploads")["uploads"]
    assert parts and streamed
    assert megabytes < 300, megabytes


def test_it_type_checks() -> None:
    require_tools()
    assert check_types(sdk()) == ""
