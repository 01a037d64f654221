"""A receiver of webhooks as an ASGI or a WSGI application."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from .webhook_events import WebhookResponse
from .webhooks import Receiver

Scope = Mapping[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def asgi_app(
    receiver: Receiver, routes: Mapping[str, str | None] | None = None
) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
    """Make an ASGI application.

    Args:
        receiver: handles the events.
        routes: event names by path, None if the request tells the event; by default the last
            segment of the path, if it is an event's name.
    """

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
            return
        body = await _body(receive, receiver.max_body_bytes)
        if body is None:
            return
        fields = [
            (name.decode("latin-1"), text.decode("latin-1")) for name, text in scope["headers"]
        ]
        name = _name(receiver, scope["path"], routes)
        response = await receiver.handle_async(name, fields, body, scope["method"])
        await _send(response, send)

    return app


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


async def _body(receive: Receive, limit: int) -> bytes | None:
    """Read the body, but not much beyond the limit; None if the sender disconnects."""
    pieces: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        piece: bytes = message.get("body", b"")
        size += len(piece)
        pieces.append(piece)
        if size > limit or not message.get("more_body", False):
            return b"".join(pieces)


async def _send(response: WebhookResponse, send: Send) -> None:
    headers = {**response.headers, "content-length": str(len(response.body))}
    pairs = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": response.status, "headers": pairs})
    await send({"type": "http.response.body", "body": response.body})


def wsgi_app(
    receiver: Receiver, routes: Mapping[str, str | None] | None = None
) -> Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]:
    """Make a WSGI application; see :func:`asgi_app`."""

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        response = _received(receiver, environ, routes)
        headers = {**response.headers, "content-length": str(len(response.body))}
        start_response(_status_line(response.status), list(headers.items()))
        return [response.body]

    return app


def _received(
    receiver: Receiver, environ: dict[str, Any], routes: Mapping[str, str | None] | None
) -> WebhookResponse:
    most = receiver.max_body_bytes + 1
    length = environ.get("CONTENT_LENGTH") or ""
    whole = environ.get("wsgi.input_terminated")  # a chunked body has no length
    size = min(int(length), most) if length.isdigit() else most if whole else 0
    body = environ["wsgi.input"].read(size)
    if length.isdigit() and len(body) < size:
        return WebhookResponse(400, {}, b"")
    headers = [
        (key.removeprefix("HTTP_").replace("_", "-"), value)
        for key, value in environ.items()
        if key.startswith("HTTP_") or key == "CONTENT_TYPE"
    ]
    name = _name(receiver, environ.get("PATH_INFO", ""), routes)
    return receiver.handle(name, headers, body, environ["REQUEST_METHOD"])


def _status_line(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"{status} Status"


def _name(receiver: Receiver, path: str, routes: Mapping[str, str | None] | None) -> str | None:
    if routes is not None:
        return routes.get(path, "")
    name = unquote(path.rstrip("/").rpartition("/")[2])
    return name if receiver.receives(name) else None
