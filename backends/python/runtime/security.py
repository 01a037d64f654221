"""Credentials: which of them a request needs, and where they go."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import isawaitable
from typing import Any, TypeAlias

from .exchange import Await, Grant, Route, Steps
from .messages import Request
from .params import Target, header_text
from .retries import RetryPolicy
from .texts import escape

Credential: TypeAlias = str | Callable[[], str]
"""A key or token, or a function that is asked for one before each request."""

BasicCredential: TypeAlias = tuple[str, str] | Callable[[], tuple[str, str]]
"""A user name and a password, or a function that is asked for them."""

AsyncCredential: TypeAlias = str | Callable[[], str | Awaitable[str]]
"""A key or token, or a function, which may be asynchronous, that is asked for one."""

AsyncBasicCredential: TypeAlias = (
    tuple[str, str] | Callable[[], tuple[str, str] | Awaitable[tuple[str, str]]]
)
"""A user name and a password, or a function, which may be asynchronous, that is asked for them."""

Requirements: TypeAlias = Sequence[Sequence[str | tuple[str, ...]]]
"""Alternatives, each of schemes that hold together, with their scopes where these count; an empty
one needs nothing."""


class Scheme:
    """A security scheme; ``name`` is its name in the API's document."""

    __slots__ = ("name",)

    given = False
    """Whether the credential is known without the client's help."""

    def __init__(self, name: str) -> None:
        self.name: str = name

    def start(self, credential: Any) -> Any:
        """Make what a client keeps of the credential that it is given."""
        return credential

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Put a credential into a request."""
        raise AssertionError(self)

    def from_environment(self, variable: str) -> Any:
        """Read a credential from the environment; None where there is none."""
        return os.environ.get(variable) or None


class ApiKey(Scheme):
    """A key in a header, the query or a cookie."""

    __slots__ = ("place", "wire")

    def __init__(self, name: str, place: str, wire: str) -> None:
        super().__init__(name)
        self.place: str = place
        self.wire: str = wire

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Put a credential into a request."""
        if self.place == "query":
            target.query.append(f"{escape(self.wire)}={escape(credential)}")
        elif self.place == "cookie":
            target.cookies.append(f"{escape(self.wire)}={escape(credential)}")
        else:
            target.headers.append((self.wire, header_text(credential, self.wire)))


class Bearer(Scheme):
    """A token in the Authorization header; ``prefix`` is another word than Bearer."""

    __slots__ = ("prefix",)

    def __init__(self, name: str, prefix: str = "Bearer") -> None:
        super().__init__(name)
        self.prefix: str = prefix

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Put a credential into a request."""
        token = header_text(credential, "Authorization")
        target.headers.append(("Authorization", f"{self.prefix} {token}"))


class Basic(Scheme):
    """A user name and a password in the Authorization header."""

    __slots__ = ()

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Put a credential into a request."""
        user, password = credential
        token = b64encode(f"{user}:{password}".encode()).decode("ascii")
        target.headers.append(("Authorization", f"Basic {token}"))

    def from_environment(self, variable: str) -> Any:
        """Read a credential from two variables; None where one of them is missing."""
        user = os.environ.get(f"{variable}_USERNAME")
        password = os.environ.get(f"{variable}_PASSWORD")
        return None if user is None or password is None else (user, password)


class OwnTransport(Scheme):
    """Mutual TLS: the certificate is known to the ``http_client`` that the caller gives."""

    __slots__ = ()

    given = True

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Do nothing: what sends the request has the certificate."""


class AwaitedGrant(Grant):
    """Sends a request with what a caller's asynchronous function returns."""

    __slots__ = ("scheme", "value")

    def __init__(self, scheme: Scheme, value: Awaitable[Any]) -> None:
        super().__init__()
        self.scheme = scheme
        self.value = value

    def exchange(
        self, request: Request, route: Route, policy: RetryPolicy, *, keyed: bool, keep: bool
    ) -> Steps:
        """Send a request until there is an answer to give."""
        credential = yield Await(self.value)
        target = Target()
        self.scheme.apply(credential, target)
        made = _with(request, target)
        route = route.with_credentials(target.query)
        return (yield from self.send(made, route, policy, keyed=keyed, keep=keep))


def _with(request: Request, target: Target) -> Request:
    """Put credentials into a request that is ready otherwise."""
    made = request.copy()
    made.headers += target.headers
    if target.cookies:
        own = [value for name, value in made.headers if name == "Cookie"]
        made.headers = [pair for pair in made.headers if pair[0] != "Cookie"]
        made.headers.append(("Cookie", "; ".join([*own, *target.cookies])))
    if target.query:
        made.url += ("&" if "?" in made.url else "?") + "&".join(target.query)
    return made


class Credentials:
    """The credentials of a client.

    ``change``: functions are among them, which are asked anew for each request.
    """

    __slots__ = ("_given", "_schemes", "change", "secret_names")

    def __init__(self, schemes: Sequence[Scheme], given: Mapping[str, Any], prefix: str) -> None:
        self._schemes = {scheme.name: scheme for scheme in schemes}
        self._given = {
            name: self._schemes[name].start(value)
            for name, (option, explicit) in given.items()
            if (
                value := _or_environment(
                    self._schemes[name], explicit, f"{prefix}_{option.upper()}"
                )
            )
            is not None
        }
        self.change: bool = any(map(callable, self._given.values()))
        self.secret_names: frozenset[str] = frozenset(
            scheme.wire.lower() for scheme in schemes if isinstance(scheme, ApiKey)
        )

    def apply(self, requirements: Requirements, target: Target) -> None:
        """Put the credentials of the first alternative that can be met into a request.

        Without one, nothing is sent and the server has the word.
        """
        for alternative in requirements:
            needs = [(need,) if isinstance(need, str) else need for need in alternative]
            if all(need[0] in self._given or self._knows(need[0]) for need in needs):
                for name, *scopes in needs:
                    credential = self._given.get(name)
                    value = credential() if callable(credential) else credential
                    if value.__class__ is not str and isawaitable(value):
                        target.ask(AwaitedGrant(self._schemes[name], value))
                    else:
                        self._schemes[name].apply(value, target, scopes)
                return

    def _knows(self, name: str) -> bool:
        return name in self._schemes and self._schemes[name].given


def _or_environment(scheme: Scheme, explicit: Any, variable: str) -> Any:
    return scheme.from_environment(variable) if explicit is None else explicit
