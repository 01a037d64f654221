"""Loads text as a `Document`: decoding, the choice between JSON and YAML, and the report of problems."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from typing import TYPE_CHECKING, cast

from compiler.base.memory import NONE, Memory
from compiler.source.document import Document, Locator
from compiler.source.failure import MOST, Problem, SourceError
from compiler.source.limits import Limits
from compiler.source.location import Json, Loc, TextPlace
from compiler.source.text import Text

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.source.edited_text import Known
    from compiler.source.json_places import JsonLocator
    from compiler.source.marks import YamlLocator


_LIKE_JSON = re.compile(rb"\s*[{\[]")


def load_text(
    text: str | bytes, file: str, limits: Limits, diagnostics: Diagnostics, memory: Memory = NONE
) -> Document | None:
    """Read YAML or JSON, shown to the user as `file`.

    A name that ends in `.json` is JSON; else JSON is tried where the text begins like it, and YAML holds all the
    rest. The document is registered with `diagnostics`. Returns None after a reported error (D1.2, D1.5). ``memory``
    has the text that was read before under this name.
    """
    if len(text) > limits.max_bytes:
        diagnostics.report("CG0103", Loc(file), limit=limits.max_bytes)
        return None
    source = _decode(text, file, diagnostics)
    if source is None:
        return None
    known = _known(file, source, limits, memory) if memory.keeps else None
    if known is not None:
        source.put_away()
        document = Document(file, source, known.root, known.locator)
        document.searched = known.searched
        diagnostics.add_document(document)
        return document
    document = Document(file, source)
    diagnostics.add_document(document)
    problems: list[Problem] = []
    try:
        root, locator = _parse(document, limits, problems)
    except SourceError as error:
        problems.append(error.problem)
        _report(problems, document, diagnostics)
        return None
    if _report(problems, document, diagnostics):
        return None
    source.put_away()
    document = Document(file, source, root, locator)
    if memory.keeps and not problems:
        from compiler.source.edited_text import Known

        found = cast("JsonLocator | YamlLocator", locator)
        memory.keep(("text", file), (repr(limits),), Known(source.data, root, found, document.searched))
    diagnostics.add_document(document)
    return document


def _known(file: str, source: Text, limits: Limits, memory: Memory) -> Known | None:
    """Return the text read from one that was read before, if it differs in one part alone."""
    inputs = (repr(limits),)
    before: Known | None = memory.find(("text", file), inputs)
    found = before.read(source, limits) if before is not None else None
    if found is not None:
        memory.keep(("text", file), inputs, found)
    return found


def _decode(text: str | bytes, file: str, diagnostics: Diagnostics) -> Text | None:
    if isinstance(text, str):
        return Text(text.removeprefix("\ufeff"))
    try:
        return Text(text.decode("utf-8-sig"), text.removeprefix(BOM_UTF8))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        column = error.start - (text.rfind(b"\n", 0, error.start) + 1) + 1
        from compiler.source.advice import of_bytes

        at = TextPlace(file, line, column)
        diagnostics.report("CG0102", at, help=of_bytes(text), byte=f"0x{text[error.start]:02x}")
        return None


def _parse(document: Document, limits: Limits, problems: list[Problem]) -> tuple[Json, Locator]:
    from compiler.source.json_text import parse_json

    source = document.source
    json_by_name = document.file.lower().endswith(".json")
    if json_by_name or _LIKE_JSON.match(source.data):
        try:
            return parse_json(source, limits, problems)
        except SourceError as error:
            # `{a: 1}` and comments are YAML; only text that is not JSON at all gets the second chance
            if json_by_name or error.problem.code != "CG0105":
                raise
    from compiler.source.yaml_text import parse_yaml

    return parse_yaml(source, limits, problems)


def _report(problems: list[Problem], document: Document, diagnostics: Diagnostics) -> bool:
    """Report the problems and say whether one of them is an error."""
    from compiler.diagnostics import Note

    for code, of_code in _by_code(problems).items():
        for number, problem in enumerate(of_code[:MOST], 1):
            notes: list[Note | str] = []
            if problem.related is not None:
                text, at = problem.related
                notes.append(Note(text, _place(document, at, problem.width)))
            if number == MOST < len(of_code):
                notes.append(f"{len(of_code) - MOST} more like this one are left out")
            place = _place(document, problem.character, problem.width)
            diagnostics.report(code, place, notes=notes, help=_advice(document, problem), **problem.params)
    return any(diagnostics.severity(problem.code) == "error" for problem in problems)


def _advice(document: Document, problem: Problem) -> str | None:
    if problem.code not in ("CG0104", "CG0105"):
        return None
    from compiler.source.advice import of_text

    return of_text(document.source, problem)


def _by_code(problems: list[Problem]) -> dict[str, list[Problem]]:
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        found.setdefault(problem.code, []).append(problem)
    return found


def _place(document: Document, character: int, width: int) -> TextPlace:
    source = document.source
    return TextPlace(document.file, *source.line_column(source.offset_of(character)), width)
