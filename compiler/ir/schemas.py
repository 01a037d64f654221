"""The JSON Schemas that validators read (spec 2.6), as plain data: made when a target asks, since not all do.

They are in words of JSON Schema and describe the JSON of a printed type (after allOf is merged and views are split).
Where a type says less than the document's schema, that schema stands in its place (``Contract``), and ``read`` is the
type's, by which texts are read: parameters, fields of forms. Five more words are ours: ``$ref`` holds what a language
calls a type; ``tagged`` is the discriminator of a union, its property and a schema by its value, ``open`` says that
other values are no mistake, and ``many`` that a value without one may fit several members; ``known`` are the members of
an open enum, which tell the members of a ``oneOf`` apart and are no mistake otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from compiler.ir.node import Id

Schema = dict[str, Any]
Refer = Callable[[Id], str]
"""Gives what ``$ref`` holds: what a language calls a type, or a contract that no type stands for."""

compact = json.JSONEncoder(separators=(",", ":")).encode  # json.dumps makes an encoder for each call


def table(schemas: Mapping[str, str]) -> str:
    """Write schemas by their names as JSON, one a line."""
    lines = [f"{compact(name)}: {schema}" for name, schema in schemas.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


class Schemas(Protocol):
    """The schemas of one document."""

    @property
    def unnamed(self) -> Sequence[Id]:
        """The contracts that others refer to and that no type stands for, such as what only ``not`` refers to."""

    def of_type(self, at: Id, refer: Refer) -> Schema:
        """Return the schema of a declared type, or of a contract that no type stands for."""

    def text(self, at: Id, refer: Refer) -> str:
        """Return the same as JSON."""

    def requests(self, refer: Refer) -> dict[str, Schema]:
        """Describe the requests of each operation of the document, all its variants together.

        ``params`` in order; ``body`` by media type; whether one is ``required``.
        """
