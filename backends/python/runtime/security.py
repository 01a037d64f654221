"""Credentials: which of them a request needs, and where they go."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from inspect import isawaitable
from typing import Any, TypeAlias

from .errors import InvalidArgumentError
from .messages import Request
from .params import Target, header_text
from .routes import Route, Signer, with_pairs
from .steps import Await, Step
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
    """A security scheme; ``name`` is its name in the API's document.

    ``named``: environment variables that have names of their own, by what others end with.
    """

    __slots__ = ("name", "named")

    given = False
    """Whether the credential is known without the client's help."""

    def __init__(self, name: str, *, named: Mapping[str, str] | None = None) -> None:
        self.name: str = name
        self.named: Mapping[str, str] = named or {}

    def start(self, credential: Any) -> Any:
        """Make what a client keeps of the credential that it is given."""
        return credential

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Put a credential into a request."""
        raise AssertionError(self)

    def from_environment(self, variable: str) -> Any:
        """Read a credential from the environment; None where there is none."""
        return self.read(variable) or None

    def read(self, variable: str, end: str = "") -> str | None:
        """Read a variable, which usually ends so."""
        return os.environ.get(self.named.get(end, variable + end))


class ApiKey(Scheme):
    """A key in a header, the query or a cookie."""

    __slots__ = ("place", "wire")

    def __init__(
        self, name: str, place: str, wire: str, *, named: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(name, named=named)
        self.place: str = place
        self.wire: str = wire

    @property
    def key(self) -> str | None:
        """Its name in the query, where it belongs there."""
        return escape(self.wire) if self.place == "query" else None

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

    def __init__(
        self, name: str, prefix: str = "Bearer", *, named: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(name, named=named)
        self.prefix: str = prefix

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Put a credential into a request."""
        token = header_text(credential, "Authorization")
        target.headers.append(("Authorization", f"{self.prefix} {token}".rstrip()))


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
        user = self.read(variable, "_USERNAME")
        password = self.read(variable, "_PASSWORD")
        return None if user is None or password is None else (user, password)


class OwnTransport(Scheme):
    """Mutual TLS: the certificate is known to the ``http_client`` that the caller gives."""

    __slots__ = ()

    given = True

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Do nothing: what sends the request has the certificate."""


class Asked(Signer):
    """A function that a caller gave as a credential, which may be asynchronous.

    ``own`` are headers that the caller wrote, in lower case: these stand in front of credentials.
    """

    __slots__ = ("function", "own", "scheme")

    def __init__(self, scheme: Scheme, function: Callable[[], Any], own: frozenset[str]) -> None:
        super().__init__(scheme.key if isinstance(scheme, ApiKey) else None)
        self.scheme = scheme
        self.function = function
        self.own = own

    def sign(self, request: Request, route: Route) -> Generator[Step, Any, Route]:
        """Put a credential into a request of our own; the route knows it then."""
        credential = self.function()
        if credential.__class__ is not str and isawaitable(credential):
            credential = yield Await(credential)
        if not credential:
            raise InvalidArgumentError(f"the function for {self.scheme.name!r} gave no credential")
        target = Target()
        self.scheme.apply(credential, target)
        request.headers += [pair for pair in target.headers if pair[0].lower() not in self.own]
        if target.cookies and "cookie" not in self.own:
            before = [value for name, value in request.headers if name == "Cookie"]
            request.headers = [pair for pair in request.headers if pair[0] != "Cookie"]
            request.headers.append(("Cookie", "; ".join([*before, *target.cookies])))
        if not target.query:
            return route
        request.url = with_pairs(request.url, target.query)
        return route.with_credentials(target.query)


class Credentials:
    """The credentials of a client."""

    __slots__ = ("_given", "_schemes", "secret_names")

    def __init__(self, schemes: Sequence[Scheme], given: Mapping[str, Any], prefix: str) -> None:
        self._schemes = {scheme.name: scheme for scheme in schemes}
        self._given = {
            name: self._schemes[name].start(value)
            for name, (option, explicit) in given.items()
            if (
                value := _or_environment(
                    self._schemes[name], explicit, f"{prefix}_{option.strip('_').upper()}"
                )
            )
            is not None
        }
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
                    if callable(credential):
                        target.asked.append((self._schemes[name], credential))
                    else:
                        self._schemes[name].apply(credential, target, scopes)
                return

    def _knows(self, name: str) -> bool:
        return name in self._schemes and self._schemes[name].given


def _or_environment(scheme: Scheme, explicit: Any, variable: str) -> Any:
    return scheme.from_environment(variable) if explicit is None else explicit
