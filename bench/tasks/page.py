"""Prints docs/tasks.md: each task in three languages, beside the code for the published SDK, with numbers of lines."""

from __future__ import annotations

import re
from pathlib import Path

from bench.documents import ROOT
from bench.page import table
from bench.tasks.programs import HERE, LANGUAGES
from bench.tasks.scripts import TASKS, Task

PAGE = ROOT / "docs" / "tasks.md"
_SPELLED = {"python": "Python", "typescript": "TypeScript", "go": "Go"}
_PUBLISHED = {
    "openai": {"python": "openai", "typescript": "openai", "go": "openai-go"},
    "stripe": {"python": "stripe", "typescript": "stripe", "go": "stripe-go"},
    "github": {"python": "PyGithub", "typescript": "octokit", "go": "go-github"},
}
_IMPORTS = {
    "python": re.compile(r"^(?:import|from) .*\n", re.MULTILINE),
    "typescript": re.compile(r"^import .*\n", re.MULTILINE),
    "go": re.compile(r"^package .*\n|^import \((?:.*\n)*?\)\n", re.MULTILINE),
}


def program(language: str, task: Task, published: bool = False) -> str:
    """The text of a program."""
    folder = HERE / "published" / language if published else HERE / language
    return (folder / f"{task.name}.{LANGUAGES[language]}").read_text(encoding="utf-8")


def lines(language: str, text: str) -> int:
    """How many lines a user writes: without imports, blank lines and comments."""
    code = _IMPORTS[language].sub("", text)
    return sum(1 for line in code.splitlines() if line.strip() and not line.strip().startswith(("#", "//")))


def _table() -> list[str]:
    columns = ["Task", *(name for spelled in _SPELLED.values() for name in (f"{spelled}, ours:", "published:"))]
    kinds = [(one, published) for one in LANGUAGES for published in (False, True)]
    counts = [[lines(one, program(one, task, published)) for one, published in kinds] for task in TASKS]
    rows = ((f"[{task.title}](#{_anchor(task)})", *count) for task, count in zip(TASKS, counts, strict=True))
    return table(columns, [*rows, ("All", *map(sum, zip(*counts, strict=True)))])


def _anchor(task: Task) -> str:
    return re.sub(r"[^\w -]", "", task.title).lower().replace(" ", "-")


def _fenced(language: str, text: str) -> str:
    return f"```{LANGUAGES[language]}\n{text.strip()}\n```"


def _section(task: Task) -> list[str]:
    parts = [f"## {task.title}", *([task.note] if task.note else [])]
    for language, spelled in _SPELLED.items():
        ours, theirs = program(language, task), program(language, task, published=True)
        name = _PUBLISHED[task.api][language]
        if ours == theirs:
            parts += [f"### {spelled}: ours, and the same for the published {name}", _fenced(language, ours)]
            continue
        parts += [f"### {spelled}: ours", _fenced(language, ours)]
        parts += [f"### {spelled}: the published {name}", _fenced(language, theirs)]
    return parts


def _overlays() -> list[str]:
    files: list[Path] = sorted((HERE / "specs").glob("*.overlay.yaml"))
    return [f"```yaml\n{file.read_text(encoding='utf-8').strip()}\n```" for file in files]


def render() -> str:
    """The page."""
    counted = "Lines of each program, without imports, blank lines and comments:"
    sections = [part for task in TASKS for part in _section(task)]
    intro = (HERE / "intro.md").read_text(encoding="utf-8")
    return intro + "\n\n".join([*_overlays(), counted, "\n".join(_table()), *sections]) + "\n"
