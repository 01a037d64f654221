"""Where the time of a build goes: `--time-passes` counts all of it, `--trace` can be read by viewers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from compiler.driver import printing
from compiler.driver.second_process import can_fork
from passes import PIPELINE, TARGET_PIPELINE
from tests.support.places import ROOT
from tests.support.run import build, codegen

TRAINS = ROOT / "examples" / "trains" / "openapi.yaml"
TARGETS = ("python", "typescript", "go", "reference")
ALL = tuple(word for target in TARGETS for word in ("-t", target))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "gen.yaml").write_text("configVersion: 2.0.0\n", "utf-8")
    return tmp_path


def rows(text: str) -> dict[str, tuple[float, float]]:
    found = re.findall(r"^ *(-?\d+\.\d{3}) +(-?\d+\.\d{3})  (.+)$", text, re.MULTILINE)
    return {name: (float(cpu), float(wall)) for cpu, wall, name in found}


def test_the_table_counts_nearly_everything(folder: Path) -> None:
    """The whole begins with the process: Python and the modules that it imports are a part, too."""
    command = (sys.executable, "-m", "compiler", "build", str(TRAINS), "-c", str(folder / "gen.yaml"), *ALL)
    options = ("-q", "-o", str(folder / "sdk"), "--time-passes")
    before = os.times()
    done = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, check=True)
    after = os.times()
    found = rows(done.stderr)
    shared = {f"{step.name}@{target}" for step in TARGET_PIPELINE for target in TARGETS}
    printed = {f"{part}@{target}" for part in ("load", "plan", "print", "write") for target in TARGETS}
    once = {"start", "read", "lower", "check@python", "write", *(step.name for step in PIPELINE)}
    assert found.keys() >= once | shared | printed
    whole = found.pop("all")
    assert sum(cpu for cpu, _ in found.values()) == pytest.approx(whole[0], abs=0.001 * len(found))
    assert found["between these"][0] < 0.15 * whole[0] + 0.05
    used = after.children_user + after.children_system - before.children_user - before.children_system
    assert whole[0] == pytest.approx(used, rel=0.15, abs=0.05)  # the process ends a little later than the table


@pytest.mark.skipif(not can_fork(), reason="there is no second processor, or no fork that is safe")
def test_a_trace_follows_the_rules_of_its_format(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chrome's trace event format, as Perfetto reads it: the events of a thread contain one another, or are apart."""
    monkeypatch.setattr(printing, "LARGE", 0)
    run = codegen("build", str(TRAINS), *ALL, "-q", "--trace", "build.json", "--time-passes", cwd=folder)
    assert run.returncode == 0, run.stderr
    events = check_trace(json.loads((folder / "build.json").read_text("utf-8")))
    processes = {event["pid"] for event in events}
    assert len(processes) == 2
    first = events[0]["pid"]
    there = {(event["name"], event["args"].get("for")) for event in events if event["pid"] != first}
    assert {("print", "python"), ("check", "python"), ("write", "python")} <= there
    here = {event["name"] for event in events if event["pid"] == first}
    assert {"start", "codegen build", "read", "lower", "shape_types", "plan", "print", "write"} <= here
    assert any(name.endswith("(second process)") for name in rows(run.stderr))


def check_trace(trace: dict[str, Any]) -> list[dict[str, Any]]:
    """Hold a trace against the rules of the format; return its complete events in order."""
    assert trace.keys() == {"traceEvents", "displayTimeUnit"}
    assert trace["displayTimeUnit"] in ("ms", "ns")
    named = [event for event in trace["traceEvents"] if event["ph"] == "M"]
    events = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    assert len(named) + len(events) == len(trace["traceEvents"])
    assert all(event["name"] == "process_name" and isinstance(event["args"]["name"], str) for event in named)
    assert {event["pid"] for event in named} == {event["pid"] for event in events}
    open_: dict[tuple[int, int], list[float]] = {}
    for event in events:
        assert {"name", "cat", "ph", "pid", "tid", "ts", "dur", "args"} == event.keys()
        assert isinstance(event["name"], str) and event["name"]
        assert isinstance(event["pid"], int) and isinstance(event["tid"], int)
        start, end = event["ts"], event["ts"] + event["dur"]
        assert 0 <= start <= end
        ends = open_.setdefault((event["pid"], event["tid"]), [])
        while ends and ends[-1] <= start:
            ends.pop()
        assert not ends or end <= ends[-1] + 0.001, f"{event['name']} goes on when what contains it has ended"
        ends.append(end)
    return events


def test_a_build_that_fails_is_traced_too(folder: Path) -> None:
    (folder / "broken.yaml").write_text("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: 4\n", "utf-8")
    run = build(folder, "broken.yaml", "-t", "go", "-q", "--trace", "build.json", "--time-passes", code=2)
    assert "lower" in rows(run.stderr)
    assert "lower" in {event["name"] for event in check_trace(json.loads((folder / "build.json").read_text("utf-8")))}


def test_a_trace_that_cannot_be_written_is_refused_before_the_work(folder: Path) -> None:
    run = codegen("build", str(TRAINS), "-t", "go", "-q", "--trace", "no/such/build.json", cwd=folder)
    assert run.returncode == 3
    assert run.stderr == "codegen build: cannot write the trace no/such/build.json: no such file or directory\n"
    assert not (folder / "sdk").exists()
