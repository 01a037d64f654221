"""Frozen, slotted dataclasses that are made quickly, and quick to make: a build has hundreds of classes of them, and
of nodes 100,000s of instances."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from compiler.base.memory import identical

T = TypeVar("T")
_Fields = tuple[dataclasses.Field[Any], ...]
_Lines = Callable[[_Fields], Iterator[str]]
_MEMBER = dataclasses._FIELD  # type: ignore[attr-defined]
"""The mark of an ordinary field, which `dataclasses` keeps to itself."""


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class a slotted dataclass with quick construction and copies, whose members nobody sets afterwards.

    Type checkers see that nobody does, and the tests, in which all of a build's instances refuse it
    (`tests/house/test_frozen.py`). At run time nothing does: a class that refuses cannot fill its own slots quickly.
    """
    made: type[T] = _with_slots(cls, _members(cls))
    _add_methods(made, _OF_FROZEN)
    return made


@dataclass_transform(field_specifiers=(dataclasses.field,))
def mutable(cls: type[T]) -> type[T]:
    """Make a class a slotted dataclass whose members may be set; it has no hash."""
    made: type[T] = _with_slots(cls, _members(cls))
    _add_methods(made, _OF_MUTABLE)
    made.__hash__ = None  # type: ignore[assignment]
    return made


@cache
def class_without(cls: type[Any], names: frozenset[str]) -> Any:
    """Return a class of the same values in which some members do not exist: who reads one gets an AttributeError."""
    members = {name: member for name, member in cls.__dict__["__dataclass_fields__"].items() if name not in names}
    body: dict[str, Any] = {name: _Missing(name) for name in names}
    body |= {"__slots__": (), "__dataclass_fields__": members, "__match_args__": tuple(members)}
    body |= {"__qualname__": cls.__qualname__, "__module__": cls.__module__}
    metaclass: Any = type(cls)
    made = metaclass(cls.__name__, (cls,), body)
    _add_methods(made, _OF_FROZEN)
    return made


class _Missing:
    """A member that does not exist."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, item: Any, owner: type[Any]) -> Any:
        raise AttributeError(f"{owner.__name__}.{self._name} is not there for this step", name=self._name, obj=item)


def _members(cls: type[Any]) -> dict[str, Any]:
    """Return the fields of a class by their names, those that it inherits first, as `dataclass` finds them."""
    found: dict[str, Any] = {}
    for base in cls.__mro__[-1:0:-1]:
        found |= base.__dict__.get("__dataclass_fields__", {})
    for name, type_ in inspect.get_annotations(cls).items():
        if not type_.startswith("ClassVar"):
            given = cls.__dict__.get(name, dataclasses.MISSING)
            member: Any = given if isinstance(given, dataclasses.Field) else dataclasses.field(default=given)
            member.name, member.type, member.kw_only, member._field_type = name, type_, False, _MEMBER
            found[name] = member
    return found


def _with_slots(cls: type[Any], members: dict[str, Any]) -> Any:
    """Make a class again, since slots cannot be added to one; with what tells functions of `dataclasses` its fields."""
    inherited = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    slots = tuple(name for name in members if name not in inherited)
    left_out = {*members, "__dict__", "__weakref__"}
    body = {name: value for name, value in cls.__dict__.items() if name not in left_out}
    body |= {"__slots__": slots, "__dataclass_fields__": members, "__match_args__": tuple(members)}
    metaclass: Any = type(cls)
    made = metaclass(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _text(item: Any) -> str:
    shown = ", ".join(f"{name}={getattr(item, name)!r}" for name in item.__match_args__)
    return f"{type(item).__qualname__}({shown})"


_KEEP: Any = object()
"""Default of a member that is made anew for each instance."""


def _add_methods(cls: type[Any], methods: dict[str, _Lines]) -> None:
    """Add methods to a frozen class, each compiled when it is first called.

    Those of ``dataclass(frozen=True, slots=True)`` fill slots through ``object.__setattr__`` by name, make a dictionary
    for each replacement, and are compiled for every class at import. Measured in paired runs, processor time, as
    medians: of github-api.json, the largest document of ../shared/specs, a build of all targets takes 9.4 s with ours
    and 0.44 s more with those (all before printing 1.84 s and 2.20 s), one of examples/trains 0.77 s and 0.85 s.
    Classes that refuse to be changed, and fill their slots through descriptors, cost 0.25 s of 8.5 s.
    """
    for name, lines in methods.items():
        if name not in cls.__dict__:
            setattr(cls, name, _later(cls, name, lines))
    if "__repr__" not in cls.__dict__:
        cls.__repr__ = _text  # type: ignore[assignment]


def _scope(cls: type[Any], fields: _Fields) -> dict[str, Any]:
    """Return the names that the text of a method refers to."""
    scope: dict[str, Any] = {"_class": cls, "_new": object.__new__, "_set": object.__setattr__, "_keep": _KEEP}
    scope["_identical"] = identical
    for field in fields:
        scope[f"_default_{field.name}"] = field.default
        scope[f"_make_{field.name}"] = field.default_factory
    return scope


def _compile(cls: type[Any], name: str, lines: _Lines) -> Any:
    fields = dataclasses.fields(cls)
    scope = _scope(cls, fields)
    exec("\n".join(lines(fields)), scope)
    method = scope[name]
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    setattr(cls, name, method)
    return method


def _later(cls: type[Any], name: str, lines: _Lines) -> Any:
    """Return a method that compiles these lines and replaces itself: a run needs few of the methods."""
    return lambda *args, **members: _compile(cls, name, lines)(*args, **members)


def _init(fields: _Fields) -> Iterator[str]:
    yield f"def __init__(self, {', '.join(map(_parameter, fields))}):"
    for field in fields:
        yield f"    self.{field.name} = {_value_text(field)}"
    yield "    pass"


def _value_text(field: dataclasses.Field[Any]) -> str:
    made = field.default_factory is not dataclasses.MISSING
    return f"_make_{field.name}() if {field.name} is _keep else {field.name}" if made else field.name


def _with(fields: _Fields) -> Iterator[str]:
    yield "def _with(self, members):"
    yield "    new = _new(_class)"
    for field in fields:
        yield f"    new.{field.name} = self.{field.name}"
    yield "    for name in members:"
    yield "        _set(new, name, members[name])"
    yield "    return new"


def _eq(fields: _Fields) -> Iterator[str]:
    yield "def __eq__(self, other):"
    yield "    if other.__class__ is not _class:"
    yield "        return NotImplemented"
    yield f"    return {_values('self', fields)} == {_values('other', fields)}"


def _same(fields: _Fields) -> Iterator[str]:
    """Print the comparison of :func:`compiler.base.memory.identical`."""
    yield "def _same(self, other):"
    yield "    return other.__class__ is _class and ("
    names = [field.name for field in fields]
    yield (
        " and ".join(f"(self.{name} is other.{name} or _identical(self.{name}, other.{name}))" for name in names)
        or "True"
    )
    yield "    )"


def _hash(fields: _Fields) -> Iterator[str]:
    yield "def __hash__(self):"
    yield f"    return hash({_values('self', fields)})"


def _values(item: str, fields: _Fields) -> str:
    return f"({', '.join(f'{item}.{field.name}' for field in fields if field.compare)},)"


_OF_FROZEN: dict[str, _Lines] = {
    "__init__": _init, "_with": _with, "_same": _same, "__eq__": _eq, "__hash__": _hash,
}  # fmt: skip
_OF_MUTABLE: dict[str, _Lines] = {"__init__": _init, "__eq__": _eq}


def _parameter(field: dataclasses.Field[Any]) -> str:
    if field.default_factory is not dataclasses.MISSING:
        return f"{field.name}=_keep"
    return field.name if field.default is dataclasses.MISSING else f"{field.name}=_default_{field.name}"


if TYPE_CHECKING:
    from dataclasses import replace as replace  # type checkers know the members that it takes
else:

    def replace(item: T, /, **members: Any) -> T:
        """Return a copy of the node, or of another dataclass, with some members changed."""
        with_ = getattr(item, "_with", None)
        return dataclasses.replace(item, **members) if with_ is None else with_(members)
