"""The requests of tests/wire/validators.yaml against validators printed for Go: by the function, and behind a gateway
of net/http that responds with the list of violations."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.go_things import Driver
from tests.support.wire_vectors import Check, all_checks, load_checks
from tests.wire.test_wire_go import driver
from tests.wire.test_wire_validators_python import words

pytestmark = pytest.mark.slow


def answers(driver: Driver, checks: Sequence[Check]) -> list[dict[str, Any]]:
    """What is said of requests: by the function, and behind the gateway."""
    operations = driver.sdk.plan.wire.operations.values()
    paths = {item.operation_id: f"{item.method} {item.path}" for item in operations}
    orders = [
        {
            "Operation": check.operation,
            "Pattern": paths[check.operation],
            "Path": check.path,
            "Query": check.query,
            "Header": check.headers,
            "Cookies": check.cookies,
            "Body": None if check.body is None else check.body.decode("latin-1"),
        }
        for check in checks
    ]
    found: list[dict[str, Any]] = driver.run({"Checks": orders})["Checks"]
    return found


@functools.cache
def answers_of_file(file: str) -> list[dict[str, Any]]:
    return answers(driver(file), load_checks(file)[1])


def answer(check: Check) -> dict[str, Any]:
    return answers_of_file(check.file)[load_checks(check.file)[1].index(check)]


def listed(violations: Any) -> set[tuple[str, str, str]]:
    found = [(item["place"], item["pointer"], item["rule"]) for item in violations or ()]
    assert len(found) == len(set(found)), "a violation is said twice"
    return set(found)


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.case)
def test_what_is_found(check: Check) -> None:
    assert listed(answer(check)["Violations"]) == check.finds
    said = [f"{one['place']}{one['pointer']}: {one['message']}" for one in answer(check)["Violations"] or ()]
    assert sorted(said) == words(check)


GATED = [check for check in all_checks() if check.path or check.operation not in ("putNote", "paths", "itself")]
"""A mux of net/http routes by path: a part of it is never missing."""


@pytest.mark.parametrize("check", GATED, ids=lambda check: check.case)
def test_behind_a_gateway(check: Check) -> None:
    made = answer(check)
    assert made["Status"] == check.status
    assert listed(json.loads(made["Answer"] or "{}").get("violations")) == check.finds
