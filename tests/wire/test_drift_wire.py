"""The same calls in all languages, with their requests on the wire side by side.

The vectors say what a request must have; this test compares the languages with each other, so that parts that no vector
mentions are the same too. Whole requests are recorded: method, target and body bytes, JSON bodies by value, multipart
with the boundary as a token, and every header except those of the HTTP library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests.support import wire_go, wire_python, wire_typescript
from tests.support.generated.side_by_side import comparable
from tests.support.generated.ways import Servers
from tests.support.recorder import Recorded
from tests.support.typescript_tools import require_node
from tests.support.wire_vectors import Vector, load_file

pytestmark = pytest.mark.slow

FILES = (
    "any_parameters.yaml",
    "bodies.yaml",
    "form_bodies.yaml",
    "header_and_cookie_parameters.yaml",
    "multipart_bodies.yaml",
    "pages_by_cursor_and_url.yaml",
    "pages_by_number.yaml",
    "path_parameters.yaml",
    "query_parameters.yaml",
    "security_and_servers.yaml",
)
"""The vectors that are compared: those whose requests have much to differ in."""

Call = Callable[[Vector, Servers], None]


@pytest.fixture(scope="module", autouse=True)
def node() -> str:
    return require_node()


# --------------------------------------------------------------------------- calls, as each language's tests make them


def in_python(vector: Vector, servers: Servers) -> None:
    run = wire_python.Run(vector, servers)
    with run.client(run.sdk.plan.surface.client) as client:
        try:
            found = run.call(client)
            if vector.paged:
                for _ in vector.exchanges:
                    found = found and found.next()
        except run.module.SDKError:
            assert raises(vector)


def in_typescript(vector: Vector, servers: Servers) -> None:
    answer = wire_typescript.Run(vector, servers).call("pages" if vector.paged else "call")
    assert "error" not in answer or raises(vector), answer


def in_go(vector: Vector, servers: Servers) -> None:
    answer = wire_go.Run(vector, servers).call("pages" if vector.paged else "call")
    assert answer["Error"] is None or raises(vector), answer


def raises(vector: Vector) -> bool:
    """Whether the vector says that the call, or one of its pages, is an error."""
    return vector.raises is not None or any(exchange.raises is not None for exchange in vector.exchanges)


CALLS: Mapping[str, Call] = {"python": in_python, "typescript": in_typescript, "go": in_go}


def log(call: Call, vector: Vector, servers: Servers) -> list[list[tuple[object, ...]]]:
    """Make a call, and return what each of the servers recorded."""
    call(vector, servers)
    return [[comparable(request) for request in server.requests] for server in servers]


@pytest.mark.parametrize("file", FILES)
def test_the_languages_send_the_same_bytes(file: str, servers: Servers) -> None:
    """Every vector of a file, called in every language."""
    sent, faults = 0, []
    for vector in load_file(file)[1]:
        logs = {language: log(call, vector, servers) for language, call in CALLS.items()}
        first = logs["python"]
        sent += sum(map(len, first))
        faults += [
            f"{vector.case}:\n  python {first}\n  {name} {other}" for name, other in logs.items() if other != first
        ]
    assert sent >= 10
    assert not faults, "\n".join(faults)


def test_the_comparison_sees_a_difference() -> None:
    """A header, a byte of a form, a part: each makes requests differ; the spelling of JSON and the boundary do not."""

    def made(kind: str, data: bytes, **more: str) -> tuple[object, ...]:
        return comparable(Recorded("POST", "/", (("Content-Type", kind), *more.items()), data))

    form = "application/x-www-form-urlencoded"
    assert made(form, b"a=1") != made(form, b"a=%31")
    assert made(form, b"a=1") != made(form, b"a=1", Prefer="x")
    assert made("application/json", b'{"a":1}') == made("application/json", b'{ "a": 1 }')
    assert made("application/json", b"1") != made("application/json", b"1.0")
    one, two = (
        made(f"multipart/form-data; boundary={m}", b"--%b\r\nA: b\r\n\r\nx" % m.encode()) for m in ("one1", "two2")
    )
    assert one == two
    assert one != made("multipart/form-data; boundary=one1", b"--one1\r\nA: b\r\n\r\ny")
