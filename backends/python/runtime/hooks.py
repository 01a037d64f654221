"""Hooks that are called around requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from .messages import Request, Response

if TYPE_CHECKING:
    from .answer_checks import InvalidResponse

Told: TypeAlias = Awaitable[None] | None
"""What a hook returns: nothing, or an awaitable."""


class Hooks:
    """Functions that are called for every attempt of every request.

    With the asynchronous client they may be asynchronous. OAuth2 token requests call no hooks.

    Args:
        before_request: takes the request before it is sent, and may change its headers. Its
            ``operation`` and ``route`` say what is called, for traces and metrics.
        after_response: takes the request and the response, whose body is not read yet.
        on_error: takes the request and the error if no response came.
        on_invalid_response: takes what is wrong with an answer, if the client or the call says
            ``validate_responses="report"``. It is called where the body is read, and is never
            asynchronous.
    """

    __slots__ = ("after_response", "before_request", "on_error", "on_invalid_response")

    def __init__(
        self,
        *,
        before_request: Callable[[Request], Told] | None = None,
        after_response: Callable[[Request, Response], Told] | None = None,
        on_error: Callable[[Request, Exception], Told] | None = None,
        on_invalid_response: Callable[[InvalidResponse], None] | None = None,
    ) -> None:
        self.before_request: Callable[[Request], Told] | None = before_request
        self.after_response: Callable[[Request, Response], Told] | None = after_response
        self.on_error: Callable[[Request, Exception], Told] | None = on_error
        self.on_invalid_response: Callable[[InvalidResponse], None] | None = on_invalid_response


NO_HOOKS = Hooks()
