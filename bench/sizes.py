"""CPU time and memory over the size of a document and over the number of its operations: every tool a line.

Part of ``make bench``. What was measured is kept in docs/bench.json, and the plots are made of that, so that they can
be drawn again without measuring: ``python -m bench.sizes --draw``.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from backends.keys import TARGET_KEYS
from bench import peers
from bench.measure import Cost, run
from bench.page import table
from bench.plots import plot
from judges.corpus import ROOT, SPECS

DATA = ROOT / "docs" / "bench.json"
DOCUMENTS = ("museum.yaml", "resend.yaml", "discord.json", "stripe.yaml", "github-api.json")
"""From 23 kB to 13 MB."""
COUNTS = (100, 400, 1_600, 6_400, 20_000)
LONGEST = 30.0
"""The CPU seconds after which a tool is given no larger document."""
OURS = "codegen, all four"
_FOLDER = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112
"""Where outputs go: memory if there is a folder of it, since making files where others were deleted takes longer."""
_SHORT = 2.0
"""The quicker of two runs counts where one takes less than this."""


@dataclass(frozen=True, slots=True)
class Point:
    """What a tool took for a document; ``error``: why it made nothing of it."""

    tool: str
    document: str
    bytes: int
    operations: int
    cpu: float
    megabytes: float
    error: str = ""


Start = Callable[[Path, Path], list[str]]


def tools() -> Iterator[tuple[str, Start]]:
    """Yield the tools that run here: ours for all targets and for each language, and the peers of bench.peers."""
    yield OURS, lambda document, out: peers.ours(document, out, tuple(TARGET_KEYS))
    for race in peers.RACES:
        if len(race.targets) == 1:
            yield f"codegen, {race.name}", _ours(race.targets)
    for race in peers.RACES:
        if len(race.targets) == 1 and all(map(shutil.which, race.needs)):
            yield f"{race.peer} ({race.name})", race.start


def _ours(targets: tuple[str, ...]) -> Start:
    return lambda document, out: peers.ours(document, out, targets)


def measure(documents: Sequence[tuple[str, Path, int]], names: Sequence[str] = ()) -> Iterator[Point]:
    """Run every tool, or the named ones, on documents of growing size, until one takes too long."""
    for tool, start in tools():
        if names and tool not in names:
            continue
        for name, path, operations in documents:
            cost = _quickest(lambda out: start(path, out))  # noqa: B023  (called at once)
            error = f"exit code {cost.code}" if cost.code else ""
            yield Point(tool, name, path.stat().st_size, operations, cost.cpu, cost.megabytes, error)
            if cost.cpu > LONGEST:
                break


def _quickest(command: Callable[[Path], list[str]]) -> Cost:
    """Run a command in an empty folder, a quick one twice."""
    costs: list[Cost] = []
    while not costs or (len(costs) == 1 and costs[0].cpu < _SHORT):
        with tempfile.TemporaryDirectory(dir=_FOLDER) as folder:
            costs.append(run(command(Path(folder) / "out"), cwd=ROOT, env={**os.environ, "CODEGEN_CACHE": "off"}))
    return min(costs, key=lambda cost: cost.cpu)


def described() -> list[tuple[str, Path, int]]:
    """Return the documents of ../shared, each with the number of its operations."""
    return [(name, SPECS / name, 0) for name in DOCUMENTS if (SPECS / name).exists()]


def write_documents(counts: Sequence[int] = COUNTS) -> list[tuple[str, Path, int]]:
    """Write documents with so many operations."""
    folder = peers.WORK / "operations"
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for count in counts:
        path = folder / f"{count}.json"
        writer = multiprocessing.Process(target=_write, args=(path, count))  # what runs later begins as a copy of us
        writer.start()
        writer.join()
        found.append((f"{count:,} operations", path, count))
    return found


def _write(path: Path, count: int) -> None:
    path.write_text(json.dumps(of_operations(count)), "utf-8")


def of_operations(count: int) -> dict[str, Any]:
    """Return a document with so many operations as APIs have them.

    Ten share a tag. Each has a parameter in its path and one in its query, answers a schema that five share, and every
    other one sends it.
    """
    paths: dict[str, Any] = {}
    for number in range(count):
        schema = {"$ref": f"#/components/schemas/Thing{number // 5}"}
        content = {"application/json": {"schema": schema}}
        id_ = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        limit = {"name": "limit", "in": "query", "description": "The most to return.", "schema": {"type": "integer"}}
        operation: dict[str, Any] = {
            "operationId": f"things{number // 10}_{number % 10}_get",
            "tags": [f"things {number // 10}"],
            "summary": f"Get thing {number}",
            "parameters": [id_, limit],
            "responses": {"200": {"description": "The thing.", "content": content}},
        }
        if number % 2:
            operation |= {"requestBody": {"required": True, "content": content}}
        paths[f"/things{number // 10}/{{id}}/{number % 10}"] = {"post" if number % 2 else "get": operation}
    text = {"type": "string", "description": "What it is called."}
    properties = {"id": text, "name": text, "count": {"type": "integer"}, "tags": {"type": "array", "items": text}}
    schemas = {
        f"Thing{number}": {
            "type": "object", "description": f"Thing {number}.", "required": ["id", "name"],
            "properties": {**properties, "next": {"$ref": f"#/components/schemas/Thing{number - number % 10}"}},
        }
        for number in range(max(1, count // 5))
    }  # fmt: skip
    info = {"title": "Things", "version": "1.0.0"}
    servers = [{"url": "https://things.example"}]
    return {"openapi": "3.1.0", "info": info, "servers": servers, "paths": paths, "components": {"schemas": schemas}}


# --------------------------------------------------------------------------- what is kept, and what is made of it


def keep(sizes: Sequence[Point], growth: Sequence[Point], note: str = "") -> None:
    """Write what was measured, and draw it. ``note``: what readers should know of the machine."""
    data = {"note": note, "sizes": [asdict(point) for point in sizes], "growth": [asdict(point) for point in growth]}
    DATA.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    for name, picture in pictures(*read_points()[:2]).items():
        (DATA.parent / name).write_text(picture, "utf-8")


def read_points() -> tuple[list[Point], list[Point], str]:
    """Read what was measured last, with its note."""
    data = json.loads(DATA.read_text("utf-8"))
    sizes, growth = ([Point(**point) for point in data[name]] for name in ("sizes", "growth"))
    return sizes, growth, data["note"]


def pictures(sizes: Sequence[Point], growth: Sequence[Point]) -> dict[str, str]:
    """Return the plots by the names of their files."""
    seconds, bytes_, operations = "seconds of CPU", "bytes of the document", "operations of the document"
    by_size = _lines(sizes, lambda point: (point.bytes, point.cpu))
    by_count = _lines(growth, lambda point: (point.operations, point.cpu))
    memory = _lines(growth, lambda point: (point.operations, point.megabytes))
    return {
        "bench-size.svg": plot("CPU by the size of the document", bytes_, seconds, by_size),
        "bench-growth.svg": plot("CPU by the number of operations", operations, seconds, by_count),
        "bench-memory.svg": plot("Peak memory by the number of operations", operations, "MB", memory),
    }


def _lines(
    points: Sequence[Point], at: Callable[[Point], tuple[float, float]]
) -> Mapping[str, list[tuple[float, float]]]:
    lines: dict[str, list[tuple[float, float]]] = {}
    for point in points:
        if not point.error:
            lines.setdefault(point.tool, []).append(at(point))
    return lines


def render(sizes: Sequence[Point], growth: Sequence[Point], note: str = "") -> list[str]:
    """Return the sections of docs/bench.md, line by line."""
    failed = [f"{point.tool} on {point.document}" for point in (*sizes, *growth) if point.error]
    return [
        "## By the size of the document",
        "",
        "Documents of ../shared/specs from 23 kB to 13 MB. Both axes are logarithmic, so that what takes a time in",
        "proportion to the size is a straight line that rises as fast as it goes to the right.",
        "",
        *([note, ""] if note else []),
        "![CPU by the size of the document](bench-size.svg)",
        "",
        *_table(sizes, "document"),
        "",
        *([f"Not in the plots, since the tool ended with an error: {', '.join(failed)}.", ""] if failed else []),
        "## By the number of operations",
        "",
        "Made documents of 100 to 20,000 operations, a schema to every five (`bench/sizes.py`). A tool that took more",
        f"than {LONGEST:g} s of CPU for one gets no larger one. The largest, with 4,000 schemas and 2,000 tags, keeps",
        "the limits that are set by default: 40,000 schemas and operations, 25,000 members of a table, 5,000 groups.",
        "",
        "![CPU by the number of operations](bench-growth.svg)",
        "",
        *_table(growth, "operations"),
        "",
        "![Peak memory by the number of operations](bench-memory.svg)",
        "",
        *_table(growth, "operations", memory=True),
        "",
    ]


def _table(points: Sequence[Point], first: str, *, memory: bool = False) -> list[str]:
    """Return a table of seconds of CPU, or of MB: a row for each document, a column for each tool."""
    named = list(dict.fromkeys(point.tool for point in points))
    documents = list(dict.fromkeys((point.document, point.bytes) for point in points))
    found = {(point.tool, point.document): point for point in points}

    def cell(tool: str, document: str) -> str:
        point = found.get((tool, document))
        if point is None or point.error:
            return "" if point is None else "error"
        return f"{point.megabytes:.0f}" if memory else f"{point.cpu:.2f}"

    rows = [
        [document.removesuffix(" operations"), f"{size / 1000:,.0f}", *(cell(tool, document) for tool in named)]
        for document, size in documents
    ]
    unit = "MB" if memory else "CPU s"
    return [f"{unit}:", "", *table((first, "kB", *named), rows)]


def main() -> int:
    """Measure, or only draw; 1 where one of ours failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--note", default="", help="what readers should know of the machine")
    parser.add_argument("--draw", action="store_true", help="draw again what was measured last")
    arguments = parser.parse_args()
    if not arguments.draw:
        keep(*measure_all(), arguments.note)
    sizes, growth, note = read_points()
    keep(sizes, growth, note)
    print("\n".join(render(sizes, growth, note)))
    return 1 if any(point.error for point in (*sizes, *growth) if point.tool.startswith("codegen")) else 0


def measure_all() -> tuple[list[Point], list[Point]]:
    """Measure documents of growing size, and of growing numbers of operations."""
    peers.WORK.mkdir(parents=True, exist_ok=True)
    return _print_points(measure(described())), _print_points(measure(write_documents()))


def _print_points(points: Iterator[Point]) -> list[Point]:
    found = []
    for point in points:
        print(f"{point.cpu:7.2f} s {point.megabytes:6.0f} MB  {point.tool}: {point.document} {point.error}", flush=True)
        found.append(point)
    return found


if __name__ == "__main__":
    raise SystemExit(main())
