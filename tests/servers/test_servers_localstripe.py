"""Printed SDKs of Stripe's document against localstripe, in every language (issue 4, D6, D8, D9).

An overlay adds names, pages by the last id, a webhook and its signature. The same program in each language creates
customers with forms of nested values, lists them, is refused, and receives events that the server signs. The SDKs are
compiled from the three paths that the programs use and, by `make test-servers`, from the whole document.
"""

from __future__ import annotations

import functools
import os
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support.golden import GOLDEN, golden_file
from tests.support.places import SHARED
from tests.support.servers import environments
from tests.support.servers.documents import cut_out
from tests.support.servers.programs import HERE, LANGUAGES, print_for, program
from tests.support.servers.request_logs import Changing, Proxy, Told, requests_of, side_by_side

SPEC = SHARED / "specs" / "stripe.yaml"
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
CHANGING = Changing(ids=r"\b(?:cus|plan|prod)_\w+", besides="/_config")

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


@pytest.fixture(scope="module", params=["three paths", "whole"])
def document(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if request.param == "whole":
        if not os.environ.get("SLOW_SERVERS"):
            pytest.skip("the whole of Stripe takes a minute: make test-servers compiles it")
        return SPEC
    return cut_out(SPEC, tmp_path_factory.mktemp("document"), PATHS, ["event"], WITHOUT)


@pytest.fixture(scope="module")
def tell(origin: str, document: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Told]]:
    """Runs the program of a language, once, on a server without data."""
    with Proxy(origin) as proxy:

        @functools.cache
        def told(language: str) -> Told:
            folder = tmp_path_factory.mktemp(language)
            overlay = HERE / "localstripe.overlay.yaml"
            sdk = print_for("localstripe", language, document, folder, [overlay], sdkClassName="Stripe")
            run = program("localstripe", language, sdk, folder)
            with urllib.request.urlopen(urllib.request.Request(f"{origin}/_config/data", method="DELETE"), timeout=300):
                proxy.forget()
                found: dict[str, Any] = run(proxy.origin)
            return Told(found, requests_of(proxy, CHANGING))

        yield told


every = pytest.mark.parametrize("language", LANGUAGES)


@every
def test_forms_of_nested_values(language: str, tell: Callable[[str], Told]) -> None:
    """D8: deepObject bodies of maps, objects, arrays and unions arrive as they were meant."""
    seen = tell(language).seen
    assert seen["metadata"] == {"order": "7", "a b": "x&y=[z]"}
    assert seen["address"] == ["Bern", "Gasse 1", None]
    assert seen["locales"] == ["de", "fr"]
    assert seen["updated"] == {"order": "8", "a b": "x&y=[z]"}
    assert seen["deleted"] is True
    assert seen["plan"] == [990, "chf", "month"]


@every
def test_pages_by_the_last_id(language: str, tell: Callable[[str], Told]) -> None:
    """D6.4: the call past the end gives an empty page, which is returned once."""
    seen = tell(language).seen
    assert seen["pages"] == [10, 10, 3, 0]
    assert seen["names"] == [f"customer-{number:02}" for number in range(CUSTOMERS)]


@every
def test_errors(language: str, tell: Callable[[str], Told]) -> None:
    """sdk 3: 401 and 404 are classes of their own, with their declared body."""
    seen = tell(language).seen
    assert seen["refused"] == [401, "invalid_request_error"]
    assert seen["not found"] == [404, "invalid_request_error"]


@every
def test_signed_webhooks(language: str, tell: Callable[[str], Told]) -> None:
    """D9.3: what is signed with the secret is taken, what is signed with another one is refused."""
    seen = tell(language).seen
    assert seen["answers"] == ["200", "500"]
    assert seen["event"] == ["customer.created", "with whsec_right"]
    assert seen["others"] == 0


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_requests(language: str, tell: Callable[[str], Told]) -> None:
    """Method, target, the plan's headers and the body as it was sent, request by request."""
    assert tell(language).requests == tell("python").requests


def test_the_logs_side_by_side(tell: Callable[[str], Told], snapshot: SnapshotAssertion) -> None:
    """golden/servers/localstripe-requests.txt: from a part of the document or from the whole, in every language."""
    logs = {language: tell(language).requests for language in LANGUAGES}
    golden = golden_file(GOLDEN / "servers" / "localstripe-requests.txt")
    assert side_by_side("What localstripe was asked, by language", logs) == snapshot.use_extension(golden)
