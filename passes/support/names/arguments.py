"""Names of arguments before they have identifiers: their words, and their keys in codegen.lock."""

from __future__ import annotations

from compiler.diagnostics import Note
from compiler.ir.node import Id
from compiler.ir.nodes import Parameter, Sdk
from compiler.ir.wire import Place
from passes.context import Context

RANK = {place: index for index, place in enumerate(Place)}
"""The order of places: of equal names that of the first stays plain (D4.6)."""


def argument_key(place: Place, wire: str) -> str:
    """Return the key of an argument in codegen.lock; that of a property of the body begins with :data:`FIELD`."""
    return f"{RANK[place]}{wire}"


FIELD = argument_key(Place.BODY, "")


def shared_parameters(sdk: Sdk) -> frozenset[tuple[str, Place]]:
    """Return the wire names and places of the root's globals: they are no arguments of methods (D14)."""
    return frozenset((parameter.wire, parameter.place) for parameter in sdk.global_parameters)


def words_of(parameter: Parameter) -> str:
    """Return the words of a parameter's name."""
    return parameter.name.text if parameter.name else parameter.wire


def report_equal_names(parameter: Parameter, other: Parameter, owner: Id, context: Context) -> None:
    """Report an override that gives two parameters of one place the same name (CG0708)."""
    context.diagnostics.report(
        "CG0708",
        context.loc(parameter.id),
        subject=owner,
        notes=[Note(f"`{other.wire}` has that name too", context.loc(other.id))],
        wire=parameter.wire,
        place=parameter.place.value,
        name=words_of(parameter),
    )
