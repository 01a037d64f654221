"""Makes the calls of the faults with the Python SDK: orders as JSON on stdin, results on stdout.

With `async` as its argument, with the asynchronous client.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sdk_faults
from sdk_faults import AsyncFaults, Faults

from tests.support.both_clients import iterate, settle

SECRETS = {"token": "s3cr3t-token", "key": "s3cr3t-key", "secret": "s3cr3t-header", "session": "s3cr3t-cookie"}
BODY = {"name": "n"}
KINDS = {
    "connection": sdk_faults.APIConnectionError,
    "timeout": sdk_faults.APITimeoutError,
    "api": sdk_faults.APIError,
    "decode": sdk_faults.DecodeError,
    "pagination": sdk_faults.PaginationError,
}
CLASSES = {name: getattr(sdk_faults, name) for name in sdk_faults.__all__ if name.endswith("Error")}


def plain(value: Any) -> Any:
    """A value by wire names."""
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value.to_dict() if hasattr(value, "to_dict") else value


def failed(error: Exception) -> dict[str, Any]:
    """What an error tells; `text` is all that a log would show of it."""
    told = {
        "kinds": [kind for kind, of in KINDS.items() if isinstance(error, of)] or [f"foreign: {type(error)}"],
        "classes": [name for name, of in CLASSES.items() if isinstance(error, of)],
        "line": str(error),
        "text": "".join(traceback.format_exception(error)) + repr(error),
    }
    if isinstance(error, sdk_faults.APIError):
        told |= {"status": error.status, "body": plain(error.body), "error": plain(error.error)}
        told["retryAfter"] = error.retry_after
    return told


class Unseekable(io.BytesIO):
    """A stream: what was read of it is gone."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: int) -> int:
        raise io.UnsupportedOperation("seek")


def content(name: str) -> Any:
    """A body that can be sent again, or one that cannot."""
    return Unseekable(b"abc") if name.endswith("-stream") else b"abc"


def watched(things: Any, name: str) -> Any:
    """A stream of events that may be taken up twice in a row."""
    if name == "reconnect":
        return things.events(options={"reconnect": 2})
    return things.watch(body=content(name), options={"reconnect": 2}) if name.startswith("watch") else None


async def resume(client: Faults | AsyncFaults, items: list[str]) -> None:
    page = await settle(client.things.list())
    while page is not None:
        items.extend(item.id for item in page.items)
        for _ in range(3):
            try:
                page = await settle(page.next())
                break
            except sdk_faults.APIError:
                continue


async def call(client: Faults | AsyncFaults, order: dict[str, Any], ended: dict[str, Any]) -> None:
    """Make a call with either client."""
    things, name = client.things, order["call"]
    if name == "get":
        ended["value"] = plain(await settle(things.get(id="t1")))
    elif name in ("create", "unkeyed"):
        ended["value"] = plain(await settle(getattr(things, name)(**BODY)))
    elif name == "content":
        ended["value"] = (await settle(things.content())).decode()
    elif name.startswith("send"):
        await settle(things.send(body=content(name)))
        ended["value"] = "sent"
    else:
        ended["items"] = items = []
        if name == "resume":
            await resume(client, items)
        else:
            async for item in iterate(watched(things, name) or getattr(things, name)()):
                items.append(item.id)  # noqa: PERF401 - what came before an error counts


def options(order: dict[str, Any]) -> dict[str, Any]:
    timeout = order["silence"] or order["timeout"]  # which holds for each wait of a stream
    return {"base_url": order["url"], "timeout": timeout, "retries": order["retries"], **SECRETS}


async def do(order: dict[str, Any], client_class: type[Faults | AsyncFaults]) -> dict[str, Any]:
    ended: dict[str, Any] = {"number": order["number"]}
    started = time.monotonic()
    try:
        client = client_class(**options(order))
        try:
            await call(client, order, ended)
        finally:
            await settle(client.close())
    except Exception as error:
        ended["error"] = failed(error)
    return ended | {"seconds": time.monotonic() - started}


async def all_async(orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    together = await asyncio.gather(*(do(order, AsyncFaults) for order in orders if not order["alone"]))
    logging.disable()
    return [*together, *[await do(order, AsyncFaults) for order in orders if order["alone"]]]


def alone(order: dict[str, Any]) -> dict[str, Any]:
    return asyncio.run(do(order, Faults))


def all_threads(orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    with ThreadPoolExecutor(16) as pool:
        together = list(pool.map(alone, (order for order in orders if not order["alone"])))
    logging.disable()  # what ten thousand pages log is what the others log
    return together + [alone(order) for order in orders if order["alone"]]


def main() -> None:
    log = io.StringIO()
    logging.basicConfig(level=logging.DEBUG, stream=log)
    orders = json.load(sys.stdin)
    ended = asyncio.run(all_async(orders)) if "async" in sys.argv[1:] else all_threads(orders)
    json.dump({"ended": ended, "log": log.getvalue()}, sys.stdout)


if __name__ == "__main__":
    main()
