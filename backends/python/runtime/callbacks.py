"""The URL of a callback: its runtime expression, resolved with the request that started it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .convert import is_mapping
from .errors import SDKError
from .jsonio import loads


class CallbackURLError(SDKError, LookupError):
    """A callback's URL cannot be found in the request or the response."""


class Part:
    """A piece of a callback's URL: text, or a value of the request or the response.

    ``root`` is ``url``, ``method``, ``statusCode``, ``request``, ``response``; ``part`` of the last
    two is ``header``, ``query``, ``path`` (with ``name``) or ``body`` (with tokens of ``pointer``).
    """

    __slots__ = ("name", "part", "pointer", "root", "text")

    def __init__(
        self,
        text: str | None = None,
        *,
        root: str = "",
        part: str = "",
        name: str = "",
        pointer: Sequence[str] = (),
    ) -> None:
        self.text: str | None = text
        self.root: str = root
        self.part: str = part
        self.name: str = name
        self.pointer: Sequence[str] = pointer


class Exchange:
    """A request, and the response to it, as runtime expressions see them; header names in any case.

    Bodies may be JSON text or decoded JSON.
    """

    def __init__(
        self,
        *,
        url: str = "",
        method: str = "",
        path: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: Any = None,
        status: int | None = None,
        response_headers: Mapping[str, str] | None = None,
        response_body: Any = None,
    ) -> None:
        self.values: Mapping[str, Any] = {"url": url, "method": method, "statusCode": status}
        self.request: Mapping[str, Any] = {
            "path": path or {},
            "query": query or {},
            "header": _lowered(headers),
            "body": body,
        }
        self.response: Mapping[str, Any] = {
            "header": _lowered(response_headers),
            "body": response_body,
        }

    def find(self, part: Part) -> Any:
        """Find the value of an expression; None where there is none."""
        if part.root not in ("request", "response"):
            return self.values.get(part.root)
        side = self.request if part.root == "request" else self.response
        if part.part == "body":
            body = side["body"]
            return pointed(loads(body) if isinstance(body, (bytes, str)) else body, part.pointer)
        name = part.name.lower() if part.part == "header" else part.name
        values: Mapping[str, Any] = side.get(part.part, {})
        return values.get(name)


def resolve(urls: Mapping[str, Sequence[Part]], callback: str, exchange: Exchange) -> str:
    """Build a callback's URL.

    Raises:
        CallbackURLError: there is no such callback, or a value is missing or not text or a number.
    """
    parts = urls.get(callback)
    if parts is None:
        known = ", ".join(map(repr, urls))
        raise CallbackURLError(f"there is no callback {callback!r}; there are {known}")
    return "".join(
        part.text if part.text is not None else _text(part, exchange.find(part)) for part in parts
    )


def _text(part: Part, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        place = "/".join((part.root, part.part, part.name, *part.pointer))
        raise CallbackURLError(f"the callback's URL needs a value at {place}")
    return str(value)


def _lowered(headers: Mapping[str, str] | None) -> dict[str, str]:
    return {name.lower(): value for name, value in (headers or {}).items()}


def pointed(value: Any, pointer: Sequence[str]) -> Any:
    """Follow a JSON pointer; None if it leads nowhere."""
    for token in pointer:
        value = _step(value, token)
    return value


def _step(value: Any, token: str) -> Any:
    if is_mapping(value):
        return value.get(token)
    if value.__class__ is list and _INDEX.fullmatch(token) and int(token) < len(value):
        return value[int(token)]
    return None


_INDEX = re.compile(r"0|[1-9]\d{0,8}")
