"""Several APIs in one gen.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.run import configure

NAMES = ("users", "orders", "pets")


def document(name: str, *, more: str = "") -> str:
    return (
        f"openapi: 3.1.0\ninfo: {{title: {name.title()} API, version: 1.0.0}}\n"
        "servers: [{url: 'https://api.example.com'}]\n"
        f"paths:\n  /{name}:\n    get:\n      operationId: list{name.title()}\n      responses:\n"
        "        '200':\n          description: ok\n          content:\n"
        f"            application/json: {{schema: {{$ref: '#/components/schemas/{name}'}}}}\n"
        f"{more}"
        f"components:\n  schemas:\n    {name}: {{type: object, properties: {{id: {{type: string}}}}}}\n"
    )


BROKEN = "  /{id}:\n    get:\n      operationId: broken\n      responses: {'200': {$ref: '#/nothing'}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGEN_CACHE", str(tmp_path / "records"))
    place = tmp_path / "work"
    place.mkdir()
    for name in NAMES:
        (place / f"{name}.yaml").write_text(document(name))
    entries = "".join(f"  {name}: {{source: {name}.yaml}}\n" for name in NAMES)
    configure(place, f"generation: {{licence: MIT}}\npython: {{}}\napis:\n{entries}")
    return place


def lines(text: str) -> list[str]:
    """Return the report: the lines at the end, of each API and of all."""
    return text.rstrip().splitlines()[-len(NAMES) - 1 :]
