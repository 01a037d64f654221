"""Makes the schemas of the types that requests are made of, for the validators (:mod:`backends.schemas`)."""

from __future__ import annotations

from backends import schemas
from backends.schemas import Schema
from backends.typescript.types import Types
from compiler.ir.node import Id


class Schemas(schemas.Schemas):
    """Makes schemas of types, and remembers which of the declared ones they refer to."""

    def __init__(self, types: Types) -> None:
        super().__init__(types.plan, types.declared, self._reference)
        self.types = types
        self.wanted: dict[Id, None] = {}

    def _reference(self, target: Id) -> str:
        self.wanted[target] = None
        return self._name(target)

    def _name(self, target: Id) -> str:
        """Return the name of a type; a contract that no type stands for has its identity."""
        return self.types.names[target].ident if target in self.types.declared else target

    def referred(self) -> dict[str, Schema]:
        """Make the schemas of all types that were referred to, and of those that they refer to."""
        found: dict[str, Schema] = {}
        done = 0
        while done < len(self.wanted):
            for target in list(self.wanted)[done:]:
                done += 1
                declared = self.types.declared.get(target)
                found[self._name(target)] = self.contract(target) if declared is None else self.declaration(declared)
        return dict(sorted(found.items()))
