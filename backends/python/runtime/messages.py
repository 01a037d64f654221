"""Requests and responses as plain values, between the methods and the transport."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from typing import Protocol


class Headers(Mapping[str, str]):
    """Response headers by case-insensitive name; fields of one name are joined by ``", "``."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Iterable[tuple[str, str]] = ()) -> None:
        self._fields: dict[str, list[str]] = {}
        for name, value in fields:
            self._fields.setdefault(name.lower(), []).append(value)

    def __getitem__(self, name: str) -> str:
        return ", ".join(self._fields[name.lower()])

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._fields

    def get_list(self, name: str) -> list[str]:
        """Get the values of all fields of this name, in order."""
        return list(self._fields.get(name.lower(), ()))

    def __repr__(self) -> str:
        return f"Headers({dict(self)!r})"


class Content(Protocol):
    """A request body that is read in pieces."""

    @property
    def length(self) -> int | None:
        """The number of bytes, if it is known."""
        ...

    def rewind(self) -> bool:
        """Rewind; False if that is impossible."""
        ...

    def __iter__(self) -> Iterator[bytes]: ...

    def __aiter__(self) -> AsyncIterator[bytes]: ...


class Request:
    """One HTTP request.

    ``operation`` is the operation's name in the document, "" for token requests. ``url`` is final
    and percent-encoded. ``bare`` means that it goes to another origin than the call, so that a
    client must add nothing of its own (headers, cookies, credentials). ``secrets`` are names, in
    lower case, of headers, cookies and parts of the query that hold credentials.
    """

    __slots__ = (
        "bare",
        "content",
        "headers",
        "method",
        "operation",
        "secrets",
        "template",
        "timeout",
        "url",
    )

    def __init__(
        self,
        method: str,
        url: str,
        headers: list[tuple[str, str]],
        content: bytes | Content | None = None,
        timeout: float | None = None,
        *,
        bare: bool = False,
    ) -> None:
        self.method: str = method
        self.url: str = url
        self.headers: list[tuple[str, str]] = headers
        self.content: bytes | Content | None = content
        self.timeout: float | None = timeout
        self.bare: bool = bare
        self.operation: str = ""
        self.template: str = ""
        self.secrets: frozenset[str] = frozenset()

    def copy(self) -> Request:
        """Copy the request, so that its headers can be changed."""
        made = Request(
            self.method, self.url, [*self.headers], self.content, self.timeout, bare=self.bare
        )
        return made.like(self)

    def like(self, other: Request) -> Request:
        """Belong to the operation of another request."""
        self.operation, self.template, self.secrets = other.operation, other.template, other.secrets
        return self

    @property
    def route(self) -> str:
        """The template of the operation's path, which OpenTelemetry calls ``url.template``."""
        return self.template.partition("#")[0].partition("?")[0]

    @property
    def asked(self) -> str:
        """The request as errors and logs show it: method and path, never the query, which may
        hold secrets.
        """
        path = self.url.partition("?")[0].partition("://")[2].partition("/")[2]
        return f"{self.method} /{path.partition('#')[0]}"

    def header(self, name: str) -> str | None:
        """Get the value of a header, case-insensitively."""
        name = name.lower()
        return next((value for key, value in self.headers if key.lower() == name), None)

    def __repr__(self) -> str:
        return f"<Request {self.method}>"


class SentRequest:
    """A request as it was sent, with what a hook changed; the HTTP library adds its own headers.

    Attributes:
        method: the HTTP method.
        url: the whole URL, percent-encoded.
        headers: the headers by name, credentials included.
    """

    __slots__ = ("headers", "method", "url")

    def __init__(self, request: Request) -> None:
        self.method: str = request.method
        self.url: str = request.url
        self.headers: Headers = Headers(request.headers)

    def __repr__(self) -> str:
        return f"<SentRequest {self.method}>"


class Response(Protocol):
    """One HTTP response; its body can be read or closed once."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        ...

    @property
    def headers(self) -> Headers:
        """The headers."""
        ...


class SyncResponse(Response, Protocol):
    """A response of a :class:`Transport`."""

    def read(self) -> bytes:
        """Read the whole body and release the connection."""
        ...

    def iter_bytes(self) -> Iterator[bytes]:
        """Read the body in pieces, decompressed."""
        ...

    def close(self) -> None:
        """Release the connection."""
        ...


class AsyncResponse(Response, Protocol):
    """A response of an :class:`AsyncTransport`."""

    async def read(self) -> bytes: ...

    def iter_bytes(self) -> AsyncIterator[bytes]: ...

    async def close(self) -> None: ...


class Transport(Protocol):
    """Sends requests: it follows no redirects, and raises APIConnectionError on failure."""

    def send(self, request: Request) -> SyncResponse:
        """Send a request and return when the response's headers have arrived."""
        ...

    def close(self) -> None:
        """Close all connections."""
        ...


class AsyncTransport(Protocol):
    """Sends requests for asyncio."""

    async def send(self, request: Request) -> AsyncResponse: ...

    async def close(self) -> None: ...
