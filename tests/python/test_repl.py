"""The SDK of the example at Python's prompt, as a user sees it: help, completion, values, errors, narrowing.

One transcript, golden/repl/python.txt: the lines typed and Python's output; below it the output of mypy and pyright for
the same names. Other installed versions of Python print the same, except for the words of help().
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import httpx2
import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.golden import GOLDEN, golden_file
from tests.support.places import ROOT
from tests.support.python_things import trains, write_program
from tests.support.toolchain import other_pythons
from tests.support.type_checkers import Diagnostic, Programs, run_mypy

TRAINS = ROOT / "examples" / "trains"
SESSION = Path(__file__).parent / "repl_session.py"

CHECKED = """
from train_travel import SoldOutError, TrainTravel, UnknownMember, models
client = TrainTravel()
reveal_type(client.trips.get("t"))
page = client.bookings.list()
reveal_type(page)
reveal_type(page.next())
for booking in page:
    reveal_type(booking)
    reveal_type(booking.seat)
    if booking.seat is not None and not isinstance(booking.seat, (str, UnknownMember)):
        reveal_type(booking.seat)
    if booking.status == "paid":
        reveal_type(booking.status)
    if booking.seat is None:
        reveal_type(booking.seat)
    elif isinstance(booking.seat, models.SeatKind):
        reveal_type(booking.seat)
    elif isinstance(booking.seat, UnknownMember):
        reveal_type(booking.seat.data)
    else:
        reveal_type(booking.seat)
payment = client.bookings.pay("b", amount="1.50", currency="EUR")
if isinstance(payment.source, models.Card):
    reveal_type(payment.source.number)
match payment.source:
    case models.Card(number=number):
        reveal_type(number)
    case models.BankAccount() as account:
        reveal_type(account)
    case rest:
        reveal_type(rest)
try:
    client.bookings.create(trip_id="t", passenger_name="a")
except SoldOutError as error:
    reveal_type(error.error)
with client.trips.follow("t") as stream:
    reveal_type(next(iter(stream)))
reveal_type(client.trips.with_raw_response.get("t"))
"""


@pytest.fixture
def folder() -> Path:
    return trains().folder


def checked() -> Programs:
    return write_program(trains(), "checked.py", CHECKED)


@contextlib.contextmanager
def server() -> Iterator[str]:
    with subprocess.Popen([sys.executable, str(TRAINS / "server.py")], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().strip()
        process.terminate()


GIVEN = GOLDEN / "repl" / "python.txt"
OTHERS = other_pythons()


def typed(folder: Path, python: str, path: Sequence[Path]) -> str:
    """What is typed and answered, in a process of its own, as a user has it."""
    environment = {"PYTHONPATH": os.pathsep.join(map(str, path)), "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    with server() as url:
        done = subprocess.run(
            [python, "-W", "error", str(SESSION), url],
            cwd=folder,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return done.stdout.replace(url, "http://127.0.0.1/v1")


@pytest.mark.slow
@pytest.mark.pyright(make=checked)
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="help() words it a little differently in each version")
def test_a_session_at_the_prompt(folder: Path, pyright: list[Diagnostic], snapshot: SnapshotAssertion) -> None:
    """Issue 4, part 11."""
    found = {"mypy": mypy_says(folder), "pyright": pyright_says(pyright)}
    said = [f"# what {name} says\n\n{shown(kinds)}" for name, kinds in found.items()]
    text = "\n".join([typed(folder, sys.executable, [folder]), *said])
    assert text == snapshot(extension_class=golden_file(GIVEN))


@pytest.mark.slow
@pytest.mark.skipif(not OTHERS, reason="there is no other Python than this one")
@pytest.mark.parametrize("python", OTHERS or [""], ids=lambda path: Path(path).parents[1].name)
def test_the_session_in_other_versions(folder: Path, python: str) -> None:
    """The HTTP library is taken from here: it is all Python."""
    answered = without_help(typed(folder, python, [folder, Path(httpx2.__file__).parents[1]]))
    assert answered == without_help(GIVEN.read_text().partition("\n# what mypy says")[0])


def without_help(text: str) -> list[str]:
    """The lines, without what versions of Python word in their own ways: help, and what else could be meant."""
    parts = [part for part in text.split(">>> ") if not part.startswith("help(")]
    return [re.sub(r"\. Did you mean.*", "", part) for part in parts]


def mypy_says(folder: Path) -> dict[int, str]:
    """The types that are asked for, by line."""
    done = run_mypy(folder, "--strict", "checked.py")
    found = re.findall(r'^checked\.py:(\d+): note: Revealed type is "(.*)"$', done, re.MULTILINE)
    assert "error:" not in done, done
    return {int(number): re.sub(r"train_travel\._[.\w]*\.", "", kind) for number, kind in found}


def pyright_says(told: Sequence[Diagnostic]) -> dict[int, str]:
    assert {item.severity for item in told} == {"information"}, told
    kinds = [(item.line, re.search(r'is "(.*)"$', item.message)) for item in told]
    return {line: kind[1] for line, kind in kinds if kind}


def shown(found: Mapping[int, str]) -> str:
    """The lines that ask for a type, each with the type."""
    lines = CHECKED.split("\n")
    return "".join(f"{lines[number - 1].strip()}\n    {kind}\n" for number, kind in sorted(found.items()))
