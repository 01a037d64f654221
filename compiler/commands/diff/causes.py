"""Why a surface changed: the key, the pass or the partner that made a name or a shape another (D10.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from compiler.base.frozen import frozen
from compiler.commands.diff.findings import Cause
from compiler.ir.identity import locate
from compiler.ir.types import Origin
from compiler.source import Loc, value_at

if TYPE_CHECKING:
    from compiler.commands.diff.surfaces import Reasons
    from compiler.source import Json
    from compiler.surface.surface import Symbol

_NAMES = {"type": "name_schemas", "event": "collect_webhooks", "field": "rename", "method": "rename"}
"""The pass that settles the names of a kind."""
_PASSES = {
    "field": "shape_types", "member": "shape_types", "case": "shape_types", "type": "shape_types",
    "argument": "group_params", "object": "group_params", "form": "group_params", "arguments": "group_params",
    "result": "decode_responses", "header": "decode_responses", "raises": "decode_responses",
    "error": "decode_responses", "event": "collect_webhooks", "method": "infer_names", "group": "infer_names",
}  # fmt: skip
"""The pass that decides what a rule is about, by the first word of the rule."""
_CALLS = ("maxMethodParams", "body", "pathArguments")
_SETTINGS: Mapping[str, Sequence[str]] = {
    "form": _CALLS,
    "object": _CALLS,
    "argument": (*_CALLS, "propertyCase", "names", "words"),
    "field": ("propertyCase",),
    "method": ("names", "words"),
    "group": ("names", "words"),
    "type": ("words",),
    "package": ("packageName", "modulePath"),
    "client": ("sdkClassName", "words"),
    "setting": ("models", "dates", "int64"),
    "option": ("words",),
}
"""Keys of gen.yaml that may have made a change, by the first word of the rule."""
_NAMED = ("renamed", "added", "removed")
"""What a rule ends in that is about a name."""


@frozen
class Made:
    """What one version of a surface was made from.

    ``settings``: what gen.yaml says, with its places, by key. ``lock``: the file that keeps names, and the names in it.
    ``told``: what was reported of names, by the place. ``keys``: what our keys of a document begin with.
    """

    file: str
    root: Json
    settings: Mapping[str, tuple[Json, Loc | None]] = field(default_factory=dict)
    lock: str = ""
    kept: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[Loc, str] = field(default_factory=dict)
    keys: tuple[str, ...] = ("x-codegen-",)

    def loc(self, at: str) -> Loc | None:
        """Return the place of an identity."""
        return locate(at, self.file) if at else None

    def keys_at(self, loc: Loc | None) -> dict[str, Any]:
        """Return our keys of an object of the document; none of what is in another file."""
        node = value_at(self.root, loc.pointer) if loc is not None and loc.file == self.file else None
        return (
            {key: value for key, value in node.items() if key.startswith(self.keys)} if isinstance(node, dict) else {}
        )


def reasons(old: Made, new: Made, now: Sequence[Symbol]) -> Reasons:
    """Return what tells why there is a change; ``now`` are the symbols of the new version."""
    named = {(item.kind, item.path): item for item in now}

    def why(rule: str, before: Symbol | None, after: Symbol | None, part: str) -> tuple[Cause, ...]:
        found = [*_keys(old, new, rule, before, after, part), *_settings(old, new, rule)]
        if rule.endswith(_NAMED) and not part:
            known = {cause.key for cause in found if cause.key}
            found += [cause for cause in _name(new, before, after, named) if cause.key not in known]
        if not found and after is None and rule.endswith("removed"):
            found.append(Cause("the document does not have it any more", _pass_of(rule)))
        if not found and (name := _pass_of(rule)):
            found.append(Cause("the document says so", name))
        return tuple(dict.fromkeys(found))

    return why


def _pass_of(rule: str) -> str:
    return _PASSES.get(rule.partition("-")[0], "")


def _keys(old: Made, new: Made, rule: str, before: Symbol | None, after: Symbol | None, part: str) -> Iterator[Cause]:
    """Yield the keys that say something else, or nothing any more, where a symbol was made."""
    at = {symbol.parts.get(part, symbol.at) for symbol in (before, after) if symbol is not None} - {""}
    for identity in sorted(at):
        loc, other = new.loc(identity), old.loc(identity)
        was, now = old.keys_at(other), new.keys_at(loc)
        for key in dict.fromkeys((*was, *now)):
            if was.get(key) != now.get(key) and _is_about(key, rule):
                if key in now:
                    yield Cause(f"`{key}` is new" if key not in was else f"`{key}` is another", "", key, _at(loc, key))
                else:
                    yield Cause(f"`{key}` is gone", "", key, _at(other, key))


def _is_about(key: str, rule: str) -> bool:
    """Tell whether a key may make such a change: names, texts and shapes have keys of their own."""
    if key.endswith("name-override"):
        return rule.endswith(_NAMED)
    return ("deprecat" in key) == rule.startswith(("deprecat", "docs"))


def _at(loc: Loc | None, key: str) -> Loc | None:
    return loc.at(key) if loc is not None else None


def _settings(old: Made, new: Made, rule: str) -> Iterator[Cause]:
    """Yield the keys of gen.yaml, and of the document's root, that differ; a limit counts though it is the same."""
    subject = rule.partition("-")[0]
    for key in _SETTINGS.get(subject, ()):
        (was, _), (now, place) = (side.settings.get(key, (None, None)) for side in (old, new))
        if was != now:
            told = (
                f"`{key}` of gen.yaml is {now}, and was {was}" if was is not None else f"`{key}` of gen.yaml is {now}"
            )
            yield Cause(told, "group_params" if key in _CALLS else "", key, place)
        elif key == "maxMethodParams" and subject == "form" and now is not None:
            text = f"`maxMethodParams` is {now}: more arguments are one object, fewer are not"
            yield Cause(text, "group_params", key, place)
    if subject == "form":
        root = new.keys_at(Loc(new.file))
        for key in (key for key in root if key.endswith("max-method-params")):
            text = f"`{key}` is {root[key]}: more arguments are one object, fewer are not"
            yield Cause(text, "group_params", key, Loc(new.file, f"/{key}"))


def _name(
    new: Made, before: Symbol | None, after: Symbol | None, named: Mapping[tuple[str, str], Symbol]
) -> Iterator[Cause]:
    """Yield what made the name of a symbol, and who has the name that it had."""
    if after is None:
        return
    settles = _NAMES.get(after.kind, "")
    loc = new.loc(after.at)
    match after.origin:
        case Origin.OVERRIDE | Origin.OPERATION_OVERRIDE:
            keys = [key for key in new.keys_at(loc) if key.endswith("name-override")]
            for key in keys:
                yield Cause(f"`{key}` names it", settles, key, _at(loc, key))
        case Origin.ROOT_OVERRIDE:
            for key in (key for key in new.keys_at(Loc(new.file)) if key.endswith("name-override")):
                yield Cause(f"`{key}` of the root names it", settles, key, Loc(new.file, f"/{key}"))
        case Origin.COLLISION:
            yield from _collision(new, before, after, named)
        case Origin.LOCK:
            keys = [key for key in new.kept if key.partition("#")[0].partition(":")[0] == after.at]
            place = Loc(new.lock, "").at("names", keys[0]) if keys else None
            yield Cause("codegen.lock keeps its name", settles, "", place)
        case Origin.INFERRED if before is not None and after.kind == "method":
            yield Cause("it is inferred from the path and the operationId", "infer_names", "", loc)
        case Origin.INFERRED if before is not None:
            yield Cause("it is inferred from its place", settles, "", loc)


def _collision(
    new: Made, before: Symbol | None, after: Symbol, named: Mapping[tuple[str, str], Symbol]
) -> Iterator[Cause]:
    """Yield the partners of a collision: who has the name that the symbol had, else who has the name without more."""
    settles, loc = _NAMES.get(after.kind, "rename"), new.loc(after.at)
    holder = named.get((before.kind, before.path)) if before is not None else None
    partners = [holder] if holder is not None and holder.at != after.at else _partners(new, after, named)
    for partner in partners:
        yield Cause(f"its name collides with that of `{partner.path}`", settles, "", new.loc(partner.at))
    if loc is not None and loc in new.told:
        yield Cause(new.told[loc], settles, "", loc)
    elif not partners:
        yield Cause("its name collides with another", settles, "", loc)


def _partners(new: Made, symbol: Symbol, named: Mapping[tuple[str, str], Symbol]) -> list[Symbol]:
    """Return the symbols beside one of which the same was reported: that it wishes for a name."""
    wish = _wish(new, symbol)
    beside = [item for item in named.values() if item.kind == symbol.kind and item.at != symbol.at]
    return [item for item in beside if wish[1] and _wish(new, item) == wish]


def _wish(new: Made, symbol: Symbol) -> tuple[str, str]:
    """Return the group of a symbol and the name that it wished for, if it was reported that it could not have it."""
    loc = new.loc(symbol.at)
    words = new.told.get(loc, "").split("`") if loc is not None else []
    wish = re.sub(r"[\W_]", "", words[1]).lower() if len(words) > 1 else ""
    return symbol.path.rpartition(".")[0], wish
