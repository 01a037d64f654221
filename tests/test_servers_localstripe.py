"""Printed SDKs of Stripe's document against localstripe, in every language (issue 4, D6, D8, D9).

An overlay adds names, pages by the last id, a webhook and its signature. The same program in each language creates
customers with forms of nested values, walks them, is refused, and receives events that the server signs.
"""

from __future__ import annotations

import functools
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from servers import environments
from servers.documents import cut_out
from servers.programs import HERE, LANGUAGES, print_for, program

SPEC = Path(__file__).parents[2] / "shared" / "specs" / "stripe.yaml"
SERVE = "from aiohttp import web; from localstripe.server import app; web.run_app(app, host='127.0.0.1', port={port})"
CUSTOMERS = 23
PATHS = ("/v1/customers", "/v1/customers/{customer}", "/v1/plans")
WITHOUT = {
    "customer": [
        *("cash_balance", "default_source", "discount", "invoice_settings"),
        *("sources", "subscriptions", "tax", "tax_ids", "test_clock"),
    ],
    "api_errors": ["payment_intent", "payment_method", "setup_intent", "source"],
    "plan": ["product"],
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.servers,
    pytest.mark.skipif(not SPEC.exists(), reason="there is no ../shared/specs/stripe.yaml"),
]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    python = environments.require("localstripe") / "bin/python"
    port = environments.free_port()
    command = [python, "-c", SERVE.format(port=port)]
    origin = f"http://127.0.0.1:{port}"
    with environments.running(command, origin, tmp_path_factory.mktemp("localstripe"), {}):
        yield origin


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cut_out(SPEC, tmp_path_factory.mktemp("document"), PATHS, ["event"], WITHOUT)


@pytest.fixture(scope="module")
def seen(origin: str, document: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, Any]]:
    """Runs the program of a language, once, on a server without data."""

    @functools.cache
    def told(language: str) -> dict[str, Any]:
        folder = tmp_path_factory.mktemp(language)
        overlay = HERE / "localstripe.overlay.yaml"
        sdk = print_for("localstripe", language, document, folder, [overlay], sdkClassName="Stripe")
        run = program("localstripe", language, sdk, folder)
        with urllib.request.urlopen(urllib.request.Request(f"{origin}/_config/data", method="DELETE"), timeout=20):
            found: dict[str, Any] = run(origin)
        return found

    return told


every = pytest.mark.parametrize("language", LANGUAGES)


@every
def test_forms_of_nested_values(language: str, seen: Callable[[str], dict[str, Any]]) -> None:
    """D8: deepObject bodies of maps, objects, arrays and unions arrive as they were meant."""
    told = seen(language)
    assert told["metadata"] == {"order": "7", "a b": "x&y=[z]"}
    assert told["address"] == ["Bern", "Gasse 1", None]
    assert told["locales"] == ["de", "fr"]
    assert told["updated"] == {"order": "8", "a b": "x&y=[z]"}
    assert told["deleted"] is True
    assert told["plan"] == [990, "chf", "month"]


@every
def test_pages_by_the_last_id(language: str, seen: Callable[[str], dict[str, Any]]) -> None:
    """D6.4: the call past the end gives an empty page, which is returned once."""
    told = seen(language)
    assert told["pages"] == [10, 10, 3, 0]
    assert told["names"] == [f"customer-{number:02}" for number in range(CUSTOMERS)]


@every
def test_errors(language: str, seen: Callable[[str], dict[str, Any]]) -> None:
    """sdk.md: 401 and 404 are classes of their own, with their declared body."""
    told = seen(language)
    assert told["refused"] == [401, "invalid_request_error"]
    assert told["not found"] == [404, "invalid_request_error"]


@every
def test_signed_webhooks(language: str, seen: Callable[[str], dict[str, Any]]) -> None:
    """D9.3: what is signed with the secret is taken, what is signed with another one is refused."""
    told = seen(language)
    assert told["answers"] == ["200", "500"]
    assert told["event"] == ["customer.created", "with whsec_right"]
    assert told["others"] == 0
