"""Multipart bodies (RFC 2046, RFC 7578), written while they are sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from os import urandom

from .files import Stream
from .params import header_name, header_text

_ESCAPES = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})


class Piece:
    """One part of a multipart body."""

    __slots__ = ("content", "head")

    def __init__(
        self,
        name: str | None,
        content: bytes | Stream,
        *,
        file_name: str | None = None,
        content_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        lines: list[str] = []
        if name is not None:
            disposition = f'Content-Disposition: form-data; name="{name.translate(_ESCAPES)}"'
            if file_name is not None:
                disposition += f'; filename="{file_name.translate(_ESCAPES)}"'
            lines.append(disposition)
        if content_type is not None:
            lines.append(f"Content-Type: {header_text(content_type, name or 'content type')}")
        for key, value in (headers or {}).items():
            lines.append(f"{header_name(key)}: {header_text(value, key)}")
        self.head = "".join(line + "\r\n" for line in lines).encode()
        self.content: bytes | Stream = content


class MultipartStream(Stream):
    """The parts, one after the other, between boundaries."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.boundary = urandom(16).hex()
        self._pieces = list(pieces)
        self._first = f"--{self.boundary}\r\n".encode()
        self._next = f"\r\n--{self.boundary}\r\n".encode()
        self._last = (
            f"\r\n--{self.boundary}--\r\n" if self._pieces else f"--{self.boundary}--\r\n"
        ).encode()
        self.length = self._measure()
        self.asynchronous = any(
            isinstance(piece.content, Stream) and piece.content.asynchronous
            for piece in self._pieces
        )

    def rewind(self) -> bool:
        """Go back to the start of every part."""
        return all(
            piece.content.rewind() for piece in self._pieces if isinstance(piece.content, Stream)
        )

    def pieces(self) -> Iterator[bytes]:
        """Read the content."""
        for index, piece in enumerate(self._pieces):
            yield self._head(index, piece)
            if isinstance(piece.content, bytes):
                yield piece.content
            else:
                yield from piece.content.pieces()
        yield self._last

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for index, piece in enumerate(self._pieces):
            yield self._head(index, piece)
            if isinstance(piece.content, bytes):
                yield piece.content
            else:
                async for part in piece.content:
                    yield part
        yield self._last

    def _head(self, index: int, piece: Piece) -> bytes:
        return (self._next if index else self._first) + piece.head + b"\r\n"

    def _measure(self) -> int | None:
        total = len(self._last)
        for index, piece in enumerate(self._pieces):
            content = piece.content
            length = len(content) if isinstance(content, bytes) else content.length
            if length is None:
                return None
            total += len(self._head(index, piece)) + length
        return total
