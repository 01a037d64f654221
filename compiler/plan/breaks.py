"""What breaks the programs of a target: data of its backend, by which surfaces are compared (docs/diff.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from compiler.base.frozen import frozen

Kinds = Mapping[str, tuple[str, ...]]
"""The types that a language has for the scalars of a surface (``int64``, ``number/int64``), each one or several."""


def _as_written(settings: Mapping[str, str]) -> Kinds:
    return {}


def _never(what: str, missing: bool) -> bool:
    return False


@frozen
class Breaks:
    """The rules of a language; the defaults are those of one that takes arguments in objects.

    ``names_positional``: arguments by position may be given by name, so that their names count. ``object_first``: the
    first argument by name adds an argument to every call that had none; ``options_behind``: only to calls that give
    options. ``needs_fields``: values of models are made with all required fields. ``exhaustive``: programs may handle
    all members of an enum or a union, and the checker tells them of another.

    ``kinds``: its types of scalars under the ``settings`` of gen.yaml that change types. ``within``: plain types whose
    values are also values of others. ``absent``: what an optional value is that is not there. ``exact_items``: a list
    is one of another type only if their items are of equal types.

    ``held``, of a language whose types must be equal: how a value is held, by what it is (``list``, ``model``,
    ``text enum``, a scalar ...), whether it may be missing, may be null, and is of a type that is sent.
    ``must_be_given``: what a required argument cannot be without being given, though it is given by name.
    ``incomparable``: whether an object cannot be compared that holds such an argument, by what it is, and whether it
    may be missing.
    """

    names_positional: bool = False
    object_first: bool = False
    options_behind: bool = True
    needs_fields: bool = True
    exhaustive: bool = True
    settings: tuple[str, ...] = ()
    kinds: Callable[[Mapping[str, str]], Kinds] = _as_written
    within: Kinds = field(default_factory=dict)
    absent: str = "absent"
    exact_items: bool = False
    held: Callable[[str, bool, bool, bool], object] | None = None
    must_be_given: frozenset[str] = frozenset()
    incomparable: Callable[[str, bool], bool] = _never
