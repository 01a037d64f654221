"""A few random documents, in all languages side by side; ``make soak`` makes many more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.generated.side_by_side import File, alike
from tests.support.generated.side_by_side_pages import PagedFile
from tests.support.generated.side_by_side_streams import StreamFile
from tests.support.generated.side_by_side_webhooks import WebhookFile
from tests.support.recorder import Recorder
from tests.support.typescript_tools import require_node
from tests.wire import test_wire_go

pytestmark = pytest.mark.slow
SEEDS = (2, 3)
Files = Mapping[tuple[type, int], Any]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The files of all seeds by their kinds; Go's program is built once of all of them."""
    folder = tmp_path_factory.mktemp("files")
    made = {(kind, seed): kind(seed, folder) for kind in (File, PagedFile, StreamFile) for seed in SEEDS}
    for file in made.values():
        test_wire_go.driver(file.path)
    hooks = {(WebhookFile, seed): WebhookFile(seed) for seed in SEEDS}
    for hook in hooks.values():
        test_wire_go.hook_driver(hook.stem)
    return made | hooks


@pytest.mark.parametrize("seed", SEEDS)
def test_calls_and_validators_agree(seed: int, files: Files, servers: tuple[Recorder, Recorder]) -> None:
    require_node()
    file = files[File, seed]
    assert len(file.vectors) > 90
    assert list(file.calls(servers)) == []
    assert list(file.checks(servers)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_pages_follow_the_rules(seed: int, files: Files, servers: tuple[Recorder, Recorder]) -> None:
    """D6: in every language, whatever a server answers."""
    require_node()
    file = files[PagedFile, seed]
    ends = {exchange.raises for vector in file.vectors for exchange in vector.exchanges}
    assert ends == {None, "api", "pagination"}
    assert max(len(vector.exchanges) for vector in file.vectors) > 3
    assert list(file.calls(servers)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_streams_yield_what_was_sent(seed: int, files: Files, servers: tuple[Recorder, Recorder]) -> None:
    require_node()
    file = files[StreamFile, seed]
    assert sum(len(vector.returns) for vector in file.vectors) > 100
    assert list(file.calls(servers)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_webhooks_give_what_arrives(seed: int, files: Files) -> None:
    require_node()
    file = files[WebhookFile, seed]
    assert {True, False} == {"broken" in vector for vector in file.vectors}
    assert list(file.calls()) == []


def test_a_seed_makes_one_document(tmp_path: Path) -> None:
    for kind in (File, PagedFile, StreamFile):
        folders = [tmp_path / f"{kind.__name__}-{name}" for name in ("a", "b")]
        texts = {folder.mkdir() or Path(kind(5, folder).path).read_text() for folder in folders}
        assert len(texts) == 1
    versions = {File(seed, tmp_path, operations=1, calls=1).made["document"]["openapi"] for seed in range(20)}
    assert versions == {"3.0.3", "3.1.0"}


def test_the_comparison_sees_a_difference() -> None:
    assert alike({"a": [1, 2.0]}, {"a": [1.0, 2]})
    assert alike({"$bytes": "\xfb"}, "-w")
    assert not alike({"$bytes": "\xfb"}, "_w")
    assert not alike({"a": 1}, {"a": True})
    assert not alike({"a": 1}, {"a": 1, "b": None})
