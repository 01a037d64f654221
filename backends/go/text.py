"""Go source text: literals and comments. Every text of a document is printed through these functions."""

from __future__ import annotations

import functools
import re
import textwrap
from collections.abc import Iterable, Sequence

from backends.texts import fold
from backends.writer.gofmt import inline
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Json

WIDTH = 110
"""The column at which comments are wrapped; gofmt does not wrap."""

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PLAIN = lazy_pattern(
    r'[^"\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*'
)


@functools.lru_cache(maxsize=50_000)
def string(text: str) -> str:
    """Print a string literal."""
    if _PLAIN.fullmatch(text):
        return f'"{text}"'
    return '"' + "".join(_char(char) for char in text) + '"'


def _char(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        return "\\uFFFD"
    if _PLAIN.fullmatch(char):
        return char
    return f"\\u{code:04x}"


def strings(texts: Iterable[str]) -> str:
    """Print a slice of strings."""
    return inline("[]string", map(string, texts))


def string_map(values: dict[str, str]) -> str:
    """Print a map of strings, on one line."""
    return inline("map[string]string", (f"{string(key)}: {string(value)}" for key, value in values.items()))


def pairs(facts: Iterable[tuple[str, str]]) -> list[str]:
    """Print keys and values of a composite literal that stands on one line."""
    return [f"{key}: {value}" for key, value in facts]


def literal(value: Json) -> str:
    """Print a scalar, a list of strings, or a map of strings, which may be pairs."""
    if isinstance(value, (dict, tuple)):
        is_map = isinstance(value, dict) or isinstance(value[0], tuple)
        return string_map(dict(value)) if is_map else strings(value)
    return scalar(value)


def scalar(value: Json) -> str:
    """Print a boolean, a number or a string."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return string(value) if isinstance(value, str) else str(value)


_NAME = lazy_pattern(r"(?<![\w.])\w+")
"""Names in a type, but for those that follow the point of another package."""


def qualify(printed: str, prefix: str) -> str:
    """Write a type as other packages name it: what the package exports, in capitals of any script, has the prefix."""
    return _NAME.sub(lambda name: prefix + name[0] if name[0][:1].isupper() else name[0], printed)


_SAID = lazy_pattern(r'"(?:\\.|[^"\\\n])*"|`[^`]*`|//[^\n]*')
"""Strings, which may go on over lines, and comments."""


def has_package(lines: Iterable[str], package: str) -> bool:
    """Whether code names something of a package: strings, comments and what other names end in (`x.Workflows.`) do not.

    Go refuses an import that is not used.
    """
    return re.search(rf"(?<![\w.]){re.escape(package)}\.", _SAID.sub('""', "\n".join(lines))) is not None


# --------------------------------------------------------------------------- comments

_BULLET = lazy_pattern(r"\s*(?:[-*+\u2022]|\d{1,3}[.)])\s+(.*)")
_HEADING = lazy_pattern(r"\s*#{1,6}\s+(.*?)\s*#*\s*$")
_NO_HEADING = lazy_pattern(r'[;:!?+*/=\[\]{}_^°&§~%#@<">\\]')
_FENCE = lazy_pattern(r"\s*(```|~~~)")
_MARKED = lazy_pattern(r"\n\s*[-*+#~`\d\u2022]")
"""Text that is markup at the start of a line after the first."""
_GAP = lazy_pattern(r"\n\s*\n")
_BUILD = lazy_pattern(r"(^|\n|\s)\+build\b")
"""A line that gofmt takes for a condition of the build."""
_FOUR_TICKS = lazy_pattern(r"`{4,}")
_TWO_TICKS = lazy_pattern(r"(?<!`)``(?!`)")
_QUOTES = lazy_pattern(r"'{2,}")
_EMPTY = lazy_pattern(r"(?<![\w.!?])'{2,}")
_HIDDEN = lazy_pattern(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Characters that comments leave out: those that control a terminal or the direction of text, among others."""


@functools.lru_cache(maxsize=10_000)
def comment(text: str) -> Sequence[str]:
    """Print Markdown as a doc comment in gofmt's format: paragraphs, lists and blocks of code."""
    if not text or text.isspace():
        return ()
    lines: list[str] = []
    for block in _blocks(text):
        lines += ["", *block] if lines else block
    return tuple([f"// {line}" if line and line[0] != "\t" else f"//{line}" for line in lines])


def _blocks(text: str) -> list[list[str]]:
    """Divide a text into the blocks of a comment."""
    if _is_plain(text):
        if "\n" not in text:
            return [_paragraph(text)]
        return [_paragraph(part) for part in _GAP.split(text.strip())]
    blocks: list[list[str]] = []
    paragraph: list[str] = []
    items: list[str] = []
    code: list[str] | None = None

    def close() -> None:
        if paragraph:
            blocks.append(_paragraph(" ".join(paragraph)))
            paragraph.clear()
        if items:
            blocks.append([line for item in items for line in _item(item)])
            items.clear()

    for line in _cleaned(text).split("\n"):
        if ("```" in line or "~~~" in line) and _FENCE.match(line):
            close()
            if code is None:
                code = []
            else:
                blocks += [_code(code)] if any(map(str.strip, code)) else []
                code = None
        elif code is not None:
            code.append(line)
        elif not line.strip():
            close()
        else:
            _take(line, paragraph, items, close)
    if code is not None and any(map(str.strip, code)):
        blocks.append(_code(code))
    close()
    return _merged(blocks)


def _is_plain(text: str) -> bool:
    """Whether a text is only paragraphs, without any markup."""
    if "+build" in text or "``" in text or "''" in text or not text.replace("\n", " ").isprintable():
        return False
    return not _MARKED.search(f"\n{text}")


def _take(line: str, paragraph: list[str], items: list[str], close: object) -> None:
    assert callable(close)
    bullet, heading = _BULLET.match(line), _HEADING.match(line) if "#" in line else None
    if bullet and bullet[1].strip():
        if paragraph:
            close()
        items.append(bullet[1])
    elif heading and heading[1]:
        close()
        paragraph.append(heading[1])
        close()
    elif items:
        items[-1] += " " + line.strip()
    else:
        paragraph.append(line.strip())


def _merged(blocks: list[list[str]]) -> list[list[str]]:
    """Merge adjacent lists: an empty line between two items would put one between all of them."""
    merged: list[list[str]] = []
    for block in blocks:
        if merged and block[0].startswith("  - ") and merged[-1][0].startswith("  - "):
            merged[-1] += block
        elif merged and block[0].startswith("\t") and merged[-1][0].startswith("\t"):
            merged[-1] += ["", *block]
        elif merged and block[0][0] in " \t" and merged[-1][0][0] in " \t":
            merged += [["And:"], block]  # adjacent indented blocks would run together
        else:
            merged.append(block)
    return merged


def _cleaned(text: str) -> str:
    if "+build" in text:
        text = _BUILD.sub(r"\1build", text)
    if not text.replace("\n", "").isprintable():
        text = _HIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\x85", "\n")).expandtabs(4)
    if "``" in text:
        text = _TWO_TICKS.sub("`", _FOUR_TICKS.sub("```", text))
    if "''" not in text:
        return text
    text = _EMPTY.sub(lambda found: '"' * len(found[0]), text)  # gofmt turns `''` into one character
    return _QUOTES.sub("'", text)


def _paragraph(text: str) -> list[str]:
    text = " ".join(text.split()).replace("```", "`")
    if text[:1].isupper() and text[-1:] not in ".," and not _NO_HEADING.search(text):
        text += "."  # a line of words only could be taken for a heading
    lines = fold(text or ".", "", "", WIDTH, WIDTH)
    return [_safe(line) for line in lines] if "]:" in text else lines


def _safe(line: str) -> str:
    """Keep a line from being read as the definition of a link, which gofmt would move: ``[`` first, ``]:`` anywhere."""
    return line.replace("]:", "] :") if line.startswith("[") else line


def _item(text: str) -> list[str]:
    words, room = " ".join(text.split()).replace("```", "`"), WIDTH - 4
    first, *rest = fold(words or ".", "", "", room, room, _MARKER)
    return [f"  - {_safe(first)}", *(f"    {_safe(line)}" for line in rest)]


_MARKER = lazy_pattern(r"(?:[-*+•]|\d{1,9}[.)])(?: |$)")
"""A word that begins an item where it stands first on a line."""


def _code(lines: Sequence[str]) -> list[str]:
    shown = textwrap.dedent("\n".join(lines)).strip("\n").split("\n")
    if _BULLET.match(shown[0]):
        shown[0] = f"> {shown[0].strip()}"  # a block that begins like a list is taken for one
    squeezed = [line for at, line in enumerate(shown) if line.strip() or (at and shown[at - 1].strip())]
    return ["\t" + line.rstrip() if line.strip() else "" for line in squeezed]
