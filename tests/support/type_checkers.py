"""mypy and pyright: what they read anew for each program costs more than the program, so they keep it.

mypy has a cache for each worker. pyright has none: it runs once, over the programs of all tests that are to run.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import ROOT

# --------------------------------------------------------------------------- mypy


def run_mypy(folder: Path, *arguments: str) -> str:
    """Return what mypy says of files, folders or a package (``-p``) in a folder, as if it ran there.

    It takes a file for the one that it knows where path, size and second are the same. So it is given whole paths,
    and programs get a time by their text.
    """
    folder = folder.resolve()
    cache = ROOT / "build" / "tools" / "mypy" / os.environ.get("PYTEST_XDIST_WORKER", "main")
    cache.mkdir(parents=True, exist_ok=True)
    given = [str(folder / item) if (folder / item).exists() else item for item in arguments]
    for path in map(Path, given):
        if path.is_file():
            time = zlib.crc32(path.read_bytes())
            os.utime(path, (time, time))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(cache), "--config-file=", *given],
        cwd=cache, env=os.environ | {"MYPYPATH": str(folder)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    text = (done.stdout + done.stderr).replace(f"{folder}{os.sep}", "")
    names = "|".join(map(re.escape, arguments))  # which mypy may keep with the folder of an earlier session
    return re.sub(rf"^/\S*/({names})(?=[:/])", r"\1", text, flags=re.MULTILINE)


def mistaken_lines(text: str, file: str) -> set[int]:
    """Return the lines of a file in which mypy finds an error."""
    return {int(line) for line in re.findall(rf"^{re.escape(file)}:(\d+):.* error: ", text, re.MULTILINE)}


# --------------------------------------------------------------------------- pyright


@dataclass(frozen=True)
class Programs:
    """What pyright checks: files and folders in one that imports begin at."""

    folder: Path
    paths: Sequence[str]

    def holds(self, file: Path) -> bool:
        """Whether a file is one of these, or in one of the folders."""
        return any(file.is_relative_to((self.folder / path).resolve()) for path in self.paths)


@dataclass(frozen=True)
class Diagnostic:
    """What pyright says of a line of a file."""

    path: str
    line: int
    severity: str
    message: str


def run_pyright(projects: Sequence[Programs]) -> list[list[Diagnostic]]:
    """Return what pyright says of programs, in its strict mode, as of the oldest Python that they are for.

    Of the modules of the runtime, which all packages have copies of, it checks one copy of each.
    """
    home = Path(tempfile.mkdtemp(prefix="pyright-")).resolve()
    paths = [project.folder / path for project in projects for path in project.paths]
    settings = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "include": _from(home, paths),
        "exclude": _from(home, _copies(paths)),
        "executionEnvironments": [{"root": path} for path in _from(home, {item.folder: None for item in projects})],
    }
    (home / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("{"), done.stdout + done.stderr
    said = [(Path(item["file"]), item) for item in json.loads(done.stdout)["generalDiagnostics"]]
    return [[_diagnostic(project, file, item) for file, item in said if project.holds(file)] for project in projects]


def _diagnostic(project: Programs, file: Path, item: Mapping[str, Any]) -> Diagnostic:
    path = str(file.relative_to(project.folder.resolve()))
    return Diagnostic(path, item["range"]["start"]["line"] + 1, item["severity"], item["message"])


def _from(home: Path, paths: Iterable[Path]) -> list[str]:
    return [os.path.relpath(path.resolve(), home) for path in paths]


def _copies(paths: Sequence[Path]) -> Iterator[Path]:
    """The modules of the runtime that are in an earlier folder, too."""
    known: set[tuple[str, str]] = set()
    for folder in paths:
        for file in sorted(folder.rglob("_runtime/**/*.py")):
            key = str(file).rpartition("_runtime")[2], file.read_text("utf-8")
            if key in known:
                yield file
            known.add(key)


class Judgement:
    """What pyright says of the programs of all tests that are to run.

    ``@pytest.mark.pyright(make=...)`` names the function that makes those of a test, of parameters that it shares with
    the test.
    """

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self._found: dict[str, list[Diagnostic] | Exception] = {}
        made: dict[str, Programs] = {}
        for item in items:
            if (mark := item.get_closest_marker("pyright")) is not None:
                try:
                    made[item.nodeid] = _make(mark.kwargs["make"], getattr(item, "callspec", None))
                except Exception as error:
                    self._found[item.nodeid] = error
        self._found.update(zip(made, run_pyright([*made.values()]), strict=True))

    def of(self, item: pytest.Item) -> list[Diagnostic]:
        """Return what is said of the programs of a test; raises what making them raised."""
        found = self._found[item.nodeid]
        if isinstance(found, Exception):
            raise found
        return found


def _make(make: Callable[..., Programs], spec: Any) -> Programs:
    given: Mapping[str, Any] = spec.params if spec is not None else {}
    return make(**{name: value for name, value in given.items() if name in inspect.signature(make).parameters})


def misjudged(programs: Programs, pyright: list[Diagnostic]) -> dict[str, set[int]]:
    """The lines of a program that are wrong in other ways than its comments say, by checker."""
    (path,) = programs.paths
    lines = (programs.folder / path).read_text().split("\n")
    meant = {number for number, line in enumerate(lines, 1) if line.endswith("# error")}
    assert meant
    return {
        "mypy": mistaken_lines(run_mypy(programs.folder, "--strict", path), path) ^ meant,
        "pyright": {item.line for item in pyright if item.severity == "error"} ^ meant,
    }
