"""Builds both versions of pairs, asks the judges and `codegen diff`, and puts their answers side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judges.diff import apidiff, consumer, griffe, python_program
from judges.diff.pairs import Pair
from tests.support.run import codegen

JUDGES = {"griffe": "python", "mypy": "python", "tsc": "typescript", "apidiff": "go"}
"""The language that each judges."""


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
            return {folder: griffe.breaks(folder / "old/python", folder / "new/python", "judged") for folder in folders}
        case "mypy":
            return python_program.breaks(folders)
        case "tsc":
            return consumer.breaks(folders)
    return {folder: apidiff.breaks(folder / "old/go", folder / "new/go") for folder in folders}
