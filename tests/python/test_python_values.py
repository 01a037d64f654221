"""Values that callers give printed Python in place of those declared: sent by what they stand for, or refused by the
argument's name before anything is sent (D11.1, D11.3)."""

from __future__ import annotations

import enum
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from tests.support.documents import document, parameter, sends
from tests.support.python_things import package_of
from tests.support.recorder import Recorder, Reply

WORDS = {"type": "array", "items": {"type": "string"}}
THING = {
    "type": "object",
    "properties": {
        "words": WORDS,
        "deep": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Thing"}},
        "at": {"type": "string", "format": "date-time"},
        "number": {"type": "number"},
        "price": {"type": "string", "format": "decimal"},
        "any": {},
    },
}
FORM = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "part": {}, "parts": {"type": "array", "items": {}}},
}
GIVEN = [
    parameter("id", "path"),
    parameter("q"),
    parameter("l", schema=WORDS),
    {**parameter("o", schema={"type": "object", "additionalProperties": {"type": "string"}}), "style": "deepObject"},
    parameter("X-H", "header"),
    parameter("c", "cookie"),
]
DOCUMENT = document(
    "Values",
    {
        "/things": {"post": sends("send", {"$ref": "#/components/schemas/Thing"})},
        "/places/{id}": {"post": sends("places", FORM, "application/x-www-form-urlencoded", parameters=GIVEN)},
        "/parts": {"post": sends("parts", FORM, "multipart/form-data")},
    },
    schemas={"Thing": THING},
)


class Word(str, enum.Enum):  # noqa: UP042
    A = "a"


class Number(enum.IntEnum):
    ONE = 1


@pytest.fixture(scope="module", params=["plain", "pydantic"])
def sdk(request: pytest.FixtureRequest) -> Any:
    options = {"models": "pydantic"} if request.param == "pydantic" else {}
    return package_of(DOCUMENT, f"sdk_values_{request.param}", **options).module


@pytest.fixture
def client(sdk: Any, server: Recorder) -> Any:
    server.script(Reply(204), Reply(204))
    with sdk.Values(base_url=server.origin) as made:
        yield made


@pytest.mark.parametrize(("given", "sent"), [(Word.A, "a"), (Number.ONE, "1")])
def test_a_member_of_an_enum_is_its_value(client: Any, server: Recorder, given: Any, sent: str) -> None:
    client.places(given, q=given, l=[given], o={given: given}, x_h=given, c=given, text=given)
    (one,) = server.requests
    assert one.target == f"/places/{sent}?q={sent}&l={sent}&o%5B{sent}%5D={sent}"
    assert {("X-H", sent), ("Cookie", f"c={sent}")} <= {*one.headers}
    assert one.body == f"text={sent}".encode()


@pytest.mark.parametrize("name", ["part", "parts"])
def test_a_tuple_for_a_part_without_a_type_is_a_file(client: Any, server: Recorder, name: str) -> None:
    file = ("a.png", b"PNG", "image/png")
    client.parts(**{name: file if name == "part" else [file, file]})
    said = f'name="{name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n'.encode()
    assert server.requests[0].body.count(said) == (1 if name == "part" else 2)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"words": "ab"}, "'words' cannot be sent: it must be a list, not str, at /words"),
        ({"deep": {"a": {"words": "ab"}}}, "'deep' .* list, not str, at /deep/a/words"),
        ({"at": datetime(2026, 1, 1)}, "'at' cannot be sent: a datetime needs a zone"),
        ({"any": {"a/b": [{"c"}]}}, "'any' cannot be sent: set is not JSON, at /any/a~1b/0"),
        ({"any": [float("nan")]}, "'any' cannot be sent: nan is not JSON, at /any/0"),
        ({"any": "\ud800"}, "'any' cannot be sent: the text has a surrogate"),
    ],
)
def test_what_cannot_be_sent_is_refused(sdk: Any, given: dict[str, Any], wrong: str) -> None:
    client = sdk.Values(base_url="http://127.0.0.1:1")
    for call in (lambda: client.send(**given), lambda: client.send(options={"body": given})):
        with pytest.raises(sdk.InvalidArgumentError, match=wrong):
            call()
    with pytest.raises(sdk.InvalidArgumentError, match="'l' cannot be sent: it must be a list, not str"):
        client.places("p", l="ab")


def test_zones_and_digits(client: Any, server: Recorder) -> None:
    """An option gives the zone; a decimal is a number with its digits, or a string where one is declared."""
    exact = Decimal("0.30000000000000001")
    client.send(at=datetime(2026, 1, 1), number=exact, price=Decimal("1.50"), any=exact, options={"timezone": UTC})
    client.with_options(timezone=UTC).send(at=datetime(2026, 1, 1))
    digits = b'"number":0.30000000000000001,"price":"1.50","any":0.30000000000000001}'
    assert server.requests[0].body == b'{"at":"2026-01-01T00:00:00Z",' + digits
    assert server.requests[1].body == b'{"at":"2026-01-01T00:00:00Z"}'
