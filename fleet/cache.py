"""Results of whole documents in a folder or a bucket, by the digest of all that they follow from.

Nothing in it is trusted: a bundle has its own digest, says what it is the result of, and is checked like any other
(:mod:`fleet.results`). Whatever is wrong with an entry, the document is compiled again.
"""

from __future__ import annotations

import os
import threading
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
_PATIENCE = 30
"""Seconds for one answer."""


class AwayError(Exception):
    """The cache cannot be used now."""


class MissingError(Exception):
    """The package that opens such a URL is not installed."""


class Store:
    """A cache: a folder, or a URL that fsspec opens."""

    def __init__(self, url: str) -> None:
        """Raises `MissingError` without fsspec, and `AwayError` if there is no such place."""
        try:
            import fsspec
        except ImportError:
            raise MissingError("fsspec") from None
        self.url = url
        self._fs, self._root = _answer(lambda: fsspec.core.url_to_fs(url))

    def get(self, key: str) -> bytes | None:
        """Return an entry; None if there is none. Raises `AwayError`."""

        def read() -> bytes | None:
            try:
                return bytes(self._fs.cat_file(self._path(key)))
            except FileNotFoundError:
                return None

        return _answer(read)

    def put(self, key: str, data: bytes) -> None:
        """Write an entry, whole or not at all. Raises `AwayError`."""
        path = self._path(key)
        beside = f"{path}.{uuid.uuid4().hex}.tmp"

        def write() -> None:
            if not _is_local(self._fs):  # a bucket has a file when all of it is there
                self._fs.makedirs(path.rpartition("/")[0], exist_ok=True)
                self._fs.pipe_file(path, data)
                return
            os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
            try:
                with open(beside, "xb") as file:  # noqa: PTH123
                    file.write(data)
                os.replace(beside, path)  # noqa: PTH105
            except BaseException:  # a full disk
                with suppress(OSError):
                    os.unlink(beside)  # noqa: PTH108
                raise

        _answer(write)

    def _path(self, key: str) -> str:
        return f"{self._root.rstrip('/')}/{key[:2]}/{key}.bundle"


def _is_local(fs: Any) -> bool:
    protocol = fs.protocol
    return "file" in (protocol if isinstance(protocol, tuple | list) else (protocol,))


def _answer(ask: Callable[[], T]) -> T:
    """Return what a file system answers. Raises `AwayError` for any error of it, and if it takes too long."""
    found: list[T] = []
    wrong: list[BaseException] = []

    def run() -> None:
        try:
            found.append(ask())
        except BaseException as error:  # implementations raise what their libraries do
            wrong.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(_PATIENCE)
    if found:
        return found[0]
    if not wrong:
        raise AwayError(f"no answer within {_PATIENCE} seconds")
    error = wrong[0]
    raise AwayError(f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"[:300]) from None
