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

Servers fail, connections break, and responses do not match the document. Every row is a fault of a server in the tests,
and the result that a call must have: data, or an error class of the SDK; never a hang, a lost item or a leaked
credential. Each row holds in every language, unless it says "no", and has a test in each:
`test_fault[LANGUAGE-FAULT]` of `tests/faults/test_faults.py`.

In all languages, no secret is in a debug log (`test_no_secret_in_a_debug_log`), in the text of an error, or in a
request to another origin.
"""

_TAIL = """\
## What remains open

- Pages in a cycle are detected after at most three rounds, so some of their items are returned more than once before
  the error.
- Python, with an `http_client` of the caller's own: that client limits each read of the headers; a server that drips
  them is cut off when they are complete.
- A stream that falls silent: in Python the timeout of the call applies to each wait; in TypeScript and Go, where
  events may be hours apart, that of `streamTimeout` and `WithStreamTimeout`; without them a signal or a context ends
  the stream.
- Deno 2.9 and Bun 1.4 ran the wire vectors and these faults with the same results as Node, with two exceptions: `fetch`
  itself repeats a request whose connection is reset, which does not count as a retry; and Bun loses data that arrives
  just before a reset.
- TypeScript: Node takes a body of unknown length (`Connection: close`, neither a length nor chunks) as complete when
  its connection is reset, and gives no sign of it. What JSON and events show of it is detected: text cut within a
  value, and an event without its empty line.
- TypeScript: `fetch` accepts truncated gzip as complete, as browsers do. Truncated JSON and events are detected;
  text, bytes and lines are not.
- TypeScript: the `fetch` of Node breaks the connection if a server sends an unexpected 100; the request is repeated as
  after any lost connection.
- Only Python and TypeScript read text in character sets other than UTF-8 and ISO-8859-1; Go's standard library has no
  others.
- Go: `net/http` reports a redirect to an invalid URL as a lost connection.
- Go: `net/http` itself repeats a request if a kept-alive connection turns out to be closed; that does not count as a
  retry.
"""


def faults_page() -> str:
    """Return the page."""
    groups = yaml.safe_load(CASES.read_text("utf-8"))
    del groups["thing"]
    return "\n".join([_HEAD, *(_group(name, cases) for name, cases in groups.items()), _TAIL])


def _group(name: str, cases: list[Mapping[str, object]]) -> str:
    rows = [("Fault", "Then", *COLUMNS), ("---",) * (2 + len(COLUMNS)), *map(_row, cases)]
    return f"## {name[:1].upper()}{name[1:]}\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _cell(case: Mapping[str, object], language: str) -> str:
    if "count" in case and "asyncio" in language:
        return "not run: long"
    return "no, see below" if language.lower() in case else "yes"


def _row(case: Mapping[str, object]) -> tuple[str, ...]:
    shown = [_cell(case, name) for name in COLUMNS]
    return (str(case["fault"]), str(case["then"]), *shown)
