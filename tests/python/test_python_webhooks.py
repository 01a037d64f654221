"""Receivers behind servers, and the URLs of callbacks (D9); the webhook vectors have their responses."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import io
import json
import time
from importlib import import_module
from types import ModuleType
from typing import Any, get_type_hints

import pytest

from tests.support.documents import text_of
from tests.support.python_things import package_of
from tests.support.wire_run import HOOKS

SECRET = "shh"
DOCUMENT = text_of("python/hooks.yaml")
TAGGED = HOOKS["tagged"]["document"]
BODY = b'{"id": "o1", "at": "2026-01-31T12:00:00Z"}'


def signed(body: bytes, secret: str = SECRET) -> str:
    return base64.b64encode(hmac.new(secret.encode(), body, hashlib.sha256).digest()).decode()


@pytest.fixture(scope="module")
def package() -> ModuleType:
    return package_of(DOCUMENT, "printed_hooks").module


@pytest.fixture
def receiver(package: ModuleType) -> Any:
    receiver = package.WebhookReceiver(secrets=[SECRET, b"other"])

    @receiver.new_order
    def new_order(order: Any) -> Any:
        assert type(order).__name__ == "Order"
        return {"seen": order.at}

    return receiver


def test_types_resolve_at_run_time(package: ModuleType) -> None:
    """All public names can be imported, and frameworks find the types of what they register."""
    found: dict[str, Any] = {}
    exec(f"from {package.__name__} import *", found)
    hints = get_type_hints(package.WebhookReceiver.new_order)
    assert hints["handler"] == hints["return"] == found["NewOrderHandler"]


def asgi(app: Any, path: str, body: bytes, method: str = "POST", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """One request, its body in two pieces."""
    pieces = [{"body": body[:5], "more_body": True}, {"body": body[5:]}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", **pieces.pop(0)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    fields = [(name.encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(app({"type": "http", "method": method, "path": path, "headers": fields}, receive, send))
    start, end = sent
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], found, end["body"]


def wsgi(app: Any, path: str, body: bytes, method: str = "POST", **environ: Any) -> tuple[str, dict[str, str], bytes]:
    """One request."""
    told: list[Any] = []
    given = {"REQUEST_METHOD": method, "PATH_INFO": path, "wsgi.input": io.BytesIO(body), **environ}
    answer = b"".join(app(given, lambda *start: told.extend(start)))
    status, headers = told
    return status, dict(headers), answer


def test_asgi(receiver: Any) -> None:
    status, headers, body = asgi(receiver.asgi(), "/hooks/newOrder", BODY, signature=signed(BODY))
    assert (status, json.loads(body)) == (200, {"seen": "2026-01-31T12:00:00Z"})
    assert headers == {"content-type": "application/json", "content-length": str(len(body))}
    assert asgi(receiver.asgi(), "/hooks/newOrder", BODY, signature=signed(b"x"))[0] == 401
    assert asgi(receiver.asgi(), "/hooks/neworder", BODY, signature=signed(BODY))[0] == 404
    routes = {"/in": "newOrder"}
    assert asgi(receiver.asgi(routes), "/in", BODY, signature=signed(BODY))[0] == 200
    assert asgi(receiver.asgi(routes), "/newOrder", BODY, signature=signed(BODY))[0] == 404


def test_another_method_is_refused(receiver: Any) -> None:
    """405 with the method that the event is declared with; what has no event is not found, whatever the method."""
    for app_method, path, allowed in (("GET", "/newOrder", "POST"), ("POST", "/orderGone", "DELETE")):
        status, headers, body = asgi(receiver.asgi(), path, BODY, app_method, signature=signed(BODY))
        assert (status, headers["allow"], body) == (405, allowed, b"")
        status, headers, body = wsgi(receiver.wsgi(), path, BODY, app_method)
        assert (status, headers["allow"], body) == ("405 Method Not Allowed", allowed, b"")
    receiver.order_gone(lambda _: None)
    assert asgi(receiver.asgi(), "/orderGone", b"", "DELETE", signature=signed(b""))[0] == 204
    assert asgi(receiver.asgi(), "/neworder", b"", "GET")[0] == 404


def test_one_url_for_all() -> None:
    """Where the path names no event the payload does, or the receiver's own rule; a route may say so, too."""
    module = package_of(TAGGED, "hooks_tagged").module
    told: list[Any] = []

    def receiver(**options: Any) -> Any:
        made = module.WebhookReceiver(verify=False, **options)
        made.made(lambda payload: told.append(("made", payload.type, module.event_headers().get("x-a"))))
        made.gone(lambda payload: told.append(("gone", payload.type, module.event_headers().get("x-a"))))
        return made

    app = receiver().asgi()
    assert asgi(app, "/hooks", b'{"type":"order.made"}', **{"x-a": "1"})[0] == 200
    assert asgi(app, "/hooks", b'{"type":"order.gone"}', "DELETE")[0] == 204
    assert asgi(app, "/hooks", b'{"type":"order.gone"}')[0] == 405
    assert asgi(app, "/hooks", b'{"type":"order.lost"}')[0] == 404
    assert asgi(receiver().asgi({"/hooks": None}), "/hooks", b'{"type":"order.made"}')[0] == 200
    assert asgi(receiver().asgi({"/hooks": None}), "/made", b'{"type":"order.made"}')[0] == 404
    assert told == [("made", "order.made", "1"), ("gone", "order.gone", None), ("made", "order.made", None)]

    named = receiver(event_name=lambda payload, headers: headers.get("x-event") or payload["type"][6:])
    assert asgi(named.asgi(), "/hooks", b'{"type":"order.gone"}', **{"x-event": "made"})[0] == 200
    assert asgi(named.asgi(), "/hooks", b'{"type":"order.gone"}', "DELETE")[0] == 204
    assert asgi(named.asgi(), "/hooks", b"[]")[0] == 500  # the rule fails
    with pytest.raises(LookupError):
        module.event_headers()


async def test_asgi_startup_and_shutdown(receiver: Any) -> None:
    messages = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])

    await receiver.asgi()({"type": "lifespan"}, receive, send)
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_wsgi(receiver: Any) -> None:
    """A body in chunks has no length: the server says that it ends by itself."""
    more = {"CONTENT_TYPE": "application/json", "HTTP_SIGNATURE": signed(BODY)}
    found = wsgi(receiver.wsgi(), "/newOrder/", BODY + b"more", CONTENT_LENGTH=str(len(BODY)), **more)
    assert (found[0], json.loads(found[2])) == ("200 OK", {"seen": "2026-01-31T12:00:00Z"})
    chunks = wsgi(receiver.wsgi(), "/newOrder", BODY, HTTP_SIGNATURE=signed(BODY), **{"wsgi.input_terminated": True})
    assert chunks[0] == "200 OK"


async def test_half_a_body_is_none(package: ModuleType) -> None:
    """The sender is gone before the end: nothing is handled, though what came reads as a payload."""
    receiver = package.WebhookReceiver(verify=False)
    seen: list[Any] = []
    receiver.new_order(seen.append)
    assert wsgi(receiver.wsgi(), "/newOrder", BODY, CONTENT_LENGTH="1000")[0] == "400 Bad Request"
    messages = [{"type": "http.request", "body": BODY, "more_body": True}, {"type": "http.disconnect"}]
    told: list[Any] = []

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    await receiver.asgi()({"type": "http", "method": "POST", "path": "/newOrder", "headers": []}, receive, send)
    assert (told, seen) == ([], [])


def test_a_large_body_is_not_read_whole(package: ModuleType) -> None:
    receiver = package.WebhookReceiver(secrets=SECRET, max_body_bytes=10)
    body = io.BytesIO(b"x" * 1000)
    found = wsgi(receiver.wsgi(), "/newOrder", b"", CONTENT_LENGTH="1000", **{"wsgi.input": body})
    assert found[0].startswith("413 ") and body.tell() == 11


def test_asynchronous_handlers(package: ModuleType) -> None:
    receiver = package.WebhookReceiver(secrets=SECRET)

    @receiver.new_order
    async def new_order(order: Any) -> Any:
        await asyncio.sleep(0)
        return package.Reply(503)

    assert asgi(receiver.asgi(), "/newOrder", BODY, signature=signed(BODY))[0] == 503
    assert receiver.handle("newOrder", {"Signature": signed(BODY)}, BODY).status == 500


def test_secrets_are_required_where_webhooks_are_signed(package: ModuleType) -> None:
    """An empty one, as of a variable that is not set, is none: anyone could sign with it."""
    for wrong in ((), "", ["s3cret", ""], b""):
        with pytest.raises(package.ConfigurationError, match="secrets"):
            package.WebhookReceiver(secrets=wrong)
    package.WebhookReceiver(verify=False)


def test_reading_alone(receiver: Any, package: ModuleType) -> None:
    order = receiver.read("newOrder", [("signature", signed(BODY))], BODY)
    assert order == package.models.Order.from_json(BODY)
    with pytest.raises(package.SignatureError):
        receiver.read("newOrder", {}, BODY)


def test_comparison_does_not_stop_at_the_first_that_fits(monkeypatch: pytest.MonkeyPatch, receiver: Any) -> None:
    """D9.3: every signature is compared with that of every secret, by compare_digest."""
    seen: list[int] = []
    real = hmac.compare_digest
    monkeypatch.setattr(hmac, "compare_digest", lambda a, b: seen.append(1) or real(a, b))
    receiver.read("newOrder", {"signature": signed(BODY)}, BODY)
    assert len(seen) == 2


def test_callback_urls(package: ModuleType) -> None:
    """D9.4: runtime expressions are resolved with the request and the response."""
    request = {"path": {"jobId": "j1"}, "query": {"host": "http://example.org"}, "headers": {"X-Port": "8080"}}
    exchange = package.Exchange(**request, body='{"to": {"a/b": "/in"}}', response_body={"id": 7})
    assert package.callback_url("startJob.done", exchange) == "http://example.org:8080/j1/in?7"
    with pytest.raises(package.CallbackURLError, match="request/header/x-port"):
        package.callback_url("startJob.done", package.Exchange(**request | {"headers": {}}, body={}))
    assert package.callback_url("done", exchange) == package.callback_url("startJob.done", exchange)
    with pytest.raises(package.CallbackURLError, match=r"there is no callback 'other'; there are 'startJob\.done'"):
        package.callback_url("other", exchange)
    with pytest.raises(package.UnknownEventError, match=r"there is no webhook 'other'; there are .*'startJob\.done'"):
        package.WebhookReceiver(secrets="s").read("other", {}, b"")


def test_payloads_that_are_unions_and_enums(package: ModuleType) -> None:
    tagged = package_of(TAGGED, "hooks_tagged").module.WebhookReceiver(verify=False)
    assert type(tagged.read("changed", {}, b'{"type": "order.sent"}')).__name__ == "Sent"
    assert package.WebhookReceiver(verify=False).read("word", {}, b'"yes"') == "yes"


def test_old_timestamps(package: ModuleType) -> None:
    """D9.3: a timestamp within the tolerance only."""
    signatures = import_module("printed_hooks._runtime.signatures")
    signatures.check_age("1000", 5, 1004.0)
    signatures.check_age(str(int(time.time())), 3600, None)
    for text in ("", "soon", "1e3", "٣", "940"):
        with pytest.raises(package.SignatureError):
            signatures.check_age(text, 5, 1000.0)
    with pytest.raises(package.SignatureError):
        signatures.check_age("1000", 3600, None)
