"""Calls for both kinds of client; what is decided is decided in other modules."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeVar, cast

from .messages import AsyncTransport, Transport
from .operations import Operation, PagedOperation, StreamOperation
from .options import RequestOptions
from .pages import AsyncPage, AsyncPager, Following, Page
from .responses import RawResponse
from .results import AsyncStreamingResponse, StreamingResponse
from .settings import Call, Settings, prepare
from .steps import Outcome, run, run_async
from .streams import AsyncStream, Stream
from .unset import UNSET

T = TypeVar("T")
Item = TypeVar("Item")

MODE = "_mode"
"""The key in the options by which a wrapper says what it wants instead of the decoded body."""

RAW = "raw"
STREAMING = "streaming"


class Engine:
    """Makes calls with a transport."""

    __slots__ = ("settings", "transport")

    def __init__(self, settings: Settings, transport: Transport) -> None:
        self.settings: Settings = settings
        self.transport: Transport = transport

    def call(
        self,
        operation: Operation[T],
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> T:
        """Make a call and decode its answer."""
        call = prepare(self.settings, operation, values, body, options or {})
        mode = _mode(options)
        outcome = self._send(call, keep=mode == STREAMING)
        if mode == STREAMING:
            return cast("T", StreamingResponse[T](outcome.response, partial(_parse, call, outcome)))
        result: T = _parse(call, outcome, outcome.content or b"")
        return cast("T", _raw(operation, outcome, result)) if mode == RAW else result

    def page(
        self,
        operation: PagedOperation[T, Item],
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> Page[T, Item]:
        """Make a call for the first page."""
        call = prepare(self.settings, operation, values, body, options or {})
        mode = _mode(options)
        outcome = self._send(call, keep=mode == STREAMING)
        if mode == STREAMING:
            response = StreamingResponse[T](outcome.response, partial(self._page, call, outcome))
            return cast("Page[T, Item]", response)
        page: Page[T, Item] = self._page(call, outcome, outcome.content or b"")
        return cast("Page[T, Item]", _raw(operation, outcome, page)) if mode == RAW else page

    def stream(
        self,
        operation: StreamOperation[T],
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> Stream[T]:
        """Make a call whose answer is read value by value."""
        call = prepare(self.settings, operation, values, body, options or {})
        outcome = self._send(call, keep=True)
        mode = _mode(options)
        if mode == STREAMING:
            response = StreamingResponse[T](outcome.response, bytes)
            return cast("Stream[T]", response)
        reader = _reader(operation, outcome)
        stream: Stream[T] = Stream(outcome.response, reader, call, self.transport)
        return cast("Stream[T]", _raw(operation, outcome, stream)) if mode == RAW else stream

    def _send(self, call: Call, *, keep: bool) -> Outcome:
        return _checked(call, run(call.steps(keep=keep), self.transport))

    def _page(self, call: Call, outcome: Outcome, content: bytes) -> Any:
        result, body = _parse_page(call, outcome, content)
        following = Following(call, outcome.request.url, body, outcome.response.headers)
        return Page(result, following, self._following)

    def _following(self, following: Following) -> Any:
        call = following.call(self.settings)
        if call is None:
            return None
        outcome = self._send(call, keep=False)
        return self._page(call, outcome, outcome.content or b"")


class AsyncEngine:
    """Makes calls with a transport for asyncio."""

    __slots__ = ("settings", "transport")

    def __init__(self, settings: Settings, transport: AsyncTransport) -> None:
        self.settings: Settings = settings
        self.transport: AsyncTransport = transport

    async def call(
        self,
        operation: Operation[T],
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> T:
        """Make a call and decode its answer."""
        call = prepare(self.settings, operation, values, body, options or {})
        mode = _mode(options)
        outcome = await self._send(call, keep=mode == STREAMING)
        if mode == STREAMING:
            parse = partial(_parse, call, outcome)
            return cast("T", AsyncStreamingResponse[T](outcome.response, parse))
        result: T = _parse(call, outcome, outcome.content or b"")
        return cast("T", _raw(operation, outcome, result)) if mode == RAW else result

    def page(
        self,
        operation: PagedOperation[T, Item],
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> AsyncPager[T, Item]:
        """Prepare a call for the first page."""
        return AsyncPager(partial(self._first, operation, values, body, options))

    async def stream(
        self,
        operation: StreamOperation[T],
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> AsyncStream[T]:
        """Make a call whose answer is read value by value."""
        call = prepare(self.settings, operation, values, body, options or {})
        outcome = await self._send(call, keep=True)
        mode = _mode(options)
        if mode == STREAMING:
            response = AsyncStreamingResponse[T](outcome.response, bytes)
            return cast("AsyncStream[T]", response)
        reader = _reader(operation, outcome)
        stream: AsyncStream[T] = AsyncStream(outcome.response, reader, call, self.transport)
        return cast("AsyncStream[T]", _raw(operation, outcome, stream)) if mode == RAW else stream

    async def _first(
        self,
        operation: PagedOperation[T, Item],
        values: tuple[Any, ...],
        body: Any,
        options: RequestOptions | None,
    ) -> AsyncPage[T, Item]:
        call = prepare(self.settings, operation, values, body, options or {})
        mode = _mode(options)
        outcome = await self._send(call, keep=mode == STREAMING)
        if mode == STREAMING:
            response = AsyncStreamingResponse[T](
                outcome.response, partial(self._page, call, outcome)
            )
            return cast("AsyncPage[T, Item]", response)
        page: AsyncPage[T, Item] = self._page(call, outcome, outcome.content or b"")
        return cast("AsyncPage[T, Item]", _raw(operation, outcome, page)) if mode == RAW else page

    async def _send(self, call: Call, *, keep: bool) -> Outcome:
        return _checked(call, await run_async(call.steps(keep=keep), self.transport))

    def _page(self, call: Call, outcome: Outcome, content: bytes) -> Any:
        result, body = _parse_page(call, outcome, content)
        following = Following(call, outcome.request.url, body, outcome.response.headers)
        return AsyncPage(result, following, self._following)

    async def _following(self, following: Following) -> Any:
        call = following.call(self.settings)
        if call is None:
            return None
        outcome = await self._send(call, keep=False)
        return self._page(call, outcome, outcome.content or b"")


def _mode(options: RequestOptions | None) -> str | None:
    return (
        None if options is None else cast("str | None", cast("dict[str, Any]", options).get(MODE))
    )


def _checked(call: Call, outcome: Outcome) -> Outcome:
    """Raise what is an error."""
    call.operation.answers.check(outcome.response, outcome.content)
    return outcome


def _parse(call: Call, outcome: Outcome, content: bytes) -> Any:
    if call.operation.method == "HEAD":
        return None
    response = outcome.response
    return call.operation.answers.read(response.status, response.headers, content)


def _parse_page(call: Call, outcome: Outcome, content: bytes) -> tuple[Any, Any]:
    """Decode a page, and keep its JSON to find the next one in."""
    response = outcome.response
    return call.operation.answers.read_both(response.status, response.headers, content)


def _reader(operation: Operation[Any], outcome: Outcome) -> Any:
    return operation.answers.stream_reader(outcome.response.status, outcome.response.headers)


def _raw(operation: Operation[Any], outcome: Outcome, parsed: Any) -> RawResponse[Any]:
    status, headers = outcome.response.status, outcome.response.headers
    metadata = operation.answers.metadata(status, headers)
    return RawResponse(status, headers, outcome.content or b"", parsed, metadata)
