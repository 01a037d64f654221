"""The requests of tests/wire/validators.yaml sent to a gateway of node:http, which rejects with the list of what is
wrong, by validators printed for TypeScript."""

from __future__ import annotations

import http.client
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from test_wire_validators_python import words
from typescript_things import print_typescript
from typescript_tools import check_types, require_node, require_tools
from wire_vectors import Check, all_checks, load_checks

GATEWAY = Path(__file__).parent / "typescript_gateway.mjs"


@pytest.fixture(scope="module")
def gateways() -> Iterator[dict[str, int]]:
    """The port of a gateway for each file of requests."""
    node = require_node()
    ports: dict[str, int] = {}
    started: list[subprocess.Popen[str]] = []
    for file in sorted({check.file for check in all_checks()}):
        sdk = print_typescript(load_checks(file)[0], "checks_" + Path(file).stem)
        process = subprocess.Popen([node, str(GATEWAY), str(sdk.folder)], stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout
        ports[file] = int(process.stdout.readline())
    yield ports
    for process in started:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.case)
def test_behind_a_gateway(check: Check, gateways: dict[str, int]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", gateways[check.file], timeout=10)
    cookies = "; ".join(f"{name}={value}" for name, value in check.cookies.items())
    headers = {**check.headers, "X-Operation": check.operation, "X-Path": quote(json.dumps(check.path))}
    query = quote(check.query, safe="%=&[],|:;+._-")
    connection.request("POST", f"/?{query}", check.body, {**headers, **({"Cookie": cookies} if cookies else {})})
    response = connection.getresponse()
    text = response.read()
    found = json.loads(text or b"[]")
    assert response.status == check.status, found
    assert {(item["place"], item["pointer"], item["rule"]) for item in found} == check.finds
    assert len(found) == len(check.finds), "a violation is said twice"
    said = [f"{one['place']}{one['pointer']}: {one['message']}" for one in found]
    assert sorted(said) == words(check)


def test_the_validators_type_check() -> None:
    require_tools()
    assert check_types(print_typescript(load_checks("validators.yaml")[0], "typed_checks").folder) == ""
