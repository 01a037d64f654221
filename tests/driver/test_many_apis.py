"""Several APIs in one gen.yaml: each is what a gen.yaml of its own would make of it, and one failing stops no other.

What is said of them is in `golden/commands/several_apis.txt`.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compiler.driver.apis import pool, run
from compiler.driver.apis.built_api import Built, compile_api
from compiler.driver.options import BuildOptions, Exit
from tests.support.many_apis import NAMES, document, folder, lines
from tests.support.places import ROOT
from tests.support.recorder import NET, wait_for
from tests.support.run import build, codegen, configure, tree

__all__ = ["folder"]


def test_each_api_is_what_its_own_gen_yaml_would_make(folder: Path, tmp_path: Path) -> None:
    build(folder)
    for name in NAMES:
        alone = tmp_path / name
        alone.mkdir()
        (alone / f"{name}.yaml").write_text(document(name))
        configure(alone, f"generation: {{licence: MIT, source: {name}.yaml}}\npython: {{}}\n")
        build(alone)
        assert tree(folder / "sdk" / name) == tree(alone / "sdk")
        assert (folder / f"codegen.{name}.lock").read_text() == (alone / "codegen.lock").read_text()
    assert not (folder / "codegen.lock").exists()
    assert not list(folder.rglob(".codegen")), "nothing is left of the builds"


def test_the_report_has_the_order_of_gen_yaml(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ends first."""
    pauses = {"users": 0.2, "orders": 0.1, "pets": 0.0}

    def slowly(options: BuildOptions, command: str) -> Built:
        time.sleep(pauses[options.input.api or ""])
        return compile_api(options, command)

    monkeypatch.setattr(pool, "compile_api", slowly)
    monkeypatch.setattr(run, "cores", lambda: 3)
    done = build(folder)
    report = lines(done.stderr)
    assert [line.split()[0] for line in report] == ["users", "orders", "pets", "3"]
    assert all("wrote " in line and "1 operation" in line for line in report[:3])
    assert report[3] == "3 APIs: 3 built"


def test_only_what_changed_is_compiled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is done twice: not by the same command, and for one edit one API only."""
    first = codegen("build", cwd=folder)
    compiled: list[str] = []

    def noted(tasks: list[pool.Task], *args: object, **more: object) -> object:
        compiled.extend(task.name for task in tasks)
        return pool.run_here(tasks, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(run, "run_here", noted)
    again = codegen("build", cwd=folder)
    assert (again.returncode, compiled) == (Exit.OK, [])
    time.sleep(0.01)
    (folder / "orders.yaml").write_text(document("orders").replace("1.0.0", "1.1.0"))
    edited = codegen("build", cwd=folder)
    assert (edited.returncode, compiled) == (Exit.OK, ["orders"])
    assert lines(edited.stderr)[-1] == "3 APIs: 1 built, 2 unchanged"
    numbers = re.compile(r"wrote \d+ files?, (\d+ unchanged, )?")
    assert [numbers.sub("", line) for line in lines(edited.stderr)[:3]] == [
        numbers.sub("", line) for line in lines(first.stderr)[:3]
    ]
    repeated = codegen("build", cwd=folder)
    assert lines(repeated.stderr)[-1] == "3 APIs: 3 unchanged"
    assert codegen("build", cwd=folder).stderr == repeated.stderr


# --------------------------------------------------------------------------- what goes wrong


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at open files in /proc")
def test_a_worker_has_nothing_open_but_its_writing_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it holds no lock of the build (`explain CG1210`), and nobody waits for it but who reads its result."""

    def looking(options: BuildOptions, command: str) -> Built:
        found = [path for path in Path("/proc/self/fd").iterdir() if int(path.name) > 2]
        names = [str(path.readlink()) for path in found if path.is_symlink()]
        (folder / f"{options.input.api}.opened").write_text(" ".join(names))
        return compile_api(options, command)

    monkeypatch.setattr(pool, "compile_api", looking)
    build(folder)
    opened = [(folder / f"{name}.opened").read_text() for name in NAMES]
    assert all(re.fullmatch(r"pipe:\[\d+\]", names) for names in opened), opened


def test_a_killed_process_loses_its_api_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(folder)
    before = tree(folder / "sdk" / "orders")
    for name in NAMES:
        (folder / f"{name}.yaml").write_text(document(name).replace("1.0.0", "2.0.0"))

    def failing(options: BuildOptions, command: str) -> Built:
        if options.input.api == "orders":
            os.kill(os.getpid(), signal.SIGKILL)
        return compile_api(options, command)

    monkeypatch.setattr(pool, "compile_api", failing)
    done = build(folder, code=Exit.ERRORS)
    assert "CG1602" in done.stderr and "killed by SIGKILL" in done.stderr
    assert lines(done.stderr)[-1] == "3 APIs: 2 built, 1 not built (orders)"
    assert tree(folder / "sdk" / "orders") == before
    monkeypatch.undo()
    build(folder)


def test_a_fault_of_the_compiler_loses_its_api_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise AssertionError("a bug")

    monkeypatch.setattr("compiler.driver.apis.built_api.read_build", broken)
    done = build(folder, "users", code=Exit.INTERNAL)
    assert "AssertionError: a bug" in done.stderr


def test_ctrl_c_ends_all_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pids = folder / "pids"
    pids.mkdir()

    def stuck(options: BuildOptions, command: str) -> Built:
        (pids / str(os.getpid())).touch()
        if options.input.api == NAMES[1]:
            os.kill(os.getppid(), signal.SIGINT)
        time.sleep(2 * NET)
        return compile_api(options, command)

    monkeypatch.setattr(pool, "compile_api", stuck)
    monkeypatch.setattr(run, "cores", lambda: 2)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what it sets aside
    try:
        done = codegen("build", cwd=folder)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.returncode == 130
    for path in pids.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.name), 0)
    assert not (folder / "sdk").exists()


STUCK = """
import os, sys, time
from compiler.commands import main
from compiler.driver.apis import pool
from compiler.driver.apis.built_api import Built
def stuck(options, command):
    open(f"pids/{os.getpid()}", "w").close()
    while not os.path.exists("go"):
        time.sleep(0.01)
    return Built(0, printed="x" * 1_000_000)  # more than a pipe holds
pool.compile_api = stuck
main(["build", "--jobs", "2"])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is inherited")
@pytest.mark.parametrize("when", ["compiling", "writing"])
def test_a_killed_build_leaves_no_process_and_no_lock(when: str, folder: Path) -> None:
    """`explain CG1210`: the processes that compile end with the first, which `kill -9` gives no time to end them."""
    pids = folder / "pids"
    pids.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", STUCK], cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as first:
        wait_for(lambda: len([*pids.iterdir()]) == 2)
        if when == "writing":
            os.kill(first.pid, signal.SIGSTOP)
            (folder / "go").touch()
            time.sleep(0.2)  # what they return fills the pipes
        first.kill()
    for path in pids.iterdir():
        wait_for(lambda: not is_alive(int(path.name)))  # noqa: B023
    build(folder, "--wait", "0")


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
