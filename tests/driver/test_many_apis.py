"""Several APIs in one gen.yaml: each is what a gen.yaml of its own would make of it, and one failing stops no other."""

from __future__ import annotations

import json
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
from tests.support.many_apis import BROKEN, NAMES, document, folder, lines
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


@pytest.mark.parametrize(
    ("words", "built"),
    [
        (["orders"], ["orders"]),
        (["pets", "users"], ["users", "pets"]),
        (["orders.yaml"], ["orders"]),
        (["./orders.yaml", "orders"], ["orders"]),
    ],
)
def test_names_choose(words: list[str], built: list[str], folder: Path) -> None:
    """A name, or the document that is the source of an API."""
    done = build(folder, *words)
    assert [line.split()[0] for line in done.stderr.rstrip().splitlines()[-len(built) - 1 : -1]] == built
    assert sorted(path.name for path in (folder / "sdk").iterdir()) == sorted(built)


def test_a_document_of_no_api_is_refused(folder: Path) -> None:
    (folder / "other.yaml").write_text(document("other"))
    done = build(folder, "other.yaml", code=Exit.USAGE)
    assert "CG0234" in done.stderr and not (folder / "sdk").exists()


def test_several_documents_need_apis(folder: Path) -> None:
    configure(folder, "python: {}\n")
    done = build(folder, "users.yaml", "orders.yaml", code=Exit.USAGE)
    assert "CG0216" in done.stderr and "`apis`" in done.stderr


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


def test_check_tells_what_is_stale(folder: Path) -> None:
    build(folder, "users", "pets")
    before = tree(folder)
    done = build(folder, "--check", code=Exit.STALE)
    assert "CG1215" in done.stderr
    assert lines(done.stderr)[-1] == "3 APIs: 2 checked, 1 stale (orders)"
    assert tree(folder) == before
    build(folder, "--check", "users")


def test_locked_refuses_new_names(folder: Path) -> None:
    build(folder)
    build(folder, "--locked", "--check")
    (folder / "pets.yaml").write_text(document("pets").replace("listPets", "getPets"))
    before = tree(folder)
    done = build(folder, "--locked", code=Exit.USAGE)
    assert "CG1403" in done.stderr and "codegen.pets.lock" in done.stderr
    assert tree(folder) == before


def test_an_error_in_one_stops_no_other(folder: Path) -> None:
    (folder / "orders.yaml").write_text(document("orders", more=BROKEN))
    done = build(folder, code=Exit.ERRORS)
    assert lines(done.stderr)[-1] == "3 APIs: 2 built, 1 with errors (orders)"
    assert sorted(path.name for path in (folder / "sdk").iterdir()) == ["pets", "users"]
    kept = build(folder, "-k", "orders")
    assert "left out paths/~1{id}/get" in kept.stderr


def test_targets_and_output_of_the_command_line(folder: Path) -> None:
    build(folder, "-t", "go", "-o", "other", "users", "pets")
    assert sorted(path.name for path in (folder / "other").iterdir()) == ["pets", "users"]
    assert sorted(path.name for path in (folder / "other" / "pets").iterdir()) == ["go", "reference"]
    assert not (folder / "sdk").exists()


def test_mistakes_of_gen_yaml_are_told_once(folder: Path) -> None:
    text = (folder / "gen.yaml").read_text()
    (folder / "gen.yaml").write_text(text.replace("python: {}", "python: {modles: plain}"))
    done = build(folder)
    assert done.stderr.count("CG0203") == 1


def test_lint_and_clean(folder: Path) -> None:
    (folder / "orders.yaml").write_text(document("orders", more=BROKEN))
    done = codegen("lint", cwd=folder)
    assert done.returncode == Exit.ERRORS
    assert "1 with errors (orders)" in done.stderr.splitlines()[-1]
    assert codegen("lint", "users", cwd=folder).returncode == Exit.OK
    codegen("build", cwd=folder)
    cleaned = codegen("clean", "pets", cwd=folder)
    assert (cleaned.returncode, lines(cleaned.stderr)[-1]) == (Exit.OK, "1 API: 1 cleaned")
    assert [path.name for path in (folder / "sdk").iterdir() if any(path.rglob("*.py"))] == ["users"]
    assert codegen("clean", cwd=folder).stderr.splitlines()[-1] == "3 APIs: 3 cleaned"
    assert not list((folder / "sdk").rglob(".codegen-manifest.json"))


def test_formats_for_programs(folder: Path) -> None:
    (folder / "orders.yaml").write_text(document("orders", more=BROKEN))
    done = codegen("build", "--format", "json", "-q", cwd=folder)
    told = json.loads(done.stdout)
    assert {item["api"] for item in told["diagnostics"] if item["severity"] == "error"} == {"orders"}
    assert [(name, one["result"], one["exitCode"]) for name, one in told["apis"].items()] == [
        ("users", "built", 0),
        ("orders", "failed", 2),
        ("pets", "built", 0),
    ]
    assert len(told["apis"]["pets"]["output"]["written"]) > 10
    sarif = json.loads(codegen("build", "--format", "sarif", "-q", cwd=folder).stdout)
    assert len(sarif["runs"]) == 1
    results = sarif["runs"][0]["results"]
    assert {result["properties"]["api"] for result in results if result["level"] == "error"} == {"orders"}
    assert {result["ruleId"] for result in results} == {
        rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]
    }
    github = codegen("build", "--format", "github", "-q", cwd=folder).stdout
    assert "::error title=" in github and "file=orders.yaml" in github


def test_diagnostics_are_those_of_a_build_alone(folder: Path) -> None:
    """They come from another process, and show the same lines."""
    (folder / "orders.yaml").write_text(document("orders", more=BROKEN))
    together = codegen("build", "orders", "-q", cwd=folder).stderr
    (folder / "gen.yaml").unlink()
    alone = codegen("build", "orders.yaml", "-t", "python", "-q", cwd=folder).stderr
    assert "error[" in alone
    assert together == f"orders:\n{alone}"


def test_a_hand_edit_stops_its_api_alone(folder: Path) -> None:
    build(folder)
    edited = folder / "sdk" / "users" / "python" / "README.md"
    edited.write_text("mine\n")
    for name in NAMES:
        (folder / f"{name}.yaml").write_text(document(name).replace("1.0.0", "2.0.0"))
    done = build(folder, code=Exit.USAGE)
    assert "CG1206" in done.stderr and edited.read_text() == "mine\n"
    assert lines(done.stderr)[-1] == "3 APIs: 2 built, 1 with errors (users)"


# --------------------------------------------------------------------------- what goes wrong


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


# --------------------------------------------------------------------------- build tools


def test_one_depfile_and_one_stamp_are_those_of_all(folder: Path) -> None:
    words = ("build", "--depfile", "all.d", "--stamp", "all.stamp")
    assert codegen(*words, cwd=folder).returncode == Exit.OK
    depfile = (folder / "all.d").read_text()
    assert depfile.startswith("all.stamp:")
    for name in (*(f"{name}.yaml" for name in NAMES), *(f"codegen.{name}.lock" for name in NAMES), "gen.yaml"):
        assert f"  {name}" in depfile, depfile
    stamp = (folder / "all.stamp").read_text()
    assert codegen(*words, cwd=folder).stderr.splitlines()[-1] == "3 APIs: 3 unchanged"
    assert (folder / "all.stamp").read_text() == stamp
    (folder / "pets.yaml").write_text(document("pets").replace("1.0.0", "1.1.0"))
    assert codegen(*words, cwd=folder).returncode == Exit.OK
    assert (folder / "all.stamp").read_text() != stamp
    assert (folder / "all.d").read_text() == depfile
    refused = build(folder, "--stamp", "sdk/users/python/stamp", code=Exit.USAGE)
    assert "CG1216" in refused.stderr


def test_lists_and_dry_runs_are_of_all(folder: Path) -> None:
    before = tree(folder)
    listed = build(folder, "--list-inputs", "-q")
    assert {f"{name}.yaml" for name in NAMES} | {"gen.yaml"} <= set(listed.stdout.splitlines())
    dry = build(folder, "--dry-run", "-q")
    assert "create  sdk/users/python/README.md" in dry.stdout and "create  sdk/pets/python/README.md" in dry.stdout
    assert tree(folder) == before
    outputs = codegen("build", "--list-outputs", "-q", cwd=folder).stdout.splitlines()
    codegen("build", cwd=folder)
    assert set(outputs) == {
        path.relative_to(folder).as_posix()
        for path in (*(folder / "sdk").rglob("*"), *folder.glob("codegen.*.lock"))
        if path.is_file()
    }


# --------------------------------------------------------------------------- init


def test_init_lists_several_documents(folder: Path) -> None:
    (folder / "gen.yaml").unlink()
    (folder / "billing").mkdir()
    (folder / "billing" / "openapi.yaml").write_text(document("billing"))
    done = codegen("init", "users.yaml", "billing/openapi.yaml", "-t", "go", cwd=folder)
    assert done.returncode == Exit.OK, done.stderr
    assert "with 2 APIs" in done.stderr
    built = build(folder)
    assert [line.split()[0] for line in built.stderr.splitlines()[-3:]] == ["users", "billing", "2"]
    assert sorted(path.name for path in (folder / "sdk" / "billing").iterdir()) == ["go", "reference"]
    again = codegen("init", "users.yaml", "pets.yaml", cwd=folder)
    assert again.returncode == Exit.USAGE and "gen.yaml exists" in again.stderr


def test_init_of_a_document_that_cannot_be_read_writes_nothing(folder: Path) -> None:
    (folder / "gen.yaml").unlink()
    done = codegen("init", "users.yaml", "none.yaml", cwd=folder)
    assert done.returncode == Exit.ERRORS and "none.yaml" in done.stderr
    assert not (folder / "gen.yaml").exists()
