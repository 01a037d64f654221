"""docs/upkeep.md: its overlay keeps an old name, its settings have an effect, and its flags exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.support.documents import answers, document, object_of, operation, parameter
from tests.support.places import ROOT
from tests.support.run import build_sdks, codegen, write

PAGE = (ROOT / "docs" / "upkeep.md").read_text("utf-8")
LIST = operation("listTrips", answers(object_of(a="string")), tags=["trips"], parameters=[parameter("q")])
SERVERS = [{"url": "https://api.example.com"}]
DOCUMENT = document("Trips", {"/trips": {"get": LIST}}, servers=SERVERS)


def _blocks() -> list[str]:
    return re.findall(r"^```yaml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SDKs of a document with a method that was renamed as the page says."""
    folder = tmp_path_factory.mktemp("renamed")
    (overlay,) = (block for block in _blocks() if block.startswith("overlay:"))
    write(folder, "names.yaml", overlay)
    off = "diagnostics: {CG0332: off}"
    assert off in PAGE
    config = (
        f"generation: {{names: operationId, overlays: names.yaml, {off}}}\npython: {{}}\ngo: {{}}\ntypescript: {{}}\n"
    )
    return build_sdks(folder, DOCUMENT, config, "--strict")


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (
            "python/trips/_groups/trips.py",
            r"@Deprecated\(.*listTrips.*\)\n    def find_trips\(",
            r'"""[^"]*"""|def list_trips\(',
        ),
        ("typescript/src/groups/trips.ts", r"@deprecated Use `listTrips`.*\n[^}]* findTrips\(", r" listTrips\("),
        ("go/trips_api.go", r"// Deprecated: Use `listTrips`.\nfunc \(g \*TripsGroup\) FindTrips\(", r"\) ListTrips\("),
    ],
)
def test_an_old_name_lives_on(renamed: Path, path: str, old: str, new: str) -> None:
    """Both call the same path, and one alone is deprecated."""
    text = (renamed / path).read_text("utf-8")
    assert re.search(old, text), text
    assert re.search(new, text)
    assert len(re.findall(r'"/trips"', text)) == 2 and "#old" not in text


def test_flags_of_the_page_exist() -> None:
    told = set(re.findall(r"`(--?[a-z][a-z-]*)", PAGE))
    assert {"--check", "--locked", "--strict", "--format"} <= told
    shown = codegen("build", "--help", cwd=Path()).stdout
    assert [flag for flag in told if not re.search(rf"(^|[ ,]){flag}\b", shown)] == []


def test_commands_of_ci_succeed_where_nothing_is_stale(renamed: Path) -> None:
    hooks = next(yaml.safe_load(block) for block in _blocks() if "pre-commit" in block)["repos"][0]["hooks"]
    workflow = next(yaml.safe_load(block) for block in _blocks() if "runs-on" in block)
    steps = [step["run"] for step in workflow["jobs"]["sdk"]["steps"] if "run" in step]
    for command in (hooks[0]["entry"], *steps):
        program, *words = command.partition(" > ")[0].split()
        assert program == "codegen"
        document = [words[0], "openapi.yaml", *words[1:]]
        assert codegen(*document, cwd=renamed.parent).returncode == 0, command
