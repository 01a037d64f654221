"""Builds both versions of pairs, asks the judges and `codegen diff`, and puts their answers side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.judges import apidiff, consumer, griffe
from tests.support.judges.pairs import LANGUAGES, Pair
from tests.support.run import codegen

JUDGES = {"python": "griffe", "typescript": "tsc", "go": "apidiff"}


@dataclass(frozen=True)
class Verdict:
    """What the judge of a language finds broken between the SDKs of a pair, and what `codegen diff` does."""

    pair: str
    language: str
    judge: tuple[str, ...]
    ours: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether both find a break, or none."""
        return bool(self.judge) == bool(self.ours)


def verdicts(pairs: Sequence[Pair], folder: Path, languages: Sequence[str] = LANGUAGES) -> list[Verdict]:
    """Judge the SDKs of pairs, which are printed below a folder."""
    places = {pair.name: folder / f"pair{number}" for number, pair in enumerate(pairs)}
    ours = {pair.name: _built(pair, places[pair.name], languages) for pair in pairs}
    found = []
    for language in languages:
        said = _judged(language, list(places.values()))
        found += [
            Verdict(pair.name, language, tuple(said[places[pair.name]]), ours[pair.name][language]) for pair in pairs
        ]
    return found


def _built(pair: Pair, folder: Path, languages: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Print both SDKs, and say what `codegen diff` finds broken in each language."""
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


def _judged(language: str, folders: Sequence[Path]) -> Mapping[Path, list[str]]:
    match language:
        case "python":
            return {folder: griffe.breaks(folder / "old/python", folder / "new/python", "judged") for folder in folders}
        case "typescript":
            return consumer.breaks(folders)
    return {folder: apidiff.breaks(folder / "old/go", folder / "new/go") for folder in folders}
