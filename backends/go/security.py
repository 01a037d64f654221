"""Prints the security requirements of requests, and the facts of security schemes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from backends.go.text import pairs, string, string_map
from backends.records import Table
from backends.writer.gofmt import inline
from compiler.ir.credentials import Alternative, CredentialKind, Flow, Need
from compiler.ir.wire import Place, SecurityScheme
from compiler.plan.plan import CredentialOption


def security_fact(alternatives: Iterable[Alternative]) -> str:
    """Print the security requirements, which are alternatives; with scopes where the client requests tokens."""
    return inline("[][]need", (inline("", map(_need, item.needs)) for item in alternatives))


def _need(need: Need) -> str:
    return f"{{{string(need.scheme)}, {string(' '.join(need.asked))}}}"


def scheme_fact(given: CredentialOption, option: str) -> str:
    """Print where a credential is sent, and how a client gets it; ``option``: the option that sets it."""
    scheme = given.scheme
    place, wire = _carried(scheme)
    parts = [f"name: {string(scheme.scheme)}"]
    parts += [f"given: {string(option)}"] if place != "tls" else []
    parts += [f"env: {string(given.variable)}", f"in: {string(place)}"]
    if given.named:
        parts.append(f"named: {string_map(dict(given.named))}")
    if wire:
        parts.append(f"wire: {string(wire)}")
    if scheme.grants:
        flows = (inline("", pairs(_FLOW.facts(scheme.flow(grant)))) for grant in scheme.grants)
        parts.append(f"flows: {inline('[]flow', flows)}")
    return inline("", parts)


def _carried(scheme: SecurityScheme) -> tuple[str, str]:
    match scheme.credential:
        case CredentialKind.KEY:
            return (scheme.place or Place.HEADER).value, scheme.wire or ""
        case CredentialKind.BASIC:
            return "basic", ""
        case CredentialKind.CERTIFICATE:
            return "tls", ""
        case CredentialKind.BEARER | CredentialKind.OAUTH:
            return "bearer", scheme.prefix
    assert_never(scheme.credential)


_FLOW = Table(Flow, "kind token_url:token refresh_url:refresh", string)
