"""Names of the package's scope that the plan does not hold: members of enums, wrappers in unions, errors, options.

Go has one scope for a package. What the plan names comes first; a name made here that is taken gets ``_``.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from backends.go.profile import PROFILE
from backends.per_plan import per_plan
from compiler.ir.node import Id
from compiler.ir.plan import Group, Plan
from compiler.ir.types import Enum


def walk(group: Group) -> Iterator[Group]:
    """Yield a group and all below it."""
    yield group
    for child in group.groups:
        yield from walk(child)


def _taken(plan: Plan) -> set[str]:
    """Collect the names that the plan holds, and those of the runtime."""
    used = set(PROFILE.taken["type"]) | {plan.surface.client}
    used |= {name.ident for name in plan.surface.types.values()}
    for group in walk(plan.surface.root):
        used.add(group.type_ident)
        used |= {method.request.ident for method in group.methods if method.request is not None}
    return used


class Names:
    """Hands out names of one package; the same question has the same answer."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._used = _taken(plan)
        self._made: dict[tuple[str, str], str] = {}
        for at, item in sorted(plan.wire.types.items()):  # in the order of identities, never in the document's (D10.1)
            if isinstance(item, Enum):
                for index in range(len(item.members)):
                    self.member(at, index)

    def copy(self) -> Names:
        """Give names to which others may be added."""
        made = copy(self)
        made._used, made._made = set(self._used), dict(self._made)
        return made

    def free(self, kind: str, key: str, wanted: str) -> str:
        """Give a name for something; ``_`` follows where it is taken."""
        known = self._made.get((kind, key))
        if known is not None:
            return known
        while wanted in self._used:
            wanted += "_"
        self._used.add(wanted)
        self._made[kind, key] = wanted
        return wanted

    def member(self, at: Id, index: int) -> str:
        """Name a member of an enum: ``OperatorSncf``."""
        name = self._plan.surface.types[at]
        return self.free("member", f"{at}#{index}", name.ident + name.members[str(index)])

    def case(self, at: Id, index: int) -> str:
        """Name the type that stands for a case of a union that is no model: ``SeatWishString``."""
        name = self._plan.surface.types[at]
        ident = name.members[str(index)]
        return self.free("case", f"{at}#{index}", ident if ident.startswith(name.ident) else name.ident + ident)


_first_names = per_plan(Names)


def names_of(plan: Plan) -> Names:
    """Return the names of a plan: files, calls and the README ask apart, and most of the names are the same."""
    return _first_names(plan).copy()
