"""The bases of clients and of the groups of methods on them."""

from __future__ import annotations

from types import TracebackType
from typing import TypeVar

from .engine import AsyncEngine, Engine
from .messages import AsyncTransport, Transport
from .pools import Pools
from .settings import Settings
from .transport import HttpxAsyncClient, HttpxClient, async_transport, sync_transport

C = TypeVar("C", bound="Client")
A = TypeVar("A", bound="AsyncClient")


class Group:
    """Methods that belong together."""

    __slots__ = ("__dict__", "_engine")

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class AsyncGroup:
    """Methods that belong together, for asyncio."""

    __slots__ = ("__dict__", "_engine")

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Client:
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

    def __init_subclass__(cls) -> None:
        cls.__module__ = cls.__module__.removesuffix("._client")

    def close(self) -> None:
        """Let all connections go."""
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


class AsyncClient:
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

    def __init_subclass__(cls) -> None:
        cls.__module__ = cls.__module__.removesuffix("._client")

    async def close(self) -> None:
        """Let all connections go."""
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
