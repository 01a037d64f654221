"""The wire vectors against SDKs printed for Go: requests, results, and paging.

The SDKs of all files share a program (tests/tools/go_drivers.go) that makes calls by their names; each vector is a
test.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.go_things import whole_body
from tests.support.recorder import Recorder
from tests.support.wire_go import (
    Run,
    check_error,
    check_reading,
    check_reports,
    hook_driver,
    hook_order,
    violated,
    walk_pages,
)
from tests.support.wire_run import COUNTED, VECTORS, check_heard, each, each_hook, only
from tests.support.wire_vectors import MISSING, Vector, same

pytestmark = pytest.mark.slow


@only(paged=False)
def test_call(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    run = Run(vector, servers)
    if vector.style is not None and vector.call != "limited":
        assert (run.method.request is not None) == (vector.style == "request")
    answer = run.call("call")
    if vector.raises is None:
        assert answer["Error"] is None, answer["Error"]
        assert vector.returns is MISSING or same(answer["Result"], vector.returns), answer["Result"]
        for name, wanted in vector.has.items():
            plain = next(iter(wanted.values())) if isinstance(wanted, dict) else wanted
            assert name not in answer["Result"] or isinstance(wanted, dict) or answer["Result"][name] == plain
        assert vector.unknown in (None, answer["Type"].endswith(".UnknownMember")), answer["Type"]
        assert answer["Metadata"] in (None, {}) or same(answer["Metadata"], dict(vector.metadata))
    else:
        check_error(answer["Error"], vector.raises, vector.status)
        assert vector.error is MISSING or same(answer["Error"]["Value"], vector.error)
        assert vector.message is None or vector.message in answer["Error"]["Message"]
        assert not [text for text in vector.hides if text in answer["Error"]["Message"]]
        assert vector.violates is None or violated(answer["Error"]["Violations"]) == vector.violates
    check_reports(vector, answer)
    run.check_requests()


@each([v for v in VECTORS if not v.paged and isinstance(v.body, dict) and v.raises is None])
def test_call_with_a_model(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D4.10: the same body as a whole: what it sends is what its fields send."""
    run = Run(vector, servers)
    if run.method.fields is None:
        pytest.skip("the body is one argument")
    order = run.order("call")
    order["Arguments"] = [item for item in order["Arguments"] if not item["Field"]]
    answer = run.driver.run(order | whole_body(run.sdk.plan, run.method, vector.body))
    assert answer["Error"] is None, answer["Error"]
    run.check_requests()


@only(paged=True)
def test_pages_by_next(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D6.4: by Next until it is nil, nil."""
    walk_pages(vector, servers)


@each(COUNTED)
def test_pages_by_iteration(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D6.10: All walks the items of all pages."""
    run = Run(vector, servers)
    answer = run.call("items")
    assert answer["Error"] is None
    assert len(answer["Items"]) == sum(exchange.count or 0 for exchange in vector.exchanges)
    assert all("id" in item for item in answer["Items"])
    run.check_requests()


# --------------------------------------------------------------------------- webhooks


@each_hook()
def test_webhook(stem: str, vector: Mapping[str, Any]) -> None:
    driver = hook_driver(stem)
    answer = driver.run({"Webhook": hook_order(driver, vector)})
    (kind,) = answer["Header"].get("Content-Type", [None])
    told = {name.lower(): ", ".join(values) for name, values in (answer["Told"] or {}).items()}
    payloads, others = answer["Payloads"] or [], answer["Others"] or []
    check_heard(vector, answer["Status"], kind, answer["Body"], payloads, told, others)


@each_hook("refuses")
def test_no_receiver(stem: str, vector: Mapping[str, Any]) -> None:
    driver = hook_driver(stem)
    assert driver.run({"Webhook": hook_order(driver, vector)})["Error"]["Kind"] == "configuration"


@each_hook("rejects")
def test_webhook_read_alone(stem: str, vector: Mapping[str, Any]) -> None:
    check_reading(hook_driver(stem), vector)
