"""Words that no case style splits: those of the title, of gen.yaml, and of a closed table (D3.9)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.base.naming import Case, join, words
from compiler.base.naming.vocabulary import TABLE, vocabulary, words_of_title
from tests.support import documents
from tests.support.documents import answers, object_of, operation, ref
from tests.support.places import ROOT
from tests.support.run import Run, codegen, configure, write


def _build(folder: Path, title: str, *flags: str, **generation: Any) -> Run:
    """Build into a folder that keeps its lock: a document whose names hold `OpenAI`."""
    document = documents.document(
        title,
        {"/x": {"get": operation("getOpenAIKeys", answers(ref("Thing")))}},
        components={
            "securitySchemes": {"ApiKey": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Thing": object_of(openAIKey="string")},
        },
        security=[{"ApiKey": []}],
    )
    write(folder, "openapi.json", document)
    configure(folder, f"generation: {json.dumps(generation)}\npython: {{}}\ntypescript: {{}}\ngo: {{}}\n")
    return codegen("build", "openapi.json", *flags, cwd=folder)


def _python(folder: Path) -> tuple[str, str]:
    """Return the package's name, and the file of its client."""
    (client,) = (folder / "sdk/python").glob("*/_client.py")
    return client.parent.name, client.read_text("utf-8")


def test_a_title_names_client_package_and_variables(tmp_path: Path) -> None:
    assert _build(tmp_path, "OpenAI API").returncode == 0
    package, client = _python(tmp_path)
    assert package == "openai"
    assert "class OpenAI(" in client and "def get_openai_keys(" in client
    assert "OPENAI_API_KEY" in client
    assert 'name": "openai"' in (tmp_path / "sdk/typescript/package.json").read_text("utf-8")
    assert "OPENAI_API_KEY" in (tmp_path / "sdk/typescript/README.md").read_text("utf-8")
    assert "type OpenAI struct" in (tmp_path / "sdk/go/client.go").read_text("utf-8")
    models = "".join(path.read_text("utf-8") for path in (tmp_path / "sdk/python/openai/_models").iterdir())
    assert "openai_key" in models


def test_words_of_gen_yaml_count_and_the_class_name_gives_none(tmp_path: Path) -> None:
    _build(tmp_path / "plain", "Things", sdkClassName="OpenAI")
    package, client = _python(tmp_path / "plain")
    assert (package, "def get_open_ai_keys(" in client) == ("open_ai", True)
    _build(tmp_path / "told", "Things", words=["OpenAI"])
    assert "def get_openai_keys(" in _python(tmp_path / "told")[1]


def test_another_title_moves_no_name(tmp_path: Path) -> None:
    """The lock keeps which words these were, also where there were none."""
    _build(tmp_path, "OpenAI API")
    before = _python(tmp_path)
    assert _build(tmp_path, "Things of all kinds", "--locked").returncode == 0
    assert _python(tmp_path) == (before[0], before[1].replace("OpenAI API", "Things of all kinds"))
    _build(tmp_path / "none", "Things")
    _build(tmp_path / "none", "OpenAI things", "--locked")
    assert "def get_open_ai_keys(" in _python(tmp_path / "none")[1]


@pytest.mark.parametrize("word", ["plain", "two words", "", "X", "ALL-Caps"])
def test_what_is_no_such_word_is_told_with_its_place(tmp_path: Path, word: str) -> None:
    run = _build(tmp_path, "Things", words=["OpenAI", word])
    assert run.returncode == 3
    assert "gen.yaml:2:" in run.stderr and "CG0213" in run.stderr


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("OpenAI API", ["OpenAI"]),
        ("GitHub's OAuth API", []),  # the table has them
        ("TrainTravelAPI", ["TrainTravel"]),
        ("PetstoreAPI", []),
        ("The McDonald WebShop REST APIs", ["McDonald", "WebShop"]),
        ("AWS S3", []),
        ("", []),
    ],
)
def test_words_of_a_title(title: str, found: list[str]) -> None:
    assert words_of_title(title) == found


@pytest.mark.parametrize(
    ("text", "snake", "pascal", "camel"),
    [
        ("listOpenAIFiles", "list_openai_files", "ListOpenAIFiles", "listOpenAIFiles"),
        ("openAIKey", "openai_key", "OpenAIKey", "openAIKey"),
        ("OpenAIs", "openais", "OpenAIs", "openais"),
        ("OpenAItem", "open_a_item", "OpenAItem", "openAItem"),  # a small letter makes it another word
        ("IPv4Address", "ipv4_address", "IPv4Address", "ipv4Address"),
        ("GETOAuthToken", "get_oauth_token", "GETOAuthToken", "getOAuthToken"),
        ("eBayOrder", "ebay_order", "EBayOrder", "ebayOrder"),
        ("makeBay", "make_bay", "MakeBay", "makeBay"),
    ],
)
def test_cases(text: str, snake: str, pascal: str, camel: str) -> None:
    kept = vocabulary(["OpenAI"])
    found = words(text, kept)
    cases = (Case.SNAKE, Case.PASCAL, Case.CAMEL)
    assert tuple(join(found, case, vocabulary=kept) for case in cases) == (snake, pascal, camel)


def test_the_documentation_lists_the_table() -> None:
    said = " ".join(ROOT.joinpath("docs/names.md").read_text("utf-8").split())
    assert f"and everywhere: {', '.join(TABLE.split())}." in said
