"""Prints ``security.ts``: a constant for each security scheme that an operation may need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from backends.typescript.files import File
from backends.typescript.scope import Scope
from backends.typescript.text import comment, literal, obj, string
from backends.writer import Doc
from backends.writer.prettier import array
from compiler.base.naming import Case, join, unique, words
from compiler.ir.credentials import Alternative, CredentialKind, Flow
from compiler.ir.wire import Place
from compiler.plan.plan import CredentialOption, Plan

_PLACES = {Place.QUERY: "KeyInQuery", Place.COOKIE: "KeyInCookie"}
_APPLY = {CredentialKind.CERTIFICATE: "OwnTransport", CredentialKind.BASIC: "Basic", CredentialKind.OAUTH: "OAuth"}
_READ = {
    CredentialKind.CERTIFICATE: "OwnTransport",
    CredentialKind.BASIC: "UserAndPassword",
    CredentialKind.OAUTH: "OAuthVariables",
}


def scheme_names(plan: Plan) -> dict[str, str]:
    """Name the constants of the security schemes that are used; none has the name of a type beside it."""
    types = {name.ident for name in plan.surface.type_heads.values()}
    listed = sorted(plan.surface.credentials, key=lambda item: item.scheme.scheme)
    wanted = {item.scheme.scheme: join(words(item.option, plan.vocabulary), Case.CONSTANT) for item in listed}
    idents = {name: ident if ident.isidentifier() else f"SCHEME_{ident}" for name, ident in wanted.items()}
    return unique(idents, types, str)


def security_fact(
    alternatives: Sequence[Alternative], plan: Plan, names: Mapping[str, str], scope: Scope
) -> Iterator[tuple[str, Doc]]:
    """Print the security requirements, which are alternatives; with scopes where the client requests tokens."""
    if alternatives:
        listed: list[Doc] = [
            array([scope.value("security", names[need.scheme]) for need in item.needs]) for item in alternatives
        ]
        yield "security", array(listed, [len(item.needs) for item in alternatives])
    scopes: dict[str, Doc] = {}
    for need in (need for item in alternatives for need in item.needs if need.asked):
        scopes.setdefault(plan.surface.schemes[need.scheme], literal(list(need.asked)))
    if scopes:
        yield "scopes", obj(scopes.items())


def security_file(plan: Plan, names: dict[str, str]) -> File | None:
    """Print the file; None where no operation needs credentials."""
    if not names:
        return None
    file = File(Scope("security"), "Security schemes.")
    given = {item.scheme.scheme: item for item in plan.surface.credentials}
    for name, ident in names.items():
        scheme = given[name].scheme
        kind = file.scope.type("runtime/security", "Scheme")
        file.constant(ident, kind, obj(scheme_fact(given[name], file.scope)), comment(scheme.description))
    return file


def scheme_fact(given: CredentialOption, scope: Scope) -> Iterator[tuple[str, Doc]]:
    """Print where a credential is sent, and how a client gets it."""
    scheme = given.scheme
    kind, place = scheme.credential, scheme.place or Place.HEADER
    key = _PLACES.get(place) if kind is CredentialKind.KEY else _APPLY.get(kind)
    yield "apply", scope.runtime(key or "KeyInHeader")
    if kind is CredentialKind.KEY:
        yield "name", string(scheme.wire or "")
    read = "InCookies" if kind is CredentialKind.KEY and place is Place.COOKIE else _READ.get(kind)
    if read is not None:
        yield "read", scope.runtime(read)
    if kind is CredentialKind.CERTIFICATE:
        return
    if kind is CredentialKind.BEARER:
        yield "word", string(scheme.prefix)
    if scheme.grants:
        yield "flows", obj([(grant.value, obj(_flow(scheme.flow(grant)))) for grant in scheme.grants])
    yield "option", string(given.option)
    several = scheme.credential in (CredentialKind.BASIC, CredentialKind.OAUTH)
    yield "variable", string(given.variable if several else given.variables[0][0])
    if several:
        yield "told", string(" or ".join(" and ".join(names) for names in given.variables))
    if several and given.named:
        yield "named", obj([(end, string(name)) for end, name in given.named.items()])


def _flow(flow: Flow) -> Iterator[tuple[str, Doc]]:
    yield "token", string(flow.token_url or "")  # a document without it was warned of (CG1109)
    if flow.refresh_url is not None:
        yield "refresh", string(flow.refresh_url)
