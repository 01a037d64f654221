"""Metadata that registries require of a package: its repository, and versions that its path allows."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.support.documents import document
from tests.support.run import build, configure, write


def _build(folder: Path, config: str, version: str = "1.0.0", code: int = 0) -> str:
    trips = document("Trips", {}, {"Trip": {"type": "object"}})
    trips["info"] |= {"version": version, "summary": "Of the document."}
    write(folder, "openapi.json", trips)
    configure(folder, config)
    return build(folder, "openapi.json", code=code).stderr


@pytest.mark.parametrize("url", ["https://github.com/acme/sdk", "https://github.com/acme/sdk.git"])
def test_packages_say_where_they_come_from(url: str, tmp_path: Path) -> None:
    """npm publishes with provenance only what names its repository."""
    _build(tmp_path, f"python: {{repository: '{url}'}}\ntypescript: {{repository: '{url}'}}")
    project = tomllib.loads((tmp_path / "sdk" / "python" / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["urls"] == {"Repository": url}
    package = json.loads((tmp_path / "sdk" / "typescript" / "package.json").read_text("utf-8"))
    assert package["repository"] == {"type": "git", "url": "git+https://github.com/acme/sdk.git"}


def test_a_repository_is_a_url(tmp_path: Path) -> None:
    assert "https://" in _build(tmp_path, "python: {repository: acme/sdk}", code=3)


def test_a_go_package_is_described_by_its_comment(tmp_path: Path) -> None:
    _build(tmp_path, "go: {description: Of gen.yaml.}")
    client = (tmp_path / "sdk" / "go" / "client.go").read_text("utf-8")
    assert "// Of gen.yaml.\npackage trips" in client and "Of the document." not in client


@pytest.mark.parametrize(
    ("path", "version", "good"),
    [
        ("github.com/acme/trips", "0.3.0", True),
        ("github.com/acme/trips", "2.4.0", False),
        ("github.com/acme/trips/v2", "2.4.0", True),
        ("github.com/acme/trips/v2", "3.0.0", False),
        ("github.com/acme/trips/v2", "1.0.0", False),
        ("gopkg.in/acme/trips.v1", "1.2.0", True),
        ("gopkg.in/acme/trips.v2", "2.0.0-rc1", True),
        (None, "2.4.0", True),  # a path that nobody chose is an example
    ],
)
@pytest.mark.parametrize("where", ["document", "gen.yaml"])
def test_a_path_holds_the_major_version(path: str | None, version: str, good: bool, where: str, tmp_path: Path) -> None:
    """`go get` refuses a tag v2.4.0 of a module whose path does not end with /v2, and the other way round."""
    own = {"version": version} if where == "gen.yaml" else {}
    section = own | ({"modulePath": path} if path else {})
    said = _build(tmp_path, f"go: {json.dumps(section)}", "0.0.1" if own else version)
    assert ("CG1405" in said) is not good, said
