"""The project's own files: the promises of README, the Makefile fragment for users, links between the documents."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from compiler.front.keys.extensions import EXTENSIONS
from passes import PIPELINE
from tests.support.places import ROOT
from tests.support.rendered import anchors, links

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
TRAINS = ROOT / "examples" / "trains"


def test_readme_begins_with_the_two_commands() -> None:
    head = (ROOT / "README.md").read_text("utf-8")[:250]
    assert "make demo" in head and "make test" in head


def test_the_targets_that_are_told_of_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    told = set(re.findall(r"(?:^|`)make ([a-z-]+)", "".join(page.read_text("utf-8") for page in PAGES), re.MULTILINE))
    missing = {name for name in told if not re.search(rf"^{name}:", makefile, re.MULTILINE)}
    assert missing <= {"sdk", "sdk-check", "sdk-clean"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_the_documents_lead_somewhere(page: Path) -> None:
    for link in links(page.read_text("utf-8")):
        if re.match(r"https?:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name) if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link


def test_readme_lists_every_extension() -> None:
    """D14."""
    told = re.findall(r"^\| `x-codegen-([a-z-]+)`", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert told == list(EXTENSIONS)


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


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A user's project that includes codegen.mk."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    shutil.copy(ROOT / "codegen.mk", tmp_path)
    shutil.copy(TRAINS / "openapi.yaml", tmp_path)
    (tmp_path / "Makefile").write_text("CODEGEN_FLAGS := -t reference\ninclude codegen.mk\n", "utf-8")
    return tmp_path


def make(folder: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    command = ["make", f"CODEGEN={sys.executable} -m compiler", *targets]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    environment["PYTHONPATH"] = str(ROOT)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_makefile_fragment_builds_when_something_changed(project: Path) -> None:
    first = make(project, "sdk")
    assert first.returncode == 0, first.stderr
    assert (project / "sdk" / "reference" / "README.md").exists()
    assert "compiler build" not in make(project, "sdk").stdout
    later = (project / "sdk" / ".codegen-stamp").stat().st_mtime + 5
    os.utime(project / "openapi.yaml", (later, later))
    assert "compiler build" in make(project, "sdk").stdout


def test_the_makefile_fragment_finds_gen_yaml_where_codegen_does(project: Path) -> None:
    """Here, where none stands beside the document; a change of it builds again."""
    (project / "api").mkdir()
    (project / "openapi.yaml").rename(project / "api" / "openapi.yaml")
    (project / "gen.yaml").write_text("configVersion: 2.0.0\nreference: {}\n", "utf-8")
    (project / "Makefile").write_text("CODEGEN_SPEC := api/openapi.yaml\ninclude codegen.mk\n", "utf-8")
    assert "-c gen.yaml" in make(project, "sdk").stdout
    assert "compiler build" not in make(project, "sdk").stdout
    later = (project / "sdk" / ".codegen-stamp").stat().st_mtime + 5
    os.utime(project / "gen.yaml", (later, later))
    assert "compiler build" in make(project, "sdk").stdout


def test_the_makefile_fragment_checks_and_cleans(project: Path) -> None:
    assert make(project, "sdk-check").returncode != 0
    assert make(project, "sdk", "sdk-check").returncode == 0
    text = (project / "openapi.yaml").read_text("utf-8")
    (project / "openapi.yaml").write_text(text.replace("Train Travel API", "Tram Travel API"), "utf-8")
    assert make(project, "sdk-check").returncode != 0
    assert make(project, "sdk-clean").returncode == 0
    assert not (project / "sdk" / "reference").exists()
