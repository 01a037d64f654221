"""The collector is off while a build runs, so what refers to itself stays until the end: no node may be a part of it.

Reference cycles between helpers (a session and what works for it, a closure that calls itself) once held a tenth of the
memory of a large build.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from backends.keys import TARGET_KEYS
from tests.support.places import ROOT

_SCRIPT = """
import gc, json, sys
from collections import Counter
from compiler.commands import main
from compiler.ir.node import NODES
gc.collect()
gc.disable()
code = main(sys.argv[1:])
gc.set_debug(gc.DEBUG_SAVEALL)
gc.collect()
held = Counter(type(item).__name__ for item in gc.garbage if type(item) in NODES.values())
print(json.dumps([code, held]))
"""


@pytest.mark.parametrize(
    "document", sorted((ROOT / "examples").glob("*/openapi.yaml")), ids=lambda path: path.parent.name
)
def test_no_cycle_holds_nodes_when_a_build_is_done(document: Path, tmp_path: Path) -> None:
    """In a process of its own: what other tests left behind is no part of the build."""
    targets = [word for target in TARGET_KEYS for word in ("-t", target)]
    line = ["build", str(document), *targets, "-o", str(tmp_path / "out"), "-q", "--jobs", "1"]
    done = subprocess.run([sys.executable, "-c", _SCRIPT, *line], cwd=ROOT, capture_output=True, text=True, check=False)
    assert json.loads(done.stdout.splitlines()[-1]) == [0, {}], done.stderr
