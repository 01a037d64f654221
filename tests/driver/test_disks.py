"""Disks that are full, read-only or slow to tell the time: the build says so, and the old output stays."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.driver.options import Exit
from tests.support.run import build, configure, simple, tree, write

CONFIG = "generation: {source: openapi.yaml}\npython: {}\nreference: {}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document and a gen.yaml, with the output of a first build."""
    monkeypatch.setenv("CODEGEN_CACHE", str(tmp_path / "cache"))
    write(tmp_path, "openapi.yaml", simple())
    configure(tmp_path, CONFIG)
    return tmp_path


@contextlib.contextmanager
def mounted(place: Path, options: str) -> Iterator[Path]:
    """A disk in memory, at a place of ours; where it cannot be mounted, the test is skipped."""
    place.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root mounts a disk")
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no disk can be mounted: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def remount(place: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(place)], check=True)


def test_a_full_disk_keeps_the_old_output(folder: Path) -> None:
    with mounted(folder / "disk", "size=20m") as disk:
        build(folder, "-o", "disk/sdk")
        before = tree(disk)
        lock = (folder / "codegen.lock").read_bytes()
        filled(disk, 64 * 1024)
        write(folder, "openapi.yaml", simple(text="all is well at some length " * 4_000))
        done = build(folder, "-o", "disk/sdk", code=Exit.USAGE)
        (disk / "filler").unlink()
        assert done.stderr.count("error[CG1205]") == 1 and "no space left on device" in done.stderr
        assert "free some space" in done.stderr
        assert tree(disk) == before and (folder / "codegen.lock").read_bytes() == lock
        build(folder, "-o", "disk/sdk")


def test_a_full_disk_for_the_lock_keeps_the_old_output(folder: Path) -> None:
    """gen.yaml and codegen.lock are on another disk than the output."""
    with mounted(folder / "disk", "size=1m") as disk:
        for name in ("openapi.yaml", "gen.yaml"):
            (disk / name).write_bytes((folder / name).read_bytes())
        build(disk, "-o", "../sdk")
        before = tree(folder / "sdk")
        write(disk, "openapi.yaml", simple().replace("things", "trips").replace("Things", "Trips"))
        filled(disk, 0)
        found = tree(disk)
        done = build(disk, "-o", "../sdk", code=Exit.USAGE)
        assert "no space left on device" in done.stderr
        assert "error[CG1205]: cannot write codegen.lock" in done.stderr
        assert tree(folder / "sdk") == before and tree(disk) == found
        (disk / "filler").unlink()
        build(disk, "-o", "../sdk")
        build(disk, "-o", "../sdk", "--check")


def filled(disk: Path, left: int) -> None:
    """Fill a disk but for some bytes."""
    found = os.statvfs(disk)
    with (disk / "filler").open("wb") as file:
        file.write(b"." * max(0, found.f_bavail * found.f_bsize - left))


def test_a_read_only_disk_keeps_the_old_output(folder: Path) -> None:
    with mounted(folder / "disk", "size=20m") as disk:
        build(folder, "-o", "disk/sdk")
        before = tree(disk)
        remount(disk, "ro")
        write(folder, "openapi.yaml", simple(text="well"))
        done = build(folder, "-o", "disk/sdk", code=Exit.USAGE)
        assert done.stderr.count("error[CG1205]") == 1 and "read-only file system" in done.stderr
        assert tree(disk) == before
        build(folder, "-o", "disk/sdk", "--check", code=Exit.STALE)
        build(folder, "-o", "disk/sdk", "--dry-run")


def test_a_read_only_document_is_no_obstacle(folder: Path) -> None:
    """As in the sandbox of a build tool: with `--locked`, nothing is written beside the document."""
    with mounted(folder / "disk", "size=20m") as disk:
        for name in ("openapi.yaml", "gen.yaml"):
            (disk / name).write_bytes((folder / name).read_bytes())
        build(disk, "-o", "../sdk")
        before = tree(disk)
        remount(disk, "ro")
        build(disk, "--locked", "-o", "../other")
        assert tree(folder / "other") == tree(folder / "sdk") and tree(disk) == before


def test_a_full_disk_for_depfile_and_stamp_is_told(folder: Path) -> None:
    with mounted(folder / "disk", "size=64k") as disk:
        filled(disk, 0)
        done = build(folder, "--depfile", "disk/sdk.d", "--stamp", "disk/sdk.stamp", code=Exit.USAGE)
        assert "error[CG1205]: cannot write disk/sdk" in done.stderr
        assert [path.name for path in disk.iterdir()] == ["filler"]
        assert (folder / "sdk/reference/README.md").exists()


def test_a_full_disk_for_records_is_no_mistake(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mounted(folder / "disk", "size=64k") as disk:
        filled(disk, 0)
        monkeypatch.setenv("CODEGEN_CACHE", str(disk / "cache"))
        build(folder)
        build(folder)
        assert [path.name for path in disk.rglob("*") if path.is_file()] == ["filler"]


@pytest.mark.parametrize("offset", [-3_600, 3_600], ids=["behind", "ahead"])
def test_the_clock_of_the_disk_may_be_wrong(folder: Path, offset: int) -> None:
    """Times are compared for equality: no change is missed, whatever clock made them."""
    now = (folder / "gen.yaml").stat().st_mtime + offset
    for step in range(3):
        write(folder, "openapi.yaml", simple(text=f"text number {step}"))
        os.utime(folder / "openapi.yaml", (now + step, now + step))
        done = build(folder, "-v")
        assert ("info[CG1217]" in done.stderr) == (offset > 0)
        assert f"text number {step}".encode() in b"".join(tree(folder / "sdk/reference").values())
    build(folder, "--check")
    write(
        folder, "openapi.yaml", simple(text="text number 9")
    )  # of the same size, and a second older than what was read
    os.utime(folder / "openapi.yaml", (now + 1, now + 1))
    build(folder, "--check", code=Exit.STALE)
    build(folder)
    build(folder, "--check")


def test_a_change_while_it_is_read_is_not_missed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of a build is of what was read, though the disk's clock be behind ours."""
    from compiler.source import files

    past = (folder / "gen.yaml").stat().st_mtime - 7_200
    for name in ("openapi.yaml", "gen.yaml"):
        os.utime(folder / name, (past, past))
    load = files.load_text

    def edit(data: bytes, shown: str, *rest: object) -> object:
        if shown == "openapi.yaml":
            write(folder, "openapi.yaml", simple(text="come"))
            os.utime(folder / shown, (past + 1, past + 1))
        return load(data, shown, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "load_text", edit)
    build(folder)
    monkeypatch.undo()
    monkeypatch.setenv("CODEGEN_CACHE", str(folder / "cache"))
    build(folder)
    assert b"come" in b"".join(tree(folder / "sdk/reference").values())
