"""Others say what breaks between two printed SDKs: griffe, mypy and `tsc` of programs for the old one, and apidiff.

Here a few pairs of documents; `make judges` has them all, and writes the table of docs/diff.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from judges.diff.consumer import program
from judges.diff.pairs import EXPLAINED, OTHERS, others, ours
from judges.diff.run import verdicts

ALL = {pair.name: pair for pair in (*ours(), *others())}
FEW = (
    "another optional parameter",
    "a required parameter is new",
    "a property of a response is gone",
    "a value of an open enum is new",
)
"""Two that break, and two that do not."""


CHOSEN = {
    "griffe": FEW,
    "mypy": (*FEW[:2], "a value of a closed enum is new", "a property of a response may be null"),
    "tsc": (*FEW, "a value of a closed enum is new", "a number of a response is an integer"),
    "apidiff": ("the first optional parameter", "a list of a response may be missing"),
}
"""What each is asked: two that break for griffe; of types, which it does not look at, for the others."""


@pytest.mark.slow
@pytest.mark.parametrize("judge", CHOSEN)
def test_a_judge(judge: str, tmp_path: Path) -> None:
    """Breaks are found where `codegen diff` finds some."""
    found = verdicts([ALL[name] for name in CHOSEN[judge]], tmp_path, [judge])
    assert [item for item in found if not item.agrees] == []
    assert judge != "griffe" or [bool(item.ours) for item in found] == [False, True, True, False]


def test_what_is_explained_is_a_pair() -> None:
    assert {name for _, name in EXPLAINED} <= {*ALL, *OTHERS}
    assert len(EXPLAINED) < len(ALL) * 3 / 4


def test_the_program_uses_all_that_a_surface_names() -> None:
    """Every method twice, every field, every value; optional arguments too."""
    text = program(
        "codegen surface 2 typescript 1.0.0\n"
        "client Trains\n"
        "field Trip.status: Status\nfield Trip.note?: string?\n"
        'member Status.Late = "late"\nmember Status.Soon = "soon"\n'
        "method client.trips.get(id: string, *, fresh?: boolean, by: Status) -> Trip\n"
        "type Status: enum (sent, received)\ntype Trip: model (received)\n"
    )
    for line in (
        'import { Trains } from "SDK";',
        '  const xnote: string | null | undefined = v["note"]; void xnote;',
        "export function handleStatus(v: sdk.Status): number "
        '{ switch (v) { case "late": return 0; case "soon": return 1; } }',
        '  const r = await client.trips.get("a", { "by": "late" });',
        '  const r = await client.trips.get("a", { "fresh": true, "by": "late" });',
        "  const x: sdk.Trip = r; void x;",
    ):
        assert f"{line}\n" in text, text
