"""A program of a user of Stripe's Python SDK: ``python localstripe_program.py URL``; prints its results.

localstripe.ts and localstripe_go/main.go are the same program in the other languages.
"""

from __future__ import annotations

import json
import queue
import sys
import time
import urllib.request
from typing import Any

from localstripe_api import AuthenticationError, CustomerCreatedPayload, NotFoundError, Stripe, WebhookReceiver
from shared_by_programs import error_of, listening

CUSTOMERS = 23
PATIENCE = 5
"""Seconds until the server has sent the events of what was done before."""


def customers(client: Stripe) -> dict[str, Any]:
    for number in range(CUSTOMERS):
        client.customers.create(name=f"customer-{number:02}")
    made = client.customers.create(
        name="Ada",
        metadata={"order": "7", "a b": "x&y=[z]"},
        address={"city": "Bern", "line1": "Gasse 1"},
        preferred_locales=["de", "fr"],
    )
    read = client.customers.get(customer=made.id)
    client.customers.update(customer=made.id, metadata={"order": "8"})
    again = client.customers.get(customer=made.id)
    seen = {
        "metadata": read.metadata,
        "address": [read.address.city, read.address.line1, read.address.line2 or None],
        "locales": read.preferred_locales,
        "updated": again.metadata,
        "deleted": client.customers.delete(customer=made.id).deleted,
    }
    plan = client.plans.create(amount=990, currency="chf", interval="month", product={"name": "Gold"})
    return seen | {"plan": [plan.amount, plan.currency, plan.interval]}


def paging(client: Stripe) -> dict[str, Any]:
    counts = []
    page = client.customers.list(limit=10)
    while page is not None:
        counts.append(len(page.result.data))
        page = page.next()
    names = [customer.name for customer in client.customers.list(limit=4)]
    return {"pages": counts, "names": sorted(names)}


def mistakes(client: Stripe, url: str) -> dict[str, Any]:
    refused = error_of(AuthenticationError, Stripe(base_url=url, bearer_auth="nobody").customers.list)
    missing = error_of(NotFoundError, client.customers.get, customer="cus_nobody")
    errors = {"refused": refused, "not found": missing}
    return {name: [error.status, error.error.error.type] for name, error in errors.items()}


def webhooks(client: Stripe, url: str) -> dict[str, Any]:
    """Receive what the server signs, with the right secret and with a wrong one."""
    events: queue.Queue[CustomerCreatedPayload] = queue.Queue()
    answers: queue.Queue[str] = queue.Queue()
    receiver = WebhookReceiver(secrets=["whsec_right"])
    receiver.customer_created(events.put)
    app = receiver.wsgi()

    def watched(environ: Any, start: Any) -> Any:
        def note(status: str, *rest: Any) -> Any:
            answers.put(status[:3])
            return start(status, *rest)

        return app(environ, note)

    with listening(watched) as origin:
        told = []
        time.sleep(PATIENCE)
        for secret in ("whsec_right", "whsec_wrong"):
            register(url, f"{origin}/hooks/customer.created", secret)
            client.customers.create(name=f"with {secret}")
            told.append(answers.get(timeout=300))
    event = events.get(timeout=300)
    return {"answers": told, "event": [event.type, event.data.object["name"]], "others": events.qsize()}


def register(url: str, receiver: str, secret: str) -> None:
    body = json.dumps({"url": receiver, "secret": secret, "events": ["customer.created"]}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{url}/_config/webhooks/one", body), timeout=300):
        pass


def main() -> None:
    url = sys.argv[1]
    with Stripe(base_url=url, bearer_auth="sk_test_12345") as client:
        seen = customers(client) | paging(client) | mistakes(client, url) | webhooks(client, url)
        print(json.dumps(seen))


if __name__ == "__main__":
    main()
