"""Prints what requests must carry; what most operations ask for is said once, of the API."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from backends.python.cst import Expr, literal
from compiler.ir.plan import Plan
from compiler.ir.wire import Alternative, Flow, Need, SecurityScheme

_RUNNABLE = {"clientCredentials": "client_credentials", "password": "password"}


def runnable_flows(scheme: SecurityScheme) -> dict[str, Flow]:
    """Find the flows of an OAuth2 scheme that a client can run by itself, by the names of Python."""
    return {_RUNNABLE[flow.kind]: flow for flow in scheme.flows if flow.kind in _RUNNABLE}


def security_fact(plan: Plan, alternatives: Iterable[Alternative]) -> Expr:
    """Print alternatives of schemes."""
    return literal(tuple(tuple(_need(plan, need) for need in item.needs) for item in alternatives))


def _need(plan: Plan, need: Need) -> str | tuple[str, ...]:
    """Say what a request must carry; scopes count where the client asks for tokens by itself."""
    scheme = plan.wire.schemes.get(need.scheme)
    asked = scheme is not None and need.scopes and runnable_flows(scheme)
    return (need.scheme, *need.scopes) if asked else need.scheme


def usual_security(plan: Plan) -> Expr:
    """Print what most operations ask for."""
    printed = [security_fact(plan, operation.security) for operation in plan.wire.operations.values()]
    counts = Counter(item.text for item in printed)
    return min(printed, key=lambda item: (-counts[item.text], item.text), default=literal(()))
