"""Documents of chance, in all languages side by side: one seed of each kind; ``make soak`` makes many more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.generated.checks import validator_differences
from tests.support.generated.side_by_side import CallFile, PageFile, StreamFile, WebhookFile, alike
from tests.support.generated.ways import Desk, Servers
from tests.support.typescript_tools import require_node

pytestmark = pytest.mark.slow
SEEDS = (2, pytest.param(3, marks=pytest.mark.hunt))
Files = Mapping[type, Any]


@pytest.fixture(scope="module", params=SEEDS)
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The files of a seed by their kinds; Go's program is built once, of all of them."""
    require_node()
    folder, seed = tmp_path_factory.mktemp("files"), request.param
    made = {kind: kind(seed, folder) for kind in (CallFile, PageFile, StreamFile)} | {WebhookFile: WebhookFile(seed)}
    for file in made.values():
        list(file.sdks())
    return made


def test_calls_and_validators_agree(files: Files) -> None:
    file = files[CallFile]
    assert len(file.calls) > 90
    with Desk() as desk:
        assert list(file.differences(desk)) == []
        assert list(validator_differences(file, desk)) == []


def test_pages_follow_the_rules(files: Files, servers: Servers) -> None:
    """D6: in every language, whatever a server answers."""
    file = files[PageFile]
    exchanges = [exchange for call in file.calls for exchange in call.exchanges]
    assert {exchange.raises for exchange in exchanges} == {None, "api", "pagination"}
    assert len(exchanges) > 2 * len(file.calls)
    assert list(file.differences(servers)) == []


def test_streams_yield_what_was_sent(files: Files) -> None:
    file = files[StreamFile]
    assert sum(len(call.vector.returns) for call in file.calls) > 100
    with Desk() as desk:
        assert list(file.differences(desk)) == []


def test_webhooks_give_what_arrives(files: Files) -> None:
    file = files[WebhookFile]
    assert {True, False} == {"broken" in call for call in file.calls}
    assert list(file.differences()) == []


def test_a_seed_makes_one_document(tmp_path: Path) -> None:
    for kind in (CallFile, PageFile, StreamFile):
        folders = [tmp_path / f"{kind.__name__}-{name}" for name in ("a", "b")]
        texts = {folder.mkdir() or Path(kind(5, folder).path).read_text() for folder in folders}
        assert len(texts) == 1
    versions = {CallFile(seed, tmp_path, operations=1, calls=1).document["openapi"] for seed in range(20)}
    assert versions == {"3.0.3", "3.1.0"}


def test_the_comparison_sees_a_difference() -> None:
    assert alike({"a": [1, 2.0]}, {"a": [1.0, 2]})
    assert alike({"$bytes": "\xfb"}, "-w")
    assert not alike({"$bytes": "\xfb"}, "_w")
    assert not alike({"a": 1}, {"a": True})
    assert not alike({"a": 1}, {"a": 1, "b": None})
