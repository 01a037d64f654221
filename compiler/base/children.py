"""Child processes that end with the process that started them, and hold none of its locks."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux' prctl."""
_locks: set[int] = set()
"""Open files whose lock a forked process would hold as long as it lives."""


def keep_from_children(number: int) -> None:
    """Let no process that is forked from now on have an open file, which carries a lock of this process."""
    _locks.add(number)


def give_to_children(number: int) -> None:
    """Take back :func:`keep_from_children`: the file is closed, and its number may be that of another one."""
    _locks.discard(number)


def _close_locks() -> None:
    for number in _locks:
        with suppress(OSError):
            os.close(number)  # the lock is that of all copies: it goes when its owner has closed them all
    _locks.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_locks)


def close_all_but(number: int) -> None:
    """Close what a forked process has open, but for one file and the three of the terminal: among it are the other ends
    of pipes, where a writer waits for whoever could read, and those of its siblings."""
    os.closerange(3, number)
    os.closerange(number + 1, os.sysconf("SC_OPEN_MAX"))


def end_with_parent(parent: int) -> None:
    """Make this process end when the one that started it is gone, whatever killed that.

    Args:
        parent: the number of that process, as it knows it itself.
    """
    if sys.platform == "linux":
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:  # it was gone before
            os._exit(1)
        return
    import threading
    from multiprocessing import parent_process

    started_by = parent_process()
    if started_by is not None:
        threading.Thread(target=lambda: (started_by.join(), os._exit(1)), daemon=True).start()
