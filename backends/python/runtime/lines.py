"""Lines and server-sent events out of pieces of bytes."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

RECORD = "\x1e"
"""What each value of a JSON text sequence begins with (RFC 7464)."""


class LineSplitter:
    """Splits UTF-8 bytes at LF, CR and CRLF, across pieces.

    Each piece is scanned once: a line may be an image, in thousands of pieces. A line that ends
    with CR is returned at once, without waiting for an LF that may follow. ``begun`` tells that a
    byte order mark can no longer come; ``size`` is the length of the line that is incomplete.
    ``errors`` says what becomes of bytes that are not UTF-8.
    """

    def __init__(self, errors: str = "replace") -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors)
        self._rest: list[str] = []
        self.size: int = 0
        self.begun: bool = False
        self._half = False  # the last line ended in a CR: an LF that follows belongs to it

    def feed(self, piece: bytes) -> Iterator[str]:
        """Take a piece and return the lines that end in it."""
        text = self._decoder.decode(piece)
        if not self.begun and text:
            self.begun = True
            text = text.removeprefix("\ufeff")
        return self._split(text)

    @property
    def between(self) -> bool:
        """Whether the next piece begins a line."""
        return not (self._half or any(self._rest) or self._decoder.getstate()[0])

    def end(self) -> str:
        """Return the text after the last line break."""
        rest = "".join([*self._rest, self._decoder.decode(b"", final=True)])
        self._rest = []
        return rest

    def _split(self, text: str) -> Iterator[str]:
        if self._half and text:
            self._half = False
            text = text.removeprefix("\n")
        if "\r" in text:
            self._half = text.endswith("\r")
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        if "\n" not in text:
            self._rest.append(text)
            self.size += len(text)
            return iter(())
        *lines, rest = "".join([*self._rest, text]).split("\n")
        self._rest = [rest]
        self.size = len(rest)
        return iter(lines)


Event = tuple[str, str]
"""The name and the data of a server-sent event."""


class EventReader:
    """Assembles events from lines, as the HTML standard says.

    ``last_id`` is the id of the last complete event, ``retry`` the reconnection time in
    milliseconds that the server asks for.
    """

    __slots__ = ("_data", "_id", "_name", "last_id", "retry")

    def __init__(self) -> None:
        self._name = ""
        self._data: list[str] = []
        self._id: str | None = None
        self.last_id: str | None = None
        self.retry: int | None = None

    def feed(self, lines: Iterable[str]) -> Iterator[Event]:
        """Take lines and return the events that empty ones among them complete."""
        for line in lines:
            if not line:
                self.last_id = self._id
                if self._data:
                    event, self._data = (self._name or "message", "\n".join(self._data)), []
                    self._name = ""
                    yield event
                self._name = ""
            elif line.startswith("data: "):  # most lines
                self._data.append(line[6:])
            elif line[0] != ":":
                name, _, value = line.partition(":")
                self._field(name, value.removeprefix(" "))

    @property
    def half(self) -> Event | None:
        """The incomplete event, if it has data."""
        return (self._name or "message", "\n".join(self._data)) if self._data else None

    @property
    def between(self) -> bool:
        """Whether the next line begins an event."""
        return not (self._data or self._name) and self._id == self.last_id

    def lose(self) -> None:
        """Discard the incomplete event: the connection was lost."""
        self._name, self._data, self._id = "", [], self.last_id

    def _field(self, name: str, value: str) -> None:
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self.retry = int(value[:16])
