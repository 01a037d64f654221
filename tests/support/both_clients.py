"""A client for threads and one for ``await`` in one coroutine: what either gives is taken alike."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import AsyncIterator
from typing import Any


@contextlib.asynccontextmanager
async def enter(made: Any) -> AsyncIterator[Any]:
    """Enter a client, a response or a stream of either kind, until the block ends."""
    if hasattr(made, "__aenter__"):
        async with made as entered:
            yield entered
    else:
        with made as entered:
            yield entered


async def settle(found: Any) -> Any:
    """Return what a client of either kind gives."""
    return await found if inspect.isawaitable(found) else found


async def iterate(found: Any) -> AsyncIterator[Any]:
    """Yield the items of pages or of a stream of either kind."""
    found = found if hasattr(found, "__aiter__") else await settle(found)
    if hasattr(found, "__aiter__"):
        async for item in found:
            yield item
    else:
        for item in found:
            yield item
