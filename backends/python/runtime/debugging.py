"""The debug log, if the environment switches it on."""

from __future__ import annotations

import logging

log = logging.getLogger(__name__.partition("._runtime")[0])


def switch_on() -> None:
    """Log each attempt: with the program's handlers, else to standard error."""
    log.setLevel(logging.DEBUG)
    if not log.hasHandlers():
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
        log.addHandler(handler)
