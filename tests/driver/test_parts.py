"""A resident process prints again only what reads something that changed, and reads no file that nobody touched."""

from __future__ import annotations

import json
import os
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from compiler.base.memory import Memory
from compiler.driver.build import build
from compiler.driver.options import BuildOptions, Exit, InputOptions
from compiler.engine.printed import Printed
from compiler.engine.reads import KEYS, KINDS, WHOLE, Table, only_of
from compiler.ir.types import STRING, Alias, Model
from tests.support.documents import answers, document, list_of, object_of, ref

TARGETS = ("python", "typescript", "go", "reference")


PET, SHOP = ref("Pet"), ref("Shop")
DOCUMENT = document(
    "Pets",
    {
        "/pets": {"get": {"tags": ["pets"], "summary": "List pets.", "responses": answers(list_of(PET))}},
        "/shops": {"get": {"tags": ["shops"], "summary": "List shops.", "responses": answers(SHOP)}},
    },
    {
        "Pet": {"description": "A pet.", **object_of(name="string")},
        "Shop": object_of(best={**PET, "description": "The best pet."}),
    },
)


class Sitting:
    """A document that is built again and again by one process."""

    def __init__(self, folder: Path) -> None:
        self.path, self.out, self.memory = folder / "openapi.json", folder / "sdk", Memory()
        self.document: dict[str, Any] = deepcopy(DOCUMENT)

    def build(self, memory: Memory | None = None, *, check: bool = False) -> tuple[int, str]:
        """Build it; returns the exit code and the messages."""
        self.path.write_text(json.dumps(self.document), "utf-8")
        options = BuildOptions(
            input=InputOptions(document=str(self.path)), out=str(self.out), targets=TARGETS, check=check
        )
        said = StringIO()
        return build(options, said, said, *([self.memory] if memory is None else [memory])), said.getvalue()

    def made(self, monkeypatch: pytest.MonkeyPatch) -> set[str]:
        """Build it; returns the names of the parts that were made."""
        found: set[str] = set()
        part = Printed.part

        def noted(self: Printed, key: Any, given: Any, make: Any) -> Any:
            def told() -> Any:
                target, name, *keys = key
                names = [":".join(item) if isinstance(item, tuple) else item for item in keys]
                found.add(" ".join([target, name.rpartition(".")[2], *names]))
                return make()

            return part(self, key, given, told)

        with monkeypatch.context() as patch:
            patch.setattr(Printed, "part", noted)
            assert self.build()[0] == Exit.OK
        return found


def test_what_reads_nothing_that_changed_is_not_printed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(tmp_path)
    first = sitting.made(monkeypatch)
    assert {"python group_file pets", "go group_file shops", "reference type_page schemas/Pet"} <= first
    assert sitting.made(monkeypatch) == set()
    sitting.document["paths"]["/pets"]["get"]["summary"] = "List all pets."
    made = sitting.made(monkeypatch)
    assert {"python group_file pets", "go group_file pets", "typescript group_texts pets"} <= made
    assert "reference group_page pets" in made
    assert not {name for name in made if "shop" in name or "type_page" in name or "model_" in name}


def test_an_argument_of_a_method_is_of_no_concern_to_other_methods(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(tmp_path)
    sitting.document["paths"]["/pets"]["post"] = {"tags": ["pets"], "responses": answers(PET)}
    assert {"reference method_section pets:create:create", "python make_call pets:create"} <= sitting.made(monkeypatch)
    limit = {"name": "limit", "in": "query", "schema": {"type": "integer"}}
    sitting.document["paths"]["/pets"]["get"]["parameters"] = [limit]
    made = sitting.made(monkeypatch)
    assert {
        "reference method_section pets:list:list",
        "python make_call pets:list",
        "go make_exchange pets:List",
    } <= made
    assert not {name for name in made if name.lower().endswith(":create")}
    assert sitting.build(Memory(), check=True)[0] == Exit.OK


def test_a_property_of_a_type_is_of_no_concern_to_what_only_names_the_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(tmp_path)
    assert {"typescript model_texts s", "typescript group_texts shops"} <= sitting.made(monkeypatch)
    sitting.document["components"]["schemas"]["Pet"]["properties"]["age"] = {"type": "integer"}
    made = sitting.made(monkeypatch)
    assert {"typescript model_texts p", "python model_file pet", "go schema_file"} <= made
    assert not made & {"typescript model_texts s", "typescript group_texts shops", "python public_models"}
    assert sitting.build(Memory(), check=True)[0] == Exit.OK


def test_a_text_of_a_type_is_of_no_concern_to_what_refers_to_the_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(tmp_path)
    sitting.made(monkeypatch)
    sitting.document["components"]["schemas"]["Pet"]["description"] = "An animal."
    made = sitting.made(monkeypatch)
    assert {"python model_file pet", "go model_file pet", "reference type_page schemas/Pet"} <= made
    assert not made & {
        "python model_file shop",
        "go model_file shop",
        "python group_file pets",
        "typescript model_texts s",
    }
    sitting.document["components"]["schemas"]["Pet"] = {"type": "string", "enum": ["cat"]}
    assert {"python model_file shop", "python group_file pets"} <= sitting.made(monkeypatch)
    assert sitting.build(Memory(), check=True)[0] == Exit.OK


def test_pages_show_the_languages_that_gen_yaml_has_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sitting, said = Sitting(tmp_path), StringIO()
    sitting.path.write_text(json.dumps(sitting.document), "utf-8")
    options = BuildOptions(input=InputOptions(document=str(sitting.path)), out=str(sitting.out))
    for languages in (["python"], ["python", "go"], ["go"]):
        settings = {"go": {"modulePath": "example.com/pets"}}
        targets = {target: settings.get(target, {}) for target in (*languages, "reference")}
        (tmp_path / "gen.yaml").write_text(json.dumps({"configVersion": "2.0.0", **targets}), "utf-8")
        assert build(options, said, said, sitting.memory) == Exit.OK, said.getvalue()
        page = (sitting.out / "reference/groups/pets.md").read_text("utf-8")
        assert [word in page for word in ("```python", "```go")] == ["python" in languages, "go" in languages]


def test_parts_within_others_last_for_many_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(tmp_path)
    sitting.document["paths"]["/pets"]["post"] = {"tags": ["pets"], "responses": answers(PET)}
    assert "reference method_section pets:create:create" in sitting.made(monkeypatch)
    for number in range(20):
        sitting.document["paths"]["/shops"]["get"]["summary"] = f"List {number} shops."
        assert sitting.build()[0] == Exit.OK
    sitting.document["paths"]["/pets"]["get"]["summary"] = "List all pets."
    made = sitting.made(monkeypatch)
    assert "reference method_section pets:list:list" in made
    assert not {name for name in made if name.lower().endswith(":create")}


@pytest.mark.parametrize("builds", [1, 2, 15, 16, 17, 40])
def test_what_changed_while_nobody_asked_for_a_part_is_known(builds: int) -> None:
    printed, table = Printed(), {"pet": "a cat", "shop": "open"}
    made: list[str] = []

    def build(*, asked: bool) -> str:
        printed.begin({})
        entries = printed.table("texts", dict(table))

        def within() -> str:
            made.append("within")
            return entries["pet"]

        def around() -> str:
            made.append("around")
            found = printed.part("pet", (), within) if asked else ""
            return found + entries["shop"]

        text = printed.part("all", (asked,), around)
        printed.end()
        return text

    assert (build(asked=True), made) == ("a catopen", ["around", "within"])
    for _ in range(builds):
        assert build(asked=True) == "a catopen"
    assert made == ["around", "within"]
    table["shop"] = "closed"
    assert (build(asked=True), made) == ("a catclosed", ["around", "within", "around"])
    assert build(asked=False) == "closed"
    table["pet"] = "a dog"
    for _ in range(builds):
        assert build(asked=False) == "closed"
    assert build(asked=True) == "a dogclosed"


def test_a_part_of_the_same_name_for_another_is_not_taken_for_its_own() -> None:
    printed, texts = Printed(), {"one": "a cat", "other": "a dog"}

    def build(*asked: str) -> list[str]:
        printed.begin({})
        entries = printed.table("texts", dict(texts))

        def around(name: str) -> str:
            return printed.part("within", (name,), lambda: entries[name])

        found = [printed.part(name, (), lambda name=name: around(name)) for name in asked]
        printed.end()
        return found

    assert build("one") == ["a cat"]
    assert build("one", "other") == ["a cat", "a dog"]
    texts["other"] = "a hound"
    for _ in range(20):
        assert build("one") == ["a cat"]
    assert build("one", "other") == ["a cat", "a hound"]


@pytest.mark.parametrize("later", [False, True])
def test_what_reads_a_part_that_another_made_again_is_not_as_it_was(later: bool) -> None:
    printed = Printed()

    def build(pet: str, *asked: str) -> list[str]:
        printed.begin({})
        entries = printed.table("texts", {"pet": pet})

        def around() -> str:
            return printed.part("within", (), lambda: entries["pet"])

        texts = [printed.part(name, (), around) for name in asked]
        printed.end()
        return texts

    assert build("a cat", "one", "other") == ["a cat", "a cat"]
    if later:
        assert build("a dog", "one") == ["a dog"]
        assert build("a dog", "other") == ["a dog"]
    else:
        assert build("a dog", "one", "other") == ["a dog", "a dog"]


def test_a_build_that_fails_leaves_nothing_half_known(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.build()
    edited = sitting.out / "python/pets/_groups/pets.py"
    edited.write_text(edited.read_text("utf-8") + "# mine\n", "utf-8")
    sitting.document["paths"]["/pets"]["get"]["summary"] = "List all pets."
    assert sitting.build()[0] == Exit.USAGE
    edited.unlink()
    assert sitting.build()[0] == Exit.OK
    assert sitting.build(Memory(), check=True)[0] == Exit.OK


def reads(monkeypatch: pytest.MonkeyPatch, sitting: Sitting) -> tuple[int, str, list[str]]:
    """Build it; also returns the files of the output that were read."""
    found: list[str] = []
    read = Path.read_bytes

    def noted(path: Path) -> bytes:
        found.append(path.name)
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", noted)
        code, said = sitting.build()
    return code, said, [name for name in found if name not in (".codegen-manifest.json", sitting.path.name)]


def settled(sitting: Sitting) -> None:
    """Make the files older than a tick of the clock, and let the process see them."""
    sitting.build()
    for path in sitting.out.rglob("*"):
        if path.is_file():
            status = path.stat()
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 3_000_000_001))
    assert sitting.build()[0] == Exit.OK


def test_files_that_nobody_touched_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(tmp_path)
    settled(sitting)
    assert reads(monkeypatch, sitting)[2] == []


def test_a_hand_edit_of_the_same_length_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(tmp_path)
    settled(sitting)
    edited = sitting.out / "python/pets/_groups/pets.py"
    edited.write_text(edited.read_text("utf-8").replace("List", "Lost"), "utf-8")
    code, said, read = reads(monkeypatch, sitting)
    assert code == Exit.USAGE
    assert "CG1206" in said
    assert "pets.py" in read


@pytest.mark.parametrize("kind", ["gone", "link", "folder", "replaced"])
def test_what_stands_in_the_place_of_a_file_is_found(kind: str, tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    settled(sitting)
    place = sitting.out / "go/pet_models.go"
    text = place.read_text("utf-8")
    status = place.stat()
    other = tmp_path / "other.go"  # made while the file is there: a later one may get its inode
    other.write_text(text if kind == "link" else text.replace("Pet", "Bet"), "utf-8")
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    place.unlink()
    if kind == "link":
        place.symlink_to(other)
    elif kind == "folder":
        place.mkdir()
    elif kind == "replaced":
        other.rename(place)
    code, said = sitting.build()
    expected = {"gone": "", "link": "CG1203", "folder": "CG1205", "replaced": "CG1206"}[kind]
    assert expected in said
    assert (code == Exit.OK) == (kind == "gone")
    assert kind != "gone" or place.read_text("utf-8") == text


def test_a_file_whose_time_is_not_past_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be changed again within the tick of the clock."""
    sitting = Sitting(tmp_path)
    settled(sitting)
    place = sitting.out / "go/pet_models.go"
    ahead = place.stat().st_mtime_ns + 3_600_000_000_000
    os.utime(place, ns=(ahead, ahead))
    assert reads(monkeypatch, sitting)[2] == ["pet_models.go"]
    assert reads(monkeypatch, sitting)[2] == ["pet_models.go"]


def test_a_view_of_some_classes_changes_with_their_nodes_and_their_order() -> None:
    def changed(former: dict[str, Any], table: dict[str, Any]) -> set[object]:
        printed = Printed()
        printed.table("t", former)
        printed._former_tables, printed._tables = printed._tables, {}
        printed.table("t", table)
        return {key for name, key in printed._changed if name == only_of("t", KINDS[0])}

    one, other, model = Alias(id="a", type=STRING), Alias(id="b", type=STRING), Model(id="m")
    known = {"a": one, "m": model, "b": other}
    assert not changed(known, {"a": one, "b": other, "m": model})
    assert not changed(known, known | {"n": Model(id="n")})
    assert changed(known, {"b": other, "m": model, "a": one}) == {KEYS, WHOLE}
    assert changed(known, known | {"b": Model(id="b")}) == {"b", KEYS, WHOLE}


def test_a_table_takes_note_however_it_is_read() -> None:
    def noted(read: Any) -> set[object]:
        printed = Printed()
        table: Table[str, int] = Table(printed, "t", {"a": 1, "b": 2})
        printed.reads = set()
        read(table)
        return {key if isinstance(key, str) else "*" for _, key in printed.reads}

    assert noted(lambda table: table["a"]) == {"a"}
    assert noted(lambda table: table.get("c")) == {"c"}
    assert noted(lambda table: "b" in table) == {"b"}
    for read in (dict, sorted, list, len, bool, set, repr, lambda table: {**table}, lambda table: table | {},
                 lambda table: {} | table, lambda table: {}.update(table), lambda table: table == {},
                 lambda table: [*table.values()], lambda table: [*table.items()], json.dumps, reversed,
                 lambda table: table.shapes.items(), lambda table: table.heads.items(),
                 lambda table: table.only(KINDS[0]).items()):  # fmt: skip
        assert "*" in noted(read), read
