"""`codegen reduce`: a crash, and a large document; golden/commands/reduce.txt has the rest."""

from __future__ import annotations

import json
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


@pytest.mark.skipif(not SHARED.exists(), reason="../shared is not here")
@pytest.mark.slow
@pytest.mark.hunt
def test_a_large_document(tmp_path: Path) -> None:
    """3 MB of public document to less than 1 kB."""
    made = reduced(tmp_path, "--code", "CG0918", document=SHARED / "specs/orq.yaml")
    assert len(json.dumps(made)) < 1_000, made
