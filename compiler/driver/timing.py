"""Shows where the time of a build went: a table (`--time-passes`), and a file for a viewer of traces (`--trace`)."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from compiler.base.spans import Span, Spans

if TYPE_CHECKING:
    from compiler.driver.options import DebugOptions

_SECOND = 1e9
_WHOLE = "codegen build"
_START = "start"


@contextmanager
def timed(debug: DebugOptions, stderr: TextIO, *, resident: bool) -> Iterator[None]:
    """Record the spans of a build if the options ask for it, and show them when it has ended, however it does.

    ``resident``: the process did something else before, so that what it has used until now is not counted.
    """
    if not debug.time_passes and debug.trace is None:
        yield
        return
    used = 0 if resident else time.process_time_ns()
    children = _children()
    spans = Spans()
    started = time.perf_counter_ns() - used
    try:
        with spans.recording(), spans.span(_WHOLE, ""):
            yield
    finally:
        whole = spans.ended[-1]
        found = [*([_start(started, used)] if used else []), *spans.ended[:-1], whole]
        end = whole.start + whole.wall
        whole.start, whole.wall, whole.cpu = started, end - started, whole.cpu + used
        if debug.time_passes:
            total = whole.cpu + _children() - children
            stderr.write(table(found, total))
        if debug.trace is not None:
            problem = write_trace(debug.trace, json.dumps(trace(found)) + "\n")
            stderr.write(problem and f"codegen build: {problem}\n")


def _children() -> int:
    """Return the nanoseconds of CPU of processes that this one has waited for."""
    used = os.times()
    return round((used.children_user + used.children_system) * _SECOND)


def _start(started: int, used: int) -> Span:
    """Return the span before the build: Python, and the modules that a command imports first."""
    span = Span(_START, "")
    span.start, span.wall, span.cpu, span.own_wall, span.own_cpu = started, used, used, used, used
    return span


def table(spans: Sequence[Span], total: int) -> str:
    """Return the seconds of CPU and by the clock of each part without the parts within, in the order of beginning.

    The last line has the CPU of all processes; what it counts and no part does stands before it. Parts of another
    process than the first are marked: they go on beside others, so that the seconds by the clock are not to be added.
    """
    whole = spans[-1]
    rows: dict[tuple[str, bool], list[int]] = {}
    for span in sorted(spans[:-1], key=lambda span: span.start):
        detail = f"@{span.detail}" if span.detail and not _is_file(span) else ""
        row = rows.setdefault((f"{span.name}{detail}", span.process != whole.process), [0, 0])
        row[0] += span.own_cpu
        row[1] += span.own_wall
    counted = sum(cpu for cpu, _ in rows.values())
    lines = [f"{'CPU s':>8} {'clock s':>8}"]
    lines += [
        _row(cpu, wall, name + ("  (second process)" if apart else "")) for (name, apart), (cpu, wall) in rows.items()
    ]
    lines.append(_row(total - counted, whole.own_wall, "between these"))
    lines.append(_row(total, whole.wall, "all"))
    return "".join(f"{line}\n" for line in lines)


def _row(cpu: int, wall: int, name: str) -> str:
    return f"{cpu / _SECOND:8.3f} {wall / _SECOND:8.3f}  {name}"


def _is_file(span: Span) -> bool:
    """Whether a span is for one file of many: a table adds them up."""
    return span.name == "read"


def trace(spans: Sequence[Span]) -> dict[str, Any]:
    """Return spans in Chrome's trace event format (JSON object format): complete events, in microseconds.

    Each process has one thread. In it, events contain one another or are apart.
    """
    first = spans[-1].process
    origin = min(span.start for span in spans)
    events: list[dict[str, Any]] = []
    for number, process in enumerate(dict.fromkeys([first, *(span.process for span in spans)])):
        said = "codegen" if process == first else f"codegen, process {number + 1}"
        events.append({"ph": "M", "name": "process_name", "pid": process, "tid": process, "args": {"name": said}})
    for span in sorted(spans, key=lambda span: (span.start, -span.wall)):
        told = {"for": span.detail} if span.detail else {}
        events.append(
            {
                "ph": "X", "name": span.name, "cat": "codegen", "pid": span.process, "tid": span.process,
                "ts": (span.start - origin) / 1000, "dur": span.wall / 1000,
                "args": {**told, "cpu_ms": span.cpu / 1e6},
            }
        )  # fmt: skip
    return {"traceEvents": events, "displayTimeUnit": "ms"}


def write_trace(file: str, text: str = "") -> str:
    """Write the file of a trace; return what is wrong, "" if nothing is."""
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        return f"cannot write the trace {file}: {(error.strerror or str(error)).lower()}"
    return ""
