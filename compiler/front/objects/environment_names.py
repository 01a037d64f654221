"""The environment variables for the values of a security scheme: `x-codegen-env` (D3.9)."""

from __future__ import annotations

from compiler.front.keys.extensions import CLIENT, TOKEN, USER
from compiler.front.objects.extensions import Extensions
from compiler.front.session.session import Session
from compiler.ir.credentials import Grant
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.ir.wire import SecurityScheme

_OF_GRANTS = {Grant.CLIENT_CREDENTIALS.value: CLIENT, Grant.PASSWORD.value: USER}


def lower_variables(session: Session, scheme: SecurityScheme, found: Extensions) -> tuple[tuple[str, str], ...]:
    """Return the variables of the values that a scheme takes; a text is that of its token.

    Reports CG0377 (a value that the scheme does not take, or a variable of two).
    """
    given: str | dict[str, str] | None = found.get("env")
    if given is None:
        return ()
    named = {"token": given} if isinstance(given, str) else given
    place = child(scheme.id, found.spelled("env"))
    taken = _variables_of(scheme)
    for value in named:
        if value not in taken:
            at = place if isinstance(given, str) else child(place, value)
            _refuse(session, at, found.spelled("env"), f"`{value}` is nothing that the scheme takes", taken)
    if len(set(named.values())) < len(named):
        _refuse(session, place, found.spelled("env"), "two values cannot have one variable", taken)
    return tuple(sorted(named.items()))


def _variables_of(scheme: SecurityScheme) -> tuple[str, ...]:
    if scheme.kind == "mutualTLS":
        return ()
    if scheme.http == "basic":
        return USER
    return (*TOKEN, *(value for flow in scheme.flows for value in _OF_GRANTS.get(flow.kind, ())))


def _refuse(session: Session, at: Id, key: str, problem: str, taken: tuple[str, ...]) -> None:
    help_ = "its certificate is known to the transport: remove the key"
    if taken:
        listed = ", ".join(f"{value}: ..." for value in taken)
        help_ = (
            f"it takes `{{{listed}}}`, each or some of them"
            if len(taken) > 1
            else f"write it like `{key}: ACME_API_KEY`"
        )
    session.reports.add("CG0377", at, at_key=True, help=help_, key=key, problem=problem)
