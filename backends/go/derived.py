"""Public names that are derived from others: all that :class:`Names` is asked for while files are printed."""

from __future__ import annotations

from collections.abc import Iterator

from backends.go.clients import OPTION_ENDS
from backends.go.methods import MethodPrinter
from backends.go.names import Names
from backends.go.source import File
from backends.go.types import text_constants, types_of
from compiler.ir.node import Id
from compiler.ir.types import Enum, Model, Ref, Union, own_form
from compiler.plan.plan import Derived, Plan
from compiler.plan.type_facts import shape_of


class _Asked(Names):
    """Records the names that ``of`` is asked for."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.of: Id = ""
        self.found: dict[str, Derived] = {}

    def public(self, kind: str, key: str, *wanted: str) -> str:
        self.found.setdefault(f"{kind} {key}", Derived(f"{kind} {key}", self.of, wanted))
        return wanted[0]


def derived_names(plan: Plan) -> Iterator[Derived]:
    """Yield the public names that are derived from those of a plan."""
    asked = _Asked(plan)
    _ask_for_types(plan, asked)
    _ask_for_results(plan, asked)
    _ask_for_options(plan, asked)
    yield from asked.found.values()


def _ask_for_types(plan: Plan, asked: _Asked) -> None:
    types = types_of(plan)
    for at, declared in plan.wire.types.items():
        asked.of, item = at, own_form(declared, plan.wire.types)
        if isinstance(item, Enum):
            for index in range(len(item.members)):
                asked.member(at, index)
        elif isinstance(declared, Model):
            for wire, value in text_constants(declared):
                asked.constant(at, wire, value)
        elif isinstance(item, Union):
            for index, case in enumerate(item.cases):
                shape = shape_of(case.type, types.declared)
                if shape.is_wrapped:
                    asked.of = shape.type.target if isinstance(shape.type, Ref) else at  # its name is within the case's
                    asked.case(at, index)


def _ask_for_results(plan: Plan, asked: _Asked) -> None:
    printer = MethodPrinter(plan, types_of(plan), asked, File("x", None))
    for method in plan.surface.methods():
        asked.of = method.operation
        sealed = printer.sealed(method)
        if sealed is not None:
            for item in sealed.found:
                sealed.member(item)


def _ask_for_options(plan: Plan, asked: _Asked) -> None:
    asked.of = ""
    surface = plan.surface
    for options in (surface.schemes, surface.server_variables, surface.global_parameters):
        for option in options.values():
            for end in OPTION_ENDS:
                asked.option(option, end)
