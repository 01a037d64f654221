"""Rewrites the Python files of a program, together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import libcst as cst

from migrate.upgrade.edits import Span, Told
from migrate.upgrade.python.checker_types import ask, find_pyright
from migrate.upgrade.python.rewriting import Question, rewrite
from migrate.upgrade.python.source import MARK, Source
from migrate.upgrade.python.value import Value
from migrate.upgrade.renames import Renames
from migrate.upgrade.report import Outcome

_FROM = re.compile(r"^\s*from\s+(\S+)\s+import\s+(\([^)]*\)|[^\n#]*)", re.MULTILINE)


def rewrite_python(
    files: Mapping[Path, bytes], renames: Renames, folders: Sequence[str], python: str | None
) -> Outcome:
    """Rewrite files; those that cannot be parsed are told and left alone."""
    sources: dict[Path, Source] = {}
    left: dict[Path, str] = {}
    for path, text in files.items():
        if not _concerned(text, renames):
            continue
        try:
            sources[path] = Source(str(path), text)
        except cst.ParserSyntaxError as error:
            left[path] = f"line {error.raw_line}: {error.message}"
        except UnicodeDecodeError as error:
            left[path] = f"it is not text: {error.reason}"
    passed = _passed_on(files, renames)
    asked: dict[Path, dict[Span, Value]] = {}
    tried: set[tuple[Path, Span]] = set()
    checked, notes = False, []
    program = find_pyright()
    heirs: dict[str, str] = {}
    while True:
        # What pyright tells of a client makes more known, and then there may be more to ask.
        results = {
            path: rewrite(source, renames, asked.get(path, {}), passed.get(path.stem, set()), heirs, checked=checked)
            for path, source in sources.items()
        }
        known, heirs = heirs, _merged_heirs(result.heirs for result in results.values())
        if known != heirs:
            continue
        questions = {
            path: [item for item in result.questions if (path, item.span) not in tried]
            for path, result in results.items()
        }
        count = sum(len(items) for items in questions.values())
        if not count:
            break
        if program is None:
            notes.append(_untold(questions))
            break
        answers = ask(program, files, questions, renames, folders, python, heirs)
        if answers is None:
            notes.append("pyright failed, so that types beyond what the text shows are not known")
            break
        tried |= {(path, item.span) for path, items in questions.items() for item in items}
        for path, found in answers.items():
            asked.setdefault(path, {}).update(found)
        checked = True
    told = [item for result in results.values() for item in result.told]
    return Outcome({path: result.text for path, result in results.items()}, tuple(told), left, tuple(notes))


def _merged_heirs(of_files: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return the classes of the SDK that classes of the program inherit from; "" where two of a name differ in it."""
    found: dict[str, set[str]] = {}
    for heirs in of_files:
        for name, base in heirs.items():
            found.setdefault(name, set()).add(base)
    return {name: next(iter(bases)) if len(bases) == 1 else "" for name, bases in found.items() if bases != {""}}


def _untold(questions: Mapping[Path, Sequence[Question]]) -> str:
    count = sum(len(items) for items in questions.values())
    first = next(path for path, items in questions.items() if items)
    return f"pyright is not installed, so the types of {count} expressions are not known, the first in {first}"


def _concerned(text: bytes, renames: Renames) -> bool:
    """Whether a file may have anything to rewrite; most files of large programs do not."""
    words = {renames.package[0], MARK.strip()}
    for path, move in renames.methods.items():
        if not (move.same_path and move.same_call):
            words.add(path.rpartition(".")[2])
    words |= set(renames.views)
    for names in renames.fields.values():
        words |= set(names)
    return re.search(b"|".join(re.escape(word.encode()) for word in sorted(words)), text) is not None


def _passed_on(files: Mapping[Path, bytes], renames: Renames) -> dict[str, set[str]]:
    """Return the names that files of the program import from each other, by the stem of the module they come from."""
    found: dict[str, set[str]] = {}
    package = renames.package[0]
    for text in files.values():
        for module, names in _FROM.findall(text.decode(errors="replace")):
            if module == package or module.startswith(f"{package}."):
                continue
            stem = module.rpartition(".")[2] or "__init__"
            for name in re.findall(r"[A-Za-z_]\w*", names):
                found.setdefault(stem, set()).add(name)
                found.setdefault("__init__", set()).add(name)
    return found


__all__ = ["Told", "rewrite_python"]
