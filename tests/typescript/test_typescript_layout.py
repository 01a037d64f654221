"""TypeScript examples are laid out as prettier lays them out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.documents import text_of
from tests.support.every_thing import DOCUMENT as THINGS
from tests.support.rendered import tokens
from tests.support.run import build_sdks, write
from tests.support.trains import DOCUMENT as TRAINS
from tests.support.typescript_tools import check_format

STATEMENTS = ("await ", "const ", "for ", "import ", "new ")
"""How blocks begin that are no signature."""

PLACES = """
openapi: 3.1.0
info: {title: Places, version: '1'}
x-codegen-max-method-params: 0
paths:
"""
PLACES += "".join(
    f"""
  /{length}:
    post:
      operationId: {"a" * length}
      responses: {{'204': {{description: d}}}}
  /{length}/{{place}}:
    post:
      operationId: {"b" * length}
      parameters: [{{name: place, in: path, required: true, schema: {{type: string}}}}]
      requestBody:
        content:
          application/json:
            schema: {{type: array, items: {{type: object, additionalProperties: {{type: string}}}}}}
            example: [{{a: b, c: d}}, {{key: {"v" * 46}, longer: {"w" * 54}}}]
      responses: {{'204': {{description: d}}}}
"""
    for length in (8, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 60, 61, 62, 63, 64, 65, 90)
)


HARBOUR = text_of("languages/harbour.yaml")


@pytest.mark.slow
@pytest.mark.parametrize("document", [HARBOUR, THINGS, TRAINS, PLACES], ids=["harbour", "things", "trains", "places"])
def test_prettier_leaves_all_examples_alone(document: str, tmp_path: Path) -> None:
    sdk = build_sdks(tmp_path, document, "typescript: {}\n")
    found = [token for page in sorted(sdk.rglob("*.md")) for token in tokens(page.read_text())]
    examples = [token.content for token in found if token.info[:2] in ("ts", "ty")]
    examples = [text for text in examples if text.startswith(STATEMENTS)]
    assert len(examples) > 10
    for number, text in enumerate(examples):
        write(tmp_path / "examples", f"{number}.ts", text)
    assert check_format(tmp_path / "examples") == ""
