"""Finds places in JSON text, by walking it on demand.

The text is read as Latin-1: one character for each byte, so that the C scanner counts bytes, and a ``str`` of one byte
a character in any case. Names and strings beyond ASCII are decoded again as UTF-8.
"""

from __future__ import annotations

import json
from functools import cached_property
from json.decoder import WHITESPACE, scanstring  # type: ignore[attr-defined]

from compiler.source.document import Mark
from compiler.source.location import Json, SourceFloat
from compiler.source.surrogates import mended
from compiler.source.text import Text

_SKIPPING = json.JSONDecoder(object_pairs_hook=len)  # objects are counted, not built
_SCALARS = json.JSONDecoder(parse_float=SourceFloat.read)


class _Container:
    """An object or array as far as it was read: its members, the start of the last one, and its end."""

    __slots__ = ("end", "is_object", "last", "members")

    def __init__(self, is_object: bool) -> None:
        self.is_object = is_object
        self.members: dict[str, Mark] = {}
        self.last: int | None = None
        self.end: int | None = None


class JsonLocator:
    """Finds places in JSON text.

    A container is read up to the member that was asked for, and later from there on. Members that are not needed
    are skipped by the C scanner.
    """

    needs_tree = False

    def __init__(self, source: Text) -> None:
        self._source = source
        self._containers: dict[int, _Container] = {}

    @cached_property
    def _bytes(self) -> str:
        return self._source.data.decode("latin-1")

    def root(self) -> int:
        """Return the offset of the root value."""
        return self._skip(0)

    def value(self, container: Json, mark: Mark, token: str) -> Json:
        """Return the value that begins at a mark; an empty container for a container."""
        match self._bytes[mark.value]:
            case "{":
                return {}
            case "[":
                return []
            case '"':
                return self._string(mark.value)[0]
            case _:
                value: Json = _SCALARS.raw_decode(self._bytes, mark.value)[0]
                return value

    def child(self, container: Json, offset: int, token: str) -> Mark | None:
        """Return the mark of a child, or None when there is none."""
        if not isinstance(container, dict | list):
            return None
        read = self._containers.get(offset)
        if read is None:
            read = self._containers[offset] = _Container(isinstance(container, dict))
        while token not in read.members and read.end is None:
            self._read_on(read, offset)
        return read.members.get(token)

    def _read_on(self, read: _Container, offset: int) -> None:
        """Read the next member of a container, or its end."""
        at = self._skip(offset + 1) if read.last is None else self._after(read.last)
        if self._bytes[at] in "]}":
            read.end = at + 1
        elif read.is_object:
            name, end = self._string(at)
            read.last = self._skip(self._skip(end) + 1)
            read.members[name] = Mark(at, read.last)
        else:
            read.last = at
            read.members[str(len(read.members))] = Mark(-1, at)

    def _after(self, value: int) -> int:
        """Return where the next sibling of a value begins, or the closing bracket."""
        end = self._skip(self.end(value))
        return self._skip(end + 1) if self._bytes[end] == "," else end

    def end(self, value: int) -> int:
        """Return where a value ends; the parts already read are not scanned again."""
        open_ones = []
        at: int | None = value
        while at is not None and (read := self._containers.get(at)) is not None and read.end is None:
            open_ones.append((read, at))
            at = read.last
        for read, at in reversed(open_ones):  # from within, so that nothing here recurses
            while read.end is None:
                self._read_on(read, at)
        known = self._containers.get(value)
        if known is not None and known.end is not None:
            return known.end
        end: int = _SKIPPING.raw_decode(self._bytes, value)[1]
        return end

    def _string(self, at: int) -> tuple[str, int]:
        """Return the string whose quote is at an offset, and where it ends."""
        text, end = scanstring(self._bytes, at + 1, True)
        if not text.isascii():
            text = mended(scanstring(self._source.data[at:end].decode("utf-8", "surrogatepass"), 1, True)[0])
        return text, end

    def _skip(self, offset: int) -> int:
        match = WHITESPACE.match(self._bytes, offset)
        end: int = match.end() if match else offset
        return end
