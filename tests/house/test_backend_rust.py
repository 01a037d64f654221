"""`examples/backend_rust`, a language in a page: what the plan leaves to a printer of types and signatures."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.documents import find_document
from judges import rust_types


@pytest.fixture(scope="module", autouse=True)
def offered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The backend, found by its entry point."""
    with rust_types.offered(tmp_path_factory.mktemp("site")):
        yield


@pytest.mark.parametrize("name", ["museum", "redocly-cafe-split", "resend"])
def test_a_crate_has_what_the_python_sdk_has_and_compiles(name: str, tmp_path: Path) -> None:
    """Models, fields, unions, methods, and no type that says less; `python -m judges.rust_types` does all documents."""
    document = find_document(name)
    if not document.path.exists():
        pytest.skip("../shared is not here")
    files, python, rust = rust_types.print_both(document)
    assert rust == python
    if shutil.which("cargo") is None:
        pytest.skip("no cargo: what is printed was not compiled")
    assert not rust_types.check_crate(files, tmp_path)


def test_it_decides_little() -> None:
    """Whoever adds a language reads it; what it would decide is a word that the plan lacks."""
    lines = [len(path.read_text("utf-8").splitlines()) for path in rust_types.EXAMPLE.glob("backend_rust/*.py")]
    assert sum(lines) < 500
