"""Writing: only changed files, all or none, never over files of the user (issue 2, part 9; D12)."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from weakref import ReferenceType, ref

import pytest

from compiler.diagnostics import Diagnostics
from compiler.output import (
    HEADER,
    MANIFEST_NAME,
    Changes,
    Output,
    Staging,
    TargetOutput,
    WriteResult,
    atomic,
    check_output,
    clean_output,
    write_output,
)

FILES = {"client.py": f"# {HEADER}\n", "models/pet.py": "x = 'ü'\n", "py.typed": ""}


@dataclass
class Plan:
    """What is to be written, and where."""

    out: Path
    targets: Iterable[TargetOutput]
    keep: tuple[str, ...] = ()

    def compared(self, output: Output) -> Iterator[Changes]:
        """Compare one target after the other."""
        for target in self.targets:
            yield output.compare(target)
            del target  # before the next one is asked for


def plan(out: Path, files: dict[str, str] | None = None, keep: tuple[str, ...] = ()) -> Plan:
    output = TargetOutput("python", FILES if files is None else files, ("getPet",), {"paths/x": ("CG0401",)})
    return Plan(out, [output], keep)


def write(given: Plan, *, force: bool = False) -> tuple[WriteResult | None, list[str]]:
    diagnostics = Diagnostics()
    output = Output(given.out, given.keep, Staging(given.out), force=force)
    result = write_output(output, given.compared(output), diagnostics)
    return result, [item.code for item in diagnostics.items]


def check(given: Plan) -> list[Path]:
    return check_output(given.compared(Output(given.out, given.keep)), Diagnostics()).stale


def tree(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST_NAME
    }


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder with what the plan writes."""
    write(plan(tmp_path))
    return tmp_path


def test_files_and_a_manifest_are_written(tmp_path: Path) -> None:
    assert write(plan(tmp_path / "sdk")) == (WriteResult(3, 0, 0), [])
    assert tree(tmp_path / "sdk" / "python") == FILES
    manifest = json.loads((tmp_path / "sdk" / "python" / MANIFEST_NAME).read_text())
    assert sorted(manifest["files"]) == sorted(FILES)
    assert manifest["operations"] == ["getPet"]
    assert manifest["leftOut"] == {"paths/x": ["CG0401"]}
    assert stat.S_IMODE((tmp_path / "sdk/python/client.py").stat().st_mode) & 0o044


def test_the_same_plan_writes_nothing(out: Path) -> None:
    """D12.2, and only what changed is written."""
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    assert check(plan(out)) == []
    assert write(plan(out)) == (WriteResult(0, 3, 0), [])
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_check_names_what_would_change_and_changes_nothing(out: Path) -> None:
    """house 5: the output is stale."""
    changed = plan(out, {"client.py": f"# {HEADER}\nx = 1\n", "py.typed": ""})
    root = out / "python"
    names = [root / MANIFEST_NAME, root / "client.py", root / "models" / "pet.py"]
    assert check(changed) == names
    assert tree(root) == FILES


def test_stale_files_go_if_nobody_edited_them(out: Path) -> None:
    assert write(plan(out, {"py.typed": ""})) == (WriteResult(0, 1, 2), [])
    assert tree(out / "python") == {"py.typed": ""}
    assert not (out / "python" / "models").exists()
    write(plan(out))
    (out / "python" / "models" / "pet.py").write_text("mine")
    assert write(plan(out, {"py.typed": ""})) == (WriteResult(0, 1, 1), ["CG1204"])
    assert tree(out / "python") == {"models/pet.py": "mine", "py.typed": ""}


def test_an_edited_file_stops_the_build(out: Path) -> None:
    """No silent loss (issue 31, part 2): nothing is written at all, as often as it is tried."""
    (out / "python" / "models" / "pet.py").write_text("mine")
    changed = FILES | {"client.py": f"# {HEADER}\nx = 1\n"}
    for _ in range(2):
        assert write(plan(out, changed)) == (None, ["CG1206"])
        assert tree(out) == {f"python/{name}": text for name, text in (FILES | {"models/pet.py": "mine"}).items()}


def test_force_keeps_every_edit_beside_the_file(out: Path) -> None:
    pet = out / "python" / "models" / "pet.py"
    pet.write_text("mine")
    assert write(plan(out), force=True) == (WriteResult(1, 2, 0), ["CG1212"])
    pet.write_text("mine again")
    assert write(plan(out), force=True) == (WriteResult(1, 2, 0), ["CG1212"])
    assert tree(out / "python") == FILES | {"models/pet.py.orig": "mine", "models/pet.py.orig1": "mine again"}
    assert write(plan(out), force=True) == (WriteResult(0, 3, 0), [])


def test_an_edit_that_is_what_is_printed_now_is_none(out: Path) -> None:
    (out / "python" / "models" / "pet.py").write_text("new\n")
    assert write(plan(out, FILES | {"models/pet.py": "new\n"})) == (WriteResult(0, 3, 0), [])


def test_other_ends_of_lines_are_no_edit(out: Path) -> None:
    """Git makes them on Windows, for every file."""
    client = out / "python" / "client.py"
    client.write_bytes(client.read_bytes().replace(b"\n", b"\r\n"))
    assert write(plan(out)) == (WriteResult(1, 2, 0), [])
    client.write_bytes(client.read_bytes().replace(b"\n", b"\r\n"))
    assert write(plan(out, {"py.typed": ""})) == (WriteResult(0, 1, 2), [])


def test_a_vanished_file_that_was_edited_is_told_every_time(out: Path) -> None:
    pet = out / "python" / "models" / "pet.py"
    pet.write_text("mine")
    for result in (WriteResult(0, 1, 1), WriteResult(0, 1, 0), WriteResult(0, 1, 0)):
        assert write(plan(out, {"py.typed": ""})) == (result, ["CG1204"])
    assert pet.read_text() == "mine"
    pet.write_text(FILES["models/pet.py"])
    assert write(plan(out, {"py.typed": ""})) == (WriteResult(0, 1, 1), [])
    assert tree(out / "python") == {"py.typed": ""}


def test_what_no_manifest_lists_may_be_edited(out: Path) -> None:
    """The manifest is lost, or cannot be read: an edit could not be told from what was printed."""
    manifest = out / "python" / MANIFEST_NAME
    changed = FILES | {"client.py": f"# {HEADER}\nx = 1\n"}
    for spoil in (manifest.unlink, lambda: manifest.write_text("{")):
        spoil()
        assert write(plan(out, changed))[1][-1] == "CG1214"
        assert tree(out / "python") == FILES
    assert write(plan(out))[0] == WriteResult(0, 3, 0)  # the manifest is made anew
    assert write(plan(out, changed)) == (WriteResult(1, 2, 0), [])


def test_clean_and_build_lose_no_edit(out: Path) -> None:
    client = out / "python" / "client.py"
    client.write_text(f"# {HEADER}\nmine\n")
    clean_output(out, ["python"], Diagnostics())
    assert write(plan(out)) == (None, ["CG1214"])
    assert write(plan(out), force=True) == (WriteResult(3, 0, 0), ["CG1212"])
    assert tree(out / "python")["client.py.orig"] == f"# {HEADER}\nmine\n"


def test_files_the_user_owns_are_written_once(tmp_path: Path) -> None:
    """D15 `keep`."""
    keep = ("python/models/*.py",)
    assert write(plan(tmp_path, keep=keep)) == (WriteResult(3, 0, 0), [])
    (tmp_path / "python" / "models" / "pet.py").write_text("mine")
    assert write(plan(tmp_path, FILES | {"models/pet.py": "new\n"}, keep)) == (WriteResult(0, 3, 0), [])
    assert write(plan(tmp_path, {"py.typed": ""}, keep)) == (WriteResult(0, 1, 1), [])
    clean_output(tmp_path, ["python"], Diagnostics())
    assert tree(tmp_path / "python") == {"models/pet.py": "mine"}


def test_files_of_others_are_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "py.typed").write_text("theirs")
    assert write(plan(tmp_path)) == (None, ["CG1202"])
    assert tree(tmp_path) == {"python/py.typed": "theirs"}


def test_symbolic_links_do_not_lead_out(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "pet.py").write_text("theirs")
    root = tmp_path / "sdk" / "python"
    root.mkdir(parents=True)
    (root / "models").symlink_to(outside)
    assert write(plan(tmp_path / "sdk")) == (None, ["CG1203"])
    (root / "models").unlink()
    (root / "client.py").symlink_to(outside / "pet.py")
    assert write(plan(tmp_path / "sdk")) == (None, ["CG1203"])
    (root / "client.py").unlink()
    root.rmdir()
    root.symlink_to(outside)
    assert write(plan(tmp_path / "sdk")) == (None, ["CG1203"])
    assert tree(outside) == {"pet.py": "theirs"}


def test_the_output_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "sdk").symlink_to(tmp_path / "real")
    assert write(plan(tmp_path / "sdk")) == (WriteResult(3, 0, 0), [])
    assert tree(tmp_path / "real" / "python") == FILES


@pytest.mark.parametrize("files", [["a.py", "A.py"], ["m/a.py", "M/b.py"], ["x", "X/a.py"]])
def test_paths_that_differ_in_case_alone_are_refused(tmp_path: Path, files: list[str]) -> None:
    """D10.2: names are kept apart before, so it is a fault of the compiler."""
    with pytest.raises(ValueError, match="differ in case alone"):
        write(plan(tmp_path, dict.fromkeys(files, "")))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["../x", "/etc/x", "a/../../x", "a//b", "", "a\\b", "C:x", "./x"])
def test_a_path_out_of_the_folder_is_a_fault_of_the_compiler(tmp_path: Path, path: str) -> None:
    with pytest.raises(ValueError, match="leaves its folder"):
        write(plan(tmp_path, {path: ""}))


def test_a_forged_manifest_removes_nothing_elsewhere(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("")
    root = tmp_path / "sdk" / "python"
    root.mkdir(parents=True)
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    forged = {"manifestVersion": 1, "files": {"../../victim": empty}, "kept": [], "operations": [], "leftOut": {}}
    (root / MANIFEST_NAME).write_text(json.dumps(forged))
    assert write(plan(tmp_path / "sdk")) == (WriteResult(3, 0, 0), ["CG1207"])
    assert victim.exists()


def test_nothing_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All temporary files exist before the first is moved; a failure removes them, and new folders too."""
    write(plan(tmp_path))
    real = atomic._write

    def full_disk(temporary: str, data: bytes) -> None:
        if data == b"the last":
            raise OSError(28, "No space left on device")
        real(temporary, data)

    monkeypatch.setattr(atomic, "_write", full_disk)
    result, codes = write(plan(tmp_path, {"client.py": "new", "new/deep/a.py": "", "z.py": "the last"}))
    assert (result, codes) == (None, ["CG1205"])
    assert tree(tmp_path / "python") == FILES
    names = sorted(path.name for path in (tmp_path / "python").iterdir())
    assert names == [MANIFEST_NAME, "client.py", "models", "py.typed"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)])
def test_a_request_to_end_leaves_no_temporary_file(tmp_path: Path, number: signal.Signals) -> None:
    """A build that is told to end (by Ctrl-C, by CI, by a supervisor) leaves nothing."""
    (tmp_path / "openapi.yaml").write_text("{openapi: 3.1.0, info: {title: A, version: '1'}, paths: {}}\n")
    script = f"""if True:
        import os, signal, sys
        from compiler import commands as cli
        from compiler.output import atomic

        usual = signal.default_int_handler if {number == signal.SIGINT} else signal.SIG_DFL
        signal.signal({int(number)}, usual)  # nohup, say, ignores it
        real, made = atomic._write, []

        def stop(temporary, data):
            real(temporary, data)
            made.append(temporary)
            if len(made) == 3:
                os.kill(os.getpid(), {int(number)})

        atomic._write = stop
        sys.exit(cli.main(["build", "openapi.yaml", "-t", "python"]))
    """
    environment = {**os.environ, "PYTHONPATH": str(Path(atomic.__file__).parents[3])}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (128 + number, "interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["openapi.yaml"]


def test_ctrl_c_waits_while_files_are_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is half-written: all files are new, and stale ones gone, before the interrupt counts."""
    out = tmp_path / "sdk"
    write(plan(out))

    def interrupt(source: str, target: Path) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        move(source, target)

    move = os.replace
    monkeypatch.setattr(os, "replace", interrupt)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what it sets aside
    try:
        with pytest.raises(KeyboardInterrupt):
            write(plan(out, {"a.py": f"# {HEADER}\n", "b.py": f"# {HEADER}\n"}))
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.undo()
    assert sorted(path.name for path in out.rglob("*") if path.is_file()) == [MANIFEST_NAME, "a.py", "b.py"]


def test_what_a_killed_build_left_goes_with_the_next_one(out: Path) -> None:
    """Nobody can tidy up after SIGKILL at once; a build that still runs is let alone."""
    left, young = (out / "python" / "models" / f".codegen-1-{number}.tmp" for number in range(2))
    left.write_text("half")
    young.write_text("half")
    os.utime(left, (0, 0))
    assert write(plan(out)) == (WriteResult(0, 3, 1), [])
    assert sorted(tree(out / "python")) == sorted([*FILES, f"models/{young.name}"])


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "sdk").write_text("a file, no folder")
    assert write(plan(tmp_path / "sdk")) == (None, ["CG1205"])
    assert (tmp_path / "sdk").read_text() == "a file, no folder"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert write(plan(tmp_path / "sdk")) == (None, ["CG1205"])
    finally:
        tmp_path.chmod(0o700)


def test_clean_removes_what_was_written_and_no_more(out: Path) -> None:
    (out / "python" / "mine.txt").write_text("mine")
    (out / "python" / "client.py").write_text("edited")
    diagnostics = Diagnostics()
    assert clean_output(out, ["python", "go"], diagnostics).removed == 2
    assert [item.code for item in diagnostics.items] == ["CG1204"]
    assert tree(out) == {"python/client.py": "edited", "python/mine.txt": "mine"}
    assert not (out / "python" / MANIFEST_NAME).exists()


def test_a_target_is_printed_when_the_one_before_it_is_dropped(tmp_path: Path) -> None:
    """Memory of a large build: the texts of one target at a time."""

    class Text(str):
        """A text that can be watched."""

    held: list[ReferenceType[Text]] = []

    def printed() -> Iterator[TargetOutput]:
        for target in ("one", "two"):
            assert all(seen() is None for seen in held)
            text = Text(f"# {HEADER} {target}\n")
            held.append(ref(text))
            output = TargetOutput(target, {"a.py": text})
            del text
            yield output
            del output

    assert write(Plan(tmp_path, printed()))[0] == WriteResult(2, 0, 0)
    assert len(held) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]
