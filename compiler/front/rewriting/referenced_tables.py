"""Tables that are written as one reference: `paths: {$ref: ./paths.yaml}` (D1.4).

OpenAPI knows no reference there, but documents in several files, and the tools that bundle them, do. The document is
rewritten: each member of the table becomes a reference of its own, so that a component keeps its name and its place::

    components: {schemas: {$ref: schemas.yaml}}
    components: {schemas: {Pet: {$ref: schemas.yaml#/Pet}, Toy: {$ref: schemas.yaml#/Toy}}}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from compiler.diagnostics import Diagnostics
from compiler.front.mistakes.wording import a_kind
from compiler.front.reading.documents import Library
from compiler.front.reading.refs import MAX_CHAIN, Resolver, Target
from compiler.ir.identity import locate
from compiler.ir.node import Id
from compiler.source import Json, Origins, Rewritten, escape_token, is_remote

_TABLES = ("paths", "webhooks", "x-webhooks")
_OF_SWAGGER = ("definitions", "parameters", "responses", "securityDefinitions")
_COMPONENTS = "components"


def unfold_tables(library: Library, diagnostics: Diagnostics) -> Rewritten | None:
    """Return the root document with a reference for each member of such tables; None where it has none.

    Reports CG0414 for each table, and what is wrong with its reference.
    """
    root = library.root.root
    assert isinstance(root, dict)
    unfolding = _Unfolding(library, diagnostics)
    new = dict(root)
    for key in (*_TABLES, *_OF_SWAGGER, _COMPONENTS):
        if key in new:
            new[key] = unfolding.table(new[key], unfolding.at(key))
    components = new.get(_COMPONENTS)
    if isinstance(components, dict):
        kinds = {
            kind: unfolding.table(table, f"{_COMPONENTS}/{escape_token(kind)}") for kind, table in components.items()
        }
        if any(kinds[kind] is not table for kind, table in components.items()):
            new[_COMPONENTS] = kinds
    return Rewritten(library.root, new, Origins()) if unfolding.found else None


class _Unfolding:
    def __init__(self, library: Library, diagnostics: Diagnostics) -> None:
        self.found = False
        self._library = library
        self._diagnostics = diagnostics
        self._resolver = Resolver(library)

    def at(self, key: str) -> Id:
        """Return the identity of a member of the root, which 2.0 may call as 3.0 calls a table of `components`."""
        return self._resolver.identity(None, [key])

    def table(self, table: Json, at: Id) -> Json:
        """Return a table that is a reference as references; any other as it is."""
        if not isinstance(table, dict) or not isinstance(table.get("$ref"), str):
            return table
        self.found = True
        members: dict[str, Json] = {}
        for target in reversed(self._links(str(table["$ref"]), at)):
            members |= dict(self._members(target))
        return members | {name: value for name, value in table.items() if name != "$ref"}

    def _links(self, ref: str, at: Id) -> list[Target]:
        """Return the tables that a reference leads to in turn; [] after a reported error."""
        found = self._resolver.resolve(ref, None, at)
        links: list[Target] = []
        while isinstance(found, Target) and isinstance(found.raw, dict) and len(links) < MAX_CHAIN:
            links.append(found)
            inner = found.raw.get("$ref")
            if not isinstance(inner, str):
                break
            found = self._resolver.resolve(inner, found.file, found.id)
        loc = locate(at, self._library.root.file).at("$ref")
        if not isinstance(found, Target):
            if found.code:
                self._diagnostics.report(
                    found.code, loc, help=found.help, notes=found.notes, **dict[str, Any](found.params)
                )
            return []
        if not isinstance(found.raw, dict):
            self._diagnostics.report("CG0301", loc, key=ref, wanted="an object", found=a_kind(found.raw))
            return []
        self._diagnostics.report("CG0414", loc, key=at.rpartition("/")[2], ref=ref)
        return links

    @staticmethod
    def _members(target: Target) -> Iterator[tuple[str, Json]]:
        """Yield a reference for each member; what a vendor wrote beside them is no member."""
        assert isinstance(target.raw, dict)
        pointer = locate(target.id, "").pointer
        file = target.file or ""
        for name, value in target.raw.items():
            if name == "$ref" and isinstance(value, str):
                continue  # to a table whose members are among ours
            fragment = quote(f"{pointer}/{escape_token(name)}", safe="/~")
            ref = f"{file if is_remote(file) else quote(file)}#{fragment}"
            yield name, value if name.startswith("x-") else {"$ref": ref}
