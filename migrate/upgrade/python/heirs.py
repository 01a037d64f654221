"""Classes of the program that inherit from classes of the SDK."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import libcst as cst

from migrate.upgrade.python.source import Source, dotted
from migrate.upgrade.python.value import Value


class Heirs:
    """Finds from which class of the SDK a class inherits. ``names``: what is known of those of other files."""

    def __init__(
        self, source: Source, of: Callable[[cst.BaseExpression], Value | None], names: Mapping[str, str]
    ) -> None:
        self._source, self._of, self._names = source, of, names

    def base_by_name(self, name: str) -> Value | None:
        """Return the base of a class of another file."""
        return Value("class", self._names[name]) if self._names.get(name) else None

    def base_of(self, node: cst.ClassDef) -> Value | None:
        """Return the class of the SDK that a class inherits from, also over other classes."""
        for item in node.bases:
            value = self._of(item.value) or self.base_by_name(dotted(item.value).rpartition(".")[2])
            if value is not None and value.kind == "class":
                return value
        return None

    def base_around(self, node: cst.CSTNode) -> Value | None:
        """Return the base of the class that is around a node."""
        found = next((item for item in self._source.above(node) if isinstance(item, cst.ClassDef)), None)
        return self.base_of(found) if found is not None else None

    def receiver(self, node: cst.Param) -> tuple[Value | None, bool]:
        """Return the base of the class whose method takes its object as an argument, and whether it takes the class."""
        above = list(self._source.above(node))[:4]
        if len(above) < 4 or not isinstance(above[1], cst.FunctionDef) or not isinstance(above[3], cst.ClassDef):
            return None, False
        names = {dotted(item.decorator) for item in above[1].decorators}
        if above[1].params.params[:1] != (node,) or "staticmethod" in names:
            return None, False
        return self.base_of(above[3]), "classmethod" in names
