"""Real documents: nothing of them is dropped without a diagnostic, and their counts are those of docs/corpus.json.

After an intended change of a count, ``make corpus`` writes the new ones; read the difference before you commit it. Big
documents run only in ``make corpus``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from bench.documents import DOCUMENTS, FAST, SPECS, find_document
from compiler.front.objects.entry import Entry
from compiler.front.operations.operations import lower_operations
from compiler.front.schemas import keywords
from judges import checkers, corpus, suites
from judges.ledger.account import LANGUAGES, Compiled, compile_watched
from judges.ledger.printed import not_printed
from tests.support.documents import NOTHING, document, object_of, sends, text_of
from tests.support.run import write

SMALL = (
    *("museum", "resend", "redocly-cafe-split", "spk-sdk-openapi32", "readme-parameters-style"),
    "3gpp-nsmf-pdusession",
)
there = pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")


# --------------------------------------------------------------------------- real documents


@there
@pytest.mark.parametrize(
    "name", [name if name in SMALL else pytest.param(name, marks=pytest.mark.hunt) for name in FAST]
)
def test_counts_of_a_real_document(name: str) -> None:
    """Invariant 7, and every node: what is not read has a rule or a code."""
    found = corpus.counts(find_document(name))
    assert found["missing"] == []
    assert found["operations"] + found["webhooks"] + found["callbacks"] > 0
    assert len(set(found["methods"].values())) == 1
    before = corpus.committed()[name]["counts"]
    assert corpus.differences(before, found) == [], "explain it, then run: make corpus"


@there
def test_every_document_of_the_folder_is_in_the_table() -> None:
    listed = {row.partition(",")[0] for row in SPECS.joinpath("MANIFEST.csv").read_text("utf-8").splitlines()[1:]}
    assert {document.name for document in DOCUMENTS} == listed
    assert all(document.path.is_file() for document in DOCUMENTS)


@there
def test_no_document_of_a_small_fault_is_refused() -> None:
    """D1.4: what has an evident reading is compiled, and what is said of it has a place and a help."""
    row, wrong = suites.tally(suites.Suite("faults-3"))
    assert (wrong, set(row)) == ([], {"compiled"})


def test_nothing_is_missing_in_the_committed_table() -> None:
    records = corpus.committed()
    assert records.keys() == {document.name for document in DOCUMENTS}
    assert {name: record["counts"]["missing"] for name, record in records.items()} == {name: [] for name in records}
    for name, record in records.items():
        left_out = sum(record["counts"]["left_out"].values())
        for methods in record["counts"]["methods"].values():
            assert methods >= record["counts"]["operations"] - record["counts"]["ignored"] - left_out, name


@there
@pytest.mark.slow
def test_a_build_is_measured_and_parsed(tmp_path: Path) -> None:
    found = corpus.build(find_document("museum"), tmp_path)
    assert found["cpu"] > 0 and found["megabytes"] > 20
    assert all(found["files"][target] > 10 and found["lines"][target] > 100 for target in corpus.TARGETS)
    assert checkers.parse("python", "museum", tmp_path / "museum" / "python").state == "passes"


# --------------------------------------------------------------------------- the ledger sees what is dropped

ZOO = text_of("suites/zoo.yaml")


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    return write(tmp_path, "openapi.yaml", ZOO)


def compiled(path: Path, prefix: str | None = None) -> Compiled:
    found = compile_watched(path, prefix)
    assert found is not None
    return found


def test_every_node_has_a_verdict(zoo: Path) -> None:
    account = compiled(zoo).account
    assert account.missing == []
    assert (account.operations, account.webhooks, account.callbacks) == (1, 1, 0)
    assert account.methods == dict.fromkeys(LANGUAGES, 1)
    assert account.reported == {"CG0303": 1}  # `propertees`
    assert account.by_rule == {
        "JSON Schema's conditions shape no type": 1,
        "another vendor's key (D2)": 1,
        "one example is shown": 1,
        "what is received has no group, credentials or servers": 1,
    }
    assert account.read > 40


def _deaf(_: object, __: str, ___: object) -> None:
    """A keyword that reads nothing."""


def test_a_keyword_that_is_not_read_is_missing(zoo: Path) -> None:
    with patch.dict(keywords.KEYWORDS, {"properties": _deaf}):
        missing = compiled(zoo).account.missing
    at = "openapi.yaml#/components/schemas/Animal/properties"
    assert missing == [f"schema properties: {at}/name", f"schema properties: {at}/age"]


def test_a_keyword_that_nobody_knows_is_missing(zoo: Path) -> None:
    with patch.dict(keywords.KEYWORDS), patch("compiler.front.schemas.schema.IGNORED", keywords.IGNORED | {"minimum"}):
        del keywords.KEYWORDS["minimum"]
        missing = compiled(zoo).account.missing
    assert missing == ["schema: openapi.yaml#/components/schemas/Animal/properties/age/minimum"]


def test_a_member_that_is_not_asked_for_is_missing(zoo: Path) -> None:
    text = Entry.prose

    def without_summary(entry: Entry, key: str) -> str | None:
        return None if key == "summary" else text(entry, key)

    with patch.object(Entry, "prose", without_summary):
        assert compiled(zoo).account.missing == ["path item: openapi.yaml#/paths/~1animals~1{id}/summary"]


def test_an_operation_that_vanishes_is_missing(zoo: Path) -> None:
    with patch("compiler.front.lower.lower_operations", lambda *given: iter([*lower_operations(*given)][1:])):
        missing = compiled(zoo).account.missing
    assert missing == [f"{language}: paths/~1animals~1{{id}}/get" for language in LANGUAGES]


def test_what_is_not_printed_is_missing(zoo: Path) -> None:
    """Invariant 7: a method, a type and a handler that the files lack are named."""
    found = compiled(zoo)
    assert [not_printed(found.plans[language], found.files[language]) for language in LANGUAGES] == [[], [], []]
    for language, word, said in _gaps():
        files = {path: text.replace(*word) for path, text in found.files[language].items()}
        assert said in not_printed(found.plans[language], files), language


def _gaps() -> Iterator[tuple[str, tuple[str, str], str]]:
    yield "python", ("    def get(", "    def gone("), "method AnimalsGroup.get of paths/~1animals~1{id}/get"
    yield "python", ("class Animal(", "class Gone("), "type Animal of schemas/Animal"
    yield "python", ("def born(", "def gone("), "handler born of webhooks/born/post"
    yield "typescript", ("  get(", "  gone("), "method AnimalsGroup.get of paths/~1animals~1{id}/get"
    yield "typescript", ("interface Animal ", "interface Gone "), "type Animal of schemas/Animal"
    yield "go", (") Get(", ") Gone("), "method AnimalsGroup.Get of paths/~1animals~1{id}/get"
    yield "go", (") OnBorn(", ") OnGone("), "handler OnBorn of webhooks/born/post"


def test_a_document_that_is_ignored_or_broken_is_accounted_for(tmp_path: Path) -> None:
    """D5, D1.4: an ignored operation is counted, one with an error is left out with its code; neither is missing."""
    done = {"responses": NOTHING}
    broken = {"parameters": [{"$ref": "#/components/parameters/Gone"}], **done}
    paths = {"/a": {"get": {"x-codegen-ignore": True, **done}, "put": done}, "/b": {"get": broken}}
    path = write(tmp_path, "openapi.json", document("A", paths))
    account = compiled(path).account
    assert account.missing == []
    assert (account.operations, account.ignored, account.left_out) == (3, 1, {"CG0401": 1})
    assert account.methods == dict.fromkeys(LANGUAGES, 1)


def test_a_count_that_changed_is_said() -> None:
    assert corpus.differences({"types": 3, "read": 9}, {"types": 4, "read": 9}) == ["types: 3 -> 4"]
    wrong = {"counts": {"missing": ["x"]}, "figures": {"fault": "exit code 4"}, "parsed": {"go": "2 errors"}}
    assert corpus.faults(wrong) == ["exit code 4", "x", "go: 2 errors"]


def test_callbacks_of_one_name_are_received_under_names_of_their_own(tmp_path: Path) -> None:
    """D9.2: 3GPP gives one callback two URLs; each event has its own key in every language."""
    urls = {f"{{$request.body#/{name}}}": {"post": {"responses": NOTHING}} for name in ("first", "second")}
    asked = sends("subscribe", object_of(first={}, second={}), callbacks={"told": urls})
    path = write(tmp_path, "openapi.json", document("A", {"/a": {"post": asked}}))
    found = compiled(path)
    assert found.account.missing == []
    for language in LANGUAGES:
        text = "".join(text for file, text in found.files[language].items() if "webhooks" in file)
        assert all(f"subscribe.told.post.{url}" in text for url in urls), language
