"""The origin of one exchange's requests, and what may be sent to other origins."""

from __future__ import annotations

from collections.abc import Callable, Generator
from copy import copy
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from .hooks import NO_HOOKS, Hooks
from .messages import Request
from .steps import Step

_LEGAL = "!#$%&'()*+,/:;=?@[]~"
_FOREIGN_HEADERS = frozenset({"accept", "user-agent"})
_BODY_HEADERS = frozenset({"content-type", "content-length"})


class Signer:
    """Adds to each attempt a credential from a function of the caller.

    ``key`` is its name in the query, if it belongs there.
    """

    __slots__ = ("key",)

    def __init__(self, key: str | None) -> None:
        self.key: str | None = key

    def sign(self, request: Request, route: Route) -> Generator[Step, Any, Route]:
        """Put a credential into a request to our origin, and record it in the route."""
        raise AssertionError(self)


class Route:
    """What the requests of one exchange share: their origin, and the keys in their URLs.

    ``key_header`` is the header of the idempotency key, which is dropped with the body;
    ``is_result`` tells whether a redirect is the result, and not followed; ``most`` bounds the
    bytes of a body that is read whole;
    ``signers`` give new credentials for each attempt.
    """

    __slots__ = (
        "body_headers",
        "credentials",
        "follow",
        "hooks",
        "is_result",
        "most",
        "origin",
        "signers",
    )

    def __init__(
        self,
        url: str,
        credentials: list[str],
        key_header: str | None = None,
        hooks: Hooks = NO_HOOKS,
        *,
        follow: bool = True,
        is_result: Callable[[int], bool] | None = None,
        signers: tuple[Signer, ...] = (),
        most: int | None = None,
    ) -> None:
        self.hooks: Hooks = hooks
        self.signers: tuple[Signer, ...] = signers
        self.follow: bool = follow
        self.is_result: Callable[[int], bool] | None = is_result
        self.most: int | None = most
        key = () if key_header is None else (key_header.lower(),)
        self.body_headers: frozenset[str] = _BODY_HEADERS.union(key)
        self.origin: tuple[str, str, int | None] = origin(url)
        self.credentials: list[str] = credentials

    def with_credentials(self, credentials: list[str]) -> Route:
        """Change keys that belong into the query, and add others."""
        names = {pair.partition("=")[0] for pair in credentials}
        kept = [pair for pair in self.credentials if pair.partition("=")[0] not in names]
        made = copy(self)
        made.credentials = [*kept, *credentials]
        return made

    def keyless(self, url: str) -> str:
        """Remove from a URL the keys that functions added: they differ each time."""
        keys = {signer.key for signer in self.signers}
        base, _, query = url.partition("?")
        kept = [pair for pair in query.split("&") if pair.partition("=")[0] not in keys]
        return f"{base}?{'&'.join(kept)}"

    def moved(self, request: Request, target: str, *, method: str | None = None) -> Request | None:
        """Make the request for another URL, which may be relative; None if it cannot be called.

        Another origin only gets Accept and User-Agent; on the same one, keys in the
        query are set again.
        """
        try:
            url = urljoin(request.url, quote(target, safe=_LEGAL)).partition("#")[0]
        except ValueError:  # [::1
            return None
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
            url = with_pairs(url, self.credentials)
        made = Request(method or request.method, url, headers, content, request.timeout, bare=bare)
        return made.like(request)


def origin(url: str) -> tuple[str, str, int | None]:
    """Get scheme, host and port of a URL."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "", "", None
    return parts.scheme, parts.hostname or "", port or {"http": 80, "https": 443}.get(parts.scheme)


def with_pairs(url: str, credentials: list[str]) -> str:
    """Put pairs into the query of a URL, replacing those of the same name."""
    for pair in credentials:
        name = pair.partition("=")[0] + "="
        base, _, query = url.partition("?")
        kept = [part for part in query.split("&") if part and not part.startswith(name)]
        url = f"{base}?{'&'.join([*kept, pair])}"
    return url
