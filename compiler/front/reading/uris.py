"""Normalises URIs, so that equivalent ones are equal (RFC 3986, 6.2.2 and 6.2.3)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit, urlunsplit

from compiler.base.patterns import lazy_pattern

_ESCAPE = lazy_pattern(r"%([0-9a-fA-F]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PORTS = {"http": ":80", "https": ":443"}


def normalized(uri: str) -> str:
    """Return a URI with its scheme and host in lower case, no default port, and only the escapes that it needs.

    Raises:
        ValueError: it is no URI.
    """
    parts = urlsplit(uri)
    if not parts.scheme:
        return uri
    user, at, host = parts.netloc.rpartition("@")
    host = host.lower().removesuffix(_PORTS.get(parts.scheme, ":"))
    path = _ESCAPE.sub(_unescaped, parts.path)
    return urlunsplit(parts._replace(netloc=f"{user}{at}{host}", path=path))


def _unescaped(match: re.Match[str]) -> str:
    sign = chr(int(match[1], 16))
    return sign if sign in _UNRESERVED else match[0].upper()
