"""Reference pages of compiled documents: spec 1.6 (webhook pages without configuration), D9.1, D12.2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.golden import golden_file
from tests.support.places import ROOT, SHARED
from tests.support.rendered import check_pages, print_pages

SPECS = SHARED / "specs"
CASE = ROOT / "golden" / "reference"
pytestmark = pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name")


def read_pages(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.md")}


@pytest.fixture(scope="module")
def pages(trains: Path) -> dict[str, str]:
    """Those of the example."""
    return read_pages(trains / "reference")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Those of the golden's document."""
    return read_pages(print_pages(CASE / "openapi.yaml", tmp_path_factory.mktemp("small"), "-t", "reference"))


def test_the_pages_of_the_example_hold_together(pages: dict[str, str]) -> None:
    check_pages(pages)


def test_webhooks_and_callbacks_have_pages_without_any_configuration(small: dict[str, str]) -> None:
    """spec 1.6, D9.1."""
    check_pages(small)
    assert {"webhooks/new-order.md", "callbacks/on-shipped.md"} < set(small)


@pytest.mark.parametrize("name", ["README.md", "groups/orders.md", "types/Order.md", "webhooks/new-order.md"])
def test_pages_of_a_small_document(name: str, small: dict[str, str], snapshot: object) -> None:
    """The whole text of some pages, HTML of the document's texts escaped."""
    expected = CASE / name.replace("/", "-").replace(".md", ".txt")
    assert small[name] == snapshot.use_extension(golden_file(expected))  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
@pytest.mark.parametrize(
    "name", ["museum.yaml", "figma.yaml", "resend.yaml", pytest.param("stripe.yaml", marks=pytest.mark.hunt)]
)
def test_the_pages_of_real_documents_hold_together(name: str, tmp_path: Path) -> None:
    check_pages(read_pages(print_pages(SPECS / name, tmp_path, "-t", "reference", "-k")))
