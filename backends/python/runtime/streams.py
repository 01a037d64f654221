"""Streams of typed values: server-sent events and lines of JSON."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Generator, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .convert import decode_list
from .decode_errors import too_long, undecoded
from .errors import APIConnectionError, DecodeError
from .jsonio import loads
from .lines import RECORD, Event, EventReader, LineSplitter
from .messages import Headers
from .responses import Events, Reader
from .settings import Call
from .steps import Close, Outcome, Pause, Step, run, run_async

if TYPE_CHECKING:
    from .answer_checks import InvalidResponse

T_co = TypeVar("T_co", covariant=True)


_MARK = "[DONE]"
"""The usual end marker of JSON streams."""
_BROKEN = "the stream broke off: the connection ended before its last {} was whole"


class _Done(Exception):
    """The sentinel came."""


def opened(call: Call) -> Generator[Step, Any, tuple[Outcome, Reader]]:
    """Return the steps to a stream and its reader; a response that is not a stream is closed.

    Raises:
        APIError: the response is an error, or not a stream.
    """
    outcome: Outcome = yield from call.steps(keep=True)
    response, answers = outcome.response, call.operation.answers
    sent, cut = outcome.request, outcome.cut
    answers.check(call.request, response, outcome.content, sent=sent, cut=cut)
    try:
        return outcome, answers.stream_reader(call.request, response.status, response.headers)
    except DecodeError:
        yield Close(response)
        raise


class Decoder:
    """Makes values from the pieces of a body.

    Most pieces complete values of JSON and hold nothing else: those are read together, which takes
    half the time. What others complete is read line by line.
    """

    def __init__(self, reader: Reader, status: int, headers: Headers, call: Call) -> None:
        self._reader = reader
        self._call = call
        self._most = call.route.most
        self._stream = reader if isinstance(reader, Events) else None
        self.events = None if self._stream is None else EventReader()
        self.event_name: str | None = None
        self.status: int = status
        self._headers = headers
        usual = reader if self._stream is None else self._stream.of("message")
        plain = usual is None or usual.text or call.inspection is not None or self._most is not None
        self._usual = None if plain else usual
        self._head, self._end = (b"", b"\n") if self._stream is None else (b"data: ", b"\n\n")
        self._joint = (self._end + self._head).decode()
        self.connect()

    def connect(self) -> None:
        """Begin with the body of a response."""
        self._lines = LineSplitter("replace" if self.events else "surrogateescape")
        self._size = 0  # the bytes of the lines since the last value that was complete
        self._rest = b""  # what follows the last value that is complete
        self._between = True  # whether a value may begin with the next piece

    def feed(self, piece: bytes) -> Iterator[Any]:
        """Take a piece and return the values that it completes.

        Raises:
            DecodeError: the data is not JSON though JSON is declared.
        """
        data, self._rest = self._rest + piece, b""
        last = data.rfind(self._end)
        if last >= 0 and b"\r" not in data:
            whole = last + len(self._end)
            data, self._rest = data[:whole], data[whole:]
            found = self._together(data) if self._between else None
            if found is not None:
                values, done = found
                yield from values
                if done:
                    raise _Done
                return
        yield from self._each(self._lines.feed(data))
        self._check_size(self._lines.size + len(self._rest))
        self._between = self._lines.between and (self.events is None or self.events.between)

    def _together(self, data: bytes) -> tuple[list[Any], bool] | None:
        """Read values that end with the data, and whether they are the last.

        Returns None if there is anything else in it, such as the name of an event.
        """
        usual, stream, head, end = self._usual, self._stream, self._head, self._end
        if usual is None or not data.startswith(head):
            return None
        try:
            text = str(data[len(head) : -len(end)], "utf-8")
            texts = text.split(self._joint)
            count = len(texts)
            if text.count("\n") != len(end) * (count - 1):
                return None
            if stream is not None:
                if stream.sentinel in texts:
                    texts = texts[: texts.index(stream.sentinel)]
                if stream.done and _MARK in texts:
                    texts = texts[: texts.index(_MARK)]
            values = loads(f"[{','.join(texts)}]", strict=True)
            if len(values) != len(texts):
                return None
            read = values if usual.decode is None else decode_list(values, usual.decode)
        except (ValueError, RecursionError):
            return None
        self._lines.begun = True
        if stream is not None:
            self.event_name = "message"
        return read, len(texts) < count

    def _bounded(self, lines: Iterable[str]) -> Iterator[str]:
        """Count the bytes of each value's lines.

        Raises:
            DecodeError: they are more than allowed.
        """
        for line in lines:
            self._size += len(line.encode("utf-8", "surrogateescape")) + 1
            self._check_size(0)
            if self.events is None or not line:
                self._size = 0
            yield line

    def _check_size(self, more: int) -> None:
        """Refuse a value of which ``more`` bytes have come than its complete lines."""
        if self._most is not None and self._size + more > self._most:
            request, what = self._call.request, "a value of the stream"
            raise too_long(request, self.status, self._headers, what, self._most, b"")

    def _each(self, lines: Iterable[str]) -> Iterator[Any]:
        """Take lines and return the values that they complete."""
        lines = lines if self._most is None else self._bounded(lines)
        if self.events is None:
            for line in lines:
                if line.strip():
                    yield self._value(line.lstrip(RECORD), self._reader)
            return
        for event in self.events.feed(lines):
            self.event_name, text = event
            reader = self._read_by(event)
            # Spaces alone are a keep-alive of servers: neither JSON nor the end.
            if (text and not text.isspace()) or (reader is not None and reader.text):
                yield _kept(text) if reader is None else self._value(text, reader)

    def end(self) -> tuple[list[Any], APIConnectionError | None]:
        """Take the text after the last line break when the connection ends.

        Returns the values that it completes, and the error if the stream broke off: an
        event without its empty line is incomplete, a line counts if it is JSON.
        """
        lines = self._flushed()
        rest = self._lines.end()
        if self.events is None:
            try:
                return list(self._each([*lines, rest])), None
            except DecodeError as error:
                if error.__cause__ is None:  # JSON, but refused
                    raise
                return [], APIConnectionError(_BROKEN.format("line"))
        list(self.events.feed([*lines, *([rest] if rest else [])]))
        half = self.events.half
        if half is None:
            return [], None
        self._read_by(half)
        return [], APIConnectionError(_BROKEN.format("event"))

    def _read_by(self, event: Event) -> Reader | None:
        """Find the reader of an event's data; None for an unknown event.

        Raises:
            _Done: the event ends the stream.
        """
        stream, (name, data) = self._stream, event
        if stream is None:
            return self._reader
        reader = stream.of(name)
        if data == stream.sentinel:
            raise _Done
        if stream.done and data == _MARK and not (reader is not None and reader.text):
            raise _Done
        return reader

    def lose(self) -> None:
        """Discard an incomplete event; its connection may have told when to resume."""
        if self.events is not None:
            list(self.events.feed(self._flushed()))
            self.events.lose()

    def _flushed(self) -> list[str]:
        rest, self._rest = self._rest, b""
        return [*self._lines.feed(rest)]

    @property
    def sentinel(self) -> str | None:
        """The data that ends the stream, if the API declares any."""
        return None if self._stream is None else self._stream.sentinel

    def _value(self, text: str, reader: Reader) -> Any:
        decode, call = reader.decode, self._call
        invalid: InvalidResponse | None = None
        try:
            if self.events is None and not _is_utf8(text):
                raise ValueError("it is not UTF-8")
            value = text if reader.text else loads(text, strict=True)
            if call.inspection is not None and not reader.text:
                answer = call.operation.answers.success(self.status)
                declared = "" if answer is None else answer.status
                name, where = self.event_name, (self.status, self._headers)
                given = declared, self._reader, name, *where
                invalid = call.inspection.check_value(call.request, *given, value, text)
            found = value if decode is None else decode(value)
        except (ValueError, RecursionError) as error:
            wrong = "nested too deep" if isinstance(error, RecursionError) else f"not JSON: {error}"
            said = f"a value of the stream is {wrong}"
            content = text.encode("utf-8", "surrogateescape")
            request, headers = call.request, self._headers
            raise undecoded(request, self.status, headers, said, content, text) from error
        if call.inspection is not None and invalid is not None:
            call.inspection.tell(invalid)
        return found


def _is_utf8(text: str) -> bool:
    """Tell whether a line holds no bytes that are not UTF-8."""
    return text.isascii() or not any("\udc80" <= char <= "\udcff" for char in text)


def _kept(text: str) -> Any:
    """Return the data of an unknown event: its JSON, else the text itself."""
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return text


class Lifeline:
    """Resumes a stream of events that is interrupted, as often in a row as the caller allows.

    ``left`` counts the remaining attempts; an event resets it to ``limit``.
    """

    __slots__ = ("_call", "_decoder", "left", "limit")

    def __init__(self, call: Call, decoder: Decoder) -> None:
        self._call = call
        self._decoder = decoder
        self.limit: int = call.options.get("reconnect", 0)
        self.left: int = self.limit

    def steps(self, error: APIConnectionError | None) -> Generator[Step, Any, Any]:
        """Return the steps to the response that resumes; None if the stream shall not resume.

        Raises:
            APIConnectionError: it cannot be resumed.
            APIError: the server refuses to resume it.
        """
        while (call := self._next(error)) is not None:
            self.left -= 1
            self._decoder.lose()
            yield Pause(self._pause())
            try:
                outcome, _ = yield from opened(call)
            except APIConnectionError as again:
                error = again
            else:
                if outcome.response.status == 204:  # the end, as in EventSource
                    yield Close(outcome.response)
                    return None
                return outcome.response
        if error is not None:
            raise error
        return None

    def _next(self, error: APIConnectionError | None) -> Call | None:
        """Make the call that resumes; an end that is not declared is an interruption, too."""
        events = self._decoder.events
        if events is None or self.left < 1 or self._pause() > self._call.policy.budget:
            return None
        if error is None and (self._decoder.sentinel is None or self._decoder.status == 204):
            return None
        return self._call.again(events.last_id)

    def _pause(self) -> float:
        events, policy = self._decoder.events, self._call.policy
        return policy.initial if events is None or events.retry is None else events.retry / 1000


class Position:
    """The position in a stream of events: what is needed to resume it."""

    _held = False
    """Whether it has a connection."""

    def __init__(self, response: Any, reader: Reader, call: Call, transport: Any) -> None:
        self._response = response
        self._transport = transport
        self._decoder = Decoder(reader, response.status, response.headers, call)
        self._lifeline = Lifeline(call, self._decoder)
        self.status: int = response.status
        self.headers: Headers = response.headers
        self._held = True

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.status}>"

    def __del__(self) -> None:
        if self._held:
            said = f"{self!r} was neither read to its end nor closed: use a with block"
            warnings.warn(said, ResourceWarning, stacklevel=2, source=self)
            self._let_go()

    def _let_go(self) -> None:
        """Release the connection if that needs no event loop."""

    @property
    def is_closed(self) -> bool:
        """Whether it was read to its end or closed."""
        return not self._held

    @property
    def event(self) -> str | None:
        """The name of the last value's event; ``message`` if it has none."""
        return self._decoder.event_name

    @property
    def last_event_id(self) -> str | None:
        """The id of the last complete event, for the next call: ``{"last_event_id": ...}``."""
        events = self._decoder.events
        return None if events is None else events.last_id

    @property
    def retry_after(self) -> float | None:
        """The reconnection time in seconds, if the server sent one."""
        events = self._decoder.events
        return None if events is None or events.retry is None else events.retry / 1000


class Stream(Position, Generic[T_co]):
    """Values as the server sends them; iterate once. Use a ``with`` block to stop early."""

    def __iter__(self) -> Iterator[T_co]:
        feed, lifeline = self._decoder.feed, self._lifeline
        try:
            while True:
                self._decoder.connect()
                lost = None
                try:
                    for piece in self._response.iter_bytes():
                        for value in feed(piece):
                            lifeline.left = lifeline.limit
                            yield value
                except APIConnectionError as error:
                    lost = error
                else:
                    values, lost = self._decoder.end()
                    yield from values
                if not self._go_on(lost):
                    return
        except _Done:
            return
        finally:
            self.close()

    def _go_on(self, lost: APIConnectionError | None) -> bool:
        self.close()
        response = run(self._lifeline.steps(lost), self._transport)
        if response is None:
            return False
        self._response = response
        self._held = True
        return True

    def close(self) -> None:
        """Release the connection."""
        self._held = False
        self._response.close()

    def _let_go(self) -> None:
        self.close()

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

    async def __aiter__(self) -> AsyncIterator[T_co]:
        feed, lifeline = self._decoder.feed, self._lifeline
        try:
            while True:
                self._decoder.connect()
                lost = None
                try:
                    async for piece in self._response.iter_bytes():
                        for value in feed(piece):
                            lifeline.left = lifeline.limit
                            yield value
                except APIConnectionError as error:
                    lost = error
                else:
                    values, lost = self._decoder.end()
                    for value in values:
                        yield value
                if not await self._go_on(lost):
                    return
        except _Done:
            return
        finally:
            await self.close()

    async def _go_on(self, lost: APIConnectionError | None) -> bool:
        await self.close()
        response = await run_async(self._lifeline.steps(lost), self._transport)
        if response is None:
            return False
        self._response = response
        self._held = True
        return True

    async def close(self) -> None:
        """Release the connection."""
        self._held = False
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
