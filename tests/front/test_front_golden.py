"""Documents and the IR to which they are lowered: `golden/lower/CASE.yaml` and `CASE.ir`.

The first line of a case names the rule that it shows. `pytest --snapshot-update` writes the IR, never the document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compiler.ir.read import load
from compiler.ir.text import dump
from tests.support.golden import GOLDEN, golden_file
from tests.support.lowering import lower_path

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

pytestmark = pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name")

FOLDER = GOLDEN / "lower"
CASES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("case", CASES)
def test_lowering(case: str, snapshot: SnapshotAssertion) -> None:
    path = FOLDER / f"{case}.yaml"
    assert path.read_text("utf-8").startswith("# "), "the first line names the rule"
    lowered = lower_path(path, FOLDER)
    text = dump(lowered.sdk)
    assert load(text) == lowered.sdk
    for line, item in zip(lowered.said, lowered.diagnostics.items, strict=True):
        notes = (f"//   {getattr(note.loc, 'pointer', '')}: {note.text}\n" for note in item.notes)
        text += "".join((f"// {line}\n", *notes))
    assert text == snapshot.use_extension(golden_file(FOLDER / f"{case}.ir"))
