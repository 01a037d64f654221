"""Printing in a second process: the same bytes, and nothing lost if that process fails (speed 4)."""

from __future__ import annotations

import os
import signal
import time
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from compiler.commands import main
from compiler.driver import printing
from compiler.driver.second_process import Helper, Note, can_fork
from compiler.output import atomic
from compiler.output.folder_locks import of_folder, turn
from compiler.plan.per_plan import forget, per_plan
from tests.support.places import ROOT
from tests.support.recorder import NET, wait_for
from tests.support.run import configure, tree, write

pytestmark = pytest.mark.skipif(not can_fork(), reason="there is no second processor, or no fork that is safe")
TRAINS = ROOT / "examples" / "trains" / "openapi.yaml"


def texts_of(target: str, note: Note) -> Mapping[str, str]:
    """Print a target."""
    note(f"{target} ü")
    if target == "broken":
        raise ValueError(target)
    return {"a.txt": f"{target} ü\n" * 50_000, "b/c d.txt": "", "e.txt": str(os.getpid())}


def test_results_come_from_the_other_process() -> None:
    helper = Helper(["one", "two"], texts_of)
    found = dict(helper.results())
    for target in ("one", "two"):
        assert found[target]["e.txt"] not in ("", str(os.getpid()))
        assert {**found[target], "e.txt": str(os.getpid())} == texts_of(target, print)
    assert helper.take() is None
    assert helper.end() == ["one ü", "two ü"]


def test_it_ends_with_the_first_process(tmp_path: Path) -> None:
    """A killed build leaves no process that holds its lock (`explain CG1210`)."""

    def work(target: str, note: Note) -> None:
        (tmp_path / str(os.getpid())).touch()
        time.sleep(2 * NET)

    first = os.fork()
    if first == 0:
        with turn([of_folder(tmp_path / "sdk")], 0, print):
            Helper(["one"], work)
            time.sleep(2 * NET)
    wait_for(lambda: [path for path in tmp_path.iterdir() if path.name.isdigit()])
    os.kill(first, signal.SIGKILL)
    os.waitpid(first, 0)
    with turn([of_folder(tmp_path / "sdk")], 0, print) as held:
        assert held.alone
    (second,) = (int(path.name) for path in tmp_path.iterdir() if path.name.isdigit())
    wait_for(lambda: not Path(f"/proc/{second}").exists() or b" Z " in Path(f"/proc/{second}/stat").read_bytes())


def test_each_target_is_taken_once() -> None:
    targets = [str(number) for number in range(100)]
    helper = Helper(targets, lambda target, note: note(target))
    taken = []
    while (target := helper.take()) is not None:
        taken.append(target)
    done = [target for target, _ in helper.results()]
    assert sorted([*taken, *done], key=int) == targets
    assert helper.end() == done


def test_what_the_other_process_fails_at_is_done_here() -> None:
    """An exception is then told by this process, as any other."""
    helper = Helper(["one", "broken", "two"], texts_of)
    assert [target for target, _ in helper.results()] == ["one"]
    assert helper.end() == ["one ü", "broken ü"]


def test_a_process_that_nobody_waits_for_is_ended() -> None:
    helper = Helper(["one"], texts_of)
    helper.end()
    with pytest.raises(ProcessLookupError):
        os.kill(helper._pid, 0)


def test_the_output_is_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """D12.2"""
    started: list[list[str]] = []

    class Watched(Helper[Any]):
        """A helper that tells that it was started."""

        def __init__(self, targets: list[str], work: Callable[[str, Note], Any]) -> None:
            started.append(targets)
            super().__init__(targets, work)

    monkeypatch.setattr(printing, "Helper", Watched)
    found = []
    for name, large, jobs in (("one", 10**9, "2"), ("two", 0, "2"), ("alone", 0, "1")):
        monkeypatch.setattr(printing, "LARGE", large)
        found.append(built(tmp_path / name, "--jobs", jobs))
    assert found[0] == found[1] == found[2]
    assert found[0][0] == 0
    assert started == [["python", "go"]], "once: one process is all that `--jobs 1` allows"


def built(out: Path, *options: str) -> tuple[int, dict[str, bytes]]:
    """Build the four targets of a small document; return the exit code, and what stands there then."""
    targets = [word for target in ("python", "typescript", "go", "reference") for word in ("-t", target)]
    return main(["build", str(TRAINS), "-q", "-o", str(out), *targets, *options]), tree(out)


def test_what_the_other_process_leaves_half_done_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be killed at any time, say where memory is short."""
    monkeypatch.setattr(printing, "LARGE", 0)
    whole = built(tmp_path / "whole")
    real, here, written = atomic._write, os.getpid(), []

    def killed(temporary: str, data: bytes) -> None:
        real(temporary, data)
        written.append(temporary)
        if os.getpid() != here and len(written) == 200:  # somewhere in Go
            os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(atomic, "_write", killed)
    assert built(tmp_path / "killed") == whole
    assert whole[0] == 0


def test_a_refusal_after_it_began_leaves_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are compared with the lock when all targets are planned; one of them is being printed then."""
    monkeypatch.setattr(printing, "LARGE", 0)
    configure(tmp_path, "python: {}\ntypescript: {}\n")
    begun: list[bool] = []
    real = printing.Printing.plan

    def waiting(self: printing.Printing, *given: Any) -> Any:
        plans = real(self, *given)
        wait_for(lambda: any(tmp_path.rglob(".codegen/staged/*")))
        begun.append(True)
        return plans

    monkeypatch.setattr(printing.Printing, "plan", waiting)
    out = tmp_path / "out"
    assert main(["build", str(TRAINS), "-c", str(tmp_path / "gen.yaml"), "-q", "--locked", "-o", str(out)]) == 3
    assert (begun, sorted(path.name for path in tmp_path.iterdir())) == ([True], ["gen.yaml"])


def test_what_stands_in_the_way_leaves_nothing_of_either_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(printing, "LARGE", 0)
    write(tmp_path, "go/client.go", "mine")
    assert built(tmp_path) == (3, {"go/client.go": b"mine"})
    assert "CG1202" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["go"]


def test_what_was_made_of_a_printed_plan_is_let_go() -> None:
    """The next target of the second process takes its room: 9 MB of a large build."""

    class Made:
        pass

    @per_plan
    def made(plan: object) -> Made:
        return Made()

    plans = [object(), object()]
    kept = [weakref.ref(made(plan)) for plan in plans]
    assert [made(plan) for plan in plans] == [one() for one in kept]
    forget(plans[0])
    assert kept[0]() is None and made(plans[1]) is kept[1]()
