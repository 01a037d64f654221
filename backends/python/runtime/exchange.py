"""One request with its redirects and retries, as steps for either kind of client."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Awaitable, Callable, Generator
from inspect import isawaitable
from typing import Any, TypeAlias

from .errors import APIConnectionError, APITimeoutError
from .limits import Limit
from .messages import Request, Response
from .retries import UNSAFE, RetryPolicy, retry_after
from .routes import Route
from .steps import Await, Close, Outcome, Pause, Read, Send, Step, Steps

log = logging.getLogger(__name__.partition("._runtime")[0])

_MAX_REDIRECTS = 5

Keep: TypeAlias = Callable[[int], bool] | None
"""Tells whether a status is an error; other bodies are left unread. None: no status is."""


class Grant:
    """A credential that is fetched before a request is sent.

    ``base`` is the base URL of the request, ``then`` another credential that it needs.
    """

    __slots__ = ("base", "then")

    def __init__(self) -> None:
        self.base: str = ""
        self.then: Grant | None = None

    def exchange(
        self, request: Request, route: Route, policy: RetryPolicy, *, keyed: bool, keep: Keep
    ) -> Steps:
        """Send a request with the credential, as :func:`exchange` does without."""
        raise AssertionError(self)

    def send(
        self, request: Request, route: Route, policy: RetryPolicy, *, keyed: bool, keep: Keep
    ) -> Steps:
        """Go on once the credential is in the request."""
        if self.then is None:
            return exchange(request, route, policy, keyed=keyed, keep=keep)
        self.then.base = self.base
        return self.then.exchange(request, route, policy, keyed=keyed, keep=keep)


def exchange(
    request: Request, route: Route, policy: RetryPolicy, *, keyed: bool, keep: Keep
) -> Steps:
    """Send a request until there is a final response.

    Args:
        request: the first request, and ``route``: where it belongs.
        policy: how it is retried; a POST always if ``keyed``: it has an idempotency key.
        keep: which bodies are left unread.

    Raises:
        APIConnectionError: there is no response, and no attempt is left.
    """
    started = time.monotonic()
    attempt = 0
    while True:
        ended = yield from _attempt(request, route, keep)
        wait = _pause_after(ended, policy, attempt)
        if (
            wait is None
            or not (_does_no_harm(request, ended.request, policy, keyed) or _is_undone(ended))
            or not _may_repeat(request, policy, attempt, started, wait)
        ):
            if isinstance(ended, _Lost):
                raise ended.error
            return ended
        log.debug("%s: trying again in %.2f s", request.method, wait)
        yield Pause(wait)
        attempt += 1


class _Lost:
    """An attempt without a response: the last request that was made, and its error."""

    __slots__ = ("error", "request")

    def __init__(self, request: Request, error: APIConnectionError) -> None:
        self.request: Request = request
        self.error: APIConnectionError = error


def _attempt(request: Request, route: Route, keep: Keep) -> Generator[Step, Any, Outcome | _Lost]:
    """Send a request and follow its redirects, within its time limit."""
    limit = None if request.timeout is None else Limit.starting(request.timeout)
    request.timeout = limit
    left = _MAX_REDIRECTS if route.follow else 0
    try:
        if route.signers and not request.bare:
            request, route = yield from _signed(request, route)
        while True:
            sent, response = yield from _sent(request, route)
            target = _redirect(request, response, route) if left else None
            if target is None:
                break
            yield Close(response)
            request, left = target, left - 1
        content: bytes | None = None
        cut: int | None = None
        if keep is None or keep(response.status):
            content, cut = yield Read(response, route.most, request.timeout)
        elif limit is not None:
            limit.end = None  # the caller reads at leisure
    except APIConnectionError as error:
        _place(error, request)
        return _Lost(request, error)
    return Outcome(sent, response, content, cut)


def _does_no_harm(request: Request, last: Request, policy: RetryPolicy, keyed: bool) -> bool:
    """Tell whether a request may be sent twice; a key stays on its origin."""
    if policy.unsafe or request.method not in UNSAFE:
        return True
    return keyed and (last.method not in UNSAFE or not last.bare or request.bare)


def _is_undone(ended: Outcome | _Lost) -> bool:
    """Tell whether a request was certainly not processed: the response says so, or nothing was
    sent. The result of the GET that follows a 303 does not count.
    """
    if ended.request.method not in UNSAFE:
        return False
    return ended.error.unsent if isinstance(ended, _Lost) else ended.response.status == 429


def _signed(request: Request, route: Route) -> Generator[Step, Any, tuple[Request, Route]]:
    """Add what functions return: each attempt calls them again, since tokens expire."""
    request = request.copy()
    for signer in route.signers:
        route = yield from signer.sign(request, route)
    return request, route


def _sent(request: Request, route: Route) -> Generator[Step, Any, tuple[Request, Response]]:
    """Send a request once, and call the hooks; returns it as they changed it, too."""
    hooks = route.hooks
    if hooks.before_request is not None:
        request = request.copy()
        yield from _told(hooks.before_request(request))
    started = time.monotonic()
    try:
        response: Response = yield Send(request)
    except APIConnectionError as error:
        _place(error, request)
        log.debug("%s, after %.0f ms", error, (time.monotonic() - started) * 1000)
        if hooks.on_error is not None:
            yield from _told(hooks.on_error(request, error))
        raise
    if log.isEnabledFor(logging.DEBUG):
        _note(request, response, time.monotonic() - started)
    if hooks.after_response is not None:
        try:
            yield from _told(hooks.after_response(request, response))
        except BaseException:
            yield Close(response)
            raise
    return request, response


def _place(error: APIConnectionError, request: Request) -> None:
    """Add the request to an error's message, and the server unless it names a time limit."""
    from .error_lines import safe

    where, said = f"{request.asked}: ", str(error)
    if said.startswith(where):
        return
    if not isinstance(error, APITimeoutError):
        said = f"no answer from {re.sub('//[^/]*@', '//***@', _origin(request.url))}: {said}"
    error.args = (safe(where + said, request),)


def _origin(url: str) -> str:
    return "/".join(url.split("/", 3)[:3])


def _told(result: Awaitable[None] | None) -> Generator[Step, Any, None]:
    """Await a hook that is asynchronous; other return values are ignored."""
    if isawaitable(result):
        yield Await(result)


def _redirect(request: Request, response: Response, route: Route) -> Request | None:
    status = response.status
    location = response.headers.get("location")
    if not location or status not in (301, 302, 303, 307, 308):
        return None
    if route.is_result is not None and route.is_result(status):
        return None
    if status == 303 and request.method != "HEAD":
        return route.moved(request, location, method="GET")
    if request.method in ("GET", "HEAD"):
        return route.moved(request, location, method=request.method)
    if status in (307, 308) and rewound(request):
        return route.moved(request, location)
    return None


def _pause_after(ended: Outcome | _Lost, policy: RetryPolicy, attempt: int) -> float | None:
    if isinstance(ended, _Lost):
        return policy.pause(attempt) if policy.connection_errors else None
    if not policy.covers(ended.response.status):
        return None
    asked = retry_after(ended.response.headers)
    return policy.pause(attempt) if asked is None else asked


def _may_repeat(
    request: Request, policy: RetryPolicy, attempt: int, started: float, wait: float
) -> bool:
    if attempt >= policy.retries or time.monotonic() - started + wait > policy.budget:
        return False
    return rewound(request)


def rewound(request: Request) -> bool:
    """Rewind a request's body; False if it cannot be sent again."""
    content = request.content
    return content is None or isinstance(content, bytes) or content.rewind()


def _note(request: Request, response: Response, seconds: float) -> None:
    """Log an attempt, without query and headers, which may hold secrets."""
    from .error_lines import safe

    headers = response.headers
    request_id = headers.get("x-request-id") or headers.get("request-id")
    named = f" (request id {request_id})" if request_id else ""
    took = f"{request.asked} -> {response.status} in {seconds * 1000:.0f} ms{named}"
    log.debug("%s", safe(took, request))
