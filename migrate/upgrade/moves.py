"""Changes of calls that are more than other names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from migrate.upgrade.absent_values import Held
from migrate.upgrade.renames import BODY, SWITCH, Argument, Call, Move, Renames


def other_convention(move: Move, renames: Renames) -> str | None:
    """Return what a program has to do for the new form of a call; None if names alone changed."""
    if move.new is None or move.old.arguments is None or move.new.arguments is None:
        return None
    old, new = move.old.arguments, move.new.arguments
    if bool(move.old.request) != bool(move.new.request):
        return "all go into one object now" if move.new.request else "they do not go into one object any more"
    sources = [[item.source for item in side if not item.by_name] for side in (old, new)]
    if sources[0] != sources[1]:
        names = ", ".join(item.name for item in new if not item.by_name) or "none"
        return f"those by position are {names}"
    named = [{item.source: item for item in side if item.by_name} for side in (old, new)]
    if bool(named[0]) != bool(named[1]):
        return "an object of arguments comes before the options" if named[1] else "there is no object of arguments"
    gone = sorted(item.name for source, item in named[0].items() if source not in named[1])
    if gone:
        return f"argument `{gone[0]}` is gone"
    needed = sorted(item.name for source, item in named[1].items() if not item.optional and source not in named[0])
    if needed and BODY not in needed:
        return f"argument `{needed[0]}` is required now"
    sides = [{item.source: item for item in side} for side in (old, new)]
    for source, item in sides[0].items():
        if source.startswith(SWITCH) and source in sides[1] and sides[1][source].name != item.name:
            return f"`{item.name}` is `{sides[1][source].name}` now"  # it is a member of no declared type
    if any(_holding_of(move.old, item, renames.held[0]) != _holding_of(move.new, sides[1][source], renames.held[1])
           for source, item in sides[0].items() if source in sides[1] and source != BODY):  # fmt: skip
        return "values of other types"
    return None


def _holding_of(call: Call, argument: Argument, held: Held) -> str:
    return held.get(call.path, {}).get(argument.name, "")


def form_of(move: Move, renames: Renames) -> dict[str, Any] | None:
    """Return the old and the new form of a method's calls, by what the arguments fill; None if names alone changed."""
    if move.new is None or other_convention(move, renames) is None:
        return None
    return {
        "old": _side(move.old, renames.wires, renames.held[0], renames.constants[0]),
        "new": _side(move.new, renames.new_wires, renames.held[1], renames.constants[1]),
    }


def _side(
    call: Call,
    wires: Mapping[str, Mapping[str, str]],
    held: Held,
    constants: Mapping[str, Mapping[str, str]],
) -> dict[str, Any]:
    """Describe how a call is written: places, the object of the arguments by name, and the fields of a whole body."""
    arguments = call.arguments or ()
    body = next((item for item in arguments if item.source == BODY), None)
    fields = wires.get(body.type, {}) if body is not None else {}
    of_body = held.get(body.type, {}) if body is not None else {}
    return {
        "request": bool(call.request),
        "packed": call.request or call.packed,
        "places": [item.source for item in arguments if not item.by_name],
        "names": {item.name: item.source for item in arguments if item.by_name},
        "required": {item.source: item.name for item in arguments if not item.optional},
        "body": {name: f"{BODY}/{wire}" for name, wire in fields.items()},
        "held": {f"{BODY}/{wire}": of_body[name] for name, wire in fields.items() if of_body.get(name)}
        | {item.source: how for item in arguments if item.source != BODY and (how := _holding_of(call, item, held))},
        "constants": {f"{BODY}/{wire}": value for wire, value in constants.get(body.type if body else "", {}).items()},
        "bodyType": body.type if body is not None else "",
    }


def moves_as_json(renames: Renames) -> dict[str, Any]:
    """Return what became of each symbol, for a program that rewrites another language."""
    types: dict[str, str | None] = dict(renames.types) | dict(renames.clients)
    for ident, group in renames.classes.items():
        moved = renames.groups.get(group)
        if moved is not None and moved in renames.new_classes:
            types[ident] = renames.new_classes[moved]
    return {
        "package": list(renames.package),
        "clients": dict(renames.clients),
        "classes": dict(renames.classes),
        "groups": dict(renames.groups),
        "methods": {
            path: {
                "to": move.new.path if move.new is not None else None,
                "told": other_convention(move, renames),
                "form": form_of(move, renames),
                "twin": move.twin,
                "switch": move.switch,
            }
            for path, move in renames.methods.items()
        },
        "functions": dict(renames.functions.methods),
        "homes": dict(renames.functions.homes),
        "modules": dict(renames.functions.modules),
        "scattered": {group: renames.scattering(group) for group in renames.scattered},
        "views": dict(renames.views),
        "types": types,
        "changed": dict.fromkeys(sorted(renames.changed_names), True),
        "fields": {owner: dict(names) for owner, names in renames.fields.items()},
    }
