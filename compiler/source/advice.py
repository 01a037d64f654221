"""Guesses what is wrong with a text that is not YAML or JSON: parsers say where they stopped, but not why."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.base.patterns import lazy_pattern
from compiler.source.failure import Problem
from compiler.source.text import Text

_CONFLICT = re.compile(rb"^<{7} ", re.MULTILINE)
_FIRST = 4_096
"""How many bytes are read to recognise the kind of a file."""
_NEAR = 5
"""How many lines after an unclosed bracket or quote a parser may stop."""
_COMMENTED = lazy_pattern(r"\$ref['\"]?: +#/\S+")
"""`{$ref: #/components/schemas/Trip}` without quotes: the text after ` #` is a comment."""
_OPEN = lazy_pattern(r"[^#'\"]*: +(\"[^\"]*|'[^']*)\Z")
"""A quoted text that does not end in its line."""
_BEGINS = lazy_pattern(r"[^:]*: +([@`%*&!|>{\[\"'])")


def of_bytes(data: bytes) -> str | None:
    """Return how to fix bytes that are not UTF-8; None if their kind is not known."""
    if data.startswith((b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ")):
        return "the file is compressed: unpack it"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:4]:
        return "the file is UTF-16: save it as UTF-8"
    return None


def of_text(text: Text, problem: Problem) -> str | None:
    """Return how to fix a text at the place where a parser stopped; None if only its message can be shown."""
    look = _of_json if problem.code == "CG0105" else _of_yaml
    return _of_file(text.data) or next(look(text, problem), None)


def _of_file(data: bytes) -> str | None:
    begin = data[:_FIRST].lstrip()
    if begin.startswith(b"<") and not begin.startswith(b"<<"):
        return "this is HTML or XML, such as a sign-in page or an error: save the document itself"
    if begin.startswith(b"```"):
        return "take away the lines with ```, which Markdown puts around code"
    conflict = _CONFLICT.search(data)
    if conflict is not None:
        line = data.count(b"\n", 0, conflict.start()) + 1
        return f"line {line} is the mark of a merge conflict: settle the conflict, and take its marks away"
    return of_bytes(data)


def _of_json(text: Text, problem: Problem) -> Iterator[str]:
    rest = text.read()[problem.character : problem.character + 2]
    said = str(problem.params["problem"])
    if rest in ("//", "/*") or rest[:1] == "#":
        yield "JSON has no comments: take it away"
    if rest[:1] == "'":
        yield "JSON has double quotes alone"
    if "trailing comma" in said:
        yield "take the comma away"
    if not text.data.strip().startswith((b"{", b"[", b'"')):
        yield "if the text is YAML, name the file `.yaml`"
    if not rest or "unterminated" in said:
        yield "the text ends too early: fetch it again, or close what is open"


def _of_yaml(text: Text, problem: Problem) -> Iterator[str]:
    line, column = text.line_column(text.offset_of(problem.character))
    near = {number: text.excerpt(number)[0] for number in range(max(1, line - _NEAR), line + 1)}
    for number in (line, line - 1):
        blank = re.match(r"\s*", near.get(number, "")) or re.match("", "")
        if blank is not None and "\t" in blank[0]:
            yield f"indent line {number} with spaces: YAML allows no tabs there"
        if blank is not None and "\u00a0" in blank[0]:
            yield f"line {number} is indented with no-break spaces: write plain ones"
    for number, shown in reversed(near.items()):
        if _COMMENTED.search(shown):
            yield f"write the reference of line {number} in quotes: after a space, `#` begins a comment"
    said = str(problem.params["problem"])
    if "quoted text that begins" in said:
        yield f"look for a quote that is missing at the end of {said.rpartition(' in ')[2]}"
    for number, shown in reversed(near.items()):
        if number < line and "did not find expected" in said and _OPEN.match(shown):
            yield f"look for a quote that is missing at the end of line {number}"
    yield from _of_line(near[line], column, said)


def _of_line(shown: str, column: int, said: str) -> Iterator[str]:
    """Look at the line where the parser stopped."""
    before, rest = shown[: column - 1], shown[column - 1 :]
    begins = _BEGINS.match(shown)
    if "cannot start any token" in said and rest[:1] in ("@", "`", "%"):
        yield f"write the text in quotes: it must not begin with `{rest[:1]}`".replace("```", "a backtick")
    if "scanning an alias" in said:
        yield "write it in quotes: `*` begins an alias"
    if begins is not None and begins[1] in "{[\"'" and before.strip().endswith(("}", "]", '"', "'")):
        yield f"write the whole text in quotes: it must not begin with `{begins[1]}` and continue after its end"
    if "flow mapping" in said and ("{" in rest[:2] or "{" in before[-1:]):
        yield "write the text with `{` in quotes"
    if "mapping values are not allowed" in said:
        if ": " in before:
            yield "write the text in quotes: it must not contain `: `"
        yield "indent this line, or the one before, as the other keys of its object are"
    if "block mapping" in said and not before.strip():
        yield "indent this line, or those before, as the other keys of its object are"
    if "block collection" in said or ("block mapping" in said and before.strip() in ("", "-")):
        yield "indent this line as the other items of its list are"
