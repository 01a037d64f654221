"""CPU of building a document again after one edit, by what a resident process keeps, beside a build by itself.

    python -m bench.edited [DOCUMENT ...] [--edit KIND]

Each part is told: reading, the front end with the shared passes, and the plans of all targets. Printing is not there.
An edit is one of a text, of a schema (another property) or of an operation (another parameter).
"""

from __future__ import annotations

import argparse
import gc
import io
import re
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from backends.keys import TARGET_KEYS
from compiler.base.memory import NONE, Memory
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_document, plan_target
from compiler.driver.inputs import read_inputs
from compiler.driver.options import DebugOptions, InputOptions
from compiler.lock.lock import Lock
from tests.support.places import ROOT

SPECS = ROOT.parent / "shared" / "specs"
DOCUMENTS = ("museum.yaml", "resend.yaml", "openai.yaml", "github-api.json")
EDITS = {
    "text": (r"""\n\s+"?description"?: ["']?(?=[A-Za-z])""", "Edited %d. "),
    "schema": (r"""\n\s+(?:"properties": \{|properties:)(?=(\n *)["\w])""", '"added_%d": {"type": "string"}'),
    "operation": (
        r"""\n\s+(?:"parameters": \[|parameters:)(?=(\n *)(?:\{|- ))""",
        '{"name": "added_%d", "in": "query", "schema": {"type": "string"}}',
    ),
}
"""Kinds of edits: where one may be made, with the beginning of the next line, and what is added there."""


def edited(text: str, number: int, kind: str = "text") -> str:
    """Return a document with one edit, somewhere in its middle."""
    pattern, added = EDITS[kind]
    found = list(re.finditer(pattern, text))
    where = found[len(found) * (1 + number % 7) // 8]
    added %= number
    if kind != "text":
        braces = where[0].endswith(("{", "["))
        added = f"{where[1]}{added}," if braces else f"{where[1]}{'- ' * (kind == 'operation')}{added}"
    return text[: where.end()] + added + text[where.end() :]


def measure(path: Path, memory: Memory) -> dict[str, float]:
    """Compile a document for all targets; returns seconds of CPU by part."""
    diagnostics = Diagnostics()
    options = InputOptions(document=str(path))
    gc.collect()
    times = [time.process_time()]
    inputs = read_inputs(options, diagnostics, "build", memory=memory)
    times.append(time.process_time())
    assert inputs.document is not None
    made = compile_document(
        inputs.document, inputs.folder, options, DebugOptions(), diagnostics, Lock(), io.StringIO(), memory=memory
    )
    assert made is not None
    times.append(time.process_time())
    for target in TARGET_KEYS:
        plan_target(made, target, inputs.config)
    times.append(time.process_time())
    memory.end()
    memory.turn()
    read, compiled, planned = (late - early for early, late in pairwise(times))
    return {"read": read, "front and passes": compiled, "plan": planned, "all": times[-1] - times[0]}


def main() -> None:
    """Measure the documents."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", nargs="*", default=DOCUMENTS)
    parser.add_argument("--edits", type=int, default=3)
    parser.add_argument("--edit", choices=EDITS, default="text", help="what is edited")
    options = parser.parse_args()
    gc.disable()
    sys.setrecursionlimit(20_000)
    for name in options.documents:
        text = (SPECS / name).read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            memory = Memory()
            path.write_text(text, encoding="utf-8")
            measure(path, memory)
            for number in range(options.edits):
                text = edited(text, number, options.edit)
                path.write_text(text, encoding="utf-8")
                rows = {"edited": measure(path, memory), "alone": measure(path, NONE)}
                for label, row in rows.items():
                    shown = "  ".join(f"{part} {seconds:6.3f}" for part, seconds in row.items())
                    print(f"{name:18} {label:7} {shown}", flush=True)


if __name__ == "__main__":
    main()
