"""What became of each symbol of an SDK: two surfaces paired by identity, and never by likeness."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from itertools import takewhile
from urllib.parse import unquote

from compiler.base.frozen import frozen
from compiler.diff.signatures import parse_signature
from compiler.diff.surface import Symbol

REQUEST = "request"
"""The argument that takes all others in one object (D4.2)."""
BODY = "body"
"""The source of an argument that is the whole body."""
_PARAMETER = re.compile(r"\{[^}]*\}")
_SENT = "#write"
"""What the identity of a type that is only sent ends in."""
_ROLE = re.compile(r"#[a-z]+\Z")


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


def pair(target: str, old: Iterable[Symbol], new: Iterable[Symbol]) -> Renames:
    """Return what became of the symbols of a surface in another one of the same target."""
    return _Pairs(target, list(old), list(new)).run()


def has_identities(symbols: Iterable[Symbol]) -> bool:
    """Whether a surface says what its symbols were made from: those of format 1 do not."""
    return any(symbol.at for symbol in symbols if symbol.kind in ("method", "type")) or not list(symbols)


class _Pairs:
    def __init__(self, target: str, old: list[Symbol], new: list[Symbol]) -> None:
        self._target = target
        self._old, self._new = old, new
        self._types: dict[str, str | None] = {}

    def run(self) -> Renames:
        self._types = self._named()
        methods = self._methods()
        classes = [{item.path.removeprefix("client."): item.rest.removeprefix(": ") for item in side
                    if item.kind == "group"} for side in (self._old, self._new)]  # fmt: skip
        groups = groups_of(methods)
        package = [next((item.path for item in side if item.kind == "package"), "") for side in (self._old, self._new)]
        clients = [next((item.path for item in side if item.kind == "client"), "") for side in (self._old, self._new)]
        owned = {kind: self._owned(kind) for kind in ("field", "member")}
        owned["field"] |= self._packed(methods)
        return Renames(
            self._target,
            (package[0], package[1]),
            {clients[0]: clients[1]},
            methods,
            groups,
            {ident: group for group, ident in classes[0].items()},
            classes[1],
            self._options(),
            self._types | self._derived(owned["member"]),
            owned["field"],
            owned["member"],
            self._models(),
            self._wires(self._old),
            self._wires(self._new),
            self._views(),
            tuple(self._events()),
            scattered_of(methods, groups),
        )

    # ------------------------------------------------------------------ methods

    def _methods(self) -> dict[str, Move]:
        old, new = _by_identity(self._old, "method"), _by_identity(self._new, "method")
        packed = [{_identity(item.at): item.path for item in side if item.kind == "type" and item.rest == ": arguments"}
                  for side in (self._old, self._new)]  # fmt: skip
        found = {}
        for at, symbols in old.items():
            others = new.get(at, [])
            for symbol in symbols:
                call = _call(symbol, packed[0].get(at, ""))
                successor = _call(_successor(symbol, others), packed[1].get(at, "")) if others else None
                found[call.path] = Move(call, successor)
        return found

    def _packed(self, methods: Mapping[str, Move]) -> dict[str, dict[str, str | None]]:
        """Pair the members of objects of arguments, as if these were models."""
        moves = {_identity(item.at): methods[item.path.removeprefix("client.")] for item in self._old
                 if item.kind == "method" and item.at}  # fmt: skip
        found: dict[str, dict[str, str | None]] = {}
        for item in self._old:
            move = moves.get(_identity(item.at)) if item.kind == "type" and item.rest == ": arguments" else None
            if move is not None and move.new is not None and self._types.get(item.path):
                new = {argument.source: argument.name for argument in move.new.arguments or () if argument.by_name}
                changed = {argument.name: new.get(argument.source) for argument in move.old.arguments or ()
                           if argument.by_name and new.get(argument.source) != argument.name}  # fmt: skip
                if changed:
                    found[item.path] = changed
        return found

    def _options(self) -> dict[str, str | None]:
        sides = [{item.at or item.sources: item.path.partition(".")[2] for item in side if item.kind == "option"}
                 for side in (self._old, self._new)]  # fmt: skip
        return {name: sides[1].get(key) for key, name in sides[0].items()}

    # ------------------------------------------------------------------ types

    def _named(self) -> dict[str, str | None]:
        """Pair types and classes of errors; a view for one direction is paired with the type without it at last."""
        found: dict[str, str | None] = {}
        for kind in ("type", "error"):
            sides = [{(_identity(item.at), item.rest == ": arguments"): item.path for item in side
                      if item.kind == kind} for side in (self._old, self._new)]  # fmt: skip
            for (at, arguments), name in sides[0].items():
                found[name] = sides[1].get((at, arguments)) or sides[1].get((_ROLE.sub("", at), arguments))
        return found

    def _views(self) -> dict[str, str]:
        """Tell which types have one of their own for what is sent now."""
        sent = {_identity(item.at): item.path for item in self._new if item.kind == "type" and item.at.endswith(_SENT)}
        found: dict[str, str] = {}
        for item in self._old:
            view = (
                sent.get(f"{_identity(item.at)}{_SENT}") if item.kind == "type" and item.rest != ": arguments" else None
            )
            if view is not None:
                found[item.path] = f"`{self._types.get(item.path) or item.path}` is only what is received now; what " \
                                   f"is sent is `{view}`"  # fmt: skip
        return found

    def _owned(self, kind: str) -> dict[str, dict[str, str | None]]:
        """Pair the fields of models, and the members of enums by their values."""
        sides = []
        for side in (self._old, self._new):
            table: dict[str, dict[str, str]] = {}
            for item in side:
                if item.kind == kind:
                    owner, _, name = item.path.partition(".")
                    table.setdefault(owner, {})[item.rest if kind == "member" else _field_key(item.at)] = name
            sides.append(table)
        found: dict[str, dict[str, str | None]] = {}
        for owner, names in sides[0].items():
            others = sides[1].get(self._types.get(owner) or "", {})
            changed = {name: others.get(key) for key, name in names.items() if others.get(key) != name}
            if changed and self._types.get(owner):
                found[owner] = changed
        return found

    def _derived(self, members: Mapping[str, Mapping[str, str | None]]) -> dict[str, str | None]:
        """Pair the names that are made of others, by what they are made for."""
        sides = [{_identity(item.rest.removeprefix(": ")): item.path for item in side if item.kind == "derived"}
                 for side in (self._old, self._new)]  # fmt: skip
        moves = {_identity(item.at): item.path for item in self._old if item.kind == "type"}
        found: dict[str, str | None] = {}
        for key, name in sides[0].items():
            words = key.split(" ")
            if words[0] == "member" and len(words) == 3:
                changed = members.get(moves.get(words[1], ""), {}).get(words[2], words[2])
                key = " ".join((*words[:2], changed or ""))
            if words[0] == "function" and len(words) > 2:  # its group is a name
                others = [other for other in sides[1] if other.startswith("function ") and
                          other.split(" ")[2:] == words[2:]]  # fmt: skip
                key = others[0] if len(others) == 1 else key
            found[name] = sides[1].get(key)
        return found

    def _models(self) -> dict[str, dict[str, str]]:
        return self._of_fields(self._old, lambda item: item.rest.partition(": ")[2])

    def _wires(self, side: Iterable[Symbol]) -> dict[str, dict[str, str]]:
        return self._of_fields(side, lambda item: _unescaped(_field_key(item.at)))

    def _of_fields(self, side: Iterable[Symbol], told: Callable[[Symbol], str]) -> dict[str, dict[str, str]]:
        """Return what is told of each field, by its owner and its name."""
        found: dict[str, dict[str, str]] = {}
        for item in side:
            if item.kind == "field":
                owner, _, name = item.path.partition(".")
                found.setdefault(owner, {})[name] = told(item)
        return found

    def _events(self) -> Iterable[str]:
        sides = [{_identity(item.at): item.path for item in side if item.kind == "event"}
                 for side in (self._old, self._new)]  # fmt: skip
        for at, name in sides[0].items():
            if sides[1].get(at) != name:
                yield f"event {name} is {sides[1][at]} now" if at in sides[1] else f"event {name} is gone"


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


def _by_identity(side: Iterable[Symbol], kind: str) -> dict[str, list[Symbol]]:
    found: dict[str, list[Symbol]] = {}
    for item in side:
        if item.kind == kind and item.at:
            found.setdefault(_identity(item.at), []).append(item)
    return found


def _identity(at: str) -> str:
    """Return an identity without the names of path parameters, which are no part of the path."""
    return _PARAMETER.sub("{}", at)


def _field_key(at: str) -> str:
    """Return what a field has of its own in an identity: the last token, the property's name."""
    return _ROLE.sub("", at).rpartition("/")[2]


def _unescaped(token: str) -> str:
    return unquote(token.replace("~1", "/").replace("~0", "~"))


def _successor(symbol: Symbol, others: list[Symbol]) -> Symbol:
    """Return the method of the same operation: under the same path, else in the same group, else the first."""
    group, _, name = symbol.path.rpartition(".")
    return min(others, key=lambda item: (item.path != symbol.path, item.path.rpartition(".")[0] != group,
                                         item.path.rpartition(".")[2] != name, item.path))  # fmt: skip


def _call(symbol: Symbol, packed: str) -> Call:
    signed, result = parse_signature(symbol.rest)
    sources = dict(part.split("=", 1)
                   for part in symbol.sources.split())  # fmt: skip
    order = [f"path/{_unescaped(name[1:-1])}" for name in _PARAMETER.findall(symbol.at)]
    request = next((item.type for item in signed if item.name == REQUEST and not item.by_name and
                    REQUEST not in sources), "")  # fmt: skip
    arguments = tuple(
        Argument(
            item.name,
            _source(sources.get(item.name, ""), order),
            item.by_name,
            item.optional,
            item.type.endswith("?"),
            item.type.rstrip("?"),
        )
        for item in signed
        if not (request and item.name == REQUEST and not item.by_name)
    )
    return Call(symbol.path.removeprefix("client."), arguments, request, result, packed)


def _source(source: str, order: list[str]) -> str:
    """Return a source; parameters of the path are known by their position in it, since their names are free."""
    source = unquote(source)
    return f"path/{order.index(source)}" if source in order else source
