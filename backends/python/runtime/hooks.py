"""What a caller wants to be told of requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from .messages import Request, Response

Told: TypeAlias = Awaitable[None] | None
"""What a hook returns: nothing, or what is waited for."""


class Hooks:
    """Functions that are called for every attempt of every request.

    With the asynchronous client they may be asynchronous. Requests for OAuth2 tokens call none.

    Args:
        before_request: given the request before it is sent; it may change the headers. Its
            ``operation`` and ``route`` say what is called, for traces and metrics.
        after_response: given the request and the response, whose body is not read yet.
        on_error: given the request and the error where no response came.
    """

    __slots__ = ("after_response", "before_request", "on_error")

    def __init__(
        self,
        *,
        before_request: Callable[[Request], Told] | None = None,
        after_response: Callable[[Request, Response], Told] | None = None,
        on_error: Callable[[Request, Exception], Told] | None = None,
    ) -> None:
        self.before_request: Callable[[Request], Told] | None = before_request
        self.after_response: Callable[[Request, Response], Told] | None = after_response
        self.on_error: Callable[[Request, Exception], Told] | None = on_error


NO_HOOKS = Hooks()
