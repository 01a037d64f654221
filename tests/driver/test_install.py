"""The wheel, installed away from the checkout, builds the example; the SDK imports on every supported Python.

Each environment is made for the test and gets its packages from PyPI.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from backends import BACKENDS
from bench.checkers import IMPORT_ALL
from tests.support.places import ROOT

TRAINS = ROOT / "examples" / "trains"
VERSIONS = ("3.11", "3.12", "3.13")
EVERY = tuple(part for target in BACKENDS for part in ("-t", target))

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command in a folder, with nothing of the checkout in its environment; return its output."""
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def environment(folder: Path, python: Path | str, *packages: str | Path) -> Path:
    """Make a virtual environment with some packages; return its folder of programs."""
    run(python, "-m", "venv", folder, cwd=folder.parent)
    pip = (folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, *packages, cwd=folder.parent)
    return folder / "bin"


def interpreter(version: str) -> str | None:
    """Return a Python of a version: on the path, or one that pyenv keeps."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    named = [shutil.which(f"python{version}"), *sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True)]
    for python in filter(None, named):
        say = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
        done = subprocess.run([str(python), "-c", say], capture_output=True, text=True, check=False)
        if done.stdout.strip() == version:
            return str(python)
    return None


def build_wheel(folder: Path) -> Path:
    """Build the wheel from a copy of the sources: setuptools leaves its own traces beside them."""
    source = folder / "source"
    for name in ("compiler", "passes", "backends"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps")
    run(*pip, "--wheel-dir", folder / "dist", source, cwd=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def sdk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's SDKs, compiled by the installed wheel in a folder outside the checkout."""
    folder = tmp_path_factory.mktemp("install")
    wheel = build_wheel(folder)
    programs = environment(folder / "venv", sys.executable, wheel)
    for name in ("openapi.yaml", "gen.yaml"):
        shutil.copy(TRAINS / name, folder)
    run(programs / "codegen", "build", "openapi.yaml", *EVERY, "-o", "out", cwd=folder)
    return folder


def test_the_wheel_holds_grammar_runtime_and_schema(sdk: Path) -> None:
    programs = sdk / "venv" / "bin"
    assert '"gen.yaml of codegen"' in run(programs / "codegen", "schema", cwd=sdk)
    (sdk / "one.ir").write_text('sdk "Test" "1.0.0"\n', "utf-8")
    assert 'sdk "Test"' in run(programs / "codegen", "opt", "--passes", "prune_unused", "one.ir", cwd=sdk)
    assert list((sdk / "out" / "python").rglob("transport.py"))
    assert (sdk / "out" / "reference" / "README.md").exists()


def test_the_installed_compiler_prints_what_the_checkout_prints(sdk: Path) -> None:
    """D12.2."""
    out = sdk / "checkout"
    command = (sys.executable, "-m", "compiler", "build", sdk / "openapi.yaml", *EVERY, "-q", "-o", out)
    run(*command, cwd=ROOT)
    one, other = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (out, sdk / "out")
    )
    assert one == other


@pytest.mark.parametrize("version", VERSIONS)
def test_the_printed_sdk_installs_and_imports(version: str, sdk: Path) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"Python {version} is not installed")
    programs = environment(sdk / f"venv-{version}", python, sdk / "out" / "python")
    run(programs / "python", "-W", "error", "-c", IMPORT_ALL, "train_travel", cwd=sdk)
