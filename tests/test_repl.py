"""What a user sees who tries the SDK of the example at the prompt: help, completion, values, errors, narrowing.

One transcript, golden/repl/python.txt: the lines typed and what Python answered; below it what a type checker says of
the same names.
"""

from __future__ import annotations

import code
import contextlib
import io
import os
import re
import rlcompleter
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from printed import print_python
from syrupy.assertion import SnapshotAssertion

from golden import GOLDEN, golden_file

TRAINS = Path(__file__).parents[1] / "examples" / "trains"

TYPED = """
from train_travel import TrainTravel, models
client = TrainTravel(base_url=URL, bearer_auth="demo-token")
client
client.bookings
help(client.stations.get)
help(client.bookings.create)
TAB: client.
TAB: client.bookings.
TAB: models.Booking
trip = client.trips.get("trip_04")
trip
TAB: trip.
trip.price + 1
trip.operator
trip.to_dict()["departs_at"]
page = client.trips.fares.list(limit=2)
page
[fare.name for fare in page][-2:]
page.next() is None
client.trips.with_raw_response.get("trip_04").metadata
booking = models.BookingInput(trip_id="trip_01", passenger_name="Ada")
booking
booking.seat
models.BookingInput(trip_id="trip_01")
booking.validate()
models.BookingInput(trip_id="trip_01", passenger_name="").validate()
client.bookings.create(body=booking)
client.trips.get("nowhere")
client.bookings.create(body=None)
client.trips.gett
models.Bookin
"""

CHECKED = """
from train_travel import UNSET, ConflictError, NotFoundError, SoldOutError, TrainTravel, UnknownMember, models
client = TrainTravel()
reveal_type(client.trips.get("t"))
page = client.bookings.list()
reveal_type(page)
reveal_type(page.next())
for booking in page:
    reveal_type(booking)
    reveal_type(booking.seat)
    if booking.seat is not UNSET and not isinstance(booking.seat, (str, UnknownMember)):
        reveal_type(booking.seat)
    if booking.status == models.BookingStatus.PAID:
        reveal_type(booking.status)
payment = client.bookings.pay("b", body={"amount": "1.50", "currency": "EUR"})
if isinstance(payment.source, models.Card):
    reveal_type(payment.source.number)
try:
    client.bookings.create(body={"trip_id": "t", "passenger_name": "a"})
except SoldOutError as error:
    reveal_type(error.error)
with client.trips.follow("t") as stream:
    reveal_type(next(iter(stream)))
reveal_type(client.trips.with_raw_response.get("t"))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return print_python(yaml.safe_load((TRAINS / "openapi.yaml").read_text()), "train_travel", tmp_path).folder


@contextlib.contextmanager
def server() -> Iterator[str]:
    with subprocess.Popen([sys.executable, str(TRAINS / "server.py")], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="help() words it a little differently in each version")
def test_a_session_at_the_prompt(folder: Path, snapshot: SnapshotAssertion) -> None:
    """Issue 4, part 11. It runs in a process of its own, as a user has it."""
    with server() as url:
        done = subprocess.run(
            [sys.executable, __file__, url],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder), "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    text = f"{done.stdout}\n# what mypy says\n\n{revealed(folder)}"
    assert text.replace(url, "http://127.0.0.1/v1") == snapshot(
        extension_class=golden_file(GOLDEN / "repl" / "python.txt")
    )


def revealed(folder: Path) -> str:
    """The lines that ask for a type, each with the type."""
    (folder / "checked.py").write_text(CHECKED)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "checked.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    found = dict(re.findall(r'^checked\.py:(\d+): note: Revealed type is "(.*)"$', done.stdout, re.MULTILINE))
    assert "error:" not in done.stdout, done.stdout
    lines = CHECKED.split("\n")
    public = {number: re.sub(r"train_travel\._[.\w]*\.", "", kind) for number, kind in found.items()}
    return "".join(f"{lines[int(number) - 1].strip()}\n    {kind}\n" for number, kind in public.items())


def session(url: str) -> None:
    """Type the lines, and print what a terminal shows."""
    names: dict[str, Any] = {"__name__": "__console__", "URL": url}
    console = code.InteractiveInterpreter(names)
    for line in TYPED.strip().split("\n"):
        sys.stdout.write(f">>> {line}\n")
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
            if line.startswith("TAB: "):
                print(*completions(line.removeprefix("TAB: "), names), sep="\n")
            else:
                console.runsource(line, "<stdin>")
        sys.stdout.write(without_frames(shown.getvalue()))


def completions(text: str, names: dict[str, Any]) -> list[str]:
    completer = rlcompleter.Completer(names)
    found: list[str] = []
    while (match := completer.complete(text, len(found))) is not None:
        found.append(match)
    return found


def without_frames(text: str) -> str:
    """Leave out the frames of a traceback: they are lines of the runtime, and of this Python."""
    lines = text.split("\n")
    inside = False
    kept = []
    for line in lines:
        if line.startswith("Traceback "):
            inside = True
        elif inside and not line.startswith(" "):
            inside = False
        if not inside:
            kept.append(line.rstrip())
    return "\n".join(kept)


if __name__ == "__main__":
    session(sys.argv[1])
