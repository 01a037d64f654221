"""What breaks the programs of a target: data of its backend, by which surfaces are compared (docs/diff.md)."""

from __future__ import annotations

from compiler.base.frozen import frozen


@frozen
class Breaks:
    """The rules of a language; the defaults are those of one that takes arguments in objects.

    ``names_positional``: arguments by position may be given by name, so that their names count. ``object_first``: the
    first argument by name adds an argument to every call that had none; ``options_behind``: only to calls that give
    options. ``needs_fields``: values of models are made with all required fields. ``exhaustive``: programs may handle
    all members of an enum or a union, and the checker tells them of another. ``optional_types``: an optional argument
    or field has another type than a required one.
    """

    names_positional: bool = False
    object_first: bool = False
    options_behind: bool = True
    needs_fields: bool = True
    exhaustive: bool = True
    optional_types: bool = False
