"""Runs the programs of all languages on a server, each once."""

from __future__ import annotations

import functools
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.recorder import Recorded, Reply
from tests.support.servers.programs import HERE, print_for, program
from tests.support.servers.request_logs import Log, Proxy, log_of
from tests.support.servers.table import Server


class Told(NamedTuple):
    """What a program saw, and what the server was asked meanwhile."""

    seen: dict[str, Any]
    requests: Log
    pairs: list[tuple[Recorded, Reply]]


class Trial:
    """A server, and what programs see there and send; it ends with the block."""

    def __init__(self, server: Server, home: Path) -> None:
        self.server, self._home = server, home
        self._running = ExitStack()
        self.told = functools.cache(self._told)
        self._arguments = functools.cache(server.arguments)
        self._printed = functools.cache(self._print)

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    @functools.cached_property
    def origin(self) -> str:
        """The origin of the server that all languages share."""
        return self._running.enter_context(self.server.serve(self._folder("server")))

    def printed(self, language: str) -> Path:
        """The SDK of a language, of the server that all share."""
        return self._printed(language, self.origin)

    def _folder(self, name: str) -> Path:
        made = self._home / name
        made.mkdir(exist_ok=True)
        return made

    def _print(self, language: str, origin: str) -> Path:
        folder = self._folder(language)
        document = self.server.document(origin, folder)
        overlays = [HERE / overlay for overlay in self.server.overlays]
        named = {"sdkClassName": self.server.client} if self.server.client else {}
        return print_for(self.server.program or self.server.name, language, document, folder, overlays, **named)

    def _told(self, language: str) -> Told:
        if not self.server.apart:
            return self._run(language, self.origin)
        with self.server.serve(self._folder(language)) as origin:
            return self._run(language, origin)

    def _run(self, language: str, origin: str) -> Told:
        server, sdk = self.server, self._printed(language, origin)
        run = program(server.program or server.name, language, sdk, self._folder(language))
        arguments = self._arguments(origin)
        server.forget(origin)
        with Proxy(origin) as proxy:
            at = origin if server.journal else proxy.origin
            seen = run(f"{at}{server.below}", *arguments)
            pairs = server.journal(origin) if server.journal else proxy.pairs()
            return Told(seen, log_of(pairs, server.changing(at, *arguments)), pairs)
