"""JSONPath steps against the compliance suite of RFC 9535 (D6.9): lowered by the compiler, evaluated as SDKs do.

The suite is beside the repository (``../shared/suites/jsonpath-cts``); without it these tests are skipped.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from backends.python.runtime.messages import Headers
from backends.python.runtime.paging import At, Each
from backends.python.runtime.unset import UNSET
from compiler.ir.wire import Step
from passes.support.pagination.jsonpath import PathSyntaxError, PathUnsupportedError, lower_path
from tests.support.places import SHARED

SUITE = SHARED / "suites/jsonpath-cts/cts-simple-subset.json"
CASES: list[dict[str, Any]] = json.loads(SUITE.read_text())["tests"] if SUITE.exists() else []
SLICES = [case for case in CASES if ":" in case["selector"]]
OBJECTS = {"basic, wildcard shorthand, object data", "basic, wildcard shorthand, then name shorthand"}
"""A wildcard means the items of an array here (D6.9): results are never the values of an object."""
STEPS = [case for case in CASES if case not in SLICES and case["name"] not in OBJECTS]

pytestmark = pytest.mark.skipif(not CASES, reason="../shared/suites/jsonpath-cts is not here")


def name_of(case: dict[str, Any]) -> str:
    return str(case["name"])


def evaluate(steps: tuple[Step, ...], document: Any) -> list[Any]:
    """The nodes that steps lead to, as the suite lists them."""
    words = [Each if step.each else step.property if step.property is not None else step.index for step in steps]
    found = At(*words).find(document, Headers())  # type: ignore[arg-type]
    if found is UNSET:
        return []
    return found if Each in words else [found]


@pytest.mark.parametrize("case", STEPS, ids=name_of)
def test_steps(case: dict[str, Any]) -> None:
    """D6.9: names, indices from both ends and ``[*]``."""
    found = evaluate(lower_path(case["selector"]), case["document"])
    assert found in case.get("results", [case.get("result")])


@pytest.mark.parametrize("case", SLICES, ids=name_of)
def test_slices_are_refused_by_name(case: dict[str, Any]) -> None:
    """D6.9: what steps cannot express is named."""
    with pytest.raises((PathUnsupportedError, PathSyntaxError)) as caught:
        lower_path(case["selector"])
    assert isinstance(caught.value, PathSyntaxError) or "slice" in str(caught.value)


def test_the_old_spelling_of_the_last_element() -> None:
    """D6.9: ``[(@.length-1)]`` is ``[-1]``."""
    assert lower_path("$.data[(@.length-1)].id") == lower_path("$.data[-1].id")
