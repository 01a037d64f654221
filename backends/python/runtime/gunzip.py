"""Bodies in gzip: httpx accepts truncated ones, and ignores further members."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

from .errors import APIConnectionError

_PIECE = 1 << 20


class Gunzip:
    """Decompresses pieces into pieces of limited size."""

    __slots__ = ("_member",)

    def __init__(self) -> None:
        self._member: Any = None

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Decompress a piece; ignore what follows the last member."""
        try:
            while piece:
                if self._member is None or self._member.eof:
                    if self._member and piece[0] != 0x1F:
                        return
                    self._member = zlib.decompressobj(31)
                made = self._member.decompress(piece, _PIECE)
                while made:
                    yield made
                    made = self._member.decompress(self._member.unconsumed_tail, _PIECE)
                piece = self._member.unused_data
        except zlib.error as error:
            raise APIConnectionError(f"the body is not gzip: {error}") from error

    def end(self) -> None:
        """Raise if the body was truncated."""
        if self._member and not self._member.eof:
            raise APIConnectionError("the gzip body is truncated")
