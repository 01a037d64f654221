"""The paginations proposed for real documents: they page to the end (`judges.paging`; D6.12, D6.14)."""

from __future__ import annotations

import pytest

from bench.documents import SPECS, find_document
from judges.paging import count

pytestmark = pytest.mark.skipif(not SPECS.is_dir(), reason="needs ../shared/specs")


@pytest.mark.parametrize(("name", "ways"), [("resend", {"last": 23}), ("museum", {"numbered": 2})])
def test_small_documents_page_to_their_end(name: str, ways: dict[str, int]) -> None:
    found = count(find_document(name), walk=True)
    assert (dict(found.ways), found.paged, found.faults) == (ways, sum(ways.values()), [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ("twilio-api-v2010", {"url": 59}),
        pytest.param("openai", {"last": 42, "cursor": 20}, marks=pytest.mark.hunt),
        pytest.param("stripe", {"last": 100, "cursor": 7}, marks=pytest.mark.hunt),
        pytest.param("github-api", {"link": 193, "counted": 1, "numbered": 67}, marks=pytest.mark.hunt),
    ],
)
def test_large_documents_page_to_their_end(name: str, ways: dict[str, int]) -> None:
    found = count(find_document(name), walk=True)
    assert (dict(found.ways), found.paged, found.faults) == (ways, sum(ways.values()), [])
