"""Types lines at the prompt of the Python that runs it, and prints what a terminal shows: the session of test_repl.

It needs only the standard library and the SDK of the example; the URL of the example's server is its argument.
"""

from __future__ import annotations

import code
import contextlib
import io
import rlcompleter
import sys
from typing import Any

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
client.bookings.create(**booking.to_dict())
client.trips.get("nowhere")
client.bookings.create()
client.trips.gett
models.Bookin
"""


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
