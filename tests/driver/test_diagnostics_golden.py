"""Every diagnostic code has a case that shows its text.

A case is a folder `golden/diagnostics/CODE[-what]/`: its files, `args` (the command line; default `lint openapi.yaml`)
and `expected.txt`, which `make golden` writes. A case runs in a copy of its folder, which is also on Python's path.
`fault` names methods at which the printer of Python fails, `disk` what is wrong with the disk: operations that the
system refuses, or a clock of its own; `missing` names packages that are not installed.
"""

from __future__ import annotations

import errno
import io
import os
import re
import shlex
import shutil
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from backends.python import groups
from backends.python.code import Expr, identifier
from compiler.commands import main
from compiler.diagnostics.catalog import CODES
from compiler.driver import clock
from compiler.driver.apis import pool
from compiler.output import folder_locks as turns
from compiler.output import journal
from tests.support.golden import GOLDEN, golden_file
from tests.support.places import ROOT

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

pytestmark = pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name")

_NAMES = ("OpenAPI", "Swagger", "YAML", "JSON")
CASES = sorted(path.name for path in (GOLDEN / "diagnostics").iterdir() if path.is_dir())
_NO_INPUT = ("args", "expected.txt", "fault", "disk", "missing")


def _refuse(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system refuse a lock, or to move the second file, let the disk's clock be ahead, or an API not end."""
    moved: list[Path] = []

    def no_locks(number: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    def held_open(temporary: str, path: Path) -> None:
        moved.append(path)
        if len(moved) > 1:
            raise PermissionError(errno.EACCES, "Permission denied")
        shutil.move(temporary, path)

    match what:
        case "busy":
            monkeypatch.setattr(turns, "_try", lambda number: False)
        case "no locks":
            monkeypatch.setattr(turns, "_try", no_locks)
        case "held open":
            monkeypatch.setattr(journal, "move_file", held_open)
        case "hung":
            monkeypatch.setattr(pool, "compile_api", lambda options, command: time.sleep(60))
        case "killed":
            monkeypatch.setattr(pool, "compile_api", lambda options, command: os.kill(os.getpid(), signal.SIGKILL))
        case "clock ahead":
            os.utime("openapi.yaml", (4e9, 4e9))
            monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: (4 * 10**9 - 3_600) * 10**9))
        case _:
            _fail_elsewhere(what, monkeypatch)


def _fail_elsewhere(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the cluster or the cache fail."""
    from fleet import elsewhere
    from tests.support import fleets

    lost = pool.Lost("CG1604", "the cluster has had no worker for 60 seconds")
    name, fake = {
        "no scheduler": ("Cluster", fleets.no_scheduler),
        "no workers": ("Cluster", fleets.cluster_of(lambda task, job: lost)),
        "a foreign worker": ("Cluster", fleets.cluster_of(lambda task, job: b"x")),
        "no bucket": ("Store", fleets.store_of(fleets.away)),
        "a foreign entry": ("Store", fleets.store_of(lambda key: b"x")),
        "no fsspec": ("Store", fleets.missing_package),
    }[what]
    monkeypatch.setattr(elsewhere, name, fake)


def _hide(names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make packages as good as not installed, also for modules that imported them before."""
    for name in [name for name in sys.modules if name.startswith("migrate.adopt.published.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in names:
        monkeypatch.setitem(sys.modules, name, None)


def run(case: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run the case in a copy of its files and return what it prints."""
    shutil.copytree(case, folder, symlinks=True, ignore=shutil.ignore_patterns(*_NO_INPUT))
    args = case / "args"
    line = args.read_text("utf-8").strip() if args.exists() else "lint openapi.yaml"
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    if (case / "fault").exists():
        faults = (case / "fault").read_text("utf-8").split()
        names = {"identifier": lambda name: Expr("?") if name in faults else identifier(name)}
        monkeypatch.setattr(groups, "py", SimpleNamespace(**{**vars(groups.py), **names}))
    if (case / "disk").exists():
        _refuse((case / "disk").read_text("utf-8").strip(), monkeypatch)
    if (case / "missing").exists():
        _hide((case / "missing").read_text("utf-8").split(), monkeypatch)
    code = main(shlex.split(line))
    monkeypatch.undo()
    shown = f"$ codegen {line}\nexit {code}\n"
    return shown + "".join(f"\n{stream.getvalue()}" for stream in (out, err) if stream.getvalue())


@pytest.mark.parametrize("case", CASES)
def test_the_text_of_a_diagnostic(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    folder = GOLDEN / "diagnostics" / case
    for area, package in (("CG160", "fleet"), ("CG18", "migrate"), ("CG19", "migrate")):
        if case.startswith(area) and not (ROOT / package).is_dir():
            pytest.skip(f"{package}/ is not there")
    text = run(folder, tmp_path / "case", monkeypatch)
    code = case.partition("-")[0]
    assert f"{CODES[code].severity}[{code}]" in text, text
    assert str(tmp_path) not in text
    assert text == snapshot.use_extension(golden_file(folder / "expected.txt"))


def test_every_code_has_a_case() -> None:
    """house 4: each code has a golden that shows it."""
    assert sorted(set(CODES) - {case.partition("-")[0] for case in CASES}) == []


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str) -> None:
    """`codegen explain`: words and, in every explanation, an example."""
    entry = CODES[code]
    assert re.fullmatch(r"CG\d{4}", code)
    assert entry.message[0] == entry.message[0].lower() or entry.message.startswith(_NAMES)
    assert not entry.message.endswith(".")
    assert not entry.help.endswith(".")
    assert len(entry.explanation.split()) >= 8
    assert all(len(line) <= 120 for line in entry.explanation.splitlines())
