"""Responses that a caller requested whole, or to read in pieces."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

from .lines import LineSplitter
from .messages import AsyncResponse, Headers, SyncResponse
from .steps import Read

T_co = TypeVar("T_co", covariant=True)


class StreamingResponse(Generic[T_co]):
    """A response whose body is read as it comes; close it, or use it in a ``with`` block."""

    def __init__(
        self, response: SyncResponse, parse: Callable[..., Any], most: int | None = None
    ) -> None:
        self._response = response
        self._parse = parse
        self._most = most  # the bytes of the body that are read whole to be decoded
        self.status: int = response.status
        self.headers: Headers = response.headers

    def iter_bytes(self) -> Iterator[bytes]:
        """Read the body in pieces."""
        return self._response.iter_bytes()

    def iter_lines(self) -> Iterator[str]:
        """Read the body line by line."""
        splitter = LineSplitter()
        for piece in self._response.iter_bytes():
            yield from splitter.feed(piece)
        if rest := splitter.end():
            yield rest

    def read(self) -> bytes:
        """Read the whole body."""
        return self._response.read()

    def save(self, path: str | os.PathLike[str]) -> int:
        """Write the body to a file, in pieces; returns the number of bytes."""
        with Path(path).open("wb") as file:
            return sum(map(file.write, self._response.iter_bytes()))

    def parse(self) -> T_co:
        """Read the whole body and decode it as the method itself would."""
        result: T_co = self._parse(*Read(self._response, self._most).result())
        return result

    def close(self) -> None:
        """Release the connection."""
        self._response.close()


class OpenStreamingResponse(StreamingResponse[T_co]):
    """A response whose body is a stream of values."""

    _stream: Any = None

    def parse(self) -> T_co:
        """Return the stream, as the method itself does."""
        self._stream = self._parse()
        stream: T_co = self._stream
        return stream

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
        super().close()


class AsyncStreamingResponse(Generic[T_co]):
    """A response whose body is read as it comes; close it, or use it in an ``async with`` block."""

    def __init__(
        self, response: AsyncResponse, parse: Callable[..., Any], most: int | None = None
    ) -> None:
        self._response = response
        self._parse = parse
        self._most = most
        self.status: int = response.status
        self.headers: Headers = response.headers

    def iter_bytes(self) -> AsyncIterator[bytes]:
        """Read the body in pieces."""
        return self._response.iter_bytes()

    async def iter_lines(self) -> AsyncIterator[str]:
        """Read the body line by line."""
        splitter = LineSplitter()
        async for piece in self._response.iter_bytes():
            for line in splitter.feed(piece):
                yield line
        if rest := splitter.end():
            yield rest

    async def read(self) -> bytes:
        """Read the whole body."""
        return await self._response.read()

    async def save(self, path: str | os.PathLike[str]) -> int:
        """Write the body to a file, in pieces; returns the number of bytes."""
        size = 0
        with Path(path).open("wb") as file:
            async for piece in self._response.iter_bytes():
                size += file.write(piece)
        return size

    async def parse(self) -> T_co:
        """Read the whole body and decode it as the method itself would."""
        result: T_co = self._parse(*await Read(self._response, self._most).result_async())
        return result

    async def close(self) -> None:
        """Release the connection."""
        await self._response.close()


class AsyncOpenStreamingResponse(AsyncStreamingResponse[T_co]):
    """A response whose body is a stream of values, for asyncio."""

    _stream: Any = None

    async def parse(self) -> T_co:
        """Return the stream, as the method itself does."""
        self._stream = self._parse()
        stream: T_co = self._stream
        return stream

    async def close(self) -> None:
        if self._stream is not None:
            await self._stream.close()
        await super().close()


class StreamContext(AbstractContextManager[StreamingResponse[T_co]]):
    """Makes the call when the block is entered and releases the connection when it is left."""

    def __init__(self, call: Callable[[], StreamingResponse[T_co]]) -> None:
        self._call = call
        self._open: StreamingResponse[T_co] | None = None

    def __enter__(self) -> StreamingResponse[T_co]:
        self._open = self._call()
        return self._open

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._open is not None:
            self._open.close()


class AsyncStreamContext(AbstractAsyncContextManager[AsyncStreamingResponse[T_co]]):
    """Makes the call when the block is entered and releases the connection when it is left."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self._call = call
        self._open: AsyncStreamingResponse[T_co] | None = None

    async def __aenter__(self) -> AsyncStreamingResponse[T_co]:
        opened: AsyncStreamingResponse[T_co] = await self._call()
        self._open = opened
        return opened

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._open is not None:
            await self._open.close()
