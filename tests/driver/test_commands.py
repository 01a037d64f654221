"""Sessions on the command line: `golden/commands/CASE.txt`, which says what is shown first, then files and commands.

`-- NAME --` writes the lines below it to a file. Below `$ COMMAND` stands what it prints, standard error behind `! `,
and its exit code where that is not 0. `codegen` runs in this process; the shell runs all else, and what stands behind
` | `. `make golden CASE=commands/CASE` writes what commands print, never the rest.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.golden import GOLDEN, golden_file
from tests.support.places import ROOT
from tests.support.run import Run, codegen, write

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

pytestmark = pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name")

CASES = sorted(path.stem for path in (GOLDEN / "commands").glob("*.txt"))
PLAIN = {"LC_ALL": "C", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
"""The order of names and the words of programs are everybody's."""
STEP = re.compile(r"^(?=\$ |-- \S.* --$)", re.MULTILINE)


def run_shell(line: str, folder: Path, text: str = "") -> Run:
    """Run a line of the shell."""
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, input=text, env=os.environ | PLAIN, capture_output=True, text=True, check=False
    )
    return Run(done.returncode, done.stdout, done.stderr)


def run_line(line: str, folder: Path) -> Run:
    """Run a command of a session."""
    if not re.match(r"([A-Z_]+=\S+ )*codegen\b", line):
        return run_shell(line, folder)
    ours, _, rest = line.partition(" | ")
    words = run_shell(f"printf '%s\\0' {ours}", folder).stdout.split("\0")[:-1]
    at = words.index("codegen")
    with pytest.MonkeyPatch.context() as patch:
        for name, _, value in (word.partition("=") for word in words[:at]):
            patch.setenv(name, value)
        done = codegen(*words[at + 1 :], cwd=folder)
    if "2>&1" in ours:
        done = Run(done.returncode, done.stdout + done.stderr, "")
    if not rest:
        return done
    piped = run_shell(rest, folder, done.stdout)
    return Run(done.returncode or piped.returncode, piped.stdout, done.stderr + piped.stderr)


def replay(session: str, folder: Path) -> str:
    """Run a session in a folder; returns it with what its commands print now."""
    shown, *steps = STEP.split(session)
    for step in steps:
        line, _, text = step.partition("\n")
        if line.startswith("-- "):
            write(folder, line[3:-3], text)
        else:
            done = run_line(line[2:], folder)
            text = done.stdout + "".join(f"! {told}".rstrip() + "\n" for told in done.stderr.splitlines())
            text += f"[exit {done.returncode}]\n" if done.returncode else ""
            assert not STEP.search(text), f"output that looks like a step: {text}"
        shown += f"{line}\n{text}"
    return shown


@pytest.mark.parametrize("case", CASES)
def test_a_session(case: str, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    if case == "upgrade_calls" and not (ROOT / "migrate").is_dir():
        pytest.skip("migrate/ is not there")
    path = GOLDEN / "commands" / f"{case}.txt"
    text = replay(path.read_text("utf-8"), tmp_path)
    assert str(tmp_path) not in text
    assert text == snapshot.use_extension(golden_file(path))
