"""Streams of typed values: server-sent events and lines of JSON."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar

from .errors import DecodeError
from .jsonio import loads
from .lines import EventReader, LineSplitter
from .messages import AsyncResponse, Headers, Response, SyncResponse
from .responses import Events, Reader

T_co = TypeVar("T_co", covariant=True)


class _Done(Exception):
    """The sentinel came: nothing follows."""


class Decoder:
    """Makes values of lines."""

    __slots__ = ("_headers", "_reader", "_status", "event_name", "events")

    def __init__(self, reader: Reader, status: int, headers: Headers) -> None:
        self._reader = reader
        self.events = EventReader() if isinstance(reader, Events) else None
        self.event_name: str | None = None
        self._status = status
        self._headers = headers

    def feed(self, line: str) -> list[Any]:
        """Take a line and give the value it completes, if it does.

        Raises:
            DecodeError: it is not JSON where JSON is declared.
        """
        if self.events is None:
            return [self._value(line)] if line.strip() else []
        event = self.events.feed(line)
        if event is None:
            return []
        self.event_name = event.name
        if isinstance(self._reader, Events) and event.data == self._reader.sentinel:
            raise _Done
        return [self._value(event.data)]

    def end(self) -> list[Any]:
        """Give what the end of the stream completes: an event without its empty line counts."""
        return [] if self.events is None else self.feed("")

    def _value(self, text: str) -> Any:
        if isinstance(self._reader, Events) and self._reader.text:
            return text
        decode = self._reader.decode
        try:
            return loads(text) if decode is None else decode(loads(text))
        except (ValueError, RecursionError) as error:
            raise DecodeError(
                f"a value of the stream is not JSON: {error}",
                status=self._status,
                headers=self._headers,
                content=text.encode(),
                body=text,
            ) from error


class Position:
    """Where a stream of events is: what is needed to go on when the connection is lost."""

    def __init__(self, response: Response, reader: Reader) -> None:
        self._decoder = Decoder(reader, response.status, response.headers)
        self.status: int = response.status
        self.headers: Headers = response.headers

    @property
    def event(self) -> str | None:
        """The name of the event that the last value came in; ``message`` where it has none."""
        return self._decoder.event_name

    @property
    def last_event_id(self) -> str | None:
        """The id of the last whole event; give it to the next call: ``{"last_event_id": ...}``."""
        events = self._decoder.events
        return None if events is None else events.last_id

    @property
    def retry_after(self) -> float | None:
        """Seconds that the server wants to pass before it is called again, where it said so."""
        events = self._decoder.events
        return None if events is None or events.retry is None else events.retry / 1000


class Stream(Position, Generic[T_co]):
    """Values as the server sends them; iterate once. Use a ``with`` block to stop early."""

    def __init__(self, response: SyncResponse, reader: Reader) -> None:
        super().__init__(response, reader)
        self._response = response

    def __iter__(self) -> Iterator[T_co]:
        splitter = LineSplitter()
        try:
            for piece in self._response.iter_bytes():
                for line in splitter.feed(piece):
                    yield from self._decoder.feed(line)
            for line in splitter.end():
                yield from self._decoder.feed(line)
            yield from self._decoder.end()
        except _Done:
            return
        finally:
            self.close()

    def close(self) -> None:
        """Let the connection go."""
        self._response.close()

    def __enter__(self) -> Stream[T_co]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncStream(Position, Generic[T_co]):
    """Values as the server sends them; iterate once. Use ``async with`` to stop early."""

    def __init__(self, response: AsyncResponse, reader: Reader) -> None:
        super().__init__(response, reader)
        self._response = response

    async def __aiter__(self) -> AsyncIterator[T_co]:
        splitter = LineSplitter()
        try:
            async for piece in self._response.iter_bytes():
                for line in splitter.feed(piece):
                    for value in self._decoder.feed(line):
                        yield value
            for line in splitter.end():
                for value in self._decoder.feed(line):
                    yield value
            for value in self._decoder.end():
                yield value
        except _Done:
            return
        finally:
            await self.close()

    async def close(self) -> None:
        """Let the connection go."""
        await self._response.close()

    async def __aenter__(self) -> AsyncStream[T_co]:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
