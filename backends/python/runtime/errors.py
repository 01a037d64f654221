"""What this package raises. Everything derives from :class:`SDKError`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from .messages import Headers


class SDKError(Exception):
    """The base of every error of this package."""

    __module__ = __name__.partition("._runtime")[0]

    def __init_subclass__(cls) -> None:
        cls.__module__ = _public(cls.__module__)


def _public(module: str) -> str:
    """Give the package that users import a class from, for the private module that holds it."""
    return module.partition("._runtime")[0].partition("._errors")[0]


class ConfigurationError(SDKError, ValueError):
    """The client lacks something to make a request with, such as a base URL."""


class MissingCredentialsError(ConfigurationError):
    """A call needs credentials and the client has none of them; nothing was sent."""


class InvalidArgumentError(SDKError, ValueError):
    """An argument cannot be sent; nothing was."""


class MissingArgumentError(InvalidArgumentError):
    """A required argument is None or absent; nothing was sent."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the argument {name!r} is required")
        self.name: str = name

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name,)


class MissingBodyError(InvalidArgumentError):
    """The request body is required and was not given; nothing was sent."""

    def __init__(self, message: str = "the request body is required") -> None:
        super().__init__(message)


class APIConnectionError(SDKError):
    """The server could not be reached, or went away before it answered.

    Attributes:
        unsent: it is certain that nothing of the request was sent: there was no connection.
    """

    unsent: bool = False


class APITimeoutError(APIConnectionError):
    """The server did not answer in time."""


class PaginationError(SDKError):
    """The next page would be the same page again."""


class APIError(SDKError):
    """The server answered with an error.

    Attributes:
        status: the HTTP status.
        headers: the response's headers.
        body: the body, decoded where it is JSON, else text, else bytes; None where there is none.
        error: the body as its declared type, else the same as ``body``.
        content: the body as it came.
        request_id: the server's name for the request, where it gave one.
        retry_after: seconds the server asks to wait, counted from when it answered.
        retry_at: the moment until which the server asks to wait.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        headers: Headers | None = None,
        content: bytes = b"",
        body: Any = None,
        error: Any = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status: int = status
        self.headers: Headers = Headers() if headers is None else headers
        self.content: bytes = content
        self.body: Any = body
        self.error: Any = body if error is None else error
        self.retry_after: float | None = retry_after
        self.retry_at: datetime | None = None if retry_after is None else _from_now(retry_after)

    @property
    def request_id(self) -> str | None:
        """The server's name for the request."""
        return self.headers.get("x-request-id") or self.headers.get("request-id")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (_made_of(type(self)), self.args, self.__dict__)


class NotModified(APIError):
    """304: what the caller has is still right.

    A call with If-None-Match or If-Modified-Since gets it.
    """


class BadRequestError(APIError):
    """400: the server does not understand the request."""


class AuthenticationError(APIError):
    """401: credentials are missing or wrong."""


class PermissionDeniedError(APIError):
    """403: the credentials do not allow this."""


class NotFoundError(APIError):
    """404: there is no such thing."""


class ConflictError(APIError):
    """409: the request does not fit the present state."""


class GoneError(APIError):
    """410: there is no such thing any more."""


class UnprocessableEntityError(APIError):
    """422: the request is well-formed and makes no sense."""


class RateLimitError(APIError):
    """429: too many requests; see ``retry_after``."""


class ServerError(APIError):
    """5XX: the server failed."""


class DecodeError(APIError):
    """The response cannot be read: it is not what its declaration says, or broken."""


class TokenError(APIError):
    """The token endpoint gives no token; status and body are those of its answer."""


_BY_STATUS: Mapping[int, type[APIError]] = {
    304: NotModified,
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: GoneError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}


def error_class(status: int, declared: type[APIError] | None = None) -> type[APIError]:
    """Find the class for a status; with a declared class, one that is both."""
    base = _BY_STATUS.get(status) or (ServerError if status >= 500 else APIError)
    return base if declared is None else _both(declared, base)


_MADE: dict[tuple[str, str, str], type[APIError]] = {}


def _both(declared: type[APIError], base: type[APIError]) -> type[APIError]:
    """Make a class that is a declared error and that of a status, once."""
    if issubclass(declared, base):
        return declared
    key = (declared.__module__, declared.__name__, base.__name__)
    if key not in _MADE:
        named = declared if base is APIError else base
        members = {"__module__": named.__module__, "__doc__": named.__doc__}
        _MADE[key] = type(named.__name__, (declared, base), members)
    return _MADE[key]


def _made_of(cls: type[APIError]) -> tuple[type[APIError], ...]:
    """Find the importable classes of one that :func:`_both` made."""
    return cls.__bases__ if cls in _MADE.values() else (cls,)


def _rebuild(made_of: tuple[type[APIError], ...], args: Any, state: dict[str, Any]) -> APIError:
    cls = made_of[0] if len(made_of) == 1 else _both(made_of[0], made_of[1])
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(state)
    return error


def _from_now(seconds: float) -> datetime:
    try:
        return datetime.now(UTC) + timedelta(seconds=seconds)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)
