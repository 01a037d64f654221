"""Constants and enums of integers beyond 64 bits: numbers with all their digits, in languages that have no constant."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

from go_things import go
from printed import print_sdk
from typescript_tools import check_types

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
    fields = " ".join((sdk.folder / "client_models.go").read_text().split())
    assert "R json.Number" in fields and "Fits Opt[int64]" in fields
