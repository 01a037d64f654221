"""Docstrings and comments: the only way in which descriptions of a document get into printed code.

Text is Markdown. Lines that are too long are wrapped between words, with the indentation of their list item;
fenced code is left alone. Nothing in it can end the docstring or the comment, or change what it says.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from backends.python.code.literals import escape_code
from backends.texts import fold
from backends.writer.ruff import WIDTH, width_of
from compiler.base.patterns import lazy_pattern

_LINE_END = lazy_pattern(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_PLAIN = lazy_pattern(r"[ !#-\[\]-~]*")
"""Printable ASCII without quote and backslash."""
_WORDS = lazy_pattern(r"[!#-\[\]-~](?:[ !#-\[\]-~]*[!#-\[\]-~])?")
"""A line of it without spaces at the ends: what needs neither escapes nor wrapping."""
_ITEM = lazy_pattern(r"([-*+]|\d{1,3}[.)]) +")
_FENCE = lazy_pattern(r"\s*(`{3,}|~{3,})")
_OPEN_QUOTE = lazy_pattern(r'(?<!\\)(?:\\\\)*"\Z')
"""A quote at the end behind an even number of backslashes, which escape each other and not the quote."""
_NARROWEST = 40
"""Lines this short are allowed even where the indentation leaves less."""


def docstring(text: str, depth: int) -> tuple[str, bool]:
    """Print a docstring for a block at ``depth``, quotes included; lines after the first are indented.

    A text with backslashes, or with quotes where they could end it, is parsed again on its own, so that it cannot break
    the file that holds it. Also tells whether it is known to be one text: any other is parsed with its file.
    """
    shown = _docstring(text, depth, escape_docstring)
    held = shown[3:-3]
    if ("\\" in held or '"""' in held or held[-1:] == '"') and not _is_text(shown):
        return _docstring(text, depth, escape_all), False
    return shown, True


def _is_text(code: str) -> bool:
    try:
        tree = compile(code, "printed", "eval", ast.PyCF_ONLY_AST)
    except (SyntaxError, ValueError):
        return False
    return isinstance(tree, ast.Expression) and isinstance(tree.body, ast.Constant)


def _docstring(text: str, depth: int, escape: Callable[[str], str]) -> str:
    indent = "    " * depth
    room = max(WIDTH - len(indent), _NARROWEST)
    if len(text) <= room - 6 and _WORDS.fullmatch(text):
        return f'"""{text}"""'
    given = _dedented(text)
    lines = wrap(given, room, first=room - 3)
    if len(lines) == 1 and width_of(lines[0]) + 6 > room:
        lines = wrap(given, room, first=room - 6)
    if escape is escape_all or _asks_for_escapes(text):
        lines = [escape(line) for line in lines]
    if len(lines) == 1:
        return f'"""{_closed(lines[0])}"""'
    body = "\n".join([lines[0], *[f"{indent}{line}" if line else "" for line in lines[1:]]])
    return f'"""{body}\n{indent}"""'


def _asks_for_escapes(text: str) -> bool:
    """Tell whether :func:`escape_docstring` may change a line of a text."""
    return "\\" in text or '"""' in text or not text.replace("\n", "").isprintable()


def _dedented(text: str) -> list[str]:
    """Remove the indentation that all lines after the first share, as formatters do."""
    lines = text.expandtabs(4).strip().splitlines()
    margin = _margin(lines[1:])
    return [*lines[:1], *[line[margin:] for line in lines[1:]]] if margin else lines


def _margin(lines: Sequence[str]) -> int:
    """Count the blanks that all lines begin with; blank lines do not count."""
    least: int | None = None
    for line in lines:
        bare = line.lstrip()
        if bare and (least is None or len(line) - len(bare) < least):
            least = len(line) - len(bare)
            if not least:
                break
    return least or 0


def escape_docstring(line: str) -> str:
    """Escape one line so that a docstring that holds it evaluates to it."""
    if _PLAIN.fullmatch(line):
        return line
    if line.isprintable() and "\\" not in line:
        return line.replace('"""', '\\"\\"\\"')
    return "".join(map(_escape, line)).replace('"""', '\\"\\"\\"')


def _escape(char: str) -> str:
    if char == "\\":
        return "\\\\"
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"  # from Python 3.13 on, no docstring may hold a lone surrogate, not even escaped
    return char if char.isprintable() else escape_code(char)


def _closed(line: str) -> str:
    """Keep quotes at the edges apart from those of the docstring."""
    if line.startswith('"'):
        line = "\\" + line
    if line.endswith('"') and _OPEN_QUOTE.search(line):
        line = line[:-1] + '\\"'
    return line


def escape_all(line: str) -> str:
    """Escape every quote and backslash of a line: for a text that could end its docstring despite the finer rules."""
    return "".join(map(_escape, line)).replace('"', '\\"')


@lru_cache(maxsize=16)
def comment(text: str) -> Sequence[str]:
    """Print comment lines of a module, ``#`` included."""
    room = WIDTH - 2
    shown = "".join([c if c.isprintable() or _LINE_END.match(c) else escape_code(c) for c in text])
    lines = wrap(shown.splitlines(), room)
    return [f"# {line}" if line else "#" for line in lines]


def wrap(given: Sequence[str], room: int, first: int | None = None) -> list[str]:
    """Wrap lines to at most ``room`` columns (the first line: ``first``), where words allow it.

    Blank lines at the ends and runs of them are dropped; there is always at least one line.
    """
    lines: list[str] = []
    fence = ""
    width = room if first is None else first
    for line in map(str.rstrip, given):
        if not line:
            if lines and lines[-1]:
                lines.append(line)
            continue
        mark = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if mark and (not fence or line.strip() == fence):
            fence = "" if fence else mark[1]
        if fence or (len(line) if line.isascii() else width_of(line)) <= width:
            lines.append(line)
        else:
            lines.extend(_fold(line, width, room))
        width = room
    while lines and not lines[-1]:
        lines.pop()
    if lines:
        lines[0] = lines[0].lstrip()
    return lines or [""]


def _fold(line: str, first: int, room: int) -> list[str]:
    """Fold one long line; continuation lines are indented like the text of its list item."""
    margin = len(line) - len(line.lstrip())
    item = _ITEM.match(line, margin)
    hanging = " " * min(margin + (len(item[0]) if item else 0), room // 2)
    words = line.split()
    if line.isascii():
        return fold(" ".join(words), " " * margin, hanging, first, room)
    return list(_fill(words, " " * margin, hanging, first, room))


def _fill(words: Sequence[str], lead: str, hanging: str, first: int, room: int) -> Iterator[str]:
    """Fold words by their columns, where some characters take two of them."""
    line, width, limit, empty = lead, len(lead), first, True
    for word in words:
        size = width_of(word)
        if not empty and width + 1 + size > limit:
            yield line
            line, width, limit, empty = hanging, len(hanging), room, True
        line = line + word if empty else f"{line} {word}"
        width += size + (0 if empty else 1)
        empty = False
    yield line
