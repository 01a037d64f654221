"""Names of enum values follow the values, wherever an enum is narrowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.documents import answers, document, object_of, operation, ref
from tests.support.printed import print_sdk

NAMED = {"type": "integer", "enum": [1, 2, 3], "x-codegen-enums": ["disabled", "enabled", "disabled by owner"]}
NARROWED: dict[str, Any] = {
    "some": {"allOf": [ref("Status")], "enum": [2, 3]},
    "renamed": {"allOf": [ref("Status")], "enum": [3, 2], "x-codegen-enums": {"3": "by owner"}},
    "inline": {"allOf": [NAMED, {"enum": [1, 3]}]},
}
DOCUMENT = document("Narrow", {"/s": {"get": operation("s", answers(object_of(**NARROWED)))}}, {"Status": NAMED})


def test_a_narrowed_enum_keeps_the_names_of_its_values(tmp_path: Path) -> None:
    types = print_sdk(DOCUMENT, "go", tmp_path, {"modulePath": "example.com/narrow"}).plan.surface.types
    found = {name.ident: sorted(name.members.values()) for name in types.values()}
    assert found["SResponseSome"] == ["DisabledByOwner", "Enabled"]
    assert found["SResponseRenamed"] == ["ByOwner", "Enabled"]
    assert found["SResponseInline"] == ["Disabled", "DisabledByOwner"]
