"""The wire vectors against SDKs printed for Go: a vector on its way through the program that all SDKs share."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from compiler.ir.headers import Reading
from tests.support.go_things import Driver, arguments_of
from tests.support.printed import argument_of
from tests.support.recorder import Recorder
from tests.support.wire_run import HOOKS, WireRun
from tests.support.wire_vectors import Check, Vector, load_file


@functools.cache
def driver(file: str) -> Driver:
    """What makes the calls of a file, those of its sessions, too."""
    return Driver(load_file(file)[0], f"wire_{Path(file).stem}")


@functools.cache
def hook_driver(stem: str) -> Driver:
    return Driver(HOOKS[stem]["document"], f"hooks_{stem}")


class Run(WireRun):
    """One vector on its way through the program."""

    language = "go"

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
            "Responses": {True: "strict"}.get(vector.strict, vector.strict or ""),
            "Most": vector.most or 0,
            "Manual": vector.redirects == "manual",
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


def violated(found: Sequence[Mapping[str, Any]] | None) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((item["pointer"], item["rule"]) for item in found or ()))


def check_reports(vector: Vector, answer: Mapping[str, Any]) -> None:
    """Hold what a hook was told to what the vector says."""
    keys = ("Method", "Status", "RequestID", "Violations")
    told = [(item["Operation"], *(item[key] for key in keys)) for item in answer["Reports"] or ()]
    assert [(*item[:-1], violated(item[-1])) for item in told] == [
        (
            {"ID": item["operation"], "Route": item["route"]},
            *(item["method"], item["status"], item["request_id"] or ""),
            tuple(sorted(map(tuple, item["violates"]))),
        )
        for item in vector.reports or ()
    ]


def check_error(error: Mapping[str, Any] | None, raises: str, status: int | None) -> None:
    assert error is not None
    assert error["Kind"] == raises, error
    assert status is None or error["Status"] == status, error


def walk_pages(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """Walk the pages of a vector, and fail where they are not as it says."""
    run = Run(vector, servers)
    answer = run.call("pages")
    last = vector.exchanges[-1]
    if last.raises is None:
        assert answer["Error"] is None, answer["Error"]
    else:
        check_error(answer["Error"], last.raises, last.status)
    run.check_counts(answer["Counts"] or ())
    run.check_requests()


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


def check_reading(driver: Driver, vector: Mapping[str, Any]) -> None:
    """D9.2: reading without dispatch says what is wrong."""
    error = driver.run({"Webhook": {**hook_order(driver, vector), "Read": True}})["Error"]
    assert (error and error["Kind"]) == vector.get("rejects"), error


def validator_answers(driver: Driver, checks: Sequence[Check]) -> list[dict[str, Any]]:
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
