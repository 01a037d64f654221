"""What rewriting a program came to, for people and programs."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from pathlib import Path

from compiler.base.frozen import frozen
from migrate.upgrade.edits import Told
from migrate.upgrade.untraced import untraced_in


@frozen
class Outcome:
    """The files of a program after rewriting, those that did not change among them.

    ``left``: files that were left alone, and why. ``notes``: what holds for the program as a whole. ``targets``: those
    whose names changed, and in whose language it has files.
    """

    files: Mapping[Path, bytes]
    told: tuple[Told, ...]
    left: Mapping[Path, str]
    notes: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    def with_those(self, other: Outcome, notes: tuple[str, ...]) -> Outcome:
        """Return what both came to, and notes."""
        return Outcome(
            {**self.files, **other.files},
            (*self.told, *other.told),
            {**self.left, **other.left},
            (*self.notes, *notes, *other.notes),
            (*self.targets, *other.targets),
        )


def changes_of(outcome: Outcome, files: Mapping[Path, bytes]) -> dict[Path, bytes]:
    """Return the files that changed."""
    return {path: text for path, text in outcome.files.items() if text != files[path]}


def as_text(outcome: Outcome, changed: Mapping[Path, bytes], *, would: bool) -> str:
    """Return the report for people."""
    lines = [f"{path}: {'would be ' if would else ''}rewritten" for path in sorted(changed)]
    lines += [f"{item.file}:{item.line}: {item.text}" for item in outcome.told]
    lines += [f"{path}: left alone: {problem}" for path, problem in sorted(outcome.left.items())]
    lines += outcome.notes
    if untraced := untraced_in(outcome.targets):
        lines.append(f"not looked for, since they leave no trace: {'; '.join(untraced)}")
    lines.append(
        f"{_count(len(changed), 'file')} {'would be ' if would else ''}rewritten, "
        f"{_count(len(outcome.told), 'place')} to look at"
    )
    return "".join(f"{line}\n" for line in lines)


def as_json(outcome: Outcome, changed: Mapping[Path, bytes]) -> str:
    """Return the report for programs."""
    told = {
        "rewritten": [str(path) for path in sorted(changed)],
        "places": [
            {"file": item.file, "line": item.line, "text": item.text, "marked": item.marked} for item in outcome.told
        ],
        "left": {str(path): problem for path, problem in sorted(outcome.left.items())},
        "notes": list(outcome.notes),
        "untraced": list(untraced_in(outcome.targets)),
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def as_github(outcome: Outcome) -> str:
    """Return annotations of a pull request."""
    lines = [f"::warning file={item.file},line={item.line}::{item.text}" for item in outcome.told]
    lines += [f"::warning file={path}::left alone: {problem}" for path, problem in sorted(outcome.left.items())]
    return "".join(f"{line}\n" for line in lines)


def as_diff(files: Mapping[Path, bytes], changed: Mapping[Path, bytes]) -> str:
    """Return the changes as a unified diff."""
    parts: list[str] = []
    for path, text in sorted(changed.items()):
        old, new = (side.decode(errors="replace").splitlines(keepends=True) for side in (files[path], text))
        parts += [
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in difflib.unified_diff(old, new, f"a/{path}", f"b/{path}")
        ]
    return "".join(parts)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
