"""Derives from security schemes the credentials they take, and how a client obtains tokens itself (D14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from compiler.base.naming import Case, join, words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.credentials import HTTP_SCHEMES, Alternative, CredentialKind, Grant, Need
from compiler.ir.node import replace
from compiler.ir.wire import SecurityScheme
from compiler.plan.plan import CredentialOption

BEARER = "Bearer"
_GRANTS = {grant.value: grant for grant in Grant}


def plan_scheme(scheme: SecurityScheme) -> SecurityScheme:
    """Return a scheme with the credential that it takes."""
    grants = tuple(_GRANTS[flow.kind] for flow in scheme.flows if flow.kind in _GRANTS)
    credential = _credential(scheme, grants)
    prefix = _prefix(scheme) if credential in (CredentialKind.BEARER, CredentialKind.OAUTH) else ""
    return replace(scheme, credential=credential, prefix=prefix, grants=grants)


def _credential(scheme: SecurityScheme, grants: tuple[Grant, ...]) -> CredentialKind:
    match scheme.kind, scheme.http:
        case "apiKey", _:
            return CredentialKind.KEY
        case "mutualTLS", _:
            return CredentialKind.CERTIFICATE
        case "http", "basic":
            return CredentialKind.BASIC
        case _:
            return CredentialKind.OAUTH if grants else CredentialKind.BEARER


def _prefix(scheme: SecurityScheme) -> str:
    """Return what stands before a token: a scheme of HTTP as it is registered, else as the document writes it."""
    return HTTP_SCHEMES.get(scheme.http, scheme.http) if scheme.kind == "http" and scheme.http else BEARER


def plan_security(
    alternatives: Iterable[Alternative], schemes: Mapping[str, SecurityScheme]
) -> tuple[Alternative, ...]:
    """Return alternatives with the scopes that tokens are asked for.

    `{}` stands behind the others: it makes credentials optional, and those that a client has are sent.
    """
    told = [replace(item, needs=tuple([_with_scopes(need, schemes) for need in item.needs])) for item in alternatives]
    return tuple(sorted(told, key=lambda alternative: not alternative.needs))


def undeclared_security(
    document: tuple[Alternative, ...], operations: Iterable[tuple[Alternative, ...]]
) -> tuple[Alternative, ...]:
    """Return what a request carries that the document does not have (D16.3): what the document as a whole asks for.

    Where it asks for nothing, what its operations do, the most usual first, of which the client may have none.
    """
    if any(item.needs for item in document):
        return document
    counts = Counter(item for items in operations for item in items if item.needs)
    found: dict[tuple[str, ...], Alternative] = {}
    for item, _ in counts.most_common():
        found.setdefault(tuple(need.scheme for need in item.needs), item)
    return (*found.values(), Alternative()) if found else ()


def _with_scopes(need: Need, schemes: Mapping[str, SecurityScheme]) -> Need:
    scheme = schemes.get(need.scheme)
    return replace(need, asked=need.scopes) if scheme is not None and scheme.grants else need


def credential_options(
    options: Mapping[str, str], schemes: Mapping[str, SecurityScheme], prefix: str, vocabulary: Vocabulary
) -> tuple[CredentialOption, ...]:
    """Return the options of schemes; what the environment calls them the document says, or the words of each."""
    return tuple(_option(schemes[key], option, prefix, vocabulary) for key, option in options.items())


_ENDS = {
    "token": "",
    "username": "_USERNAME",
    "password": "_PASSWORD",
    "clientId": "_CLIENT_ID",
    "clientSecret": "_CLIENT_SECRET",
}
"""The suffix of a scheme's environment variable for each of its values (D3.9)."""


def _option(scheme: SecurityScheme, option: str, prefix: str, vocabulary: Vocabulary) -> CredentialOption:
    stem = f"{prefix}_{join(words(option, vocabulary), Case.CONSTANT)}"
    named = {_ENDS[value]: variable for value, variable in scheme.variables}

    def variables(*values: str) -> tuple[str, ...]:
        return tuple(named.get(_ENDS[value], stem + _ENDS[value]) for value in values)

    found = tuple(variables(*values) for values in _values(scheme))
    return CredentialOption(scheme, option, stem, named, found)


def _values(scheme: SecurityScheme) -> Iterator[tuple[str, ...]]:
    user = ("username", "password")
    yield user if scheme.credential is CredentialKind.BASIC else ("token",)
    for grant in scheme.grants:
        match grant:
            case Grant.CLIENT_CREDENTIALS:
                yield "clientId", "clientSecret"
            case Grant.PASSWORD:
                yield user
            case _:
                assert_never(grant)
