"""D16.1, D16.3, D16.4 in TypeScript: credentials, clients with other options, undocumented calls, the debug line, the
arguments of hooks, and aborted calls. tests/typescript/typescript_doors.mjs is the program.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import document_of
from tests.support.typescript_things import print_typescript, told_by
from tests.support.typescript_tools import check_format, check_types

PROGRAM = Path(__file__).parent / "typescript_doors.mjs"
NONE = ["MissingCredentialsError", "no credentials for GET /v1/things/a: give key (or set DOORS_KEY)", True]
SAID: dict[str, Any] = {
    "credentials": [
        *(NONE, NONE, "MissingCredentialsError", 0, "MissingCredentialsError"),
        ["own", "own", None, None, None, None],
    ],
    "withOptions": [True, ["k t", "k null"]],
    "additions": [
        ["/v1/things/a?a%20b=1&a%20b=2", '{"name":"b","more":[true]}'],
        ["/v1/things/a?a%20b=1&a%20b=2", '{"more":[true]}'],
        ["InvalidArgumentError", "getThing: the option extraBody has no effect", True],
    ],
    "tokens": [f"/v1/things Bearer {token}" for token in ("t1", "t1", "t2", "t3", "t3")],
    "withoutRoot": [[None, "Bearer t", None], ["k", None, None], [None, None, None], ["k", None, '{"n":1}']],
    "request": [
        [
            {"id": "a"},
            {"id": "a"},
            ["NotFoundError", "404 DELETE /v1/new: no", True],
            "t",
            "no credentials for GET /v1/new: give key (or set DOORS_KEY)",
            "request() takes a path, not a URL",
        ],
        ["POST /v1/new?x=1 k", "GET /v1/new k", "DELETE /v1/new k", "PUT /v1/raw k"],
    ],
    "log": [["GET /v1/things/a -> 200 in 5 ms (request id r1)"], [["getThing", "/things/{id}"]]],
    "aborted": [
        ["AbortError", "GET /v1/things/a", True, True],
        ["AbortError", "GET /v1/things/a", True, True],
        ["TimeoutError", "GET /v1/things/a", True, True],
        ["APITimeoutError", "GET /v1/things/a: no answer within 0.02 s", True],
    ],
}


@functools.cache
def told() -> dict[str, Any]:
    """What the program says of each case."""
    folder = print_typescript(document_of("languages/doors.yaml"), "doors").folder
    return told_by(folder, PROGRAM, folder, print_typescript(document_of("languages/gates.yaml"), "gates").folder)


@pytest.mark.parametrize("case", SAID)
def test_doors(case: str) -> None:
    assert told()[case] == SAID[case]


def test_it_type_checks_and_is_formatted() -> None:
    assert check_types(print_typescript(document_of("languages/gates.yaml"), "gates").folder, "--noEmit") == ""
    folder = print_typescript(document_of("languages/doors.yaml"), "doors").folder
    assert check_types(folder, "--noEmit") == ""
    assert check_format(folder) == ""
