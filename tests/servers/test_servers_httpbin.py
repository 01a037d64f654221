"""A printed SDK in every language against httpbin, which returns each request as it read it (issue 4, D6, D7, D8).

The same program in each language sends every serialization of a parameter and a body, follows redirects, reads
compressed responses, and is refused. httpbin's reading is compared with the intended one, and the requests with those
of the other languages.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.golden import GOLDEN, golden_file
from tests.support.servers import environments
from tests.support.servers.programs import HERE, LANGUAGES, print_for, program
from tests.support.servers.request_logs import Changing, Proxy, Told, requests_of, side_by_side

TEXT = "Ämilia & Söhne = 1+1? 100%"
NOTHING: dict[str, Any] = {"args": {}, "data": "", "files": {}, "form": {}}
PNG = "data:{};base64,iVBORw0KGgo="

pytestmark = [pytest.mark.slow, pytest.mark.servers]
every = pytest.mark.parametrize("language", LANGUAGES)


def understood(told: Told, name: str) -> dict[str, Any]:
    """What httpbin understood of a request."""
    echo = told.seen["echo"][name]
    return {key: echo[key] for key in NOTHING}


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    environment = environments.require("httpbin")
    home = tmp_path_factory.mktemp("httpbin")
    where = f"127.0.0.1:{environments.free_port()}"
    command = [environment / "bin/gunicorn", "-b", where, "-k", "gthread", "--threads", "4", "httpbin:app"]
    with environments.running(command, f"http://{where}/get", home, {"HOME": str(home)}):
        yield f"http://{where}"


@pytest.fixture(scope="module")
def tell(origin: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Told]]:
    """Runs the program of a language, once."""
    with Proxy(origin) as proxy:

        @functools.cache
        def told(language: str) -> Told:
            folder: Path = tmp_path_factory.mktemp(language)
            run = program("judges", language, print_for("judges", language, HERE / "judges.yaml", folder), folder)
            proxy.forget()
            seen = run(proxy.origin, "httpbin")
            changing = Changing({proxy.origin.rpartition(":")[2]: "<port>"}, besides="/delay")
            return Told(seen, requests_of(proxy, changing))

        yield told


@every
def test_parameters(language: str, tell: Callable[[str], Told]) -> None:
    """D8.6: each style, as a server of another house reads it."""
    assert understood(tell(language), "query") == NOTHING | {
        "args": {
            "text": TEXT,
            "exploded": ["a b", "c,d", "é"],
            "comma": "1,2,3",
            "pipes": "a|b c",
            "spaces": "a b",
            "filter[from]": "1",
            "filter[to]": "9",
            "from": "2",
            "to": "8",
            "reserved": "a/b:c?d@e",
            "where": '{"from":3,"to":7}',
        }
    }
    headers = tell(language).seen["echo"]["query"]["headers"]
    assert (headers["X-Tags"], headers["Cookie"]) == ("red,green", "session=s-1")


@every
def test_a_form(language: str, tell: Callable[[str], Told]) -> None:
    """D8.1, D8.2: repeated, joined, JSON and deepObject properties."""
    form = {"name": TEXT, "tags": ["a", "b&c"], "ids": "1,2", "range": '{"from":1,"to":2}', "ok": "true"}
    deep = {"deep[from]": "5", "deep[to]": "6"}
    assert understood(tell(language), "form") == NOTHING | {"form": form | deep}


@every
def test_parts(language: str, tell: Callable[[str], Told]) -> None:
    """D8.1, D8.3: what is a file is taken as one, what is text as a field. Of two files httpbin shows the first."""
    labels = {"labels[]": ["x", "y z"], "note": "# Ä\n"}
    assert understood(tell(language), "parts") == NOTHING | {
        "form": {"name": TEXT, "count": "3", "range": '{"from":1,"to":2}'} | labels,
        "files": {"file": "a,b\n1,2\n", "more": PNG.format("image/png")},
    }


@every
def test_other_bodies(language: str, tell: Callable[[str], Told]) -> None:
    """D7.3, D7.5, D11.3: bytes, text, JSON with null and a 64-bit integer, each with its media type."""
    told = tell(language)
    assert understood(told, "upload") == NOTHING | {"data": PNG.format("application/octet-stream")}
    assert understood(told, "text") == NOTHING | {"data": TEXT}
    sent = {"price": 0.1, "at": "2026-01-02T03:04:05Z", "list": [TEXT, None], "deep": {"a/b~c": 1}}
    assert json.loads(understood(told, "json")["data"]) == sent | {"name": None, "big": 9007199254740993}
    types = {name: told.seen["echo"][name]["headers"]["Content-Type"] for name in ("upload", "text", "json")}
    assert types == {
        "upload": "application/octet-stream",
        "text": "text/plain",
        "json": "application/merge-patch+json",
    }


@every
def test_what_is_answered(language: str, tell: Callable[[str], Told]) -> None:
    """sdk 5, D7.7: credentials, compression, redirects, statuses, bytes, time-outs."""
    seen = {name: value for name, value in tell(language).seen.items() if name != "echo"}
    assert seen == {
        "basic": "Ämilia",
        "bearer": "t-1",
        "refused": 401,
        "gzip": True,
        "redirected": "Bearer t-1",
        "redirected with its body": {"from": 1},
        "redirected as GET": "GET",
        "statuses": {"418": [418, True], "503": [503, False]},
        "bytes": "20c05f1c187dcfa130cc97166374ba19a0a25d89ebc61e821f8b82d47c58ca04",
        "timeout": True,
    }


@every
def test_retries(language: str, tell: Callable[[str], Told]) -> None:
    """sdk 4: a 503 is asked again twice, a 418 is not."""
    targets = [request["target"] for request in tell(language).requests]
    assert (targets.count("/status/503"), targets.count("/status/418")) == (3, 1)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_requests(language: str, tell: Callable[[str], Told]) -> None:
    """Method, target, the plan's headers and the body as it was sent, request by request."""
    assert tell(language).requests == tell("python").requests


def test_the_logs_side_by_side(tell: Callable[[str], Told], snapshot: SnapshotAssertion) -> None:
    """golden/servers/httpbin-requests.txt: request by request, what each language sent."""
    logs = {language: tell(language).requests for language in LANGUAGES}
    golden = golden_file(GOLDEN / "servers" / "httpbin-requests.txt")
    assert side_by_side("What httpbin was asked, by language", logs) == snapshot.use_extension(golden)
