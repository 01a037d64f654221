"""The toolchain of TypeScript for tests: node, and the packages that tests/tools/typescript pins.

``make runtime`` builds backends/typescript/built: the runtime as two ES modules, one for clients and one for receivers
of requests, and its declarations, a file each. The printer derives CommonJS from the ES modules.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import ROOT
from tests.support.toolchain import ask_line

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from backends.typescript.package import MADE
from backends.typescript.scope import CHECKING, RECEIVING

PINS = ROOT / "tests" / "tools" / "typescript"
TOOLS = ROOT / "build" / "tools" / "typescript"
CHECKER = ROOT / "tests" / "tools" / "typescript_checker.mjs"
BACKEND = ROOT / "backends" / "typescript"
_MUST = os.environ.get("CI") == "true"


def require_node() -> str:
    """The path of node; the test is skipped where there is none, except in CI."""
    node = shutil.which("node")
    if node is None and not _MUST:
        pytest.skip("node is not installed")
    assert node is not None, "CI has no node"
    return node


def require_tools() -> Path:
    """The folder of tsc, prettier and esbuild, installed on first use; the test is skipped where that fails."""
    require_node()
    if not _installed():
        TOOLS.mkdir(parents=True, exist_ok=True)
        with (TOOLS / ".lock").open("w") as lock:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes
            if not _installed():
                _install()
    return TOOLS / "node_modules" / ".bin"


def _installed() -> bool:
    done = TOOLS / "node_modules" / ".done"
    return done.exists() and done.read_bytes() == (PINS / "package-lock.json").read_bytes()


def _install() -> None:
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PINS / name, TOOLS / name)
    command = ["npm", "ci", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=TOOLS, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode and not _MUST:
        pytest.skip("the packages of tests/tools/typescript cannot be installed")
    assert not done.returncode, done.stderr
    shutil.copy(PINS / "package-lock.json", TOOLS / "node_modules" / ".done")


def run(command: list[str | Path], folder: Path, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program of the toolchain, with what it says as text."""
    words = list(map(str, command))
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, check=False, input=given)


def start(program: Path, *arguments: str | Path) -> subprocess.Popen[str]:
    """Start a node process that answers lines; it ends with this one."""
    command = [require_node(), str(program), *map(str, arguments)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    atexit.register(process.communicate)
    return process


@functools.cache
def _checker() -> subprocess.Popen[str]:
    return start(CHECKER, require_tools().parent.parent)


def ask(process: subprocess.Popen[str], order: Mapping[str, Any], patience: float = 300) -> Any:
    """Give a process an order as a line of JSON, and wait for its answer, another line.

    Raises:
        AssertionError: it ends, or says nothing for so many seconds and is ended.
    """
    line = ask_line(process, json.dumps(order), patience)
    assert line, f"{process.args} has ended"
    return json.loads(line)


def _said(**order: object) -> str:
    answer = ask(_checker(), order)
    assert "failed" not in answer, answer["failed"]
    said: str = answer["said"]
    return said


def check_types(folder: Path, *flags: str) -> str:
    """What ``tsc --strict`` says of a package; empty where all is well."""
    return _said(do="types", folder=str(folder.resolve()), flags=flags)


def check_format(folder: Path) -> str:
    """What prettier would change; empty where all is well."""
    return _said(do="format", folder=str(folder.resolve()))


def build_runtime(folder: Path) -> Mapping[str, str]:
    """Compile the runtime: three modules of JavaScript, and declarations, by path below ``folder``."""
    runtime = BACKEND / "runtime"
    flags = ["--noEmit", "false", "--outDir", str((folder / "types").resolve()), "--module", "es2022"]
    flags += ["--moduleResolution", "bundler", "--declaration", "--emitDeclarationOnly"]
    said = check_types(runtime, *flags, "--verbatimModuleSyntax", "false")
    assert not said, said
    # Few modules: node takes half a millisecond to find and open a file.
    every = sorted(path.stem for path in runtime.glob("*.ts"))
    client = [stem for stem in every if stem not in RECEIVING | CHECKING]
    _bundle(folder / "esm" / "runtime.js", client, {})
    _bundle(folder / "esm" / "checking.js", sorted(CHECKING), {})
    _bundle(folder / "esm" / "receiving.js", sorted(RECEIVING), {"runtime": client, "checking": sorted(CHECKING)})
    made = sorted(folder.rglob("*.*s"))
    for path in made:
        path.write_text(MADE + path.read_text("utf-8"), "utf-8")
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in made}


def _bundle(out: Path, stems: Sequence[str], others: Mapping[str, Sequence[str]]) -> None:
    """Make one module of several. ``others``: modules, by their names, and what is found in them."""
    flags = ["--bundle", "--target=es2022", "--loader=ts", "--log-level=warning"]
    flags += [
        "--format=esm",
        f"--outfile={out}",
        *(f"--external:./{stem}.js" for one in others.values() for stem in one),
    ]
    text = "".join(f'export * from "./{stem}.js";\n' for stem in stems)
    done = run([require_tools() / "esbuild", *flags, f"--sourcefile={out.stem}.ts"], BACKEND / "runtime", given=text)
    assert not done.returncode and not done.stderr, done.stderr
    for name, found in others.items():
        outside = re.compile(rf'from "\./(?:{"|".join(found)})\.js"')
        out.write_text(outside.sub(f'from "./{name}.js"', out.read_text("utf-8")), "utf-8")


def rebuild() -> int:
    """Replace ``built`` file by file, each by a rename: a build of an SDK meanwhile finds every file whole."""
    built = BACKEND / "built"
    with tempfile.TemporaryDirectory(dir=BACKEND.parent.parent / "build") as name:
        made = build_runtime(Path(name))
        for path in made:
            (built / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(name) / path).replace(built / path)
    for stale in set(built.rglob("*.*s")) - {built / path for path in made}:
        stale.unlink()
    return len(made)


if __name__ == "__main__":
    print(f"wrote {rebuild()} files")
