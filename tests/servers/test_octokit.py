"""Payloads that GitHub sent, recorded by octokit, against receivers printed from GitHub's webhooks (issue 4, D9, D11).

Of 329 payloads 2 have no webhook in the document, 215 match the document, and 112 are older than it. All that have a
webhook are read, and written back unchanged; validation accepts the 215, except for an empty string as a URI or a bot's
address as an email in 8 of them.
"""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.go_things import go, print_go
from tests.support.places import ROOT
from tests.support.servers import environments
from tests.support.servers.programs import HERE, print_for
from tests.support.typescript_tools import require_node

SPEC = ROOT.parent / "shared" / "specs" / "github-webhooks.json"
PACKAGE = "@octokit/webhooks-examples@7.6.1"
JSON = {"content-type": "application/json"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SPEC.exists(), reason="there is no ../shared/specs/github-webhooks.json"),
]


@functools.cache
def sent() -> list[tuple[str, dict[str, Any]]]:
    """Each payload with the event that a header names."""
    events = json.loads((environments.require(PACKAGE) / "api.github.com" / "index.json").read_bytes())
    return [(event["name"], payload) for event in events for payload in event["examples"]]


@functools.cache
def recorded() -> list[tuple[str, dict[str, Any]]]:
    """Each payload with the name of its webhook, as the document has it; empty where it has none."""
    names = json.loads(SPEC.read_bytes())["webhooks"]
    return [(_webhook(names, event, payload), payload) for event, payload in sent()]


def _webhook(names: dict[str, Any], event: str, payload: dict[str, Any]) -> str:
    plain = event.replace("_", "-")
    full = f"{plain}-{str(payload.get('action')).replace('_', '-')}"
    return next((name for name in (full, plain) if name in names), "")


@functools.cache
def printed(language: str) -> Path:
    return print_for("octokit", language, SPEC, Path(tempfile.mkdtemp(prefix="octokit")))


@pytest.fixture(scope="module")
def payloads() -> list[tuple[dict[str, Any], Any]]:
    """Each payload that has a webhook, as it was sent and as the Python SDK reads it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(printed("python")))
        import octokit_api

        receiver = octokit_api.WebhookReceiver(verify=False)
        return [
            (payload, receiver.read(name, JSON, json.dumps(payload).encode())) for name, payload in recorded() if name
        ]


def test_every_payload_is_a_model(payloads: list[tuple[dict[str, Any], Any]]) -> None:
    """D11.1: reading is lenient, so that what is older than the document is read as its type, too."""
    assert len(recorded()) == 329
    assert len(payloads) == 327
    assert all(hasattr(read, "to_dict") for _, read in payloads)


def test_the_rule_of_the_page_finds_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/webhooks.md: GitHub tells its webhooks apart by a header and the action."""
    page = (ROOT / "docs" / "webhooks.md").read_text("utf-8")
    rule = next(
        block for block in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE) if "name_of" in block
    )
    monkeypatch.syspath_prepend(str(printed("python")))
    scope: dict[str, Any] = {}
    exec(rule.replace('secrets=["..."]', "verify=False"), scope)  # it is our page
    receiver = scope["receiver"]
    heard: list[str | None] = []
    receiver.otherwise(lambda name, _payload: heard.append(name))
    for event, payload in sent():
        receiver.handle(None, JSON | {"X-GitHub-Event": event}, json.dumps(payload).encode())
    assert heard == [name or None for name, _ in recorded()]


def test_no_value_is_lost(payloads: list[tuple[dict[str, Any], Any]]) -> None:
    """D11.1, D11.3: what was read is written as it came; date-times may be spelt anew."""
    assert [found for sent, read in payloads for found in changes(sent, read.to_dict())] == []


def test_the_valid_ones_are_found(payloads: list[tuple[dict[str, Any], Any]]) -> None:
    """servers.md: 215 are valid by the schema; in 8 of them a text is not of the format that the document names."""
    judged = [{wrong.rule for wrong in read.validate()} for _, read in payloads]
    assert judged.count(set()) == 215 - 8
    assert judged.count({"format"}) == 8


@pytest.fixture
def events(tmp_path: Path) -> Path:
    """A file with the names and the bodies of all payloads that have a webhook."""
    events = tmp_path / "events.json"
    events.write_text(json.dumps([[name, json.dumps(payload)] for name, payload in recorded() if name]))
    return events


def said(*command: str | Path) -> Any:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-1000:]
    return json.loads(done.stdout)


def test_no_value_is_lost_in_typescript(events: Path) -> None:
    """D11.1: the same in TypeScript, where values stay as they are spelt."""
    found = said(require_node(), HERE / "octokit.mjs", printed("typescript"), events)
    assert found == {"read": 327, "changed": []}


@pytest.mark.hunt
def test_no_value_is_lost_in_go_and_the_valid_ones_are_found(tmp_path: Path, events: Path) -> None:
    """D11.1: all 327 are read, and written as they came; validation finds the 215, and the formats of 8."""
    sdk = print_go(json.loads(SPEC.read_bytes()), "octokit", tmp_path)
    command = sdk.folder / "octokit"
    command.mkdir()
    shutil.copy(HERE / "go_octokit.go", command / "main.go")
    binary = sdk.folder / "octokit.bin"
    go("build", "-o", str(binary), "./octokit", folder=sdk.folder)
    found = said(binary, events)
    payloads = [payload for name, payload in recorded() if name]
    pairs = zip(payloads, found["Written"], strict=True)
    assert [change for sent, written in pairs for change in changes(sent, written)] == []
    assert (found["Valid"], found["Formed"]) == (215, 215 - 8)


def changes(sent: Any, written: Any, at: str = "$") -> Iterator[str]:
    """What differs between two JSON values; the same moment is no difference."""
    if isinstance(sent, dict) and isinstance(written, dict):
        for key in sent.keys() | written.keys():
            yield from changes(sent.get(key, "absent"), written.get(key, "absent"), f"{at}.{key}")
    elif isinstance(sent, list) and isinstance(written, list) and len(sent) == len(written):
        for number, pair in enumerate(zip(sent, written, strict=True)):
            yield from changes(*pair, f"{at}[{number}]")
    elif (sent != written or type(sent) is not type(written)) and not same_moment(sent, written):
        yield f"{at}: {sent!r} became {written!r}"


def same_moment(sent: Any, written: Any) -> bool:
    """Tell whether two texts are the same time; one without a zone is UTC."""
    try:
        one, other = (datetime.fromisoformat(text) for text in (sent, written))
    except (TypeError, ValueError):
        return False
    return one.replace(tzinfo=one.tzinfo or UTC) == other
