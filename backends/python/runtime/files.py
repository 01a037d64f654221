"""Bytes to send: in memory, in a file, or produced in pieces."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar, cast

from .errors import InvalidArgumentError, SDKError

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
        """Return the value alone, for checks."""
        return self.value


def with_part_headers(value: T, headers: Mapping[str, Any]) -> T:
    """Give a part of a multipart body headers: pass the result in place of the value.

    Args:
        value: an argument, a value of a dictionary, or an item of a list of which each is a part.
        headers: by name; values that the API fixes take precedence.
    """
    found: Any = PartValue(value, headers)
    return cast("T", found)


def as_file(value: Any) -> File:
    """Make a :class:`File` of any :data:`FileInput`."""
    if isinstance(value, File):
        return value
    given: Any = value
    if isinstance(value, tuple):
        if len(given) < 2:
            raise InvalidArgumentError("a file as a tuple has a name and content")
        kind = given[2] if len(given) > 2 else None
        headers = given[3] if len(given) > 3 else None
        return File(given[1], name=given[0], content_type=kind, headers=headers)
    return File(value)


def is_upload(value: Any) -> bool:
    """Tell whether a value is a file, and nothing else that a part without a type may be: text and
    bytes are also such.
    """
    if isinstance(value, tuple):
        given = cast("Sequence[Any]", value)
        return is_named_file(given) and _is_content(given[1])
    return isinstance(value, (File, os.PathLike)) or hasattr(value, "read")


def _is_content(value: Any) -> bool:
    pieces = cast("Sequence[Any]", value) if isinstance(value, (list, tuple)) else [value]
    if all(isinstance(piece, (bytes, bytearray, memoryview)) for piece in pieces):
        return bool(pieces)
    return not isinstance(value, (tuple, File)) and is_upload(value)


def is_named_file(value: Sequence[Any]) -> bool:
    """Tell whether a tuple has the form of a file's: name, content, content type, headers."""
    texts = [*value[:1], *value[2:3]]
    return 1 < len(value) < 5 and all(isinstance(item, str | None) for item in texts)


def file_name(file: File) -> str | None:
    """Find the name of a file: the caller's, else the last part of its path."""
    if file.name is not None:
        return file.name
    content: Any = file.content
    source: Any = content if hasattr(content, "__fspath__") else getattr(content, "name", None)
    return Path(source).name if hasattr(source, "__fspath__") or isinstance(source, str) else None


def as_content(value: Any, argument: str) -> bytes | Stream:
    """Make the content of a request from the caller's value.

    Raises:
        InvalidArgumentError: the value holds no bytes, or the file cannot be read.
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
    if isinstance(value, AsyncIterable):
        return _PiecesStream(content, argument)
    if hasattr(value, "read"):
        return _OpenStream(content, argument)
    if isinstance(value, (list, tuple)):
        for piece in cast("Sequence[Any]", content):
            _piece(piece, argument)
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        return _PiecesStream(content, argument)
    raise _refused(content, argument)


def _refused(value: object, argument: str) -> InvalidArgumentError:
    kind = "a coroutine: await it" if isinstance(value, Awaitable) else type(value).__name__
    what = "bytes, a path, an open file or an iterable of bytes"
    return InvalidArgumentError(f"{argument!r} must be a file ({what}), not {kind}")


def _piece(given: Any, argument: str) -> bytes:
    content: Any = given
    if isinstance(given, bytes):
        return given
    if isinstance(given, str):
        return given.encode()
    if isinstance(given, (bytearray, memoryview)):
        return bytes(content)
    kind = type(given).__name__
    raise InvalidArgumentError(f"a piece of {argument!r} must be bytes, not {kind}")


class Stream:
    """Content that is read while it is sent.

    ``asynchronous``: the asynchronous client alone can read it.
    """

    length: int | None = None
    asynchronous: bool = False

    def rewind(self) -> bool:
        """Rewind; False if that is impossible."""
        return True

    def __iter__(self) -> Iterator[bytes]:
        if self.asynchronous:
            raise InvalidArgumentError("an asynchronous iterable needs the asynchronous client")
        return self.pieces()

    def pieces(self) -> Iterator[bytes]:
        """Read the content."""
        raise NotImplementedError

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self.pieces():
            yield piece


class _Counted:
    """Checks content against its length, if that is known.

    The last piece is held back until the number of bytes is right, so that no server takes a part
    of a file for the whole.
    """

    __slots__ = ("_argument", "_kept", "_length", "_total")

    def __init__(self, argument: str, length: int | None) -> None:
        self._argument = argument
        self._length = length
        self._kept = b""
        self._total = 0

    def push(self, given: Any) -> bytes:
        """Take a piece, and return the one before."""
        piece = _piece(given, self._argument)
        self._total += len(piece)
        if self._length is not None and self._total > self._length:
            raise self._wrong("more")
        if not piece:
            return b""
        ready, self._kept = self._kept, piece
        return ready

    def end(self) -> bytes:
        """Return the last piece."""
        if self._length is not None and self._total < self._length:
            raise self._wrong("fewer")
        return self._kept

    def _wrong(self, told: str) -> InvalidArgumentError:
        when = f"than the {self._length} bytes that it had when it was opened: it was not sent"
        return InvalidArgumentError(f"{self._argument!r} has {told} {when}")

    def unreadable(self, error: Exception) -> InvalidArgumentError:
        """Make the error for content that cannot be read."""
        return InvalidArgumentError(f"{self._argument!r} cannot be read: {error}")


class _FileStream(Stream):
    """A stream of pieces that are bytes or text."""

    def __init__(self, argument: str) -> None:
        self._argument = argument

    def read(self) -> Iterator[Any]:
        """Read its pieces unchanged."""
        raise NotImplementedError

    def pieces(self) -> Iterator[bytes]:
        """Read it, up to its declared length."""
        counted = _Counted(self._argument, self.length)
        try:
            for piece in self.read():
                if ready := counted.push(piece):
                    yield ready
        except SDKError:
            raise
        except Exception as error:
            raise counted.unreadable(error) from error
        yield counted.end()


class _PathStream(_FileStream):
    def __init__(self, path: Path, argument: str) -> None:
        super().__init__(argument)
        self._path = path
        try:
            mode = path.stat().st_mode
            if stat.S_ISREG(mode):  # pipes have no length
                with path.open("rb") as file:
                    self.length = os.fstat(file.fileno()).st_size
        except (OSError, ValueError) as error:
            raise InvalidArgumentError(f"{argument!r} cannot be read: {error}") from error
        if stat.S_ISDIR(mode):
            raise InvalidArgumentError(f"{argument!r} cannot be read: {path} is a directory")

    def read(self) -> Iterator[Any]:
        with self._path.open("rb") as file:
            while piece := file.read(_CHUNK):
                yield piece


class _OpenStream(_FileStream):
    def __init__(self, file: IO[bytes], argument: str) -> None:
        super().__init__(argument)
        self._file = file
        self._start: int | None = None
        if getattr(file, "closed", False):
            raise InvalidArgumentError(f"{argument!r} is a closed file")
        if isinstance(file, io.TextIOBase) or isinstance(getattr(file, "encoding", None), str):
            raise InvalidArgumentError(f"{argument!r} is open as text: open it with mode 'rb'")
        if isinstance(file, io.IOBase) and not file.readable():
            raise InvalidArgumentError(f"{argument!r} is a file that is not open for reading")
        try:
            self._start = file.tell()
            self.length = file.seek(0, os.SEEK_END) - self._start
            file.seek(self._start)
        except (OSError, ValueError, AttributeError):
            self._start = None

    def rewind(self) -> bool:
        """Go back to the position at which the file was given."""
        if self._start is None:
            return False
        try:
            self._file.seek(self._start)
        except (OSError, ValueError):  # it was closed
            return False
        return True

    def read(self) -> Iterator[Any]:
        while piece := self._file.read(_CHUNK):
            yield piece


class _PiecesStream(_FileStream):
    def __init__(self, pieces: Iterable[bytes] | AsyncIterable[bytes], argument: str) -> None:
        super().__init__(argument)
        self._pieces = pieces
        self.asynchronous = not isinstance(pieces, Iterable)

    def rewind(self) -> bool:
        """Go back to the start: a list can, an iterator cannot."""
        return not isinstance(self._pieces, (Iterator, AsyncIterator))

    def read(self) -> Iterator[Any]:
        return iter(cast("Iterable[bytes]", self._pieces))

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if not isinstance(self._pieces, AsyncIterable):
            for piece in self.pieces():
                yield piece
            return
        counted = _Counted(self._argument, self.length)
        try:
            async for piece in self._pieces:
                if ready := counted.push(piece):
                    yield ready
        except SDKError:
            raise
        except Exception as error:
            raise counted.unreadable(error) from error
        yield counted.end()
