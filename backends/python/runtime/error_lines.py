"""The message of an error: the request, what is wrong, and the server's request id.

Loaded when the first error is made. SDKs in other languages use the same words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from math import ceil
from typing import Any

from .kinds import is_array, is_object

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


def line(
    status: int, asked: str, said: str, headers: Mapping[str, str], wait: float | None = None
) -> str:
    """Write the message of an error response."""
    request_id = headers.get("x-request-id") or headers.get("request-id")
    notes = [] if wait is None else [f"retry after {ceil(wait)} s"]
    if request_id:
        notes.append(f"request id {request_id}")
    tail = f" ({', '.join(notes)})" if notes else ""
    return f"{status} {asked}: {said}{tail}"


def words(status: int, body: Any, content: bytes, declared: str | None) -> str:
    """Find the message in an error's body: the declared property, else the usual ones.

    Else the beginning of the body: text, the title or visible text of a page, JSON as it came.
    For an empty body, the reason phrase of the status.
    """
    found = _told(body, declared) if is_object(body) else body if isinstance(body, str) else None
    if found is None and body and (is_object(body) or is_array(body)):
        found = content.decode("utf-8", "replace")
    return shortened(found or "") or _phrase(status)


def shortened(text: str) -> str:
    """Make one line of a text or a page, and shorten it."""
    text = text.strip()
    if text.startswith("<"):
        text = text[:_LOOKED_AT]
        title = _TITLE.search(text)
        text = title[1] if title else _TAGS.sub(" ", text)
    text = " ".join(text.split())
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
