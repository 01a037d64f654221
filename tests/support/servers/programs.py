"""Builds and runs the programs of this folder, in each language, with an SDK printed from a server's document.

The program of a server is in ``NAME_program.py``, ``NAME.ts`` and ``NAME_go/main.go``.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from compiler.driver import entry as commands
from compiler.driver.options import BuildOptions, InputOptions
from tests.support.go_things import go
from tests.support.places import ROOT
from tests.support.typescript_tools import TOOLS, check_types, require_node

HERE = ROOT / "tests" / "servers"
LANGUAGES = ("python", "typescript", "go")
Command = tuple[list[str], dict[str, str]]


def print_for(
    name: str, language: str, document: Path, folder: Path, overlays: Sequence[Path] = (), **generation: object
) -> Path:
    """Compile a server's document with overlays, as `codegen build` does; gives the folder of the SDK."""
    section = {
        "python": {"packageName": f"{name}_api"},
        "typescript": {"packageName": f"{name}-api"},
        "go": {"modulePath": f"example.com/{name}api"},
    }[language]
    config = folder / "gen.yaml"
    config.write_text(
        json.dumps({"configVersion": "2.0.0", "generation": {"names": "operationId"} | generation, language: section})
    )
    options = InputOptions(document=str(document), config=str(config), overlays=tuple(map(str, overlays)))
    err = io.StringIO()
    code = commands.build(BuildOptions(input=options, out=str(folder), targets=(language,)), io.StringIO(), err)
    assert code == 0, err.getvalue()
    return folder / language


def program(name: str, language: str, sdk: Path, folder: Path) -> Callable[..., Any]:
    """Build the program with its SDK, and give a function that runs it and reads what it prints.

    The test is skipped where the language's tools are missing, except in CI.
    """
    command, environment = _BUILDERS[language](name, sdk, folder)

    def call(*arguments: str) -> Any:
        env = {**os.environ, **environment}
        done = subprocess.run([*command, *arguments], env=env, capture_output=True, text=True, timeout=180, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


def _python(name: str, sdk: Path, folder: Path) -> Command:
    return [sys.executable, str(HERE / f"{name}_program.py")], {"PYTHONPATH": str(sdk)}


def _typescript(name: str, sdk: Path, folder: Path) -> Command:
    node = require_node()
    project = folder / "project"
    modules = project / "node_modules"
    modules.mkdir(parents=True)
    (modules / f"{name}-api").symlink_to(sdk)
    for package in ("@types", "undici-types"):
        (modules / package).symlink_to(TOOLS / "node_modules" / package)
    (project / "package.json").write_text('{"type": "module"}')
    strict = {"strict": True, "noUncheckedIndexedAccess": True, "exactOptionalPropertyTypes": True}
    options = {"target": "es2022", "module": "nodenext", **strict, "types": ["node"]}
    (project / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": [f"{name}.ts"]}))
    shutil.copy(HERE / f"{name}.ts", project)
    assert check_types(project) == ""
    return [node, str(project / f"{name}.js")], {}


def _go(name: str, sdk: Path, folder: Path) -> Command:
    go("version", folder=HERE)
    module = folder / "program"
    module.mkdir()
    shutil.copy(HERE / f"{name}_go" / "main.go", module)
    (module / "go.mod").write_text(
        f"module example.com/{name}program\n\ngo 1.24\n\nrequire example.com/{name}api v0.0.0\n\n"
        f"replace example.com/{name}api => {sdk}\n"
    )
    go("build", "-o", "program", ".", folder=module)
    return [str(module / "program")], {}


_BUILDERS: Mapping[str, Callable[[str, Path, Path], Command]] = {
    "python": _python,
    "typescript": _typescript,
    "go": _go,
}
