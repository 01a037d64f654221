"""Steady (npm ``@stdy/cli``), a mock server that validates: it refuses requests that the document does not allow."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from bench.peers import BENCH, packages

_SECONDS = 60
"""How long it may take to read a document."""


@contextmanager
def steady(document: Path) -> Iterator[str]:
    """Start Steady on a document, which it installs where it is missing; gives its origin."""
    program = packages("steady", BENCH / "steady") / "steady"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(program), "--host", "127.0.0.1", "--port", str(port), "--quiet", "--reject-on-sdk-error"]
    process = subprocess.Popen([*command, str(document)], stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        origin = f"http://127.0.0.1:{port}"
        _wait(origin, process)
        yield origin
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def _wait(origin: str, process: subprocess.Popen[bytes]) -> None:
    """Return when the server answers."""
    for _ in range(_SECONDS * 5):
        if process.poll() is not None:
            raise SystemExit(f"steady ended with {process.returncode}")
        try:
            with urlopen(f"{origin}/_x-steady/health"):
                return
        except (URLError, ConnectionError):
            time.sleep(0.2)
    raise SystemExit("steady did not start")
