"""Public documents with keys of other generators, adopted whole: what those keys and their rules give, we have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.adopt.support import Adopted, adopt
from tests.support.places import SHARED

SPECS = SHARED / "specs"
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


def calls_of(surface: str) -> dict[str, set[str]]:
    """Return the calls of the Python SDK, by operation, in letters."""
    found: dict[str, set[str]] = {}
    for line in surface.splitlines():
        call, at, *_ = [*line.split("\t"), ""]
        if call.startswith("method ") and "#" not in at:
            found.setdefault(at, set()).add(letters(call.split("(")[0].removeprefix("method client.")))
    return found


def adopted(name: str, folder: Path) -> Adopted:
    found = adopt(folder, (SPECS / f"{name}.yaml").read_text("utf-8"))
    assert found.run.returncode == 0, found.run.stderr
    return found


@pytest.mark.parametrize("name", [*SPEAKEASY, *(pytest.param(name, marks=pytest.mark.hunt) for name in LARGE)])
def test_all_calls_are_those_of_speakeasy(name: str, tmp_path: Path) -> None:
    """Every method and group; and fewer lines name them than a tenth of the operations."""
    found = adopted(name, tmp_path)
    wanted = speakeasy(yaml.load((tmp_path / "openapi.yaml").read_text(), yaml.CSafeLoader))
    calls = calls_of(found.surface())
    wrong = {at: (names, calls.get(at)) for at, names in wanted.items() if calls.get(at) != names}
    assert wrong == {}
    assert [item for item in found.report["untrue"] if not item["what"].startswith("the type at")] == []
    assert found.report["overlay"]["lines"] < len(wanted) / 10


def test_all_calls_are_those_of_fern(tmp_path: Path) -> None:
    """Cohere's names of groups and methods; streams that only Fern's key has are methods, too."""
    surface = adopted("cohere", tmp_path).surface()
    root = yaml.load((tmp_path / "openapi.yaml").read_text(), yaml.CSafeLoader)
    calls = calls_of(surface)
    for at, raw in operations(root, "x-fern-ignore"):
        group = raw.get("x-fern-sdk-group-name", "")
        joined = ".".join(group) if isinstance(group, list) else group
        name = raw.get("x-fern-sdk-method-name") or raw["operationId"]
        assert calls[at] == {letters(f"{joined}.{name}" if joined else name)}, at
    assert "method client.chat_stream(" in surface
    assert "method client.v2.chat_stream(" in surface
    assert "method client.connectors.o_auth_authorize(" in surface
