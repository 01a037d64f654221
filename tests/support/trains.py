"""The example: its document, and its server with what the environment says to clients of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tests.support.places import ROOT

TRAINS = ROOT / "examples" / "trains"
DOCUMENT = (TRAINS / "openapi.yaml").read_text("utf-8")
CREDENTIALS = {
    "TRAIN_TRAVEL_BEARER_AUTH": "demo-token",
    "TRAIN_TRAVEL_API_KEY": "demo-key",
    "TRAIN_TRAVEL_BASIC_AUTH_USERNAME": "ada",
    "TRAIN_TRAVEL_BASIC_AUTH_PASSWORD": "lovelace",
}


PAGES = {
    "page and numPages": (15, 5),
    "offset and limit": (15, 5),
    "cursor in the request body": (15, 5),
    "page, until one is empty": (10, 10, 0),
    "cursor in the query": (15, 5, 0),
    "URL in the body": (8, 8, 4),
    "URL in the links": (8, 8, 4),
    "URL in the Link header": (8, 8, 4),
}
"""How many items the pages have that the program of each language walks in each style."""


def lines_of_demo(said: str, between: str) -> dict[str, str]:
    """What the program of `make demo` says of each of its parts: twenty items in each style of pages."""
    lines = {line[:34].strip(): line[34:].strip() for line in said.splitlines()}
    for style, counts in PAGES.items():
        numbers = [int(item) for item in lines[style].strip("[ ]").split(between)]
        assert tuple(numbers) == counts, said
    assert lines["all by iteration"] == "20 trips"
    return lines


@contextmanager
def run_server() -> Iterator[Mapping[str, str]]:
    """Run the server; gives the environment, in which TRAIN_TRAVEL_BASE_URL is its address."""
    command = [sys.executable, str(TRAINS / "server.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield CREDENTIALS | {"TRAIN_TRAVEL_BASE_URL": process.stdout.readline().strip()}
        finally:
            process.terminate()
