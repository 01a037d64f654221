"""Programs that use SDKs printed for Go, each a package of its own: tests/go/go_features_test.go what there is besides
calls (sdk 2, sdk 8), go_doors_test.go errors, options of the client and undocumented calls (D16.1 to D16.4),
go_params_test.go every rule of arguments (D4.9 to D4.12)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.documents import document_of
from tests.support.go_things import print_go, run_tests
from tests.support.printed import Printed

HERE = Path(__file__).parent


def printed(name: str, folder: Path) -> Printed:
    return print_go(document_of(f"go/go_{name}.yaml"), name, folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["features", "doors", "params"])
def test_a_program(name: str, tmp_path: Path) -> None:
    """Each rule is a test of its own in Go; a gigabyte goes up twice and down once without being loaded."""
    run_tests(printed(name, tmp_path), HERE / f"go_{name}_test.go")


def test_what_a_request_carries_where_the_document_as_a_whole_asks_for_nothing(tmp_path: Path) -> None:
    """D16.3: what operations ask for, the most usual first, and nothing where the client has none of it."""
    client = (print_go(document_of("languages/gates.yaml"), "gates", tmp_path).folder / "client.go").read_text()
    assert 'security: [][]need{{{"machine", "read"}}, {{"key", ""}}, {}},' in client
