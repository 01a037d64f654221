"""What the tests of reference pages share: the example, printed once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.rendered import print_pages

TRAINS = ROOT / "examples" / "trains"


@pytest.fixture(scope="session")
def trains(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the example in every language, its pages among them."""
    folder = tmp_path_factory.mktemp("trains")
    print_pages(TRAINS / "openapi.yaml", folder, "-c", str(TRAINS / "gen.yaml"))
    return folder
