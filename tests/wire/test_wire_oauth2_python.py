"""The sessions of OAuth2 (tests/wire/oauth2.yaml) against SDKs printed for Python, with threads and with asyncio;
and cases beyond the vectors: waiting callers when a token request fails or is cancelled, secrets in the log."""

from __future__ import annotations

import asyncio
import functools
import io
import logging
import os
import pickle
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.both_clients import enter
from tests.support.documents import document, operation
from tests.support.printed import Printed
from tests.support.python_things import package_of
from tests.support.recorder import NET, Recorder, Reply, wait_for
from tests.support.wire_run import ERRORS
from tests.support.wire_vectors import Session, Vector, all_sessions, load_sessions, script_servers

KINDS = {**ERRORS, "token": "TokenError"}


def printed(file: str) -> Printed:
    return package_of(load_sessions(file)[0], "sessions_" + file.removesuffix(".yaml"))


def credential(sdk: Printed, given: Any) -> Any:
    """What a caller gives for the credentials of a session."""
    if not isinstance(given, dict):
        return tuple(given) if isinstance(given, list) else given
    if "$source" in given:
        return functools.partial(next, iter(given["$source"]))
    name = "PasswordCredentials" if "username" in given else "ClientCredentials"
    return getattr(sdk.module, name)(**given)


class Play:
    """A session on its way."""

    def __init__(self, session: Session, servers: tuple[Recorder, Recorder], patch: pytest.MonkeyPatch) -> None:
        self.session, self.servers = session, servers
        self.passed = 0.0  # seconds, by which tokens are judged
        self.sdk = printed(session.file)
        clock = SimpleNamespace(monotonic=lambda: self.passed)
        patch.setattr(f"{self.sdk.module.__name__}._runtime.oauth2.time", clock)
        self.origins = script_servers(servers, session.requests)
        for scheme, variables in session.environment.items():
            option = self.sdk.plan.surface.schemes[scheme].upper()
            for name, value in variables.items():
                patch.setenv("_".join(filter(None, (self.sdk.plan.surface.environment, option, name))), value)

    def client(self, name: str) -> Any:
        schemes = self.sdk.plan.surface.schemes
        given = self.session.given(self.origins)
        options = {schemes[scheme]: credential(self.sdk, value) for scheme, value in given.items()}
        base = self.servers[0].origin + self.session.base
        return getattr(self.sdk.module, name)(base_url=base, **options)

    def make(self, client: Any, call: Vector) -> Any:
        path, method = self.sdk.find(call.call, None)
        options = {} if method.whole_body is None else {"options": {"body": call.body}}
        return functools.reduce(getattr, path, client)(**options)

    def check_error(self, call: Vector, error: Exception, log: str) -> None:
        assert call.raises is not None, repr(error)
        assert isinstance(error, getattr(self.sdk.module, KINDS[call.raises])), repr(error)
        assert call.status is None or getattr(error, "status", None) == call.status
        assert call.message is None or call.message in str(error)
        assert not [text for text in call.hides if text in str(error) + log]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that the SDK logs, at DEBUG."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    logger = logging.getLogger("sessions_oauth2")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield text
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


def named(session: Session) -> str:
    return session.case.partition(": ")[2]


@pytest.mark.parametrize("asynchronous", [False, True], ids=["threads", "asyncio"])
@pytest.mark.parametrize("session", all_sessions(), ids=named)
def test_session(
    session: Session,
    asynchronous: bool,
    servers: tuple[Recorder, Recorder],
    monkeypatch: pytest.MonkeyPatch,
    log: io.StringIO,
) -> None:
    play = Play(session, servers, monkeypatch)
    name = play.sdk.plan.surface.client

    async def run() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(8))
        async with enter(play.client(f"Async{name}" if asynchronous else name)) as client:
            make = functools.partial(play.make, client)
            for call in session.calls:
                play.passed += call.wait
                made = (make(call) if asynchronous else asyncio.to_thread(make, call) for _ in range(call.together))
                for result in await asyncio.gather(*made, return_exceptions=True):
                    assert isinstance(result, BaseException) == (call.raises is not None), repr(result)
                    if isinstance(result, Exception):
                        play.check_error(call, result, log.getvalue())

    asyncio.run(run())
    play.session.check_requests(play.servers)
    assert "Bearer" not in log.getvalue() and "secret=" not in log.getvalue()


# --------------------------------------------------------------------------- beyond the vectors


def sdk() -> Any:
    return printed("oauth2.yaml").module


def machine() -> Any:
    return sdk().ClientCredentials(client_id="me", client_secret="s3cret")


TOKEN = Reply(headers={"Content-Type": "application/json"}, body=b'{"access_token": "t1"}')
DONE = Reply(204)


def acquiring() -> int:
    """How many threads wait until another one has a token."""
    return sum(frame.f_code.co_qualname == "_Acquire.run" for frame in sys._current_frames().values())


def test_a_failure_is_shared_by_those_who_wait(servers: tuple[Recorder, Recorder]) -> None:
    """Eight threads need a token, one asks, all learn that it is refused; the next call asks anew."""
    here = servers[0]
    all_wait = threading.Event()
    here.script(Reply(400, body=b"{}", until=all_wait), TOKEN, DONE)
    with sdk().Tokens(base_url=here.origin, machine=machine()) as client, ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(client.open) for _ in range(8)]
        wait_for(lambda: acquiring() == 7)
        all_wait.set()
        errors = [future.exception() for future in futures]
        assert all(isinstance(error, sdk().TokenError) for error in errors), errors
        assert [request.target for request in here.requests] == ["/token"]
        client.open()
    assert [request.target for request in here.requests] == ["/token", "/token", "/open"]


def test_a_task_that_gives_up_leaves_the_next_to_ask(servers: tuple[Recorder, Recorder]) -> None:
    """The task that asks for the token is cancelled: the one that waits asks itself, and nothing hangs."""
    here = servers[0]
    here.script(Reply(200, body=b"{}", delay=NET), TOKEN, DONE)

    async def run() -> None:
        async with sdk().AsyncTokens(base_url=here.origin, machine=machine()) as client:
            first = asyncio.create_task(client.open())
            while not here.requests:
                await asyncio.sleep(0.01)
            second = asyncio.create_task(client.open())
            await asyncio.sleep(0.1)  # all that it can do until it waits, which is none of the server's business
            first.cancel()
            await asyncio.wait_for(second, NET)

    asyncio.run(run())
    assert [request.target for request in here.requests] == ["/token", "/token", "/open"]


def test_an_async_client_in_two_event_loops(servers: tuple[Recorder, Recorder]) -> None:
    here = servers[0]
    client = sdk().AsyncTokens(base_url=here.origin, machine=machine())

    async def both() -> None:
        await asyncio.gather(client.open(), client.open())
        await client.close()

    for _ in range(2):
        here.script(TOKEN, DONE, DONE, DONE)
        asyncio.run(both())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_process_forked_while_a_token_is_asked_for_asks_itself(servers: tuple[Recorder, Recorder]) -> None:
    """The thread that holds the lock is not in the forked process: nobody would release it."""
    here = servers[0]
    both_ask = threading.Event()
    here.script(Reply(headers=TOKEN.headers, body=TOKEN.body, until=both_ask), TOKEN, DONE, DONE)
    code = """
        import os, signal, sys, threading, PACKAGE as sdk
        given = sdk.ClientCredentials(client_id="me", client_secret="s")
        client = sdk.Tokens(base_url=sys.argv[1], machine=given, retries=0)
        asking = threading.Thread(target=client.open)
        asking.start()
        sys.stdin.readline()
        if os.fork() == 0:
            signal.alarm(60)  # it would wait for ever
            client.open()
            os._exit(0)
        status = os.wait()[1]
        asking.join()
        sys.exit(status != 0)
    """
    program = textwrap.dedent(code).replace("PACKAGE", sdk().__name__)
    environment = os.environ | {"PYTHONPATH": str(printed("oauth2.yaml").folder)}
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program, here.origin]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True, env=environment) as running:
        wait_for(lambda: here.requests)
        assert running.stdin is not None
        running.stdin.write("it asks\n")
        running.stdin.flush()
        wait_for(lambda: len(here.requests) > 1 or running.poll() is not None)
        both_ask.set()
    assert running.returncode == 0
    assert sorted(request.target for request in here.requests) == ["/open", "/open", "/token", "/token"]


def test_a_stream_is_not_sent_again_after_a_401() -> None:
    """A body that cannot be read twice: the 401 is the answer, and the next call has a fresh token."""
    machine = {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "/token", "scopes": {}}}}
    up = operation("up", requestBody={"content": {"application/octet-stream": {}}})
    needs = {"components": {"securitySchemes": {"machine": machine}}, "security": [{"machine": []}]}
    package = package_of(document("Upload", {"/up": {"put": up}}, **needs), "sdk_upload_401").module
    given = package.ClientCredentials(client_id="me", client_secret="s")
    with Recorder() as here, package.Upload(base_url=here.origin, machine=given) as client:
        here.script(TOKEN, DONE, Reply(401), TOKEN, DONE, Reply(401), TOKEN, DONE)
        client.up(body=b"first")
        with pytest.raises(package.AuthenticationError):
            client.up(body=iter([b"a", b"b"]))
        client.up(body=b"next")
        client.up(body=b"bytes can be sent again")
    assert " ".join(request.target for request in here.requests) == "/token /up /up /token /up /up /token /up"


def test_credentials_show_no_secret() -> None:
    package = sdk()
    shown = repr(machine()) + repr(package.PasswordCredentials(username="ada", password="hidden", client_secret="too"))
    assert "s3cret" not in shown and "hidden" not in shown and "too" not in shown


def test_a_token_error_can_be_pickled(servers: tuple[Recorder, Recorder]) -> None:
    """Errors cross the borders of processes."""
    here = servers[0]
    here.script(Reply(400, body=b'{"error": "invalid_scope"}'))
    with sdk().Tokens(base_url=here.origin, machine=machine()) as client, pytest.raises(sdk().TokenError) as caught:
        client.open()
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.status, again.body, str(again)) == (400, {"error": "invalid_scope"}, str(caught.value))


def test_the_callers_own_header_stands_before_the_token(servers: tuple[Recorder, Recorder]) -> None:
    here = servers[0]
    here.script(DONE)
    with sdk().Tokens(base_url=here.origin, machine=machine()) as client:
        client.open(options={"headers": {"authorization": "Bearer mine"}})
    assert [request.header("Authorization") for request in here.requests] == ["Bearer mine"]


def test_the_callers_http_client_adds_nothing_to_token_requests(servers: tuple[Recorder, Recorder]) -> None:
    """Headers and authentication of an httpx client are for the API, not for who gives tokens."""
    import httpx2

    here = servers[0]
    here.script(TOKEN, DONE)
    own = httpx2.Client(headers={"X-Mine": "1"})
    with sdk().Tokens(base_url=here.origin, machine=machine(), http_client=own) as client:
        client.open()
    own.close()
    assert [request.header("X-Mine") for request in here.requests] == [None, "1"]
