"""Prints the data that validation reads on demand: the schemas of types by module, and the declarations of requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.ir.node import Id
from compiler.plan.plan import Plan
from compiler.plan.schemas import Refer, Schema, compact, entries, entry, table

REQUESTS = "of-requests"
ANSWERS = "of-answers"
CONTRACTS = "of-schemas"
"""The files of what is declared of requests and answers, and of schemas without a type: no modules have such names."""


def _refer(plan: Plan, home: str = "") -> Refer:
    """Return how the file ``home`` refers to its own types, ``#Trip``, and to those of other files, ``shared#Zone``."""

    def refer(target: Id) -> str:
        name = plan.surface.type_heads.get(target)
        if name is None:
            return f"{CONTRACTS}#{target}"
        return f"{'' if name.module == home else name.module}#{name.ident}"

    return refer


def type_schemas(plan: Plan, home: str, ids: Sequence[Id]) -> str:
    """Print the schemas of the types of a file."""
    refer, names = _refer(plan, home), plan.surface.type_heads
    return table({names[at].ident: plan.schemas.text(at, refer) for at in ids}) + "\n"


def request_schemas(plan: Plan) -> str:
    """Print the declarations of each operation's requests."""
    return _lines(plan.schemas.requests(_refer(plan)))


def answer_schemas(plan: Plan) -> str:
    """Print what the successes of each operation hold, which a client reads that is strict about answers (D16.7)."""
    return _lines(plan.schemas.answers(_refer(plan)))


def _lines(found: Mapping[str, Schema]) -> str:
    return entries(entry(name, compact(item)) for name, item in found.items()) + "\n"


def contract_schemas(plan: Plan) -> str | None:
    """Print the schemas that have no type; None where there are none, as in most documents."""
    refer, wanted = _refer(plan), plan.schemas.unnamed
    return table({at: plan.schemas.text(at, refer) for at in wanted}) + "\n" if wanted else None
