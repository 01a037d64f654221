"""The example document compiled for Go: as gofmt leaves it, without findings of go vet, and used by a program."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from backends.go.package import module_path
from compiler.driver.options import InputOptions
from tests.support.go_things import calls_file, check_go, go, unformatted
from tests.support.places import ROOT
from tests.support.printed import Printed, plan_of
from tests.support.run import build, run_program
from tests.support.trains import TRAINS, lines_of_demo, run_server

RUNTIME = ROOT / "backends/go/runtime"


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example compiled for Go, with the program beside it."""
    folder = tmp_path_factory.mktemp("trains")
    for name in ("openapi.yaml", "gen.yaml"):
        shutil.copy(TRAINS / name, folder)
    build(folder, "openapi.yaml", "-t", "go", "-o", ".")
    shutil.copytree(TRAINS / "demo_go", folder / "demo")
    text = (folder / "demo/go.mod").read_text().replace("../../../build/demo/go", "../go")
    (folder / "demo/go.mod").write_text(text)
    return folder


def test_the_printed_files_are_as_gofmt_leaves_them(module: Path) -> None:
    assert unformatted(module / "go") == ""


@pytest.mark.slow
def test_the_printed_package_has_no_findings(module: Path) -> None:
    """`go vet` compiles the example of the package's documentation as well, and the calls of the reference pages."""
    options = InputOptions(document=str(module / "openapi.yaml"), config=str(module / "gen.yaml"))
    plan = plan_of(options, "go")
    methods = [*Printed(plan, module).methods()]
    assert len(methods) > 20
    calls = module / "go" / "calls_test.go"
    calls.write_text(calls_file(plan, methods, module_path(plan)))
    try:
        check_go(module / "go")
    finally:
        calls.unlink()


def test_the_printed_code_is_that_written_by_hand(module: Path) -> None:
    """examples/handwritten/go is how it should look: each of its declarations is printed, letter for letter."""
    printed = "\n\n".join(path.read_text() for path in sorted((module / "go").glob("*.go")))
    blocks = {block.strip("\n") for block in printed.split("\n\n")}
    wanted = [
        block.strip("\n")
        for path in sorted((ROOT / "examples/handwritten/go").glob("*.go"))
        for block in path.read_text().split("\n\n")
        if not block.startswith(("package ", "import "))
    ]
    assert len(wanted) > 20
    assert [block for block in wanted if block not in blocks] == []


def test_a_method_is_thin(module: Path) -> None:
    """sdk 14: at most 20 lines for each operation, its facts included, its comment and the fields of its params not."""
    lines, operations = 0, 0
    for path in (module / "go").glob("*_api.go"):
        text = re.sub(r"^type \w+Params struct \{\n.*?^\}$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
        operations += len(re.findall(r"^var op\w+ = &operation", text, re.MULTILINE))
        lines += sum(1 for line in text.split("\n") if line.strip() and not line.startswith("//"))
    assert operations > 20
    assert lines / operations <= 20


def test_the_standard_library_is_enough(module: Path) -> None:
    """Nothing is imported whose path begins with a host."""
    imports = [
        path
        for file in (module / "go").glob("*.go")
        if not file.name.endswith("_test.go")
        for path in re.findall(r'^(?:import |\t)(?:_ )?"([a-z0-9./]+)"$', file.read_text(), re.MULTILINE)
    ]
    assert "net/http" in imports
    assert [path for path in imports if "." in path.partition("/")[0]] == []


@pytest.mark.slow
def test_the_program_runs(module: Path) -> None:
    """The program of `make demo` says in Go what it says in Python."""
    binary = module / "demo.bin"
    go("build", "-o", str(binary), ".", folder=module / "demo")
    with run_server() as environment:
        said = run_program([binary, environment["TRAIN_TRAVEL_BASE_URL"]], module)
    lines = lines_of_demo(said, " ")
    assert lines["seat changed"] == "window"
    for error in ("MissingBodyError", "NotFoundError", "APIError", "ErrSignature"):
        assert lines[error].startswith("true "), said
    assert "webhook booking.paid booking_01" in said
    assert "callback trip_01" in said


@pytest.mark.slow
def test_the_runtime_passes_its_own_tests() -> None:
    """The runtime is compiled and tested as it stands, before it is copied."""
    assert unformatted(RUNTIME) == ""
    go("test", "-vet=all", ".", folder=RUNTIME)
