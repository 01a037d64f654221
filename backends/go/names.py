"""Names of the package's scope that are derived from others: members of enums, wrappers in unions, events, options.

Go has one scope for a package. Its public names are in the plan (``surface.derived``); another name that is made here
gets ``_`` if it is taken.
"""

from __future__ import annotations

from functools import cached_property

from backends.go.profile import PROFILE
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id
from compiler.ir.types import Union
from compiler.plan.per_plan import per_plan
from compiler.plan.plan import Method, Plan

_WORD = lazy_pattern(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def _taken(plan: Plan) -> set[str]:
    """Collect the names of the plan and of the runtime; arguments count, since they hide names of the package."""
    used = {*PROFILE.taken["type"], *PROFILE.taken["internal"], plan.surface.client, *plan.surface.derived.values()}
    used |= {argument.ident for method in plan.surface.methods() for argument in method.alone}
    used |= {name.ident for name in plan.surface.type_heads.values()}
    used |= {group.type_ident for group in plan.surface.group_heads.values()}
    return used | plan.surface.requests().keys()


class Names:
    """Hands out names of one package; the same request gets the same name."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def public(self, kind: str, key: str, *wanted: str) -> str:
        """Return a public name; ``wanted`` has the candidates, the best first."""
        return self.plan.surface.derived[f"{kind} {key}"]

    def facts(self, method: Method) -> str:
        """Name the variable of a method's facts."""
        return self._private[(*method.group, method.ident)]

    def declares(self, method: Method) -> bool:
        """Whether the struct of its arguments stands beside a method: the first of those that take it."""
        return method.request is not None and self._first[method.request.ident] == (method.group, method.ident)

    @cached_property
    def _first(self) -> dict[str, tuple[tuple[str, ...], str]]:
        return {name: (method.group, method.ident) for name, method in self.plan.surface.requests().items()}

    def union(self, name: str) -> str:
        """Name the variable that describes a union."""
        return self._private[name]

    @cached_property
    def _private(self) -> dict[str | tuple[str, ...], str]:
        """The names of what is not public, unions before methods; ``_`` is appended where one is taken."""
        wire, surface = self.plan.wire, self.plan.surface
        names = surface.type_heads
        unions = [names[at].ident for at, item in wire.unions_and_aliases.items() if isinstance(item, Union)]
        wanted: dict[str | tuple[str, ...], str] = {name: f"union{name}" for name in unions}
        for path, group in surface.groups.items():
            wanted |= {(*path, item.ident): f"op{''.join(group.idents)}{item.ident}" for item in group.methods}
        used = _taken(self.plan)
        for key, name in wanted.items():
            while name in used:
                name += "_"
            used.add(name)
            wanted[key] = name
        return wanted

    def member(self, at: Id, index: int) -> str:
        """Name a member of an enum: ``OperatorSncf``."""
        name = self.plan.surface.types[at]
        member = name.members[str(index)]
        return self.public("member", f"{at} {member}", name.ident + member, f"{name.ident}{member}Value")

    def constant(self, at: Id, wire: str, value: str) -> str:
        """Name the one value of a text property as that of an enum there would be: ``CatKindCat``."""
        name = self.plan.surface.types[at]
        wanted = name.ident + name.members[wire] + PROFILE.identifier("member", value)
        return self.public("constant", f"{at} {wire}", wanted, f"{wanted}Value")

    def case(self, at: Id, index: int) -> str:
        """Name the wrapper type of a union's case that is not a model: ``SeatWishString``."""
        name = self.plan.surface.types[at]
        case = name.members[str(index)]
        wanted = name.ident + _apart(case, name.ident)
        return self.public("case", f"{at} {case}", wanted, f"{wanted}Value")

    def option(self, option: str, end: str = "") -> str:
        """Name a client option: ``WithToken``; with a suffix, another way to give the same: ``WithTokenSource``.

        The suffix is an argument of its own, since another option may have the combined name.
        """
        kind, key = ("option-of", f"{option} {end}") if end else ("option", option)
        return self.public(kind, key, f"With{option}{end}")


def _apart(case: str, union: str) -> str:
    """Return a case's name without the leading words that it shares with the union's name."""
    pairs = enumerate(zip(case, union, strict=False))
    length = next((index for index, (one, other) in pairs if one != other), min(len(case), len(union)))
    if length < len(union):
        length = max((match.start() for match in _WORD.finditer(case[: length + 1])), default=0)
    return case[length:]


names_of = per_plan(Names)
"""Return the names of a plan."""
