"""Completion of command lines, typed into real shells."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from backends.keys import TARGET_KEYS
from compiler.commands.completion import completion
from compiler.diagnostics.catalog import CODES
from compiler.front.keys.extensions import EXTENSIONS
from passes import PIPELINE
from tests.support.recorder import NET
from tests.support.toolchain import tool

SAYS = "codegen() { printf '<%s>' \"$@\"; echo .; }\n"
"""A command in place of ours, which prints what it was given."""
TYPED = [
    ("bui\t--dry\t", "<build><--dry-run>"),
    ("build openapi.y\t-t py\t", "<build><openapi.yaml><-t><python>"),
    ("build --target=typ\t", "<build><--target=typescript>"),
    ("build --dump-ir=ren\t", "<build><--dump-ir=rename>"),
    ("build --format sar\t", "<build><--format><sarif>"),
    ("build -o sd\t", "<build><-o><sdk/>"),
    ("build --stop-after shape\t", "<build><--stop-after><shape_types>"),
    ("opt --passes rename,shape\t", "<opt><--passes><rename,shape_types>"),
    ("explain CG121\x007\t", "<explain><CG1217>"),
    ("explain x-codegen-pagin\t", "<explain><x-codegen-pagination>"),
    ("explain maxMeth\t", "<explain><maxMethodParams>"),
    ("lint 'a b\t", "<lint><a b.yaml>"),
    ("completion zs\t", "<completion><zsh>"),
    ("docs build-t\t", "<docs><build-tools>"),
]


class Terminal:
    """A shell with a terminal of its own."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        pid, self.number = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, {**os.environ, "TERM": "vt100", "PS1": "$ ", "HOME": str(folder)})
        self.pid = pid
        self.seen = ""

    def type(self, text: str, until: str) -> str:
        """Type a text and return what the terminal shows until a pattern matches."""
        os.write(self.number, text.replace("\0", "").encode())
        self.seen = ""
        end = time.monotonic() + NET
        while not re.search(until, self.seen):
            assert time.monotonic() < end, self.seen
            if select.select([self.number], [], [], 0.1)[0]:
                self.seen += os.read(self.number, 65536).decode("utf-8", "replace")
        return self.seen

    def close(self) -> None:
        os.close(self.number)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("openapi.yaml", "a b.yaml"):
        (tmp_path / name).touch()
    (tmp_path / "sdk").mkdir()
    for shell in ("bash", "zsh", "fish"):
        (tmp_path / f".completion.{shell}").write_text(completion(shell), "utf-8")
    return tmp_path


@pytest.fixture
def bash(folder: Path) -> Iterator[Terminal]:
    terminal = Terminal([tool("bash"), "--norc", "--noprofile", "-i"], folder)
    options = ("show-all-if-ambiguous on", "page-completions off", "completion-query-items 0", "bell-style none")
    setup = "".join(f"bind 'set {option}'; " for option in options)
    terminal.type(f"{setup}. ./.completion.bash; {SAYS}echo rea''dy\n", "ready")
    yield terminal
    terminal.close()


@pytest.fixture
def zsh(folder: Path) -> Iterator[Terminal]:
    program = shutil.which("zsh")
    if program is None:
        pytest.skip("zsh is not installed")
    terminal = Terminal([program, "-f", "-i"], folder)
    terminal.type(f"autoload -Uz compinit; compinit -u -D; . ./.completion.zsh; {SAYS}echo rea''dy\n", "ready")
    yield terminal
    terminal.close()


def shown(output: str) -> str:
    """What the last command printed: the words it was given."""
    found = re.findall(r"((?:<[^<>]*>)+)\.", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output))
    return str(found[-1])


@pytest.mark.parametrize(("typed", "given"), TYPED, ids=[given for _, given in TYPED])
def test_bash(bash: Terminal, typed: str, given: str) -> None:
    assert shown(bash.type(f"codegen {typed}\n", r">\.\r")) == given


@pytest.mark.parametrize(("typed", "given"), TYPED, ids=[given for _, given in TYPED])
def test_zsh(zsh: Terminal, typed: str, given: str) -> None:
    """It removes the slash behind a folder at the end of a line."""
    assert shown(zsh.type(f"codegen {typed}\n", r">\.\r")) == given.replace("/>", ">")


def listed(terminal: Terminal, typed: str, wanted: set[str]) -> set[str]:
    """The candidates that a shell lists; they are read when those wanted are there, in whatever order."""
    output = terminal.type(f"codegen {typed}\t\t", "(?s)" + "".join(f"(?=.*{re.escape(word)}\\s)" for word in wanted))
    terminal.type("\x15echo do''ne\n", "done")
    return set(output.split())


def test_bash_lists_what_is_possible(bash: Terminal) -> None:
    for typed, wanted in (
        ("build -t ", set(TARGET_KEYS)),
        ("", {"build", "lint", "completion", "--version"}),
        ("build --list", {"--list-inputs", "--list-outputs"}),
    ):
        assert wanted <= listed(bash, typed, wanted)


def words(folder: Path, line: str) -> list[str]:
    fish = shutil.which("fish")
    if fish is None:
        pytest.skip("fish is not installed")
    script = f'source .completion.fish; complete -C "codegen {line}"'
    env = {**os.environ, "HOME": str(folder)}
    done = subprocess.run([fish, "-N", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=True)
    return [row.partition("\t")[0] for row in done.stdout.splitlines()]


def test_fish(folder: Path) -> None:
    assert "build" in words(folder, "")
    assert words(folder, "build --dry") == ["--dry-run"]
    assert set(words(folder, "build -t ")) == set(TARGET_KEYS)
    assert set(words(folder, "explain CG")) == set(CODES)
    assert {f"x-codegen-{key}" for key in EXTENSIONS} == set(words(folder, "explain x-codegen-"))
    assert {step.name for step in PIPELINE} <= set(words(folder, "build --stop-after "))
    assert words(folder, "opt --passes rename,shape") == ["rename,shape_types"]
    assert words(folder, "build --dump-ir=ren") == ["--dump-ir=rename"]
    assert words(folder, "build -o s") == ["sdk/"]
    assert words(folder, "build op") == ["openapi.yaml"]
