"""Runs the languages' own tools on printed SDKs: their parsers, and, slower, their type checkers.

``parse`` asks Python's compiler, TypeScript's parser and gofmt. ``check`` imports every module and runs
``mypy --strict``, ``tsc --strict`` and ``go build`` with ``go vet``. The output of a tool is below build/corpus, in
``<document>.<language>.txt``.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.documents import ROOT

OUT = ROOT / "build" / "corpus"
TOOLS = ROOT / "build" / "tools" / "typescript"
TSC = TOOLS / "node_modules" / ".bin" / "tsc"
GO_ENV = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
NODE_ENV = {"NODE_OPTIONS": "--max-old-space-size=6144"}

IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(found.name)
models = importlib.import_module(sys.argv[1] + ".models")
for name in models.__all__:
    getattr(models, name)
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a tool said of one language's output: nothing, or how often it complained; CPU seconds it took."""

    state: str
    cpu: float = 0

    @property
    def good(self) -> bool:
        """Whether there was nothing to complain about, or nobody to complain."""
        return self.state in ("passes", NOT_CHECKED.state)

    def __str__(self) -> str:
        return f"{self.state} ({self.cpu:.0f} s)" if self.cpu else self.state


NOT_CHECKED = Verdict("not checked")


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed, how it ended (None: it was stopped), and what it cost."""

    code: int | None
    text: str
    cpu: float


def say(command: Sequence[str | Path], folder: Path, env: Mapping[str, str], seconds: float) -> Said:
    """Run a tool for at most so many seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as file:
        process = subprocess.Popen(
            list(map(str, command)),
            cwd=folder,
            env={**os.environ, **env},
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
        try:
            code: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # its compilers too
            process.wait()
            code = None
        file.seek(0)
        text = file.read()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Said(code, text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


# --------------------------------------------------------------------------- what is asked

Ask = Callable[[Path, float], list[Said]]


def _parse_python(folder: Path, seconds: float) -> list[Said]:
    return [say([sys.executable, "-m", "compileall", "-q", "-f", "."], folder, {}, seconds)]


def _parse_typescript(folder: Path, seconds: float) -> list[Said]:
    script = ROOT / "judges" / "parse_typescript.cjs"
    return [say(["node", script, TOOLS, "src"], folder, NODE_ENV, seconds)]


def _parse_go(folder: Path, seconds: float) -> list[Said]:
    said = say(["gofmt", "-l", "."], folder, {}, seconds)
    return [Said(said.code or int(bool(said.text)), said.text, said.cpu)]  # a file that it would lay out otherwise


def _check_python(folder: Path, seconds: float) -> list[Said]:
    package = next(path.parent for path in folder.glob("*/__init__.py"))
    env = {"PYTHONPATH": str(folder)}
    imported = say([sys.executable, "-c", IMPORT_ALL, package.name], folder, env, seconds)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--hide-error-context", "--no-pretty"]
    return [imported, say([*mypy, package], folder, env, seconds)]


def _check_typescript(folder: Path, seconds: float) -> list[Said]:
    return [say([TSC, "-p", ".", "--strict", "--noEmit"], folder, NODE_ENV, seconds)]


def _check_go(folder: Path, seconds: float) -> list[Said]:
    built = say(["go", "build", "./..."], folder, GO_ENV, seconds)
    return [built] if built.code else [built, say(["go", "vet", "./..."], folder, GO_ENV, seconds)]


def _has_node() -> bool:
    return TSC.exists() and shutil.which("node") is not None


PARSERS: Mapping[str, tuple[Ask, Callable[[], bool]]] = {
    "python": (_parse_python, lambda: True),
    "typescript": (_parse_typescript, _has_node),
    "go": (_parse_go, lambda: shutil.which("gofmt") is not None),
}
CHECKS: Mapping[str, tuple[Ask, Callable[[], bool]]] = {
    "python": (_check_python, lambda: True),
    "typescript": (_check_typescript, _has_node),
    "go": (_check_go, lambda: shutil.which("go") is not None),
}
"""Per language its tool, and whether it is there."""

COMPLAINT = re.compile(r"^\S+?[:(]\d+[:,]\d+.*?: (?:error )?|: error: ", re.MULTILINE)
"""The head of a line in which tsc, go or mypy complains."""


def parse(language: str, name: str, folder: Path) -> Verdict:
    """Let a language's parser read its output."""
    return _judge(PARSERS[language], language, name, folder, 600)


def check(language: str, name: str, folder: Path, seconds: float) -> Verdict:
    """Let a language's type checker read its output."""
    return _judge(CHECKS[language], language, name, folder, seconds)


def _judge(tool: tuple[Ask, Callable[[], bool]], language: str, name: str, folder: Path, seconds: float) -> Verdict:
    ask, there = tool
    if not there():
        return NOT_CHECKED
    said = ask(folder, seconds)
    text = "".join(item.text for item in said if item.code != 0)
    OUT.mkdir(parents=True, exist_ok=True)
    OUT.joinpath(f"{name}.{language}.txt").write_text(text, "utf-8")
    cpu = round(sum(item.cpu for item in said), 1)
    if any(item.code is None for item in said):
        return Verdict(f"not finished in {seconds:.0f} s", cpu)
    if all(item.code == 0 for item in said):
        return Verdict("passes", cpu)
    count = max(1, len(COMPLAINT.findall(text)))
    return Verdict(f"{count} error{'' if count == 1 else 's'}", cpu)
