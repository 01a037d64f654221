"""The requests of tests/wire/validators.yaml against validators printed for Go: by the function, and behind a gateway
of net/http that responds with the list of violations."""

from __future__ import annotations

import functools
import json
from typing import Any

import pytest

from tests.support.wire_go import driver, validator_answers
from tests.support.wire_python import check_found
from tests.support.wire_vectors import Check, all_checks, load_checks

pytestmark = pytest.mark.slow


@functools.cache
def answers_of_file(file: str) -> list[dict[str, Any]]:
    return validator_answers(driver(file), load_checks(file)[1])


def answer(check: Check) -> dict[str, Any]:
    return answers_of_file(check.file)[load_checks(check.file)[1].index(check)]


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.case)
def test_what_is_found(check: Check) -> None:
    check_found(check, answer(check)["Violations"] or ())


GATED = [check for check in all_checks() if check.path or check.operation not in ("putNote", "paths", "itself")]
"""A mux of net/http routes by path: a part of it is never missing."""


@pytest.mark.parametrize("check", GATED, ids=lambda check: check.case)
def test_behind_a_gateway(check: Check) -> None:
    made = answer(check)
    assert made["Status"] == check.status
    check_found(check, json.loads(made["Answer"] or "{}").get("violations") or ())
