"""Constants and enums of integers beyond 64 bits: they keep all digits, even in languages without such constants."""

from __future__ import annotations

import copy
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.support.go_things import go
from tests.support.printed import print_sdk
from tests.support.run import codegen
from tests.support.typescript_tools import check_types

WIDE = 18_000_000_000_000_000_001
A = {"$ref": "#/components/schemas/A"}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Wide", "version": "1"},
    "paths": {
        "/p": {
            "get": {
                "operationId": "getP",
                "parameters": [{"name": "q", "in": "query", "schema": {"type": "integer", "enum": [1, WIDE]}}],
                "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": A}}}},
            }
        }
    },
    "components": {
        "schemas": {
            "A": {
                "type": "object",
                "required": ["r"],
                "properties": {
                    "r": {"type": "integer", "const": WIDE},
                    "least": {"const": -WIDE},
                    "fits": {"const": 2**63 - 1},
                    "e": {"$ref": "#/components/schemas/E"},
                },
            },
            "E": {"type": "integer", "enum": [1, WIDE]},
        }
    },
}  # fmt: skip


def test_integers_beyond_64_bits_keep_their_digits_in_python(tmp_path: Path) -> None:
    sdk = print_sdk(DOCUMENT, "python", tmp_path, {"packageName": "wide_numbers"})
    made = sdk.module.models.A.from_json(f'{{"r": {WIDE}, "least": -{WIDE}, "fits": {2**63 - 1}, "e": {WIDE}}}')
    assert (made.r, made.e, made.fits) == (Decimal(WIDE), Decimal(WIDE), 2**63 - 1)
    assert f'"least":-{WIDE}' in made.to_json().replace(" ", "")


def test_integers_beyond_64_bits_compile_in_typescript(tmp_path: Path) -> None:
    assert check_types(print_sdk(DOCUMENT, "typescript", tmp_path, {}).folder, "--noEmit") == ""


def test_integers_beyond_64_bits_compile_in_go(tmp_path: Path) -> None:
    sdk = print_sdk(DOCUMENT, "go", tmp_path, {"modulePath": "example.com/wide"})
    go("vet", "./...", folder=sdk.folder)
    fields = " ".join("".join(path.read_text() for path in sdk.folder.glob("*_models.go")).split())
    assert "R json.Number" in fields and "Fits Opt[int64]" in fields


def test_examples_of_them_are_calls_that_type_check(tmp_path: Path) -> None:
    """The README's calls, and Go's example: a number with all its digits is a text in Python, a literal elsewhere."""
    number = {"type": "number", "format": "decimal"}
    document = copy.deepcopy(DOCUMENT)
    post = document["paths"]["/p"]["post"] = {"operationId": "postP", "responses": {"204": {"description": "ok"}}}
    post["parameters"] = [
        {"name": "q", "in": "query", "required": True, "schema": {"const": WIDE}},
        {"name": "d", "in": "query", "required": True, "schema": number},
        {"name": "e", "in": "query", "required": True, "schema": number | {"example": 5}},
    ]
    body = {"type": "object", "required": ["k", "w"], "properties": {"k": number, "w": {"const": WIDE}}}
    post["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    del document["paths"]["/p"]["get"]
    python = print_sdk(document, "python", tmp_path / "python", {"packageName": "wide_examples"})
    given = {"q": f'"{WIDE}"', "d": '"9.99"', "e": '"5"'}
    readme = (python.folder / "README.md").read_text()
    assert ", ".join(f"{name}={text}" for name, text in given.items()) in " ".join(readme.split())
    go("vet", "./...", folder=print_sdk(document, "go", tmp_path / "go", {"modulePath": "example.com/wide"}).folder)
    typescript = print_sdk(document, "typescript", tmp_path / "typescript", {}).folder
    assert f"q: {WIDE}, d: 9.99, e: 5" in " ".join((typescript / "README.md").read_text().split())


def test_what_is_no_number_of_json_is_told_and_compiles_nowhere(tmp_path: Path) -> None:
    """Infinity, and what is beyond all floats, is a text: told where a number is meant, and never printed as one."""
    (tmp_path / "openapi.yaml").write_text(
        "openapi: 3.1.0\ninfo: {title: T, version: 1.0.0}\npaths:\n  /p: {get: {responses: {'200': {description: ok, "
        "content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}\ncomponents:\n  schemas:\n"
        "    A: {type: object, properties: {a: {type: number, const: 1.0e+400}, b: {type: number, enum: [.inf, 1.5]}, "
        "c: {type: number, default: .nan, maximum: .inf, example: {a: [-.inf]}}}}\n"
    )
    done = codegen("build", "openapi.yaml", "-t", "go", "-t", "typescript", "-o", "sdk", cwd=tmp_path)
    assert done.returncode == 0
    assert '`const` is "1.0e+400", which is not of type number' in done.stderr
    assert 'values that are not of type number: ".inf"' in done.stderr
    assert '`default` is ".nan"' in done.stderr
    assert "`maximum` must be a number of JSON, not `.inf`; it limits nothing" in done.stderr
    go("vet", "./...", folder=tmp_path / "sdk" / "go")
    assert check_types(tmp_path / "sdk" / "typescript", "--noEmit") == ""
