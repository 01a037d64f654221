"""The errors for responses that cannot be read."""

from __future__ import annotations

from typing import Any

from .errors import DecodeError
from .messages import Headers, Request


class MisreadError(ValueError):
    """JSON that cannot be read into what a caller asked for; its text says so."""


def undecoded(
    request: Request,
    status: int,
    headers: Headers,
    said: str,
    content: bytes = b"",
    body: Any = None,
) -> DecodeError:
    """Make the error for a response that cannot be read."""
    from .error_lines import line

    message = line(status, request, said, headers)
    return DecodeError(message, status=status, headers=headers, content=content, body=body)


def too_long(
    request: Request, status: int, headers: Headers, what: str, most: int, content: bytes
) -> DecodeError:
    """Make the error for a body, or a value of a stream, that is longer than the bound."""
    said = f"{what} is longer than the {most} bytes of max_response_bytes"
    return undecoded(request, status, headers, said, content)
