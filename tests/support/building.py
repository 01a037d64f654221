"""Build tools of registries, installed on first use; packages that they build, and environments with these in them."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from compiler.output.folder_locks import of_folder, turn
from tests.support.places import ROOT

PINS = ROOT / "tests" / "tools" / "building"
TOOLS = ROOT / "build" / "tools" / "building"


def python_program(name: str) -> str:
    """The path of a program of a Python package. Skips the test where it cannot be installed."""
    folder = TOOLS / "python" / ("Scripts" if os.name == "nt" else "bin")
    with _alone():
        if not (folder / name).exists():  # or of an older list
            venv.create(TOOLS / "python", with_pip=True)
            install = [str(folder / "python"), "-m", "pip", "install", "--quiet", "-r", str(PINS / "requirements.txt")]
            _installed(install, ROOT)
    return str(folder / name)


def program(name: str) -> str:
    """The path of a program of the machine, else of a Python package that has it."""
    return shutil.which(name) or python_program(name)


def bazel() -> str:
    """The path of Bazel. Skips the test where it cannot be installed, or is not made for."""
    if sys.platform != "linux":
        pytest.skip("this Bazel is a program for Linux")
    found = TOOLS / "npm" / "node_modules" / "@bazel" / "bazel-linux_x64" / "bazel-2.1.0-linux-x86_64"
    with _alone():
        if not found.exists():
            (TOOLS / "npm").mkdir(exist_ok=True)
            for name in ("package.json", "package-lock.json"):
                shutil.copy(PINS / name, TOOLS / "npm")
            _installed(["npm", "ci", "--no-audit", "--no-fund"], TOOLS / "npm")
    found.chmod(0o755)
    return str(found)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Let one process of the tests install at a time."""
    TOOLS.mkdir(parents=True, exist_ok=True)
    with turn([of_folder(TOOLS)], 900, lambda path: None):
        yield


def _installed(command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    except FileNotFoundError:
        pytest.skip(f"{command[0]} is not installed")
    if done.returncode:
        pytest.skip("the packages of tests/tools/building cannot be installed")


# --------------------------------------------------------------------------- packages and environments


def run(folder: Path, *command: str | Path, code: int = 0, **environment: str) -> tuple[str, str]:
    """Run a command in a folder, with nothing of the checkout in its environment; return its output and its errors."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")} | environment
    words = [str(part) for part in command]
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code, f"{words}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout, done.stderr


def build(source: Path, folder: Path, kind: str = "wheel") -> Path:
    """Build a package, a "wheel", "sdist" or "editable", by its own backend (PEP 517), which is one of the tools."""
    python = Path(python_program("hatchling")).with_name("python")
    backend = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["build-system"]["build-backend"]
    folder.mkdir(exist_ok=True)
    script = f"import sys, {backend} as backend; print(); print(backend.build_{kind}(sys.argv[1]))"
    return folder / run(source, python, "-c", script, folder)[0].splitlines()[-1]


def environment(folder: Path, python: str, *packages: Path, fetch: bool) -> Path:
    """Make a virtual environment with some packages, wheels or sources; return its folder of programs.

    By ``fetch`` pip gets what they and their builds need from the registry, which takes ten seconds of processor time.
    Without it, backends that are here build them, and what wheels require is lent from this environment.
    """
    run(folder.parent, python, "-m", "venv", *([] if fetch else ["--without-pip"]), folder)
    programs = folder / "bin"
    if fetch and packages:
        pip = (programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(folder.parent, *pip, *packages)
    elif packages:
        wheels = [path if path.suffix == ".whl" else build(path, folder / "wheels") for path in packages]
        install(programs, *wheels)
    return programs


def pip(programs: Path, *words: str | Path) -> None:
    """Let the pip of this environment work on another one."""
    command = (sys.executable, "-m", "pip", "--python", programs / "python", "--quiet", "--disable-pip-version-check")
    run(programs, *command, *words)


def install(programs: Path, *wheels: Path) -> None:
    """Install wheels in another environment, and lend what they require."""
    pip(programs, "install", "--no-deps", "--no-index", "--no-compile", *wheels)
    lend(programs)


def lend(programs: Path) -> None:
    """Link what the packages of another environment require, as their metadata says, from this one."""
    (site,) = (programs.parent / "lib").glob("*/site-packages")
    waiting = [*distributions(path=[str(site)])]
    known = {canonicalize_name(one.name) for one in waiting}
    while waiting:
        for text in waiting.pop().requires or ():
            requirement = Requirement(text)
            name = canonicalize_name(requirement.name)
            if name in known or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
                continue
            known.add(name)
            with contextlib.suppress(PackageNotFoundError):  # whoever imports it fails
                waiting.append(_link(distribution(name), site))


def _link(found: Distribution, site: Path) -> Distribution:
    for name in {path.parts[0] for path in found.files or ()} - {"..", "__pycache__"}:
        if not (site / name).exists():
            (site / name).symlink_to(Path(sysconfig.get_path("purelib")) / name)
    return found
