"""The wire vectors against SDKs printed for Go: requests, results, and paging.

The SDKs of all files share a program (tests/tools/go_drivers.go) that makes calls by their names; each vector is a
test.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from compiler.ir.headers import Reading
from tests.support.go_things import Driver, arguments_of, whole_body
from tests.support.printed import argument_of
from tests.support.recorder import Recorder
from tests.support.wire_run import COUNTED, HOOKS, VECTORS, WireRun, each, each_hook, only
from tests.support.wire_vectors import MISSING, Vector, load_file, same

pytestmark = pytest.mark.slow


@functools.cache
def driver(file: str) -> Driver:
    """What makes the calls of a file, those of its sessions, too."""
    return Driver(load_file(file)[0], f"wire_{Path(file).stem}")


@functools.cache
def hook_driver(stem: str) -> Driver:
    return Driver(HOOKS[stem]["document"], f"hooks_{stem}")


class Run(WireRun):
    """One vector on its way through the program."""

    def __init__(self, vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
        self.driver = driver(vector.file)
        super().__init__(vector, servers, self.driver.sdk)

    def call(self, mode: str, **more: Any) -> dict[str, Any]:
        return self.driver.run(self.order(mode, **more))

    def order(self, mode: str, **more: Any) -> dict[str, Any]:
        vector = self.vector
        return {
            "Path": self.path,
            **self.arguments(),
            "BaseURL": self.here.origin,
            "Credentials": vector.credentials,
            "Globals": vector.shared,
            "External": vector.is_signed_elsewhere,
            "Key": vector.key or "",
            "Mode": mode,
            "Metadata": list(vector.metadata),
            "Kinds": self.kinds() if vector.metadata else {},
            **more,
        }

    def kinds(self) -> dict[str, str]:
        """How a program says what it reads headers as."""
        headers = self.sdk.plan.wire.operations[self.method.operation].headers
        many = {Reading.LIST, Reading.OBJECT}
        return {
            item.wire: f"{item.reading} of {'members' if item.members else item.items}"
            if item.reading in many
            else item.reading
            for item in headers
        }

    def arguments(self) -> dict[str, Any]:
        given = {argument_of(self.method, key).ident: item for key, item in self.vector.arguments.items()}
        return arguments_of(self.sdk.plan, self.method, given, self.vector.body)


def check_error(error: Mapping[str, Any] | None, raises: str, status: int | None) -> None:
    assert error is not None
    assert error["Kind"] == raises, error
    assert status is None or error["Status"] == status, error


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
    run = Run(vector, servers)
    answer = run.call("pages")
    last = vector.exchanges[-1]
    if last.raises is None:
        assert answer["Error"] is None, answer["Error"]
    else:
        check_error(answer["Error"], last.raises, last.status)
    run.check_counts(answer["Counts"] or ())
    run.check_requests()


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


def hook_order(driver: Driver, vector: Mapping[str, Any]) -> dict[str, Any]:
    body = bytes.fromhex(vector["hex"]) if "hex" in vector else vector["body"].encode()
    receiver = driver.sdk.plan.receiver
    assert receiver is not None
    does = vector.get("does")
    return {
        "Event": vector["event"] or "",
        "NamedBy": vector.get("named by", ""),
        "Body": body.decode("latin-1"),
        "Secrets": vector.get("secrets", []),
        "Now": vector.get("now", 0),
        "Unsigned": vector.get("unsigned", False),
        "Max": vector.get("max", 0),
        "Seen": vector.get("seen", []),
        "HasSeen": "seen" in vector,
        "Headers": vector["headers"],
        "Does": does if isinstance(does, dict) else {},
        "Fails": does == "fail",
        "Otherwise": "otherwise" in vector,
        "Handlers": [
            f"On{event.method}" for event in receiver.events if event.wire.name not in vector.get("otherwise", [])
        ],
    }


@each_hook()
def test_webhook(stem: str, vector: Mapping[str, Any]) -> None:
    answer = hook_driver(stem).run({"Webhook": hook_order(hook_driver(stem), vector)})
    wanted = vector["answers"]
    assert answer["Status"] == wanted["status"]
    if "json" in wanted:
        assert json.loads(answer["Body"]) == wanted["json"]
        assert answer["Header"]["Content-Type"] == ["application/json"]
    if "text" in wanted:
        assert answer["Body"] == wanted["text"]
    if "payload" in vector:
        assert same(answer["Payloads"], [vector["payload"]])
    for name, value in vector.get("told", {}).items():
        assert answer["Told"][name] == [value]
    assert (answer["Others"] or []) == vector.get("others", [])
    if "handled" in vector:
        assert bool(answer["Payloads"]) == vector["handled"]


def check_reading(driver: Driver, vector: Mapping[str, Any]) -> None:
    """D9.2: reading without dispatch says what is wrong."""
    error = driver.run({"Webhook": {**hook_order(driver, vector), "Read": True}})["Error"]
    assert (error and error["Kind"]) == vector.get("rejects"), error


@each_hook("rejects")
def test_webhook_read_alone(stem: str, vector: Mapping[str, Any]) -> None:
    check_reading(hook_driver(stem), vector)
