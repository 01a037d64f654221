"""What a caller wants to be told of requests."""

from __future__ import annotations

from collections.abc import Callable

from .messages import Request, Response


class Hooks:
    """Functions that are called for every attempt of every request.

    Args:
        before_request: given the request before it is sent; it may change the headers.
        after_response: given the request and the response, whose body is not read yet.
        on_error: given the request and the error where no response came.
    """

    __slots__ = ("after_response", "before_request", "on_error")

    def __init__(
        self,
        *,
        before_request: Callable[[Request], None] | None = None,
        after_response: Callable[[Request, Response], None] | None = None,
        on_error: Callable[[Request, Exception], None] | None = None,
    ) -> None:
        self.before_request: Callable[[Request], None] | None = before_request
        self.after_response: Callable[[Request, Response], None] | None = after_response
        self.on_error: Callable[[Request, Exception], None] | None = on_error


NO_HOOKS = Hooks()
