"""`codegen reduce`: the smallest document that still shows what is looked for."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import passes.rename
from compiler.commands.reduce.shrink import dangling
from compiler.driver.options import Exit
from tests.support.places import ROOT, SHARED
from tests.support.run import codegen

TRAINS = ROOT / "examples/trains/openapi.yaml"


def reduced(folder: Path, *args: str, document: Path = TRAINS) -> Any:
    (folder / "in.yaml").write_bytes(document.read_bytes())
    done = codegen("reduce", "in.yaml", *args, cwd=folder)
    assert done.returncode == Exit.OK, done.stderr
    assert done.stderr.startswith("reduced.yaml: ")
    made = yaml.safe_load((folder / "reduced.yaml").read_text("utf-8"))
    assert not list(dangling(made)), "references are whole"
    return made


def test_a_diagnostic(tmp_path: Path) -> None:
    made = reduced(tmp_path, "--code", "CG0809")
    lint = json.loads(codegen("lint", "reduced.yaml", "--format", "json", cwd=tmp_path).stdout)
    assert "CG0809" in [item["code"] for item in lint["diagnostics"]]
    assert len(json.dumps(made)) < 600, made
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.yaml", "reduced.yaml"]


def test_a_diagnostic_anonymised(tmp_path: Path) -> None:
    made = reduced(tmp_path, "--code", "CG0809", "--anonymise", "-t", "go")
    text = json.dumps(made)
    assert "/a" in text and "passport" not in text.lower() and "trains" not in text


def test_references_to_other_files_hold(tmp_path: Path) -> None:
    """They are relative to the folder of the document, where candidates stand, too."""
    (tmp_path / "parts.yaml").write_text("Trip: {type: string, minItems: 1}\n")
    content = "{application/json: {schema: {$ref: 'parts.yaml#/Trip'}}}"
    text = f"paths: {{/trips: {{get: {{responses: {{'200': {{description: ok, content: {content}}}}}}}}}}}\n"
    (tmp_path / "in.yaml").write_text(f"openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\n{text}")
    done = codegen("reduce", "in.yaml", "--code", "CG0521", cwd=tmp_path)
    assert done.returncode == Exit.OK, done.stderr
    assert "parts.yaml#/Trip" in (tmp_path / "reduced.yaml").read_text("utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.yaml", "parts.yaml", "reduced.yaml"]


def test_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same exception at the same place: others are other faults."""
    run = passes.rename.run

    def broken(sdk: Any, context: Any) -> Any:
        if any(operation.path == "/bookings" for operation in sdk.operations.values()):
            raise RuntimeError("a bug")
        return run(sdk, context)

    monkeypatch.setattr(passes.rename, "run", broken)
    made = reduced(tmp_path, "-t", "python")
    assert list(made["paths"]) == ["/bookings"] and len(made["paths"]["/bookings"]) == 1


def test_a_command(tmp_path: Path) -> None:
    """The command gets the document in its own format, in the place of `{}` or as its last word."""
    (tmp_path / "fails.py").write_text("import sys\nsys.exit('stationId' in open(sys.argv[1]).read())\n")
    made = reduced(tmp_path, "--run", f"{sys.executable} {tmp_path}/fails.py {{}}")
    assert "stationId" in json.dumps(made) and len(json.dumps(made)) < 120, made


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is not here")
@pytest.mark.slow
@pytest.mark.hunt
def test_a_large_document(tmp_path: Path) -> None:
    """3 MB of public document to less than 1 kB."""
    made = reduced(tmp_path, "--code", "CG0918", document=SHARED / "specs/orq.yaml")
    assert len(json.dumps(made)) < 1_000, made


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["reduce"], "name the document"),
        (["reduce", "in.yaml", "--code", "CG9999"], "there is no code 'CG9999'"),
        (["reduce", "in.yaml", "--code", "CG0101"], "in.yaml does not show CG0101"),
        (["reduce", "in.yaml"], "in.yaml does not show a crash"),
        (["reduce", "in.yaml", "--run", "true"], "in.yaml does not show a failure of 'true'"),
        (["reduce", "gone.yaml"], "cannot read gone.yaml"),
    ],
)
def test_mistakes(args: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "in.yaml").write_text("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n")
    done = codegen(*args, cwd=tmp_path)
    assert done.returncode in (Exit.USAGE, Exit.ERRORS) and said in done.stderr
    assert not (tmp_path / "reduced.yaml").exists()
