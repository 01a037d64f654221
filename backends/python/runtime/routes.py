"""Where the requests of one exchange belong, and what may go along to other places."""

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
    """Puts into each attempt what a function of the caller gives.

    ``key`` is the name that it has in the query, where it belongs there.
    """

    __slots__ = ("key",)

    def __init__(self, key: str | None) -> None:
        self.key: str | None = key

    def sign(self, request: Request, route: Route) -> Generator[Step, Any, Route]:
        """Put a credential into a request of our own; the route knows it then."""
        raise AssertionError(self)


class Route:
    """What the requests of one exchange share: where they belong, and the secrets of their URLs.

    ``key_header`` is the header of the idempotency key, which belongs to the body as its type does;
    ``is_result`` tells of a redirect whether it is a result itself, and not followed;
    ``signers`` give credentials anew for each attempt.
    """

    __slots__ = (
        "body_headers",
        "credentials",
        "follow",
        "hooks",
        "is_result",
        "origin",
        "secret_names",
        "signers",
    )

    def __init__(
        self,
        url: str,
        credentials: list[str],
        secret_names: frozenset[str],
        key_header: str | None = None,
        hooks: Hooks = NO_HOOKS,
        *,
        follow: bool = True,
        is_result: Callable[[int], bool] | None = None,
        signers: tuple[Signer, ...] = (),
    ) -> None:
        self.hooks: Hooks = hooks
        self.signers: tuple[Signer, ...] = signers
        self.follow: bool = follow
        self.is_result: Callable[[int], bool] | None = is_result
        key = () if key_header is None else (key_header.lower(),)
        self.body_headers: frozenset[str] = _BODY_HEADERS.union(key)
        self.origin: tuple[str, str, int | None] = origin(url)
        self.credentials: list[str] = credentials
        self.secret_names: frozenset[str] = secret_names

    def with_credentials(self, credentials: list[str]) -> Route:
        """Change keys that belong into the query, and add others."""
        names = {pair.partition("=")[0] for pair in credentials}
        kept = [pair for pair in self.credentials if pair.partition("=")[0] not in names]
        made = copy(self)
        made.credentials = [*kept, *credentials]
        return made

    def keyless(self, url: str) -> str:
        """Leave out of a URL what functions put there: it is another key each time."""
        keys = {signer.key for signer in self.signers}
        base, _, query = url.partition("?")
        kept = [pair for pair in query.split("&") if pair.partition("=")[0] not in keys]
        return f"{base}?{'&'.join(kept)}"

    def moved(self, request: Request, target: str, *, method: str | None = None) -> Request | None:
        """Make the request for another URL, which may be relative; None where it is none to call.

        On another origin only Accept and User-Agent go along (D6.5, D7.7); on the same one, keys
        that belong into the query are set anew.
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
        made.operation, made.template = request.operation, request.template
        return made


def origin(url: str) -> tuple[str, str, int | None]:
    """Get scheme, host and port of a URL."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "", "", None
    return parts.scheme, parts.hostname or "", port or {"http": 80, "https": 443}.get(parts.scheme)


def with_pairs(url: str, credentials: list[str]) -> str:
    """Put pairs into the query of a URL, in the place of those of the same name."""
    for pair in credentials:
        name = pair.partition("=")[0] + "="
        base, _, query = url.partition("?")
        kept = [part for part in query.split("&") if part and not part.startswith(name)]
        url = f"{base}?{'&'.join([*kept, pair])}"
    return url


def safe_url(url: str, route: Route) -> str:
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
