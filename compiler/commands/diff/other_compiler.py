"""Surfaces that another version of this compiler makes of a document, in a process of its own (`diff --compiler`)."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from compiler.commands.diff.sides import Read, read_text
from compiler.config import CONFIG_NAME
from compiler.surface.surface import FormatError

if TYPE_CHECKING:
    from compiler.commands.diff import DiffOptions
    from compiler.diagnostics import Diagnostics

_PACKAGE = "codegen_sdk"
_PROGRAMS = ("bin/codegen", "Scripts/codegen.exe", "codegen")
_SECONDS = 900


def other_surfaces(
    compiler: str, path: str, options: DiffOptions, targets: Sequence[str], scratch: Path, diagnostics: Diagnostics
) -> Mapping[str, Read] | None:
    """Return the surfaces of a document by target, as another compiler makes them; None after a reported error.

    Args:
        compiler: a command, or the folder of a checkout or of an environment that the compiler is installed in.
        path: the document, or its gen.yaml.
        options: those of the comparison, which count for the build, too.
        targets: those whose surfaces are wanted.
        scratch: an empty folder, which receives what is built.
        diagnostics: receives what goes wrong.
    """
    found = command_of(compiler)
    if found is None:
        diagnostics.report("CG1707", None, name=compiler, problem="there is no such command or folder")
        return None
    command, environment = found
    given = [word for target in targets for word in ("-t", target)]
    is_config = PurePosixPath(path).name == CONFIG_NAME
    config = path if is_config else options.input.config
    given += ["-c", config] if config is not None else []
    given += [] if is_config else [path]
    given += ["-k"] if options.keep_going else []
    build = ["build", *given, "-o", str(scratch / "out"), "--surface", str(scratch / "surface"), "-q"]
    with _keep_locks([Path(config).parent] if config else [Path(path).parent, Path()]):
        problem = _run([*command, *build], environment)
    if problem is not None:
        diagnostics.report("CG1707", None, name=compiler, problem=problem)
        return None
    surfaces: dict[str, Read] = {}
    for target in targets:
        file = scratch / "surface" / f"{target}.surface"
        try:
            surfaces[target] = read_text(compiler, file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, FormatError) as error:
            told = f"it writes no surface of {target}" if isinstance(error, OSError) else str(error)
            diagnostics.report("CG1707", None, name=compiler, problem=told)
            return None
    return surfaces


def command_of(compiler: str) -> tuple[list[str], dict[str, str]] | None:
    """Return the command that runs another compiler, and its environment; None if there is none.

    A checkout runs by the Python of this process: ``codegen_sdk`` is found in its folder before anywhere else.
    """
    environment = os.environ | {"CODEGEN_CACHE": "off", "CODEGEN_DAEMON": "0"}
    environment.pop("PYTHONPATH", None)
    folder = Path(compiler)
    if folder.is_dir():
        if (folder / _PACKAGE / "__init__.py").is_file():
            return [sys.executable, "-P", "-m", _PACKAGE], environment | {"PYTHONPATH": str(folder.resolve())}
        program = next((folder / name for name in _PROGRAMS if (folder / name).is_file()), None)
        return ([str(program.resolve())], environment) if program is not None else None
    words = [compiler] if folder.is_file() else shlex.split(compiler)
    program_of = shutil.which(words[0]) if words else None
    return ([program_of, *words[1:]], environment) if program_of is not None else None


def _run(command: Sequence[str], environment: Mapping[str, str]) -> str | None:
    """Run a build, and return what it says if it fails."""
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, stdin=subprocess.DEVNULL, check=False, timeout=_SECONDS
        )
    except OSError as error:
        return error.strerror or "it cannot be run"
    except subprocess.TimeoutExpired:
        return f"it needs more than {_SECONDS} seconds"
    if done.returncode == 0:
        return None
    said = [line for line in done.stderr.decode(errors="replace").splitlines() if line.strip()]
    if "--surface" in "".join(said):
        return "it does not know `build --surface`"
    return next((line for line in said if "error" in line), said[-1] if said else f"it ended with {done.returncode}")


@contextmanager
def _keep_locks(folders: Sequence[Path]) -> Iterator[None]:
    """Leave codegen.lock as it is: names that another compiler would choose are not kept."""
    before = {path: path.read_bytes() for folder in folders for path in folder.glob("codegen*.lock")}
    try:
        yield
    finally:
        for path in {path for folder in folders for path in folder.glob("codegen*.lock")}:
            if path not in before:
                path.unlink()
            elif path.read_bytes() != before[path]:
                path.write_bytes(before[path])
