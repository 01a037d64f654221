"""The time limit of an attempt: httpx limits each read, and bytes may come for ever."""

from __future__ import annotations

import socket
import time
from typing import Any

_PIECE = 1 << 16


class Limit(float):
    """The seconds of an attempt, which ends at ``end``; once released, those of each read."""

    __slots__ = ("end",)

    end: float | None

    @classmethod
    def starting(cls, seconds: float) -> Limit:
        """Begin an attempt."""
        made = cls(seconds)
        made.end = time.monotonic() + seconds
        return made

    @property
    def is_over(self) -> bool:
        """Whether the attempt has taken too long."""
        return self.end is not None and time.monotonic() > self.end


def _left(limit: float | None, late: str) -> float | None:
    """Find the seconds that are left; if none, raise this class of httpcore2."""
    if not isinstance(limit, Limit) or limit.end is None:
        return limit
    left = limit.end - time.monotonic()
    if left <= 0:
        raise _core(late)
    return left


def _core(name: str, message: str = "") -> Exception:
    import httpcore2

    made: Exception = getattr(httpcore2, name)(message)
    return made


class Connections:
    """Opens connections of httpcore2 on which a :class:`Limit` holds."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def connect_tcp(self, host: str, port: int, timeout: float | None, **more: Any) -> Any:
        """Connect; all addresses of a host share the time."""
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise _core("ConnectError", str(error)) from error
        addresses = [*dict.fromkeys(address[4][0] for address in found)]
        while True:
            left = _left(timeout, "ConnectTimeout")
            try:
                return Stream(self._inner.connect_tcp(addresses.pop(0), port, left, **more))
            except Exception as error:
                if not addresses or type(error).__name__ != "ConnectError":
                    raise


class AsyncConnections(Connections):
    """Opens connections for asyncio."""

    async def connect_tcp(self, host: str, port: int, timeout: float | None, **more: Any) -> Any:
        """Connect."""
        left = _left(timeout, "ConnectTimeout")
        return AsyncStream(await self._inner.connect_tcp(host, port, left, **more))


class Stream:
    """A connection of httpcore2."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def read(self, size: int, timeout: float | None = None) -> Any:
        """Read what is there; for asyncio, return what reads it."""
        return self._inner.read(size, _left(timeout, "ReadTimeout"))

    def write(self, data: bytes, timeout: float | None = None) -> Any:
        """Write, in pieces: httpcore2 limits each that the system takes."""
        for at in range(0, len(data), _PIECE):
            piece = data if len(data) <= _PIECE else data[at : at + _PIECE]
            self._inner.write(piece, _left(timeout, "WriteTimeout"))

    def start_tls(self, ssl_context: Any, server_hostname: Any = None, timeout: Any = None) -> Any:
        """Encrypt it."""
        left = _left(timeout, "ConnectTimeout")
        return Stream(self._inner.start_tls(ssl_context, server_hostname, left))


class AsyncStream(Stream):
    """A connection for asyncio."""

    def write(self, data: bytes, timeout: float | None = None) -> Any:
        """Return what writes."""
        return self._inner.write(data, _left(timeout, "WriteTimeout"))

    async def start_tls(
        self, ssl_context: Any, server_hostname: Any = None, timeout: Any = None
    ) -> Any:
        left = _left(timeout, "ConnectTimeout")
        return AsyncStream(await self._inner.start_tls(ssl_context, server_hostname, left))
