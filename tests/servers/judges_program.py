"""A program of a user of a Python SDK: ``python judges_program.py URL httpbin|wiremock``; prints its results.

judges.ts and judges_go/main.go are the same program in the other languages.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import queue
import sys
from typing import Any

from judges_api import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    AuthenticationError,
    File,
    JobDonePayload,
    Judges,
    WebhookReceiver,
)
from shared_by_programs import error_of, listening

PNG = bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
TEXT = "Ämilia & Söhne = 1+1? 100%"


def echo(client: Judges) -> dict[str, Any]:
    """Every way to write a parameter and a body, which both servers look at."""
    return {
        "query": client.echo.query(
            text=TEXT,
            exploded=["a b", "c,d", "é"],
            comma=[1, 2, 3],
            pipes=["a", "b c"],
            spaces=["a", "b"],
            filter={"from": 1, "to": 9},
            spread={"from": 2, "to": 8},
            reserved="a/b:c?d@e",
            where={"from": 3, "to": 7},
            x_tags=["red", "green"],
            session="s-1",
        ),
        "path": client.echo.path(simple=["a", "b c"], label="1.5", matrix={"from": 4, "to": 6}),
        "form": client.echo.form(
            name=TEXT, tags=["a", "b&c"], ids=[1, 2], range={"from": 1, "to": 2}, deep={"from": 5, "to": 6}, ok=True
        ),
        "parts": client.echo.parts(
            name=TEXT,
            count=3,
            range={"from": 1, "to": 2},
            labels=["x", "y z"],
            note="# Ä\n",
            file=File(b"a,b\n1,2\n", name='a "b".csv', content_type="text/csv"),
            more=[PNG, File(PNG + b"2", name="2.png")],
        ),
        "upload": client.echo.upload(body=PNG),
        "text": client.echo.text(body=TEXT),
        "json": client.echo.json(
            name=None,
            big=9007199254740993,
            price=0.1,
            at=datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.UTC),
            list=[TEXT, None],
            deep={"a/b~c": 1},
        ),
    }


def httpbin(client: Judges, url: str) -> dict[str, Any]:
    """What httpbin does besides: credentials, compression, redirects, statuses, bytes, delay."""
    seen: dict[str, Any] = {}
    seen["basic"] = client.httpbin.basic(user="Ämilia", password="p:w").user
    seen["bearer"] = client.httpbin.bearer().token
    nobody = Judges(base_url=url, login=("nobody", ""))
    seen["refused"] = error_of(AuthenticationError, nobody.httpbin.basic, user="Ämilia", password="p:w").status
    seen["gzip"] = client.httpbin.gzip().gzipped
    seen["redirected"] = client.httpbin.redirect(n=2)["headers"]["Authorization"]
    there = f"{url}/anything/there"
    seen["redirected with its body"] = client.httpbin.redirect_to(url=there, status_code=307, from_=1)["json"]
    seen["redirected as GET"] = client.httpbin.redirect_to(url=there, status_code=303, from_=1)["method"]
    statuses = {}
    for code in (204, 418, 503):
        try:
            client.httpbin.status(code=code)
        except APIError as error:
            statuses[str(code)] = [error.status, "teapot" in str(error.body)]
    seen["statuses"] = statuses
    seen["bytes"] = hashlib.sha256(client.httpbin.download(n=100_000, seed=7)).hexdigest()
    error_of(APITimeoutError, client.httpbin.delay, seconds=3, options={"timeout": 0.3, "retries": 0})
    return seen | {"timeout": True}


def wiremock(client: Judges) -> dict[str, Any]:
    """What WireMock does besides: faults, events in pieces, a callback."""
    seen: dict[str, Any] = {}
    for fault in ("reset", "empty", "garbage", "chunk", "busy"):
        seen[fault] = client.wiremock.flaky(fault=fault)["matched"]
    error_of(APIConnectionError, client.wiremock.flaky, fault="always")
    seen["always"] = True
    seen["charged"] = client.wiremock.charge(from_=1)["matched"]
    with client.wiremock.events() as events:
        seen["events"] = [[event.from_, event.to] for event in events]
    return seen | callback(client)


def callback(client: Judges) -> dict[str, Any]:
    """Start a job, and wait for the server to tell that it is done."""
    done: queue.Queue[JobDonePayload] = queue.Queue()
    receiver = WebhookReceiver()
    receiver.job_done(done.put)
    with listening(receiver.wsgi()) as origin:
        client.wiremock.start(name="Ämilia's", callbackUrl=f"{origin}/callbacks/start.jobDone")
        payload = done.get(timeout=300)
    return {"callback": [payload.job, payload.state.value]}


def main() -> None:
    url, judge = sys.argv[1:]
    with Judges(base_url=url, login=("Ämilia", "p:w"), token="t-1") as client:
        seen = {"echo": echo(client)}
        print(json.dumps(seen | (httpbin(client, url) if judge == "httpbin" else wiremock(client))))


if __name__ == "__main__":
    main()
