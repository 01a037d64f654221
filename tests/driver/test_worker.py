"""`codegen worker` holds the dialogue of Bazel's persistent workers, in JSON (docs/watch.md)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judges.resident import tree
from tests.support.places import ROOT
from tests.support.recorder import NET, wait_for
from tests.support.residents import DOCUMENT, large
from tests.support.run import codegen

COMMON = ("-t", "go")


class Bazel:
    """The other end: starts the worker as Bazel does, sends requests, and reads responses."""

    def __init__(self, folder: Path, *common: str) -> None:
        script = "import sys; from compiler.commands import main; sys.exit(main())"
        self._worker = subprocess.Popen(
            [sys.executable, "-c", script, "worker", *common, "--persistent_worker"],
            cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def write(self, data: bytes) -> None:
        assert self._worker.stdin is not None
        self._worker.stdin.write(data)
        self._worker.stdin.flush()

    def send(self, **request: Any) -> None:
        self.write(json.dumps(request).encode() + b"\n")

    def receive(self) -> dict[str, Any]:
        assert self._worker.stdout is not None
        response: dict[str, Any] = json.loads(self._worker.stdout.readline())
        return response

    def signal(self, number: int) -> None:
        self._worker.send_signal(number)

    def end(self) -> tuple[int, bytes, str]:
        """Close the worker's input; returns its exit code, what is left of its output, and its log."""
        out, err = self._worker.communicate(timeout=NET)
        return self._worker.returncode, out, err.decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT, "utf-8")
    return tmp_path


@pytest.fixture
def bazel(folder: Path) -> Iterator[Bazel]:
    made = Bazel(folder, *COMMON)
    yield made
    made.end()


def test_a_request_is_a_build(bazel: Bazel, folder: Path) -> None:
    """As Bazel's documentation has it: arguments and inputs in, exit code and output back, by one id."""
    inputs = [{"path": "openapi.yaml", "digest": "fdk3e2ml23d"}]
    bazel.send(arguments=["openapi.yaml", "-o", "out"], inputs=inputs, requestId=0)
    said = bazel.receive()
    assert (said["requestId"], said["exitCode"]) == (0, 0)
    assert "wrote" in said["output"]
    expected = codegen("build", "openapi.yaml", *COMMON, "-o", "expected", cwd=folder)
    assert said["output"].replace("./out", "./expected") == expected.stdout + expected.stderr
    assert tree(folder / "out") == tree(folder / "expected")


def test_edits_and_mistakes_are_seen(bazel: Bazel, folder: Path) -> None:
    document = folder / "openapi.yaml"
    for text, code, part in (
        (DOCUMENT, 0, "wrote"), (DOCUMENT.replace("First", "Second"), 0, "wrote 1 file"), ("openapi: [", 2, "CG0104"),
        (DOCUMENT.replace("listThings", "all"), 0, "wrote"),
    ):  # fmt: skip
        document.write_text(text, "utf-8")
        bazel.send(arguments=["openapi.yaml"])
        said = bazel.receive()
        assert said["exitCode"] == code, said
        assert part in said["output"]
    bazel.send(arguments=["openapi.yaml", "--nonsense"])
    assert bazel.receive()["exitCode"] == 3
    document.unlink()
    bazel.send(arguments=["openapi.yaml"])
    assert "CG0101" in bazel.receive()["output"]


def test_nothing_but_responses_is_on_standard_output(folder: Path) -> None:
    bazel = Bazel(folder, *COMMON)
    for number in range(3):
        bazel.send(arguments=["openapi.yaml", "--format", "json"], requestId=number, verbosity=10)
    responses = [bazel.receive() for _ in range(3)]
    code, rest, log = bazel.end()
    assert (code, rest) == (0, b"")
    assert [response["requestId"] for response in responses] == [0, 1, 2]
    assert all(json.loads(response["output"].partition("\nwrote")[0]) for response in responses)
    assert log.count("request 1: 0 inputs, exit code 0, ") == 1


def test_requests_may_come_in_pieces_and_together(bazel: Bazel) -> None:
    """Text of JSON, whatever the pipe cuts it into; keys that a later Bazel may add are passed over."""
    one = json.dumps(
        {"arguments": ["openapi.yaml"], "requestId": 1, "laterKey": {"ü": "ü"}}, ensure_ascii=False
    ).encode()
    two = json.dumps({"arguments": ["openapi.yaml", "-o", "ü"], "requestId": 2}, ensure_ascii=False).encode()
    data = one + b"\n" + two + two.replace(b"2}", b"3}") + b"\n"
    for at in range(0, len(data), 7):
        bazel.write(data[at : at + 7])
    assert [bazel.receive()["requestId"] for _ in range(3)] == [1, 2, 3]


def test_a_running_request_can_be_cancelled(bazel: Bazel, folder: Path) -> None:
    """Each request has one response, and the output is as it was."""
    (folder / "openapi.yaml").write_text(large(1500), "utf-8")
    bazel.send(arguments=["openapi.yaml", "-o", "out"], requestId=7)
    bazel.send(arguments=["openapi.yaml", "-o", "out"], requestId=8)
    wait_for((folder / "out" / ".codegen").exists)
    bazel.send(cancel=True, requestId=7)
    bazel.send(cancel=True, requestId=8)
    bazel.send(cancel=True, requestId=99)
    assert bazel.receive() == {"requestId": 7, "wasCancelled": True}
    assert bazel.receive() == {"requestId": 8, "wasCancelled": True}
    assert not tree(folder / "out")
    (folder / "openapi.yaml").write_text(DOCUMENT, "utf-8")
    bazel.send(arguments=["openapi.yaml", "-o", "out"], requestId=9)
    bazel.send(cancel=True, requestId=7)
    assert (said := bazel.receive())["exitCode"] == 0, said


def test_a_cancellation_that_is_too_late_changes_nothing(bazel: Bazel) -> None:
    for number in range(1, 6):
        bazel.send(arguments=["openapi.yaml"], requestId=number)
        said = bazel.receive()
        bazel.send(cancel=True, requestId=number)
        assert said["exitCode"] == 0


def test_a_sandbox_is_the_working_folder_of_its_request(bazel: Bazel, folder: Path) -> None:
    sandbox = folder / "sandbox" / "1"
    sandbox.mkdir(parents=True)
    (sandbox / "openapi.yaml").write_text(DOCUMENT, "utf-8")
    (folder / "openapi.yaml").unlink()
    bazel.send(arguments=["openapi.yaml", "-o", "out"], requestId=1, sandboxDir="sandbox/1")
    assert bazel.receive()["exitCode"] == 0
    assert (sandbox / "out/go/go.mod").exists()
    bazel.send(arguments=["openapi.yaml"], requestId=2, sandboxDir="nowhere")
    assert "nowhere" in bazel.receive()["output"]
    bazel.send(arguments=["openapi.yaml"], requestId=3)
    assert "CG0101" in bazel.receive()["output"]


@pytest.mark.parametrize(
    "data", [b"not json\n", b"[]\n", b'{"arguments": [\n', b'{"requestId": "x"}\n', b"\xff\xff\xff\xff\n"]
)
def test_what_is_no_request_ends_the_worker(folder: Path, data: bytes) -> None:
    """It says why in its log; Bazel starts another one."""
    bazel = Bazel(folder, *COMMON)
    bazel.write(data)
    code, out, log = bazel.end()
    assert (code, out) == (3, b"")
    assert log.startswith("codegen worker: standard input is no sequence of work requests in JSON: ")
    assert "Traceback" not in log


def test_ctrl_c_ends_the_worker(folder: Path) -> None:
    bazel = Bazel(folder, *COMMON)
    bazel.send(arguments=["openapi.yaml"])
    bazel.receive()
    bazel.signal(signal.SIGINT)
    assert bazel.end()[0] == 130


@pytest.mark.parametrize("form", ["@{}", "--flagfile={}", "-flagfile={}"])
def test_without_the_flag_it_is_one_build(folder: Path, form: str) -> None:
    """As Bazel runs it where workers are off: the arguments are in a file, one a line."""
    (folder / "args").write_text("openapi.yaml\n-o\nout of it\n\n@more\n", "utf-8")
    (folder / "more").write_text("-q", "utf-8")
    done = codegen("worker", *COMMON, form.format("args"), cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert (folder / "out of it/go/go.mod").exists()


def test_arguments_in_files_are_expanded_in_requests_too(bazel: Bazel, folder: Path) -> None:
    (folder / "args").write_text("openapi.yaml\n-o\nout\n", "utf-8")
    (folder / "loop").write_text("@loop\n", "utf-8")
    bazel.send(arguments=["@args"])
    assert bazel.receive()["exitCode"] == 0
    assert (folder / "out/go/go.mod").exists()
    for name, message in (("@missing", "cannot read missing"), ("@loop", "too deeply"), ("@@odd", "@odd")):
        bazel.send(arguments=[name])
        said = bazel.receive()
        assert said["exitCode"] != 0
        assert message in said["output"]
