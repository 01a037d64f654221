"""Prints ``security.ts``: a constant for each security scheme that an operation may need."""

from __future__ import annotations

from collections.abc import Iterator

from backends.typescript.files import File
from backends.typescript.scope import Scope
from backends.typescript.text import comment, lay, obj, string
from backends.writer import Doc
from compiler.ir.plan import Plan
from compiler.ir.wire import Flow, Place, SecurityScheme
from compiler.naming import Case, join, unique, words

FLOWS = {"clientCredentials": "ClientCredentials", "password": "PasswordCredentials"}
"""The flows that a client can run by itself, and the types of what they take."""
_PLACES = {Place.QUERY: "KeyInQuery", Place.COOKIE: "KeyInCookie"}


def scheme_names(plan: Plan) -> dict[str, str]:
    """Name the constants of the security schemes that are used."""
    owners = (plan.wire.security, *(operation.security for operation in plan.wire.operations.values()))
    used = {need.scheme for security in owners for item in security for need in item.needs} | {*plan.surface.schemes}
    wanted = {name: join(words(plan.surface.schemes.get(name, name)), Case.CONSTANT) for name in sorted(used)}
    return unique({name: ident if ident.isidentifier() else f"SCHEME_{ident}" for name, ident in wanted.items()})


def security_file(plan: Plan, names: dict[str, str]) -> File | None:
    """Print the file; None where no operation needs credentials."""
    if not names:
        return None
    file = File(Scope("security"), "Security schemes.")
    for name, ident in names.items():
        scheme = plan.wire.schemes.get(name) or SecurityScheme(scheme=name, kind="http", http="bearer")
        kind = file.scope.type("runtime/security", "Scheme")
        facts = obj(_facts(plan, scheme, file.scope))
        text = lay([f"const {ident}: {kind} = ", facts, ";"]) + "\n"
        said = comment(scheme.description)
        dts = f"{said}export declare const {ident}: {kind};\n"
        file.value(f"{said}export {text}", text.replace(f": {kind} = ", " = ", 1), dts, ident)
    return file


def flows(scheme: SecurityScheme) -> list[Flow]:
    """Find the flows of a scheme that a client can run by itself, by the names that the runtime has for them."""
    return [flow for flow in scheme.flows if flow.kind in FLOWS]


def _flow(flow: Flow) -> Iterator[tuple[str, Doc]]:
    yield "token", string(flow.token_url or "")
    if flow.refresh_url is not None:
        yield "refresh", string(flow.refresh_url)


def _facts(plan: Plan, scheme: SecurityScheme, scope: Scope) -> Iterator[tuple[str, Doc]]:
    option = plan.surface.schemes.get(scheme.scheme, scheme.scheme)
    if scheme.kind == "mutualTLS":
        yield "apply", scope.runtime("OwnTransport")
        yield "read", scope.runtime("OwnTransport")
        return
    if scheme.kind == "http" and scheme.http == "basic":
        yield "apply", scope.runtime("Basic")
        yield "read", scope.runtime("UserAndPassword")
    elif scheme.kind == "apiKey":
        yield "apply", scope.runtime(_PLACES.get(scheme.place or Place.HEADER, "KeyInHeader"))
        yield "name", string(scheme.wire or "")
    elif flows(scheme):
        yield "apply", scope.runtime("OAuth")
        yield "read", scope.runtime("OAuthVariables")
        yield "flows", obj([(flow.kind, obj(_flow(flow))) for flow in flows(scheme)])
    else:
        yield "apply", scope.runtime("Bearer")
        if scheme.kind == "http" and scheme.http not in (None, "bearer"):
            yield "name", string((scheme.http or "").capitalize())
    yield "option", string(option)
    yield "variable", string(f"{plan.surface.environment}_{join(words(option), Case.CONSTANT)}")
