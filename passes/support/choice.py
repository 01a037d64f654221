"""How a value of a union is recognised: by tag, by JSON type, by shape, else first that decodes (D11.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from compiler.ir.context import Context, component_name
from compiler.ir.node import Id, Json, frozen, replace
from compiler.ir.nodes import Discriminator
from compiler.ir.references import end
from compiler.ir.types import (
    Alias,
    Case,
    Choice,
    Const,
    Declaration,
    Enum,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
)
from compiler.source import as_text
from passes.support.components import is_component
from passes.support.places import nearest

Types = Mapping[Id, Declaration]

MANY = 6
"""So many members a message names."""

MOST = 1_000
"""Unions of more members are not told apart by shape: each would be compared with each."""

KINDS = {
    Kind.ANY: ("any",),
    Kind.NULL: ("null",),
    Kind.BOOLEAN: ("boolean",),
    Kind.INTEGER: ("integer",),
    Kind.INT32: ("integer",),
    Kind.INT64: ("integer",),
    Kind.NUMBER: ("integer", "number"),
}
"""JSON types of the scalars that are no strings."""


@frozen
class Facts:
    """What all values of a type have in common.

    ``known``: properties some of them may have; ``required``: properties they all have, in order; ``constants``:
    properties that hold one of few values, of which the ``loose`` may be null instead.
    """

    kinds: frozenset[str]
    known: frozenset[str] = frozenset()
    required: tuple[str, ...] = ()
    constants: Mapping[str, frozenset[Json]] = field(default_factory=dict)
    loose: frozenset[str] = frozenset()


class Chooser:
    """Decides for each union how its cases are told apart."""

    def __init__(self, types: Types, context: Context) -> None:
        self.types = types
        self.context = context
        self.known: dict[Id, Facts] = {}
        aliases = ((at, item.type) for at, item in types.items() if isinstance(item, Alias))
        self.links = {at: type_.target for at, type_ in aliases if isinstance(type_, Ref)}

    def decide(self, union: Union, discriminator: Discriminator | None, subject: Id | None) -> Union:
        """Return the union with its choice, and with what selects each case.

        Reports CG0506 (cases that cannot be told apart), CG0509 (a mapping to no member) and
        CG0522 (a property that no member has).
        """
        facts = [self.facts(case.type) for case in union.cases]
        tagged = self._tagged(union, discriminator, facts, subject) or _by_constant(union, facts)
        if tagged is not None:
            return tagged
        overlap = _overlap(facts)
        cases = tuple(_case(case, fact) for case, fact in zip(union.cases, facts, strict=True))
        if not overlap:
            return replace(union, choice=Choice.KINDS, cases=cases)
        ordered = _by_shape(union.cases, facts) if overlap == {"object"} else None
        if ordered is not None:
            return replace(union, choice=Choice.SHAPE, cases=ordered)
        if overlap & {"object", "array"}:
            members = ", ".join(self.shown(case.type) for case in union.cases[:MANY])
            members += ", ..." if len(union.cases) > MANY else ""
            at = self.context.loc(union.id)
            self.context.diagnostics.report("CG0506", at, subject=subject, members=members)
        return replace(union, choice=Choice.FIRST, cases=cases)

    def _tagged(
        self, union: Union, discriminator: Discriminator | None, facts: list[Facts], subject: Id | None
    ) -> Union | None:
        """Choose by the discriminator; None where it does not tell all cases."""
        if discriminator is None:
            return None
        self._check_property(union, discriminator, facts, subject)
        tags: dict[Id | None, list[str]] = {}
        members = {self._end(_target(case.type)) for case in union.cases}
        for tag, target in discriminator.mapping:
            if self._end(target) in members:
                tags.setdefault(self._end(target), []).append(tag)
            else:
                at = self.context.loc(union.id).at("discriminator", "mapping", tag)
                self.context.diagnostics.report("CG0509", at, subject=subject, tag=tag, target=component_name(target))
        cases: list[Case] = []
        used = {tag for mapped in tags.values() for tag in mapped}
        for case, fact in zip(union.cases, facts, strict=True):
            found = tuple(tags.get(self._end(_target(case.type)), ())) or _tags(
                case, fact, discriminator.property, used
            )
            used.update(found)
            cases.append(_case(case, fact, tags=found))
        if not all(case.tags for case in cases):
            return None
        chosen = self._end(discriminator.default)
        default = next((case.type for case in cases if self._end(_target(case.type)) == chosen), None)
        default = default if discriminator.default else None
        return replace(union, choice=Choice.TAGGED, tag=discriminator.property, cases=tuple(cases), default=default)

    def _check_property(
        self, union: Union, discriminator: Discriminator, facts: list[Facts], subject: Id | None
    ) -> None:
        """Tell of a discriminator whose property is a misspelt one of all members.

        A property that they do not describe is none: it is implied.
        """
        name = discriminator.property
        if not facts or any(name in fact.known for fact in facts):
            return
        near = str(nearest(name, sorted(frozenset.intersection(*(fact.known for fact in facts)))))
        if near:
            at = self.context.loc(union.id).at("discriminator", "propertyName")
            self.context.diagnostics.report("CG0522", at, subject=subject, name=name, nearest=near)

    def _end(self, at: Id | None) -> Id | None:
        """Return what a type leads to through components that only name another: a mapping may name either."""
        return None if at is None else end(self.links, at)

    def facts(self, type_: Type) -> Facts:
        """Return what the values of a type have in common."""
        match type_:
            case Ref(target):
                return self._declared(target)
            case Nullable(inner):
                return self.facts(inner)
            case ListOf():
                return Facts(frozenset({"array"}))
            case MapOf():
                return Facts(frozenset({"object"}))
            case Const(value):
                return Facts(frozenset({json_kind(value)}))
            case Scalar(kind=Kind.DECIMAL, format=form):
                return Facts(frozenset({"integer", "number"} if form == "number" else {"string"}))
            case Scalar(kind):
                return Facts(frozenset(KINDS.get(kind, ("string",))))

    def shown(self, type_: Type) -> str:
        """Return how a message calls a type."""
        match type_:
            case Ref(target):
                declared = self.types.get(target)
                if is_component(target) or declared is None:
                    return component_name(target)
                if declared.title:
                    return declared.title
                if isinstance(declared, Model):
                    return f"{{{', '.join(field.wire for field in declared.fields[:3])}}}"
                return type(declared).__name__.lower()
            case ListOf(item):
                return f"list of {self.shown(item)}"
            case MapOf(value):
                return f"map of {self.shown(value)}"
            case Nullable(inner):
                return self.shown(inner)
            case Const(value):
                return repr(value)
            case Scalar(kind):
                return kind.value

    def _declared(self, target: Id) -> Facts:
        found = self.known.get(target)
        if found is None:
            self.known[target] = Facts(frozenset())  # what a union says of itself adds nothing
            found = self.known[target] = self._of(self.types.get(target))
        return found

    def _of(self, declared: Declaration | None) -> Facts:
        match declared:
            case Model():
                return self._of_model(declared)
            case Enum():
                return Facts(frozenset(json_kind(member.value) for member in declared.members))
            case Union():
                return united([self.facts(case.type) for case in declared.cases])
            case Alias():
                return self.facts(declared.type)
            case None:
                return Facts(frozenset({"any"}))

    def _of_model(self, model: Model) -> Facts:
        constants = {item.wire: values for item in model.fields if (values := self._constants(item.type))}
        return Facts(
            frozenset({"object"}),
            frozenset(item.wire for item in model.fields),
            tuple(item.wire for item in model.fields if item.required),
            constants,
            frozenset(item.wire for item in model.fields if isinstance(item.type, Nullable)) & constants.keys(),
        )

    def _constants(self, type_: Type) -> frozenset[Json]:
        match type_:
            case Const(value) if isinstance(value, (str, int, float)):
                return frozenset({value})
            case Nullable(inner):
                return self._constants(inner)
            case Ref(target):
                declared = self.types.get(target)
                if isinstance(declared, Enum):
                    return frozenset(member.value for member in declared.members)
                if isinstance(declared, Alias) and not isinstance(declared.type, Ref):
                    return self._constants(declared.type)
        return frozenset()


def json_kind(value: Json) -> str:
    """Return the JSON type of a value."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def united(facts: list[Facts]) -> Facts:
    """Return what the values of any of several types have in common."""
    facts = [fact for fact in facts if fact.kinds]
    if not facts:
        return Facts(frozenset())
    shared = set.intersection(*(set(fact.constants) for fact in facts))
    return Facts(
        frozenset().union(*(fact.kinds for fact in facts)),
        frozenset().union(*(fact.known for fact in facts)),
        tuple(name for name in facts[0].required if all(name in fact.required for fact in facts)),
        {name: frozenset().union(*(fact.constants[name] for fact in facts)) for name in shared},
        frozenset().union(*(fact.loose for fact in facts)),
    )


def _overlap(facts: list[Facts]) -> set[str]:
    """Return the JSON types that values of two cases have."""
    seen: set[str] = set()
    twice: set[str] = set()
    for fact in facts:
        kinds = fact.kinds or {"object"}
        twice |= seen & kinds
        seen |= kinds
    return twice


def _target(type_: Type) -> Id | None:
    return type_.target if isinstance(type_, Ref) else None


def _tags(case: Case, fact: Facts, name: str, used: set[str]) -> tuple[str, ...]:
    """Return the tags of a case that the mapping does not name: the property's constants, else the component's name.

    Tags are texts, as the keys of a mapping are: `1` and `true` stand for the number and the boolean.
    """
    target = _target(case.type)
    constants = fact.constants.get(name, frozenset())
    texts = sorted(as_text(value) for value in constants if isinstance(value, (str, int)))
    free = tuple(text for text in texts if text not in used)
    if free or target is None or len(texts) < len(constants):
        return free
    implicit = component_name(target)
    return () if implicit in used else (implicit,)


def _case(case: Case, fact: Facts, **members: object) -> Case:
    return replace(case, kinds=tuple(sorted(fact.kinds)), **members)  # type: ignore[arg-type]


def _by_constant(union: Union, facts: list[Facts]) -> Union | None:
    """Choose by a property that holds other constants in each case, as if it were a discriminator."""
    if any(fact.kinds != {"object"} for fact in facts):
        return None
    for name, values in facts[0].constants.items():
        if all(isinstance(value, str) for value in values) and apart(name, facts):
            cases = tuple(
                _case(case, fact, tags=tuple(sorted(map(str, fact.constants[name]))))
                for case, fact in zip(union.cases, facts, strict=True)
            )
            return replace(union, choice=Choice.TAGGED, tag=name, cases=cases)
    return None


def apart(name: str, facts: list[Facts]) -> bool:
    """Whether a property holds a text in each, of which no two have one in common."""
    seen: set[Json] = set()
    for fact in facts:
        values = fact.constants.get(name, frozenset())
        usable = values and name not in fact.loose and all(isinstance(value, str) for value in values)
        if not usable or not seen.isdisjoint(values):
            return False
        seen |= values
    return True


def _by_shape(cases: tuple[Case, ...], facts: list[Facts]) -> tuple[Case, ...] | None:
    """Put the cases into an order in which the first that fits is the right one; None where there is none.

    Each case must have something that those after it do not have; the last one is what remains. More than `MOST`,
    which no real union has a tenth of, are not looked at.
    """
    if len(cases) > MOST:
        return None
    waiting = list(zip(cases, facts, strict=True))
    ordered: list[Case] = []
    while waiting:
        told = ((index, _told(index, waiting, facts)) for index in range(len(waiting)))
        index, case = next(((index, case) for index, case in told if case is not None), (0, None))
        if case is None:
            return None
        ordered.append(case)
        del waiting[index]
    return tuple(ordered)


def _told(index: int, waiting: list[tuple[Case, Facts]], facts: list[Facts]) -> Case | None:
    """Return a case with what tells it from the others that wait; None where nothing does.

    What remains of its JSON type keeps the constants that tell it from all others of the union: another value is none
    of them, which is data to be seen as unknown. An object without the property is read as before (D11.1).
    """
    case, fact = waiting[index]
    others = [other for i, (_, other) in enumerate(waiting) if i != index and other.kinds & fact.kinds]
    remains = not others
    if remains:
        others = [other for other in facts if other is not fact and other.kinds & fact.kinds]
    if fact.kinds != {"object"} or not others:
        return _case(case, fact) if remains else None
    consts = _own_constant(fact, others)
    if remains or consts:
        return _case(case, fact, consts=consts, rest=remains and bool(consts))
    keys = _own_keys(fact, others)
    return _case(case, fact, keys=keys) if keys else None


def _own_constant(fact: Facts, others: list[Facts]) -> tuple[tuple[str, Json], ...]:
    """Return a property with the values it has, which no other has there; () where there is none.

    One value goes first. Several, to which an enum may add more, tell only where each other lists its own.
    """
    usable = {name: values for name, values in fact.constants.items() if name not in fact.loose}
    for name, values in usable.items():
        if len(values) == 1 and all(_excludes(other, name, values) for other in others):
            return tuple((name, value) for value in values)
    for name, values in usable.items():
        if name in fact.required and all(_lists_others(other, name, values) for other in others):
            return tuple((name, value) for value in sorted(values, key=_rank))
    return ()


def _own_keys(fact: Facts, others: list[Facts]) -> tuple[str, ...]:
    """Return required properties that no other has all of: one where one is enough; () where there are none."""
    for name in fact.required:
        if not any(name in other.known for other in others):
            return (name,)
    keys: dict[str, None] = {}
    for other in others:
        missing = [name for name in fact.required if name not in other.known]
        if not missing:
            return ()
        if keys.keys().isdisjoint(missing):
            keys[missing[0]] = None
    return tuple(keys)


def _excludes(fact: Facts, name: str, values: frozenset[Json]) -> bool:
    """Whether an object of these facts cannot hold one of the values under the name."""
    if name in fact.constants:
        return fact.constants[name].isdisjoint(values)
    return name not in fact.known


def _lists_others(fact: Facts, name: str, values: frozenset[Json]) -> bool:
    """Whether an object of these facts holds one of some other values under the name."""
    return name in fact.constants and name not in fact.loose and fact.constants[name].isdisjoint(values)


def _rank(value: Json) -> tuple[str, Json]:
    return json_kind(value), value
