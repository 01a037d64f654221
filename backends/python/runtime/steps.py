"""Steps: the I/O of an exchange, for either kind of client.

A generator yields a step (send, read, close, pause, await) and receives the step's result, or its
error is thrown in. So all decisions are made once, for threads and for asyncio.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Generator
from typing import Any, TypeVar

from .errors import ConfigurationError
from .messages import AsyncTransport, Request, Transport


class Step:
    """An I/O operation."""

    __slots__ = ()

    def run(self, transport: Transport) -> Any:
        """Run the step."""
        raise AssertionError(self)

    async def run_async(self, transport: AsyncTransport) -> Any:
        """Run the step for asyncio."""
        raise AssertionError(self)


class Send(Step):
    """Send a request; the result is the response, its body not read yet."""

    __slots__ = ("request",)

    def __init__(self, request: Request) -> None:
        self.request: Request = request

    def run(self, transport: Transport) -> Any:
        return transport.send(self.request)

    async def run_async(self, transport: AsyncTransport) -> Any:
        return await transport.send(self.request)


class Read(Step):
    """Read a response's body."""

    __slots__ = ("response",)

    def __init__(self, response: Any) -> None:
        self.response: Any = response

    def run(self, transport: Transport) -> Any:
        return self.response.read()

    async def run_async(self, transport: AsyncTransport) -> Any:
        return await self.response.read()


class Close(Step):
    """Close a response unread."""

    __slots__ = ("response",)

    def __init__(self, response: Any) -> None:
        self.response: Any = response

    def run(self, transport: Transport) -> Any:
        self.response.close()

    async def run_async(self, transport: AsyncTransport) -> Any:
        await self.response.close()


class Pause(Step):
    """Wait."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        self.seconds: float = seconds

    def run(self, transport: Transport) -> Any:
        time.sleep(self.seconds)

    async def run_async(self, transport: AsyncTransport) -> Any:
        import asyncio

        await asyncio.sleep(self.seconds)


class Await(Step):
    """Wait for what a caller's asynchronous function returns."""

    __slots__ = ("value",)

    def __init__(self, value: Awaitable[Any]) -> None:
        self.value: Awaitable[Any] = value

    def run(self, transport: Transport) -> Any:
        """Raise: there is no event loop."""
        close: Any = getattr(self.value, "close", None)
        if close is not None:
            close()
        raise ConfigurationError("an asynchronous function needs the asynchronous client")

    async def run_async(self, transport: AsyncTransport) -> Any:
        return await self.value


class Outcome:
    """How an exchange ended; ``content`` is None if the body is left for the caller to read."""

    __slots__ = ("content", "request", "response")

    def __init__(self, request: Request, response: Any, content: bytes | None) -> None:
        self.request: Request = request
        self.response: Any = response
        self.content: bytes | None = content


R = TypeVar("R")
Steps = Generator[Step, Any, Outcome]


def run(steps: Generator[Step, Any, R], transport: Transport) -> R:
    """Run steps until there is a result."""
    try:
        step = next(steps)
        while True:
            try:
                result = step.run(transport)
            except BaseException as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        found: R = end.value
        return found
    finally:
        steps.close()


async def run_async(steps: Generator[Step, Any, R], transport: AsyncTransport) -> R:
    """Run steps until there is a result, for asyncio."""
    try:
        step = next(steps)
        while True:
            try:
                result = await step.run_async(transport)
            except BaseException as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        found: R = end.value
        return found
    finally:
        steps.close()
