# ruff: noqa: RUF001
"""Names in every script and every slot compile in three languages; `make fuzz-names` tries ten thousand (bench)."""

from __future__ import annotations

import functools
import itertools
import json
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.support.generated.script_names import build, names, script_document
from tests.support.go_things import go, unformatted
from tests.support.type_checkers import run_mypy
from tests.support.typescript_tools import check_types

ODD = ["İ", "İstanbul", "I", "ı", "ß", "straße", "strasse", "ǆ", "ǅ", "ΟΔΟΣ", "οδοσ", "é", "e\u0301", "ñ", "n\u0303"]
ODD += ["ŉ", "ǰ", "ẖ", "ΐ", "ﬁ", "ↈ", "፩", "𐄇", "Ⅷ", "①", "ͺ", "ſ", "𝐀", "ᾳ", "ᾼ", "٣x", "ª", "㎏", "ﷺ", "𐐨", "ʰ", "ⸯ"]
ODD += ["हिन्दी", "ไทย", "ა", "ꭰ", "〇", "_", "__", "$", "group", "underscore", "async", "!!!"]
"""Letters of two characters in the other case, of two code points, that only some languages have; signs alone."""
TAKEN = ["API", "住所", "toString", "hasOwnProperty", "constructor"]
"""Schemes, and so options of a client, that are called as types are, or as members of every object of JavaScript."""
NAMES = list(dict.fromkeys([*ODD, *TAKEN, *itertools.islice(names(27), 12)]))

pytestmark = pytest.mark.slow


@functools.cache
def printed() -> Path:
    """Build a document of some names; nothing but overrides that clash is left out."""
    folder = Path(tempfile.mkdtemp(prefix="script-names-"))
    code, said = build(NAMES, folder)
    assert code == 0, said[-2000:]
    assert set(re.findall(r"^left out .*: (.*)", said, re.MULTILINE)) <= {"CG0605"}
    return folder / "out"


def test_every_name_stands_in_every_slot() -> None:
    given = list(itertools.islice(names(27), 60))
    document = script_document(given)
    assert len(set(given)) == 60 and sum(not name.isascii() for name in given) > 20
    assert names_of(document, "operationId")[1::2] == given and sorted(names_of(document, "tags")[::2]) == sorted(given)
    schemas = document["components"]["schemas"]
    assert [*schemas] == [*document["webhooks"]] == [*document["components"]["securitySchemes"]] == given
    text = json.dumps(document)
    assert all(text.count(json.dumps(name)) > 20 for name in given)


def names_of(document: dict[str, Any], key: str) -> list[str]:
    """The names that operations have under a key."""
    found = [operation[key] for item in document["paths"].values() for operation in item.values()]
    return [one if isinstance(one, str) else one[0] for one in found]


def test_they_compile_in_python() -> None:
    said = run_mypy(printed() / "python", "--strict", "scripts")
    assert said.startswith("Success"), said


def test_they_compile_in_typescript() -> None:
    assert check_types(printed() / "typescript", "--noEmit") == ""


def test_they_compile_in_go() -> None:
    assert unformatted(printed() / "go") == ""
    go("vet", "./...", folder=printed() / "go")
