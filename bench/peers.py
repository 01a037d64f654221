"""The compiler against other generators on one document: ``make bench``.

Both compile specs/github-api.json in turn, several times; a round's ratio is ours over the peer's, so that a noisy
machine disturbs both alike. The median ratio of CPU must stay under the limit of the race. The peers run without
formatters and without validation if they can, since these would only add to their time. The results of a race are
kept under build/peers, so that the page can be written from several runs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from backends.keys import TARGET_KEYS
from bench import builds
from bench.measure import Cost, run
from bench.page import table
from judges.corpus import ROOT, SPECS

DOCUMENT = SPECS / "github-api.json"
WORK = ROOT / "build" / "peers"
BENCH = ROOT / "bench"
Command = list[str]
Pair = tuple[Cost, Cost]


@dataclass(frozen=True, slots=True)
class Race:
    """Our targets against a peer: what both must not need to be measured, how it starts, the most CPU we may take."""

    name: str
    targets: tuple[str, ...]
    peer: str
    limit: float
    needs: tuple[str, ...]
    start: Callable[[Path, Path], Command]
    """Installs the peer where it is missing, and gives the command that compiles a document into a folder."""
    check: Callable[[Path], tuple[str, Cost] | None]
    """Measures what the language's own compiler takes for our output; None where there is none to measure."""


# --------------------------------------------------------------------------- the peers


def environment(name: str, requirements: Path) -> Path:
    """Return the programs of a Python environment; installs it where it is missing or pinned differently."""
    folder = WORK / name
    stamp = folder / "requirements.txt"
    if not stamp.exists() or stamp.read_bytes() != requirements.read_bytes():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        pip = [str(folder / "venv/bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--requirement", str(requirements)], check=True)
        shutil.copyfile(requirements, stamp)
    return folder / "venv" / "bin"


def packages(name: str, pins: Path) -> Path:
    """Return the programs of npm packages; installs them where they are missing or pinned differently."""
    folder = WORK / name
    stamp = folder / "installed.json"
    lock = pins / "package-lock.json"
    if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(pins, folder)
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
        shutil.copyfile(lock, stamp)
    return folder / "node_modules" / ".bin"


def openapi_python_client(document: Path, out: Path) -> Command:
    """Python alone, without its formatting hooks."""
    program = environment("python", BENCH / "peer-requirements.txt") / "openapi-python-client"
    config = WORK / "config.yaml"
    config.write_text("post_hooks: []\n", "utf-8")
    return [str(program), "generate", "--path", str(document), "--output-path", str(out), "--config", str(config)]


def hey_api(document: Path, out: Path) -> Command:
    """Types and SDK, its defaults. Version 0.95 takes three times the CPU of the pinned one."""
    program = packages("typescript", BENCH / "hey-api") / "openapi-ts"
    return [str(program), "-i", str(document), "-o", str(out), "--no-log-file", "-s"]


def openapi_generator(document: Path, out: Path) -> Command:
    """Go, without validating the document."""
    program = environment("go", BENCH / "generator-requirements.txt") / "openapi-generator-cli"
    return [str(program), "generate", "-i", str(document), "-g", "go", "-o", str(out), "--skip-validate-spec"]


# --------------------------------------------------------------------------- compiling what we print


def nothing(_: Path) -> None:
    """Python is not compiled."""


def tsc(out: Path) -> tuple[str, Cost]:
    """Type-check our TypeScript with the compiler that the peer brings along."""
    command = [str(packages("typescript", BENCH / "hey-api") / "tsc"), "-p", ".", "--strict", "--noEmit"]
    env = {**os.environ, "NODE_OPTIONS": "--max-old-space-size=6144"}
    return "tsc --strict --noEmit", run(command, cwd=out / "typescript", env=env)


def go_build(out: Path) -> tuple[str, Cost] | None:
    """Build our Go with a cache that holds the standard library only."""
    go = shutil.which("go")
    if go is None:
        return None
    folder, cache = out / "go", WORK / "go-cache"
    env = {**os.environ, "GOCACHE": str(cache), "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=mod"}
    shutil.rmtree(cache, ignore_errors=True)
    listing = [go, "list", "-deps", "-f", "{{if .Standard}}{{.ImportPath}}{{end}}", "./..."]
    listed = subprocess.run(listing, cwd=folder, env=env, capture_output=True, text=True, check=True)
    subprocess.run([go, "build", *listed.stdout.split()], cwd=folder, env=env, check=True)
    return "go build ./...", run([go, "build", "./..."], cwd=folder, env=env)


RACES = (
    Race("Python", ("python",), "openapi-python-client", 0.5, (), openapi_python_client, nothing),
    Race("TypeScript", ("typescript",), "hey-api", 0.35, ("node", "npm"), hey_api, tsc),
    Race("Go", ("go",), "openapi-generator", 0.2, ("java",), openapi_generator, go_build),
    Race("All", tuple(TARGET_KEYS), "openapi-generator for Go alone", 0.5, ("java",), openapi_generator, nothing),
)


# --------------------------------------------------------------------------- running


@dataclass(frozen=True, slots=True)
class Result:
    """The rounds of a race, and what compiling our output took."""

    pairs: Sequence[Pair]
    compiled: tuple[str, Cost] | None

    @property
    def cpu(self) -> float:
        """The median over the rounds of our CPU time over the peer's."""
        return statistics.median(one.cpu / other.cpu for one, other in self.pairs)

    @property
    def memory(self) -> float:
        """The median over the rounds of our peak memory over the peer's."""
        return statistics.median(one.megabytes / other.megabytes for one, other in self.pairs)

    @property
    def failures(self) -> list[str]:
        """What the runs that did not end well said."""
        costs = [cost for pair in self.pairs for cost in pair] + ([self.compiled[1]] if self.compiled else [])
        return [f"exit code {cost.code}: {cost.errors[-2000:]}" for cost in costs if cost.code]


def race(entry: Race, rounds: int) -> Result:
    """Run both in turn."""
    command = entry.start(DOCUMENT, WORK / "theirs")
    return Result([(_ours(entry.targets), _theirs(command)) for _ in range(rounds)], None)


def ours(document: Path, out: Path, targets: Sequence[str]) -> Command:
    """Return the command that compiles a document into a folder for these targets alone; writes gen.yaml beside it."""
    config = out.with_name("gen.yaml")
    reference = "" if "reference" in targets else "reference: false\n"
    config.write_text(f"configVersion: 2.0.0\n{reference}", "utf-8")
    named = [word for target in targets for word in ("-t", target)]
    command = [sys.executable, "-m", "compiler", "build", str(document), "-c", str(config), *named]
    return [*command, "-q", "-o", str(out)]


def _ours(targets: Sequence[str]) -> Cost:
    out = WORK / "ours"
    shutil.rmtree(out, ignore_errors=True)
    return run(ours(DOCUMENT, out, targets), cwd=ROOT)


def _theirs(command: Command) -> Cost:
    shutil.rmtree(WORK / "theirs", ignore_errors=True)
    return run(command)


def keep(entry: Race, result: Result) -> None:
    """Write what a race came to beside the others."""
    (WORK / f"{entry.name}.json").write_text(json.dumps(asdict(result), indent=1), "utf-8")


def read_result(entry: Race) -> Result | None:
    """Read what the last run of a race came to."""
    path = WORK / f"{entry.name}.json"
    if not path.exists():
        return None
    data = json.loads(path.read_text("utf-8"))
    pairs = [(Cost(**one), Cost(**other)) for one, other in data["pairs"]]
    compiled = data["compiled"]
    return Result(pairs, compiled and (compiled[0], Cost(**compiled[1])))


# --------------------------------------------------------------------------- the page


def render(results: Iterable[tuple[Race, Result]]) -> str:
    """Return the page docs/bench.md."""
    lines = [
        "# Speed",
        "",
        "Printed by `make bench`: specs/github-api.json (13 MB, 1,223 operations), each language alone against another",
        "generator for it, fully pinned under `bench/`, and all languages against one. Both run in turn on one",
        "machine; compare the ratios, not the seconds. CPU is user and system time; memory is the peak. Peers run",
        "without formatters and validation.",
        "",
    ]
    return "\n".join([*lines, *(line for entry, result in results for line in _section(entry, result))])


def _section(entry: Race, result: Result) -> list[str]:
    rows = [
        (turn, f"{one.cpu:.2f}", f"{other.cpu:.2f}", f"{one.cpu / other.cpu:.2f}",
         f"{one.megabytes:.0f}", f"{other.megabytes:.0f}", f"{one.megabytes / other.megabytes:.2f}")
        for turn, (one, other) in enumerate(result.pairs, 1)
    ]  # fmt: skip
    lines = [
        f"## {', '.join(entry.targets)}: against {entry.peer}",
        "",
        *table(("Round", "CPU s", "peer's CPU s", "ratio", "MB", "peer's MB", "ratio"), rows),
        "",
        f"Median ratio of CPU: {result.cpu:.2f} (limit {entry.limit}); of memory: {result.memory:.2f}.",
    ]
    if result.compiled is not None:
        command, cost = result.compiled
        took = f"{cost.cpu:.1f} s of CPU, {cost.wall:.1f} s by the clock, {cost.megabytes:.0f} MB"
        lines.append(f"`{command}` of the printed SDK: {took}.")
    return [*lines, ""]


def main() -> int:
    """Measure; 1 above a limit, or where a run failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="languages to measure; all without one")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--python", action="append", default=[], help="another Python, for the builds of all targets")
    parser.add_argument("--write", type=Path, help="write the figures to this file")
    arguments = parser.parse_args()
    if not DOCUMENT.exists():
        print("../shared/specs is not here: nothing to measure")
        return 0
    WORK.mkdir(parents=True, exist_ok=True)
    wanted = [entry for entry in RACES if not arguments.names or entry.name.lower() in map(str.lower, arguments.names)]
    bad = [entry.name for entry in wanted if not _measure(entry, arguments.rounds)]
    page = render((entry, result) for entry in RACES if (result := read_result(entry)) is not None)
    if not arguments.names:
        from bench import sizes

        page += "\n" + "\n".join(builds.render(builds.measure(arguments.rounds, arguments.python)))
        sizes.keep(*sizes.measure_all())
        page += "\n" + "\n".join(sizes.render(*sizes.read_points()))
    print(page)
    if arguments.write:
        arguments.write.write_text(page, "utf-8")
    return 1 if bad else 0


def _measure(entry: Race, rounds: int) -> bool:
    """Whether a race was won; one that lacks a program is not run."""
    missing = [name for name in entry.needs if shutil.which(name) is None]
    if missing:
        print(f"{entry.name} is not measured: {', '.join(missing)} not installed")
        return True
    result = race(entry, rounds)
    if not result.failures:
        keep(entry, result)
        result = replace(result, compiled=entry.check(WORK / "ours"))
    if result.failures:
        print(f"{entry.name}: a run failed", *result.failures, sep="\n")
        return False
    keep(entry, result)
    return result.cpu <= entry.limit


if __name__ == "__main__":
    raise SystemExit(main())
