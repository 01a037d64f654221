"""A printed SDK in every language against WireMock, which answers only matching requests (issue 4, D6, D7, D8, D9).

The program of tests/servers/test_servers_httpbin.py: each request must match a stub of tests/servers/judges.stubs.json,
its parts by name, file name, content type and bytes. WireMock also breaks connections, sends events in pieces and
calls back, and its own journal has the requests that it received. Run by `make test-servers`.
"""

from __future__ import annotations

import base64
import functools
import json
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.golden import GOLDEN, golden_file
from tests.support.recorder import Recorded, Reply
from tests.support.servers import environments
from tests.support.servers.programs import HERE, LANGUAGES, print_for, program
from tests.support.servers.request_logs import Changing, Log, log_of, side_by_side
from tests.support.toolchain import tool

VERSION = "3.13.2"
FAULTS = ("reset", "empty", "garbage", "chunk", "busy")
CHANGING = Changing(ids=r"http://127\.0\.0\.1:\d+/callbacks", besides="/flaky?fault=always")

pytestmark = [pytest.mark.slow, pytest.mark.servers]
every = pytest.mark.parametrize("language", LANGUAGES)


class Told(NamedTuple):
    """What a program saw, and what stands in the journal."""

    seen: dict[str, Any]
    journal: list[dict[str, Any]]

    @property
    def requests(self) -> Log:
        """The journal as a log."""
        pairs = [(recorded(entry), Reply(entry["response"]["status"])) for entry in self.journal]
        return log_of(pairs, CHANGING)


def recorded(entry: dict[str, Any]) -> Recorded:
    """An entry of the journal as a request."""
    request = entry["request"]
    return Recorded(
        request["method"], request["url"], tuple(request["headers"].items()), base64.b64decode(request["bodyAsBase64"])
    )


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    package = environments.require(f"wiremock@{VERSION}", slow=True)
    home = tmp_path_factory.mktemp("wiremock")
    (home / "mappings").mkdir()
    shutil.copy(HERE / "judges.stubs.json", home / "mappings")
    port = str(environments.free_port())
    jar = package / f"build/wiremock-standalone-{VERSION}.jar"
    where = ["--port", port, "--bind-address", "127.0.0.1", "--root-dir", home]
    origin = f"http://127.0.0.1:{port}"
    with environments.running([tool("java"), "-jar", jar, *where], f"{origin}/__admin/mappings", home, {}):
        yield origin


@pytest.fixture(scope="module")
def tell(origin: str, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Told]:
    """Runs the program of a language, once."""

    @functools.cache
    def told(language: str) -> Told:
        folder = tmp_path_factory.mktemp(language)
        run = program("judges", language, print_for("judges", language, HERE / "judges.yaml", folder), folder)
        ask(f"{origin}/__admin/scenarios/reset", "POST")
        ask(f"{origin}/__admin/requests", "DELETE")
        seen = run(origin, "wiremock")
        return Told(seen, ask(f"{origin}/__admin/requests", "GET")["requests"][::-1])

    return told


def ask(url: str, method: str, body: bytes | None = None, **headers: str) -> Any:
    with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=300) as answer:
        return json.load(answer)


@every
def test_every_request_matches(language: str, tell: Callable[[str], Told]) -> None:
    """D7, D8: parameters, forms, parts and other bodies, each by its stub."""
    echo = tell(language).seen["echo"]
    assert list(echo) and echo == {name: {"matched": name} for name in echo}
    assert {"query", "path", "form", "parts", "upload", "text", "json"} == set(echo)


def test_the_judge_refuses(origin: str, tell: Callable[[str], Told]) -> None:
    """What differs by one content type of a part, or by an exploded array, matches nothing: 404, or 500 where WireMock
    cannot tell what differs."""
    parts = next(item for item in map(recorded, tell("python").journal) if item.target == "/anything/parts")
    kind = {"Content-Type": parts.header("content-type") or ""}
    assert ask(f"{origin}/anything/parts", "POST", parts.body, **kind) == {"matched": "parts"}
    query = next(item.target for item in map(recorded, tell("python").journal) if "/anything/query" in item.target)
    same = {"X-Tags": "red,green", "Cookie": "session=s-1"}
    assert ask(origin + query, "GET", **same) == {"matched": "query"}
    with pytest.raises(urllib.error.HTTPError, match=r"404|500"):
        ask(f"{origin}/anything/parts", "POST", parts.body.replace(b"text/markdown", b"text/plain"), **kind)
    with pytest.raises(urllib.error.HTTPError, match=r"404|500"):
        ask(origin + query.replace("comma=1,2,3", "comma=1&comma=2&comma=3"), "GET", **same)


@every
def test_faults(language: str, tell: Callable[[str], Told]) -> None:
    """sdk 4: a GET whose connection breaks before, in or after the headers is asked again; in the end it is an error.

    Go's net/http asks once more by itself where a connection that it kept is reset.
    """
    told = tell(language)
    assert {name: told.seen[name] for name in FAULTS} == {name: name for name in FAULTS}
    assert told.seen["always"] is True
    asked = sum("fault=always" in entry["request"]["url"] for entry in told.journal)
    assert asked in ((3, 4) if language == "go" else (3,))


@every
def test_a_charge_is_made_once(language: str, tell: Callable[[str], Told]) -> None:
    """sdk 4: both attempts of a POST carry the same key."""
    told = tell(language)
    attempts = [item for item in map(recorded, told.journal) if (item.method, item.target) == ("POST", "/flaky")]
    assert told.seen["charged"] == "charge"
    assert len(attempts) == 2 and len({item.header("idempotency-key") for item in attempts}) == 1


@every
def test_events_in_pieces(language: str, tell: Callable[[str], Told]) -> None:
    """sdk 7: events whose lines are cut anywhere, until the sentinel."""
    assert tell(language).seen["events"] == [[1, 2], [3, 4]]


@every
def test_a_callback(language: str, tell: Callable[[str], Told]) -> None:
    """D9.2, D9.4: the server calls the URL in the body; the receiver reads what it sends."""
    assert tell(language).seen["callback"] == ["Ämilia's", "finished"]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_requests(language: str, tell: Callable[[str], Told]) -> None:
    """Method, target, the plan's headers and the body as it was sent, request by request, by WireMock's journal."""
    assert tell(language).requests == tell("python").requests


def test_the_journals_side_by_side(tell: Callable[[str], Told], snapshot: SnapshotAssertion) -> None:
    """golden/servers/wiremock-requests.txt: request by request, what each language sent."""
    logs = {language: tell(language).requests for language in LANGUAGES}
    golden = golden_file(GOLDEN / "servers" / "wiremock-requests.txt")
    assert side_by_side("What WireMock was asked, by language", logs) == snapshot.use_extension(golden)
