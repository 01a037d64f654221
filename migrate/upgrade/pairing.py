"""Pairs two surfaces of an SDK by identity, and never by likeness."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import unquote

from compiler.base.frozen import replace
from compiler.commands.diff.signatures import parse_signature
from compiler.source import unescape_token
from migrate.upgrade.absent_values import holding_rules
from migrate.upgrade.aliases import with_aliases
from migrate.upgrade.functions import functions_of, identity
from migrate.upgrade.renames import REQUEST, SWITCH, Argument, Call, Move, Renames, groups_of, scattered_of

if TYPE_CHECKING:
    from compiler.plan.breaks import Breaks
    from compiler.surface.surface import Symbol

_PARAMETER = re.compile(r"\{[^}]*\}")
_SENT = "#write"
"""What the identity of a type that is only sent ends in."""
_ROLE = re.compile(r"#[a-z]+\Z")


def pair(target: str, old: Iterable[Symbol], new: Iterable[Symbol], breaks: Breaks) -> Renames:
    """Return what became of the symbols of a surface in another one of the same target, which has these rules."""
    return _Pairs(target, list(old), list(new), breaks).run()


def has_identities(symbols: Iterable[Symbol]) -> bool:
    """Whether a surface says what its symbols were made from: those of format 1 do not."""
    return any(symbol.at for symbol in symbols if symbol.kind in ("method", "type")) or not list(symbols)


class _Pairs:
    def __init__(self, target: str, old: list[Symbol], new: list[Symbol], breaks: Breaks) -> None:
        self._target, self._breaks = target, breaks
        self._old, self._new = old, new
        self._types: dict[str, str | None] = {}

    def run(self) -> Renames:
        self._types = self._pair_types()
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
            (_constants(self._old), _constants(self._new)),
            functions_of(self._old, self._new),
            (holding_rules(self._old, self._breaks), holding_rules(self._new, self._breaks)),
        )

    # ------------------------------------------------------------------ methods

    def _methods(self) -> dict[str, Move]:
        old, new = _by_identity(self._old, "method"), _by_identity(self._new, "method")
        packed = [{identity(item.at): item.path for item in side if item.kind == "type" and item.rest == ": arguments"}
                  for side in (self._old, self._new)]  # fmt: skip
        found = {}
        for at, symbols in old.items():
            others = new.get(at, [])
            for symbol in symbols:
                call = _call(symbol, packed[0].get(at, ""))
                successor = _call(_successor(symbol, others), packed[1].get(at, "")) if others else None
                found[call.path] = Move(call, successor)
        for at, symbols in old.items():
            twins = [item for other, streams in old.items() if other.startswith(f"{at}#") for item in streams]
            for symbol in symbols if twins else ():
                move = found[symbol.path.removeprefix("client.")]
                lost = move.new is not None and not any(
                    item.source.startswith(SWITCH) for item in move.new.arguments or ()
                )
                if move.switch and lost:
                    found[move.old.path] = replace(move, twin=twins[0].path.removeprefix("client."))
        return found

    def _packed(self, methods: Mapping[str, Move]) -> dict[str, dict[str, str | None]]:
        """Pair the members of objects of arguments, as if these were models."""
        moves = {identity(item.at): methods[item.path.removeprefix("client.")] for item in self._old
                 if item.kind == "method" and item.at}  # fmt: skip
        found: dict[str, dict[str, str | None]] = {}
        for item in self._old:
            move = moves.get(identity(item.at)) if item.kind == "type" and item.rest == ": arguments" else None
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

    def _pair_types(self) -> dict[str, str | None]:
        """Pair types and classes of errors; a view for one direction is paired with the type without it at last."""
        found: dict[str, str | None] = {}
        for kind in ("type", "error"):
            sides = [{(identity(item.at), item.rest == ": arguments"): item.path for item in side
                      if item.kind == kind} for side in (self._old, self._new)]  # fmt: skip
            for (at, arguments), name in sides[0].items():
                found[name] = sides[1].get((at, arguments)) or sides[1].get((_ROLE.sub("", at), arguments))
        return found

    def _views(self) -> dict[str, str]:
        """Tell which types have one of their own for what is sent now."""
        sent = {identity(item.at): item.path for item in self._new if item.kind == "type" and item.at.endswith(_SENT)}
        found: dict[str, str] = {}
        for item in self._old:
            view = (
                sent.get(f"{identity(item.at)}{_SENT}") if item.kind == "type" and item.rest != ": arguments" else None
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
            sides.append(with_aliases(table, side))
        found: dict[str, dict[str, str | None]] = {}
        for owner, names in sides[0].items():
            others = sides[1].get(self._types.get(owner) or "", {})
            changed = {name: others.get(key) for key, name in names.items() if others.get(key) != name}
            if changed and self._types.get(owner):
                found[owner] = changed
        return found

    def _derived(self, members: Mapping[str, Mapping[str, str | None]]) -> dict[str, str | None]:
        """Pair the names that are made of others, by what they are made for."""
        sides = [{identity(item.rest.removeprefix(": ")): item.path for item in side if item.kind == "derived"}
                 for side in (self._old, self._new)]  # fmt: skip
        moves = {identity(item.at): item.path for item in self._old if item.kind == "type"}
        options = self._options()
        found: dict[str, str | None] = {}
        for key, name in sides[0].items():
            words = key.split(" ")
            if words[0] in ("option", "option-of"):  # a function that sets an option of the client
                key = " ".join((words[0], options.get(words[1]) or "", *words[2:]))
            if words[0] == "case" and len(words) == 3 and key not in sides[1]:  # its last word may be a type's name
                key = " ".join((*words[:2], self._types.get(words[2], words[2]) or ""))
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
        return with_aliases(found, side)

    def _events(self) -> Iterable[str]:
        sides = [{identity(item.at): item.path for item in side if item.kind == "event"}
                 for side in (self._old, self._new)]  # fmt: skip
        for at, name in sides[0].items():
            if sides[1].get(at) != name:
                yield f"event {name} is {sides[1][at]} now" if at in sides[1] else f"event {name} is gone"


def _constants(side: Iterable[Symbol]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for item in side:
        if item.kind == "field" and item.rest.startswith(": const<") and item.rest.endswith(">"):
            wire = _unescaped(_field_key(item.at))
            found.setdefault(item.path.partition(".")[0], {})[wire] = item.rest[len(": const<") : -1]
    return with_aliases(found, side)


def _by_identity(side: Iterable[Symbol], kind: str) -> dict[str, list[Symbol]]:
    found: dict[str, list[Symbol]] = {}
    for item in side:
        if item.kind == kind and item.at:
            found.setdefault(identity(item.at), []).append(item)
    return found


def _field_key(at: str) -> str:
    """Return what a field has of its own in an identity: the last token, the property's name."""
    return _ROLE.sub("", at).rpartition("/")[2]


def _unescaped(token: str) -> str:
    return unquote(unescape_token(token))


def _successor(symbol: Symbol, others: list[Symbol]) -> Symbol:
    """Return the method of the same operation: under the same path, else in the same group, else the first."""
    group, _, name = symbol.path.rpartition(".")
    return min(others, key=lambda item: (item.path != symbol.path, item.path.rpartition(".")[0] != group,
                                         item.path.rpartition(".")[2] != name, item.path))  # fmt: skip


def _call(symbol: Symbol, packed: str) -> Call:
    signed, result = parse_signature(symbol.rest)
    sources: dict[str, list[str]] = {}  # an argument by position and one by name may be called the same
    for name, _, source in (part.partition("=") for part in symbol.sources.split()):
        sources.setdefault(name, []).append(source)
    order = [f"path/{_unescaped(name[1:-1])}" for name in _PARAMETER.findall(symbol.at)]
    request = next((item.type for item in signed if item.name == REQUEST and not item.by_name and
                    REQUEST not in sources), "")  # fmt: skip
    arguments = tuple(
        Argument(
            item.name,
            _source(_next(sources, item.name), order),
            item.by_name,
            item.optional,
            item.type.endswith("?"),
            item.type.rstrip("?"),
        )
        for item in signed
        if not (request and item.name == REQUEST and not item.by_name)
    )
    switches = [Argument(name, found[-1], by_name=True, optional=True) for name, found in sources.items()
                if found[-1].startswith(SWITCH)]  # fmt: skip
    return Call(symbol.path.removeprefix("client."), (*arguments, *switches), request, result, packed)


def _next(sources: dict[str, list[str]], name: str) -> str:
    """Return what an argument fills: those of one name stand in the order of the signature, the whole body last."""
    found = sources.get(name, [""])
    return found.pop(0) if len(found) > 1 else found[0]


def _source(source: str, order: list[str]) -> str:
    """Return a source; parameters of the path are known by their position in it, since their names are free."""
    source = unquote(source)
    return f"path/{order.index(source)}" if source in order else source
