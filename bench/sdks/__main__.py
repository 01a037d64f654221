"""Compares the printed SDK of specs/openai.yaml with published SDKs: ``python -m bench.sdks``.

Each figure is the least CPU time of several processes, which take turns: noise affects all alike, and only adds time.
The goals are those of the project; a figure above its goal makes the exit code 1.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml

from bench.measure import run
from bench.page import table
from bench.peers import environment, packages
from judges.corpus import ROOT, SPECS

HERE = Path(__file__).parent
WORK = ROOT / "build" / "sdks"
DOCUMENT = SPECS / "openai.yaml"
Figures = dict[str, dict[str, float]]
"""Measure to subject to its figure."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure of ours and the most it may be: ``MEASURE.SUBJECT`` by itself, or ``/`` or ``-`` another."""

    title: str
    limit: float
    figure: str
    unit: str = ""

    def reach(self, found: Figures) -> float:
        """Return the figure."""
        first, sign, second = self.figure.partition(" / " if " / " in self.figure else " - ")
        values = [found[what][subject] for what, _, subject in (one.rpartition(".") for one in (first, second) if one)]
        return values[0] / values[1] if sign == " / " else values[0] - sum(values[1:])


_LISTED = yaml.safe_load((HERE / "goals.yaml").read_text("utf-8"))
COLUMNS: Mapping[str, str] = _LISTED["columns"]
GOALS = {part: [Goal(**one) for one in goals] for part, goals in _LISTED["goals"].items()}


# --------------------------------------------------------------------------- setting up


def print_ours() -> None:
    """Compile the document; an overlay says how its streams end, which it does not."""
    out = WORK / "ours"
    shutil.rmtree(out, ignore_errors=True)
    config = WORK / "gen.yaml"
    own = "python: {packageName: open_ai}\n"  # the package of PyPI is measured beside it
    config.write_text(f'configVersion: "2.0.0"\nreference: false\n{own}', "utf-8")
    targets = [word for target in ("python", "typescript", "go") for word in ("-t", target)]
    command = [sys.executable, "-m", "compiler", "build", str(DOCUMENT), "-c", str(config), *targets]
    command += ["--overlay", str(HERE / "sentinel.yaml"), "-k", "-q", "-o", str(out)]
    subprocess.run(command, cwd=ROOT, check=True)
    compileall.compile_dir(out / "python", quiet=1)


def node_folder() -> Path:
    """Return the folder with the npm peers, our SDK, and what hey-api prints, as one module."""
    folder = packages("sdks", HERE / "npm").parent.parent
    if not (folder / "hey-api.mjs").exists():
        program = folder / "node_modules" / ".bin" / "openapi-ts"
        peer = [str(program), "-i", str(DOCUMENT), "-o", str(folder / "hey-api"), "--no-log-file", "-s"]
        subprocess.run(peer, cwd=folder, check=True)
        (folder / "hey-api.ts").write_text(
            'export { client } from "./hey-api/client.gen";\nexport { listModels } from "./hey-api/sdk.gen";\n'
        )
        bundle(folder, "hey-api.ts", "hey-api.mjs", minify=False)
    shutil.rmtree(folder / "ours", ignore_errors=True)
    shutil.copytree(WORK / "ours" / "typescript", folder / "ours")
    return folder


def bundle(folder: Path, source: str, out: str, *, minify: bool = True) -> bytes:
    """Bundle a file for browsers with esbuild."""
    command = [str(folder / "node_modules" / ".bin" / "esbuild"), source, "--bundle", "--format=esm"]
    command += [f"--outfile={out}", "--log-level=error", *(["--minify"] if minify else [])]
    subprocess.run(command, cwd=folder, check=True)
    return (folder / out).read_bytes()


@contextmanager
def server() -> Iterator[str]:
    """Start the server of all; gives its origin."""
    process = subprocess.Popen(
        [sys.executable, str(HERE / "server.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdin is not None
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.stdin.close()
        process.wait()


# --------------------------------------------------------------------------- measuring


def measured(
    probes: Mapping[str, Sequence[str]],
    plan: Mapping[str, Sequence[str]],
    origin: str,
    rounds: int,
    env: Mapping[str, str],
    *end: str,
) -> Figures:
    """Run every measure of every subject's probe ``rounds`` times, in turn; returns the least figures."""
    found: Figures = {}
    for _ in range(rounds):
        for what, subjects in plan.items():
            for subject in subjects:
                command = [*probes[subject], what, origin, *end]
                done = subprocess.run(command, env=dict(env), capture_output=True, text=True)
                if done.returncode:
                    raise SystemExit(f"{subject} {what}: {done.stderr[-2000:]}")
                value = float(done.stdout)
                row = found.setdefault(what, {})
                row[subject] = min(value, row.get(subject, value))
    for parser in ("", "+orjson"):
        if f"list{parser}" in found and f"loads{parser}" in found:
            found[f"decoded{parser}"] = _decoded(found[f"list{parser}"], found[f"loads{parser}"])
    return found


def _decoded(lists: Mapping[str, float], loads: Mapping[str, float]) -> dict[str, float]:
    """Return what reading the list takes, as a multiple of the parser alone: 1 for the HTTP library with the parser."""
    return {one: 1 + (took - lists["raw"]) / loads.get(one, loads["raw"]) for one, took in lists.items()}


PEERS = ("raw", "ours", "openai", "mistralai", "cloudflare")
PYTHON = {
    "import": PEERS,
    "first": PEERS,
    "memory": PEERS,
    "client": PEERS[1:],
    "warm": PEERS,
    "list": PEERS,
    "event": PEERS[:4],
    "loads": ("raw", "cloudflare"),
    "list+orjson": PEERS[:2],
    "event+orjson": PEERS[:2],
    "loads+orjson": PEERS[:1],
}
NODE_PEERS = ("raw", "ours", "openai", "hey-api")
NODE = {
    "import": NODE_PEERS[1:],
    "first": NODE_PEERS,
    "warm": NODE_PEERS,
    "unlimited": NODE_PEERS[1:2],
    "limited": NODE_PEERS[:1],
    "list": NODE_PEERS,
    "event": NODE_PEERS[:3],
    "loads": ("raw",),
}


GO_PEERS = ("raw", "ours", "openai")
GO = dict.fromkeys(("first", "memory", "warm", "list", "objects", "event"), GO_PEERS) | {"loads": GO_PEERS[:1]}


def python_figures(origin: str, rounds: int) -> Figures:
    """Measure the Python SDKs."""
    settings = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    python = environment("sdks-python", HERE / "requirements.txt") / "python"
    settings["PYTHONPATH"] = str(WORK / "ours" / "python")
    probes = {subject: [str(python), str(HERE / "probe.py"), subject] for subject in PEERS}
    return measured(probes, PYTHON, origin, rounds, settings)


def node_figures(origin: str, rounds: int) -> Figures:
    """Measure the TypeScript SDKs, their bundles and packages."""
    folder = node_folder()
    probes = {subject: ["node", str(HERE / "probe.mjs"), subject] for subject in NODE_PEERS}
    found = measured(probes, NODE, origin, rounds, os.environ, str(folder))
    sources = {
        "ours": 'import { createCore } from "./ours/dist/esm/index.js";\n'
        'import { modelsList } from "./ours/dist/esm/operations.js";\n'
        'console.log(await modelsList(createCore({ apiKeyAuth: "k" })));',
        "ours, client": 'import { OpenAI } from "./ours/dist/esm/index.js";\n'
        'console.log(await new OpenAI({ apiKeyAuth: "k" }).models.list());',
        "openai": 'import OpenAI from "openai";\nconsole.log(await new OpenAI({ apiKey: "k" }).models.list());',
        "hey-api": 'import { client, listModels } from "./hey-api";\n'
        'client.setConfig({ auth: "k" });\nconsole.log(await listModels());',
    }
    for subject, source in sources.items():
        name = f"call-{subject.replace(', ', '-')}.ts"
        (folder / name).write_text(source, "utf-8")
        text = bundle(folder, name, name.removesuffix(".ts") + ".js")
        found.setdefault("minified", {})[subject] = len(text) / 1000
        found.setdefault("gzipped", {})[subject] = len(gzip.compress(text, 9)) / 1000
    packages = {"ours": folder / "ours", "openai": folder / "node_modules" / "openai", "hey-api": folder / "hey-api"}
    for subject, package in packages.items():
        files = [
            path for path in package.rglob("*") if path.is_file() and path.relative_to(package).parts[0] != "tests"
        ]
        found.setdefault("files", {})[subject] = len(files)
        found.setdefault("megabytes", {})[subject] = sum(path.stat().st_size for path in files) / 1e6
    return found


def go_figures(origin: str, rounds: int) -> Figures:
    """Measure the Go SDKs, what it takes to compile a program that makes a call, and its size."""
    folder = WORK / "go"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "go", folder)
    env = os.environ | {"GOCACHE": str(WORK / "go-cache"), "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=readonly"}
    subprocess.run(["go", "mod", "download"], cwd=folder, env=env, check=True)
    shutil.rmtree(WORK / "go-cache", ignore_errors=True)
    found: Figures = {}
    for subject in GO_PEERS:  # raw is the first: what others share with it is compiled with it
        cost = run(["go", "build", "-ldflags=-s -w", "-o", f"{subject}.bin", f"./{subject}"], env=env, cwd=folder)
        if cost.code:
            raise SystemExit(f"{subject}: {cost.errors[-2000:]}")
        if subject != "raw":
            found.setdefault("build", {})[subject] = cost.cpu
        found.setdefault("binary", {})[subject] = (folder / f"{subject}.bin").stat().st_size / 1e6
    programs = {subject: [str(folder / f"{subject}.bin")] for subject in GO_PEERS}
    return found | measured(programs, GO, origin, rounds, os.environ)


def printed_figures() -> Figures:
    """Count what we print: kilobytes and lines for an operation, tests and examples aside."""
    (package,) = (path.parent for path in (WORK / "ours" / "python").glob("*/_client.py"))
    python = list(package.rglob("*.py"))
    manifest = json.loads((WORK / "ours" / "python" / ".codegen-manifest.json").read_text("utf-8"))
    operations = len(manifest["operations"])
    groups = [path for path in python if path.parent.name == "_groups"]
    calls = (WORK / "ours" / "go").glob("*_api.go")
    return {
        "python kB": {"ours": sum(path.stat().st_size for path in python) / 1000 / operations},
        "python lines": {"ours": _method_lines(groups)},
        "go lines": {"ours": sum(map(_code_lines, calls)) / operations},
    }


def _code_lines(path: Path) -> int:
    lines = map(str.strip, path.read_text("utf-8").splitlines())
    return sum(bool(line) and not line.startswith("//") for line in lines)


def _method_lines(paths: Iterable[Path]) -> float:
    """Return the lines of a method that takes no body, with its facts, sync and async together."""
    lines = methods = 0
    for path in paths:
        module = ast.parse(path.read_text("utf-8")).body
        facts = {part.name: _length(part) for part in module if isinstance(part, ast.FunctionDef)}
        for group in module:
            if not isinstance(group, ast.ClassDef) or "with_raw_response" not in ast.unparse(group):
                continue
            members = [part for part in group.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
            named = {part.name for part in members if part.decorator_list}  # by fields of the body, or no method
            for member in members:
                if member.name in named:
                    continue
                lines += _length(member)
                if isinstance(member, ast.FunctionDef):
                    methods += 1
                    called = {node.id for node in ast.walk(member) if isinstance(node, ast.Name)}
                    lines += sum(facts.get(name, 0) for name in called)
    return lines / methods


def _length(part: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (part.end_lineno or part.lineno) - part.lineno + 1


# --------------------------------------------------------------------------- the page


def render(found: Mapping[str, Figures]) -> str:
    """Return the page docs/bench-sdk.md."""
    page = (HERE / "page.md").read_text("utf-8")
    subjects = {"Python": PEERS, "TypeScript": (*NODE_PEERS, "ours, client"), "Go": GO_PEERS}
    lines = []
    for part, figures in found.items():
        lines += [
            f"## {part}",
            "",
            *(_table(figures, subjects[part]) if part in subjects else []),
            *_goals(part, figures),
        ]
    return page + "\n".join(lines)


def _table(found: Figures, subjects: Sequence[str]) -> list[str]:
    shown = [what for what in COLUMNS if what in found]
    cells = ((one, *(_cell(found[what].get(one)) for what in shown)) for one in subjects)
    return [*table(("SDK", *(COLUMNS[what] for what in shown)), cells), ""]


def _cell(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _goals(part: str, found: Figures) -> list[str]:
    figures = ((goal, goal.reach(found)) for goal in GOALS[part])
    rows = (
        (goal.title, f"{figure:.2f}", f"{goal.limit:g}", goal.unit, "reached" if figure <= goal.limit else "missed")
        for goal, figure in figures
    )
    return [*table(("Ours", "figure", "goal", "unit", ""), rows), ""]


def main() -> int:
    """Measure; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.sdks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=Path, help="write the page to this file")
    arguments = parser.parse_args()
    if not DOCUMENT.exists():
        print("../shared/specs is not here: nothing to measure")
        return 0
    WORK.mkdir(parents=True, exist_ok=True)
    print_ours()
    with server() as origin:
        found = {"Python": python_figures(origin, arguments.rounds)}
        if shutil.which("npm"):
            found["TypeScript"] = node_figures(origin, arguments.rounds)
        if shutil.which("go"):
            found["Go"] = go_figures(origin, arguments.rounds)
    found["Printed code"] = printed_figures()
    page = render(found)
    print(page)
    if arguments.write:
        arguments.write.write_text(page, "utf-8")
    return int(any(goal.reach(figures) > goal.limit for part, figures in found.items() for goal in GOALS[part]))


if __name__ == "__main__":
    raise SystemExit(main())
