"""What all files of one SDK share while they are printed."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from backends.typescript.codecs import Codecs
from backends.typescript.linked import GroupNames, OwnNames, class_names, linked_names, own_names
from backends.typescript.security import scheme_names
from backends.typescript.types import Types
from compiler.plan.per_plan import per_plan
from compiler.plan.plan import Group, Plan

if TYPE_CHECKING:
    from backends.typescript.groups import GroupPrinter


class _Declared(Container[str]):
    """The names that a group declares, for what asks for a few of them."""

    def __init__(self, path: tuple[str, ...], every: Container[tuple[tuple[str, ...], str]]) -> None:
        self._path, self._every = path, every

    def __contains__(self, name: object) -> bool:
        return (self._path, name) in self._every


class Sdk:
    """The types, codecs and names of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.types = Types(plan)
        self.codecs = Codecs(self.types)
        self.shown: dict[tuple[str, ...], GroupPrinter] = {}
        """By group, what prints the signatures that pages show."""

    @cached_property
    def schemes(self) -> dict[str, str]:
        """Security schemes to their constants."""
        return scheme_names(self.plan)

    @cached_property
    def classes(self) -> frozenset[str]:
        """Names in the JavaScript that are the same in the sources."""
        return class_names(self.plan)

    @cached_property
    def own(self) -> dict[tuple[str, ...], OwnNames]:
        """What functions and the constants of their facts are called in the sources, by group."""
        groups, classes = self.plan.surface.groups, self.classes
        return {path: own_names(self.plan, group, classes) for path, group in groups.items()}

    @cached_property
    def _declared(self) -> set[tuple[tuple[str, ...], str]]:
        """The names that the source of each group declares itself, with the path of the group."""
        return {(path, name) for path, names in self.own.items() for name in names.local}

    def declared_by(self, path: tuple[str, ...]) -> Container[str]:
        """Return the names that the source of a group declares itself, for what asks for a few of them."""
        return _Declared(path, self._declared)

    @cached_property
    def names(self) -> dict[tuple[str, ...], GroupNames]:
        """What functions are called in the JavaScript, by group."""
        errors = (item.ident for item in self.plan.errors.values())
        return linked_names(
            self.plan, self.classes, self.own, [*self.schemes.values(), *self.codecs.names.values(), *errors]
        )

    @cached_property
    def requests(self) -> Mapping[str, str]:
        """Request classes to the file that declares them."""
        surface = self.plan.surface
        return {name: home_of(surface.groups[method.group]) for name, method in surface.requests().items()}


def home_of(group: Group) -> str:
    """Name the file of a group, below ``src``."""
    return f"groups/{group.module}" if group.path else "client"


sdk_of = per_plan(Sdk)
"""Return what the files of a plan share."""
