"""A few random documents, in all languages side by side; ``make soak`` makes many more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.generated.side_by_side import File, alike
from tests.support.generated.side_by_side_pages import PagedFile
from tests.support.generated.side_by_side_streams import StreamFile
from tests.support.generated.side_by_side_webhooks import WebhookFile
from tests.support.recorder import Recorder
from tests.support.typescript_tools import require_node

pytestmark = pytest.mark.slow
SEEDS = (2, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_calls_and_validators_agree(seed: int, tmp_path: Path, servers: tuple[Recorder, Recorder]) -> None:
    require_node()
    file = File(seed, tmp_path)
    assert len(file.vectors) > 90
    assert list(file.calls(servers)) == []
    assert list(file.checks(servers)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_pages_follow_the_rules(seed: int, tmp_path: Path, servers: tuple[Recorder, Recorder]) -> None:
    """D6: in every language, whatever a server answers."""
    require_node()
    file = PagedFile(seed, tmp_path)
    ends = {exchange.raises for vector in file.vectors for exchange in vector.exchanges}
    assert ends == {None, "api", "pagination"}
    assert max(len(vector.exchanges) for vector in file.vectors) > 3
    assert list(file.calls(servers)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_streams_yield_what_was_sent(seed: int, tmp_path: Path, servers: tuple[Recorder, Recorder]) -> None:
    require_node()
    file = StreamFile(seed, tmp_path)
    assert sum(len(vector.returns) for vector in file.vectors) > 100
    assert list(file.calls(servers)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_webhooks_give_what_arrives(seed: int) -> None:
    require_node()
    file = WebhookFile(seed)
    assert {True, False} == {"broken" in vector for vector in file.vectors}
    assert list(file.calls()) == []


def test_a_seed_makes_one_document(tmp_path: Path) -> None:
    for kind in (File, PagedFile, StreamFile):
        folders = [tmp_path / f"{kind.__name__}-{name}" for name in ("a", "b")]
        texts = {folder.mkdir() or Path(kind(5, folder).path).read_text() for folder in folders}
        assert len(texts) == 1
    versions = {File(seed, tmp_path).made["document"]["openapi"] for seed in range(20)}
    assert versions == {"3.0.3", "3.1.0"}


def test_the_comparison_sees_a_difference() -> None:
    assert alike({"a": [1, 2.0]}, {"a": [1.0, 2]})
    assert alike({"$bytes": "\xfb"}, "-w")
    assert not alike({"$bytes": "\xfb"}, "_w")
    assert not alike({"a": 1}, {"a": True})
    assert not alike({"a": 1}, {"a": 1, "b": None})
