"""Progress on a terminal, for work of more than a second; nothing is shown elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.status import Status
    from rich.text import Text

_PATIENCE = 1.0


class Progress:
    """A line that names the current step. Use it as a context manager around the work.

    Nothing is imported or printed before the delay has passed, so short runs cost nothing.
    """

    def __init__(self, stream: TextIO, *, enabled: bool = True) -> None:
        self._stream = stream
        self._enabled = enabled and stream.isatty()
        self._label = "working"
        self._status: Status | None = None
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def step(self, label: str) -> None:
        """Set the name of the current step."""
        self._label = label
        with self._lock:
            if self._status is not None:
                self._status.update(_plain(label))

    @contextmanager
    def still(self) -> Iterator[None]:
        """Hold the line still: while the process forks, no thread of it may be in the middle of something."""
        with self._lock:
            yield

    def __enter__(self) -> Progress:
        if self._enabled:
            self._timer = threading.Timer(_PATIENCE, self._show)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._enabled = False
            if self._status is not None:
                self._status.stop()

    def _show(self) -> None:
        with self._lock:
            if self._enabled:
                from rich.console import Console

                self._status = Console(file=self._stream).status(_plain(self._label))
                self._status.start()


def _plain(label: str) -> Text:
    """Keep rich from interpreting a file's name as markup."""
    from rich.text import Text

    return Text(label)
