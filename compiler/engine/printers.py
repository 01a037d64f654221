"""Put recall (:mod:`compiler.engine.printed`) before the grains, the facts and the caches of printers."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Hashable, Iterator
from functools import cached_property, partial
from importlib import import_module
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from compiler.engine.reads import Noted
from compiler.engine.recall import replace_function
from compiler.ir.node import replace
from compiler.plan.per_plan import per_plan

if TYPE_CHECKING:
    from compiler.base.grain import Grain
    from compiler.engine.printed import Printed
    from compiler.plan.plan import Plan

V = TypeVar("V")


def _noted_in(item: object) -> Noted | None:
    """Return the plan, or the half of one, that takes note, of which something is made; None in a build by itself."""
    for found in (item, getattr(item, "plan", None), getattr(item, "wire", None)):
        if type(found) is Noted:
            return found
    return None


@functools.cache
def install() -> None:
    """Put recall before all grains, facts and caches of what prints; once in a process."""
    from backends.grains import GRAINS, TABLES

    for grain in GRAINS:
        replace_function(grain.module, grain.function, partial(_Recalled, grain))
    for module, function in TABLES:
        replace_function(module, function, partial(_Tables, function))
    made = per_plan.__call__

    def make_alone(self: per_plan[Any, Any], plan: object) -> Any:
        noted = _noted_in(plan)
        return made(self, plan) if noted is None else noted.notes.of_part(self.make, plan)

    per_plan.__call__ = make_alone  # type: ignore[method-assign]


def settle_facts(printed: Printed, target: str, plan: Plan) -> None:
    """Work out again the facts of a target that may have changed (:meth:`Printed.settle_facts`)."""
    printed.settle_facts(target, {type(owner): owner for owner in _owners(target, plan)})


def _owners(target: str, plan: Plan) -> Iterator[object]:
    """Yield the objects of a plan whose cached properties are facts."""
    from backends.grains import FACTS

    for facts in FACTS:
        if facts.target in ("", target):
            owner = getattr(import_module(facts.module), facts.function)(plan.wire if facts.of_wire else plan)
            found = attrgetter(facts.attribute)(owner) if facts.attribute else owner
            _keep_facts(type(found))
            yield found


def _keep_facts(cls: type[object]) -> None:
    """Put recall before the cached properties of a class."""
    for base in cls.__mro__:
        for name, item in list(vars(base).items()):
            if type(item) is cached_property:
                kept = _Property(item.func)
                kept.__set_name__(base, name)
                setattr(base, name, kept)


def _name_of(item: Any) -> Hashable:
    """Return what names a thing that something is made for: itself, or what a node is told by."""
    return item if type(item) is str or type(item) is tuple else item.id


def _take_note_within(printed: Printed, name: str, value: Any) -> Any:
    """Return a table, or an object or a list of objects that have tables, of which the entries take note."""
    if isinstance(value, dict):
        return printed.table(name, value)
    if isinstance(value, list):
        return [_take_note_within(printed, f"{name}.{index}", item) for index, item in enumerate(value)]
    if not dataclasses.is_dataclass(value):
        return value
    members = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    tables = {key: item for key, item in members.items() if isinstance(item, dict | list)}
    seen = {key: _take_note_within(printed, f"{name}.{key}", item) for key, item in tables.items()}
    return replace(value, **seen)  # type: ignore[type-var]


class _Recalled:
    """A grain, with recall before it."""

    def __init__(self, grain: Grain, function: Any) -> None:
        self.__wrapped__ = function
        self._function, self._keys, self._name = function, grain.keys + 1, f"{grain.module}.{grain.function}"
        self._order = tuple(inspect.signature(function).parameters)
        seen = [index for index, name in enumerate(self._order) if index and name not in grain.through]
        self._given: Any = itemgetter(*seen) if len(seen) > 1 else lambda args: tuple([args[index] for index in seen])

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Return a former result if it would be the same again; else what the function returns."""
        first = args[0]
        noted = first if type(first) is Noted else _noted_in(first)
        if noted is None:
            return self._function(*args, **named)
        if named:
            args = (*args, *(named[name] for name in self._order[len(args) :]))
        key = (noted.target, self._name, *map(_name_of, args[1 : self._keys]))
        return noted.notes.part(key, self._given(args), lambda: self._function(*args))


class _Tables:
    """A function whose result has tables, of which parts depend on the entries that they read."""

    def __init__(self, name: str, function: Any) -> None:
        self.__wrapped__ = function
        self._function, self._name = function, name

    def __call__(self, first: Any, *args: Any) -> Any:
        """Return what the function returns, with tables that take note of what is read."""
        made, noted = self._function(first, *args), _noted_in(first)
        return made if noted is None else _take_note_within(noted.notes, f"{noted.target}:{self._name}", made)


class _Property(cached_property[V]):
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        """Return the value."""
        noted = None if instance is None else _noted_in(instance)
        if noted is None:
            return super().__get__(instance, owner)
        name = str(self.attrname)
        value = instance.__dict__[name] = noted.notes.fact(
            noted.target, type(instance), name, lambda: self.func(instance)
        )
        return value
