"""What became of each symbol of an SDK."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import takewhile

from compiler.base.frozen import frozen
from migrate.upgrade.absent_values import Held
from migrate.upgrade.functions import Functions

REQUEST = "request"
"""The argument that takes all others in one object (D4.2)."""
BODY = "body"
"""The source of an argument that is the whole body."""
SWITCH = "switch/"
"""What the source of an argument begins with that says whether a method streams (D13.2)."""


@frozen
class Argument:
    """An argument of a method: what it fills (``query/limit``), and whether it stands behind ``*``."""

    name: str
    source: str
    by_name: bool
    optional: bool = False
    nullable: bool = False
    type: str = ""


@frozen
class Call:
    """How programs call a method; ``path`` begins behind the client. ``arguments`` of None: as before.

    ``request``: the class of the object that takes all arguments. ``result`` is in the notation of surfaces.
    """

    path: str
    arguments: tuple[Argument, ...] | None = None
    request: str = ""
    result: str = ""
    packed: str = ""
    """The class of the object that takes the arguments by name, in languages that have one."""


@frozen
class Move:
    """What became of a method; ``new`` is None where it is gone. ``renamed`` has arguments that only changed names."""

    old: Call
    new: Call | None
    renamed: Mapping[str, str] = field(default_factory=dict)
    twin: str = ""
    """The old method that returns the stream, where no argument says any more that this one does."""

    @property
    def switch(self) -> str:
        """The old argument that says whether the method streams (D13.2); "" if there is none."""
        return next((item.name for item in self.old.arguments or () if item.source.startswith(SWITCH)), "")

    @property
    def names(self) -> Mapping[str, str]:
        """The new names of arguments that have others now."""
        new = {item.source: item.name for item in (self.new.arguments if self.new is not None else None) or ()}
        return {**self.renamed, **{item.name: new[item.source] for item in self.old.arguments or ()
                                   if new.get(item.source, item.name) != item.name}}  # fmt: skip

    @property
    def same_path(self) -> bool:
        """Whether programs reach the method as before."""
        return self.new is not None and self.new.path == self.old.path

    @property
    def same_call(self) -> bool:
        """Whether programs give arguments as before."""
        if self.new is None or self.old.arguments is None or self.new.arguments is None:
            return not self.renamed
        shapes = [[(item.name, item.source, item.by_name) for item in call.arguments or ()]
                  for call in (self.old, self.new)]  # fmt: skip
        return shapes[0] == shapes[1] and bool(self.old.request) == bool(self.new.request)


@frozen
class Renames:
    """What became of all that programs can name. Mappings to None are of what is gone; types, options, clients and
    groups have also what stayed the same."""

    target: str
    package: tuple[str, str]
    clients: Mapping[str, str]
    methods: Mapping[str, Move]
    groups: Mapping[str, str | None]
    classes: Mapping[str, str] = field(default_factory=dict)
    """The old classes of groups, and the groups."""
    new_classes: Mapping[str, str] = field(default_factory=dict)
    """The new classes of groups by the new groups."""
    options: Mapping[str, str | None] = field(default_factory=dict)
    types: Mapping[str, str | None] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)
    members: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)
    models: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The types of the old models' fields, in the notation of surfaces."""
    wires: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The wire names of the old models' fields."""
    new_wires: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The wire names of the new models' fields."""
    views: Mapping[str, str] = field(default_factory=dict)
    """Old types of what is sent and received that are two now, and what is said of that."""
    told: tuple[str, ...] = ()
    """What no program can be rewritten for."""
    scattered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Groups whose methods are not all reached from one group now, with the places where these are."""
    constants: tuple[Mapping[str, Mapping[str, str]], Mapping[str, Mapping[str, str]]] = ({}, {})
    """The constants as JSON that old and new models must have, by their wire names: they are no arguments."""
    functions: Functions = field(default_factory=Functions)
    held: tuple[Held, Held] = ({}, {})
    """How the old and the new values are held."""

    def place_of(self, group: str, used: Iterable[str]) -> str | None:
        """Return the group from which some methods of an old group are reached now; None: from no single one."""
        moves = (self.methods[path].new for path in used)
        paths = [new.path for new in moves if new is not None]
        now = self.groups.get(group)
        if now is not None and all(path.startswith(f"{now}.") for path in paths):
            return now
        return _shared({path.rpartition(".")[0] for path in paths})

    def scattering(self, group: str) -> str:
        """Tell where the methods of a scattered group are."""
        places = [f"`client.{place}`" if place else "the client itself" for place in self.scattered[group]]
        return f"the methods of `client.{group}` are in {', '.join(places[:-1])} and {places[-1]} now"

    @property
    def changed_names(self) -> set[str]:
        """The names of methods, groups, fields and members that are others now, or lead elsewhere."""
        found = {old for table in (*self.fields.values(), *self.members.values()) for old, new in table.items()
                 if old != new}  # fmt: skip
        for path, move in self.methods.items():
            found |= set(path.split(".")) - set(move.new.path.split(".") if move.new is not None else ())
        return found

    @property
    def changed(self) -> bool:
        """Whether anything has to be rewritten or marked."""
        return (
            self.package[0] != self.package[1]
            or any(old != new for table in (self.clients, self.groups, self.options, self.types)
                   for old, new in table.items())
            or bool(self.views)
            or any(not (move.same_path and move.same_call) for move in self.methods.values())
            or any(old != new for part in (self.fields, self.members) for table in part.values()
                   for old, new in table.items())
        )  # fmt: skip


def groups_of(methods: Mapping[str, Move]) -> dict[str, str | None]:
    """Return from where the methods of each group are reached now; None: from no single group."""
    went: dict[str, set[str | None]] = {}
    for path, move in methods.items():
        group = path.rpartition(".")[0]
        went.setdefault(group, set()).add(move.new.path.rpartition(".")[0] if move.new is not None else None)
    found: dict[str, str | None] = {}
    for group in sorted({part for path in went for part in _above(path)}, key=lambda path: -path.count(".")):
        inner = [found[item] for item in found if item.rpartition(".")[0] == group]
        places = (went.get(group, set()) - {None}) | {
            None if item is None else item.rpartition(".")[0] for item in inner
        }
        found[group] = group if group in places else _shared(places)
    return found


def scattered_of(methods: Mapping[str, Move], groups: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """Return the groups whose methods are not all reached from where a group is now, with the places of these."""
    found: dict[str, set[str]] = {}
    for path, move in methods.items():
        if move.new is None:
            continue
        for group in _above(path.rpartition(".")[0]):
            levels = path.removeprefix(f"{group}.").count(".") + 1
            words = move.new.path.split(".")
            found.setdefault(group, set()).add(".".join(words[:-levels] or words[:-1]))
    return {
        group: tuple(sorted(places)) for group, places in found.items()
        if len(places) > 1 and not all(_within(place, groups[group]) for place in places)
    }  # fmt: skip


def _within(place: str, group: str | None) -> bool:
    return group is not None and f"{place}.".startswith(f"{group}.")


def _shared(places: set[str | None]) -> str | None:
    """Return the group from which all of some groups are reached; None if that is the client alone."""
    paths = [place.split(".") for place in places if place]
    if not paths or len(paths) < len(places):
        return None
    words = list(takewhile(lambda level: len(set(level)) == 1, zip(*paths, strict=False)))
    return ".".join(level[0] for level in words) or None


def _above(path: str) -> list[str]:
    words = path.split(".") if path else []
    return [".".join(words[:count]) for count in range(1, len(words) + 1)]
