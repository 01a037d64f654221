"""The bases of clients and of the groups of methods on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo
from types import TracebackType
from typing import Any, Literal, TypeVar, overload

from .engine import AsyncEngine, Engine
from .hooks import Hooks
from .messages import AsyncTransport, Transport
from .options import RequestOptions
from .pools import Pools
from .retries import RetryPolicy
from .settings import Settings
from .transport import HttpxAsyncClient, HttpxClient, async_transport, sync_transport
from .unset import UNSET, Unset

T = TypeVar("T")
C = TypeVar("C", bound="Client")
A = TypeVar("A", bound="AsyncClient")
D = TypeVar("D", bound="_Configured")


class Group:
    """A group of methods."""

    __slots__ = ("__dict__", "_engine")

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class AsyncGroup:
    """A group of methods, for asyncio."""

    __slots__ = ("__dict__", "_engine")

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class _Configured:
    """What clients of both kinds share: a copy with other settings."""

    def __init_subclass__(cls) -> None:
        cls.__module__ = cls.__module__.removesuffix("._client")

    def with_options(
        self: D,
        *,
        base_url: str | None = None,
        timeout: float | Unset | None = UNSET,
        retries: int | RetryPolicy | None = None,
        headers: Mapping[str, str] | None = None,
        hooks: Hooks | None = None,
        timezone: tzinfo | None = None,
        auth: Literal["external"] | None = None,
        validate: bool | None = None,
        validate_responses: bool | Literal["report"] | None = None,
        max_response_bytes: int | Unset | None = UNSET,
    ) -> D:
        """Return a copy of this client with other settings, which shares its connections.

        A setting of None is kept; headers are added. Closing either client closes both.
        """
        return self._derived(
            base_url=base_url,
            timeout=timeout,
            retries=retries,
            headers=headers,
            hooks=hooks,
            timezone=timezone,
            auth=auth,
            validate=validate,
            validate_responses=validate_responses,
            max_response_bytes=max_response_bytes,
        )

    def _derived(self: D, **changes: Any) -> D:
        from .doors import derived

        made: D = derived(self, changes)
        return made


class Client(_Configured):
    """A client; use it in a ``with`` block, or close it."""

    def __init__(
        self,
        settings: Settings,
        http_client: Transport | HttpxClient | None,
        proxy: str | None = None,
        max_connections: int | None = None,
    ) -> None:
        transport = sync_transport(http_client, Pools(proxy, max_connections))
        settings.credentials.external |= http_client is not None
        self._engine = Engine(settings, transport)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._engine.settings.shown_url()}>"

    @overload
    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = ...,
        into: Callable[..., T],
        options: RequestOptions | None = None,
    ) -> T: ...

    @overload
    def request(
        self, method: str, path: str, *, body: Any = ..., options: RequestOptions | None = None
    ) -> Any: ...

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = UNSET,
        into: Any = None,
        options: RequestOptions | None = None,
    ) -> Any:
        """Call an undocumented operation, with this client's credentials, retries and errors.

        Args:
            method: the HTTP method.
            path: the path below the base URL; a query may be part of it or in ``extra_query``.
            body: JSON, a model, or bytes.
            into: the model of the result; by default JSON, text or bytes by content type.
            options: settings of this call.

        Raises:
            SDKError: as any method of this client.
        """
        from .doors import operation

        engine = self._engine
        called = operation(engine.settings.api, method, path, body, into, options or {})
        return engine.call(called, (), body, options)

    def close(self) -> None:
        """Close all connections."""
        self._engine.transport.close()

    def __enter__(self: C) -> C:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncClient(_Configured):
    """A client for asyncio; use it in an ``async with`` block, or close it."""

    def __init__(
        self,
        settings: Settings,
        http_client: AsyncTransport | HttpxAsyncClient | None,
        proxy: str | None = None,
        max_connections: int | None = None,
    ) -> None:
        transport = async_transport(http_client, Pools(proxy, max_connections))
        settings.credentials.external |= http_client is not None
        self._engine = AsyncEngine(settings, transport)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._engine.settings.shown_url()}>"

    @overload
    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = ...,
        into: Callable[..., T],
        options: RequestOptions | None = None,
    ) -> T: ...

    @overload
    async def request(
        self, method: str, path: str, *, body: Any = ..., options: RequestOptions | None = None
    ) -> Any: ...

    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = UNSET,
        into: Any = None,
        options: RequestOptions | None = None,
    ) -> Any:
        """Call an undocumented operation, with this client's credentials, retries and errors.

        Args:
            method: the HTTP method.
            path: the path below the base URL; a query may be part of it or in ``extra_query``.
            body: JSON, a model, or bytes.
            into: the model of the result; by default JSON, text or bytes by content type.
            options: settings of this call.

        Raises:
            SDKError: as any method of this client.
        """
        from .doors import operation

        engine = self._engine
        called = operation(engine.settings.api, method, path, body, into, options or {})
        return await engine.call(called, (), body, options)

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.transport.close()

    async def __aenter__(self: A) -> A:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
