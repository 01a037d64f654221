"""The command line: arguments, exit codes, imports and output (issue 2, part 1)."""

from __future__ import annotations

import gc
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest

from compiler.commands import main
from compiler.commands.parsing import TOPICS
from compiler.commands.table import NAMED as COMMANDS
from compiler.driver import entry as commands
from compiler.driver import progress
from compiler.driver.options import BuildOptions, Exit
from compiler.driver.progress import Progress
from compiler.source import Limits
from tests.support.places import ROOT
from tests.support.recorder import NET, wait_for
from tests.support.run import simple


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[BuildOptions]:
    """The options that `build` is called with."""
    monkeypatch.chdir(tmp_path)  # `--trace` makes its file at once
    calls: list[BuildOptions] = []

    def build(options: BuildOptions, stdout: TextIO, stderr: TextIO) -> int:
        calls.append(options)
        return Exit.OK

    monkeypatch.setattr(commands, "build", build)
    return calls


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (ROOT / "docs" / f"{COMMANDS[command].page}.md").is_file()
    if not COMMANDS[command].is_installed:
        assert main([command, "--help"]) == Exit.USAGE
        assert "install codegen-sdk whole" in capsys.readouterr().err
        return
    assert main([command, "--help"]) == Exit.OK
    assert f"usage: codegen {command}" in capsys.readouterr().out


def test_the_help_of_a_build_is_read_on_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    """D1.7; what few need stands in `codegen help TOPIC`, and everything in `codegen help build`."""
    shown, options = {}, r"\n  (-[^ ,\n]+)"
    for words in ("build --help", "help build", *(f"help {topic}" for topic in TOPICS)):
        assert main(words.split()) == Exit.OK
        shown[words] = capsys.readouterr().out
    assert shown["build --help"].count("\n") <= 50
    whole = shown.pop("help build")
    assert sorted(re.findall(options, whole)) == sorted(re.findall(options, "\n".join(shown.values())))
    assert main(["help", "limit"]) == Exit.USAGE
    assert "did you mean limits?" in capsys.readouterr().err


def test_the_help_of_all_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == Exit.OK
    printed = capsys.readouterr().out
    assert all(re.search(rf"\n    {command}\s", printed) for command in COMMANDS)


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == Exit.OK
    assert capsys.readouterr().out.startswith("codegen ")


def test_every_flag_of_build_arrives(asked: list[BuildOptions]) -> None:
    line = (
        "build api.yaml -c conf.yaml -o out -t python -t go -k --check --locked --strict -q --format json"
        " --dump-ir=rename,group_params --dump-dir dumps --dump-ir-diff --dump-ir-only schemas/Pet"
        " --stop-after rename --time-passes --trace t.json --verify-output --extension-prefix x-acme-"
        " --allow-remote a.com --allow-remote b.com --ref-root .."
        " --overlay o.yaml --max-bytes 1 --max-depth 2 --max-nodes 3 --max-aliases 4 --max-members 5"
        " --max-declarations 6 --max-groups 7 --max-repeats 8"
    )
    assert main(line.split()) == Exit.OK
    (options,) = asked
    given, debug = options.input, options.debug
    assert (given.document, given.config, options.out) == ("api.yaml", "conf.yaml", "out")
    assert (options.targets, options.keep_going, options.check, options.locked) == (("python", "go"), True, True, True)
    assert (given.strict, given.quiet, given.format) == (True, True, "json")
    assert (debug.dump_ir, debug.dump_dir, debug.dump_diff) == (("rename", "group_params"), "dumps", True)
    assert (debug.dump_only, debug.stop_after, debug.time_passes) == ("schemas/Pet", "rename", True)
    assert debug.trace == "t.json"
    assert (debug.verify, debug.verify_output) == (False, True)
    assert (given.extension_prefix, given.allow_remote) == ("x-acme-", ("a.com", "b.com"))
    assert (given.ref_root, given.overlays, given.limits) == ("..", ("o.yaml",), Limits(1, 2, 3, 4, 5, 6, 7, 8))


def test_dump_ir_takes_a_value_only_after_its_sign(asked: list[BuildOptions]) -> None:
    main(["build", "--dump-ir", "api.yaml"])
    main(["build", "api.yaml"])
    assert [(options.debug.dump_ir, options.input.document) for options in asked] == [
        ((), "api.yaml"),
        (None, "api.yaml"),
    ]


def test_no_memory_is_no_fault_of_the_compiler(tmp_path: Path) -> None:
    """D1.5: what was begun is removed, and the output stays as it was."""
    parts = ((f"S{n}", {"properties": {"a": {"type": "string"}}}) for n in range(4_000))
    document = {"openapi": "3.1.0", "info": {"title": "A", "version": "1.0.0"}, "components": {"schemas": dict(parts)}}
    tmp_path.joinpath("api.json").write_text(json.dumps(document))
    script = (
        "import resource, sys; from compiler.commands import main\n"
        "resource.setrlimit(resource.RLIMIT_AS, (90 << 20,) * 2)\n"
        "sys.exit(main(['build', 'api.json', '-t', 'python', '-t', 'go', '-q']))"
    )
    environment = {**os.environ, "CODEGEN_CACHE": "off", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert done.returncode == Exit.USAGE
    assert done.stderr.startswith("out of memory: the document needs more than this process may have")
    assert [found.name for found in tmp_path.iterdir()] == ["api.json"]


def test_the_collector_is_off_during_a_run_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """speed 1."""
    seen = []

    def build(*_: object) -> int:
        seen.append(gc.isenabled())
        return Exit.OK

    monkeypatch.setattr(commands, "build", build)
    gc.enable()
    main(["build"])
    assert seen == [False]
    assert gc.isenabled()


@pytest.mark.parametrize("args", ["['--help']", "['explain', 'CG0106']", "['build', '--nothing']"])
def test_the_start_imports_nothing_heavy(args: str) -> None:
    """speed 3."""
    heavy = ("yaml", "networkx", "libcst", "lark", "jsonpath_ng", "rich", "httpx2", "urllib.request", "asyncio")
    found = f"print([m for m in {heavy!r} if m in sys.modules])"
    script = f"import sys; from compiler.commands import main; main({args}); {found}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_closed_pipe_is_no_error() -> None:
    line = f"{sys.executable} -m compiler explain"
    done = subprocess.run(f"{line} | head -1", shell=True, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.startswith("CG0101")
    assert done.stderr == ""
    assert subprocess.run(f"{line} >&- 2>&-", shell=True, cwd=ROOT, check=False).returncode == Exit.OK


def test_a_document_on_standard_input() -> None:
    text = "openapi: 3.1.0\n" + simple()
    command = [sys.executable, "-m", "compiler", "lint", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == Exit.ERRORS
    assert "<stdin>:2:1" in done.stderr
    assert done.stdout == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_shows_on_a_terminal_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        with Progress(stream) as shown:
            shown.step("reading [file].yaml")
            wait_for(lambda stream=stream: stream is pipe or "[file]" in stream.getvalue())
    assert "reading [file].yaml" in terminal.getvalue()
    assert pipe.getvalue() == ""


def test_progress_is_silent_for_short_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", NET)
    terminal = Terminal()
    with Progress(terminal) as shown:
        shown.step("reading")
    assert terminal.getvalue() == ""
