"""Names of enum values follow the values, wherever an enum is narrowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.printed import print_sdk

NAMED = {"type": "integer", "enum": [1, 2, 3], "x-codegen-enums": ["disabled", "enabled", "disabled by owner"]}
NARROWED: dict[str, Any] = {
    "some": {"allOf": [{"$ref": "#/components/schemas/Status"}], "enum": [2, 3]},
    "renamed": {
        "allOf": [{"$ref": "#/components/schemas/Status"}],
        "enum": [3, 2],
        "x-codegen-enums": {"3": "by owner"},
    },
    "inline": {"allOf": [NAMED, {"enum": [1, 3]}]},
}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Narrow", "version": "1"},
    "paths": {
        "/s": {
            "get": {
                "operationId": "s",
                "responses": {
                    "200": {
                        "description": "ok",
                        "content": {"application/json": {"schema": {"type": "object", "properties": NARROWED}}},
                    }
                },
            }
        }
    },
    "components": {"schemas": {"Status": NAMED}},
}


def test_a_narrowed_enum_keeps_the_names_of_its_values(tmp_path: Path) -> None:
    types = print_sdk(DOCUMENT, "go", tmp_path, {"modulePath": "example.com/narrow"}).plan.surface.types
    found = {name.ident: sorted(name.members.values()) for name in types.values()}
    assert found["SResponseSome"] == ["DisabledByOwner", "Enabled"]
    assert found["SResponseRenamed"] == ["ByOwner", "Enabled"]
    assert found["SResponseInline"] == ["Disabled", "DisabledByOwner"]
