"""OAuth2 tokens: requested from a token endpoint, cached and refreshed (RFC 6749)."""

from __future__ import annotations

import os
import threading
import time
from base64 import b64encode
from collections.abc import Generator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias
from urllib.parse import quote_plus, urlencode, urljoin

from .decode_errors import too_long
from .errors import ConfigurationError, SDKError, TokenError
from .exchange import Grant, Keep, exchange, rewound
from .jsonio import loads
from .kinds import is_object
from .messages import AsyncTransport, Request, Response, Transport
from .params import Target, header_text
from .retries import RetryPolicy, retry_after
from .routes import Route
from .security import Bearer
from .steps import Step, Steps

_EARLY = 30.0
"""Seconds before its expiry at which a token counts as expired; at most half its lifetime."""

_SECRET = 4
"""The least length of a secret to hide: hiding a shorter one would garble any text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientCredentials:
    """Credentials of a client that requests tokens in its own name.

    Attributes:
        client_id: the client id.
        client_secret: the client secret.
        scopes: the scopes to request, instead of those that each operation needs.
        token_url: the token endpoint, instead of the API's.
        client_auth: whether id and secret are sent in the Authorization header or the body.
    """

    client_id: str
    client_secret: str = field(repr=False)
    scopes: Sequence[str] | None = None
    token_url: str | None = None
    client_auth: Literal["basic", "body"] = "basic"


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordCredentials:
    """Credentials of a client that requests tokens in the name of a user.

    Attributes:
        username: the user name.
        password: the user's password.
        client_id: the client id, if the server requires it.
        client_secret: the client secret, if there is one.
        scopes: the scopes to request, instead of those that each operation needs.
        token_url: the token endpoint, instead of the API's.
        client_auth: whether id and secret are sent in the Authorization header or the body.
    """

    username: str
    password: str = field(repr=False)
    client_id: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    scopes: Sequence[str] | None = None
    token_url: str | None = None
    client_auth: Literal["basic", "body"] = "basic"


Given: TypeAlias = ClientCredentials | PasswordCredentials


@dataclass(frozen=True, slots=True)
class Flow:
    """The token and refresh URLs of one flow, relative to the base URL."""

    token_url: str
    refresh_url: str | None = None


class OAuth2(Bearer):
    """A scheme whose tokens the client can request itself."""

    __slots__ = ("client_credentials", "password")

    def __init__(
        self,
        name: str,
        *,
        client_credentials: Flow | None = None,
        password: Flow | None = None,
        named: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(name, named=named)
        self.client_credentials: Flow | None = client_credentials
        self.password: Flow | None = password

    def start(self, credential: Any) -> Any:
        """Make the stored form of a credential: tokens are requested when one is needed."""
        if isinstance(credential, ClientCredentials):
            return Tokens(self.name, credential, self.client_credentials)
        if isinstance(credential, PasswordCredentials):
            return Tokens(self.name, credential, self.password)
        return credential

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Put a credential into a request, or mark the request as needing a token."""
        if isinstance(credential, Tokens):
            target.ask(credential.grant(scopes))
        else:
            super().apply(credential, target)

    def variables(self, variable: str) -> str:
        """Name the variables that it may be read from, for messages."""
        client, user = ("_CLIENT_ID", "_CLIENT_SECRET"), ("_USERNAME", "_PASSWORD")
        sets: list[tuple[str, ...]] = [("",)]
        if self.client_credentials:
            sets.append(client)
        if self.password:
            sets.append(user)
        named = [[self.named.get(end, variable + end) for end in ends] for ends in sets]
        return " or ".join(" and ".join(names) for names in named)

    def from_environment(self, variable: str) -> Any:
        """Read a token, or credentials to request one; None without either."""
        token = super().from_environment(variable)
        if token is not None:
            return token
        client_id = self.read(variable, "_CLIENT_ID") or None
        secret = self.read(variable, "_CLIENT_SECRET") or None
        user = self.read(variable, "_USERNAME")
        password = self.read(variable, "_PASSWORD")
        if self.client_credentials and client_id and secret and not (self.password and user):
            return ClientCredentials(client_id=client_id, client_secret=secret)
        if self.password and user is not None and password is not None:
            return PasswordCredentials(
                username=user, password=password, client_id=client_id, client_secret=secret
            )
        return None


class _Token:
    __slots__ = ("ends", "refresh", "scopes", "text")

    def __init__(self, text: str, scopes: frozenset[str], life: float | None) -> None:
        self.text = text
        self.scopes = scopes
        self.refresh: str | None = None
        self.ends = None if life is None else time.monotonic() + life - min(_EARLY, life / 2)

    def serves(self, need: frozenset[str]) -> bool:
        return need <= self.scopes and (self.ends is None or time.monotonic() < self.ends)


class _Acquire(Step):
    """Wait until no other call requests a token; the result is the lock to release."""

    __slots__ = ("tokens",)

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens

    def run(self, transport: Transport) -> Any:
        """Run the step."""
        lock = self.tokens.lock()
        lock.acquire()
        return lock

    async def run_async(self, transport: AsyncTransport) -> Any:
        """Run the step for asyncio."""
        lock = self.tokens.async_lock()
        await lock.acquire()
        return lock


class Tokens:
    """The tokens of one client for one scheme.

    One token request is made at a time: calls that need the token meanwhile wait, and share its
    result, a failure too.
    """

    def __init__(self, name: str, given: Given, flow: Flow | None) -> None:
        self._locks: dict[int, Any] = {}
        self._name = name
        self._given = given
        self._flow = flow
        self._kept: list[_Token] = []
        self._failed: dict[frozenset[str], SDKError] = {}
        self._async_lock: Any = None

    def lock(self) -> Any:
        """Get the lock of this process: locks that a fork copied would never be released."""
        return self._locks.setdefault(os.getpid(), threading.Lock())

    def async_lock(self) -> Any:
        """Get the lock of the running event loop: a client may outlive a loop."""
        import asyncio

        loop = asyncio.get_running_loop()
        known = self._async_lock
        if known is None or known[0] is not loop:
            known = self._async_lock = loop, asyncio.Lock()
        return known[1]

    def grant(self, scopes: Sequence[str]) -> TokenGrant:
        """Return the scopes of a request: the caller's take precedence over the operation's."""
        return TokenGrant(self, tuple(scopes if self._given.scopes is None else self._given.scopes))

    def find(self, need: frozenset[str]) -> _Token | None:
        """Find a cached token that is valid."""
        return next((token for token in self._kept if token.serves(need)), None)

    def drop(self, token: _Token) -> None:
        """Stop using a token; its refresh token may still be valid."""
        token.ends = 0.0

    def get(self, grant: TokenGrant, ask: _Ask) -> Generator[Step, Any, tuple[_Token, bool]]:
        """Find a token or request one, and tell whether it was cached.

        Raises:
            TokenError: the request is refused.
            APIConnectionError: the token endpoint cannot be reached.
        """
        need = frozenset(grant.scopes)
        found = self.find(need)
        if found is not None:
            return found, True
        before = self._failed.get(need)
        lock = yield _Acquire(self)
        try:
            found = self.find(need)
            if found is None:
                failure = self._failed.get(need)
                if failure is not None and failure is not before:
                    raise copy(failure)
                found = yield from self._new(grant.scopes, need, ask)
            return found, False
        finally:
            lock.release()

    def _new(self, scopes: Sequence[str], need: frozenset[str], ask: _Ask) -> _Asking:
        try:
            token = yield from self._refreshed(need, ask)
            if token is None:
                content = yield from ask.send(self._token_url(), self._grant_fields(scopes))
                token = _read(content, need, None)
        except SDKError as error:
            self._failed[need] = error
            raise
        self._kept = [item for item in self._kept if not item.scopes <= token.scopes] + [token]
        return token

    def _refreshed(self, need: frozenset[str], ask: _Ask) -> Generator[Step, Any, _Token | None]:
        """Refresh a token; None without a refresh token, or if it is refused."""
        old = next((item for item in self._kept if item.refresh and need <= item.scopes), None)
        if old is None:
            return None
        fields = {"grant_type": "refresh_token", "refresh_token": old.refresh or ""}
        try:
            content = yield from ask.send(self._refresh_url(), fields)
            return _read(content, old.scopes, old.refresh)
        except TokenError:
            old.refresh = None
            return None

    def _token_url(self) -> str:
        url = self._given.token_url or (self._flow and self._flow.token_url)
        if not url:
            raise ConfigurationError(f"{self._name}: the API names no token URL: give token_url=")
        return url

    def _refresh_url(self) -> str:
        own = self._given.token_url is None and self._flow is not None and self._flow.refresh_url
        return own or self._token_url()

    def _grant_fields(self, scopes: Sequence[str]) -> dict[str, str]:
        given = self._given
        if isinstance(given, ClientCredentials):
            fields = {"grant_type": "client_credentials"}
        else:
            user = {"username": given.username, "password": given.password}
            fields = {"grant_type": "password", **user}
        return {**fields, "scope": " ".join(scopes)} if scopes else fields

    def authenticate(self, headers: list[tuple[str, str]], fields: dict[str, str]) -> None:
        """Add id and secret of the client (RFC 6749 2.3.1); an id alone goes in the body."""
        given = self._given
        if given.client_id is None:
            return
        if given.client_secret is None or given.client_auth == "body":
            fields["client_id"] = given.client_id
            if given.client_secret is not None:
                fields["client_secret"] = given.client_secret
            return
        pair = f"{quote_plus(given.client_id)}:{quote_plus(given.client_secret)}"
        headers.append(("Authorization", f"Basic {b64encode(pair.encode()).decode('ascii')}"))

    def hidden(self, text: str) -> str:
        """Remove secrets from a text: some servers repeat what they receive."""
        given = self._given
        password = given.password if isinstance(given, PasswordCredentials) else None
        for secret in (given.client_secret, password, *(token.refresh for token in self._kept)):
            if secret is not None and len(secret) >= _SECRET:
                text = text.replace(secret, "***")
        return text


_Asking: TypeAlias = Generator[Step, Any, _Token]


class _Ask:
    """How token requests are made on behalf of one request: with its timeout and its policy."""

    def __init__(
        self,
        tokens: Tokens,
        base: str,
        request: Request,
        policy: RetryPolicy,
        most: int | None,
    ) -> None:
        self._tokens = tokens
        self._base = base
        self._request = request
        self._policy = policy
        self._most = most

    def send(self, url: str, fields: dict[str, str]) -> Generator[Step, Any, dict[str, Any]]:
        """Make a token request, and return the response.

        It is ``bare``: what the caller's own HTTP client adds to each request is for the API.

        Raises:
            TokenError: it is refused, or the response holds no token.
            DecodeError: the response is longer than the client allows.
            APIConnectionError: there is no response.
        """
        url = urljoin(self._base.partition("?")[0] + "/", url)
        headers = [
            ("Accept", "application/json"),
            ("User-Agent", self._request.header("user-agent") or ""),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        self._tokens.authenticate(headers, fields)
        body = urlencode(fields).encode("ascii")
        request = Request("POST", url, headers, body, self._request.timeout, bare=True)
        route = Route(url, [], follow=False, most=self._most)
        outcome = yield from exchange(request, route, self._policy, keyed=True, keep=None)
        return self._answer(request, outcome.response, outcome.content or b"", outcome.cut)

    def _answer(
        self, request: Request, response: Response, content: bytes, cut: int | None
    ) -> dict[str, Any]:
        from .error_lines import line

        status = response.status
        if cut is not None and 200 <= status < 300:
            raise too_long(request, status, response.headers, "the body", cut, content)
        try:
            body = loads(content)
        except (ValueError, RecursionError):
            body = content.decode("utf-8", "replace")
        token = body.get("access_token") if is_object(body) else None
        if is_object(body) and 200 <= status < 300 and isinstance(token, str) and token:
            return body
        refused = not 200 <= status < 300
        told = "the token request was refused" if refused else "the response holds no token"
        said = f"{told}: {_words(body)}"
        message = line(status, request, said, response.headers, cut=cut)
        error = TokenError(
            self._tokens.hidden(message),
            status=status,
            headers=response.headers,
            content=content,
            body=body,
            retry_after=retry_after(response.headers),
        )
        raise error


def _words(body: Any) -> str:
    """Find the server's description of an error (RFC 6749 5.2)."""
    if not is_object(body):
        return "no JSON" if body else "no reason is given"
    said = [body.get("error"), body.get("error_description")]
    return ": ".join(word for word in said if isinstance(word, str)) or "no reason is given"


def _read(body: dict[str, Any], scopes: frozenset[str], refresh: str | None) -> _Token:
    """Make a token of a response, with the requested scopes and those that it grants."""
    granted = body.get("scope")
    if isinstance(granted, str):
        scopes = scopes.union(granted.split())
    token = _Token(body["access_token"], scopes, _seconds(body.get("expires_in")))
    newer = body.get("refresh_token")
    token.refresh = newer if isinstance(newer, str) and newer else refresh
    return token


def _seconds(value: Any) -> float | None:
    try:
        number = float(value)
    except (OverflowError, TypeError, ValueError):
        return None
    return number if number == number else None


class TokenGrant(Grant):
    """Sends a request with a token; after a 401 to a cached one, once more with a new one."""

    __slots__ = ("base", "scopes", "tokens")

    def __init__(self, tokens: Tokens, scopes: tuple[str, ...]) -> None:
        super().__init__()
        self.tokens = tokens
        self.scopes = scopes

    def exchange(
        self, request: Request, route: Route, policy: RetryPolicy, *, keyed: bool, keep: Keep
    ) -> Steps:
        """Send a request until there is a final response."""
        ask = _Ask(self.tokens, self.base, request, policy, route.most)
        token, kept = yield from self.tokens.get(self, ask)
        sent = _bearing(request, token)
        outcome = yield from self.send(sent, route, policy, keyed=keyed, keep=keep)
        if outcome.response.status != 401 or not kept or outcome.request.bare:
            return outcome
        self.tokens.drop(token)
        if not rewound(request):
            return outcome
        token, _ = yield from self.tokens.get(self, ask)
        sent = _bearing(request, token)
        return (yield from self.send(sent, route, policy, keyed=keyed, keep=keep))


def _bearing(request: Request, token: _Token) -> Request:
    made = request.copy()
    made.headers.append(("Authorization", f"Bearer {header_text(token.text, 'access_token')}"))
    return made
