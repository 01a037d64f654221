"""Prefect's server in a process and a virtual environment of its own (tests/servers/test_prefect.py)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tests.support.servers.environments import free_port
from tests.support.servers.environments import running as running_server


@contextlib.contextmanager
def running(environment: Path, home: Path) -> Iterator[str]:
    """Run the server while the block lasts; gives its origin."""
    port = free_port()
    where = ["--host", "127.0.0.1", "--port", str(port)]
    settings = {
        "PREFECT_HOME": str(home),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_FLUSH_INTERVAL": "0.2",
        "DO_NOT_TRACK": "1",
    }
    origin = f"http://127.0.0.1:{port}"
    command = [environment / "bin/prefect", "server", "start", *where, "--no-ui"]
    with running_server(command, f"{origin}/api/health", home, settings):
        yield origin
