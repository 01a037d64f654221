"""A build that is killed leaves the old output or the new one; one build at a time (issue 31, part 1).

A child process builds, and exits just before its n-th change of the disk: Python's audit events count the changes.
`make test` kills once in each row of changes of one kind, `make test-all` before every change, `make soak` whole builds
at random times.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count, groupby
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostics
from compiler.output import HEADER, Output, Staging, TargetOutput, clean_output, journal, write_output
from compiler.output import folder_locks as turns
from compiler.output.folder_locks import BusyError, of_file, of_folder, turn
from compiler.output.problems import Problem
from tests.support.places import ROOT
from tests.support.recorder import NET
from tests.support.run import codegen, configure, simple, tree, write

OLD = {"client.py": f"# {HEADER}\n1\n", "models/pet.py": "old", "gone/a.py": "", "same.py": ""}
NEW = {"client.py": f"# {HEADER}\n2\n", "models/pet.py": "new", "new/deep/b.py": "", "same.py": ""}
CHANGES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir")
State = tuple[Path, dict[str, bytes], dict[str, bytes]]
_KILLED = 9
MOVES = 26
"""A change of a build among those that move files to their places."""


def build(root: Path, files: dict[str, str], lock: str) -> list[str]:
    """Build two targets and a codegen.lock as the driver does; return the codes of what was told."""
    out = root / "sdk"
    with turn([of_folder(out), of_file(root / "codegen.lock")], 1, lambda _: None):
        problems = journal.recover(out, root / "codegen.lock")
        others = {} if held(root / "codegen.lock") == lock else {root / "codegen.lock": lock}
        done, codes = written(out, files, others)
        assert done, codes
    return [problem.code for problem in problems] + codes


def written(out: Path, files: dict[str, str], others: dict[Path, str]) -> tuple[bool, list[str]]:
    """Write two targets and other files; return whether that was done, and the codes of what was told."""
    diagnostics, output = Diagnostics(), Output(out, (), Staging(out))
    targets = (output.compare(TargetOutput(target, files)) for target in ("python", "go"))
    done = write_output(output, targets, diagnostics, others) is not None
    return done, [item.code for item in diagnostics.items]


def held(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


def code_of_child(work: Callable[[], object], change: Callable[[str], None]) -> int:
    """Do something in a child, which calls ``change`` before each change of the disk; return its exit code."""
    pid = os.fork()
    if pid == 0:

        def hook(event: str, args: tuple[object, ...]) -> None:
            writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR)
            if writes or event in CHANGES:
                change(event)

        sys.addaudithook(hook)
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def killed(at: int, work: Callable[[], object]) -> bool:
    """Do something in a child that ends before its change number ``at``; return whether it came so far."""
    numbers = count()
    code = code_of_child(work, lambda _: os._exit(_KILLED) if next(numbers) == at else None)
    assert code in (0, _KILLED)
    return code == _KILLED


def kills(work: Callable[[], object], notes: Path, every: bool) -> list[int]:
    """Return where to kill: before every change, or in the middle of each row of changes of one kind; and nowhere."""
    events: list[str] = []
    assert code_of_child(lambda: (work(), notes.write_text("\n".join(events))), events.append) == 0
    events = notes.read_text().splitlines()
    assert len(events) > 30
    if every:
        return [*range(len(events) + 1)]
    rows = [[at for at, _ in row] for _, row in groupby(enumerate(events), key=lambda pair: pair[1])]
    return [*(row[len(row) // 2] for row in rows), len(events)]


def states(folder: Path) -> Iterator[State]:
    """Yield places with the old output, with both outputs as they are when nobody is killed."""
    for name, files in (("old", OLD), ("new", NEW)):
        build(folder / name, files, name)
    old, new = tree(folder / "old"), tree(folder / "new")
    for number in count():
        place = folder / str(number)
        shutil.copytree(folder / "old", place)
        yield place, old, new
        shutil.rmtree(place)


def kill_amid_moves(state: State) -> State:
    """Kill a build of the new output while it moves files."""
    assert killed(MOVES, lambda: build(state[0], NEW, "new"))
    assert journal.journal_path(state[0] / "sdk").exists()
    return state


EVERY = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.hunt)], ids=["some", "every"])


@EVERY
def test_killed_before_every_change_it_makes(tmp_path: Path, every: bool) -> None:
    ends: set[str] = set()
    places = states(tmp_path)
    first, _, _ = next(places)
    for at in kills(lambda: build(first, NEW, "new"), tmp_path / "notes", every):
        place, old, new = next(places)
        was_killed = killed(at, lambda: build(place, NEW, "new"))  # noqa: B023
        packages = [path.name for path in (place / "sdk").rglob("*.tmp") if ".codegen" not in path.parts]
        assert packages == [], at
        problems = journal.recover(place / "sdk", place / "codegen.lock")
        assert all(problem.code == "CG1208" for problem in problems), (at, problems)
        found = {name: text for name, text in tree(place).items() if not name.endswith(".turn")}
        assert found in (old, new), at
        ends.add("new" if found == new else "old")
        codes = build(place, NEW, "new")
        assert codes == [], (at, codes)
        assert tree(place) == new
        assert not list(place.rglob(".codegen"))
    assert not was_killed
    assert ends == {"old", "new"}


@EVERY
def test_killed_while_it_finishes_another(tmp_path: Path, every: bool) -> None:
    """The next build, told to end at any time as well, changes nothing of what comes out."""
    places = map(kill_amid_moves, states(tmp_path))
    first, _, _ = next(places)
    for at in kills(lambda: build(first, OLD, "old"), tmp_path / "notes", every):
        place, old, new = next(places)
        was_killed = killed(at, lambda: build(place, OLD, "old"))  # noqa: B023
        problems = journal.recover(place / "sdk", place / "codegen.lock")
        assert all(problem.code == "CG1208" for problem in problems), (at, problems)
        assert {name: text for name, text in tree(place).items() if not name.endswith(".turn")} in (old, new), at
        assert build(place, OLD, "old") == []
        assert tree(place) == old
    assert not was_killed


@pytest.fixture
def half_done(tmp_path: Path) -> Path:
    """Return a place whose build was killed while files were moved."""
    return kill_amid_moves(next(states(tmp_path)))[0]


def test_clean_finishes_a_killed_build_before(half_done: Path) -> None:
    out = half_done / "sdk"
    assert [problem.code for problem in journal.recover(out, None)] == ["CG1208"]
    diagnostics = Diagnostics()
    assert clean_output(out, ["python", "go"], diagnostics).removed == 2 * len(NEW)
    assert diagnostics.items == []
    assert [path.name for path in out.rglob("*") if path.is_file()] == ["output.turn"]


def test_what_was_edited_after_the_kill_is_left_alone(half_done: Path) -> None:
    (half_done / "sdk/python/client.py").write_text("mine")
    (half_done / "sdk/go/client.py").write_text("mine")
    problems = journal.recover(half_done / "sdk", half_done / "codegen.lock")
    assert [problem.code for problem in problems] == ["CG1209"]
    assert {held(half_done / f"sdk/{target}/client.py") for target in ("python", "go")} == {"mine"}
    assert held(half_done / "sdk/go/models/pet.py") == "new"


@pytest.mark.parametrize("damage", ["", "[]", "{", "\0" * 40, "0\n{}\n", "[" * 100_000])
def test_a_corrupt_journal_is_told_and_not_followed(half_done: Path, damage: str) -> None:
    before = {name: text for name, text in tree(half_done).items() if "/.codegen/" not in name and ".turn" not in name}
    journal.journal_path(half_done / "sdk").write_text(damage)
    problems = journal.recover(half_done / "sdk", half_done / "codegen.lock")
    assert [problem.code for problem in problems] == ["CG1209"]
    assert {name: text for name, text in tree(half_done).items() if not name.endswith(".turn")} == before


@pytest.mark.parametrize("name", ["../victim", "a/../../victim", "out/victim", ""])
def test_a_forged_journal_changes_nothing_elsewhere(tmp_path: Path, name: str) -> None:
    """Its digest is right, and its paths lead out: by themselves, or by a symbolic link."""
    victim = tmp_path / "victim"
    victim.write_text("theirs")
    out = tmp_path / "sdk"
    staged = out / ".codegen/staged"
    staged.mkdir(parents=True)
    (out / "out").symlink_to(tmp_path)
    (staged / "1-1.tmp").write_text("evil")
    path = name or str(victim)
    write = [[path, "1-1.tmp", journal.digest(b"evil"), journal.digest(b"theirs")]]
    text = json.dumps({"journalVersion": 1, "write": write, "remove": []})
    journal.journal_path(out).write_text(f"{journal.digest(text.encode())}\n{text}\n")
    journal.recover(out, tmp_path / "codegen.lock")
    assert victim.read_text() == "theirs"


def test_a_move_that_the_system_refuses_is_finished_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, _, new = next(states(tmp_path))
    real, moved = journal.move_file, []

    def refuse(temporary: str, path: Path) -> None:
        moved.append(path)
        if len(moved) == 4:
            raise PermissionError(13, "Permission denied")
        real(temporary, path)

    with monkeypatch.context() as patched:
        patched.setattr(journal, "move_file", refuse)
        assert written(place / "sdk", NEW, {}) == (False, ["CG1213"])
    assert build(place, NEW, "new") == ["CG1208"]
    assert tree(place) == new


def test_the_first_move_refused_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk too full for a folder, say."""
    place, old, _ = next(states(tmp_path))

    def refuse(temporary: str, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal, "move_file", refuse)
    assert written(place / "sdk", NEW, {}) == (False, ["CG1205"])
    assert tree(place) == old
    assert not list(place.rglob(".codegen"))
    assert not (place / "sdk/python/new").exists()


def test_another_disk_below_the_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package may be a disk of its own, as in a container: files are copied beside their place then."""
    place, _, new = next(states(tmp_path))
    real = os.replace

    def other_disk(source: str | Path, target: str | Path) -> None:
        if str(source).endswith(".tmp") and Path(source).parent != Path(target).parent:
            raise OSError(18, "Invalid cross-device link")
        real(source, target)

    monkeypatch.setattr(os, "replace", other_disk)
    assert build(place, NEW, "new") == []
    assert tree(place) == new


# --------------------------------------------------------------------------- one at a time


def test_a_build_waits_for_its_turn(tmp_path: Path) -> None:
    told: list[Path] = []
    with turn([of_folder(tmp_path)], 0, told.append):
        start = time.monotonic()
        with pytest.raises(BusyError), turn([of_folder(tmp_path)], 1, told.append):
            pass
        assert time.monotonic() - start >= 1
    assert told == [tmp_path]
    with turn([of_folder(tmp_path)], 0, told.append):
        assert (tmp_path / ".codegen").is_dir()
    assert list(tmp_path.iterdir()) == []


def test_the_turn_of_a_killed_process_is_free(tmp_path: Path) -> None:
    def hold() -> None:
        with turn([of_folder(tmp_path)], 0, lambda _: None):
            (tmp_path / "held").write_text("")
            os._exit(_KILLED)

    assert killed(-1, hold)
    assert (tmp_path / ".codegen/output.turn").exists()
    with turn([of_folder(tmp_path)], 0, lambda _: None) as held_now:
        assert held_now.alone
    assert [path.name for path in tmp_path.iterdir()] == ["held"]


def test_a_disk_without_locks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(number: int, how: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none)
    with turn([of_folder(tmp_path)], 0, lambda _: None) as held_now:
        assert not held_now.alone
        assert held_now.problems == [Problem("CG1211", tmp_path, "no locks available")]
    (tmp_path / ".codegen/staged").mkdir(parents=True)
    young = tmp_path / ".codegen/staged/1-1.tmp"
    young.write_text("of a build that may be running")
    assert journal.recover(tmp_path, None, alone=False) == []
    assert young.exists()


def test_many_at_once_and_never_two(tmp_path: Path) -> None:
    """Who waits holds a file that is removed under it, and takes the new one."""
    children = []
    for _ in range(6):
        pid = os.fork()
        if pid == 0:
            try:
                for _ in range(30):
                    with turn([of_folder(tmp_path / "sdk"), of_file(tmp_path / "codegen.lock")], NET, lambda _: None):
                        (tmp_path / "mine").mkdir()  # fails where another is here
                        (tmp_path / "mine").rmdir()
            except BaseException:
                os._exit(1)
            os._exit(0)
        children.append(pid)
    assert [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children] == [0] * 6
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def command(folder: Path, *args: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CODEGEN_CACHE": "off"}
    return subprocess.Popen(
        [sys.executable, "-m", "compiler", *args],
        cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_two_builds_into_one_folder_come_one_after_the_other(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path, f"{name}.yaml", simple(name))
    both = [command(tmp_path, "build", f"{name}.yaml", "-t", "python") for name in ("one", "two")]
    ended = [build.communicate() for build in both]
    assert [build.returncode for build in both] == [0, 0], ended
    checks = [codegen("build", f"{name}.yaml", "-t", "python", "--check", cwd=tmp_path) for name in ("one", "two")]
    assert sorted(check.returncode for check in checks) == [0, 1], checks
    assert not (tmp_path / "sdk/.codegen").exists()


def test_a_busy_folder_is_an_error_in_the_end(tmp_path: Path) -> None:
    write(tmp_path, "one.yaml", simple())
    with turn([of_folder(tmp_path / "sdk")], 0, lambda _: None):
        waits = command(tmp_path, "build", "one.yaml", "-t", "python", "--wait", "1")
        told = waits.communicate()[1]
    assert waits.returncode == 3
    assert told.startswith("waiting for another build that writes sdk\n")
    assert "error[CG1210]: another build is writing sdk, and did not end within 1 seconds" in told


def test_a_folder_that_cannot_be_written_to_needs_no_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(turns.os, "open", refuse)
    with turn([of_folder(tmp_path)], 0, lambda _: None) as held_now:
        assert (held_now.alone, held_now.problems) == (False, [])


# --------------------------------------------------------------------------- no silent loss, through the command line


def run(folder: Path, *args: str) -> tuple[int, str]:
    done = codegen(*args, cwd=folder)
    return done.returncode, done.stderr


def test_a_target_alone_leaves_the_pages_what_gen_yaml_says(tmp_path: Path) -> None:
    """``-t`` narrows what is written, and not what the reference knows (issue 31, part 2)."""
    write(tmp_path, "openapi.yaml", simple())
    configure(tmp_path, "generation: {source: openapi.yaml}\npython: {}\ntypescript: {}\n")
    assert run(tmp_path, "build", "-q") == (0, "")
    before = tree(tmp_path)
    for targets in (["python"], ["typescript"], ["reference"]):
        narrowed = [word for target in targets for word in ("-t", target)]
        assert run(tmp_path, "build", "-q", *narrowed) == (0, "")
        assert tree(tmp_path) == before, targets
    assert run(tmp_path, "build", "-q", "--check") == (0, "")
    shutil.rmtree(tmp_path / "sdk")
    assert run(tmp_path, "build", "-q", "-t", "python") == (0, "")
    after = tree(tmp_path)
    assert after == {name: text for name, text in before.items() if not name.startswith("sdk/typescript/")}


def test_quiet_tells_of_every_loss(tmp_path: Path) -> None:
    write(tmp_path, "openapi.yaml", simple())
    line = ("build", "openapi.yaml", "-q", "-t", "reference")
    assert run(tmp_path, *line) == (0, "")
    with (tmp_path / "sdk/reference/README.md").open("a") as file:
        file.write("mine\n")
    for words, expected, told in ((line, 3, "error[CG1206]"), (("clean", "-q"), 0, "warning[CG1204]")):
        code, said = run(tmp_path, *words)
        assert (code, told in said) == (expected, True), said
