"""Models as libraries see dataclasses (``dataclasses.fields``). Imported only when needed.

A model is not made as a dataclass: this describes it as one, so that FastAPI takes it for a body
and ``fields``, ``asdict``, ``astuple`` and ``replace`` work. The fields of a class are all of its
attributes, those of an object the ones that are present.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, make_dataclass
from inspect import get_annotations
from typing import Any

_CACHE = "__record__"


def record_of(cls: type[Any]) -> type[Any]:
    """Make the dataclass that has the fields of a model: names, types as written, and defaults."""
    known: type[Any] | None = cls.__dict__.get(_CACHE)
    if known is None:
        known = make_dataclass(
            cls.__name__,
            list(_fields(cls)),
            init=False,
            repr=False,
            eq=False,
            kw_only=True,
            match_args=False,
        )
        setattr(cls, _CACHE, known)
    return known


def _fields(cls: type[Any]) -> Iterator[tuple[str, Any, Any]]:
    types: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        types.update(get_annotations(base))
    defaults: dict[str, Any] = getattr(cls.__init__, "__kwdefaults__", None) or {}
    for name in cls._names:
        made: Any = field(default=defaults[name]) if name in defaults else field()
        yield name, types.get(name, Any), made
