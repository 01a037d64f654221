"""Calls for both kinds of client; other modules make the decisions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

from .decode_errors import too_long
from .messages import AsyncTransport, Transport
from .operations import Operation, StreamOperation
from .options import RequestOptions
from .results import (
    AsyncOpenStreamingResponse,
    AsyncStreamingResponse,
    OpenStreamingResponse,
    RawResponse,
    StreamingResponse,
)
from .settings import Call, Settings, prepare
from .steps import Outcome, run, run_async
from .streams import AsyncStream, Position, Stream, opened
from .unset import UNSET

T = TypeVar("T")

MODE = "_mode"
"""The options key that tells what a wrapper wants instead of the decoded body."""

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
        mode = mode_of(options)
        outcome = self.send(call, keep=mode == STREAMING)
        if mode is None:
            result: T = _parse(call, outcome, outcome.content or b"")
            return result
        parse = partial(_parse, call, outcome)
        if mode == STREAMING:
            return cast("T", StreamingResponse[T](outcome, parse, call.route.most))
        return cast("T", whole(operation, outcome, parse))

    def stream(
        self,
        operation: StreamOperation[T],
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> Stream[T]:
        """Make a call whose answer is read value by value."""
        call = prepare(self.settings, operation, values, body, options or {})
        mode = mode_of(options)
        if mode == STREAMING:
            outcome = self.send(call, keep=True)
            parse = partial(_stream, Stream[T], call, outcome, self.transport)
            return cast("Stream[T]", OpenStreamingResponse(outcome, parse))
        outcome, reader = run(opened(call), self.transport)
        stream: Stream[T] = Stream(outcome.response, reader, call, self.transport)
        raw = mode == RAW
        return cast("Stream[T]", unread(operation, outcome, stream)) if raw else stream

    def send(self, call: Call, *, keep: bool) -> Outcome:
        """Send a call; raise if the response is an error."""
        return _checked(call, run(call.steps(keep=keep), self.transport))


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
        call = prepare(self.settings, operation, values, body, options or {})
        mode = mode_of(options)
        outcome = await self.send(call, keep=mode == STREAMING)
        if mode is None:
            result: T = _parse(call, outcome, outcome.content or b"")
            return result
        parse = partial(_parse, call, outcome)
        if mode == STREAMING:
            return cast("T", AsyncStreamingResponse[T](outcome, parse, call.route.most))
        return cast("T", whole(operation, outcome, parse))

    async def stream(
        self,
        operation: StreamOperation[T],
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> AsyncStream[T]:
        call = prepare(self.settings, operation, values, body, options or {})
        mode = mode_of(options)
        if mode == STREAMING:
            outcome = await self.send(call, keep=True)
            parse = partial(_stream, AsyncStream[T], call, outcome, self.transport)
            return cast("AsyncStream[T]", AsyncOpenStreamingResponse(outcome, parse))
        outcome, reader = await run_async(opened(call), self.transport)
        stream: AsyncStream[T] = AsyncStream(outcome.response, reader, call, self.transport)
        raw = mode == RAW
        return cast("AsyncStream[T]", unread(operation, outcome, stream)) if raw else stream

    async def send(self, call: Call, *, keep: bool) -> Outcome:
        return _checked(call, await run_async(call.steps(keep=keep), self.transport))


def mode_of(options: RequestOptions | None) -> str | None:
    """Tell what a wrapper wants instead of the decoded body."""
    return (
        None if options is None else cast("str | None", cast("dict[str, Any]", options).get(MODE))
    )


def _checked(call: Call, outcome: Outcome) -> Outcome:
    """Raise if the response is an error."""
    manual = call.options.get("redirects") == "manual"
    answers, request = call.operation.answers, call.request
    sent = outcome.request
    answers.check(
        request,
        outcome.response,
        outcome.content,
        sent=sent,
        redirects=manual,
        cut=outcome.cut,
    )
    return outcome


def _stream(kind: Any, call: Call, outcome: Outcome, transport: Any) -> Any:
    """Make the stream of a response that is open."""
    response, answers = outcome.response, call.operation.answers
    reader = answers.stream_reader(call.request, response.status, response.headers)
    return kind(response, reader, call, transport)


def _parse(call: Call, outcome: Outcome, content: bytes, cut: int | None = None) -> Any:
    if call.operation.method == "HEAD":
        return None
    status, headers = outcome.response.status, outcome.response.headers
    if cut is not None:
        raise too_long(call.request, status, headers, "the body", cut, content)
    answers = call.operation.answers
    return answers.read(call.request, status, headers, content, call.inspection)


def whole(
    operation: Operation[Any], outcome: Outcome, parse: Callable[[bytes], Any]
) -> RawResponse[Any]:
    """Return the raw response, with what decodes it on demand."""
    return RawResponse(outcome, parse, _metadata(operation, outcome))


def unread(operation: Operation[Any], outcome: Outcome, stream: Position) -> RawResponse[Any]:
    """Return the raw response of a stream, which reads the body."""
    return RawResponse(outcome, lambda _: stream, _metadata(operation, outcome), stream)


def _metadata(operation: Operation[Any], outcome: Outcome) -> dict[str, Any]:
    return operation.answers.metadata(outcome.response.status, outcome.response.headers)
