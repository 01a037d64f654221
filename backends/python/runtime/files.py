"""Bytes that a caller wants sent: in memory, in a file, or made piece by piece."""

from __future__ import annotations

import os
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar, cast

from .errors import InvalidArgumentError

FileContent: TypeAlias = (
    bytes | bytearray | os.PathLike[str] | IO[bytes] | Iterable[bytes] | AsyncIterable[bytes]
)
"""Bytes, the path of a file, an open binary file, or an iterable of bytes."""

_CHUNK = 65536

T = TypeVar("T")


class File:
    """Content to upload, with a name, a content type and headers of its own.

    Args:
        content: the bytes, or where they come from.
        name: the file name to tell the server; by default the name of the file.
        content_type: the media type to tell the server.
        headers: headers of the part in a multipart body.
    """

    __slots__ = ("content", "content_type", "headers", "name")

    def __init__(
        self,
        content: FileContent,
        *,
        name: str | None = None,
        content_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.content: FileContent = content
        self.name: str | None = name
        self.content_type: str | None = content_type
        self.headers: Mapping[str, str] = headers or {}

    def __repr__(self) -> str:
        return f"File(name={self.name!r}, content_type={self.content_type!r})"


FileInput: TypeAlias = (
    FileContent
    | File
    | tuple[str | None, FileContent]
    | tuple[str | None, FileContent, str | None]
    | tuple[str | None, FileContent, str | None, Mapping[str, str]]
)
"""Content alone, a :class:`File`, or a tuple of name, content, content type and headers."""


class PartValue:
    """A value of a part of a multipart body, with headers of the part."""

    __slots__ = ("headers", "value")

    def __init__(self, value: Any, headers: Mapping[str, Any]) -> None:
        self.value: Any = value
        self.headers: Mapping[str, Any] = headers

    def to_dict(self) -> Any:
        """Return the value alone, which is what is checked."""
        return self.value


def with_part_headers(value: T, headers: Mapping[str, Any]) -> T:
    """Give a part of a multipart body headers: what is returned stands for the value in a call.

    Args:
        value: an argument, a value of a dictionary, or an item of a list of which each is a part.
        headers: by their names; what the API says of a header itself counts first.
    """
    found: Any = PartValue(value, headers)
    return cast("T", found)


def as_file(value: Any) -> File:
    """Make a :class:`File` of any :data:`FileInput`."""
    if isinstance(value, File):
        return value
    given: Any = value
    if isinstance(value, tuple):
        kind = given[2] if len(given) > 2 else None
        headers = given[3] if len(given) > 3 else None
        return File(given[1], name=given[0], content_type=kind, headers=headers)
    return File(value)


def file_name(file: File) -> str | None:
    """Find the name of a file: what the caller says, else the last part of its path."""
    if file.name is not None:
        return file.name
    content: Any = file.content
    source: Any = content if hasattr(content, "__fspath__") else getattr(content, "name", None)
    return Path(source).name if hasattr(source, "__fspath__") or isinstance(source, str) else None


def as_content(value: Any, argument: str) -> bytes | Stream:
    """Make the content of a request of what the caller gave.

    Raises:
        InvalidArgumentError: it holds no bytes, or the file cannot be read.
    """
    content: Any = value
    if isinstance(value, bytes):
        return value
    if isinstance(value, (bytearray, memoryview)):
        return bytes(content)
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, os.PathLike):
        return _PathStream(Path(content), argument)
    if hasattr(value, "read"):
        if getattr(content, "closed", False):
            raise InvalidArgumentError(f"{argument!r} is a file that is closed")
        return _OpenStream(content)
    if isinstance(value, (Iterable, AsyncIterable)) and not isinstance(value, Mapping):
        return _PiecesStream(content)
    raise InvalidArgumentError(f"{argument!r} must be bytes, a path or an open file")


class Stream:
    """Content that is read while it is sent."""

    length: int | None = None

    def rewind(self) -> bool:
        """Go back to the start; False where that is impossible."""
        return True

    def __iter__(self) -> Iterator[bytes]:
        raise NotImplementedError

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece


class _PathStream(Stream):
    def __init__(self, path: Path, argument: str) -> None:
        self._path = path
        try:
            self.length = path.stat().st_size
        except OSError as error:
            raise InvalidArgumentError(f"{argument!r} cannot be read: {error}") from error

    def __iter__(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            while piece := file.read(_CHUNK):
                yield piece


class _OpenStream(Stream):
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._start: int | None = None
        try:
            self._start = file.tell()
            self.length = file.seek(0, os.SEEK_END) - self._start
            file.seek(self._start)
        except (OSError, ValueError, AttributeError):
            self._start = None

    def rewind(self) -> bool:
        """Go back to where the file stood when it was given."""
        if self._start is None:
            return False
        self._file.seek(self._start)
        return True

    def __iter__(self) -> Iterator[bytes]:
        while piece := self._file.read(_CHUNK):
            yield piece.encode() if isinstance(piece, str) else piece


def _piece(given: Any) -> bytes:
    content: Any = given
    if isinstance(given, str):
        return given.encode()
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(content)
    raise InvalidArgumentError(f"a piece of a file must be bytes, not {type(given).__name__}")


class _PiecesStream(Stream):
    def __init__(self, pieces: Iterable[bytes] | AsyncIterable[bytes]) -> None:
        self._pieces = pieces

    def rewind(self) -> bool:
        """Go back to the start: a list can, an iterator cannot."""
        return not isinstance(self._pieces, (Iterator, AsyncIterator))

    def __iter__(self) -> Iterator[bytes]:
        if not isinstance(self._pieces, Iterable):
            raise InvalidArgumentError("an asynchronous iterable needs the asynchronous client")
        return map(_piece, self._pieces)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if isinstance(self._pieces, AsyncIterable):
            async for piece in self._pieces:
                yield _piece(piece)
        else:
            for piece in self:
                yield piece
