"""Third-party servers, each in an environment and a process of its own."""

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
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.toolchain import tool

HERE = ROOT / "tests" / "servers"
CACHE = ROOT / "build/servers"
SILENCE = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|Connection refused|Connection reset|"
    "Temporary failure in name resolution|ProxyError|RemoteDisconnected|ProtocolError|50[234] Server Error"
)
"""What pip says when the registry does not answer."""


class RegistryUnavailableError(Exception):
    """The package registry does not answer: nothing is known about the server."""


def require(name: str, *, slow: bool = False) -> Path:
    """The environment of a server; the test is skipped where the registry does not answer.

    ``NAME@VERSION`` is a package of npm, any other name has its ``NAME-requirements.txt``. A slow one: only
    `make test-servers`, which sets SLOW_SERVERS, runs it.
    """
    if slow and not os.environ.get("SLOW_SERVERS"):
        pytest.skip(f"{name} takes minutes: make test-servers runs it")
    try:
        return install_package(name) if "@" in name else install(name)
    except RegistryUnavailableError as error:
        pytest.skip(f"the package registry does not answer, so {name} cannot be installed: {error}")


def install(name: str) -> Path:
    """Make the environment of ``NAME-requirements.txt``, once for each state of it, and return its folder.

    Raises:
        RegistryUnavailableError: the registry does not answer.
        RuntimeError: the installation fails for another reason.
    """
    requirements = HERE / f"{name}-requirements.txt"
    folder = CACHE / f"{name}-{hashlib.sha256(requirements.read_bytes()).hexdigest()[:12]}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{name}.lock").open("w") as lock:  # one test process installs, the others wait
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            _install(folder, requirements)
    return folder


def install_package(package: str) -> Path:
    """Install a package of npm, once, and return its folder.

    Raises:
        RegistryUnavailableError: npm cannot install it.
        RuntimeError: the same in CI, which has npm and its registry.
    """
    folder, npm = CACHE / package.replace("/", "-"), tool("npm")
    folder.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", package]
            made = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
            if made.returncode:
                kind = RuntimeError if os.environ.get("CI") == "true" else RegistryUnavailableError
                raise kind(made.stderr[-2000:])
            (folder / "complete").touch()
    return folder / "node_modules" / package.rpartition("@")[0]


def _install(folder: Path, requirements: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command = [*pip, "--timeout", "20", "--retries", "2", "-r", str(requirements)]
    made = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
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
def running(
    command: Sequence[str | Path], ready: str, home: Path, settings: Mapping[str, str], *, patience: float = 120
) -> Iterator[str]:
    """Run a server while the block lasts; gives its origin. The whole process group is ended after it.

    Args:
        command: the program and its arguments; `{port}` in it is a free port.
        ready: a path that answers when the server is ready, whatever the status.
        home: where the log goes; the server's working folder.
        settings: its environment besides ours.
        patience: seconds until it must be ready.

    Raises:
        RuntimeError: it ends by itself, or is not ready in time; with the end of its log.
    """
    port, log = str(free_port()), home / "server.log"
    origin = f"http://127.0.0.1:{port}"
    words = [str(word).replace("{port}", port) for word in command]
    with log.open("wb") as out:
        process = subprocess.Popen(
            words, cwd=home, env={**os.environ, **settings}, stdout=out, stderr=out, start_new_session=True
        )
    try:
        _wait_until_ready(f"{origin}{ready}", process, log, patience)
        yield origin
    finally:
        _end(process)


def _wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path, patience: float) -> None:
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline and process.poll() is None:
        if _answers(url):
            return
        time.sleep(0.2)
    raise RuntimeError(f"the server is not ready:\n{log.read_text(errors='replace')[-4000:]}")


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError as error:
        return error.code < 500
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
