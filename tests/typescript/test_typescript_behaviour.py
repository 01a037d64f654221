"""The behaviour of the TypeScript runtime: hooks, the log, lost bodies, signals, uploads (sdk 7, sdk 8)."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import answers, document, object_of, operation, parameter, sends
from tests.support.typescript_things import print_typescript, told_by
from tests.support.typescript_tools import check_types

PROGRAM = Path(__file__).parent / "typescript_behaviour.mjs"


A = answers(object_of(a="integer"))
PAGES = {"type": "url", "outputs": {"results": "$.rows", "nextUrl": "$.more"}}
FILE = {"type": "string", "format": "binary"}
SERVERS = [
    {"url": "https://{zone}.example", "variables": {"zone": {"default": "eu", "enum": ["eu", "us"]}}},
    {"url": "{host}", "variables": {"host": {"default": ""}}},
]
DOCUMENT = document(
    "Behaviour",
    {
        "/half": {
            "get": operation("half", A, security=[{"key": []}, {"person": []}]),
            "post": operation("postHalf", A, **{"x-codegen-idempotency": False}),
        },
        "/accepted": {"get": operation("accepted", {"202": {"description": "later"}})},
        "/moved": {"get": operation("moved", A)},
        "/busy": {"get": operation("busy", A)},
        "/query": {
            "get": operation(
                "query",
                A,
                security=[{"inQuery": []}],
                parameters=[parameter("q", schema={"const": 1, "type": "integer"})],
            )
        },
        "/events": {"get": operation("events", answers({"type": "integer"}, "text/event-stream"))},
        "/parts": {
            "post": sends(
                "parts",
                object_of(file=FILE, n="integer"),
                "multipart/form-data",
                responses=A,
                **{"x-codegen-idempotency": {"header": "Idempotency-Key"}},
            )
        },
        "/bytes": {"post": sends("bytes", FILE, "application/octet-stream", responses=A)},
        "/pages": {
            "get": operation(
                "listPages",
                answers(object_of(rows={"type": "array", "items": {"type": "integer"}}, more="string")),
                **{"x-codegen-group": "pages", "x-codegen-pagination": PAGES},
                security=[{"inQuery": []}],
            )
        },
    },
    webhooks={"gone": {"post": sends("gone", object_of(id="string"))}},
    **{"x-codegen-webhooks": {"security": {"type": "signature", "headerName": "X-Signature"}}},
    servers=SERVERS,
    security=[{"key": [], "person": []}],
    components={
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "person": {"type": "http", "scheme": "bearer"},
            "inQuery": {"type": "apiKey", "in": "query", "name": "key"},
        }
    },
)


@functools.cache
def sdk() -> Path:
    return print_typescript(DOCUMENT, "behaviour").folder


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
    "shown": [15, []],
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
        "https://own.example/half?n=1e%2B21&n=18446744073709551616",
        "ConfigurationError: zone must be one of eu,us",
        "ConfigurationError: host has no value",
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
    names = ("lost", *(name for name in QUICK if name != "lost"), "lostOfAPost")
    return told_by(sdk(), PROGRAM, sdk(), ",".join(names))


@pytest.mark.parametrize("name", QUICK)
def test_behaviour(name: str) -> None:
    assert quick()[name] == QUICK[name]


def test_a_body_that_a_post_loses_is_an_error() -> None:
    """Without an idempotency key a POST is not sent again."""
    assert "APIConnectionError" in quick()["lostOfAPost"][0] or quick()["lostOfAPost"] == ["no error"]


@pytest.mark.slow
def test_uploads_are_not_held_in_memory() -> None:
    """sdk 7: files and streams are sent without loading them; megabytes of the process at most."""
    parts, streamed, megabytes = told_by(sdk(), PROGRAM, sdk(), "uploads")["uploads"]
    assert parts and streamed
    assert megabytes < 300, megabytes


def test_it_type_checks() -> None:
    assert check_types(sdk()) == ""
