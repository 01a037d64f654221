"""How the members of a union are distinguished by the look of their values (D11.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from compiler.ir.node import Json, frozen
from compiler.ir.types import Look, Type
from passes.support.type_queries import json_type
from passes.support.unions.facts import Facts

MOST = 1_000
"""The most members that are distinguished by shape, since each is compared with each."""
DEEPEST = 3
"""Through so many lists and maps in one another their items are looked at."""

Alternatives = Callable[[Sequence[Type]], list[Facts]]
"""Gives the facts of each type that a value of some types may be of."""


@frozen
class Told:
    """What a value of a member looks like; ``sure``: it is told from all of the others."""

    look: Look
    sure: bool = True


@frozen
class Looks:
    """Distinguishes the members of unions."""

    alternatives: Alternatives

    def ordered(self, facts: Sequence[Facts]) -> tuple[list[int], list[Told]]:
        """Return the order in which the first member that fits is the right one, and what each looks like there.

        Each must have something that those after it do not have. Those that nothing tells stand last, as they stood.
        """
        waiting = list(range(len(facts)))
        if len(facts) > MOST:
            return waiting, [Told(_look(fact), sure=False) for fact in facts]
        order: list[int] = []
        found: dict[int, Told] = {}
        while waiting:
            tried = ((index, self._tell_member(index, waiting, facts)) for index in waiting)
            index, told = next(((index, told) for index, told in tried if told.sure), (0, None))
            if told is None:
                break
            found[index] = told
            order.append(index)
            waiting.remove(index)
        found |= {index: self._tell_member(index, waiting, facts) for index in waiting}
        return _in_place([*order, *waiting], facts), [found[index] for index in range(len(facts))]

    def _tell_member(self, index: int, waiting: Sequence[int], facts: Sequence[Facts]) -> Told:
        """Tell a member from the others that wait."""
        fact = facts[index]
        others = [facts[other] for other in waiting if other != index]
        return self._from(fact, others, [other for other in facts if other is not fact], 0)

    def _from(self, fact: Facts, waiting: Sequence[Facts], every: Sequence[Facts], depth: int) -> Told:
        """Tell a type from others that wait, among all others.

        What remains of its JSON type must look like itself all the same: what fits none is data to be seen as unknown.
        """
        every = [other for other in every if _meet(other, fact)]
        others = [other for other in waiting if _meet(other, fact)]
        if not every:
            return Told(_look(fact))
        if fact.items:
            return self._holder(fact, others, every, depth)
        if fact.kinds == {"object"}:
            return _object(fact, others) if others else Told(_remaining(fact, every))
        return _scalar(fact, others)

    def _holder(self, fact: Facts, waiting: list[Facts], every: list[Facts], depth: int) -> Told:
        """Tell lists, or maps, by what they hold; of an object that may be no map nothing is known."""
        own, rivals, others = map(self._items_of, ([fact], waiting, every))
        if depth >= DEEPEST or len(own) * len(others) > MOST:
            return Told(_look(fact), sure=not waiting)
        found = [self._item(item, rivals, others, depth + 1) for item in own]
        sure = all(one.sure for one in found) and all(other.items for other in waiting)
        looks = tuple(dict.fromkeys(one.look for one in found))
        return Told(_look(fact, items=() if Look() in looks else looks), sure or not waiting)

    def _items_of(self, facts: Sequence[Facts]) -> list[Facts]:
        return self.alternatives([type_ for fact in facts for type_ in fact.items])

    def _item(self, fact: Facts, waiting: list[Facts], every: list[Facts], depth: int) -> Told:
        """Tell what lists or maps hold from what the others hold."""
        if not fact.kinds or "any" in fact.kinds:
            return Told(Look(), sure=False)
        found = self._from(fact, waiting, every, depth)
        if found.sure or fact.kinds != {"object"} or fact.items:
            return found
        return Told(_look(fact, keys=fact.required), sure=False)


def _in_place(order: list[int], facts: Sequence[Facts]) -> list[int]:
    """Leave those that share a JSON type with no other where they stand; the others fill the places between them."""
    alone = {
        index for index, fact in enumerate(facts) if not any(_meet(other, fact) for other in facts if other is not fact)
    }
    ordered = iter([index for index in order if index not in alone])
    return [index if index in alone else next(ordered) for index in range(len(facts))]


def _meet(one: Facts, other: Facts) -> bool:
    """Whether values of two types may have one JSON type."""
    return bool(one.kinds & other.kinds)


def _kinds(fact: Facts) -> tuple[str, ...]:
    return tuple(sorted(fact.kinds - {"any"})) if "any" not in fact.kinds else ()


def _look(fact: Facts, **more: Any) -> Look:
    return Look(kinds=_kinds(fact), **more)


# --------------------------------------------------------------------------- objects


def _remaining(fact: Facts, others: list[Facts]) -> Look:
    """Say what the last of some objects looks like: by what tells it from all others, else by all that it requires.

    Where it requires constants, these are enough: a property that is missing does not make it another one (D11.1).
    """
    consts = own_constant(fact, others)
    if consts and consts[0][0] in fact.required:
        return _look(fact, consts=consts)
    keys = _own_keys(fact, others)
    if keys or consts:
        return _look(fact, keys=keys or fact.required, consts=consts, rest=bool(consts))
    fixed = tuple((name, value) for name in fact.required for value in _fixed(fact, name))
    return _look(fact, consts=fixed) if fixed else _look(fact, keys=fact.required)


def _fixed(fact: Facts, name: str) -> frozenset[Json]:
    """Return the only value of a property."""
    values = fact.constants.get(name, frozenset())
    return values if len(values) == 1 and name not in fact.loose else frozenset()


def _object(fact: Facts, others: list[Facts]) -> Told:
    consts = own_constant(fact, others)
    if consts:
        return Told(_look(fact, consts=consts))
    keys = _own_keys(fact, others)
    return Told(_look(fact, keys=keys), sure=bool(keys))


def own_constant(fact: Facts, others: Sequence[Facts]) -> tuple[tuple[str, Json], ...]:
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


def has_distinct_texts(name: str, facts: Sequence[Facts]) -> bool:
    """Whether a property holds a text in each, of which no two have one in common."""
    seen: set[Json] = set()
    for fact in facts:
        values = fact.constants.get(name, frozenset())
        usable = values and name not in fact.loose and all(isinstance(value, str) for value in values)
        if not usable or not seen.isdisjoint(values):
            return False
        seen |= values
    return True


# --------------------------------------------------------------------------- scalars


def _scalar(fact: Facts, others: list[Facts]) -> Told:
    """Tell a scalar by its values, an integer from numbers, and texts by what they can be read as."""
    if fact.values is not None:
        sure = all(other.values is None or other.values.isdisjoint(fact.values) for other in others)
        return Told(_look(fact, values=tuple(sorted(fact.values, key=_rank))), sure)
    told = all(_is_whole(fact, other) or _forms_differ(fact, other) for other in others)
    return Told(_look(fact, form=fact.form), told)


def _is_whole(fact: Facts, other: Facts) -> bool:
    """Whether what two types share are integers, of which one is made alone."""
    return fact.kinds & other.kinds == {"integer"} and "number" not in fact.kinds


def _forms_differ(fact: Facts, other: Facts) -> bool:
    """Whether two kinds of texts are told by how they are read: dates, say, from moments."""
    return None not in (fact.form, other.form) and fact.form != other.form and other.values is None


def _rank(value: Json) -> tuple[str, Json]:
    return json_type(value), value
