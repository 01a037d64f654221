"""Prints the data that validation reads on demand: the schemas of types by module, and the declarations of requests."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.ir.node import Id
from compiler.plan.parts import each
from compiler.plan.plan import Plan
from compiler.plan.recorded_reads import heads
from compiler.plan.schemas import Refer, compact, entries, entry, table

REQUESTS = "of-requests"
ANSWERS = "of-answers"
CONTRACTS = "of-schemas"
"""The files of what is declared of requests and answers, and of schemas without a type: no modules have such names."""


def _refer(plan: Plan, home: str = "") -> Refer:
    """Return how the file ``home`` refers to its own types, ``#Trip``, and to those of other files, ``shared#Zone``."""

    def refer(target: Id) -> str:
        name = heads(plan.surface.types).get(target)
        if name is None:
            return f"{CONTRACTS}#{target}"
        return f"{'' if name.module == home else name.module}#{name.ident}"

    return refer


def type_schemas(plan: Plan, home: str, ids: Sequence[Id]) -> str:
    """Print the schemas of the types of a file."""
    refer, names = _refer(plan, home), heads(plan.surface.types)
    return table({names[at].ident: plan.schemas.text(at, refer) for at in ids}) + "\n"


def request_schemas(plan: Plan) -> str:
    """Print the declarations of each operation's requests."""
    requests = plan.schemas.requests(_refer(plan))
    found = each(plan, "request in JSON", requests, lambda name: entry(name, compact(requests[name])))
    return entries(found.values()) + "\n"


def answer_schemas(plan: Plan) -> str:
    """Print what the successes of each operation hold, which a client reads that is strict about answers (D16.7)."""
    answers = plan.schemas.answers(_refer(plan))
    found = each(plan, "answer in JSON", answers, lambda name: entry(name, compact(answers[name])))
    return entries(found.values()) + "\n"


def contract_schemas(plan: Plan) -> str | None:
    """Print the schemas that have no type; None where there are none, as in most documents."""
    refer, wanted = _refer(plan), plan.schemas.unnamed
    return table({at: plan.schemas.text(at, refer) for at in wanted}) + "\n" if wanted else None
