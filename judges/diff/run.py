"""Builds both versions of pairs, asks the judges and `codegen diff`, and puts their answers side by side."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from judges.diff import consumer, python_program
from judges.diff.pairs import Pair
from tests.support.run import codegen
from tests.support.toolchain import go_program

JUDGES = {"griffe": "python", "mypy": "python", "tsc": "typescript", "apidiff": "go"}
"""The language that each judges."""
_APIDIFF = "golang.org/x/exp/cmd/apidiff@v0.0.0-20261113113407-e3970619a1a4"


@dataclass(frozen=True)
class Verdict:
    """What a judge finds broken between the SDKs of a pair, and what `codegen diff` does."""

    pair: str
    judge: str
    theirs: tuple[str, ...]
    ours: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        return bool(self.theirs) == bool(self.ours)


def verdicts(pairs: Sequence[Pair], folder: Path, judges: Sequence[str] = (*JUDGES,)) -> list[Verdict]:
    places = {pair.name: folder / f"pair{number}" for number, pair in enumerate(pairs)}
    languages = list(dict.fromkeys(JUDGES[judge] for judge in judges))
    ours = {pair.name: _built(pair, places[pair.name], languages) for pair in pairs}
    found = []
    for judge in judges:
        said = _judged(judge, list(places.values()))
        found += [
            Verdict(pair.name, judge, tuple(said[places[pair.name]]), ours[pair.name][JUDGES[judge]]) for pair in pairs
        ]
    return found


def _built(pair: Pair, folder: Path, languages: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    folder.mkdir(parents=True)
    (folder / "gen.yaml").write_text(json.dumps(pair.config()))
    targets = [word for language in languages for word in ("-t", language)]
    for which, document in (("old", pair.old), ("new", pair.new)):
        (folder / f"{which}.json").write_text(json.dumps(document))
        done = codegen(
            "build", f"{which}.json", "-c", "gen.yaml", *targets, "-o", which, "--surface", f"{which}-surface",
            "--forget", "-k", "-q", cwd=folder,
        )  # fmt: skip
        assert done.returncode == 0, f"{pair.name}: {done.stdout}{done.stderr}"
        (folder / "codegen.lock").unlink(missing_ok=True)
    done = codegen("diff", "old.json", "new.json", "-c", "gen.yaml", *targets, "-k", "--format", "json", cwd=folder)
    assert done.returncode in (0, 1), f"{pair.name}: {done.stdout}{done.stderr}"
    changes = json.loads(done.stdout)["changes"]
    return {
        language: tuple(item["message"] for item in changes if item["part"] == language and item["level"] == "break")
        for language in languages
    }


def _judged(judge: str, folders: Sequence[Path]) -> Mapping[Path, list[str]]:
    match judge:
        case "griffe":
            return {folder: _griffe(folder / "old/python", folder / "new/python", "judged") for folder in folders}
        case "mypy":
            return python_program.breaks(folders)
        case "tsc":
            return consumer.breaks(folders)
    return {folder: _apidiff(folder / "old/go", folder / "new/go") for folder in folders}


def _griffe(old: Path, new: Path, package: str) -> list[str]:
    """Return what breaks between the packages of that name in two folders; skips where griffe is not installed."""
    griffe = pytest.importorskip("griffe")
    sides = [
        griffe.load(package, search_paths=[str(folder)], resolve_aliases=True, allow_inspection=False)
        for folder in (old, new)
    ]
    found = [*griffe.find_breaking_changes(*sides)]
    before, after = (side.members.get("_groups") for side in sides)
    if before is not None and after is not None:  # classes that programs know by attributes of the client
        for name, module in before.modules.items():
            if name in after.modules:
                found += griffe.find_breaking_changes(module, after.modules[name])
    return [f"{item.obj.path.removeprefix(f'{package}.')}: {item.kind.value}" for item in found]


def _apidiff(old: Path, new: Path) -> list[str]:
    """Return what breaks between two versions of a module; skips where apidiff cannot be installed."""
    program = go_program(_APIDIFF)
    exported = old.parent / "old.export"
    _run_apidiff(program, "-w", str(exported), ".", folder=old)
    said = _run_apidiff(program, "-incompatible", str(exported), ".", folder=new)
    return [line.removeprefix("- ") for line in said.splitlines() if line.startswith("- ")]


def _run_apidiff(program: str, *arguments: str, folder: Path) -> str:
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
