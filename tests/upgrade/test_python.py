"""Programs in Python: rewritten, checked by pyright against both SDKs, and run against a server."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from compiler.driver.options import Exit
from tests.support.documents import object_of
from tests.support.toolchain import tool
from tests.upgrade.versions import OLD, SOLD, build, check_names, errors, renamed, run_with_trips, upgrade

HEAD = "import os\nfrom acme import Acme, AsyncAcme\nfrom acme.models import Kind, Trip\n"
PROGRAM = (
    HEAD
    + '''

class Desk:
    """Sells trips."""

    def __init__(self, client: Acme) -> None:
        self.client = client  # shared

    def sell(self, station: str) -> "Trip":
        trips = self.client.trips
        kind: Kind = "fast"
        trip = trips.create_trip(station=station, seat_no=7,  kind=kind)
        return trip


def show(client: Acme, trip: Trip) -> int | None:
    found = (client
             .trips
             .get_trip(trip.id, language="en"))
    return found.seat_no


with Acme(base_url=os.environ["ACME"]) as acme:
    sold = Desk(acme).sell(  "Bern"  )
    print(show(acme, sold), sold.kind == "fast", acme.system.ping().id)
'''
)
AFTER = (
    PROGRAM.replace("Kind, Trip", "Pace, Journey")
    .replace('"Trip"', '"Journey"')
    .replace("trip: Trip", "trip: Journey")
    .replace("trips = self.client.trips", "trips = self.client.travel.journeys")
    .replace("create_trip(station=station, seat_no", "book(station=station, place")
    .replace("kind: Kind", "kind: Pace")
    .replace("             .trips\n             .get_trip(", "             .travel.journeys\n             .fetch(")
    .replace("language=", "locale=")
    .replace("found.seat_no", "found.place")
)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both SDKs, in `old` and `new`, and one in `bodies` that takes bodies whole."""
    folder = tmp_path_factory.mktemp("sides")
    build(folder, "old", OLD, "python")
    build(folder, "new", renamed(), "python")
    build(folder, "bodies", OLD, "python", "python: {maxMethodParams: 1}")
    return folder


def written(folder: Path, text: str, name: str = "program.py") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def rewritten(folder: Path, text: str, *words: str, old: str = "old", new: str = "new") -> str:
    path = written(folder, text)
    done = upgrade(folder, "python", str(path), *words, old=old, new=new)
    assert done.returncode == Exit.OK, done.stderr
    return path.read_text()


def test_all_names_change_and_nothing_else(sides: Path) -> None:
    """Groups by an alias and by `self`, methods over several lines, arguments, types, fields, imports."""
    check_names(sides, "python", written(sides, PROGRAM), PROGRAM, AFTER)


@pytest.mark.parametrize(("text", "sdk"), [(PROGRAM, "old"), (AFTER, "new")])
def test_both_programs_do_the_same(text: str, sdk: str, sides: Path) -> None:
    program = written(sides, text)
    assert errors(program, sides / sdk / "python") == []
    path = str(sides / sdk / "python")
    assert run_with_trips([sys.executable, str(program)], sides, PYTHONPATH=path) == ("7 True t1\n", SOLD)


def test_bodies_and_request_objects(sides: Path) -> None:
    """Crossing maxMethodParams there (D4.2), and back."""
    calls = {
        'c.trips.create_trip(station="a")': 'c.trips.create_trip(body={"station": "a"})',
        'c.trips.create_trip(\n    station="a",  # where\n    seat_no=3,\n)':
            'c.trips.create_trip(\n    body={\n        "station": "a",  # where\n        "seat_no": 3,\n    },\n)',
        'c.trips.create_trip(options={"timeout": 1}, station="a", seat_no=None)':
            'c.trips.create_trip(options={"timeout": 1}, body={"station": "a"})',
        'c.trips.get_trip("a", language="en")': 'c.trips.get_trip(GetTripParams(id="a", language="en"))',
    }  # fmt: skip
    before, after = (["c = Acme()", *texts, ""] for texts in (calls, calls.values()))
    before = "\n".join(["from acme import Acme", *before])
    told = rewritten(sides, before, new="bodies")
    assert told == "\n".join(["from acme import Acme", "from acme.models import GetTripParams", *after])
    again = rewritten(sides, told, old="bodies", new="old")
    assert again == before.replace(", seat_no=None", "")
    assert errors(written(sides, told), sides / "bodies/python") == []


def test_a_body_that_is_not_written_out(sides: Path) -> None:
    """A variable goes where the whole body may be given beside fields: into the options."""
    head = "from acme import Acme\nfrom acme.models import Wish\nc = Acme()\nwish = Wish(station='a')\n"
    told = rewritten(sides, f"{head}c.trips.create_trip(body=wish)\n", old="bodies", new="old")
    assert told == f'{head}c.trips.create_trip(options={{"body": wish}})\n'
    made = rewritten(sides, f"{head}c.trips.create_trip(body=Wish(station='b'))\n", old="bodies", new="old")
    assert made == f"{head}c.trips.create_trip(station='b')\n"


MARKED = {
    "c.trips.create_trip(**given)": "`**given` may hold arguments that changed",
    "c.trips.create_trip(station='a', seat_no=number)": "`seat_no` may be None, which a dictionary sends as null",
    "list(map(c.trips.create_trip, given))": "it is not called here",
    "other.trips.create_trip(station='a')": "if this is the client, `client.trips.create_trip` takes other",
}


def test_what_cannot_be_told_is_marked(sides: Path) -> None:
    """A comment above the statement, a line of the report, and the line itself as it was."""
    functions = "".join(f"def f{n}(given, number, other):\n    return {line}\n" for n, line in enumerate(MARKED))
    path = written(sides, f"from acme import Acme\nc = Acme()\n{functions}")
    done = upgrade(sides, "python", "program.py", new="bodies")
    lines = path.read_text().splitlines()
    for number, (line, mark) in enumerate(MARKED.items()):
        _, above, same = lines[2 + 3 * number : 5 + 3 * number]
        assert above.startswith("    # codegen: ") and mark in above
        assert same == f"    return {line}"
        assert f"program.py:{5 + 3 * number}: " in done.stderr and mark in done.stderr
    assert "4 places to look at" in done.stderr
    upgrade(sides, "python", "program.py", new="bodies")
    assert path.read_text().splitlines() == lines, "a second run leaves the same"


def test_types_from_pyright(sides: Path) -> None:
    """A receiver whose type the text of the file does not show; one of another type is left alone."""
    tool("pyright", Path(sys.executable).with_name("pyright"))
    (sides / "app").mkdir(exist_ok=True)
    (sides / "app/made.py").write_text("from acme import Acme\n\n\ndef make() -> Acme:\n    return Acme()\n")
    text = (
        "from .made import make\n\n\nclass Other:\n    def get_trip(self, id): ...\n\n\n"
        "print(make().trips.get_trip('a').seat_no)\nOther().get_trip('a')\nx = {'a': make()}\nx['a'].trips\n"
    )
    (sides / "app/use.py").write_text(text)
    done = upgrade(sides, "python", "app")
    assert done.returncode == Exit.OK and done.stderr.endswith("1 file rewritten, 0 places to look at\n"), done.stderr
    assert (sides / "app/use.py").read_text() == text.replace(
        "make().trips.get_trip('a').seat_no", "make().travel.journeys.fetch('a').place"
    ).replace("x['a'].trips", "x['a'].travel.journeys")


def test_a_name_that_is_taken_or_passed_on_stays(sides: Path) -> None:
    text = "from acme.models import Trip\n\nclass Journey: ...\n\ndef f(a: Trip) -> Journey: ...\n"
    assert rewritten(sides, text) == text.replace("import Trip", "import Journey as Trip")
    (sides / "pack").mkdir(exist_ok=True)
    (sides / "pack/types.py").write_text("from acme.models import Trip\n")
    (sides / "pack/use.py").write_text("from pack.types import Trip\n")
    upgrade(sides, "python", "pack")
    assert (sides / "pack/types.py").read_text() == "from acme.models import Journey as Trip\n"


def test_what_is_gone_is_told(sides: Path, tmp_path: Path) -> None:
    less = json.loads(json.dumps(OLD))
    del less["paths"]["/old"]
    build(sides, "less", less, "python")
    text = "from acme import Acme\nif True:\n\tAcme().system.ping()\n"
    told = rewritten(sides, text, new="less")
    assert told == text.replace("\tAcme", "\t# codegen: `client.system.ping` is gone\n\tAcme")


def test_fields_of_types_that_are_aliases_in_one_version(tmp_path: Path) -> None:
    for name, document in (("old", json.loads(json.dumps(OLD))), ("new", renamed())):
        row = {"type": "integer"} | ({"x-codegen-name-override": "line"} if name == "new" else {})
        ends = {end: object_of("row", row=row) for end in ("start", "stop")}
        if name == "new":
            ends["start"]["properties"]["car"] = {"type": "integer"}
        document["components"]["schemas"]["Trip"]["properties"] |= ends
        build(tmp_path, name, document, "python")
    assert "alias of" in (tmp_path / "old/python.surface").read_text()
    text = (
        "from acme import Acme\nfrom acme.models import TripStart, TripStop\n\n"
        "def row(a: TripStart, b: TripStop) -> int:\n    return a.row + b.row\n\n"
        "trip = Acme().trips.get_trip('a')\nprint(trip.start.row, trip.stop.row)\n"
    )
    made = rewritten(tmp_path, text)
    assert made == text.replace(".row", ".line").replace("Trip", "Journey").replace(
        "trips.get_trip", "travel.journeys.fetch"
    )
    assert rewritten(tmp_path, made, old="new", new="old") == text
