"""One request with its redirects and repetitions, as steps that either kind of client can do.

:func:`exchange` is a generator: it yields a step (send, read, close, pause) and is given the
step's result, or has its error thrown in. So all decisions are made once, for threads and for
asyncio.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Generator
from copy import copy
from inspect import isawaitable
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from .errors import APIConnectionError, ConfigurationError
from .hooks import NO_HOOKS, Hooks
from .messages import AsyncTransport, Request, Response, Transport
from .retries import RetryPolicy, retry_after

log = logging.getLogger(__name__.partition("._runtime")[0])

_SAFE = frozenset({"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"})
_LEGAL = "!#$%&'()*+,/:;=?@[]~"
_MAX_REDIRECTS = 5


class Step:
    """Something to do outside."""

    __slots__ = ()

    def run(self, transport: Transport) -> Any:
        """Do it."""
        raise AssertionError(self)

    async def run_async(self, transport: AsyncTransport) -> Any:
        """Do it for asyncio."""
        raise AssertionError(self)


class Send(Step):
    """Send a request; the result is the response, its body not read yet."""

    __slots__ = ("request",)

    def __init__(self, request: Request) -> None:
        self.request: Request = request

    def run(self, transport: Transport) -> Any:
        """Do it."""
        return transport.send(self.request)

    async def run_async(self, transport: AsyncTransport) -> Any:
        """Do it for asyncio."""
        return await transport.send(self.request)


class Read(Step):
    """Read a response's body."""

    __slots__ = ("response",)

    def __init__(self, response: Any) -> None:
        self.response: Any = response

    def run(self, transport: Transport) -> Any:
        """Do it."""
        return self.response.read()

    async def run_async(self, transport: AsyncTransport) -> Any:
        """Do it for asyncio."""
        return await self.response.read()


class Close(Step):
    """Let a response go unread."""

    __slots__ = ("response",)

    def __init__(self, response: Any) -> None:
        self.response: Any = response

    def run(self, transport: Transport) -> Any:
        """Do it."""
        self.response.close()

    async def run_async(self, transport: AsyncTransport) -> Any:
        """Do it for asyncio."""
        await self.response.close()


class Pause(Step):
    """Wait."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        self.seconds: float = seconds

    def run(self, transport: Transport) -> Any:
        """Do it."""
        time.sleep(self.seconds)

    async def run_async(self, transport: AsyncTransport) -> Any:
        """Do it for asyncio."""
        import asyncio

        await asyncio.sleep(self.seconds)


class Await(Step):
    """Wait for what a caller's asynchronous function returns."""

    __slots__ = ("value",)

    def __init__(self, value: Awaitable[Any]) -> None:
        self.value: Awaitable[Any] = value

    def run(self, transport: Transport) -> Any:
        """Refuse to: there is no event loop."""
        close: Any = getattr(self.value, "close", None)
        if close is not None:
            close()
        raise ConfigurationError("an asynchronous function needs the asynchronous client")

    async def run_async(self, transport: AsyncTransport) -> Any:
        """Do it for asyncio."""
        return await self.value


class Outcome:
    """How an exchange ended; ``content`` is None where the body was left for the caller to read."""

    __slots__ = ("content", "request", "response")

    def __init__(self, request: Request, response: Any, content: bytes | None) -> None:
        self.request: Request = request
        self.response: Any = response
        self.content: bytes | None = content


Steps = Generator[Step, Any, Outcome]


class Grant:
    """A credential that is asked for before a request is sent.

    ``base`` is the base URL of the request, ``then`` another credential that it needs.
    """

    __slots__ = ("base", "then")

    def __init__(self) -> None:
        self.base: str = ""
        self.then: Grant | None = None

    def exchange(
        self, request: Request, route: Route, policy: RetryPolicy, *, keyed: bool, keep: bool
    ) -> Steps:
        """Send a request with the credential, as :func:`exchange` does without."""
        raise AssertionError(self)

    def send(
        self, request: Request, route: Route, policy: RetryPolicy, *, keyed: bool, keep: bool
    ) -> Steps:
        """Go on once the credential is in the request."""
        if self.then is None:
            return exchange(request, route, policy, keyed=keyed, keep=keep)
        self.then.base = self.base
        return self.then.exchange(request, route, policy, keyed=keyed, keep=keep)


def run(steps: Steps, transport: Transport) -> Outcome:
    """Do the steps of an exchange."""
    try:
        step = next(steps)
        while True:
            try:
                result = step.run(transport)
            except APIConnectionError as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    finally:
        steps.close()


async def run_async(steps: Steps, transport: AsyncTransport) -> Outcome:
    """Do the steps of an exchange for asyncio."""
    try:
        step = next(steps)
        while True:
            try:
                result = await step.run_async(transport)
            except APIConnectionError as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    finally:
        steps.close()


class Route:
    """What the requests of one exchange share: where they belong, and the secrets of their URLs.

    ``key_header`` is the header of the idempotency key, which belongs to the body as its type does;
    ``follow`` says whether redirects are followed.
    """

    __slots__ = ("body_headers", "credentials", "follow", "hooks", "origin", "secret_names")

    def __init__(
        self,
        url: str,
        credentials: list[str],
        secret_names: frozenset[str],
        key_header: str | None = None,
        hooks: Hooks = NO_HOOKS,
        *,
        follow: bool = True,
    ) -> None:
        self.hooks: Hooks = hooks
        self.follow: bool = follow
        key = () if key_header is None else (key_header.lower(),)
        self.body_headers: frozenset[str] = _BODY_HEADERS.union(key)
        self.origin: tuple[str, str, int | None] = origin(url)
        self.credentials: list[str] = credentials
        self.secret_names: frozenset[str] = secret_names

    def with_credentials(self, credentials: list[str]) -> Route:
        """Change keys that belong into the query, and add others."""
        if not credentials:
            return self
        names = {pair.partition("=")[0] for pair in credentials}
        kept = [pair for pair in self.credentials if pair.partition("=")[0] not in names]
        made = copy(self)
        made.credentials = [*kept, *credentials]
        return made

    def moved(self, request: Request, target: str, *, method: str | None = None) -> Request | None:
        """Make the request for another URL, which may be relative; None where it is none to call.

        On another origin only Accept and User-Agent go along (D6.5, D7.7); on the same one, keys
        that belong into the query are set anew.
        """
        url = urljoin(request.url, quote(target, safe=_LEGAL)).partition("#")[0]
        place = origin(url)
        if place[0] not in ("http", "https") or not place[1]:
            return None
        bare = request.bare or place != self.origin
        content = request.content if method is None else None
        headers = [
            (name, value)
            for name, value in request.headers
            if (
                not bare or name.lower() in _FOREIGN_HEADERS or (content and name == "Content-Type")
            )
            and (content is not None or name.lower() not in self.body_headers)
        ]
        if not bare:
            url = _with_credentials(url, self.credentials)
        return Request(method or request.method, url, headers, content, request.timeout, bare=bare)


_FOREIGN_HEADERS = frozenset({"accept", "user-agent"})
_BODY_HEADERS = frozenset({"content-type", "content-length"})


def exchange(
    request: Request, route: Route, policy: RetryPolicy, *, keyed: bool, keep: bool
) -> Steps:
    """Send a request until there is an answer to give.

    Args:
        request: the first request.
        route: where it belongs.
        policy: how it is repeated.
        keyed: it carries an idempotency key, so that even a POST may be repeated.
        keep: leave the body of a good response unread.

    Raises:
        APIConnectionError: there is no answer, and no attempt is left.
    """
    started = time.monotonic()
    repeatable = keyed or request.method in _SAFE
    attempt = 0
    while True:
        try:
            outcome = yield from _attempt(request, route, keep)
            wait = _pause_after(outcome.response, policy, attempt) if repeatable else None
            failure = None
        except APIConnectionError as error:
            wait = policy.pause(attempt) if repeatable and policy.connection_errors else None
            failure, outcome = error, None
        if wait is None or not _may_repeat(request, policy, attempt, started, wait):
            if outcome is None:
                assert failure is not None
                raise failure
            return outcome
        log.debug("%s: trying again in %.2f s", request.method, wait)
        yield Pause(wait)
        attempt += 1


def _attempt(request: Request, route: Route, keep: bool) -> Steps:
    """Send a request and follow its redirects (D7.7)."""
    left = _MAX_REDIRECTS if route.follow else 0
    while True:
        response: Response = yield from _sent(request, route)
        target = _redirect(request, response, route) if left else None
        if target is None:
            break
        yield Close(response)
        request, left = target, left - 1
    good = 200 <= response.status < 300
    content: bytes | None = None
    if not (keep and good):
        content = yield Read(response)
    return Outcome(request, response, content)


def _sent(request: Request, route: Route) -> Generator[Step, Any, Response]:
    """Send a request once, and tell those who want to know."""
    hooks = route.hooks
    if hooks.before_request is not None:
        request = request.copy()
        yield from _told(hooks.before_request(request))
    try:
        response: Response = yield Send(request)
    except APIConnectionError as error:
        if hooks.on_error is not None:
            yield from _told(hooks.on_error(request, error))
        raise
    if log.isEnabledFor(logging.DEBUG):
        _note(request, response, route)
    if hooks.after_response is not None:
        yield from _told(hooks.after_response(request, response))
    return response


def _told(result: Awaitable[None] | None) -> Generator[Step, Any, None]:
    """Wait for a hook that is asynchronous; whatever else one returns means nothing."""
    if isawaitable(result):
        yield Await(result)


def _redirect(request: Request, response: Response, route: Route) -> Request | None:
    status = response.status
    location = response.headers.get("location")
    if location is None or status not in (301, 302, 303, 307, 308):
        return None
    if status == 303 and request.method != "HEAD":
        return route.moved(request, location, method="GET")
    if request.method in ("GET", "HEAD"):
        return route.moved(request, location, method=request.method)
    if status in (307, 308) and rewound(request):
        return route.moved(request, location)
    return None


def _pause_after(response: Response, policy: RetryPolicy, attempt: int) -> float | None:
    if not policy.covers(response.status):
        return None
    asked = retry_after(response.headers)
    return policy.pause(attempt) if asked is None else asked


def _may_repeat(
    request: Request, policy: RetryPolicy, attempt: int, started: float, wait: float
) -> bool:
    if attempt >= policy.retries or time.monotonic() - started + wait > policy.budget:
        return False
    return rewound(request)


def rewound(request: Request) -> bool:
    """Go back to the start of a request's body; False where it cannot be sent again."""
    content = request.content
    return content is None or isinstance(content, bytes) or content.rewind()


def origin(url: str) -> tuple[str, str, int | None]:
    """Get scheme, host and port of a URL."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "", "", None
    return parts.scheme, parts.hostname or "", port or {"http": 80, "https": 443}.get(parts.scheme)


def _with_credentials(url: str, credentials: list[str]) -> str:
    for pair in credentials:
        name = pair.partition("=")[0] + "="
        base, _, query = url.partition("?")
        kept = [part for part in query.split("&") if part and not part.startswith(name)]
        url = f"{base}?{'&'.join([*kept, pair])}"
    return url


def _note(request: Request, response: Response, route: Route) -> None:
    log.debug("%s %s -> %d", request.method, _safe_url(request.url, route), response.status)


def _safe_url(url: str, route: Route) -> str:
    """Take secrets out of a URL."""
    base, mark, query = url.partition("?")
    pairs = (
        f"{pair.partition('=')[0]}=***"
        if pair.partition("=")[0].lower() in route.secret_names
        else pair
        for pair in query.split("&")
    )
    head, at, host = base.rpartition("@")
    base = f"{head.partition('://')[0]}://***@{host}" if at and "://" in head else base
    return base + mark + "&".join(pairs)
