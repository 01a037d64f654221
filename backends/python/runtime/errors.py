"""What this package raises. Everything derives from :class:`SDKError`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from .messages import Headers

if TYPE_CHECKING:
    from .schemas import Violation


class SDKError(Exception):
    """The base of every error of this package."""

    __module__ = __name__.partition("._runtime")[0]

    def __init_subclass__(cls) -> None:
        cls.__module__ = _public(cls.__module__)


def _public(module: str) -> str:
    """Return the package from which users import a class of a private module."""
    return module.partition("._runtime")[0].partition("._errors")[0]


class ConfigurationError(SDKError, ValueError):
    """The client lacks a setting that a request needs, such as a base URL."""


class MissingCredentialsError(ConfigurationError):
    """A call needs credentials that the client does not have; nothing was sent."""


class InvalidArgumentError(SDKError, ValueError):
    """An argument cannot be sent; nothing was sent."""


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
    """The server could not be reached, or closed the connection before it answered.

    Attributes:
        unsent: whether certainly nothing was sent, since there was no connection.
    """

    unsent: bool = False


class APITimeoutError(APIConnectionError):
    """The server did not answer in time."""


class PaginationError(SDKError):
    """The server's next page is a page that was already read."""


class APIError(SDKError):
    """The server answered with an error.

    Attributes:
        status: the HTTP status.
        headers: the response's headers.
        body: the decoded JSON, else text, else bytes; None without a body.
        error: the body as its declared type, else ``body``.
        content: the body as it came.
        request_id: the server's id of the request, if it sent one.
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
        """The server's id of the request."""
        return self.headers.get("x-request-id") or self.headers.get("request-id")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (_made_of(type(self)), self.args, self.__dict__)


class NotModified(APIError):
    """304: the caller's copy is still current.

    Calls with If-None-Match or If-Modified-Since raise it.
    """


class BadRequestError(APIError):
    """400: the server does not understand the request."""


class AuthenticationError(APIError):
    """401: credentials are missing or wrong."""


class PermissionDeniedError(APIError):
    """403: the credentials do not allow this."""


class NotFoundError(APIError):
    """404: the resource does not exist."""


class ConflictError(APIError):
    """409: the request conflicts with the current state."""


class GoneError(APIError):
    """410: the resource no longer exists."""


class UnprocessableEntityError(APIError):
    """422: the request is well-formed but its content is not valid."""


class RateLimitError(APIError):
    """429: too many requests; see ``retry_after``."""


class ServerError(APIError):
    """5XX: the server failed."""


class DecodeError(APIError):
    """The response cannot be read: its body is broken, is no JSON or is longer than allowed.

    With ``validate_responses=True`` also: it breaks its schema.

    Attributes:
        violations: all violations of the schema.
    """

    violations: Sequence[Violation] = ()


class TokenError(APIError):
    """The token endpoint gave no token; status and body are from its response."""


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
    """Find the class for a status; with a declared class, a subclass of both."""
    base = _BY_STATUS.get(status) or (ServerError if status >= 500 else APIError)
    return base if declared is None else _both(declared, base)


_MADE: dict[tuple[str, str, str], type[APIError]] = {}


def _both(declared: type[APIError], base: type[APIError]) -> type[APIError]:
    """Make the subclass of a declared error and a status, once."""
    if issubclass(declared, base):
        return declared
    key = (declared.__module__, declared.__name__, base.__name__)
    if key not in _MADE:
        named = declared if base is APIError else base
        members = {"__module__": named.__module__, "__doc__": named.__doc__}
        _MADE[key] = type(named.__name__, (declared, base), members)
    return _MADE[key]


def _made_of(cls: type[APIError]) -> tuple[type[APIError], ...]:
    """Find the importable bases of a class that :func:`_both` made."""
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
