"""Random paginations (tests/support/generated/chance_pages.py) in all languages, side by side.

In every language, the requests for pages and their number must be those of the rules; where the rules leave something
open, all languages must send the same.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.support.generated.chance_pages import PagesByChance
from tests.support.generated.side_by_side import Servers, seen
from tests.support.printed import Printed
from tests.support.recorder import Recorded
from tests.support.wire_vectors import Vector, load_file
from tests.wire import test_drift_wire, test_wire_go, test_wire_python, test_wire_typescript

Outcome = tuple[list[int], str | None]
"""How many items each page holds, and what ends the pages where that is an error."""
Walk = Callable[[Vector, Servers], tuple[Outcome, Any]]
"""Walks the pages; gives the runner, too, which compares requests with the vector."""
_MOST = 20


class PagedFile:
    """A file of vectors with pages made of a seed."""

    def __init__(self, seed: int, folder: Path, operations: int = 24, calls: int = 4) -> None:
        self.made = PagesByChance(seed).file(operations, calls)
        path = folder / f"pages_{seed}.yaml"
        path.write_text(json.dumps(self.made), "utf-8")
        self.path = str(path)
        self.vectors = load_file(self.path)[1]

    def sdks(self) -> Iterator[tuple[str, Printed]]:
        """The SDKs by their languages."""
        yield "python", test_wire_python.printed(self.path)
        yield "typescript", test_wire_typescript.printed(self.path)
        yield "go", test_wire_go.driver(self.path).sdk

    def calls(self, servers: Servers) -> Iterator[str]:
        """Walk the pages of every call in every language; yield what differs."""
        for vector in self.vectors:
            failed = [exchange.raises for exchange in vector.exchanges if exchange.raises]
            counts = [exchange.count or 0 for exchange in vector.exchanges if not exchange.raises]
            wanted = counts, next(iter(failed), None)
            first: list[Any] = []
            for language, walk in _LANGUAGES.items():
                found, run = walk(vector, servers)
                sent = [[_seen(item) for item in server.requests] for server in servers]
                first = first or sent
                if found != wanted:
                    yield f"{vector.case} in {language} is {found}, not {wanted}: {vector}"
                    continue
                try:
                    run.check_requests()
                except AssertionError as error:
                    yield f"{vector.case} in {language}: {error}: {vector}"
                if sent != first:
                    yield f"{vector.case} in {language} sends {sent}, not {first}"


def _seen(request: Recorded) -> tuple[Any, ...]:
    """A request to compare; of a form the next page's field may stand in any place."""
    *others, body = seen(test_drift_wire.comparable(request))
    return *others, sorted(body.split(b"&")) if isinstance(body, bytes) else body


def in_python(vector: Vector, servers: Servers) -> tuple[Outcome, Any]:
    """Walk with the client for threads."""
    run = test_wire_python.Run(vector, servers)
    counts: list[int] = []
    with run.client(run.sdk.plan.surface.client) as client:
        try:
            page = run.call(client)
            while page is not None and len(counts) < _MOST:
                counts.append(len(getattr(page, "items", ())))
                page = page.next()
        except run.module.SDKError as error:
            return (counts, _kind([item.__name__ for item in type(error).__mro__])), run
    return (counts, None), run


def in_async(vector: Vector, servers: Servers) -> tuple[Outcome, Any]:
    """Walk with the client for ``await``."""
    run = test_wire_python.Run(vector, servers)
    counts: list[int] = []

    async def walk() -> None:
        async with run.client("Async" + run.sdk.plan.surface.client) as client:
            page = await run.call(client)
            while page is not None and len(counts) < _MOST:
                counts.append(len(getattr(page, "items", ())))
                page = await page.next()

    try:
        asyncio.run(walk())
    except run.module.SDKError as error:
        return (counts, _kind([item.__name__ for item in type(error).__mro__])), run
    return (counts, None), run


def in_typescript(vector: Vector, servers: Servers) -> tuple[Outcome, Any]:
    """Walk in node."""
    run = test_wire_typescript.Run(vector, servers)
    answer = run.call("pages")
    error = answer.get("error")
    return ([max(0, count) for count in answer.get("counts", ())], error and _kind(error["kinds"])), run


def in_go(vector: Vector, servers: Servers) -> tuple[Outcome, Any]:
    """Walk in Go."""
    run = test_wire_go.Run(vector, servers)
    answer = run.call("pages")
    error = answer["Error"]
    return ([max(0, count) for count in answer["Counts"] or ()], error and error["Kind"]), run


def _kind(names: list[str]) -> str:
    """What the vectors call an error."""
    kinds = {name: kind for kind, name in test_wire_python.ERRORS.items()}
    return next((kinds[name] for name in names if name in kinds), " ".join(names))


_LANGUAGES: dict[str, Walk] = {"python": in_python, "async": in_async, "typescript": in_typescript, "go": in_go}
