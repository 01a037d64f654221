"""The JSON Schemas that validators read (spec 2.6), as plain data: made on demand, since not all targets need them.

They use JSON Schema keywords and describe the JSON of a printed type (after allOf is merged and views are split).
If a type says less than the document's schema, that schema replaces it (``Contract``), and ``read`` is the
type's schema, by which texts are read: parameters, form fields. Five keywords are ours: ``$ref`` holds a language's
name of a type; ``tagged`` is the discriminator of a union, its property and a schema by value, ``open`` says that
other values are valid, and ``many`` that a value without a tag may fit several members; ``known`` are the members of
an open enum: they distinguish the members of a ``oneOf``, but other values are valid.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from compiler.ir.node import Id

if TYPE_CHECKING:
    from compiler.ir.wire import Wire

Schema = dict[str, Any]
Refer = Callable[[Id], str]
"""Returns the value of ``$ref``: a language's name of a type, or of a contract without a type."""

compact = json.JSONEncoder(separators=(",", ":")).encode  # json.dumps makes an encoder for each call


def table(schemas: Mapping[str, str]) -> str:
    """Write schemas by their names as JSON, one per line."""
    return entries(entry(name, schema) for name, schema in schemas.items())


def entry(name: str, schema: str) -> str:
    """Write a line of a table."""
    return f"{compact(name)}: {schema}"


def entries(lines: Iterable[str]) -> str:
    """Write a table of lines."""
    return "{\n" + ",\n".join(lines) + "\n}"


class Schemas(Protocol):
    """The schemas of one document."""

    @property
    def unnamed(self) -> Sequence[Id]:
        """The contracts without a type that other contracts refer to, such as schemas used only in ``not``."""

    def over(self, wire: Wire) -> Schemas:
        """Return the schemas of the same document, made of a wire half that takes note of what is read."""

    def of_type(self, at: Id, refer: Refer) -> Schema:
        """Return the schema of a declared type, or of a contract without a type."""

    def text(self, at: Id, refer: Refer) -> str:
        """Return the same as JSON."""

    def requests(self, refer: Refer) -> dict[str, Schema]:
        """Describe the requests of each operation of the document, all its variants together.

        ``params`` in order; ``body`` by media type; whether one is ``required``.
        """

    def answers(self, refer: Refer) -> dict[str, Schema]:
        """Describe the JSON that each operation's successes hold, of all its variants together (D16.7).

        By status as the document has it (``2XX``), then by media type: the ``schema`` of the body, or of each event or
        line of a stream; ``events`` has those of events by their names, ``""`` for any other name. What may be any JSON
        is left out, and so are operations that have nothing else.
        """
