"""The requests of tests/wire/validators.yaml sent to a gateway of node:http with validators printed for TypeScript: it
rejects requests with the list of violations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.support.typescript_things import gateway
from tests.support.typescript_tools import check_types
from tests.support.wire_python import check_found
from tests.support.wire_typescript import printed
from tests.support.wire_vectors import Check, all_checks


@pytest.fixture(scope="module")
def gateways() -> Iterator[dict[str, Callable[[Check], tuple[int, Any]]]]:
    """What asks the gateway of each file of requests."""
    with ExitStack() as stack:
        yield {
            file: stack.enter_context(gateway(printed(file))) for file in sorted({check.file for check in all_checks()})
        }


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.case)
def test_behind_a_gateway(check: Check, gateways: dict[str, Callable[[Check], tuple[int, Any]]]) -> None:
    status, found = gateways[check.file](check)
    assert status == check.status, found
    check_found(check, found)


def test_the_validators_type_check() -> None:
    assert check_types(printed("validators.yaml").folder) == ""
