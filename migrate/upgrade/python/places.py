"""Where a group is now that was scattered: as far as the methods tell that are used through a name of it."""

from __future__ import annotations

from collections.abc import Set

import libcst as cst

from migrate.upgrade.python.source import Source
from migrate.upgrade.renames import Renames

MIRRORS = ("with_raw_response", "with_streaming_response")
"""Attributes of groups that have the group's methods and return more of their answers."""


class Places:
    """Finds where groups are now. ``passed_on`` are names of the module that others import."""

    def __init__(self, source: Source, renames: Renames, passed_on: Set[str]) -> None:
        self._source, self._renames, self._passed_on = source, renames, passed_on

    def of(self, node: cst.BaseExpression, group: str) -> str:
        """Return where a scattered group is now that an expression is; "" if that is not seen."""
        at: cst.CSTNode | None = node
        while isinstance(at, cst.BaseExpression):
            above = self._source.parent(at)
            if isinstance(above, cst.IfExp) and above.test is at:
                return ""
            at = above if isinstance(above, (cst.IfExp, cst.BooleanOperation, cst.Assign)) else None
        if not isinstance(at, cst.Assign) or len(at.targets) != 1 or not isinstance(at.targets[0].target, cst.Name):
            return ""
        return self.of_name(at.targets[0].target, group)

    def of_name(self, name: cst.Name, group: str) -> str:
        """Return where it is now, by the methods that are used through its name."""
        if group not in self._renames.scattered:
            return ""
        used = self._used(name, group)
        return (self._renames.place_of(group, used) or "") if used else ""

    def _used(self, name: cst.Name, group: str) -> set[str] | None:
        """Return the methods that are used through a name of a group; None if not all of its uses are seen."""
        scope = self._source.scope(name)
        found = list(scope[name.value]) if scope is not None else []
        if len(found) != 1 or (scope is self._source.global_scope and name.value in self._passed_on):
            return None
        used = set()
        for access in found[0].references:
            at: cst.CSTNode = access.node
            while isinstance(at, cst.Attribute):
                at = at.value
            path = group
            while path not in self._renames.methods:
                parent = self._source.parent(at)
                if not isinstance(parent, cst.Attribute) or parent.value is not at:
                    return None
                at = parent
                if parent.attr.value not in MIRRORS:
                    path = f"{path}.{parent.attr.value}"
                    if path not in self._renames.methods and path not in self._renames.groups:
                        return None
            used.add(path)
        return used
