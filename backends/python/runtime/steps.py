"""Steps: the I/O of an exchange, for either kind of client.

A generator yields a step (send, read, close, pause, await) and receives the step's result, or its
error is thrown in. So all decisions are made once, for threads and for asyncio.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Generator
from typing import Any, TypeVar

from .errors import APITimeoutError, ConfigurationError
from .limits import Limit
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
    """Read a response's body, or its first ``most`` bytes, within the limit of its request.

    The result is the body, and ``most`` if it is longer: then the connection is given up.
    """

    __slots__ = ("limit", "most", "response")

    def __init__(self, response: Any, most: int | None = None, limit: float | None = None) -> None:
        self.response: Any = response
        self.most: int | None = most
        self.limit: float | None = limit

    def run(self, transport: Transport) -> Any:
        return self.result()

    async def run_async(self, transport: AsyncTransport) -> Any:
        return await self.result_async()

    def result(self) -> tuple[bytes, int | None]:
        """Read it."""
        if self.most is None:
            return self.response.read(), None
        body, pieces = bytearray(), self.response.iter_bytes()
        try:
            for piece in pieces:
                body += piece
                if self._is_enough(body):
                    break
        finally:
            self.response.close()
        return bytes(body[: self.most]), self.most if len(body) > self.most else None

    async def result_async(self) -> tuple[bytes, int | None]:
        """Read it, for asyncio."""
        if self.most is None:
            return await self.response.read(), None
        body, pieces = bytearray(), self.response.iter_bytes()
        try:
            async for piece in pieces:
                body += piece
                if self._is_enough(body):
                    break
        finally:
            await self.response.close()
        return bytes(body[: self.most]), self.most if len(body) > self.most else None

    def _is_enough(self, body: bytearray) -> bool:
        """Tell whether a body is longer than wanted.

        Raises:
            APITimeoutError: it comes too slowly.
        """
        if isinstance(self.limit, Limit) and self.limit.is_over:  # of a caller's client
            raise APITimeoutError(f"no answer within {self.limit:g} s")
        return self.most is not None and len(body) > self.most


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
    """How an exchange ended; ``content`` is None if the body is left for the caller to read.

    ``cut`` is the number of bytes after which the body was cut, if it was.
    """

    __slots__ = ("content", "cut", "request", "response")

    def __init__(
        self, request: Request, response: Any, content: bytes | None, cut: int | None = None
    ) -> None:
        self.request: Request = request
        self.response: Any = response
        self.content: bytes | None = content
        self.cut: int | None = cut


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
