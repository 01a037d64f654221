"""The wheel, installed away from the checkout, builds the example; the SDK imports on every supported Python.

What is installed requires packages of the checkout's environment; `make test-all` gets them from PyPI, too.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from backends import BACKENDS
from codegen_sdk import NAMES
from judges.checkers import IMPORT_ALL
from tests.support import building
from tests.support.places import ROOT
from tests.support.run import tree
from tests.support.toolchain import tool

TRAINS = ROOT / "examples" / "trains"
VERSIONS = ("3.11", "3.12", "3.13")
EVERY = tuple(part for target in BACKENDS for part in ("-t", target))

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, path: str = "") -> str:
    """Run a command in a folder; return its output."""
    cache = "off" if cwd == ROOT else str(cwd / "cache")  # the checkout stays as it is
    more = {"CODEGEN_CACHE": cache, "XDG_RUNTIME_DIR": str(cwd / "run"), "PYTHONPATH": path}
    return building.run(cwd, *command, **more)[0]


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


@pytest.fixture(scope="module", params=[False, pytest.param(True, marks=pytest.mark.hunt)], ids=["lent", "fetched"])
def environment(request: pytest.FixtureRequest) -> Callable[..., Path]:
    """Make a virtual environment with some packages; return its folder of programs."""
    return functools.partial(building.environment, fetch=request.param)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built of the source distribution; what the checkout itself makes has the same files."""
    folder = tmp_path_factory.mktemp("dist")
    sources = building.build(ROOT, folder, "sdist")
    shutil.unpack_archive(sources, folder, filter="data")
    wheel = building.build(sources.with_name(sources.name.removesuffix(".tar.gz")), folder)
    assert names(wheel) == names(building.build(ROOT, folder / "checkout"))
    return wheel


def names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def sdk(wheel: Path, environment: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's SDKs, compiled by the installed wheel in a folder outside the checkout."""
    folder = tmp_path_factory.mktemp("install")
    programs = environment(folder / "venv", sys.executable, wheel)
    for name in ("openapi.yaml", "gen.yaml"):
        shutil.copy(TRAINS / name, folder)
    run(programs / "codegen", "build", "openapi.yaml", *EVERY, "-o", "out", cwd=folder)
    return folder


def test_the_wheel_has_one_name_and_all_tree(wheel: Path) -> None:
    """An environment may have a `backends` of its own, which the wheel must not overwrite."""
    found = names(wheel)
    assert {name.partition("/")[0].partition("-")[0] for name in found} == {"codegen_sdk"}
    assert len([name for name in found if ".dist-info/" in name]) == 5
    sources = {
        f"codegen_sdk/packages/{path.relative_to(ROOT).as_posix()}"
        for package in NAMES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and not any(re.match(r"\.|__pycache__$", part) for part in path.relative_to(ROOT).parts)
    }
    pages = {f"codegen_sdk/packages/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "docs").rglob("*.md")}
    own = {f"codegen_sdk/{path.name}" for path in (ROOT / "codegen_sdk").iterdir() if path.is_file()}
    assert {name for name in found if ".dist-info/" not in name} == sources | pages | own


def test_the_wheel_holds_grammar_runtime_and_schema(sdk: Path) -> None:
    programs = sdk / "venv" / "bin"
    assert '"gen.yaml of codegen"' in run(programs / "codegen", "schema", cwd=sdk)
    assert run(programs / "codegen", "docs", "docs/gen-yaml.md#python", cwd=sdk).startswith("## ")
    (sdk / "one.ir").write_text('sdk "Test" "1.0.0"\n', "utf-8")
    assert 'sdk "Test"' in run(programs / "codegen", "opt", "--passes", "prune_unused", "one.ir", cwd=sdk)
    assert list((sdk / "out" / "python").rglob("transport.py"))
    assert (sdk / "out" / "reference" / "README.md").exists()


def test_make_includes_the_file_of_the_wheel(sdk: Path) -> None:
    """Also where the command is not on PATH, which the printed lines say then."""
    folder = sdk / "made"
    folder.mkdir()
    shutil.copy(TRAINS / "openapi.yaml", folder)
    lines = run(sdk / "venv" / "bin" / "codegen", "init", "--make", cwd=folder)
    assert lines == f"CODEGEN := {sdk / 'venv' / 'bin' / 'codegen'}\ninclude $(shell $(CODEGEN) init --make=path)\n"
    (folder / "Makefile").write_text(f"CODEGEN_FLAGS := -t reference\n{lines}", "utf-8")
    run(tool("make"), "sdk", cwd=folder)
    run(tool("make"), "sdk-check", cwd=folder)
    assert (folder / "sdk" / "reference" / "README.md").exists()


def test_the_installed_compiler_prints_what_the_checkout_prints(sdk: Path) -> None:
    """D12.2."""
    out = sdk / "checkout"
    command = (sys.executable, "-m", "compiler", "build", sdk / "openapi.yaml", *EVERY, "-q", "-o", out)
    run(*command, cwd=ROOT)
    assert tree(out) == tree(sdk / "out")


@pytest.mark.parametrize("version", VERSIONS)
def test_the_printed_sdk_installs_and_imports(version: str, sdk: Path, environment: Callable[..., Path]) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"Python {version} is not installed")
    programs = environment(sdk / f"venv-{version}", python, sdk / "out" / "python")
    run(programs / "python", "-W", "error", "-c", IMPORT_ALL, "train_travel", cwd=sdk)


FOREIGN = "raise ImportError('this is the backends, compiler or passes of an application')\n"


def application(folder: Path) -> Path:
    """An application with packages of our names, which may be imported by nobody here."""
    for name in NAMES:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(FOREIGN, "utf-8")
    for name in ("openapi.yaml", "gen.yaml"):
        shutil.copy(TRAINS / name, folder)
    return folder


def commands(programs: Path) -> tuple[tuple[str | Path, ...], ...]:
    return ((programs / "codegen",), (programs / "python", "-m", "codegen_sdk"))


def build_all(programs: Path, app: Path, want: Path) -> None:
    """Build by each command, with and without the application on the path; compare with what is to be printed."""
    for number, command in enumerate(commands(programs) * 2):
        path = str(app) if number > 1 else ""
        run(*command, "build", "-q", "openapi.yaml", *EVERY, "-o", f"out{number}", cwd=app, path=path)
        assert tree(app / f"out{number}") == tree(want)


def test_packages_of_an_application_do_not_disturb(sdk: Path, tmp_path: Path) -> None:
    """Its folder first on the path, by `-m` or PYTHONPATH; printing in two processes too."""
    app, codegen = application(tmp_path / "app"), sdk / "venv" / "bin" / "codegen"
    build_all(sdk / "venv" / "bin", app, sdk / "out")
    run(codegen, "build", "-q", "openapi.yaml", *EVERY, "-o", "out", "--daemon", cwd=app, path=str(app))
    assert "1 build" in run(codegen, "daemon", "status", cwd=app, path=str(app))
    run(codegen, "daemon", "stop", cwd=app, path=str(app))
    assert tree(app / "out") == tree(sdk / "out")


def test_packages_of_the_environment_stay_and_do_not_disturb(
    sdk: Path, wheel: Path, environment: Callable[..., Path], tmp_path: Path
) -> None:
    """Installing leaves them alone; they may even have been imported before the command begins."""
    programs = environment(tmp_path / "venv", sys.executable)
    (site,) = (tmp_path / "venv").rglob("site-packages")
    for name in NAMES:
        (site / name).mkdir()
        (site / name / "__init__.py").write_text("theirs = True\n", "utf-8")
    (site / "usercustomize.py").write_text("import backends, compiler, passes\n", "utf-8")
    (site / "sitecustomize.py").write_text("import backends, compiler, passes\n", "utf-8")
    building.install(programs, wheel)
    build_all(programs, application(tmp_path / "app"), sdk / "out")
    say = "import backends, compiler, passes; print(backends.theirs, compiler.theirs, passes.theirs)"
    assert run(programs / "python", "-c", say, cwd=tmp_path) == "True True True\n"
    building.pip(programs, "uninstall", "--yes", "codegen-sdk")
    assert run(programs / "python", "-c", say, cwd=tmp_path) == "True True True\n"
    assert not (site / "codegen_sdk").exists()


def test_a_backend_of_another_package_is_imported(sdk: Path, tmp_path: Path) -> None:
    """Its entry point, and its own tests: importing it leads to our packages, whatever the application has."""
    programs, app = sdk / "venv" / "bin", application(tmp_path / "app")
    source = shutil.copytree(ROOT / "examples" / "backend_curl", tmp_path / "backend_curl")
    building.install(programs, building.build(source, tmp_path))
    for command in commands(programs):
        run(*command, "build", "-q", "openapi.yaml", "-t", "curl", "-o", "out", cwd=app, path=str(app))
    assert (app / "out" / "curl" / "client.sh").exists()
    say = "import backend_curl; print(backend_curl.BACKEND.target)"
    assert run(programs / "python", "-c", say, cwd=app, path=str(app)) == "curl\n"


def test_processes_that_are_started_import_our_packages(sdk: Path, tmp_path: Path) -> None:
    """Where nothing can fork, `multiprocessing` starts them, and unpickles functions of ours there."""
    say = (
        "import codegen_sdk, multiprocessing; codegen_sdk.prepare()\n"
        "from compiler.commands.docs import pages\n"
        "print(len(multiprocessing.get_context('spawn').Pool(1).apply(pages)) > 30)"
    )
    app = application(tmp_path / "app")
    for path in ("", str(app)):
        assert run(sdk / "venv" / "bin" / "python", "-c", say, cwd=app, path=path) == "True\n"


def test_type_checkers_of_such_a_package_find_ours(sdk: Path, tmp_path: Path) -> None:
    """CONTRIBUTING.md: by a link, since mypy refuses a path within an environment."""
    programs = sdk / "venv" / "bin"
    folder = run(programs / "python", "-c", "import codegen_sdk; print(codegen_sdk.packages_folder())", cwd=tmp_path)
    (tmp_path / "typings").symlink_to(folder.strip())
    shutil.copytree(ROOT / "examples" / "backend_curl" / "backend_curl", tmp_path / "backend_curl")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--python-executable", programs / "python", "backend_curl")
    settings = "[mypy]\nmypy_path = typings\n[mypy-yaml.*]\nignore_missing_imports = true\n"
    (tmp_path / "mypy.ini").write_text(settings, "utf-8")
    assert run(*mypy, cwd=tmp_path).startswith("Success")
    broken = tmp_path / "backend_curl" / "__init__.py"
    broken.write_text(broken.read_text("utf-8").replace("plan.surface.licence", "plan.surface.license"), "utf-8")
    done = subprocess.run([str(part) for part in mypy], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert '"Surface" has no attribute "license"' in done.stdout


def test_an_editable_install_leads_to_the_checkout(sdk: Path, environment: Callable[..., Path], tmp_path: Path) -> None:
    copy = tmp_path / "checkout"
    for name in (*NAMES, "codegen_sdk", "docs"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, copy)
    programs = environment(tmp_path / "venv", sys.executable, building.build(copy, tmp_path, "editable"))
    build_all(programs, application(tmp_path / "app"), sdk / "out")
    assert run(programs / "python", "-c", "import compiler; print(compiler.__file__)", cwd=tmp_path).startswith(
        str(copy)
    )


PLATFORMS = ("musllinux_1_2_aarch64", "macosx_14_0_arm64", "win_amd64")


@pytest.mark.parametrize(
    "platform", ["musllinux_1_2_x86_64", *(pytest.param(name, marks=pytest.mark.hunt) for name in PLATFORMS)]
)
def test_every_dependency_has_a_wheel_for(platform: str, wheel: Path, tmp_path: Path) -> None:
    """On Alpine, too, nothing is compiled: its containers have no compiler."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary=:all:")
    run(*pip, "--platform", platform, "--python-version", "3.12", "--dest", tmp_path, wheel, cwd=tmp_path)
    assert len([*tmp_path.glob("*.whl")]) > 8
