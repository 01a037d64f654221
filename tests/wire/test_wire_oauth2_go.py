"""The sessions of OAuth2 (tests/wire/oauth2.yaml) against an SDK printed for Go, and its log of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.go_things import Driver, arguments_of
from tests.support.recorder import Recorder
from tests.support.wire_go import driver
from tests.support.wire_run import environment
from tests.support.wire_vectors import Session, Vector, all_sessions, script_servers

pytestmark = pytest.mark.slow


def order(driver: Driver, call: Vector) -> dict[str, Any]:
    """One call of a session: its method, and the body if it has one."""
    path, method = driver.sdk.find(call.call, None)
    made = {"Path": path, **arguments_of(driver.sdk.plan, method, {}, call.body), "Mode": "call"}
    return {**made, "Together": call.together, "Wait": call.wait}


@pytest.mark.parametrize("session", all_sessions(), ids=lambda session: session.case.partition(": ")[2])
def test_session(session: Session, servers: tuple[Recorder, Recorder]) -> None:
    origins = script_servers(servers, session.requests)
    program = driver(session.file)
    answer = program.run(
        {
            "BaseURL": origins["origin"] + session.base,
            "Credentials": session.given(origins),
            "Calls": [order(program, call) for call in session.calls],
        },
        environment(program.sdk.plan, session),
    )
    wanted = [call for call in session.calls for _ in range(call.together)]
    for call, made in zip(wanted, answer["Calls"], strict=True):
        error = made["Error"]
        assert (error is None) == (call.raises is None), error
        if error is not None:
            assert error["Kind"] == call.raises, error
            assert call.status is None or error["Status"] == call.status
            assert call.message is None or call.message in error["Message"]
            assert not [text for text in call.hides if text in error["Message"] + answer["Log"]]
    session.check_requests(servers)
    assert not session.requests or "operation=" in answer["Log"] or "no response" in answer["Log"]
    assert "Bearer" not in answer["Log"] and "Basic" not in answer["Log"] and "secret=" not in answer["Log"]
