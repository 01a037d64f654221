"""Prefect's server in a process and a virtual environment of its own (tests/test_prefect.py)."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

REQUIREMENTS = Path(__file__).parent / "prefect-requirements.txt"
CACHE = Path(__file__).parents[2] / "build/servers"
SILENCE = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|Connection refused|Connection reset|"
    "Temporary failure in name resolution|ProxyError|RemoteDisconnected|ProtocolError|50[234] Server Error"
)
"""What pip says when the registry does not answer."""


class RegistryUnavailableError(Exception):
    """The package registry does not answer: nothing is known about the server."""


def install() -> Path:
    """Make the environment, once for each state of the requirements, and return its folder.

    Raises:
        RegistryUnavailableError: the registry does not answer.
        RuntimeError: the installation fails for another reason.
    """
    folder = CACHE / f"prefect-{hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:  # one test process installs, the others wait
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            _install(folder)
    return folder


def _install(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command = [*pip, "--timeout", "20", "--retries", "2", "-r", str(REQUIREMENTS)]
    made = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    if made.returncode:
        kind = RegistryUnavailableError if SILENCE.search(made.stdout + made.stderr) else RuntimeError
        raise kind(made.stdout[-2000:] + made.stderr[-2000:])
    (folder / "complete").touch()


def free_port() -> int:
    """A port that nothing listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(environment: Path, home: Path) -> Iterator[str]:
    """Run the server while the block lasts; gives its origin. The whole process group is ended after it.

    Raises:
        RuntimeError: it ends by itself, or is not ready within two minutes; with the end of its log.
    """
    port = free_port()
    command = [
        str(environment / "bin/prefect"),
        "server",
        "start",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-ui",
    ]
    settings = {
        "PREFECT_HOME": str(home),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_FLUSH_INTERVAL": "0.2",
        "DO_NOT_TRACK": "1",
    }
    log = home / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, env={**os.environ, **settings}, stdout=out, stderr=out, start_new_session=True
        )
    try:
        origin = f"http://127.0.0.1:{port}"
        _wait_until_ready(origin, process, log)
        yield origin
    finally:
        _end(process)


def _wait_until_ready(origin: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        if _answers(f"{origin}/api/health"):
            return
        time.sleep(0.2)
    raise RuntimeError(f"the server is not ready:\n{log.read_text(errors='replace')[-4000:]}")


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server and all that it started."""
    for sign, patience in ((signal.SIGTERM, 15), (signal.SIGKILL, 15)):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
            return
