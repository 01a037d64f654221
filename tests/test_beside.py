"""Printing in a second process: the same bytes, and nothing lost where that process is (speed.md 10)."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from compiler.cli import main
from compiler.driver import beside
from compiler.driver.beside import Helper, can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="there is no second processor, or no fork that is safe")
TRAINS = Path(__file__).parent.parent / "examples" / "trains" / "openapi.yaml"


def texts_of(target: str) -> Mapping[str, str]:
    """Print a target."""
    if target == "broken":
        raise ValueError(target)
    return {"a.txt": f"{target} ü\n" * 50_000, "b/c d.txt": "", "e.txt": str(os.getpid())}


def test_texts_come_from_the_other_process() -> None:
    with Helper(["one", "two"], texts_of) as helper:
        for target in ("one", "two"):
            found = helper.texts(target)
            assert found is not None
            assert found["e.txt"] not in ("", str(os.getpid()))
            printed = {**found, "e.txt": str(os.getpid())}
            assert (list(found), printed) == (list(texts_of(target)), texts_of(target))
        assert helper.texts("three") is None


def test_what_the_other_process_fails_at_is_printed_here() -> None:
    """An exception is then told by this process, as any other."""
    with Helper(["one", "broken", "two"], texts_of) as helper:
        assert helper.texts("one") is not None
        assert helper.texts("broken") is None
        assert helper.texts("two") is None


def test_a_process_that_nobody_waits_for_is_ended() -> None:
    with Helper(["one"], texts_of) as helper:
        child = helper._pid
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_the_output_is_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """D12.2"""
    monkeypatch.setenv("CODEGEN_CACHE", "off")
    started: list[list[str]] = []

    class Watched(Helper):
        """A helper that tells that it was started."""

        def __init__(self, targets: list[str], emit: beside.Emit) -> None:
            started.append(targets)
            super().__init__(targets, emit)

    build = sys.modules["compiler.driver.build"]
    monkeypatch.setattr(build, "Helper", Watched)
    found = []
    for name, large in (("one", 10**9), ("two", 0)):
        monkeypatch.setattr(build, "LARGE", large)
        targets = [word for target in ("python", "typescript", "go", "reference") for word in ("-t", target)]
        assert main(["build", str(TRAINS), "-q", "-o", str(tmp_path / name), *targets]) == 0
        files = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        found.append({path.relative_to(tmp_path / name).as_posix(): path.read_bytes() for path in files})
    assert found[0] == found[1]
    assert started == [["typescript", "go", "reference"]]
