"""The sessions of OAuth2 (tests/wire/oauth2.yaml) against an SDK printed for TypeScript, and its log of them."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.base.naming import Case, join, words
from compiler.base.naming.vocabulary import PLAIN
from tests.support.printed import Printed
from tests.support.recorder import Recorder
from tests.support.typescript_things import call_of, drive
from tests.support.typescript_tools import require_node
from tests.support.wire_run import ERRORS, environment
from tests.support.wire_typescript import printed
from tests.support.wire_vectors import Session, Vector, all_sessions, script_servers

KINDS = {**ERRORS, "token": "TokenError"}


@pytest.fixture(scope="module", autouse=True)
def node() -> str:
    return require_node()


def credential(given: Any) -> Any:
    """What a caller gives: the members of credentials are in camel case."""
    if not isinstance(given, dict) or "$source" in given:
        return given
    return {join(words(name, PLAIN), Case.CAMEL): value for name, value in given.items()}


def order(sdk: Printed, call: Vector) -> dict[str, Any]:
    path, method = sdk.find(call.call, None)
    args = call_of(sdk.plan, method, {}, call.body)
    return {"path": path, "args": args, "together": call.together, "wait": call.wait}


@pytest.mark.parametrize("session", all_sessions(), ids=lambda session: session.case.partition(": ")[2])
def test_session(session: Session, servers: tuple[Recorder, Recorder]) -> None:
    sdk = printed(session.file)
    origins = script_servers(servers, session.requests)
    given = {sdk.plan.surface.schemes[name]: credential(one) for name, one in session.given(origins).items()}
    answer = drive(
        sdk,
        mode="session",
        options={"baseUrl": servers[0].origin + session.base, **given},
        calls=[order(sdk, call) for call in session.calls],
        env=environment(sdk.plan, session),
    )
    assert "errors" in answer, answer
    wanted = [call for call in session.calls for _ in range(call.together)]
    for call, error in zip(wanted, answer["errors"], strict=True):
        assert (error is None) == (call.raises is None), error
        if error is not None and call.raises is not None:
            assert KINDS[call.raises] in error["kinds"], error
            assert call.status is None or error["status"] == call.status
            assert call.message is None or call.message in error["message"]
            assert not [text for text in call.hides if text in error["message"] + answer["log"]]
    session.check_requests(servers)
    assert "POST /token" in answer["log"] or "GET " in answer["log"] or not session.calls[0].exchanges
    assert not [text for text in ("Bearer", "Basic", "s3cret") if text in answer["log"]]
