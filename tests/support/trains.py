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
