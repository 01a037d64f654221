"""The page of faults: the table of tests/faults, with the tests that show each row."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

CASES = Path(__file__).parents[1] / "tests/faults/cases.yaml"
COLUMNS = ("Python", "Python, asyncio", "TypeScript", "Go")

_HEAD = """\
<!-- Printed by `make docs` from `tests/faults/cases.yaml`; change it there. -->

# What an SDK does when things go wrong

Servers fail, networks break, and answers are not what was promised. Every row is a fault that a server in the tests
commits, and how a call must end then: in data, or in an error of the SDK's own; never in a hang, a lost item or a
credential that leaks. Each holds in every language, and a test shows it in each: `test_fault[FAULT]` of
`tests/faults/test_faults_python.py` (and `test_fault_with_asyncio`), `tests/faults/test_faults_typescript.py` and
`tests/faults/test_faults_go.py`.

In all of them, too: no secret is in a log at debug level (`test_no_secret_in_a_debug_log`), in the text of an error, or
in what another origin is sent.
"""

_TAIL = """\
## What remains open

- Pages that go in a circle are noticed after at most three rounds, so some of their items come more than once before
  the error.
- Python: the limit holds for each read of the headers; a server that drips them is cut off when the body begins. The
  body has the limit for itself.
- A stream that falls silent: in Python the limit of the call holds for each wait; in TypeScript and Go, where events
  may be hours apart, that of `streamTimeout` and `WithStreamTimeout`; without them a signal or a context ends it.
- Deno 2.9 and Bun 1.4 ran the wire vectors and these faults as node does, but for this: `fetch` itself repeats a
  request whose connection is reset, which does not count; and Bun loses what came just before a reset.
- TypeScript: `fetch` takes gzip without its end for whole, as browsers do. JSON and events show that something is
  missing; text, bytes and lines do not.
- TypeScript: the `fetch` of node breaks the connection where a server sends 100 that nobody asked for; the request is
  repeated as after any lost connection.
- Text of other character sets than UTF-8 and ISO-8859-1 is read by Python and TypeScript alone; Go's standard library
  knows no others.
- Go: `net/http` takes a redirect to what is no URL for a lost connection.
- Go: `net/http` itself repeats a request where a kept connection turns out to be closed; that does not count.
"""


def faults_page() -> str:
    """Return the page."""
    groups = yaml.safe_load(CASES.read_text("utf-8"))
    del groups["thing"]
    return "\n".join([_HEAD, *(_group(name, cases) for name, cases in groups.items()), _TAIL])


def _group(name: str, cases: list[Mapping[str, object]]) -> str:
    rows = [("Fault", "Then", *COLUMNS), ("---",) * (2 + len(COLUMNS)), *map(_row, cases)]
    return f"## {name[:1].upper()}{name[1:]}\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _row(case: Mapping[str, object]) -> tuple[str, ...]:
    shown = ["not run: long" if "count" in case and "asyncio" in name else "yes" for name in COLUMNS]
    return (str(case["fault"]), str(case["then"]), *shown)
