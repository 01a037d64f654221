"""Responses that a caller requested whole, or to read in pieces."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .lines import LineSplitter
from .messages import AsyncResponse, Headers, SentRequest, SyncResponse
from .responses import Text, charset_of
from .steps import Outcome, Read
from .unset import UNSET

if TYPE_CHECKING:
    from .streams import Position

T_co = TypeVar("T_co", covariant=True)


class _Answered:
    """A response and its request."""

    __slots__ = ("_request", "headers", "status")

    def __init__(self, outcome: Outcome) -> None:
        self._request = outcome.request
        self.status: int = outcome.response.status
        self.headers: Headers = outcome.response.headers

    @property
    def http_request(self) -> SentRequest:
        """The request that this answers: the last one, after retries and redirects."""
        return SentRequest(self._request)


class RawResponse(_Answered, Generic[T_co]):
    """A whole response.

    Attributes:
        status: the HTTP status.
        headers: the headers by name.
        content: the body as it came.
        metadata: the declared headers that are present, as their declared types.
    """

    __slots__ = ("_parse", "_parsed", "_stream", "content", "metadata")

    def __init__(
        self,
        outcome: Outcome,
        parse: Callable[[bytes], Any],
        metadata: Mapping[str, Any],
        stream: Position | None = None,
    ) -> None:
        super().__init__(outcome)
        self.content: bytes = outcome.content or b""
        self.metadata: Mapping[str, Any] = metadata
        self._stream = stream  # what reads the body, if it is not read whole
        self._parse = parse
        self._parsed: Any = UNSET

    @property
    def text(self) -> str:
        """The body as text, in the character set of its Content-Type, else UTF-8."""
        text: str = Text("text/plain").load(self.content, charset_of(self.headers))
        return text

    @property
    def is_closed(self) -> bool:
        """Whether the body was read to its end or closed: always, but for that of a stream."""
        return self._stream is None or self._stream.is_closed

    def parse(self) -> T_co:
        """Return the method's result; the body is read on the first call.

        Raises:
            DecodeError: the body is not what the API declares.
        """
        if self._parsed is UNSET:
            self._parsed = self._parse(self.content)
        parsed: T_co = self._parsed
        return parsed

    @property
    def parsed(self) -> T_co:
        """The method's result, as :meth:`parse` returns it."""
        return self.parse()

    def __repr__(self) -> str:
        return f"<RawResponse {self.status}>"


class _Unread(_Answered):
    """A response whose body is not read yet."""

    def __init__(
        self, outcome: Outcome, parse: Callable[..., Any], most: int | None = None
    ) -> None:
        super().__init__(outcome)
        self._response: Any = outcome.response
        self._parse = parse
        self._most = most  # the bytes of the body that are read whole to be decoded
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether the body was read to its end or closed."""
        return self._closed


class StreamingResponse(_Unread, Generic[T_co]):
    """A response whose body is read as it comes; close it, or use it in a ``with`` block."""

    _response: SyncResponse

    def iter_bytes(self) -> Iterator[bytes]:
        """Read the body in pieces."""
        yield from self._response.iter_bytes()
        self._closed = True

    def iter_lines(self) -> Iterator[str]:
        """Read the body line by line."""
        splitter = LineSplitter()
        for piece in self.iter_bytes():
            yield from splitter.feed(piece)
        if rest := splitter.end():
            yield rest

    def read(self) -> bytes:
        """Read the whole body."""
        content = self._response.read()
        self._closed = True
        return content

    def save(self, path: str | os.PathLike[str]) -> int:
        """Write the body to a file, in pieces; returns the number of bytes."""
        with Path(path).open("wb") as file:
            return sum(map(file.write, self.iter_bytes()))

    def parse(self) -> T_co:
        """Read the whole body and decode it as the method itself would."""
        read = Read(self._response, self._most).result()
        self._closed = True
        result: T_co = self._parse(*read)
        return result

    def close(self) -> None:
        """Release the connection."""
        self._closed = True
        self._response.close()


class OpenStreamingResponse(StreamingResponse[T_co]):
    """A response whose body is a stream of values."""

    _stream: Any = None

    @property
    def is_closed(self) -> bool:
        return self._closed or bool(self._stream and self._stream.is_closed)

    def parse(self) -> T_co:
        """Return the stream, as the method itself does."""
        self._stream = self._parse()
        stream: T_co = self._stream
        return stream

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
        super().close()


class AsyncStreamingResponse(_Unread, Generic[T_co]):
    """A response whose body is read as it comes; close it, or use it in an ``async with`` block."""

    _response: AsyncResponse

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        """Read the body in pieces."""
        async for piece in self._response.iter_bytes():
            yield piece
        self._closed = True

    async def iter_lines(self) -> AsyncIterator[str]:
        """Read the body line by line."""
        splitter = LineSplitter()
        async for piece in self.iter_bytes():
            for line in splitter.feed(piece):
                yield line
        if rest := splitter.end():
            yield rest

    async def read(self) -> bytes:
        """Read the whole body."""
        content = await self._response.read()
        self._closed = True
        return content

    async def save(self, path: str | os.PathLike[str]) -> int:
        """Write the body to a file, in pieces; returns the number of bytes."""
        size = 0
        with Path(path).open("wb") as file:
            async for piece in self.iter_bytes():
                size += file.write(piece)
        return size

    async def parse(self) -> T_co:
        """Read the whole body and decode it as the method itself would."""
        read = await Read(self._response, self._most).result_async()
        self._closed = True
        result: T_co = self._parse(*read)
        return result

    async def close(self) -> None:
        """Release the connection."""
        self._closed = True
        await self._response.close()


class AsyncOpenStreamingResponse(AsyncStreamingResponse[T_co]):
    """A response whose body is a stream of values, for asyncio."""

    _stream: Any = None

    @property
    def is_closed(self) -> bool:
        return self._closed or bool(self._stream and self._stream.is_closed)

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
