"""Random streams (chance_streams.py) in all languages: each must yield the values that were sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.support.generated.chance_streams import StreamsByChance
from tests.support.generated.side_by_side import (
    Outcome,
    Servers,
    alike,
    attempt,
    pydantic_run,
    renamed,
    spelt,
    with_pydantic,
)
from tests.support.printed import Printed
from tests.support.wire_vectors import Vector, load_file
from tests.wire import test_wire_go, test_wire_python, test_wire_typescript


class StreamFile:
    """A file of vectors with streams made of a seed."""

    def __init__(self, seed: int, folder: Path, operations: int = 24, calls: int = 4) -> None:
        made = StreamsByChance(seed).file(operations, calls)
        path = folder / f"streams_{seed}.yaml"
        path.write_text(json.dumps(made), "utf-8")
        self.path = str(path)
        self.vectors = load_file(self.path)[1]

    def sdks(self) -> Iterator[tuple[str, Printed]]:
        """The SDKs by their languages."""
        yield "python", test_wire_python.printed(self.path)
        yield "python", with_pydantic(self.path)
        yield "typescript", test_wire_typescript.printed(self.path)
        yield "go", test_wire_go.driver(self.path).sdk

    def calls(self, servers: Servers) -> Iterator[str]:
        """Read every stream in every language; yield what differs."""
        for vector in self.vectors:
            for language, call in _LANGUAGES.items():
                found = attempt(call, vector, servers)
                if found[0] != "ok" or not alike(found[1], vector.returns):
                    yield f"{vector.case} in {language} is {found}, not {vector.returns}: {vector.exchanges[0].answer}"


def in_python(vector: Vector, servers: Servers) -> Outcome:
    """Read with the client for threads."""
    run = test_wire_python.Run(vector, servers)
    return "ok", test_wire_python.wire_form(test_wire_python.run_call(run))


def in_async(vector: Vector, servers: Servers) -> Outcome:
    """Read with the client for ``await``."""
    run = test_wire_python.Run(vector, servers)
    return "ok", test_wire_python.wire_form(test_wire_python.await_call(run))


def in_pydantic(vector: Vector, servers: Servers) -> Outcome:
    """Read with an SDK whose models are pydantic's."""
    return "ok", test_wire_python.wire_form(test_wire_python.run_call(pydantic_run(vector, servers)))


def in_typescript(vector: Vector, servers: Servers) -> Outcome:
    """Read in node."""
    run = test_wire_typescript.Run(vector, servers)
    wires = {name: wire for wire, name in spelt(run.sdk.plan).items()}
    answer = run.call()
    return ("raised", answer["error"]) if "error" in answer else ("ok", renamed(answer["result"], wires))


def in_go(vector: Vector, servers: Servers) -> Outcome:
    """Read in Go."""
    answer = test_wire_go.Run(vector, servers).call("call")
    return ("raised", answer["Error"]) if answer["Error"] is not None else ("ok", answer["Result"])


_LANGUAGES: dict[str, Callable[[Vector, Servers], Outcome]] = {
    "python": in_python,
    "async": in_async,
    "pydantic": in_pydantic,
    "typescript": in_typescript,
    "go": in_go,
}
