"""The debug log, where the environment switches it on (D16.4)."""

from __future__ import annotations

import logging

log = logging.getLogger(__name__.partition("._runtime")[0])


def switch_on() -> None:
    """Let each attempt be told: by the handlers that the program has, else on standard error."""
    log.setLevel(logging.DEBUG)
    if not log.hasHandlers():
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
        log.addHandler(handler)
