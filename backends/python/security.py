"""Prints the security requirements of requests, and the facts of security schemes.

The requirements of most operations are printed once, for the API; so requirements are comparable values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from backends.python.code import Call, Expr, Keyword, literal, string
from backends.python.scope import Scope
from compiler.ir.credentials import Alternative, CredentialKind, Flow, Grant
from compiler.ir.wire import Place
from compiler.plan.plan import CredentialOption, Plan

Security = tuple[tuple[str | tuple[str, ...], ...], ...]
"""Alternatives, each a set of required schemes; a scheme is paired with the scopes that tokens are requested for."""


def security_of(alternatives: Iterable[Alternative]) -> Security:
    """Return security requirements as a comparable value."""
    return tuple(
        tuple((need.scheme, *need.asked) if need.asked else need.scheme for need in item.needs) for item in alternatives
    )


def usual_security(plan: Plan) -> Security:
    """Return the security requirements of most operations."""
    counts = Counter(security_of(operation.security) for operation in plan.wire.operations.values())
    return min(counts, key=lambda item: (-counts[item], repr(item)), default=())


def scheme_fact(given: CredentialOption, scope: Scope) -> Expr:
    """Print where a credential is sent, and how a client gets it."""
    scheme = given.scheme
    name = string(scheme.scheme)
    named = [Keyword("named", literal(dict(given.named)))] if given.named else []
    match scheme.credential:
        case CredentialKind.KEY:
            place = (scheme.place or Place.HEADER).value
            return Call(scope.runtime("security", "ApiKey"), [name, string(place), string(scheme.wire or ""), *named])
        case CredentialKind.BASIC:
            return Call(scope.runtime("security", "Basic"), [name, *named])
        case CredentialKind.CERTIFICATE:
            return Call(scope.runtime("security", "OwnTransport"), [name])
        case CredentialKind.OAUTH:
            flows = [Keyword(_WORDS[grant], _flow(scheme.flow(grant), scope)) for grant in scheme.grants]
            return Call(scope.runtime("oauth2", "OAuth2"), [name, *flows, *named])
        case CredentialKind.BEARER:
            prefix = [] if scheme.prefix == "Bearer" else [string(scheme.prefix)]
            return Call(scope.runtime("security", "Bearer"), [name, *prefix, *named])
    assert_never(scheme.credential)


def _flow(flow: Flow, scope: Scope) -> Expr:
    urls = [string(url) for url in (flow.token_url or "", flow.refresh_url) if url is not None]
    return Call(scope.runtime("oauth2", "Flow"), urls)


_WORDS = {Grant.CLIENT_CREDENTIALS: "client_credentials", Grant.PASSWORD: "password"}
