"""Public documents with keys of other generators, adopted whole: what those keys and their rules give, we have."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.places import ROOT
from tests.support.run import codegen

SPECS = ROOT.parent / "shared" / "specs"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
SPEAKEASY = ("dub", "moov", "bluesky")
LARGE = ("orq", "gusto", "cribl", "clerk-bapi", "plex")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not SPECS.is_dir(), reason="the documents are not here")]


def letters(text: str) -> str:
    return re.sub(r"[^a-z0-9.]", "", text.lower())


def operations(root: dict[str, Any], ignore: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield operations that are not ignored, by their identities."""
    for path, item in root["paths"].items():
        for method in METHODS:
            if method in item and not item.get(ignore) and not item[method].get(ignore):
                yield f"paths/{path.replace('~', '~0').replace('/', '~1')}/{method}", item[method]


def speakeasy(root: dict[str, Any]) -> dict[str, set[str]]:
    """Return the calls that the rules of `x-speakeasy-*` give, by operation, in letters."""
    rules = [entry for entry in root.get("x-speakeasy-name-override", []) if "operationId" in entry]
    found = {}
    for at, raw in operations(root, "x-speakeasy-ignore"):
        matched = [rule for rule in rules if re.search(rule["operationId"], raw.get("operationId", ""))]
        name = raw.get("x-speakeasy-name-override") or (
            matched[-1]["methodNameOverride"] if matched else raw["operationId"]
        )
        group = raw.get("x-speakeasy-group")
        groups = [group] if isinstance(group, str) else group or raw.get("tags") or [""]
        found[at] = {letters(f"{group}.{name}" if group else name) for group in groups}
    return found


def built(folder: Path) -> dict[str, set[str]]:
    """Return the calls of the Python SDK, by operation, in letters."""
    run = codegen("build", "-q", "-t", "python", "--surface", "surface", cwd=folder)
    assert run.returncode == 0, run.stderr
    found: dict[str, set[str]] = {}
    for line in (folder / "surface/python.surface").read_text().splitlines():
        call, at, *_ = [*line.split("\t"), ""]
        if call.startswith("method ") and "#" not in at:
            found.setdefault(at, set()).add(letters(call.split("(")[0].removeprefix("method client.")))
    return found


def adopted(name: str, folder: Path) -> dict[str, Any]:
    """Adopt a document in a folder and return the report."""
    shutil.copy(SPECS / f"{name}.yaml", folder / "openapi.yaml")
    run = codegen("adopt", "openapi.yaml", "--format", "json", cwd=folder)
    assert run.returncode == 0, run.stderr
    return dict(json.loads(run.stdout))


@pytest.mark.parametrize("name", [*SPEAKEASY, *(pytest.param(name, marks=pytest.mark.hunt) for name in LARGE)])
def test_all_calls_are_those_of_speakeasy(name: str, tmp_path: Path) -> None:
    """Every method and group; and fewer lines name them than a tenth of the operations."""
    report = adopted(name, tmp_path)
    wanted = speakeasy(yaml.load((tmp_path / "openapi.yaml").read_text(), yaml.CSafeLoader))
    calls = built(tmp_path)
    wrong = {at: (names, calls.get(at)) for at, names in wanted.items() if calls.get(at) != names}
    assert wrong == {}
    assert [item for item in report["untrue"] if not item["what"].startswith("the type at")] == []
    assert report["overlay"]["lines"] < len(wanted) / 10


def test_all_calls_are_those_of_fern(tmp_path: Path) -> None:
    """Cohere's names of groups and methods; streams that only Fern's key has are methods, too."""
    adopted("cohere", tmp_path)
    root = yaml.load((tmp_path / "openapi.yaml").read_text(), yaml.CSafeLoader)
    calls = built(tmp_path)
    for at, raw in operations(root, "x-fern-ignore"):
        group = raw.get("x-fern-sdk-group-name", "")
        joined = ".".join(group) if isinstance(group, list) else group
        name = raw.get("x-fern-sdk-method-name") or raw["operationId"]
        assert calls[at] == {letters(f"{joined}.{name}" if joined else name)}, at
    surface = (tmp_path / "surface/python.surface").read_text()
    assert "method client.chat_stream(" in surface
    assert "method client.v2.chat_stream(" in surface
    assert "method client.connectors.o_auth_authorize(" in surface
