"""A document after each pass, and what a pass changed in one part of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.base.frozen import frozen
from compiler.ir.node import Id
from compiler.ir.nodes import Sdk
from compiler.ir.text import forms
from compiler.ir.types import Member


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


def words_of_parts(sdk: Sdk) -> Iterator[tuple[Id, list[str]]]:
    """Yield all parts of a document that have a place, with what they may be called; values of an enum have its own."""
    for table in tables(sdk):
        for at, node in table.items():
            yield from _words_within(node, at)
    for item in sdk.global_parameters:
        yield from _words_within(item, item.id)
    yield from ((f"servers/{index}", [item.url, item.server_id or ""]) for index, item in enumerate(sdk.servers))
    yield from ((f"tags/{index}", [item.tag, item.display or ""]) for index, item in enumerate(sdk.tags))
    declared = {item.tag for item in sdk.tags}
    for at, operation in sdk.operations.items():
        yield at, [tag for tag in operation.tags if tag not in declared]


def _words_within(node: Any, at: Id) -> Iterator[tuple[Id, list[str]]]:
    own = getattr(node, "id", None)
    at = own or at
    if own or isinstance(node, Member):
        words = [getattr(node, key, None) for key in ("wire", "value", "title")]
        words.append(getattr(getattr(node, "name", None), "text", None))
        yield at, [word for word in words if isinstance(word, str)]
    cls: Any = type(node)
    for form in forms(cls):
        value = getattr(node, form.name) if form.form in ("block", "blocks") else None
        for child in value if isinstance(value, tuple) else () if value is None else (value,):
            yield from _words_within(child, at)


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
