"""The same input gives the same bytes (D12.2, invariant 5) in any process and folder and with any order of keys.

Maps whose order readers see (paths, properties, media types) keep it; the members of every other object of OpenAPI
may be in any order.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.python.group_scope import GroupTypes
from bench.documents import SPECS, find_document
from compiler.diagnostics import Diagnostics
from compiler.ir.types import Ref
from compiler.source import Limits, load_text
from judges.ledger.grammar import GRAMMAR, Member
from tests.support import run
from tests.support.documents import document, ref, sends
from tests.support.places import ROOT
from tests.support.printed import print_python
from tests.support.run import tree, write

TRAINS = ROOT / "examples" / "trains" / "openapi.yaml"
TARGETS = tuple(word for target in ("python", "typescript", "go", "reference") for word in ("-t", target))
ORDERED = ("path item", "event item", "callback", "discriminator")
"""Objects of OpenAPI whose own order is seen: methods stand as the document has them."""


def built(path: Path, out: Path, cwd: Path, seed: str) -> dict[str, bytes]:
    """Compile in a process of its own."""
    command = [sys.executable, "-m", "compiler", "build", str(path), *TARGETS, "-k", "-q", "-o", str(out)]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "TZ": f"UTC{seed}", "LANG": "C"}
    subprocess.run(command, check=True, cwd=cwd, env=environment)
    return tree(out)


@pytest.mark.parametrize("name", ["trains", pytest.param("3gpp-nsmf-pdusession", marks=pytest.mark.hunt)])
def test_process_hash_seed_and_folder_leave_no_trace(name: str, tmp_path: Path) -> None:
    """Twice: another hash seed, another working folder, a relative path, an output that was there before; nor does the
    folder of the compiler."""
    if name != "trains" and not SPECS.is_dir():
        pytest.skip("needs the documents of ../shared/specs")
    path = TRAINS if name == "trains" else find_document(name).path
    first = built(path, tmp_path / "first", ROOT, "1")
    relative = Path(os.path.relpath(path, tmp_path))
    second = built(relative, tmp_path / "second", tmp_path, "2")
    assert first.keys() == second.keys()
    assert [file for file in first if first[file] != second[file]] == []
    assert built(path, tmp_path / "second", ROOT, "3") == first
    assert len(first) > 50
    assert [path for path, text in first.items() if str(ROOT).encode() in text or b"\r\n" in text] == []


# --------------------------------------------------------------------------- the order of keys


def shuffled(value: Any, kind: str, chance: random.Random) -> Any:
    """Return an object of OpenAPI with its members in another order, and those below; maps keep theirs."""
    if not isinstance(value, Mapping):
        return value
    members = GRAMMAR[kind]
    keys = list(value)
    if kind not in ORDERED:
        chance.shuffle(keys)
    made = {}
    for key in keys:
        item = value[key]
        match members.get(key, members.get("*")):
            case Member("one", inner):
                made[key] = shuffled(item, inner, chance)
            case Member("many", inner) if isinstance(item, list):
                made[key] = [shuffled(entry, inner, chance) for entry in item]
            case Member("table", inner) if isinstance(item, Mapping):
                made[key] = {name: shuffled(entry, inner, chance) for name, entry in item.items()}
            case _:
                made[key] = item
    return made


def read(path: Path) -> Any:
    read = load_text(path.read_bytes(), path.name, Limits(), Diagnostics())
    assert read is not None
    return read.root


def documents() -> dict[str, Path]:
    found = {"trains": TRAINS}
    if SPECS.is_dir():
        found |= {name: find_document(name).path for name in ("museum", "resend", "spk-sdk-openapi32")}
    return found


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.hunt) if name in ("museum", "resend") else name for name in documents()],
)
def test_the_order_of_members_leaves_no_trace(name: str, tmp_path: Path) -> None:
    whole = read(documents()[name])
    text = {"one": json.dumps(whole), "two": json.dumps(shuffled(whole, "root", random.Random(7)))}
    assert text["one"] != text["two"]
    made = {}
    for order, content in text.items():
        write(tmp_path, f"{order}/openapi.json", content)
        run.build(tmp_path / order, "openapi.json", *TARGETS, "-k", "-q", "-o", "out")
        made[order] = tree(tmp_path / order / "out")
    assert made["one"].keys() == made["two"].keys()
    assert [path for path in made["one"] if made["one"][path] != made["two"][path]] == []


def test_what_is_known_of_a_type_is_told_of_no_other(tmp_path: Path) -> None:
    """Types that are made while printing get the address of one that is gone."""
    forms = {"When": "date", "What": "uuid"}
    schemas = {
        name: {"anyOf": [{"type": "string", "format": form}, {"type": "integer"}]} for name, form in forms.items()
    }
    paths = {f"/{name}": {"post": sends(name, ref(name))} for name in schemas}
    types = GroupTypes(print_python(document("Things", paths, schemas), "things", tmp_path).plan)
    asked = [types.forms.is_hidden(Ref(f"schemas/{name}"), given=True) for name in list(schemas) * 20]
    assert asked == [True, False] * 20
