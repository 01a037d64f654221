"""`make mutations`: whether a test still finds each of the faults that are planted in `tests/mutations`.

Each patch goes into a copy of the checkout of its own, where the tests that found.yaml names for it run. Where these
pass, all tests run there, until one fails. Before that the named tests run in a copy without a fault: where they fail,
that they find one would mean nothing. `make mutations CASE=slug` tries one patch.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.support.places import ROOT, SHARED

FOLDER = ROOT / "tests" / "mutations"
HOUSE = "tests/house/test_mutations.py"
"""It fails in every copy with a patch, since the patch does not apply once more."""
ALL = ("tests", f"--ignore={HOUSE}")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?::.+?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Mutation:
    """A planted fault: its patch, tests that find it, and the module of the only ones, if there is one module."""

    slug: str
    patch: Path
    finds: Sequence[str]
    alone: str | None = None


def patches() -> dict[str, Path]:
    """Return the patches by their slugs, in the order of their numbers."""
    return {path.stem.partition("-")[2]: path for path in sorted(FOLDER.glob("*.patch"))}


def mutations() -> list[Mutation]:
    """Return all faults that found.yaml lists and that have a patch."""
    listed = yaml.safe_load((FOLDER / "found.yaml").read_text("utf-8"))
    return [Mutation(slug, path, **listed[slug]) for slug, path in patches().items() if slug in listed]


def apply(patch: Path, folder: Path, *flags: str) -> str:
    """Apply a patch to a folder; returns what git has against it, and nothing where it applies."""
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)}  # a copy is in no repository
    command = ["git", "apply", *flags, str(patch)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


@contextmanager
def copied() -> Iterator[Path]:
    """Yield a copy of the files that git knows, with the toolchains and the documents that tests look for."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory(prefix="mutations-", ignore_cleanup_errors=True) as name:
        copy = Path(name).resolve() / ROOT.name
        for path in filter(None, listed.split("\0")):
            if (ROOT / path).is_file():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / path, copy / path)
        (ROOT / "build" / "tools").mkdir(parents=True, exist_ok=True)
        (copy / "build").mkdir()
        (copy / "build" / "tools").symlink_to(ROOT / "build" / "tools")
        if SHARED.exists():
            (copy.parent / SHARED.name).symlink_to(SHARED)
        yield copy


def run(copy: Path, tests: Sequence[str], *flags: str) -> tuple[list[str], str]:
    """Run tests of a copy, hunts aside; returns those that fail, and what it said. Children import the copy, too."""
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    command = [sys.executable, "-m", "pytest", "-m", "not hunt", *flags, *tests]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    return _FAILED.findall(done.stdout), "" if done.returncode == 0 else done.stdout[-3000:] + done.stderr[-3000:]


def find(mutation: Mutation, sound: Path, workers: str) -> str | None:
    """Tell what finds a fault; None where nothing does, or where the patch applies no more.

    What fails of all tests counts only where it passes in ``sound``, a copy without a fault.
    """
    with copied() as copy:
        if told := apply(mutation.patch, copy):
            print(f"{mutation.slug}: does not apply\n{told}", flush=True)
            return None
        failed, said = run(copy, mutation.finds, "-x")
        if failed:
            return failed[0]
        left_out: list[str] = []
        while not said:
            failed, said = run(copy, ALL, "-x", "-n", workers, *(f"--deselect={test}" for test in left_out))
            for test in failed:
                if not run(sound, [test])[1]:
                    return test
            if not failed:
                break
            left_out, said = left_out + failed, ""
        if said:
            print(f"{mutation.slug}: pytest did not come so far\n{said}", flush=True)
    return None


def main(case: str, workers: str) -> int:
    """Try one fault, or all; returns the exit code: 0 where each is found."""
    chosen = [one for one in mutations() if case in ("", one.slug, one.patch.stem)]
    if not chosen:
        sys.exit(f"tests/mutations has no {case!r}: {', '.join(patches())}")
    lost = 0
    with copied() as sound:
        _, said = run(sound, sorted({test for one in chosen for test in one.finds}), "-n", workers)
        if said:
            sys.exit(f"the tests of found.yaml fail without any fault, or are not there:\n{said}")
        for one in chosen:
            started = time.monotonic()
            found = find(one, sound, workers)
            lost += found is None
            told = f"found by {found} in {time.monotonic() - started:.0f} s" if found else "NOT FOUND"
            print(f"{one.patch.stem}: {told}", flush=True)
    return int(lost > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1] if len(sys.argv) > 1 else "", os.environ.get("WORKERS", "2")))
