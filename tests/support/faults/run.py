"""Runs the table of faults against the SDK of a language: one process makes all calls, concurrently where allowed."""

from __future__ import annotations

import fcntl
import json
import os
import pickle
import socket
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.faults.server import Asked, FaultServer, Script
from tests.support.places import ROOT
from tests.support.wire_vectors import read_yaml

HERE = ROOT / "tests" / "faults"
DOCUMENT: dict[str, Any] = read_yaml(HERE / "document.yaml")
GROUPS: dict[str, list[dict[str, Any]]] = read_yaml(HERE / "cases.yaml")
GROUPS.pop("thing")
CASES = [case for group in GROUPS.values() for case in group]
SECRET = "s3cr3t"
"""Stands in every credential that the drivers give their client."""

Command = tuple[Sequence[str | Path], Mapping[str, str]]
"""A program, and what its environment has besides."""


@dataclass(frozen=True)
class Ended:
    """How one call ended, what the server was asked meanwhile, and what all calls together logged."""

    case: Mapping[str, Any]
    told: Mapping[str, Any]
    asked: Sequence[Asked]
    log: str


def is_long(case: Mapping[str, Any]) -> bool:
    """Tell whether a case takes seconds, so that it is made alone."""
    return "count" in case


def run_once(name: str, build: Callable[[], Command], *, long: bool = True) -> dict[str, Ended]:
    """What came of every case, by the name of its fault: made once for all processes of a test run.

    Args:
        name: of the language and its client.
        build: prints the SDK and gives the driver's command.
        long: whether the cases that take seconds are run too.
    """
    folder = Path(tempfile.gettempdir()) / f"faults-{os.environ.get('PYTEST_XDIST_TESTRUNUID', os.getpid())}"
    folder.mkdir(exist_ok=True)
    found = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not found.exists():
            found.write_bytes(pickle.dumps(_run_or_error(build, long)))
    ended: dict[str, Ended] | str = pickle.loads(found.read_bytes())
    assert not isinstance(ended, str), ended
    return ended


def _run_or_error(build: Callable[[], Command], long: bool) -> dict[str, Ended] | str:
    cases = [case for case in CASES if long or not is_long(case)]
    try:
        return run_all(cases, *build())
    except (AssertionError, subprocess.TimeoutExpired) as error:
        return f"the driver failed or hangs: {error}"


def run_all(
    cases: Sequence[Mapping[str, Any]], command: Sequence[str | Path], environment: Mapping[str, str]
) -> dict[str, Ended]:
    """Make the calls of the cases with a driver."""
    scripts = [Script(case["answers"]) for case in cases]
    with FaultServer(scripts) as server:
        orders = [_order(number, case, server) for number, case in enumerate(cases)]
        done = subprocess.run(
            list(map(str, command)),
            input=json.dumps(orders),
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-4000:]
    answer = json.loads(done.stdout)
    told = {one["number"]: one for one in answer["ended"]}
    log = answer["log"] + done.stderr
    return {case["fault"]: Ended(case, told[n], scripts[n].asked, log) for n, case in enumerate(cases)}


def _order(number: int, case: Mapping[str, Any], server: FaultServer) -> dict[str, Any]:
    return {
        "number": number,
        "url": f"{_nowhere() if case.get('closed') else server.origins[0]}/{number}",
        "call": case.get("call", "get"),
        "timeout": case.get("timeout", 120),
        "silence": case.get("silence", 0),
        "retries": case.get("retries", 2),
        "alone": is_long(case),
    }


def _nowhere() -> str:
    """An origin where nobody listens: a port that was free just now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return f"http://127.0.0.1:{taken.getsockname()[1]}"
