"""Names of the errors that an API declares: a class for each schema that an error carries, ``ProblemError``."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from compiler.ir.plan import Derived, Plan, error_key


def derived_of_errors(plan: Plan, own: Collection[str] = (), home: str = "") -> Iterator[Derived]:
    """Yield the names of the classes. ``own``: what is not to be had; ``home``: see :class:`Derived`."""
    answers = (answer for item in plan.wire.operations.values() for answer in item.answers)
    for target in sorted({answer.carries for answer in answers if answer.carries is not None}):
        ident = plan.surface.types[target].ident.rstrip("_")
        form = f"{ident}Exception" if ident.lower().endswith("error") else f"{ident}Error"
        yield Derived(error_key(target), target, (f"{form}_" if form in own else form,), home)
