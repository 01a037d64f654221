"""Jobs and results as bytes: what a worker is sent, what it returns, and what the cache keeps.

A bundle is a line that says what it is, the digest of what follows, and compressed: a header in JSON, then contents one
after the other. It holds data and no code, and whoever reads one checks all of it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from typing import Any

_MAGIC = b"codegen bundle 1\n"
_LARGEST = 1 << 30
"""The most bytes that a bundle may have when it is unpacked."""
_LEVEL = 1
"""Most of the time is better spent on compiling."""
_WORD = 8


class BundleError(Exception):
    """Bytes are not a bundle of ours, or not what was asked for."""


def pack(header: Mapping[str, Any], contents: Mapping[str, bytes]) -> bytes:
    """Return a bundle of a header and of named contents."""
    told = json.dumps({**header, "contents": [[name, len(data)] for name, data in contents.items()]}).encode()
    compressor = zlib.compressobj(_LEVEL)
    parts = [compressor.compress(len(told).to_bytes(_WORD, "big") + told)]
    parts += [compressor.compress(data) for data in contents.values()]
    body = b"".join([*parts, compressor.flush()])
    return _MAGIC + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the header and the contents. Raises `BundleError` for anything that `pack` did not return."""
    magic, rest = data[: len(_MAGIC)], data[len(_MAGIC) :]
    if magic != _MAGIC:
        raise BundleError("it is not a bundle of this version")
    digest, body = rest[:65], rest[65:]
    if hashlib.sha256(body).hexdigest().encode() + b"\n" != digest:
        raise BundleError("it is damaged")
    try:
        decompressor = zlib.decompressobj()
        plain = decompressor.decompress(body, _LARGEST)
        if decompressor.unconsumed_tail or not decompressor.eof:
            raise BundleError("it is too large")
        size = int.from_bytes(plain[:_WORD], "big")
        header = json.loads(plain[_WORD : _WORD + size])
        contents, at = {}, _WORD + size
        for name, length in header.pop("contents"):
            contents[str(name)] = plain[at : at + length]
            at += length
    except (zlib.error, ValueError, KeyError, TypeError, AttributeError, RecursionError, MemoryError):
        raise BundleError("it is damaged") from None
    if at != len(plain):
        raise BundleError("it is damaged")
    return header, contents
