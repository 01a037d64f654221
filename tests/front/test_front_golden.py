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


def shown(place: object, root: str) -> str:
    """Return the pointer of a place, behind the name of its file where that is another one."""
    file = getattr(place, "file", root)
    return ("" if file == root else f"{file}#") + getattr(place, "pointer", "")


@pytest.mark.parametrize("case", CASES)
def test_lowering(case: str, snapshot: SnapshotAssertion) -> None:
    path = FOLDER / f"{case}.yaml"
    assert path.read_text("utf-8").startswith("# "), "the first line names the rule"
    lowered = lower_path(path, FOLDER)
    text = dump(lowered.sdk)
    assert load(text) == lowered.sdk
    for item in lowered.diagnostics.items:
        text += f"// {item.code} {shown(item.loc, path.name)}: {item.message}\n"
        text += "".join(f"//   {shown(note.loc, path.name)}: {note.text}\n" for note in item.notes)
        text += f"//   help: {item.help}\n" if item.help else ""
    text += "".join(f"// an error in {subject}\n" for subject in sorted(lowered.diagnostics.failed_subjects))
    assert text == snapshot.use_extension(golden_file(FOLDER / f"{case}.ir"))
