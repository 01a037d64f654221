"""A document after each pass, and what a pass changed in one part of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.base.frozen import frozen
from compiler.ir.node import Id
from compiler.ir.nodes import Sdk
from compiler.ir.text import forms


@frozen
class Stage:
    """The document after a pass, `rename` or `rename@go`; `lower` is the front end."""

    label: str
    sdk: Sdk

    @property
    def target(self) -> str:
        """The target of the pass; "" for one that all targets share."""
        return self.label.partition("@")[2]


def owners_of(at: Id) -> Iterator[Id]:
    """Yield an identity, then those that it may stand in; a variant's is that of its operation in earlier passes."""
    while at:
        yield at
        if "#" in at and not at.partition("#")[2].startswith("/"):
            at = at.rpartition("#")[0]
        else:
            at = at.rpartition("/")[0]


def tables(sdk: Sdk) -> Iterator[dict[Id, Any]]:
    """Yield the tables of declarations; types go before the schemas that they are made of."""
    found = {form.name: getattr(sdk, form.name) for form in forms(Sdk) if form.form == "table"}
    yield found.pop("types")
    yield from found.values()


def part(sdk: Sdk, at: Id) -> Any:
    """Return the node with an identity, wherever it stands; None if the document has none, or has it no more."""
    for owner in owners_of(at):
        for table in tables(sdk):
            if owner in table:
                found = table[owner] if owner == at or "#" in at[len(owner) :] else _find_node(table[owner], at)
                if found is not None:
                    return found
    return next((item for item in sdk.global_parameters if item.id == at), None)


def _find_node(node: Any, at: Id) -> Any:
    """Return the node with an identity inside of another."""
    cls: Any = type(node)
    for form in forms(cls):
        if form.form not in ("block", "blocks"):
            continue
        value = getattr(node, form.name)
        for child in value if isinstance(value, tuple) else () if value is None else (value,):
            if getattr(child, "id", None) == at:
                return child
            found = _find_node(child, at)
            if found is not None:
                return found
    return None
