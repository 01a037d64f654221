"""The programs of the tasks: where they are, how they are type-checked all at once, and how one is run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.documents import ROOT, SPECS
from tests.support.run import codegen
from tests.support.typescript_tools import TOOLS

HERE = Path(__file__).resolve().parent
BUILD = ROOT / "build" / "tasks"
LANGUAGES = {"python": "py", "typescript": "ts", "go": "go"}
APIS = {"openai": "openai.yaml", "stripe": "stripe.yaml", "github": "github-api.json"}
_MODULE = "module tasks\n\ngo 1.24\n\n" + "".join(
    f"require example.com/{api} v0.0.0\nreplace example.com/{api} => ../{api}/sdk/go\n" for api in APIS
)
_TSCONFIG = {
    "compilerOptions": {
        **dict.fromkeys(("strict", "noUncheckedIndexedAccess", "exactOptionalPropertyTypes", "incremental"), True),
        "target": "es2022",
        "module": "nodenext",
        "types": ["node"],
        "outDir": "out",
    },
    "include": ["*.ts"],
}


class CheckError(Exception):
    """SDKs cannot be printed, or programs do not pass their type checkers."""


@dataclass(frozen=True)
class Language:
    """A language: what it needs, commands that check all programs, the command that runs one."""

    name: str
    needs: tuple[Path | str, ...]
    checks: tuple[Sequence[str | Path], ...]
    run: Sequence[str | Path]

    def missing(self) -> list[str]:
        """What is not there."""
        return [str(need) for need in self.needs if not (Path(need).exists() or shutil.which(str(need)))]

    def command(self, task: str) -> list[str]:
        """How a task is run."""
        return [str(part).replace("TASK", task) for part in self.run]


_BIN = Path(sys.executable).parent
_TSC = TOOLS / "node_modules" / ".bin" / "tsc"
RUNNERS = (
    Language(
        "python",
        (_BIN / "mypy", _BIN / "pyright"),
        (
            (_BIN / "mypy", "--strict", "--cache-dir", BUILD / "mypy", "."),
            (_BIN / "pyright", "-p", "pyrightconfig.json"),
        ),
        (sys.executable, "TASK.py"),
    ),
    Language("typescript", ("node", _TSC), (("node", _TSC, "-p", "."),), ("node", "out/TASK.js")),
    Language("go", ("go",), (("go", "vet", "."), ("go", "build", "-o", "tasks", ".")), ("./tasks", "TASK")),
)


def print_sdks() -> None:
    """Print the SDKs: with the pages that each document suggests, and with what its vendor knows.

    Raises:
        CheckError: the compiler refuses a document.
    """
    for api, file in APIS.items():
        folder = BUILD / api
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "specs" / f"{api}.gen.yaml", folder / "gen.yaml")
        document, config = str(SPECS / file), str(folder / "gen.yaml")
        pages, known = folder / "suggested.overlay.yaml", HERE / "specs" / f"{api}.overlay.yaml"
        _codegen("init", document, "-q", "-c", config, f"--suggest={pages}", "--force")
        overlays = ("--overlay", str(pages), "--overlay", str(known))
        _codegen("build", document, "-q", "-k", "-c", config, *overlays, "-o", str(folder / "sdk"))


def _codegen(*arguments: str) -> None:
    done = codegen(*arguments, cwd=ROOT)
    if done.returncode:
        raise CheckError(f"codegen {' '.join(arguments)}: exit {done.returncode}\n{done.stderr}")


def lay_out(language: str) -> Path:
    """Put the programs of a language and what they need into a folder, and return it."""
    folder = BUILD / language
    folder.mkdir(parents=True, exist_ok=True)
    for program in (HERE / language).iterdir():
        shutil.copy(program, folder)
    if language == "go":
        (folder / "go.mod").write_text(_MODULE)
    if language == "python":
        paths = [str(BUILD / api / "sdk" / "python") for api in APIS]
        settings = {"extraPaths": paths, "typeCheckingMode": "strict", "include": ["."]}
        (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    if language == "typescript":
        (folder / "tsconfig.json").write_text(json.dumps(_TSCONFIG))
        (folder / "package.json").write_text('{"type": "module"}')
        _link(folder / "node_modules" / "@types", TOOLS / "node_modules" / "@types")
        for api in APIS:
            _link(folder / "node_modules" / api, BUILD / api / "sdk" / "typescript")
    return folder


def _link(place: Path, target: Path) -> None:
    place.parent.mkdir(exist_ok=True)
    if not place.is_symlink():
        place.symlink_to(target)


def environment() -> dict[str, str]:
    """What programs and checkers find in the environment, credentials not among it."""
    paths = os.pathsep.join(str(BUILD / api / "sdk" / "python") for api in APIS)
    return {**os.environ, "PYTHONPATH": paths, "MYPYPATH": paths, "GOFLAGS": "-mod=mod", "GOPROXY": "off"}


def check(language: Language, folder: Path) -> None:
    """Type-check all programs of a language, and build them where they are built.

    Raises:
        CheckError: a checker finds something.
    """
    for command in language.checks:
        said = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
        if said.returncode:
            raise CheckError(f"{command[0]}\n{said.stdout}{said.stderr}")
