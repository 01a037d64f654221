"""Example calls of printed Go SDKs compile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from backends.go.calls import call_lines
from backends.go.source import File
from backends.writer.gofmt import function
from compiler.ir.plan import Plan
from tests.go.test_go_layout import DOCUMENT as HARBOUR
from tests.support.go_things import go, print_go


def calls_file(plan: Plan, methods: Any, module: str) -> str:
    """A file that makes every example call of the reference pages."""
    package = module.rpartition("/")[2]
    file = File(f"{package}_test", None)
    file.use("context")
    file.use_module(module)
    for number, (_, method, _) in enumerate(methods):
        call, variable = call_lines(plan, plan.shown.call(method), file, package)
        head = f"func call{number}(ctx context.Context, client *{package}.{plan.surface.client})"
        file.declare(function(head, call, "_ = err", *([f"_ = {variable}"] if variable else [])))
    return file.text()


@pytest.mark.slow
def test_every_example_call_of_the_reference_compiles(tmp_path: Path) -> None:
    """What the reference pages show for each method is Go as it stands; test_go_example has those of the trains."""
    sdk = print_go(yaml.safe_load(HARBOUR), "calls", tmp_path)
    (sdk.folder / "calls_test.go").write_text(calls_file(sdk.plan, sdk.methods(), "example.com/calls"))
    go("vet", "./...", folder=sdk.folder)
