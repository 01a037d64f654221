"""Lines and columns are found in bytes; these tests compare them with a slow search through the decoded text."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

import pytest
import yaml

from compiler.diagnostics import Diagnostics
from compiler.diagnostics.text import render_text
from compiler.source import Document, Limits, Loc, TextPlace, escape_token, load_text
from compiler.source.text import Text
from tests.support.places import SHARED

SUITES = SHARED / "suites"
SPACE = re.compile(r"[ \t\r\n]*")

TRICKY = {
    "names.json": '{"\\u0061é": {"é\\u00e9": "x\\u00e9é", "кл":["值", {"😀k":1}]}, "a\\"b": "c\\"d", "~/": "\\/"}',
    "numbers.json": '{"a": 3.10, "b": -0.0, "c": 1e3, "d": 12345678901234567890, "e": true, "f": null, "g": []}',
    "spaces.json": '{"a"\n:\n\t1 ,\n"b" :[ ] , "c":{ } ,"":{"":[[]]} }',
    "crlf.json": '{\r\n "a": 1,\r\n "é": [\r\n 1,\r\n  "x"]\r\n}\r\n',
    "cr.json": '{\r "a": 1,\r "é": [\r 1,\r  "x"]\r}\r',
    "mixed.json": '{\r\n "a": 1,\n\r "é": [\r\r\n 1,\n\n  "x"]\r}\n\r',
    "mark.json": '\ufeff{"a": {"b": 1}}',
    "line.json": '{"b":' + '["é😀",' * 20 + "1" + "]" * 20 + ',"long":"' + "😀x" * 9000 + '","é": {"k": [1]}}',
    "lines.json": "[\r\n" + ",\r\n".join(f'"é{number}"' for number in range(3000)) + "\r\n]",
    "crlf.yaml": "a: 1\r\nb:\r\n  - é\r\n  - 😀: x\r\n    y: [1, 2]\r\n",
    "cr.yaml": "a: 1\rb:\r  - é\r  - 😀: x\r    y: [1, 2]\r",
    "breaks.yaml": 'a: "x\x85y"\nb: "p\u2028q"\nc: [x\u00a0y, é\u2003z, {😀: 1}]\n',
    "scalars.yaml": "é: |\n  😀\n  x\nb: 'it''s'\nc: >-\n  é\n\n  x\n? |\n  k\n: !!str 1\n",
    "wide.yaml": "a:" + " " * 9000 + "é\nb: " + "😀" * 3000 + " # x\nc: {d: 1}\n",
}


def json_marks(text: str, at: int = 0, pointer: str = "", key: int = -1) -> Iterator[tuple[str, int, int]]:
    """Yield pointer, key and value of each part of a JSON text, in characters, by a plain descent."""
    at = _skip(text, at)
    yield pointer, key, at
    if text[at] not in "{[":
        return
    count, within = 0, _skip(text, at + 1)
    while text[within] not in "}]":
        name, start = str(count), -1
        if text[at] == "{":
            start = within
            name, within = scanstring(text, within + 1)
            within = _skip(text, _skip(text, within) + 1)
        yield from json_marks(text, within, f"{pointer}/{escape_token(name)}", start)
        within = _skip(text, json.JSONDecoder().raw_decode(text, within)[1])
        within = _skip(text, within + 1) if text[within] == "," else within
        count += 1


def _skip(text: str, at: int) -> int:
    space = SPACE.match(text, at)
    assert space is not None
    return space.end()


def yaml_marks(node: Any, pointer: str = "", key: int = -1) -> Iterator[tuple[str, int, int]]:
    """Yield the same of a YAML text, as PyYAML composes it; documents with anchors are left out."""
    if node is None:  # an empty document
        return
    yield pointer, key, node.start_mark.index
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            yield from yaml_marks(value, f"{pointer}/{escape_token(name.value)}", name.start_mark.index)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from yaml_marks(value, f"{pointer}/{number}")


def line_column(text: str, character: int) -> tuple[int, int]:
    lines = re.split(r"\r\n|\r|\n", text[:character])
    return len(lines), len(lines[-1]) + 1


def check(name: str, data: bytes, most: int = 200) -> int:
    """Compare the places of a document with those of the slow search; return how many were compared."""
    document = load_text(data, name, Limits(), Diagnostics())
    if document is None:
        return 0
    document.drop_tree()
    text = data.decode("utf-8-sig")
    marks = list(json_marks(text) if name.endswith(".json") else yaml_marks(yaml.compose(text, yaml.CSafeLoader)))
    random.Random(7).shuffle(marks)  # places are asked for in any order
    for pointer, key, value in marks[:most]:
        expected = line_column(text, value)
        assert document.position(pointer) == expected, (name, pointer)
        assert document.position(pointer, key=True) == (line_column(text, key) if key >= 0 else expected)
        rest = re.split(r"\r\n|\r|\n", text[value : value + 50])[0]
        assert document.source.excerpt(expected[0])[0][expected[1] - 1 :].startswith(rest)
    return len(marks)


@pytest.mark.parametrize("name", TRICKY)
def test_places_in_tricky_texts(name: str) -> None:
    """Escapes and characters of any width in names, all line ends, long lines."""
    for before in range(5):  # what stands at the borders of blocks moves
        text = TRICKY[name]
        shifted = (
            text if name == "mark.json" else " " * before + text if name.endswith(".json") else text + " " * before
        )
        assert check(name, shifted.encode(), 60) > 2


@pytest.mark.skipif(not SUITES.is_dir(), reason="needs the documents of ../shared/suites")
def test_places_in_documents_of_the_suites() -> None:
    files = [path for path in sorted(SUITES.rglob("*")) if path.suffix in (".json", ".yaml")]
    compared = 0
    for path in random.Random(3).sample(files, 500):
        data = path.read_bytes()
        if len(data) < 200_000 and b"*" not in data:  # an alias stands where its anchor does
            compared += check(path.name, data)
    assert compared > 5000


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_every_offset_of_a_text(end: str) -> None:
    """Borders of blocks and the middle of a CRLF included."""
    text = "".join(f"{'é😀x' * (number % 40)}{end}" for number in range(160))
    source = Text(text)
    assert len(source.data) > 3 * 4096
    offset = 0
    for character in range(len(text) + 1):
        assert source.offset_of(character) == offset
        if character % 7 == 0 or text[character - 3 : character + 3].strip("éx😀"):
            line, column = source.line_column(offset)
            starts = [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text[: character + 1]))]
            starts = [start for start in starts if start <= character]
            assert (line, column) == (len(starts), character - starts[-1] + 1)
        offset += len(text[character : character + 1].encode())
    lines = re.split(r"\r\n|\r|\n", text)
    assert [source.excerpt(number)[0] for number in range(1, len(lines) + 1)] == lines
    assert source.excerpt(len(lines) + 1) == source.excerpt(0) == ("", 0)


def test_of_a_long_line_only_what_is_near_is_shown() -> None:
    text = '{"é": "' + "😀" * 50_000 + '", "key": "' + "ж" * 50_000 + '"}'
    diagnostics = Diagnostics()
    assert load_text(text, "a.json", Limits(), diagnostics) is not None
    diagnostics.report("CG0103", Loc("a.json", "/key"), limit=1)
    diagnostics.report("CG0103", TextPlace("a.json", 1, len(text)), limit=2)
    first, second = (block.splitlines() for block in render_text(diagnostics).split("\n\n")[:2])
    assert first[1].endswith(f"a.json:1:{text.index('ж')}")
    assert first[3] == " 1 | " + "😀" * 40 + '", "key": "' + "ж" * 69
    assert first[4] == "   | " + " " * 50 + "^" * 70
    assert second[3] == " 1 | " + "ж" * 49 + '"}'
    assert second[4] == "   | " + " " * 50 + "^"


def test_names_with_lone_surrogates_have_a_place() -> None:
    """D12.2: the name has U+FFFD in its place, and what stands under it is found."""
    diagnostics = Diagnostics()
    document = load_text('{"a\\ud800": {"b": "\\udfff"},\n "c": 1}', "a.json", Limits(), diagnostics)
    assert isinstance(document, Document)
    assert document.root == {"a\ufffd": {"b": "\ufffd"}, "c": 1}
    assert document.span("/a\ufffd/b") == (1, 19, 8)
    assert document.position("/c") == (2, 7)
