"""Names of a document that are reserved words or builtins of Python: the package imports, and its methods exist."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import answers, document, list_of, object_of, operation
from tests.support.printed import print_python

WORDS = ["property", "cached_property", "staticmethod", "list", "dict", "type", "models", "super", "len", "final"]


def words(word: str, schema: Any = None) -> dict[str, Any]:
    answer = answers(schema or {"type": "object"})
    beside = {"x-codegen-name-override": word, "x-codegen-group": "other"}
    paths = {
        "/": {"get": operation("ping", answer)},
        "/here": {"get": operation(word, answer, tags=[word])},
        "/beside": {"get": operation(f"{word} too", answer, **beside)},
    }
    return document("Words", paths)


@pytest.mark.parametrize("word", WORDS)
def test_groups_and_methods_may_be_called_after_words_of_python(tmp_path: Path, word: str) -> None:
    """An API of real estate has a tag `property`, and the classes of clients need Python's."""
    sdk = print_python(words(word), f"words_{word}", tmp_path)
    client = sdk.module.Words(base_url="http://localhost")
    for (*path, method), _, _ in sdk.methods():
        owner = functools.reduce(getattr, path, client)
        assert callable(getattr(owner, method)) and callable(getattr(owner.with_raw_response, method))


def test_names_may_be_longer_than_a_line(tmp_path: Path) -> None:
    """3GPP has a tag of a whole sentence, after which the file of its types is called."""
    long = "acknowledgement of the reception of the steering of roaming information by the user equipment"
    text = words(long, {"title": long, **object_of(**{long: {"type": "string", "enum": [long]}})})
    sdk = print_python(text, "long_names", tmp_path)
    assert any(len(name) > 80 for name in sdk.module.models.__all__)


def test_equal_bounds_are_written_as_the_document_writes_them(tmp_path: Path) -> None:
    """8000 and 8000.0 are equal, and so are types with such bounds; each is told as it stands."""
    whole, part = ({"type": "number", "minimum": bound} for bound in (8000, 8000.0))
    bounds = object_of(whole=whole, part=part, wholes=list_of(whole), parts=list_of(part))
    text = words("ping", {"title": "Bounds", **bounds})
    print_python(text, "equal_bounds", tmp_path)
    printed = "\n".join(file.read_text() for file in tmp_path.rglob("*.py"))
    assert printed.count("8000.0") == printed.count("8000") / 2 > 0
