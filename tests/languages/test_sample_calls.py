"""Example calls in pages and READMEs: they give every value that the server requires."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.documents import text_of
from tests.support.run import build_sdks

DOCUMENT = text_of("languages/sample_calls.yaml")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    sdk = build_sdks(tmp_path_factory.mktemp("letters"), DOCUMENT)
    return "\n".join(path.read_text() for path in (sdk / "reference").rglob("*.md"))


@pytest.mark.parametrize(
    "call",
    [
        # an optional body without which few servers do anything
        'client.send(body={"to": "ada@example.com"})',
        'client.send(undefined, { to: "ada@example.com" });',
        'client.Send(ctx, letters.Opt[bool]{}, &letters.Letter{To: "ada@example.com"})',
        'client.send_all(body=[{"to": "ada@example.com"}])',
        'client.sendAll([{ to: "ada@example.com" }]);',
        'client.SendAll(ctx, []letters.Letter{{To: "ada@example.com"}})',
        # one that the document has an example of
        'client.note(body={"text": "hello"})',
        'client.note({ text: "hello" });',
        'client.Note(ctx, &letters.Note{Text: letters.Some("hello")})',
        # one that may well be left out (spec 2.6, rule 3)
        'client.touch("id")',
        'client.touch("id");',
        'client.Touch(ctx, "id", nil)',
        # a required one whose properties are all optional
        'client.change("id", body={"mood": "good"})',
        'client.change("id", { mood: "good" });',
        'client.Change(ctx, "id", &letters.Note{Mood: letters.NoteMoodGood})',
        'client.scan(body={"name": "name", "picture": b"..."})',
        'client.scan({ name: "name", picture: new Blob(["..."]) });',
        # by position what the signature has so, wherever it stands in the document
        'client.open("id", 1, x_tenant="X-Tenant", as_="as")',
        'client.open("X-Tenant", "id", "as", 1);',
        'client.Open(ctx, "X-Tenant", "id", "as", 1)',
    ],
)
def test_a_body_is_given_where_a_call_would_be_idle(page: str, call: str) -> None:
    assert call in page


PETS = """
openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    post:
      operationId: keep
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      responses: {'204': {description: kept}}
components:
  schemas:
    Pet: {oneOf: [{$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Cat'}]}
    Dog: {type: object, required: [best_friend], properties: {best_friend: {$ref: '#/components/schemas/Dog'}}}
    Cat: {type: object, required: [purr_volume], properties: {purr_volume: {type: integer}}}
"""


def test_a_value_that_no_case_of_a_union_fits_has_the_names_of_the_first(tmp_path: Path) -> None:
    """Nothing finite is a Dog; what is shown in its place is written as one in every language."""
    sdk = build_sdks(tmp_path, PETS, "python: {}\ngo: {}\ntypescript: {propertyCase: camel}\n")
    text = "".join(path.read_text() for path in sdk.rglob("README.md"))
    assert 'client.keep(body={"best_friend": None})' in text
    assert "client.keep({ body: { bestFriend: null } });" in text
    assert "client.Keep(ctx, pets.KeepParams{Body: &pets.Dog{BestFriend: nil}})" in text
