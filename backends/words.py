"""The words of printed files: sections of Markdown, in ``words.md`` beside each printer, which a writer edits.

``backends/words.md`` says what a section is, and has those of all languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from textwrap import indent

from compiler.base.patterns import lazy_pattern

WORDS = "words.md"
_SECTION = lazy_pattern(r"^# (\w+)\n+(?:```\w*\n(.*?)^```\n+|(.*?))(?=^# |\Z)", re.MULTILINE | re.DOTALL)
_PLACEHOLDER = r"%([a-z_]+)(?: ((?:[^%]|%[a-z_]+%)*))?%"
_HOLE = lazy_pattern(_PLACEHOLDER)
_ALONE = lazy_pattern(rf"(\s*){_PLACEHOLDER}")


@cache
def read_words(folder: Path) -> Mapping[str, str]:
    """Read the sections of a language, and those that all share, by their names."""
    shared = Path(__file__).parent
    return _read(shared / WORDS) | _read(folder / WORDS)


def _read(path: Path) -> dict[str, str]:
    found = _SECTION.finditer(path.read_text("utf-8"))
    return {item[1]: _prose(item[3]) if item[2] is None else item[2].removesuffix("\n") for item in found}


def _prose(text: str) -> str:
    """Join the lines of each paragraph."""
    return "\n\n".join(" ".join(paragraph.split("\n")) for paragraph in text.strip().split("\n\n"))


def section(home: Path, word: str, /, **values: str) -> str:
    """Write a section of the words of a target."""
    return fill(read_words(home)[word], lambda name, _: values[name])


def fixed_parts(text: str) -> list[str]:
    """Return what stands between the placeholders of a section, by paragraphs."""
    return _HOLE.sub("\n\n", text).split("\n\n")


def fill(text: str, value: Callable[[str, tuple[str, ...]], str]) -> str:
    """Fill the placeholders of a section; ``value`` gives what one stands for, by its name and its arguments."""

    def filled(hole: re.Match[str]) -> str:
        arguments = hole[2].split(" | ") if hole[2] else ()
        return value(hole[1], tuple(fill(item, value) for item in arguments))

    lines: list[str] = []
    for line in text.split("\n"):
        alone = _ALONE.fullmatch(line)
        made = _HOLE.sub(filled, line.strip() if alone else line)
        if made or not alone:
            lines.append(indent(made, alone[1]) if alone else made)
        elif lines and not lines[-1]:
            lines.pop()
    return "\n".join(lines)
