"""A program of a user of Prefect's Python SDK: ``python prefect_program.py URL RUN NOW``; prints its results.

prefect.ts and prefect_go/main.go are the same program in the other languages.
"""

from __future__ import annotations

import datetime
import json
import sys
from typing import Any

from prefect_api import MissingBodyError, NotFoundError, PrefectREST, UnprocessableEntityError
from shared_by_programs import error_of

FLOWS = 23
EVENTS = 17
VERSION = "0.8.4"
NOWHERE = "00000000-0000-4000-8000-000000000000"


def names(flows: Any) -> list[str]:
    return [flow.name for flow in flows]


def walk(page: Any) -> list[Any]:
    """The results of a page and of those that follow, by `next()` until it is None."""
    results = []
    while page is not None:
        results.append(page.result)
        page = page.next()
    return results


def flows(client: PrefectREST) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for number in range(FLOWS):
        client.flows.create(name=f"flow-{number:02}", tags=["codegen"])
    again = client.flows.create(name="flow-00")
    seen["created again"] = [again.name, again.tags]
    seen["read"] = client.flows.get(id=again.id, x_prefect_api_version=VERSION).name
    return seen


def paging(client: PrefectREST) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    offsets = walk(client.flows.list(limit=10, sort="NAME_ASC"))
    seen["offset and limit"] = [names(flows) for flows in offsets]
    ten = {"name": {"any_": [f"flow-{number:02}" for number in range(10)]}}
    pages = client.flows.list(limit=5, flows=ten).pages()
    seen["until one is empty"] = [len(page.result) for page in pages]
    whole = client.flows.list()
    empty = whole.next()
    seen["without a body"] = [len(whole.result), len(empty.result), empty.next() is None]
    numbers = walk(client.flows.paginate(limit=10, page=1))
    seen["page and numPages"] = [[of.page, len(of.results)] for of in numbers]
    seen["by iteration"] = sorted(names(client.flows.paginate(limit=7)))
    return seen


def events(client: PrefectREST, run: str, now: datetime.datetime) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    client.events.create(
        body=[
            {
                "id": f"{run}-{number:012}",
                "occurred": now - datetime.timedelta(seconds=number),
                "event": f"codegen.{number:02}",
                "resource": {"prefect.resource.id": f"codegen.{run}"},
            }
            for number in range(EVENTS)
        ]
    )
    wanted = {"filter": {"resource": {"id": [f"codegen.{run}"]}}, "limit": 5}
    pages = client.events.list(**wanted).pages()
    seen["url"] = [[event.event for event in page.result.events] for page in pages]
    return seen


def mistakes(client: PrefectREST) -> dict[str, Any]:
    error_of(MissingBodyError, client.flows.create)
    return {
        "missing body": True,
        "not found": error_of(NotFoundError, client.flows.get, id=NOWHERE).status,
        "unprocessable": error_of(UnprocessableEntityError, client.flows.create, name="not/allowed").status,
    }


def main() -> None:
    base_url, run, now = sys.argv[1:]
    with PrefectREST(base_url=base_url) as client:
        seen = flows(client) | paging(client) | events(client, run, datetime.datetime.fromisoformat(now))
        print(json.dumps(seen | mistakes(client)))


if __name__ == "__main__":
    main()
