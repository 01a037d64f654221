"""The printed pages of docs/ are up to date with their tables, and their examples work."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from compiler.diagnostics.catalog import CODES
from compiler.front.keys.extensions import EXTENSIONS, Where
from compiler.front.keys.value_shapes import Choice, Fields
from docs.generate import DOCS, PAGES, extension_examples
from tests.support.documents import answers, content, document, list_of, object_of, operation, parameter
from tests.support.rendered import raw_html
from tests.support.run import build, write

SMALL = document(
    "Trips", {"/trips": {"get": operation("getTrips", answers(list_of({})))}}, {},
    servers=[{"url": "https://api.example.com"}],
)  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_a_printed_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "run `make docs`"


def test_each_error_has_a_verdict() -> None:
    """D1.4: docs/refusals.md lists the errors of the catalogue, those of documents with one that is here."""
    page = (DOCS / "refusals.md").read_text("utf-8")
    former, _, errors = page.partition("## Errors of documents")
    told = re.findall(r"\[(CG\d+)\]", errors)
    assert sorted(told) == sorted(code.code for code in CODES.values() if code.severity == "error")
    assert {CODES[code].severity for code in re.findall(r"\[(CG\d+)\]", former)} == {"warning"}
    rows = re.findall(r"^\| \[(CG\d+)\]\S+ \| (.*) \| `(\S+)` \| (error|always stops) \| none: ", errors, re.MULTILINE)
    assert [code for code, said, _, _ in rows if not said.startswith(CODES[code].title[:40].replace("|", "\\|"))] == []
    assert [at for _, _, at, _ in rows if at.startswith("golden/") and not (DOCS.parent / at).exists()] == []
    assert len(rows) + len(re.findall(r"\[(CG\d+)\]", page.partition("## Errors of everything else")[2])) == len(told)


def test_every_extension_key_has_an_example() -> None:
    """D14: the table, the examples and the page name the same keys."""
    assert list(extension_examples()) == list(EXTENSIONS)


@pytest.mark.parametrize("key", EXTENSIONS)
def test_the_example_of_an_extension_compiles_without_a_word_about_its_keys(key: str, tmp_path: Path) -> None:
    example = yaml.safe_load(extension_examples()[key])
    write(tmp_path, "openapi.json", _merge(SMALL, example))
    assert "CG032" not in build(tmp_path, "openapi.json", "-t", "reference").stderr


def test_the_paginations_of_the_page_compile(tmp_path: Path) -> None:
    """Each kind, in the order of the page: offsets, a cursor in the body, URLs."""
    more = yaml.safe_load((DOCS / "extensions-more.yaml").read_text("utf-8"))["pagination"]
    *shown, _of_root = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", more, re.DOTALL)]
    link = object_of(next="string")
    page = object_of(data=list_of({"type": "string"}), meta=link, links=link)
    counted = [parameter(name, schema={"type": "integer"}) for name in ("offset", "limit")]
    made = {"parameters": counted, "requestBody": content(object_of(after="string")), "responses": answers(page)}
    paths = {f"/{key['x-codegen-pagination']['type']}": {"post": {**made, **key}} for key in shown}
    assert list(paths) == ["/offsetLimit", "/cursor", "/url"]
    write(tmp_path, "openapi.json", {**SMALL, "paths": paths})
    build(tmp_path, "openapi.json", "-t", "reference", "--strict")
    assert (tmp_path / "sdk" / "reference" / "groups").exists()


def test_the_page_names_every_key_of_a_value() -> None:
    """D14: what stands in an object of ours is told where the key is told."""
    page = (DOCS / "extensions.md").read_text("utf-8")
    sections = dict(part.split("`\n", 1) for part in page.split("\n## `x-codegen-")[1:])
    missing = {
        f"{key}: {name}"
        for key, extension in EXTENSIONS.items()
        for shape in extension.places.values()
        for name in _names(shape)
        if not re.search(rf"\b{re.escape(name)}\b", sections[key])
    }
    assert missing == set()
    assert "nextUrl" in {*_names(EXTENSIONS["pagination"].places[Where.OPERATION])}


def _names(shape: object) -> Iterator[str]:
    """Yield the keys and words that a shape knows, those of the shapes in it too."""
    for field in dataclasses.fields(shape) if dataclasses.is_dataclass(shape) else ():
        value = getattr(shape, field.name)
        if isinstance(shape, Choice) and isinstance(value, tuple):
            yield from value
        if isinstance(shape, Fields) and isinstance(value, dict):
            yield from value
        for inner in value.values() if isinstance(value, dict) else (value,):
            yield from _names(inner)


def _merge(base: Any, more: Any) -> Any:
    if not isinstance(base, dict) or not isinstance(more, dict):
        return more
    return base | {key: _merge(base.get(key), value) for key, value in more.items()}


def test_pages_written_by_hand_hold_no_raw_html() -> None:
    for path in sorted(DOCS.glob("*.md")):
        assert [html for html in raw_html(path.read_text("utf-8")) if not html.startswith("<!--")] == [], path.name
