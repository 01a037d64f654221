"""Builds and runs the program of this folder in each language with an SDK printed from the document of Prefect."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from go_things import go
from printed import print_sdk
from typescript_tools import TOOLS, require_node, require_tools, run

HERE = Path(__file__).parent
PROJECT = {
    "compilerOptions": {
        "target": "es2022",
        "module": "nodenext",
        "strict": True,
        "noUncheckedIndexedAccess": True,
        "exactOptionalPropertyTypes": True,
        "types": ["node"],
    },
    "files": ["prefect.ts"],
}


def program(language: str, document: Mapping[str, Any], folder: Path) -> Callable[..., Any]:
    """Print the SDK, build the program with it, and give a function that runs it and reads what it prints.

    The test is skipped where the language's tools are missing, except in CI.
    """
    command, environment = _BUILDERS[language](document, folder)

    def call(*arguments: str) -> Any:
        env = {**os.environ, **environment}
        done = subprocess.run([*command, *arguments], env=env, capture_output=True, text=True, timeout=180, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


Command = tuple[list[str], dict[str, str]]


def _python(document: Mapping[str, Any], folder: Path) -> Command:
    sdk = print_sdk(document, "python", folder, {"packageName": "prefect_api"})
    return [sys.executable, str(HERE / "prefect_program.py")], {"PYTHONPATH": str(sdk.folder)}


def _typescript(document: Mapping[str, Any], folder: Path) -> Command:
    node, tools = require_node(), require_tools()
    sdk = print_sdk(document, "typescript", folder, {"packageName": "prefect-api"})
    project = folder / "project"
    modules = project / "node_modules"
    modules.mkdir(parents=True)
    (modules / "prefect-api").symlink_to(sdk.folder)
    for name in ("@types", "undici-types"):
        (modules / name).symlink_to(TOOLS / "node_modules" / name)
    (project / "package.json").write_text('{"type": "module"}')
    (project / "tsconfig.json").write_text(json.dumps(PROJECT))
    shutil.copy(HERE / "prefect.ts", project)
    compiled = run([tools / "tsc", "-p", "."], project)
    assert compiled.returncode == 0, compiled.stdout
    return [node, str(project / "prefect.js")], {}


def _go(document: Mapping[str, Any], folder: Path) -> Command:
    go("version", folder=HERE)
    sdk = print_sdk(document, "go", folder, {"modulePath": "example.com/prefectapi"})
    module = folder / "program"
    shutil.copytree(HERE / "prefect_go", module)
    text = (module / "go.mod").read_text()
    (module / "go.mod").write_text(text.replace("./sdk", str(sdk.folder)))
    go("vet", ".", folder=module)
    go("build", "-o", "program", ".", folder=module)
    return [str(module / "program")], {}


_BUILDERS: Mapping[str, Callable[[Mapping[str, Any], Path], Command]] = {
    "python": _python,
    "typescript": _typescript,
    "go": _go,
}
LANGUAGES = tuple(_BUILDERS)
