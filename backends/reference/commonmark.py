"""Descriptions of a document, made safe to include in a page.

CommonMark stays as it is, except for what could break out of its place: raw HTML is escaped, links keep only absolute
``http``, ``https``, ``mailto`` and ``tel`` targets, headings become bold lines (the page's own outline stays true)
and an open code fence is closed. Everything here errs on the safe side: where code cannot be distinguished from text
without a full parser, `<` is escaped in both.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from compiler.base.markdown import absolute, has_scheme, rows_as_items
from compiler.base.patterns import lazy_pattern

_CONTROL = lazy_pattern(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
_RISKY = lazy_pattern(r"[<\]]|```|~~~|^ {0,3}#{1,6}(?:\s|$)|^ {0,3}(?:=+|-+)[ \t]*$", re.MULTILINE)
_FENCE = lazy_pattern(r"(?:(`{3,}) *([\w+.#-]*)[^`]*|(~{3,}) *([\w+.#-]*).*)$")
_INNER_FENCE = lazy_pattern(r"^[^`~\n].*?(?:```|~~~)", re.MULTILINE)
_CONTAINED_FENCE = lazy_pattern(r"((?:[ >]|[-*+] |\d{1,9}[.)] )*)(`{3,}(?=[^`]*$)|~{3,})(.*)")
_MARKER = lazy_pattern(r"[^> ]")
_AUTOLINK = lazy_pattern(r"<(?:https?://|mailto:)[^\s<>`]*>", re.IGNORECASE)
_NOTABLE = lazy_pattern(rf"\\.|{_AUTOLINK.pattern}|`", re.IGNORECASE | re.DOTALL)
_TICKS = lazy_pattern(r"`+")
_OPEN_TICK = lazy_pattern(r"(?<!\\)((?:\\\\)*)`")
"""A backtick that could open a code span: some renderers look for its end in the next cell of a table."""
_HEADING = lazy_pattern(r" {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_UNDERLINE = lazy_pattern(r" {0,3}(?:=+|-+)[ \t]*")
_NO_HEADING = lazy_pattern(r"    |[ ]*(?:[|>]|[-*+] |\d{1,9}[.)] )")
_SIMPLE_LINK = lazy_pattern(r"(?<!!)\[([^\[\]\n`]*)\]\(([^()\s\\&<>]+)\)")
_TOLD = 200
"""Characters that a link's target is judged by: no link is read through all that follow."""
_DESTINATION = lazy_pattern(rf"\]([(:])(?=[\s<>]{{0,100}}([^\s)>]{{0,{_TOLD}}}))")


@functools.lru_cache(maxsize=20_000)
def blocks(text: str | None) -> str:
    """Return a description as Markdown blocks, "" for None or blank text. It ends without a newline."""
    if not text or text.isspace():
        return ""
    text = _normal(text)
    return text if not _RISKY.search(text) else "\n".join(_lines(text, strict=False))


@functools.lru_cache(maxsize=50_000)
def cell(text: str | None) -> str:
    """Return a description as one line for a cell of a table, its paragraphs and list items separated by ``<br>``."""
    if not text or text.isspace():
        return ""
    text = rows_as_items(_normal(text))
    lines = text.split("\n")
    plain = not _RISKY.search(text) and all(map(_balanced, lines))
    return _flatten(lines if plain else _lines(text, strict=True))


def inline(text: str | None) -> str:
    """Return a short text (a title, a summary) as one line of Markdown."""
    if not text or text.isspace():
        return ""
    return " ".join(" ".join(_lines(_normal(" ".join(text.split())), strict=True)).split())


def _normal(text: str) -> str:
    if text.isprintable():  # one line without tabs, as most texts are
        return text.strip(" ")
    text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    return _CONTROL.sub("", text).strip("\n").lstrip(" ").rstrip()


def _lines(text: str, *, strict: bool) -> list[str]:
    """Clean a text line by line. ``strict``: its lines will be joined, so code spans must close within each line."""
    told = not _INNER_FENCE.search(text)
    parts = _divide(text) if told else [("text", _close_inner_fences(text))]
    if strict and told:
        told = all(_balanced(line) for kind, part in parts if kind == "text" for line in part.split("\n"))
    done: list[str] = []
    for kind, part in parts:
        if kind == "text":
            done += _clean_text(_disarm(part, told))
        else:
            done += (part if told else _escape(part)).split("\n")
    return [_OPEN_TICK.sub(r"\1\\`", line) for line in done] if strict and not told else done


def _divide(text: str) -> list[tuple[str, str]]:
    """Divide a text into fenced code blocks (closed, if need be) and the text between them.

    A fence keeps only the language of its info string: some renderers read a bar in the rest as a table.
    """
    parts: list[tuple[str, str]] = []
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        if fence:
            lines.append(line)
            if _closes(line, fence):
                parts.append(("code", "\n".join(lines)))
                lines, fence = [], ""
        elif found := _FENCE.match(line):
            if lines:
                parts.append(("text", "\n".join(lines)))
            fence = found[1] or found[3]
            lines = [fence + (found[2] or found[4] or "")]
        else:
            lines.append(line)
    if fence:
        lines.append(fence)
    if lines:
        parts.append(("code" if fence else "text", "\n".join(lines)))
    return parts


def _closes(line: str, fence: str) -> bool:
    """Tell whether a line closes a fence: up to three spaces, and at least as many fence characters as opened it."""
    bare = line.strip()
    return len(bare) >= len(fence) and not bare.strip(fence[0]) and len(line) - len(line.lstrip()) < 4


def _close_inner_fences(text: str) -> str:
    """Escape the fences of a text unless all, in lists and quotes too, are closed where they were opened."""
    lines = text.split("\n")
    inside, fence = "", ""
    for line in lines:
        found = _CONTAINED_FENCE.match(line)
        if not fence:
            inside, fence = (_MARKER.sub(" ", found[1]), found[2]) if found else ("", "")
        elif (line.strip() or ">" in inside) and not line.startswith(inside):
            break
        elif found and found[2].startswith(fence) and not found[3].strip():
            if found[1] != inside:
                break
            fence = ""
    if not fence:
        return text
    return "\n".join(_CONTAINED_FENCE.sub(lambda found: f"{found[1]}\\{found[2]}{found[3]}", line) for line in lines)


def _disarm(text: str, told: bool) -> str:
    """Make raw HTML and links harmless, outside of code spans where these can be recognised."""
    if "<" not in text and "]" not in text:
        return text
    return "\n\n".join(_disarm_paragraph(part, told) for part in text.split("\n\n"))


def _disarm_paragraph(text: str, told: bool) -> str:
    """Disarm a paragraph; code spans count only if each closes on its own line: line breaks cannot move these."""
    lines = text.split("\n")
    if not told or not all(map(_balanced, lines)):
        return _links(_escape(text))
    return "\n".join("".join(_links(_escape(part)) if raw else part for raw, part in _spans(line)) for line in lines)


def _escape(text: str) -> str:
    """Escape every `<` except those of autolinks to the web."""
    if "<" not in text:
        return text
    kept = [match.span() for match in _AUTOLINK.finditer(text)]
    done, at = [], 0
    for start, end in kept:
        done += [_LESS.sub(_less, text[at:start]), text[start:end]]
        at = end
    return "".join([*done, _LESS.sub(_less, text[at:])])


_LESS = lazy_pattern(r"(\\*)<")


def _less(found: re.Match[str]) -> str:
    """Escape a `<`; a backslash before it would escape the replacement instead."""
    return f"{found[1][len(found[1]) % 2 :]}&lt;"


def _spans(line: str) -> list[tuple[bool, str]]:
    """Divide a balanced line into text (True) and code spans (False); a span over a table's bar counts as text."""
    parts: list[tuple[bool, str]] = []
    start = 0
    for opens, ends in _code_spans(line):
        parts += [(True, line[start:opens]), ("|" in line[opens:ends], line[opens:ends])]
        start = ends
    return [*parts, (True, line[start:])]


def _code_spans(line: str) -> Iterator[tuple[int, int]]:
    """Yield where code spans open and end; the end is -1 for a run of backticks that nothing closes."""
    at = 0
    while found := _NOTABLE.search(line, at):
        at = found.start()
        if found[0] != "`":
            at = found.end()
            continue
        ends = _closing(line, at)
        yield at, ends
        if ends < 0:
            return
        at = ends


def _closing(line: str, at: int) -> int:
    """Return where the code span that opens at ``at`` ends, or -1."""
    run = _TICKS.match(line, at)
    assert run is not None
    for found in _TICKS.finditer(line, run.end()):
        if len(found[0]) == len(run[0]):
            return found.end()
    return -1


def _balanced(line: str) -> bool:
    """Tell whether every run of backticks in a line opens or closes a code span within it."""
    return "`" not in line or all(ends >= 0 for _, ends in _code_spans(line))


def _links(text: str) -> str:
    """Keep links to the web. A relative link, valid only where the document is published, becomes its text."""
    if "]" not in text:
        return text
    text = _SIMPLE_LINK.sub(lambda found: found[0] if absolute(found[2]) else found[1], text)
    return _DESTINATION.sub(lambda found: found[0] if _harmless(found[1], found[2]) else "]\\" + found[1], text)


def _harmless(mark: str, target: str) -> bool:
    """Tell whether ``](target`` is a good link, or ``]: target`` a good definition or no definition at all."""
    if absolute(target):
        return True
    if mark == "(" or len(target) == _TOLD:
        return False
    return target[:1] not in ("", ".", "/", "#") and not has_scheme(target)


def _clean_text(text: str) -> list[str]:
    """Turn headings into bold lines; code in lists and quotes is left as it is."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        if found := _CONTAINED_FENCE.match(line):
            fence = "" if fence and found[2].startswith(fence) else fence or found[2]
            lines.append(line)
        elif fence:
            lines.append(line)
        elif heading := _HEADING.fullmatch(line):
            lines += _heading(lines, heading[1] or "")
        elif lines and _UNDERLINE.fullmatch(line) and _may_be_heading(lines[-1]):
            text = lines.pop()
            lines += _heading(lines, text)
        elif line.strip() or not lines or lines[-1]:
            lines.append(line)
    return lines


def _may_be_heading(line: str) -> bool:
    return bool(line.strip()) and not _NO_HEADING.match(line) and not _CONTAINED_FENCE.match(line)


def _heading(before: list[str], text: str) -> list[str]:
    """Return a heading as a bold paragraph."""
    plain = text.strip().strip("*_").strip()
    gap = [""] if before and before[-1] else []
    return [*gap, f"**{plain}**", ""] if plain else gap


def _flatten(lines: list[str]) -> str:
    """Join lines for a cell: blank lines, list items and code lines break, other lines flow."""
    out: list[list[str]] = []
    fence = ""
    gap = False
    for line in lines:
        bare = line.strip()
        if fence or _FENCE.match(line):
            if (found := _FENCE.match(line)) and not fence:
                fence = found[1] or found[3]
            elif fence and _closes(line, fence):
                fence = ""
            elif bare:
                out.append([code(line)])
        elif not bare:
            gap = bool(out)
        elif gap or not out or _starts_item(bare):
            out += [[], [bare]] if gap and not _starts_item(bare) else [[bare]]
            gap = False
        else:
            out[-1].append(bare)
    return "<br>".join(map(" ".join, out))


_ITEM = lazy_pattern(r"(?:[-*+]|\d{1,9}[.)]) ")


def _starts_item(line: str) -> bool:
    return _ITEM.match(line) is not None


@functools.lru_cache(maxsize=100_000)
def code(text: str) -> str:
    """Return a text as a code span, whatever backticks it contains."""
    if text.isprintable() and "`" not in text and text and not text.isspace():
        return f"`{text}`"
    text = _CONTROL.sub("", " ".join(text.splitlines()))
    if not text.strip():
        return "(blank)" if text else "(empty)"
    if "`" not in text:
        return f"`{text}`"
    ticks = "`" * (max(map(len, _TICKS.findall(text))) + 1)
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def fenced(text: str, language: str = "") -> str:
    """Return a text as a fenced code block, whatever backticks and controls it contains."""
    if not text.replace("\n", "").isprintable():
        text = _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    ticks = "```"
    if ticks in text:
        ticks = "`" * (max(map(len, _TICKS.findall(text))) + 1)
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}"
