"""`codegen bisect` finds the pass that breaks the IR; golden/commands/bisect.txt has what else it is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import passes.rename
from compiler.driver.options import Exit
from compiler.ir.node import replace
from tests.support.documents import answers, document, object_of, operation, ref
from tests.support.run import codegen, write


def test_the_rules_of_the_ir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = passes.rename.run

    def broken(sdk: Any, context: Any) -> Any:
        return replace(run(sdk, context), types={})

    trips = {"/trips": {"get": operation("listTrips", answers(ref("Trip")))}}
    write(tmp_path, "openapi.yaml", document("T", trips, {"Trip": object_of(id="string")}))
    monkeypatch.setattr(passes.rename, "run", broken)
    done = codegen("bisect", "openapi.yaml", cwd=tmp_path)
    assert done.returncode == Exit.STALE and done.stdout.startswith("after rename: 1 breach")
