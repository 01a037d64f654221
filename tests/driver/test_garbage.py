"""The collector is off while a build runs, so what refers to itself stays until the end: no node may be a part of it.

Reference cycles between helpers (a session and what works for it, a closure that calls itself) once held a tenth of the
memory of a large build.
"""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

import pytest

from backends.keys import TARGET_KEYS
from compiler.ir.node import NODES
from tests.support.places import ROOT
from tests.support.run import codegen


@pytest.mark.parametrize(
    "document", sorted((ROOT / "examples").glob("*/openapi.yaml")), ids=lambda path: path.parent.name
)
def test_no_cycle_holds_nodes_when_a_build_is_done(document: Path, tmp_path: Path) -> None:
    targets = [word for target in TARGET_KEYS for word in ("-t", target)]
    gc.collect()
    gc.disable()
    try:
        built = codegen("build", str(document), *targets, "-o", "out", "-q", "--jobs", "1", cwd=tmp_path)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        held = Counter(type(item).__name__ for item in gc.garbage if type(item) in NODES.values())
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert built.returncode == 0, built.stderr
    assert held == {}
