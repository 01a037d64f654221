"""`codegen bisect`: the pass that ends a property."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import passes.rename
from compiler.driver.options import Exit
from compiler.ir.node import replace
from tests.support.documents import answers, document, object_of, operation, ref
from tests.support.run import codegen, write

LIST = operation("listTrips", answers(ref("Trip")), **{"x-codegen-name-override": "all"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "openapi.yaml", document("T", {"/trips": {"get": LIST}}, {"Trip": object_of(id="string")}))
    return tmp_path


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--has", 'name "listTrips"'], "rename (apply name overrides; make equal names differ) ends it\n"),
        (
            ["--lacks", "^  model @schemas/Trip"],
            "shape_types (turn schemas into models",
        ),
        (["--only", "schemas/Trip", "--has", "^schema "], "shape_types (turn schemas into"),
        (["--only", "schemas/Trip", "--lacks", 'name "Trip"'], "name_schemas (name every declared type) ends it\n"),
    ],
)
def test_a_pattern(args: list[str], said: str, folder: Path) -> None:
    done = codegen("bisect", "openapi.yaml", *args, cwd=folder)
    assert done.returncode == Exit.STALE and done.stdout.startswith(said), done.stdout + done.stderr
    assert any(line.startswith(("+", "-")) for line in done.stdout.splitlines()[1:])


def test_a_command(folder: Path) -> None:
    (folder / "holds.py").write_text("import sys\nsys.exit('listTrips\" origin' not in open(sys.argv[1]).read())\n")
    done = codegen("bisect", "openapi.yaml", "--run", f"{sys.executable} {folder}/holds.py {{}}", cwd=folder)
    assert done.returncode == Exit.STALE and done.stdout.startswith("rename ("), done.stdout + done.stderr


def test_the_rules_of_the_ir(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert codegen("bisect", "openapi.yaml", "-t", "go", cwd=folder).stdout == "the IR is sound after every pass\n"
    run = passes.rename.run

    def broken(sdk: Any, context: Any) -> Any:
        return replace(run(sdk, context), types={})

    monkeypatch.setattr(passes.rename, "run", broken)
    done = codegen("bisect", "openapi.yaml", cwd=folder)
    assert done.returncode == Exit.STALE and done.stdout.startswith("after rename: 1 breach")


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["--has", "Trip"], Exit.OK, "it holds to the end\n"),
        (["--has", "nothing like it"], Exit.USAGE, "codegen bisect: it does not hold after any pass\n"),
        (["--has", "("], Exit.USAGE, "codegen bisect: this is no regular expression: "),
        (["--only", "schemas/Tripp", "--has", "x"], Exit.USAGE, "no declaration is called 'schemas/Tripp'"),
        (["--has", "x", "-t", "golang"], Exit.USAGE, "did you mean `go`?"),
    ],
)
def test_other_endings(args: list[str], code: int, said: str, folder: Path) -> None:
    done = codegen("bisect", "openapi.yaml", *args, cwd=folder)
    assert (done.returncode, said in done.stdout + done.stderr) == (code, True), done.stdout + done.stderr
