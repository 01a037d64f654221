"""Prints the exception classes of declared error schemas: ``ProblemError`` for ``Problem``.

An answer of status 404 with that schema is raised as a class that is both ``ProblemError`` and ``NotFoundError``.
"""

from __future__ import annotations

from collections.abc import Iterator

from backends import errors
from backends.python.cst import Class, Stmt, declare, identifier, module, raw
from backends.python.group_scope import GroupScope
from backends.python.types import Types
from compiler.ir.plan import Derived, ErrorClass, Plan
from compiler.ir.types import Ref

RUNTIME_ERRORS = (
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "ConfigurationError",
    "ConflictError",
    "DecodeError",
    "GoneError",
    "InvalidArgumentError",
    "MissingArgumentError",
    "MissingBodyError",
    "NotFoundError",
    "PaginationError",
    "PermissionDeniedError",
    "RateLimitError",
    "SDKError",
    "ServerError",
    "UnprocessableEntityError",
)


def derived_of_errors(plan: Plan) -> Iterator[Derived]:
    """Yield the names of the classes; they are beside the models, not among them."""
    client = plan.surface.client
    return errors.derived_of_errors(plan, {*RUNTIME_ERRORS, client, f"Async{client}"}, "errors")


def error_file(plan: Plan, types: Types, header: str) -> str:
    """Print ``_errors.py``."""
    scope = GroupScope("_errors")
    body = [_statement(item, types, scope) for item in plan.errors.values()]
    return module(body, header=header, doc="Errors that the API declares.", imports=scope)


def _statement(item: ErrorClass, types: Types, scope: GroupScope) -> Stmt:
    held = types.annotation(Ref(item.target), scope)
    doc = f"An answer that carries {_article(types.surface[item.target].ident)} in ``error``."
    base = scope.runtime("errors", "APIError")
    return Class(identifier(item.ident), [base], [declare(raw("error"), held, apart=True)], doc=doc)


def _article(ident: str) -> str:
    return f"{'an' if ident[:1] in 'AEIOU' else 'a'} ``{ident}``"
