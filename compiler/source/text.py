"""The text of one input file: its bytes, and the conversion of offsets to lines and columns.

Offsets count bytes of UTF-8. A ``str`` takes four bytes a character for one emoji (PEP 393), so the text of a large
document is decoded whole only while it is parsed; what diagnostics show is decoded by the line. Columns count
characters, as editors do.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate, islice

from compiler.base.patterns import lazy_pattern

_BLOCK = 4096
"""How many bytes each entry covers in the tables of line ends and characters."""
_LINE_END = re.compile(rb"\n|\r(?!\n)")  # the last byte of LF, CR or CRLF
_CONTINUING = bytes(range(0x80, 0xC0))  # bytes of UTF-8 that begin no character
_QUOTED = re.compile(rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|\'[^\'\n]*+(?:\'\'[^\'\n]*+)*\'')
_WORD = re.compile(rb"[^\s,\[\]{}]+")
_TOKEN = lazy_pattern(r"[^\s,\[\]{}]+")


class Text:
    """The text of a file, held as UTF-8 unless it is being parsed."""

    def __init__(self, text: str, data: bytes | None = None) -> None:
        self.data = text.encode("utf-8", "surrogatepass") if data is None else data
        self._text: str | None = text

    def read(self) -> str:
        """Return the text, decoded again if only the UTF-8 was kept."""
        if self._text is None:
            self._text = self._decoded(0, len(self.data))
        return self._text

    def put_away(self) -> None:
        """Keep only the UTF-8 until the text is read again."""
        self._text = None

    def _decoded(self, start: int, stop: int) -> str:
        return self.data[start:stop].decode("utf-8", "surrogatepass")

    # -- lines

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return line and column (from 1) of an offset."""
        block = offset - offset % _BLOCK
        line = self._line_ends[offset // _BLOCK] + self._ends(block, offset)
        near = self.data.rfind(b"\n", block, offset) + 1  # most lines begin in the same block
        start = near if near and not self._has_returns else self._line_start(line)
        return line + 1, self._length(start, offset) + 1

    def excerpt(self, line: int, column: int = 1, before: int = 0, limit: int = sys.maxsize) -> tuple[str, int]:
        """Return a line without its end, and 0; of a line over `limit` characters only the part around a column.

        The part begins `before` characters before the column; the second result counts those left out before it.
        """
        if not 0 < line <= self._line_ends[-1] + 1:
            return "", 0
        start, stop = self._line_start(line - 1), self._line_start(line)
        while stop > start and self.data[stop - 1] in b"\r\n":
            stop -= 1
        if self._length(start, stop) <= limit:
            return self._decoded(start, stop), 0
        skipped = max(0, column - 1 - before)
        first = self._after(start, skipped)
        return self._decoded(first, min(stop, self._after(first, limit))), skipped

    def _line_start(self, line: int) -> int:
        """Return where a line (from 0) begins; the end of the text if there is no such line."""
        if line == 0:
            return 0
        block = _block_of(self._line_ends, line - 1)
        ends = _LINE_END.finditer(self.data, block * _BLOCK)
        end = next(islice(ends, line - 1 - self._line_ends[block], None), None)
        return end.end() if end is not None else len(self.data)

    @cached_property
    def _line_ends(self) -> list[int]:
        """How many lines end before each block, and in all."""
        return self._table(self._ends)

    @cached_property
    def _has_returns(self) -> bool:
        return b"\r" in self.data

    def _ends(self, start: int, stop: int) -> int:
        """Count the lines that end between two offsets; CRLF ends one at its LF."""
        ends = self.data.count(b"\n", start, stop)
        if self._has_returns:
            ends += self.data.count(b"\r", start, stop) - self.data.count(b"\r\n", start, stop + 1)
        return ends

    # -- characters

    def has(self, text: str, offset: int) -> bool:
        """Whether the text has this exact string at an offset."""
        return self.data.startswith(text.encode("utf-8", "surrogatepass"), offset)

    def offset_of(self, character: int) -> int:
        """Return the offset of a character of the text, counted from 0."""
        return self._after(0, character)

    def width_at(self, offset: int, spelling: str | None) -> int:
        """Return how many characters of the line belong to the token at an offset.

        That is a whole quoted string, else the length of `spelling`; without a spelling, a word without its colon.
        """
        quoted = _QUOTED.match(self.data, offset)
        if quoted is not None:
            return self._length(*quoted.span())
        word = _WORD.match(self.data, offset)
        token = _TOKEN.match(self._decoded(*word.span())) if word is not None else None  # spaces beyond ASCII end it
        if token is None:
            return 1
        if spelling is None:
            return len(token[0].rstrip(":") or token[0])
        return len(token[0]) if token[0][0] in "\"'" else min(len(token[0]), len(spelling))

    @cached_property
    def _is_ascii(self) -> bool:
        return self.data.isascii()

    @cached_property
    def _characters(self) -> list[int]:
        """How many characters begin before each block, and in all."""
        return self._table(self._begun)

    def _begun(self, start: int, stop: int) -> int:
        return len(self.data[start:stop].translate(None, _CONTINUING))

    def _length(self, start: int, stop: int) -> int:
        """Return how many characters stand between two offsets."""
        if self._is_ascii:
            return stop - start
        if stop - start <= _BLOCK:
            return self._begun(start, stop)
        table = self._characters
        return self._before(table, self._begun, stop) - self._before(table, self._begun, start)

    def _after(self, offset: int, count: int) -> int:
        """Return the offset a number of characters after another; the end of the text if there are fewer."""
        if self._is_ascii:
            return min(offset + count, len(self.data))
        table = self._characters
        character = self._before(table, self._begun, offset) + count
        if character >= table[-1]:
            return len(self.data)
        block = _block_of(table, character)
        start = self._boundary(block * _BLOCK)
        count = character - table[block]
        stop = self._boundary(start + 4 * count)  # no character has more bytes
        return start + len(self._decoded(start, stop)[:count].encode("utf-8", "surrogatepass"))

    def _boundary(self, offset: int) -> int:
        """Return where the next character begins."""
        while self.data[offset : offset + 1] and self.data[offset] & 0xC0 == 0x80:
            offset += 1
        return offset

    # -- tables

    def _table(self, count: Callable[[int, int], int]) -> list[int]:
        starts = range(0, len(self.data), _BLOCK)
        return list(accumulate((count(start, start + _BLOCK) for start in starts), initial=0))

    def _before(self, table: list[int], count: Callable[[int, int], int], offset: int) -> int:
        """Return the count before an offset: the table has it up to the block, the rest is counted."""
        block = offset // _BLOCK
        return table[block] + count(block * _BLOCK, offset)


def _block_of(table: list[int], number: int) -> int:
    """Return the block that holds the item with a number (from 0)."""
    return bisect_right(table, number) - 1
