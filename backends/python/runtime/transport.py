"""The default transport, over httpx2, and adapters for an httpx or httpx2 client of the caller."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from .errors import (
    APIConnectionError,
    APITimeoutError,
    ConfigurationError,
    InvalidArgumentError,
    SDKError,
)
from .gunzip import Gunzip
from .limits import Limit
from .messages import AsyncTransport, Content, Headers, Request, Transport
from .pools import Pools, httpx2_module

if TYPE_CHECKING:
    import asyncio


class _Builds(Protocol):
    @property
    def build_request(self) -> Callable[..., Any]:
        """Makes a request with the client's own headers."""
        ...


class HttpxClient(_Builds, Protocol):
    """The part of ``httpx.Client`` that is used; ``httpx2.Client`` has it too."""

    @property
    def send(self) -> Callable[..., Any]:
        """Sends it."""
        ...


class HttpxAsyncClient(_Builds, Protocol):
    """The part of ``httpx.AsyncClient`` that is used; ``httpx2.AsyncClient`` has it too."""

    @property
    def send(self) -> Callable[..., Awaitable[Any]]: ...


def _refuse(pools: Pools) -> None:
    if pools.given:
        raise ConfigurationError(
            "proxy and max_connections are for our own HTTP client: set them in your http_client"
        )


def sync_transport(client: Transport | HttpxClient | None, pools: Pools) -> Transport:
    """Make a transport from the ``http_client`` that the caller gave."""
    given: Any = client
    if given is None:
        return PoolTransport(pools)
    _refuse(pools)
    transport: Transport = ClientTransport(given) if hasattr(given, "build_request") else given
    return transport


def async_transport(
    client: AsyncTransport | HttpxAsyncClient | None, pools: Pools
) -> AsyncTransport:
    """Make a transport from the ``http_client`` that the caller gave."""
    given: Any = client
    if given is None:
        return AsyncPoolTransport(pools)
    _refuse(pools)
    if hasattr(given, "build_request"):
        return AsyncClientTransport(given)
    transport: AsyncTransport = given
    return transport


class PoolTransport:
    """Sends through httpx2's connection pool."""

    def __init__(self, pools: Pools) -> None:
        self._pools = pools

    def send(self, request: Request) -> SyncHttpxResponse:
        """Send a request and return when the response's headers have arrived."""
        httpx = httpx2_module()
        pool = self._pools.find(request.url, "HTTPTransport")
        sent = _raw_request(httpx, request, _sync_content(request.content))
        try:
            response = pool.handle_request(sent)
        except httpx.HTTPError as error:
            raise wrap(error, request.timeout) from error
        response.request = sent
        return SyncHttpxResponse(response, httpx.HTTPError, request.timeout)

    def close(self) -> None:
        """Close all connections."""
        for pool in self._pools.take():
            pool.close()


class AsyncPoolTransport:
    """Sends through httpx2's connection pool for asyncio."""

    def __init__(self, pools: Pools) -> None:
        self._pools = pools
        self._by_loop: dict[asyncio.AbstractEventLoop, Pools] = {}

    async def send(self, request: Request) -> AsyncHttpxResponse:
        httpx = httpx2_module()
        pool = self._here().find(request.url, "AsyncHTTPTransport")
        sent = _raw_request(httpx, request, _async_content(request.content))
        try:
            response = await pool.handle_async_request(sent)
        except httpx.HTTPError as error:
            raise wrap(error, request.timeout) from error
        response.request = sent
        return AsyncHttpxResponse(response, httpx.HTTPError, request.timeout)

    def _here(self) -> Pools:
        """Find the pools of the running event loop: another loop cannot use their connections."""
        import asyncio

        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # trio
            return self._pools
        found = self._by_loop.get(loop)
        if found is None:
            found = self._pools.empty()
            known = {old: one for old, one in [*self._by_loop.items()] if not old.is_closed()}
            self._by_loop = {**known, loop: found}
        return found

    async def close(self) -> None:
        for pool in self._here().take():
            await pool.aclose()


class _OwnClient:
    def __init__(self, client: Any) -> None:
        self._client = client
        self._httpx = _home(client)


class ClientTransport(_OwnClient):
    """Sends through an httpx or httpx2 client of the caller, with that client's settings."""

    def send(self, request: Request) -> SyncHttpxResponse:
        sent = _client_request(self._httpx, self._client, request, _sync_content(request.content))
        extra: dict[str, Any] = {"auth": None} if request.bare else {}
        try:
            response = self._client.send(sent, stream=True, follow_redirects=False, **extra)
        except self._httpx.HTTPError as error:
            raise wrap(error, request.timeout) from error
        return SyncHttpxResponse(response, self._httpx.HTTPError, request.timeout)

    def close(self) -> None:
        """Leave the client open: it is the caller's."""


class AsyncClientTransport(_OwnClient):
    """Sends through an asyncio httpx or httpx2 client of the caller."""

    async def send(self, request: Request) -> AsyncHttpxResponse:
        content = _async_content(request.content)
        sent = _client_request(self._httpx, self._client, request, content)
        extra: dict[str, Any] = {"auth": None} if request.bare else {}
        try:
            response = await self._client.send(sent, stream=True, follow_redirects=False, **extra)
        except self._httpx.HTTPError as error:
            raise wrap(error, request.timeout) from error
        return AsyncHttpxResponse(response, self._httpx.HTTPError, request.timeout)

    async def close(self) -> None:
        """Leave the client open: it is the caller's."""


class _HttpxResponse:
    __slots__ = ("_error", "_limit", "_response", "headers", "status")

    def __init__(self, response: Any, error: Any, limit: float | None = None) -> None:
        self._response = response
        self._error = error
        self._limit = limit
        self.status: int = response.status_code
        self.headers = Headers(response.headers.multi_items())


class SyncHttpxResponse(_HttpxResponse):
    """An httpx response as a :class:`~.messages.SyncResponse`."""

    __slots__ = ()

    def read(self) -> bytes:
        """Read the whole body, within the limit of the request, and release the connection."""
        limit = self._limit
        pieces: list[bytes] = []
        for piece in self.iter_bytes():
            pieces.append(piece)
            if isinstance(limit, Limit) and limit.is_over:  # of a caller's client
                self.close()
                raise APITimeoutError(f"no answer within {limit:g} s")
        return b"".join(pieces)

    def iter_bytes(self) -> Iterator[bytes]:
        """Read the body in pieces, decompressed."""
        gunzip = _gunzip(self._response)
        try:
            if gunzip is None:
                yield from self._response.iter_bytes()
                return
            for piece in self._response.iter_raw():
                yield from gunzip.feed(piece)
            gunzip.end()
        except self._error as error:
            raise wrap(error, self._limit) from error

    def close(self) -> None:
        """Release the connection."""
        self._response.close()


class AsyncHttpxResponse(_HttpxResponse):
    """An httpx response as an :class:`~.messages.AsyncResponse`."""

    __slots__ = ()

    async def read(self) -> bytes:
        limit = self._limit
        pieces: list[bytes] = []
        async for piece in self.iter_bytes():
            pieces.append(piece)
            if isinstance(limit, Limit) and limit.is_over:  # of a caller's client
                await self.close()
                raise APITimeoutError(f"no answer within {limit:g} s")
        return b"".join(pieces)

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        gunzip = _gunzip(self._response)
        try:
            if gunzip is None:
                async for piece in self._response.aiter_bytes():
                    yield piece
                return
            async for piece in self._response.aiter_raw():
                for made in gunzip.feed(piece):
                    yield made
            gunzip.end()
        except self._error as error:
            raise wrap(error, self._limit) from error

    async def close(self) -> None:
        await self._response.aclose()


def _gunzip(response: Any) -> Gunzip | None:
    """Make the decoder of a gzip body, unless a hook of the caller's client has read it."""
    is_gzip = response.headers.get("content-encoding", "").strip().lower() == "gzip"
    return Gunzip() if is_gzip and not response.is_stream_consumed else None


_TIMEOUTS = {
    "ConnectTimeout": "no connection within {} s",
    "PoolTimeout": "no connection was free within {} s: all allowed connections are in use",
    "ReadTimeout": "no answer within {} s",
    "WriteTimeout": "the request was not taken within {} s",
}


_UNSENT = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError"})
"""Errors of httpx before there is a connection."""


def wrap(error: Exception, limit: float | None) -> SDKError:
    """Convert an error of httpx, for a request with this time limit."""
    names = {cls.__name__ for cls in type(error).__mro__}
    name = type(error).__name__
    told = _TIMEOUTS.get(name) if limit is not None else None  # a caller's client has its own limit
    message = str(error) or name if told is None else told.format(f"{limit:g}")
    if "LocalProtocolError" in names:
        told = message.partition(" b'")[0].partition(' b"')[0]  # a value may be a secret
        return InvalidArgumentError(f"the request cannot be sent: {told}")
    if "UnsupportedProtocol" in names:
        return ConfigurationError(message)
    made = APITimeoutError if "TimeoutException" in names else APIConnectionError
    wrapped = made(message)
    wrapped.unsent = not _UNSENT.isdisjoint(names)
    return wrapped


def _home(client: object) -> Any:
    """Find the module that a client comes from, to catch its errors: httpx or httpx2."""
    for cls in type(client).__mro__:
        root = cls.__module__.partition(".")[0]
        if root.startswith("httpx"):
            return sys.modules[root]
    raise ConfigurationError("http_client is neither a Transport nor a client of httpx or httpx2")


def _raw_request(httpx: Any, request: Request, content: Any) -> Any:
    """Make a request with exactly our headers and target: httpx would rewrite some URLs."""
    origin, target = _split(request.url)
    try:
        return httpx.Request(
            request.method,
            _origin(httpx, origin) if target else request.url,
            headers=[*_encoded(request.headers), (b"Accept-Encoding", b"gzip")],
            content=content,
            extensions={"timeout": _timeout(request.timeout), **target},
        )
    except httpx.InvalidURL as error:
        raise ConfigurationError(f"{request.url!r} is not a URL: {error}") from error


def _client_request(httpx: Any, client: Any, request: Request, content: Any) -> Any:
    if request.bare:
        return _raw_request(httpx, request, content)
    try:
        made = client.build_request(
            request.method,
            request.url,
            headers=_encoded(request.headers),
            content=content,
            timeout=request.timeout,
        )
    except httpx.InvalidURL as error:
        raise ConfigurationError(f"{request.url!r} is not a URL: {error}") from error
    target = _split(request.url)[1]
    if target and target["target"] != made.url.raw_path:
        made.extensions.update(target)
    return made


@lru_cache(32)
def _origin(httpx: Any, url: str) -> Any:
    """Parse the origin of a URL: httpx is slow at it."""
    return httpx.URL(url)


_ORIGIN = re.compile("[^:/?#]*://[^/?#]*")


def _split(url: str) -> tuple[str, dict[str, bytes]]:
    """Split a URL into its origin and the target as an extension, if it needs no rewriting."""
    found = _ORIGIN.match(url)
    target = url[found.end() :].partition("#")[0] if found else ""
    if found is None or not target.isascii():
        return url, {}
    return found[0], {"target": (target if target[:1] == "/" else f"/{target}").encode()}


def _encoded(headers: list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    try:
        return [(name.encode("ascii"), value.encode("utf-8")) for name, value in headers]
    except UnicodeEncodeError as error:
        raise InvalidArgumentError(f"a header cannot be sent: {error}") from error


def _timeout(seconds: float | None) -> dict[str, float | None]:
    return {"connect": seconds, "read": seconds, "write": seconds, "pool": seconds}


def _sync_content(content: bytes | Content | None) -> Any:
    return content if content is None or isinstance(content, bytes) else iter(content)


def _async_content(content: bytes | Content | None) -> Any:
    return content if content is None or isinstance(content, bytes) else aiter(content)
