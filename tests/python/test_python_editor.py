"""A session in an editor (D11.4): completions and hovers of pyright's language server, in a program of the example.

golden/editor/python.txt has the lines typed, each with its caret, and the text that was offered or shown there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.golden import GOLDEN, golden_file
from tests.support.language_server import CARET, LanguageServer
from tests.support.python_things import trains

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:\\s*Can not relate snapshot name"),
]

GIVEN = GOLDEN / "editor" / "python.txt"

PROGRAM = """
from train_travel import AsyncTrainTravel, TrainTravel, models
client = TrainTravel()
aio = AsyncTrainTravel()
payment = client.bookings.pay("b", amount="1.50", currency="EUR")
"""

COMPLETED = """
client.bookings.list(status="‸")
client.bookings.create(trip_id="t", passenger_name="Ada", ‸)
client.bookings.create(trip_id="t", passenger_name="Ada", seat={"‸"})
client.bookings.create(trip_id="t", passenger_name="Ada", seat={"kind": "‸"})
if client.bookings.get("b").status == "‸": pass
if payment.source and payment.source.object == "‸": pass
if payment.source and payment.source.object == "card": payment.source.‸
async def pay() -> None: await aio.bookings.‸
async def pay() -> None: await aio.bookings.pay("b", ‸)
"""

HOVERED = """
client.bookings.cre‸ate(trip_id="t", passenger_name="Ada")
client.bookings.create(trip_id="t", passenger_‸name="Ada")
client.bookings.create(trip_id="t", passenger_name="Ada", bic‸ycle=True)
async def pay() -> None: await aio.bookings.pa‸y("b", amount="1.50", currency="EUR")
print(client.trips.get("t").opera‸tor)
models.Oper‸ator
if payment.source and payment.source.object == "card": payment.source.num‸ber
if payment.source and payment.source.object == "card": payment.sour‸ce
"""

OURS = ("_", "model_", "from_", "to_", "copy", "given", "validate")
"""How names begin that every object or model has, or that are private."""


@pytest.fixture(scope="module")
def server() -> Iterator[LanguageServer]:
    folder = trains().folder
    settings = {"python": {"pythonPath": sys.executable}}
    with LanguageServer([sys.executable, "-m", "pyright.langserver", "--stdio"], folder, "python", settings) as server:
        yield server


def offered(server: LanguageServer, line: str) -> list[str]:
    """What is offered, without words of Python, names of the program, and what each model has, private names."""
    found = server.completed("program.py", PROGRAM + line)
    plain = set() if f".{CARET}" in line else set(server.completed("program.py", PROGRAM + CARET))
    return [name for name in found if name not in plain and not name.startswith(OURS)]


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}".rstrip() for line in lines]


def test_a_session_in_an_editor(server: LanguageServer, snapshot: SnapshotAssertion) -> None:
    completed = [(line, offered(server, line)) for line in COMPLETED.split("\n")[1:-1]]
    hovered = [(line, server.hovered("program.py", PROGRAM + line).split("\n")) for line in HOVERED.split("\n")[1:-1]]
    parts = ["".join(f"{text}\n" for text in (line, *indented(shown))) for line, shown in (*completed, *hovered)]
    assert "\n".join(parts) == snapshot(extension_class=golden_file(GIVEN))
