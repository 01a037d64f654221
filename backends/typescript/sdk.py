"""What all files of one SDK share while they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from backends.per_plan import per_plan
from backends.typescript.codecs import Codecs
from backends.typescript.linked import GroupNames, class_names, linked_names
from backends.typescript.security import scheme_names
from backends.typescript.types import Types
from compiler.ir.parts import fact, kept_parts
from compiler.ir.plan import Group, Plan

if TYPE_CHECKING:
    from backends.typescript.groups import GroupPrinter


class Sdk:
    """The types, codecs and names of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.parts = plan, kept_parts(plan)
        self.types = Types(plan)
        self.codecs = Codecs(self.types)
        self.shown: dict[tuple[str, ...], GroupPrinter] = {}
        """By group, what prints the signatures that pages show."""

    @fact
    def schemes(self) -> dict[str, str]:
        """Security schemes to their constants."""
        return scheme_names(self.plan)

    @fact
    def classes(self) -> frozenset[str]:
        """Names in the JavaScript that are the same in the sources."""
        return class_names(self.plan)

    @fact
    def names(self) -> dict[tuple[str, ...], GroupNames]:
        """What functions are called in the JavaScript, by group."""
        errors = (item.ident for item in self.plan.errors.values())
        return linked_names(self.plan, self.classes, [*self.schemes.values(), *self.codecs.names.values(), *errors])

    @fact
    def requests(self) -> Mapping[str, str]:
        """Request classes to the file that declares them."""
        surface = self.plan.surface
        return {name: home_of(surface.groups[method.group]) for name, method in surface.requests().items()}


def home_of(group: Group) -> str:
    """Name the file of a group, below ``src``."""
    return f"groups/{group.module}" if group.path else "client"


sdk_of = per_plan(Sdk)
"""Return what the files of a plan share."""
