"""The message of an error: the request, what is wrong, and the server's request id.

Loaded when the first error is made. SDKs in other languages use the same words.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http import HTTPStatus
from math import ceil
from typing import Any
from urllib.parse import unquote

from .kinds import is_array, is_object
from .messages import Request

_SHOWN = 500
"""Maximum characters of a message; the error's body has the rest."""

_USUAL = ("message", "detail", "error_description", "title", "error", "errors")
"""Properties in which APIs say what went wrong: text, an object with a message, or a list."""

_LOOKED_AT = 8192
"""Characters of an HTML page that are searched: its title is near the beginning."""

_TITLE = re.compile(r"<title[^>]*>\s*([^<\s][^<]*)", re.IGNORECASE)
_TAGS = re.compile(
    r"<(script|style)\b.*?(</\1[^>]*>|\Z)|<!--.*?(-->|\Z)|<[^>]*(>|\Z)", re.IGNORECASE | re.DOTALL
)

_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Characters that control a terminal or the direction of text, and halves of characters."""

_SECRET = 4
"""Minimum length of a secret to hide: hiding a shorter one would garble any text."""


def line(
    status: int,
    request: Request,
    said: str,
    headers: Mapping[str, str],
    wait: float | None = None,
    cut: int | None = None,
) -> str:
    """Write the message of an error response, whose body was ``cut`` after so many bytes."""
    request_id = headers.get("x-request-id") or headers.get("request-id")
    notes = [] if wait is None else [f"retry after {ceil(wait)} s"]
    if cut is not None:
        notes.append(f"body cut at the {cut} bytes of max_response_bytes")
    if request_id:
        notes.append(f"request id {request_id}")
    tail = f" ({', '.join(notes)})" if notes else ""
    return safe(f"{status} {request.asked}: {said}{tail}", request)


def safe(text: str, *requests: Request) -> str:
    """Remove the credentials of requests from a text, since some servers repeat what they receive;
    escape what cannot be seen.
    """
    found = {secret for request in requests for secret in _secrets(request)}
    for secret in sorted(found, key=len, reverse=True):
        if len(secret) >= _SECRET:
            text = text.replace(secret, "***")
    return _UNSEEN.sub(lambda one: f"\\u{ord(one[0]):04x}", text)


def _secrets(request: Request) -> Iterator[str]:
    """Find the credentials of a request, as they are sent and as they were given."""
    pairs = request.url.partition("?")[2].split("&")
    for header, value in request.headers:
        if header.lower() == "authorization":
            word, _, token = value.partition(" ")
            yield token or word
            if word == "Basic":
                with suppress(ValueError):
                    yield b64decode(token).decode().partition(":")[2]
        elif header.lower() == "cookie":
            pairs += value.split("; ")
        elif header.lower() in request.secrets:
            yield value
    for name, _, value in (pair.partition("=") for pair in pairs):
        if unquote(name).lower() in request.secrets:
            yield from (value, unquote(value))


def words(
    status: int, body: Any, content: bytes, declared: str | None, requests: tuple[Request, ...]
) -> str:
    """Find the message in an error's body: the declared property, else the usual ones.

    Else the beginning of the body: text, the title or visible text of a page, JSON as it came.
    For an empty body, the reason phrase of the status.
    """
    found = _told(body, declared) if is_object(body) else body if isinstance(body, str) else None
    if found is None and body and (is_object(body) or is_array(body)):
        found = content.decode("utf-8", "replace")
    return _shortened(found or "", requests) or _phrase(status)


def _shortened(text: str, requests: tuple[Request, ...]) -> str:
    """Make one line of a text or a page, and shorten it."""
    text = text.strip()[:_LOOKED_AT]
    if text.startswith("<"):
        title = _TITLE.search(text)
        text = title[1] if title else _TAGS.sub(" ", text)
    text = " ".join(safe(text, *requests).split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _told(body: Mapping[str, Any], declared: str | None) -> str | None:
    for key in (declared, *_USUAL):
        found = body.get(key or "message")
        for item in found if is_array(found) else [found]:
            value: Any = (item.get("message") or _placed(item)) if is_object(item) else item
            if isinstance(value, str) and value.strip():
                return value
    return None


def _placed(item: Mapping[str, Any]) -> str | None:
    """Read a validation error as FastAPI writes it."""
    at, said = item.get("loc"), item.get("msg")
    return f"{'.'.join(map(str, at))}: {said}" if said and is_array(at) else said


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "no message"
