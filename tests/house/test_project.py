"""The project's own files: the promises of README, links between the documents."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from compiler.front.keys.extensions import EXTENSIONS
from passes import PIPELINE
from tests.support.places import ROOT
from tests.support.rendered import anchors, links

PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "languages").glob("*.md")),
]


def test_readme_shows_a_program_and_how_to_install_and_then_the_two_commands() -> None:
    """All of it, and what a page and a message look like, on its first two screens."""
    head = "".join((ROOT / "README.md").read_text("utf-8").splitlines(keepends=True)[:48])
    places = [head.index(text) for text in ("```python", "pipx install", "make demo", "make test", "pictures/")]
    assert places == sorted(places)


def test_the_index_has_every_page() -> None:
    """By what somebody wants to do."""
    docs = ROOT / "docs"
    listed = set(re.findall(r"\]\(([\w/-]+\.md)", (docs / "index.md").read_text("utf-8")))
    found = {path.relative_to(docs).as_posix() for room in (docs, docs / "languages") for path in room.glob("*.md")}
    assert found - listed == {"index.md"}


def test_the_targets_that_are_told_of_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    told = set(re.findall(r"(?:^|`)make ([a-z-]+)", "".join(page.read_text("utf-8") for page in PAGES), re.MULTILINE))
    missing = {name for name in told if not re.search(rf"^{name}:", makefile, re.MULTILINE)}
    assert missing <= {"sdk", "sdk-check", "sdk-clean", "sdk-diff", "sdk-billing"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_the_documents_lead_somewhere(page: Path) -> None:
    for link in links(page.read_text("utf-8")):
        if re.match(r"https?:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name) if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link


def test_the_page_of_extensions_lists_every_one() -> None:
    """D14."""
    told = re.findall(
        r"^\| \[`x-codegen-([a-z-]+)`", (ROOT / "docs" / "extensions.md").read_text("utf-8"), re.MULTILINE
    )
    assert told == list(EXTENSIONS)
    assert f"({len(told)} of them" in (ROOT / "README.md").read_text("utf-8")


def test_architecture_lists_the_pipeline() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rows = [f"| `{step.name}` | {step.summary} |" for step in PIPELINE]
    assert "\n".join(rows) in text


def test_architecture_gives_a_reason_for_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8").lower()
    for requirement in project["dependencies"]:
        name = re.split(r"[<>=~!]", requirement)[0]
        assert f"| {name.lower()} |" in text, name
    assert f"## {project['version']} " in (ROOT / "CHANGELOG.md").read_text("utf-8")
