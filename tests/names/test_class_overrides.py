"""D3.1, D3.5, D3.6: a class override names the class and the types nested in it; a clash is an error."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import answers, document, operation, ref
from tests.support.run import Run, codegen, configure, write

KEY = "x-codegen-name-override"
TEXT = {"type": "string"}


def thing(name: str | None = None, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties or {"a": TEXT}} | ({KEY: name} if name else {})


def build(folder: Path, schemas: dict[str, Any], *arguments: str, answer: dict[str, Any] | None = None) -> Run:
    """Build a document whose one operation answers with an inline schema, or with the first component."""
    first = ref(next(iter(schemas)))
    write(folder, "openapi.json", document("T", {"/a": {"get": operation("read", answers(answer or first))}}, schemas))
    configure(folder, "python: {packageName: acme}\n")
    return codegen("build", "openapi.json", *arguments, cwd=folder)


def models(folder: Path) -> str:
    return "".join(path.read_text() for path in (folder / "sdk" / "python" / "acme" / "_models").glob("*.py"))


def classes(folder: Path) -> set[str]:
    return set(re.findall(r"^(?:class )?(\w+)(?:\(|: TypeAlias)", models(folder), re.MULTILINE))


def test_what_stands_in_a_class_is_called_after_its_override(tmp_path: Path) -> None:
    inner = thing(None, status={"enum": ["a", "b"]}, rows={"type": "array", "items": thing()})
    outer = thing("NiceThing", sub=inner, other=thing("Renamed", deep=thing()))
    assert build(tmp_path, {"ThingV2": outer}).returncode == 0
    within = {"NiceThingSub", "NiceThingSubStatus", "NiceThingSubRow", "Renamed", "RenamedDeep"}
    assert classes(tmp_path) == {"NiceThing", *within}


def test_so_is_what_stands_in_an_inline_answer(tmp_path: Path) -> None:
    assert build(tmp_path, {"X": thing()}, answer=thing("Reply", sub=thing())).returncode == 0
    assert classes(tmp_path) == {"X", "Reply", "ReplySub"}


def test_an_inline_property_of_any_form_names_its_class(tmp_path: Path) -> None:
    """Null aside; a reference, a list and a text make no class of their own."""
    one, two = ({"type": "object", "required": [key], "properties": {key: TEXT}} for key in "ab")
    properties = {
        "a": thing("One") | {"type": ["object", "null"]},
        "b": {"anyOf": [thing(), {"type": "null"}], KEY: "Two"},
        "c": {"allOf": [ref("Base"), thing(None, z=TEXT)], KEY: "Three"},
        "d": {"oneOf": [one, two], KEY: "Four"},
        "e": {"type": "string", "enum": ["x"], KEY: "Five"},
        "f": ref("Base") | {KEY: "Six"},
        "g": {"type": "array", "items": thing(), KEY: "Seven"},
    }
    done = build(tmp_path, {"A": thing(None, **properties), "Base": thing()})
    assert done.returncode == 0, done.stderr
    assert classes(tmp_path) >= {"A", "Base", "One", "Two", "Three", "Four", "AGItem"}
    assert not classes(tmp_path) & {"Six", "Seven"}
    assert "six: Base | None" in models(tmp_path)


def test_fields_of_one_name_take_no_class_from_anybody(tmp_path: Path) -> None:
    status = {"enum": ["a", "b"], KEY: "status"}
    schemas = {"A": thing(None, s=status, k={"enum": ["a"], KEY: "kind"}), "B": thing(None, t=status), "Kind": thing()}
    assert build(tmp_path, schemas).returncode == 0
    assert classes(tmp_path) >= {"A", "B", "Kind", "AStatus", "BStatus"}


def test_the_name_of_a_field_s_class_is_kept(tmp_path: Path) -> None:
    """D10.1: neither a component nor another property that comes takes it."""
    state = {"enum": ["a", "b"], KEY: "state"}
    build(tmp_path, {"A": thing(None, s=state)})
    assert "State" in classes(tmp_path)
    assert build(tmp_path, {"A": thing(None, s=state), "B": thing(None, t=state), "State": thing()}).returncode == 0
    assert classes(tmp_path) == {"A", "B", "BState", "State", "State2"}


@pytest.mark.parametrize(
    ("schemas", "answer", "second"),
    [
        ({"A": thing(), "B": thing("a")}, None, "B"),
        ({"A": thing("C"), "B": thing("C")}, None, "B"),
        ({"A": thing()}, thing("A"), None),
        ({"A": thing("C")}, thing("C"), None),
    ],
)
def test_an_override_that_takes_a_name_is_an_error(
    schemas: dict[str, Any], answer: dict[str, Any] | None, second: str | None, tmp_path: Path
) -> None:
    done = build(tmp_path, schemas, answer=answer)
    assert done.returncode == 2
    assert done.stderr.count("error[CG0511]") == 1 and "note: the other type is here" in done.stderr
    assert not (tmp_path / "sdk").exists()
    kept = build(tmp_path, schemas, "-k", answer=answer)
    assert kept.returncode == (0 if second else 2), "the only operation has it"
    assert not second or f"left out schemas/{second}: CG0511" in kept.stderr
