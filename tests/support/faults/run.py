"""Runs the table of faults against the SDK of a language: one process makes all calls, concurrently where allowed."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Mapping, Sequence
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
    """Tell whether a case takes seconds as it stands, so that it is made alone."""
    return "count" in case


def shorten(case: dict[str, Any]) -> dict[str, Any]:
    """A case of thousands of pages with more of them than Python has frames; others as they are."""
    if not is_long(case):
        return case
    return {**case, "answers": [{**case["answers"][0], "count": 1200}], "count": 1200, "requests": 1200}


SHORT = {case["fault"]: shorten(case) for case in CASES}
"""The cases as `make test` makes them."""
LONG = [case for case in CASES if is_long(case)]
"""Those that `make test-all` makes as they stand."""


def run_all(cases: Sequence[Mapping[str, Any]], command: Command) -> dict[str, Ended]:
    """Make the calls of the cases with a driver; gives what came of each by the name of its fault."""
    program, environment = command
    scripts = [Script(case["answers"]) for case in cases]
    with FaultServer(scripts) as server:
        orders = [_order(number, case, server) for number, case in enumerate(cases)]
        done = subprocess.run(
            list(map(str, program)),
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
