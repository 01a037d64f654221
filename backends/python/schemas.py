"""Prints the data that validation reads on demand: the schemas of types by module, and the declarations of requests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from compiler.ir.node import Id
from compiler.ir.parts import part
from compiler.ir.plan import Plan
from compiler.ir.schemas import Refer, compact, table

REQUESTS = "of-requests"
CONTRACTS = "of-schemas"
"""The files of what is declared of requests, and of schemas without a type: no modules have such names."""


def _refer(plan: Plan, home: str = "") -> Refer:
    """Return how the file ``home`` refers to its own types, ``#Trip``, and to those of other files, ``shared#Zone``."""

    def refer(target: Id) -> str:
        name = plan.surface.types.get(target)
        if name is None:
            return f"{CONTRACTS}#{target}"
        return f"{'' if name.module == home else name.module}#{name.ident}"

    return refer


def type_schemas(plan: Plan, home: str, ids: Sequence[Id]) -> str:
    """Print the schemas of the types of a file."""
    refer, names = _refer(plan, home), plan.surface.types
    return table({names[at].ident: plan.schemas.text(at, refer) for at in ids}) + "\n"


def request_schemas(plan: Plan) -> str:
    """Print the declarations of each operation's requests."""
    found = {
        name: part(plan, ("request in JSON", name), (schema,), partial(compact, schema))
        for name, schema in plan.schemas.requests(_refer(plan)).items()
    }
    return table(found) + "\n"


def contract_schemas(plan: Plan) -> str | None:
    """Print the schemas that have no type; None where there are none, as in most documents."""
    refer, wanted = _refer(plan), plan.schemas.unnamed
    return table({at: plan.schemas.text(at, refer) for at in wanted}) + "\n" if wanted else None
