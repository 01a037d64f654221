"""Credentials: which ones a request needs, and where they go."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Awaitable, Callable, Collection, Generator, Mapping, Sequence
from copy import copy
from inspect import isawaitable
from typing import Any, TypeAlias

from .errors import MissingCredentialsError
from .messages import Request
from .params import Target, header_text
from .routes import Route, Signer, with_pairs
from .steps import Await, Step
from .texts import escape

Credential: TypeAlias = str | Callable[[], str]
"""A key or token, or a function that returns one before each request."""

BasicCredential: TypeAlias = tuple[str, str] | Callable[[], tuple[str, str]]
"""A user name and a password, or a function that returns them."""

AsyncCredential: TypeAlias = str | Callable[[], str | Awaitable[str]]
"""A key or token, or a function, which may be asynchronous, that returns one."""

AsyncBasicCredential: TypeAlias = (
    tuple[str, str] | Callable[[], tuple[str, str] | Awaitable[tuple[str, str]]]
)
"""A user name and a password, or a function, which may be asynchronous, that returns them."""

Requirements: TypeAlias = Sequence[Sequence[str | tuple[str, ...]]]
"""Alternatives, each of schemes that are needed together, with their scopes if they have any; an
empty one needs nothing."""


class Scheme:
    """A security scheme; ``name`` is its name in the API's document.

    ``named``: environment variables with custom names, by their usual endings.
    """

    __slots__ = ("name", "named")

    given = False
    """Whether the credential is known without the client's help."""

    def __init__(self, name: str, *, named: Mapping[str, str] | None = None) -> None:
        self.name: str = name
        self.named: Mapping[str, str] = named or {}

    def start(self, credential: Any) -> Any:
        """Make the stored form of a credential."""
        return credential

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Put a credential into a request."""
        raise AssertionError(self)

    def from_environment(self, variable: str) -> Any:
        """Read a credential from the environment; None if it is not set."""
        return self.read(variable) or None

    def read(self, variable: str, end: str = "") -> str | None:
        """Read a variable by its usual ending."""
        return os.environ.get(self.named.get(end, variable + end))

    def variables(self, variable: str) -> str:
        """Name the variables that it may be read from, for messages."""
        return self.named.get("", variable)

    def carried(self, headers: Collection[str], query: Collection[str]) -> bool:
        """Tell whether the caller's own headers, by names in lower case, or query hold it."""
        return "authorization" in headers


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
        """Its name in the query, if it belongs there."""
        return escape(self.wire) if self.place == "query" else None

    def carried(self, headers: Collection[str], query: Collection[str]) -> bool:
        if self.place == "query":
            return self.wire in query
        return ("cookie" if self.place == "cookie" else self.wire.lower()) in headers

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        if self.place == "query":
            target.query.append(f"{escape(self.wire)}={escape(credential)}")
        elif self.place == "cookie":
            target.cookies.append(f"{escape(self.wire)}={escape(credential)}")
        else:
            target.headers.append((self.wire, header_text(credential, self.wire)))


class Bearer(Scheme):
    """A token in the Authorization header; ``prefix`` replaces Bearer."""

    __slots__ = ("prefix",)

    def __init__(
        self, name: str, prefix: str = "Bearer", *, named: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(name, named=named)
        self.prefix: str = prefix

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        token = header_text(credential, "Authorization")
        target.headers.append(("Authorization", f"{self.prefix} {token}".rstrip()))


class Basic(Scheme):
    """A user name and a password in the Authorization header."""

    __slots__ = ()

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        user, password = credential
        token = b64encode(f"{user}:{password}".encode()).decode("ascii")
        target.headers.append(("Authorization", f"Basic {token}"))

    def from_environment(self, variable: str) -> Any:
        """Read a credential from two variables; None if one of them is missing."""
        user = self.read(variable, "_USERNAME")
        password = self.read(variable, "_PASSWORD")
        return None if not user or password is None else (user, password)

    def variables(self, variable: str) -> str:
        names = [self.named.get(end, variable + end) for end in ("_USERNAME", "_PASSWORD")]
        return " and ".join(names)


class OwnTransport(Scheme):
    """Mutual TLS: the caller's ``http_client`` has the certificate."""

    __slots__ = ()

    given = True

    def apply(self, credential: Any, target: Target, scopes: Sequence[str] = ()) -> None:
        """Do nothing: the HTTP client has the certificate."""


class Asked(Signer):
    """A function that a caller gave as a credential, which may be asynchronous.

    ``own`` are headers that the caller set, in lower case: they take precedence over credentials.
    """

    __slots__ = ("function", "option", "own", "scheme")

    def __init__(
        self, scheme: Scheme, option: str, function: Callable[[], Any], own: frozenset[str]
    ) -> None:
        super().__init__(scheme.key if isinstance(scheme, ApiKey) else None)
        self.option = option
        self.scheme = scheme
        self.function = function
        self.own = own

    def sign(self, request: Request, route: Route) -> Generator[Step, Any, Route]:
        """Put a credential into a request to our origin, and record it in the route."""
        credential = self.function()
        if credential.__class__ is not str and isawaitable(credential):
            credential = yield Await(credential)
        if not credential:
            said = f"no credentials for {request.asked}: the {self.option} function returned none"
            raise MissingCredentialsError(said)
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
    """The credentials of a client; ``external``: others add them."""

    __slots__ = ("_given", "_options", "_schemes", "external", "secret_names")

    def __init__(
        self,
        schemes: Sequence[Scheme],
        given: Mapping[str, Any],
        prefix: str,
        *,
        external: bool = False,
    ) -> None:
        self._schemes = {scheme.name: scheme for scheme in schemes}
        self.external: bool = external
        self._options: dict[str, tuple[str, str]] = {
            name: (option, f"{prefix}_{option.strip('_').upper()}")
            for name, (option, _) in given.items()
        }
        self._given = {
            name: self._schemes[name].start(value)
            for name, (_, explicit) in given.items()
            if (value := _or_environment(self._schemes[name], explicit, self._options[name][1]))
            is not None
        }
        self.secret_names: frozenset[str] = frozenset(
            scheme.wire.lower() for scheme in schemes if isinstance(scheme, ApiKey)
        )

    def changed(self, given: Mapping[str, tuple[str, Any]], *, external: bool) -> Credentials:
        """Copy the credentials with those that are given; the others and their tokens are shared.

        A credential that is None or empty does not replace one.
        """
        made = copy(self)
        made.external = self.external or external
        started = {
            name: self._schemes[name].start(value)
            for name, (_, value) in given.items()
            if value not in _EMPTY
        }
        made._given = {**self._given, **started}
        return made

    def apply(
        self,
        requirements: Requirements,
        target: Target,
        *carriers: Mapping[str, Any] | None,
        query: Collection[str] = (),
        signs: bool = False,
    ) -> bool:
        """Put the credentials of the first alternative that can be met into a request.

        If the client's credentials meet none, the caller's headers, ``carriers``, and additions to
        the ``query`` count too. Tells whether one is met, or none is needed, as where a hook
        ``signs`` the request.
        """
        if self._met(requirements, target, self._has) or not requirements or self.external or signs:
            return True
        headers = {
            name.lower() for carrier in carriers for name, value in (carrier or {}).items() if value
        }
        return self._met(
            requirements,
            target,
            lambda name: self._has(name) or self._schemes[name].carried(headers, query),
        )

    def _met(self, requirements: Requirements, target: Target, has: Callable[[str], bool]) -> bool:
        for alternative in requirements:
            needs = [(need,) if isinstance(need, str) else need for need in alternative]
            if all(has(need[0]) for need in needs):
                for name, *scopes in needs:
                    credential = self._given.get(name)
                    if callable(credential):
                        option = self._options[name][0]
                        target.asked.append((self._schemes[name], option, credential))
                    elif name in self._given:
                        self._schemes[name].apply(credential, target, scopes)
                return True
        return False

    def _has(self, name: str) -> bool:
        return name in self._given or (name in self._schemes and self._schemes[name].given)

    def ways(self, requirements: Requirements) -> str:
        """Name the options of the client, and the variables, that would meet the requirements."""
        return "; or ".join(
            " and ".join(self._way(need if isinstance(need, str) else need[0]) for need in needs)
            for needs in requirements
        )

    def _way(self, name: str) -> str:
        option, variable = self._options[name]
        return f"{option} (or set {self._schemes[name].variables(variable)})"


_EMPTY = (None, "", ("", ""))


def _or_environment(scheme: Scheme, explicit: Any, variable: str) -> Any:
    return scheme.from_environment(variable) if explicit in _EMPTY else explicit
