"""`codegen build --daemon` is a build, whatever becomes of the daemon (docs/watch.md)."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from judges.resident import tree
from tests.support.places import ROOT
from tests.support.recorder import NET, wait_for
from tests.support.residents import DOCUMENT, LISTENS, large
from tests.support.run import build, codegen

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at processes in /proc")

BROKEN = DOCUMENT.replace("responses", "response: [")
SHORT = "import compiler.commands.daemon.client as client; client.SILENCE = 1.5"
"""A client that does not wait for long."""
PLAIN = ("openapi.yaml", "-t", "python", "-t", "go")
HEAVY = (
    "argparse", "dataclasses", "subprocess", "yaml", "compiler.source", "compiler.driver.build", "passes",
    "backends", "compiler.commands.arguments", "compiler.commands.table",
)  # fmt: skip


@dataclass
class Place:
    """A folder for projects, and the environment in which commands are run there."""

    folder: Path
    env: dict[str, str]

    def project(self, name: str, document: str = DOCUMENT) -> Path:
        made = self.folder / name
        made.mkdir()
        (made / "openapi.yaml").write_text(document, "utf-8")
        return made

    def start(self, *arguments: str, cwd: Path, before: str = "") -> subprocess.Popen[str]:
        script = f"{LISTENS}\n{before}\nimport sys; from compiler.commands import main; sys.exit(main())"
        return subprocess.Popen(
            [sys.executable, "-c", script, *arguments],
            cwd=cwd, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, *arguments: str, cwd: Path, before: str = "") -> tuple[int, str, str]:
        process = self.start(*arguments, cwd=cwd, before=before)
        out, err = process.communicate(timeout=NET)
        return process.returncode, out, err

    def build(self, cwd: Path, *more: str, before: str = "") -> tuple[int, str, str]:
        """Build by the daemon."""
        return self.run("build", *PLAIN, "--daemon", *more, cwd=cwd, before=before)

    def servers(self) -> list[int]:
        """Return the processes of daemons."""
        code, out, _ = self.run("daemon", "status", cwd=self.folder)
        assert code == 0
        return [int(found) for found in re.findall(r"^process (\d+)", out, re.MULTILINE)]

    @functools.cached_property
    def socket(self) -> Path:
        """The place of the socket, whether one is there or not."""
        script = "from compiler.commands.daemon.address import own_address; print(own_address().socket)"
        done = subprocess.run([sys.executable, "-c", script], env=self.env, capture_output=True, text=True, check=True)
        return Path(done.stdout.strip())


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    runtime = tempfile.mkdtemp(prefix="codegen-")  # short, as the path of a socket must be
    env = {**os.environ, "XDG_RUNTIME_DIR": runtime, "CODEGEN_CACHE": "off", "PYTHONPATH": str(ROOT)}
    env = {key: value for key, value in env.items() if key not in ("CODEGEN_DAEMON", "NO_COLOR")}
    made = Place(tmp_path, env | {"CODEGEN_DAEMON_IDLE": "600"})  # beyond what tests wait for
    yield made
    if (folder := Path(runtime, "codegen-daemon")).exists():
        folder.chmod(0o700)
    made.run("daemon", "stop", cwd=tmp_path)
    shutil.rmtree(runtime, ignore_errors=True)


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_build_by_the_daemon_is_a_build(place: Place) -> None:
    """Messages, exit code and output are those of a build without it: of several kinds, and of two projects."""
    plain, one, other = place.project("plain"), place.project("one"), place.project("other")
    texts = (DOCUMENT, DOCUMENT.replace("First", "Second"), BROKEN, DOCUMENT.replace("listThings", "all"), DOCUMENT)
    for text, more in zip(texts, ((), ("--format", "json"), (), ("--check",), ("--nonsense",)), strict=True):
        for folder in (plain, one, other):
            (folder / "openapi.yaml").write_text(text, "utf-8")
        expected = codegen("build", *PLAIN, *more, cwd=plain)
        for folder in (one, other):
            assert place.build(folder, *more) == (expected.returncode, expected.stdout, expected.stderr)
        assert tree(one) == tree(other) == tree(plain)
    assert len(place.servers()) == 1


def test_the_client_imports_nothing_heavy(place: Place) -> None:
    folder = place.project("one")
    place.build(folder)
    (folder / "openapi.yaml").write_text(DOCUMENT.replace("First", "Second"), "utf-8")
    script = f"""
import sys
from compiler.commands import main
code = main(["build", *{PLAIN!r}, "--daemon"])
print(code, [name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, env=place.env, capture_output=True, text=True)
    assert done.stdout.strip() == "0 []", done.stderr
    assert "wrote" in done.stderr


def test_the_environment_can_ask_for_it(place: Place) -> None:
    folder = place.project("one")
    place.env["CODEGEN_DAEMON"] = "1"
    assert place.run("build", *PLAIN, cwd=folder)[0] == 0
    [server] = place.servers()
    place.run("daemon", "stop", cwd=folder)
    wait_for(lambda: gone(server))
    place.env["CODEGEN_DAEMON"] = "0"
    assert place.run("build", *PLAIN, cwd=folder)[0] == 0
    assert place.servers() == []


def test_status_tells_what_is_kept_and_stop_ends_it(place: Place) -> None:
    assert place.run("daemon", "status", cwd=place.folder) == (0, "no daemon runs\n", "")
    folder = place.project("one")
    place.build(folder)
    out = place.run("daemon", "status", cwd=place.folder)[1]
    assert re.search(
        rf"process \d+, for [\d:]+: 1 build, \d+ MiB, idle for [\d:]+\n  {folder}: codegen build openapi.yaml ", out
    )
    [server] = place.servers()
    assert re.fullmatch(r"process \d+ ends\n", place.run("daemon", "stop", cwd=place.folder)[1])
    wait_for(lambda: gone(server))
    assert not place.socket.exists()
    assert place.run("daemon", "stop", cwd=place.folder) == (0, "no daemon runs\n", "")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_dead_or_hanging_daemon_is_done_without(place: Place, how: signal.Signals) -> None:
    folder = place.project("one")
    place.build(folder)
    [server] = place.servers()
    os.kill(server, how)
    (folder / "openapi.yaml").write_text(DOCUMENT.replace("listThings", "allThings"), "utf-8")
    code, _, err = place.build(folder, before=SHORT)
    assert (code, "wrote" in err) == (0, True), err
    assert "all_things" in "".join(path.read_text("utf-8") for path in folder.glob("sdk/python/**/*.py"))
    if how == signal.SIGSTOP:
        wait_for(lambda: gone(server))
    assert place.build(folder)[0] == 0
    assert len(place.servers()) == 1


def test_a_socket_of_somebody_else_gets_nothing(place: Place) -> None:
    """Whoever listens there and is not the server of this compiler: it is told nothing, and a build is done."""
    folder = place.project("one")
    for greeting in (b"", b"220 smtp.example.com ready\r\n", b'{"digest": "other"}\n', b'{"digest": '):
        path = place.socket
        path.unlink(missing_ok=True)
        foreign = socket.socket(socket.AF_UNIX)
        foreign.bind(str(path))
        foreign.listen()
        heard: list[bytes] = []

        def answer(foreign: socket.socket = foreign, greeting: bytes = greeting, heard: list[bytes] = heard) -> None:
            connection, _ = foreign.accept()
            connection.sendall(greeting)
            if not greeting:
                connection.close()
                return
            with contextlib.suppress(ConnectionResetError):
                heard.append(connection.recv(100))

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        code, _, err = place.build(folder, before=SHORT)
        assert (code, "wrote" in err) == (0, True), err
        thread.join(NET)
        assert heard in ([], [b""])
        foreign.close()
        place.run("daemon", "stop", cwd=folder)


def test_what_is_no_socket_is_replaced(place: Place) -> None:
    folder = place.project("one")
    place.socket.write_bytes(b"\x00 nonsense")
    assert place.build(folder)[0] == 0
    assert len(place.servers()) == 1


def test_a_folder_that_lets_others_in_is_not_used(place: Place) -> None:
    folder = place.project("one")
    runtime = place.socket.parent
    runtime.chmod(0o755)
    code, _, err = place.build(folder)
    assert code == 0
    assert "no daemon: " in err and "mode 700" in err
    assert "no daemon: " not in place.build(folder, "-q")[2]
    assert [path.name for path in runtime.iterdir()] == []


def test_a_system_without_unix_sockets_builds_plainly(place: Place) -> None:
    folder = place.project("one")
    code, _, err = place.build(folder, before="import socket; del socket.AF_UNIX")
    assert code == 0
    assert err.startswith("codegen build: no daemon: this system has no Unix sockets; building without it\n")
    assert "wrote" in err


def test_it_ends_when_nobody_needs_it(place: Place) -> None:
    """Whoever has the lock is the server; to ask it would take a busy machine longer than it stays."""
    place.env["CODEGEN_DAEMON_IDLE"] = "2"
    lock = place.socket.with_suffix(".lock")
    place.build(place.project("one"))
    server = int(lock.read_text())
    wait_for(lambda: gone(server))
    assert not place.socket.exists()


def test_it_ends_when_the_compiler_changes(place: Place) -> None:
    """Its clients have another socket by then, so no build is done by files of another version."""
    ours = place.folder / "ours"
    for name in ("compiler", "passes", "backends"):
        shutil.copytree(ROOT / name, ours / name, ignore=shutil.ignore_patterns("__pycache__"))
    place.env |= {"PYTHONPATH": str(ours), "CODEGEN_DAEMON_TICK": "0.2"}
    folder = place.project("one")
    place.build(folder)
    [server] = place.servers()
    (ours / "passes" / "rename.py" if (ours / "passes" / "rename.py").exists() else ours / "passes/__init__.py").touch()
    (folder / "openapi.yaml").write_text(DOCUMENT.replace("First", "Second"), "utf-8")
    try:
        assert place.build(folder)[0] == 0
        wait_for(lambda: gone(server), 20)  # it looks five times in a second
        assert server not in place.servers()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)  # no client finds the one that stays


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_build_and_not_the_daemon(place: Place, number: signal.Signals, code: int) -> None:
    folder = place.project("one")
    assert place.build(folder)[0] == 0
    before = tree(folder / "sdk")
    (folder / "openapi.yaml").write_text(large(1500), "utf-8")
    process = place.start("build", *PLAIN, "--daemon", cwd=folder)
    wait_for((folder / "sdk" / ".codegen").exists)
    process.send_signal(number)
    _, err = process.communicate(timeout=NET)
    assert (process.returncode, err.splitlines()[-1:]) == (code, ["interrupted"])
    assert tree(folder / "sdk") == before
    assert len(place.servers()) == 1
    (folder / "openapi.yaml").write_text(DOCUMENT, "utf-8")
    assert place.build(folder)[0] == 0


def test_a_killed_client_ends_its_build(place: Place) -> None:
    folder = place.project("one", large(1500))
    process = place.start("build", *PLAIN, "--daemon", cwd=folder)
    wait_for((folder / "sdk" / ".codegen").exists)
    process.kill()
    process.communicate()
    wait_for(lambda: "building now" not in place.run("daemon", "status", cwd=folder)[1])
    assert [*tree(folder)] == ["openapi.yaml"]


def test_a_daemon_that_is_killed_in_the_middle_is_made_up_for(place: Place) -> None:
    folder = place.project("one", large(300))
    process = place.start("build", *PLAIN, "--daemon", cwd=folder)
    wait_for((folder / "sdk" / ".codegen").exists)
    [server] = place.servers()
    os.kill(server, signal.SIGKILL)
    _, err = process.communicate(timeout=NET)
    assert process.returncode == 0, err
    build(folder, *PLAIN, "--check")


def test_two_builds_of_one_command_at_once(place: Place) -> None:
    folder = place.project("one", large(100))
    place.build(folder)
    (folder / "openapi.yaml").write_text(large(120), "utf-8")
    both = [place.start("build", *PLAIN, "--daemon", cwd=folder) for _ in range(2)]
    assert [(process.wait(NET), process.communicate()[1].count("error")) for process in both] == [(0, 0), (0, 0)]
    build(folder, *PLAIN, "--check")


def test_a_terminal_and_the_mask_of_files_are_those_of_the_client(place: Place) -> None:
    import pty

    folder = place.project("one")
    ours, theirs = pty.openpty()
    script = f"import os; os.umask(0o077); from compiler.commands import main; main(['build', *{PLAIN!r}, '--daemon'])"
    env = place.env | {"TERM": "xterm"}
    subprocess.run([sys.executable, "-c", script], cwd=folder, env=env, stdout=theirs, stderr=theirs, check=True)
    os.close(theirs)
    said = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert "\x1b[" in said and "wrote" in said
    assert (folder / "sdk/go/go.mod").stat().st_mode & 0o777 == 0o600


def test_a_document_from_standard_input_is_built_here(place: Place) -> None:
    folder = place.project("one")
    done = subprocess.run(
        [sys.executable, "-c", "from compiler.commands import main; main()", "build", "-", "-t", "go", "--daemon"],
        cwd=folder, env=place.env, input=DOCUMENT, text=True, capture_output=True,
    )  # fmt: skip
    assert (folder / "sdk/go/go.mod").exists(), done.stderr
    assert place.servers() == []
