"""`{nullable: true}` as a member of a list means what `nullable: true` beside the list does (D1.1)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import document, object_of, ref, sends
from tests.support.lowering import lower
from tests.support.printed import print_python

X = ref("X")
NULL = {"nullable": True}
FIELDS: dict[str, dict[str, Any]] = {
    "part": {"allOf": [X, NULL]},
    "described": {"allOf": [X, {"description": "Who made it.", "nullable": True}]},
    "one": {"oneOf": [X, NULL]},
    "any": {"anyOf": [NULL, X, {"type": "string"}]},
    "refused": {"allOf": [X, NULL], "nullable": False},
    "alone": {"anyOf": [NULL]},
    "typed": {"oneOf": [X, {"type": "string", "maxLength": 3, "nullable": True}]},
}
THINGS = {"X": object_of("a", a="string"), "H": object_of(**FIELDS)}
DOCUMENT = document("Null", {"/h": {"put": sends("putH", ref("H"))}}, THINGS, openapi="3.0.3")


def test_types_and_validators_take_null(tmp_path: Path) -> None:
    package = print_python(DOCUMENT, "null_alone", tmp_path)
    text = "\n".join(path.read_text() for path in tmp_path.rglob("_models/*.py"))
    body = text.partition("class H(Model):")[2].partition("def ")[0]
    fields = dict(re.findall(r"^    (\w+): (.*)$", body, re.MULTILINE))
    assert sorted(package.module.models.H._null_names()) == ["alone", "any", "described", "one", "part", "typed"]
    assert fields["part"] == fields["described"] == fields["one"] == fields["refused"] == "X | None"

    def wrong(**body: Any) -> set[str]:
        headers = {"content-type": "application/json"}
        found = package.module.validate_request("putH", body=json.dumps(body).encode(), headers=headers)
        return {item.pointer for item in found}

    assert wrong(**dict.fromkeys(FIELDS)) == {"/refused"}
    assert wrong(**{name: {"a": "b"} for name in FIELDS}) == set()
    assert wrong(part=1, one=1, any=1) == {"/part", "/one", "/any"}


@pytest.mark.parametrize("key", ["allOf", "oneOf", "anyOf"])
def test_it_is_the_same_beside_the_list(key: str) -> None:
    head = "openapi: 3.0.3\ninfo: {title: Test, version: 1.0.0}\ncomponents: {schemas: {X: {type: object}, H: "
    inside, beside = json.dumps({key: [X, NULL]}), json.dumps({key: [X], "nullable": True})
    first, second = (lower("}}\npaths: {}\n", head=head + text) for text in (inside, beside))
    assert first.codes == second.codes == []
    if key != "allOf":  # of which the part stays, as it may have a description
        assert first.sdk.schemas == second.sdk.schemas
