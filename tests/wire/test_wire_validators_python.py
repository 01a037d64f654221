"""The requests of tests/wire/validators.yaml against validators printed for Python: by the function, and behind a
gateway, a bare ASGI application that responds with the list of violations."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs, unquote

import httpx2
import pytest

from tests.support.wire_python import check_found, found_in, printed_checks
from tests.support.wire_vectors import Check, all_checks


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.case)
def test_what_is_found(check: Check) -> None:
    check_found(check, [item._asdict() for item in found_in(check)])


def test_what_a_program_is_told() -> None:
    """The words of a violation; a media type that is given apart; bodies that are not there, and operations."""
    sdk = printed_checks("validators.yaml").module
    given: dict[str, Any] = {"path": {"noteId": "7"}, "query": {"dry": "true"}, "headers": {"X-Trace": "a"}}
    (item,) = sdk.validate_request("putNote", **given, body=b'{"text": 5}')
    assert str(item) == "body/text: must be string, not integer"
    (item,) = sdk.validate_request(
        "touchNote", path={"noteId": "7"}, body=b'{"text": "a", "lines": [{"n": 1, "/": 2}]}'
    )
    assert (item.pointer, item.rule) == ("/lines/0/~1", "additionalProperties")
    for kind, rules in (("text/plain", []), ("image/png", ["contentMediaType"])):
        assert [one.rule for one in sdk.validate_request("putNote", **given, body=b"hi", content_type=kind)] == rules
    assert sdk.check_request("touchNote", path={"noteId": "7"}) is None
    for body in (None, b""):
        with pytest.raises(sdk.InvalidRequest, match="the request body is required"):
            sdk.check_request("putNote", **given, body=body)
    with pytest.raises(KeyError):
        sdk.validate_request("nothing")


def test_models_check_themselves_alike() -> None:
    """``validate()`` of a model finds what the validator of a body finds (D11.1)."""
    models = printed_checks("validators.yaml").module.models
    for check in all_checks():
        if check.operation == "unions":
            found = models.Choices.from_dict(json.loads(check.body or b"{}")).validate()
            assert {("body", item.pointer, item.rule) for item in found} == check.finds, check.case


# --------------------------------------------------------------------------- behind a gateway


def gateway(sdk: Any, check: Check) -> Any:
    """A bare ASGI application, as a gateway would be: it lets a request pass, or says what is wrong with it."""

    async def app(scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode(), []).append(value.decode())
        cookie = SimpleCookie("; ".join(headers.get("cookie", ())))
        status, answer = 204, b""
        try:
            sdk.check_request(
                check.operation,
                path=check.path,
                query=parse_qs(scope["query_string"].decode(), keep_blank_values=True),
                headers=headers,
                cookies={name: unquote(morsel.value) for name, morsel in cookie.items()},
                body=body,
            )
        except sdk.InvalidRequest as error:
            status = error.status
            answer = json.dumps([item._asdict() for item in error.violations]).encode()
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": answer})

    return app


async def sent(check: Check) -> httpx2.Response:
    app = gateway(printed_checks(check.file).module, check)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://gateway") as client:
        cookies = "; ".join(f"{name}={value}" for name, value in check.cookies.items())
        headers = {**check.headers, **({"Cookie": cookies} if cookies else {})}
        return await client.post(f"/?{check.query}", headers=headers, content=check.body)


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.case)
def test_behind_a_gateway(check: Check) -> None:
    response = asyncio.run(sent(check))
    assert response.status_code == check.status
    check_found(check, json.loads(response.content or b"[]"))


# --------------------------------------------------------------------------- what the client sends


def test_whatever_is_received_is_judged() -> None:
    """Neither bytes that are nothing, nor what a server made of a body, nor odd parameters raise anything."""
    texts = ["", "1", "a,b", ".", ";", "[]", "{", "x=", "1e999", "é"]
    bodies: list[Any] = [b"\xff\xfe", b"--b1\r\n", "a[b]=1&a[b][c]=2&a", 5, [], [1], {"n": [1, None]}, True]
    kinds = [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=b1",
        "",
        ";;",
        "*/*",
    ]
    names = ["noteId", "deep[a]", "deep[in][x][y]", "deep[list][]", "deep[", "x", "flat", "json", "matrix", "object"]
    for file, operation in sorted({(check.file, check.operation) for check in all_checks()}):
        sdk = printed_checks(file).module
        for text in texts:
            values = {name: [text, text] for name in names}
            found = sdk.validate_request(operation, path=values, query=values, headers=values, cookies=values)
            assert all(item.rule and item.message for item in found)
        for body in bodies:
            for kind in kinds:
                assert isinstance(sdk.validate_request(operation, body=body, content_type=kind), list)
