"""Prints the exception classes of declared error schemas: ``SoldOutError`` for ``SoldOut``.

A response of status 404 with that schema is raised as a class that is both ``SoldOutError`` and ``NotFoundError``.
"""

from __future__ import annotations

from backends.python.code import Class, Stmt, declare, identifier, module, raw
from backends.python.group_scope import GroupScope, group_types
from backends.python.types import Types
from backends.texts import article
from compiler.ir.types import Ref
from compiler.plan.plan import ErrorClass, Plan


def error_file(plan: Plan, header: str) -> str:
    """Print ``_errors.py``."""
    scope, types = GroupScope("_errors"), group_types(plan)
    body = [_statement(item, types, scope) for item in plan.errors.values()]
    return module(body, header=header, doc="Errors that the API declares.", imports=scope)


def _statement(item: ErrorClass, types: Types, scope: GroupScope) -> Stmt:
    held = types.annotation(Ref(item.target), scope)
    ident = types.surface[item.target].ident
    doc = f"A response with {article(ident)} ``{ident}`` in ``error``."
    base = scope.runtime("errors", "APIError")
    return Class(identifier(item.ident), [base], [declare(raw("error"), held, apart=True)], doc=doc)
