"""`api.md`, as SDKs of Stainless's manner publish it: one line a method, under headings that are resources."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from compiler.source.location import TextPlace
from migrate.adopt.published.published import (
    GO,
    PYTHON,
    TYPESCRIPT,
    Published,
    PublishedMethod,
    PublishedType,
    Request,
)

_METHOD = re.compile(r'- <code title="(?P<verb>[a-z]+) (?P<path>[^"]*)">(?P<call>.*)</code>\Z')
_HELPER = re.compile(r"- <code>(?P<call>.*)</code>\Z")
_CALL = re.compile(r"client\.(?P<path>[\w.]+)\((?P<inside>.*?)\)(?: -> (?P<result>.+)| (?P<results>.+))?\Z")
_HEADING = re.compile(r"#+ +(?P<title>.+?) *\Z")
_LINK = re.compile(r"\[[^\]]*\]\((?P<file>[^)]+api\.md)\)\Z")
_LISTED = re.compile(r"- (?:[\w]+\.)?(?P<name>\w+)\Z")
_TYPE = re.compile(r"\w+\Z")
_KINDS = re.compile(r"(Methods|Types|Params Types|Response Types):\Z")
_TAG = re.compile(r"<[^>]*>")
_ADDRESS = re.compile(r'<a href="([^"#]*)')
_IMPORT = re.compile(r"from (?P<module>[\w.]+) import(?P<names>.*)\Z")
_MARKS = {PYTHON: ("```python", '.py"', "\\*\\*"), GO: ("pkg.go.dev",), TYPESCRIPT: ('.ts"', "{ ...params }")}
NAME = "api.md"


def read_api_md(file: Path, shown: str) -> Published:
    """Read an `api.md` and those that its headings link to. `shown` is its path in messages.

    A line that is neither empty, a heading, a method nor a type is in `unread`, with its place.

    :raises OSError: it cannot be read
    """
    text = file.read_text("utf-8", "replace")
    published = Published(language_of(text), shown, maker="stainless")
    _Reader(published).read(text, file, shown, frozenset())
    return published


def language_of(text: str) -> str:
    """Return the language whose manner the text has most of."""
    counts = {language: sum(map(text.count, marks)) for language, marks in _MARKS.items()}
    return max(counts, key=lambda language: counts[language])


class _Reader:
    def __init__(self, published: Published) -> None:
        self._to = published
        self._code = False
        """Whether the line is in a block of code."""
        self._module = ""
        """The module of the types that are listed: of the import, else the heading."""

    def read(self, text: str, file: Path, shown: str, above: frozenset[Path]) -> None:
        for number, line in enumerate(text.splitlines(), 1):
            place = TextPlace(shown, number, 1, max(len(line.rstrip()), 1))
            linked = self._line(line.strip(), place)
            if not linked:
                continue
            target = file.parent / linked
            if target.resolve() in above or not target.is_file():
                self._to.unread.append((f"{linked} is not there: its methods and types are left out", place))
                continue
            name = (Path(shown).parent / linked).as_posix()
            inside = target.read_text("utf-8", "replace")
            self.read(inside, target, name, above | {file.resolve()})

    def _line(self, line: str, place: TextPlace) -> str:
        """Read one line; returns the file that it links to, or ""."""
        if line.startswith("```"):
            self._code = not self._code
            return ""
        if not line or _KINDS.match(line):
            return ""
        if self._code:
            self._imported(line, place)
            return ""
        heading = _HEADING.match(line)
        if heading:
            self._module = heading["title"]
            link = _LINK.match(heading["title"])
            return link["file"] if link else ""
        if not self._method(line, place) and not self._read_listed(line, place):
            self._to.unread.append((f"`{line}` is no method and no type", place))
        return ""

    def _method(self, line: str, place: TextPlace) -> bool:
        said = _METHOD.match(line)
        helper = None if said else _HELPER.match(line)
        given = said or helper
        call = _CALL.match(_plain(given["call"])) if given else None
        if call is None:
            return False
        *groups, name = call["path"].split(".")
        request = Request(said["verb"].upper(), html.unescape(said["path"])) if said else None
        positional = tuple(_positional(call["inside"]))
        result = call["result"] or (call["results"] or "").strip("()").partition(",")[0]
        self._to.methods.append(
            PublishedMethod(
                tuple(groups), name, place, request, positional=positional, result="" if result == "error" else result
            )
        )
        return True

    def _read_listed(self, line: str, place: TextPlace) -> bool:
        found = _LISTED.match(_plain(line))
        if found is None:
            return False
        linked = _ADDRESS.search(line)
        self._to.types.append(PublishedType(found["name"], place, module=linked[1] if linked else self._module))
        return True

    def _imported(self, line: str, place: TextPlace) -> None:
        """Read a line of `from openai.types import A, B`, or one of several in parentheses."""
        found = _IMPORT.match(line)
        self._module = found["module"] if found else self._module
        names = [word.strip(" ()") for word in (found["names"] if found else line).split(",")]
        for name in names:
            if _TYPE.match(name):
                self._to.types.append(PublishedType(name, place, module=self._module))
            elif name:
                self._to.unread.append((f"`{name}` is no name of a type", place))


def _plain(text: str) -> str:
    """Return the text that is shown: no tags, no escapes."""
    return re.sub(r"\\([*_\[\]])", r"\1", html.unescape(_TAG.sub("", text)))


def _positional(inside: str) -> Iterator[str]:
    for part in re.sub(r"\{[^}]*\}", "", inside).split(","):
        word = part.strip().split(" ")[0]
        if re.match(r"[A-Za-z_]\w*\Z", word) and word not in ("ctx", "body", "query", "params", "opts"):
            yield word
