"""docs/webhooks.md: its document compiles, and its programs type-check and receive the events that the page shows."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.go_things import go, print_go, unformatted
from tests.support.places import ROOT
from tests.support.printed import print_python
from tests.support.type_checkers import run_mypy
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import TOOLS, check_types, require_tools

PAGE = (ROOT / "docs" / "webhooks.md").read_text("utf-8")
SECRET = b"secret"


def block(language: str) -> str:
    """Return the first block of a language."""
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def document() -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.safe_load(block("yaml"))
    return found


def signed(body: bytes) -> dict[str, str]:
    now = str(int(time.time()))
    made = hmac.new(SECRET, b"m1.%s.%s" % (now.encode(), body), hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(made).decode()
    return {"webhook-id": "m1", "webhook-timestamp": now, "webhook-signature": signature}


def test_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One URL receives both webhooks and what came later."""
    folder = print_python(document(), "shop", tmp_path).folder
    (folder / "program.py").write_text(block("python"))
    assert run_mypy(folder, "--strict", "program.py").startswith("Success")
    monkeypatch.syspath_prepend(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "shop"]:
        monkeypatch.delitem(sys.modules, name)
    scope: dict[str, Any] = {}
    exec(block("python"), scope)  # it is our page
    statuses = []
    for body in (
        b'{"type":"order.made","id":"o1","total":3}',
        b'{"type":"order.made","id":"o2","total":0}',
        b'{"type":"order.gone","id":"o1"}',
        b'{"type":"order.lost"}',
        b'{"type":"order.made"',
    ):
        answer = asyncio.run(scope["receiver"].handle_async(None, signed(body), body))
        statuses.append(answer.status)
    assert statuses.pop() == 500
    forged = asyncio.run(scope["receiver"].handle_async(None, signed(b"{}"), b'{"type":"order.made","id":"o1"}'))
    assert (statuses, forged.status) == ([200, 503, 200, 200], 401)
    assert capsys.readouterr().out.splitlines() == [
        "o1 3 m1",
        "o2 0 m1",
        "not handled: order.gone",
        "not handled: None",
    ]


def test_typescript_type_checks() -> None:
    require_tools()
    sdk = print_typescript(document(), "shop").folder
    program = block("ts").replace('"shop/webhooks"', '"./webhooks.js"')
    (sdk / "src" / "program.ts").write_text(program)
    types = [str(TOOLS / "node_modules" / "@types")]
    assert check_types(sdk, "--types", "node", "--typeRoots", *types) == ""


@pytest.mark.slow
def test_go_builds(tmp_path: Path) -> None:
    folder = print_go(document(), "shop", tmp_path).folder
    module = (folder / "go.mod").read_text().split("module ")[1].split()[0]
    (folder / "program").mkdir()
    (folder / "program" / "main.go").write_text(block("go").replace("example.com/shop", module))
    assert unformatted(folder) == ""
    go("vet", "./...", folder=folder)
