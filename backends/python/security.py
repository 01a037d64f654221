"""Prints the security requirements of requests, and the facts of security schemes.

The requirements of most operations are printed once, for the API; so requirements are comparable values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

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
    scheme, args = given.scheme, [string(given.scheme.scheme)]
    if scheme.credential is CredentialKind.KEY:
        args += [string((scheme.place or Place.HEADER).value), string(scheme.wire or "")]
    elif scheme.credential is CredentialKind.BEARER and scheme.prefix != "Bearer":
        args.append(string(scheme.prefix))
    args += [Keyword(_WORDS[grant], _flow(scheme.flow(grant), scope)) for grant in scheme.grants]
    if given.named and scheme.credential is not CredentialKind.CERTIFICATE:
        args.append(Keyword("named", literal(dict(given.named))))
    return Call(scope.runtime(*_CLASSES[scheme.credential]), args)


def _flow(flow: Flow, scope: Scope) -> Expr:
    urls = [string(url) for url in (flow.token_url or "", flow.refresh_url) if url is not None]
    return Call(scope.runtime("oauth2", "Flow"), urls)


_WORDS = {Grant.CLIENT_CREDENTIALS: "client_credentials", Grant.PASSWORD: "password"}
_CLASSES = {
    CredentialKind.KEY: ("security", "ApiKey"),
    CredentialKind.BASIC: ("security", "Basic"),
    CredentialKind.CERTIFICATE: ("security", "OwnTransport"),
    CredentialKind.OAUTH: ("oauth2", "OAuth2"),
    CredentialKind.BEARER: ("security", "Bearer"),
}
