"""Names in every script and every slot compile in three languages; `make fuzz-names` tries ten thousand (bench)."""

from __future__ import annotations

import functools
import itertools
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.support.generated.script_names import build, names, script_document
from tests.support.go_things import go, unformatted
from tests.support.typescript_tools import check_types

COUNT = 60

pytestmark = pytest.mark.slow


@functools.cache
def printed() -> Path:
    """Build a document of some names; nothing but overrides that clash is left out."""
    folder = Path(tempfile.mkdtemp(prefix="script-names-"))
    code, said = build(list(itertools.islice(names(27), COUNT)), folder)
    assert code == 0, said[-2000:]
    assert set(re.findall(r"^left out .*: (.*)", said, re.MULTILINE)) <= {"CG0605"}
    return folder / "out"


def test_every_name_stands_in_every_slot() -> None:
    given = list(itertools.islice(names(27), COUNT))
    document = script_document(given)
    assert len(set(given)) == COUNT and sum(not name.isascii() for name in given) > COUNT / 3
    assert names_of(document, "operationId")[1::2] == given and sorted(names_of(document, "tags")[::2]) == sorted(given)
    schemas = document["components"]["schemas"]
    assert [*schemas] == [*document["webhooks"]] == [*document["components"]["securitySchemes"]] == given
    text = json.dumps(document)
    assert all(text.count(json.dumps(name)) > 20 for name in given)


def names_of(document: dict[str, Any], key: str) -> list[str]:
    """The names that operations have under a key."""
    found = [operation[key] for item in document["paths"].values() for operation in item.values()]
    return [one if isinstance(one, str) else one[0] for one in found]


def test_they_compile_in_python() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "-p", "scripts"]
    done = subprocess.run(command, cwd=printed() / "python", capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Success"), done.stdout


def test_they_compile_in_typescript() -> None:
    assert check_types(printed() / "typescript", "--noEmit") == ""


def test_they_compile_in_go() -> None:
    assert unformatted(printed() / "go") == ""
    go("vet", "./...", folder=printed() / "go")
