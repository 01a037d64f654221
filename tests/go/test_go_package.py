"""The names of the runtime do not collide with those of a document."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from backends.go.profile import PROFILE
from tests.support.documents import document, operation, parameter
from tests.support.go_things import go, print_go
from tests.support.places import ROOT

RUNTIME = ROOT / "backends/go/runtime"
DECLARED = re.compile(r"^(?:type|func|var|const) ([A-Z]\w*)|^\t([A-Z]\w*)\s+= errors\.New", re.MULTILINE)


def test_names_of_the_runtime_are_listed() -> None:
    """D10.5: a type of the document takes `_` where the runtime has its name."""
    sources = [path.read_text() for path in RUNTIME.glob("sdk_*.go") if not path.name.endswith("_test.go")]
    exported = {name for text in sources for pair in DECLARED.findall(text) for name in pair if name}
    assert "APIError" in exported
    assert exported <= PROFILE.taken["type"]


def test_the_runtime_is_copied_as_it_is(tmp_path: Path) -> None:
    """But for the name of the package, and the header."""
    printed = print_go(document("T", {}), "bare", tmp_path)
    for path in printed.folder.glob("sdk_*.go"):
        source = (RUNTIME / path.name).read_text()
        assert path.read_text().endswith(source.partition("package sdk\n")[2])


@pytest.mark.parametrize("title", ["Init", "Documentation", "Client", "t", "text", "only"])
def test_names_that_a_package_cannot_have(title: str, tmp_path: Path) -> None:
    """``init`` cannot be imported, Go's tools ignore ``documentation``, and every example has a ``client``; where a
    package is called as something in its tests, they import it by another name.
    What a string says is no use of an import."""
    kept = title.islower()
    setup, package = f'\t{title}sdk "example.com/', f"package {title.lower()}sdk\n"
    file, line = ("setup_test.go", setup) if kept else ("client.go", package)
    said = {"type": "string", "example": f"in time. Or fmt. Or {title}."}
    get = operation("getA", parameters=[parameter("q", schema=said, required=True)])
    folder = print_go(document(title, {"/a": {"get": get}}), title, tmp_path).folder
    assert f"\n{line}" in (folder / file).read_text()
    go("vet", "./...", folder=folder)
