"""The command line: arguments, exit codes, imports and output (issue 2, part 1)."""

from __future__ import annotations

import functools
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
from compiler.commands.table import NAMED as COMMANDS
from compiler.driver import entry as commands
from compiler.driver import progress
from compiler.driver.options import BuildOptions, Exit
from compiler.driver.progress import Progress
from compiler.source import Limits
from tests.support.places import ROOT
from tests.support.recorder import NET, wait_for
from tests.support.run import Run, build, codegen, simple, write


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


def test_the_help_of_all_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == Exit.OK
    printed = capsys.readouterr().out
    assert all(re.search(rf"\n    {command}\s", printed) for command in COMMANDS)


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == Exit.OK
    assert capsys.readouterr().out.startswith("codegen ")


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["bild"],
        ["build", "--nothing"],
        ["build", "--max-depth", "0"],
        ["build", "--format", "xml"],
        ["build", "--extension-prefix", "acme-"],
        ["build", "--extension-prefix", "x-acme"],
        ["build", "--keep"],
    ],
)
def test_mistakes_in_the_arguments_exit_3(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """house 5: 3 for usage, where argparse has 2; flags are not abbreviated."""
    assert main(args) == Exit.USAGE
    assert "try: codegen" in capsys.readouterr().err


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


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "cg0106"]) == Exit.OK
    assert capsys.readouterr().out.startswith("error[CG0106]: the key")
    assert main(["explain", "106"]) == Exit.OK
    assert capsys.readouterr().out.startswith("error[CG0106]: the key")
    assert main(["explain", "CG0199"]) == Exit.USAGE
    assert "there is no code or key 'CG0199'; near ones: CG" in capsys.readouterr().err
    assert main(["explain", "CG0904"]) == Exit.OK
    assert "\nSee `codegen docs rules#spec-25`" in capsys.readouterr().out
    assert main(["explain"]) == Exit.OK
    assert "CG0106  error" in capsys.readouterr().out


def test_explain_tells_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """Of documents, with or without the prefix, and of gen.yaml, in each section that has one."""
    assert main(["explain", "timeout"]) == Exit.OK
    told = capsys.readouterr().out
    assert told.startswith(
        "x-codegen-timeout: milliseconds until a request is given up\n\n  the root of the document: an int"
    )
    assert told.endswith(
        "\nSee `codegen docs extensions#x-codegen-timeout`, `codegen docs rules#d14-keys-of-extensions`\n"
    )
    assert main(["explain", "x-codegen-timeout"]) == Exit.OK
    assert capsys.readouterr().out == told
    assert main(["explain", "body"]) == Exit.OK
    told = capsys.readouterr().out
    assert told.startswith("body in python, typescript, go of gen.yaml: How callers pass a body that is one object")
    assert told.endswith(
        "  fields, argument\n  default: fields\n\n"
        "See `codegen docs gen-yaml#python`, `codegen docs rules#d15-keys-of-genyaml`\n"
    )
    assert main(["explain", "version"]) == Exit.OK
    assert capsys.readouterr().out.count("version in ") == 3, "what is said of it differs"


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


def test_json_goes_to_standard_output(tmp_path: Path) -> None:
    """house 4: human text to stderr; json and sarif to stdout."""
    path = tmp_path / "openapi.yaml"
    path.write_text("a: 1\na: 2\n")
    lint = functools.partial(codegen, "lint", str(path), "--format", cwd=tmp_path)
    (item,) = json.loads(lint("json").stdout)["diagnostics"]
    assert item["code"] == "CG0106"
    assert item["place"] == {"file": str(path), "line": 2, "column": 1, "pointer": None}
    log = json.loads(lint("sarif").stdout)
    assert log["runs"][0]["results"][0]["ruleId"] == "CG0106"
    region = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 1, "endColumn": 2}
    line = lint("github").stdout
    assert line.startswith(f"::error title=CG0106,file={path},line=2,col=1::the key `a` appears twice")


def test_annotations_name_files_from_the_root_of_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of GitHub's that works in a folder of the checkout; a file outside it keeps its name."""
    for name in ("api.yaml", "repository/api/api.yaml"):
        write(tmp_path, name, "a: 1\na: 2\n")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "repository"))
    for given, told in (("api.yaml", "api/api.yaml"), ("../../api.yaml", "../../api.yaml")):
        done = codegen("lint", given, "--format", "github", cwd=tmp_path / "repository" / "api")
        assert done.returncode == Exit.ERRORS
        assert f"file={told},line=2" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("my api.yaml", "my%20api.yaml"),
        ("a#b:c.yaml", "a%23b%3Ac.yaml"),
        ("/{}/my api.yaml", "file:///{}/my%20api.yaml"),
    ],
)
def test_sarif_names_files_by_uri(name: str, uri: str, tmp_path: Path) -> None:
    """SARIF 2.1.0, 3.4.3: a valid URI reference, which a space, or a `#` of a name, would break."""
    folder = tmp_path.as_posix().lstrip("/")
    given = name.format(folder)
    write(tmp_path, given, "a: 1\na: 2\n")
    (result,) = json.loads(codegen("lint", given, "--format", "sarif", cwd=tmp_path).stdout)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri.format(folder)


def test_a_declaration_that_does_not_exist_is_told(tmp_path: Path) -> None:
    """A dump of nothing would look like a pass that drops everything."""
    write(tmp_path, "api.yaml", simple())
    line = ("api.yaml", "-t", "python", "--dump-ir", "--dump-ir-only")
    assert "'schemas/Nope'" in build(tmp_path, *line, "schemas/Nope", code=Exit.USAGE).stderr
    assert not (tmp_path / "sdk").exists()
    build(tmp_path, *line, "@paths/~1things/get")


@pytest.mark.parametrize(
    ("text", "code"),
    [("python: [\n", "CG0104"), ("python: {}\npython: {}\n", "CG0106"), (None, "CG0101")],
)
@pytest.mark.parametrize("command", ["build", "lint", "clean"])
def test_mistakes_in_gen_yaml_exit_3(command: str, text: str | None, code: str, tmp_path: Path) -> None:
    """house 5: 3 is for the configuration, those of its text included; a target is not asked for on top."""
    write(tmp_path, "api.yaml", simple())
    if text is not None:
        write(tmp_path, "gen.yaml", text)
    done = codegen(command, "api.yaml", "-c", "gen.yaml", cwd=tmp_path)
    assert done.returncode == Exit.USAGE
    assert f"error[{code}]" in done.stderr
    assert "CG0210" not in done.stderr


def test_build_check_and_clean(tmp_path: Path) -> None:
    """house 5: 1 for stale output with `--check`; a build without gen.yaml (D15)."""
    write(tmp_path, "openapi.yaml", simple())
    line = ("openapi.yaml", "-t", "reference")
    build(tmp_path, *line, "--check", code=Exit.STALE)
    assert list(tmp_path.iterdir()) == [tmp_path / "openapi.yaml"]
    assert build(tmp_path, *line).stderr.splitlines()[-1].startswith("wrote 7 files, 1 operation")
    assert (tmp_path / "sdk/reference/README.md").exists()
    build(tmp_path, *line, "--check")
    build(tmp_path, *line, "-q")
    write(tmp_path, "openapi.yaml", simple("fetchThings"))
    build(tmp_path, *line, "--check", code=Exit.STALE)
    assert codegen("clean", "-q", cwd=tmp_path) == Run(Exit.OK, "", "")
    assert not (tmp_path / "sdk/reference").exists()


def test_a_build_ends_with_what_to_type_next(tmp_path: Path) -> None:
    """A line for each language, as a shell takes it."""
    write(tmp_path, "openapi.yaml", simple())
    done = build(tmp_path, "openapi.yaml", "-t", "go", "-t", "python", "-t", "typescript", "-o", "my sdk")
    assert done.stderr.partition("next:")[2].splitlines() == [
        " go mod edit -require=example.com/testsdk@v0.0.0 -replace=example.com/testsdk='./my sdk/go'",
        "  pip install './my sdk/python'",
        "  npm install './my sdk/typescript'",
    ]
    done = build(tmp_path, "openapi.yaml", "-t", "reference", "-t", "python")
    assert done.stderr.endswith("; next: pip install ./sdk/python\n")


def test_init_writes_where_it_is_told(tmp_path: Path) -> None:
    """The document's path is relative to the new file, and what is said next builds it."""
    write(tmp_path, "api/openapi.yaml", simple())
    (tmp_path / "conf").mkdir()
    config = str(Path("conf", "sdk.yaml"))
    said = f"wrote {config}, and gen.schema.json for editors; next: codegen build -c {config}\n"
    assert codegen("init", "api/openapi.yaml", "-c", config, cwd=tmp_path) == Run(Exit.OK, "", said)
    assert 'source: "../api/openapi.yaml"' in (tmp_path / config).read_text()
    assert codegen("lint", "-c", config, cwd=tmp_path).returncode == Exit.OK


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


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["lint", "."], "name the document in it: openapi.yaml"),
        (["lint", "openapy.yaml"], "did you mean openapi.yaml?"),
        (["lint", "openapi.yaml", "--stric"], "codegen lint: unrecognized arguments: --stric; did you mean --strict?"),
        (["biuld"], "codegen: there is no command 'biuld'; did you mean build?"),
        (["frobnicate"], "codegen: there is no command 'frobnicate'; choose from build, watch, lint"),
        (["lint", "openapi.yaml", "--format", "jsn"], "argument --format: it cannot be 'jsn'; did you mean json?"),
        (["build", "--dump-ir", "rename"], "a pass follows `=`; did you mean --dump-ir=rename?"),
        (["build", "openapi.yaml", "--dump-ir", "lower,rename"], "did you mean --dump-ir=lower,rename?"),
        (["build", "openapi.yaml", "--dump-dir", "x"], "--dump-dir needs --dump-ir or --dump-ir-diff"),
        (["build", "openapi.yaml", "--dump-ir-only", "schemas/A"], "--dump-ir-only needs --dump-ir or --dump-ir-diff"),
        (["build", "openapi.yaml", "--stop-after", "renam"], "there is no pass 'renam'; did you mean rename?"),
        (["build", "openapi.yaml", "--stop-after=lower"], "there is no pass"),
        (["build", "openapi.yaml", "--dump-ir=rename,renam"], "there is no pass"),
        (["explain", "curser"], "there is no code or key 'curser'; without a code"),
        (["explain", "maxMethodParam"], "did you mean maxMethodParams?"),
        (["explain", "x-codegen-paginate"], "did you mean x-codegen-pagination?"),
        (["lint", "openapi.yaml", "-t", "pyhton"], "did you mean `python`?"),
        (["build", "openapi.yaml", "-t", "golang"], "did you mean `go`?"),
        (["build", "openapi.yaml", "-t", "ts"], "did you mean `typescript`?"),
        (["build", "openapi.yaml", "-t", "java"], "known targets: python"),
        (["build", "openapi.yaml", "-t", "python,go"], "give each its own: -t python -t go"),
        (["build", "openapi.yaml"], "gen.yml is not read by itself: call it gen.yaml"),
    ],
)
def test_what_was_meant_on_the_command_line(args: list[str], said: str, tmp_path: Path) -> None:
    write(tmp_path, "openapi.yaml", simple())
    if args != ["lint", "."]:
        write(tmp_path, "gen.yml", "")
    unread = args[0] == "lint" and args[1] != "openapi.yaml"
    done = codegen(*args, cwd=tmp_path)
    assert (done.returncode, said in done.stderr) == (Exit.ERRORS if unread else Exit.USAGE, True), done.stderr
