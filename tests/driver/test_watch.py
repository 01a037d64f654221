"""`codegen watch` builds whenever a file changes that the build depends on (docs/watch.md)."""

from __future__ import annotations

import os
import pty
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.recorder import NET, wait_for
from tests.support.residents import DOCUMENT, LISTENS, large
from tests.support.run import SPLIT, codegen, configure, write

SCRIPT = f"{LISTENS}; import sys; from compiler.commands import main; sys.exit(main())"
WITHOUT = "import sys; sys.modules['watchfiles'] = None\n"
READY = re.compile(r"^\d+\.\d\d s; watching (\d+) files?, Ctrl-C ends$")
ANSWER = """\
Answer: {description: ok, content: {application/json: {schema: {type: object, properties: {first: {type: string}}}}}}
"""


class Session:
    """A watch that runs, and the lines that it prints."""

    def __init__(self, folder: Path, *arguments: str, before: str = "", stderr: int = subprocess.PIPE) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", before + SCRIPT, "watch", "openapi.yaml", "-t", "go", *arguments],
            cwd=folder, env=env, stdout=subprocess.PIPE, stderr=stderr, text=True, start_new_session=True,
        )  # fmt: skip
        self._lines: queue.Queue[str] = queue.Queue()
        if stderr == subprocess.PIPE:
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stderr or ():
            self._lines.put(line.rstrip("\n"))

    def built(self) -> str:
        """Wait for the end of a build, and return what was printed until then."""
        said = []
        while not said or not READY.match(said[-1]):
            said.append(self._lines.get(timeout=NET))
        return "\n".join(said)

    def is_quiet(self, seconds: float = 1.5) -> bool:
        """Whether nothing is printed for a while."""
        time.sleep(seconds)
        return self._lines.empty()

    def end(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(NET)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, "utf-8")
    return tmp_path


@pytest.fixture(params=["", WITHOUT], ids=["watchfiles", "polling"])
def session(folder: Path, request: pytest.FixtureRequest) -> Iterator[Session]:
    made = Session(folder, before=request.param)
    assert "wrote" in made.built()
    yield made
    made.process.kill()
    made.process.communicate()


def printed(folder: Path) -> str:
    return "".join(path.read_text("utf-8") for path in sorted((folder / "sdk/go").rglob("*.go")))


def test_a_document_that_is_half_saved_or_gone_is_told_and_forgotten(session: Session, folder: Path) -> None:
    document = folder / "openapi.yaml"
    was = printed(folder)
    document.write_text(DOCUMENT[:60], "utf-8")
    assert "error[" in session.built()
    document.unlink()
    assert "error[CG0101]" in session.built()
    document.mkdir()
    assert "error[CG0101]" in session.built()
    document.rmdir()
    session.built()
    document.write_bytes(b"\xff\xfe\x00")
    assert "error[CG0102]" in session.built()
    assert printed(folder) == was
    document.write_text(DOCUMENT.replace("listThings", "allThings"), "utf-8")
    said = session.built()
    assert said.startswith("openapi.yaml changed\n") and "wrote" in said
    assert "AllThings" in printed(folder)
    assert session.is_quiet(), "its own output is no change"


def test_editors_that_rename_are_seen(session: Session, folder: Path) -> None:
    document = folder / "openapi.yaml"
    for number in range(3):  # vim: the old file is moved away, and a new one is written
        document.rename(folder / "openapi.yaml~")
        document.write_text(DOCUMENT.replace("listThings", f"all{number}Things"), "utf-8")
        assert "wrote" in session.built()
        assert f"All{number}Things" in printed(folder)
        beside = folder / ".openapi.yaml.tmp"  # others: the new one is written beside, and takes the name
        beside.write_text(DOCUMENT.replace("listThings", f"some{number}Things"), "utf-8")
        beside.replace(document)
        assert "wrote" in session.built()
        assert f"Some{number}Things" in printed(folder)


def test_a_burst_of_edits_ends_with_the_last(session: Session, folder: Path) -> None:
    for number in range(100):
        (folder / "openapi.yaml").write_text(DOCUMENT.replace("listThings", f"all{number}Things"), "utf-8")
        time.sleep(0.01)
    wait_for(lambda: "All99Things" in printed(folder))
    wait_for(lambda: codegen("build", "openapi.yaml", "-t", "go", "--check", cwd=folder).returncode == 0)


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    write(tmp_path, "openapi.yaml", SPLIT)
    write(tmp_path, "parts/common.yaml", ANSWER)
    configure(tmp_path, "generation: {overlays: [more/overlay.yaml]}\ngo: {}\n")
    action = "{target: $.info, update: {description: Some}}"
    write(tmp_path, "more/overlay.yaml", f"overlay: 1.0.0\ninfo: {{title: T, version: '1'}}\nactions: [{action}]\n")
    return tmp_path


def test_every_input_is_watched(parts: Path) -> None:
    """References, overlays, gen.yaml, codegen.lock; and files that do not exist yet, nor their folders."""
    session = Session(parts)
    assert "watching 5 files" in session.built()
    for name, old, new in (
        ("parts/common.yaml", "first", "second"), ("more/overlay.yaml", "Some", "Other"),
        ("gen.yaml", "go: {}", "go: {maxMethodParams: 0}"), ("codegen.lock", "list", "all"),
    ):  # fmt: skip
        path = parts / name
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
        assert session.built().startswith(f"{name} changed\n")
    (parts / "openapi.yaml").write_text(SPLIT.replace("parts/common", "new/er/common"), "utf-8")
    assert "error[CG0402]" in session.built()
    (parts / "new").mkdir()
    time.sleep(0.3)
    (parts / "new/er").mkdir()
    time.sleep(0.3)
    shutil.copy(parts / "parts/common.yaml", parts / "new/er/common.yaml")
    assert "new/er/common.yaml changed\n" in session.built()
    assert "Second" in printed(parts)
    (parts / "unrelated.yaml").write_text("a: b", "utf-8")
    assert session.is_quiet()
    assert session.end() == 0


def test_a_gen_yaml_that_comes_later_counts(folder: Path) -> None:
    session = Session(folder)
    session.built()
    (folder / "gen.yaml").write_text("configVersion: 2.0.0\ngeneration: {sdkClassName: Acme}\n", "utf-8")
    assert session.built().startswith("gen.yaml changed\n")
    assert "Acme" in printed(folder)
    session.end()


def test_what_is_edited_while_it_builds_is_built(folder: Path) -> None:
    (folder / "openapi.yaml").write_text(large(400), "utf-8")
    session = Session(folder)
    wait_for((folder / "sdk/.codegen").exists)
    (folder / "openapi.yaml").write_text(DOCUMENT.replace("listThings", "allThings"), "utf-8")
    session.built()
    session.built()
    assert "AllThings" in printed(folder)
    assert session.end() == 0


@pytest.mark.parametrize(
    "session", ["", pytest.param(WITHOUT, marks=pytest.mark.hunt)], ids=["watchfiles", "polling"], indirect=True
)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_it(session: Session, number: int, code: int) -> None:
    """Ctrl-C is how a watch ends: nothing was interrupted."""
    assert session.end(number) == code
    assert session.process.stderr is not None
    assert "Traceback" not in session.process.stderr.read()


def test_ctrl_c_during_a_build_interrupts_it(folder: Path) -> None:
    (folder / "openapi.yaml").write_text(large(1500), "utf-8")
    session = Session(folder)
    wait_for((folder / "sdk/.codegen").exists)
    assert session.end() == 130
    assert not any((folder / "sdk").rglob("*.go"))


def test_a_terminal_shows_the_last_build_alone(folder: Path) -> None:
    ours, theirs = pty.openpty()
    session = Session(folder, stderr=theirs)
    os.close(theirs)
    said = b""
    while b"Ctrl-C ends" not in said:
        said += os.read(ours, 4096)
    (folder / "openapi.yaml").write_text("openapi: [", "utf-8")
    while said.count(b"Ctrl-C ends") < 2:
        said += os.read(ours, 4096)
    before, clear, after = said.partition(b"\x1b[H\x1b[2J")
    assert b"wrote" in before
    assert clear
    assert after.startswith(b"openapi.yaml changed")
    assert b"wrote" not in after
    assert session.end() == 0
    os.close(ours)


def test_what_cannot_be_watched_is_refused(folder: Path) -> None:
    done = codegen("watch", "-", "-t", "go", cwd=folder)
    assert (done.returncode, done.stderr) == (3, "codegen watch: standard input cannot be watched: name a file\n")
    assert codegen("watch", "openapi.yaml", "--check", cwd=folder).returncode == 3


def test_quiet_prints_errors_alone(folder: Path) -> None:
    with (folder / "said").open("w+") as said:
        session = Session(folder, "-q", stderr=said.fileno())
        wait_for((folder / "sdk/go/go.mod").exists)
        (folder / "openapi.yaml").write_text("openapi: [", "utf-8")
        wait_for(lambda: said.seek(0, os.SEEK_END))
        assert session.end() == 0
        said.seek(0)
        text = said.read()
    assert text.startswith("error[CG0104]"), text
    assert "wrote" not in text
    assert "watching" not in text
