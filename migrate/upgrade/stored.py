"""Renames as a file, which other commands and people write."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from migrate.upgrade.renames import Call, Move, Renames, groups_of, scattered_of

FORMAT = "codegen renames 1"
"""The value of `format` in such a file."""
_KEYS = {"format", "target", "package", "clients", "methods", "classes", "options", "types", "fields", "members"}


class StoredError(ValueError):
    """A text holds no renames; the message says why."""


def read_renames(text: str) -> Renames:
    """Read a file. Raises `StoredError`."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise StoredError(f"it is no JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise StoredError(f'it has no `"format": "{FORMAT}"`')
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise StoredError(f"it has unknown keys: {', '.join(unknown)}")
    target, package = data.get("target"), data.get("package")
    if not isinstance(target, str):
        raise StoredError("`target` is missing")
    if not (isinstance(package, list) and len(package) == 2 and all(isinstance(item, str) for item in package)):
        raise StoredError("`package` is not the old and the new name")
    clients = _names(data, "clients", nullable=False)
    methods = {path: _move(path, value) for path, value in _table(data, "methods").items()}
    groups = groups_of(methods)
    return Renames(
        target,
        (package[0], package[1]),
        {old: new or "" for old, new in clients.items()},
        methods,
        groups,
        scattered=scattered_of(methods, groups),
        classes={old: new or "" for old, new in _names(data, "classes", nullable=False).items()},
        options=_names(data, "options"),
        types=_names(data, "types"),
        fields={owner: _names(_table(data, "fields"), owner) for owner in _table(data, "fields")},
        members={owner: _names(_table(data, "members"), owner) for owner in _table(data, "members")},
    )


def renames_text(renames: Renames) -> str:
    """Return what changed as such a file. Conventions of calls are not in it: these need both surfaces."""
    methods: dict[str, Any] = {}
    for path, move in renames.methods.items():
        to = move.new.path if move.new is not None else None
        names = dict(move.names)
        methods[path] = {"to": to, "arguments": names} if names else to
    data = {
        "format": FORMAT,
        "target": renames.target,
        "package": list(renames.package),
        "clients": dict(renames.clients),
        "classes": dict(renames.classes),
        "methods": methods,
        "options": dict(renames.options),
        "types": dict(renames.types),
        "fields": {owner: dict(names) for owner, names in renames.fields.items()},
        "members": {owner: dict(names) for owner, names in renames.members.items()},
    }
    return json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _move(path: str, value: Any) -> Move:
    names: Mapping[str, Any] = {}
    if isinstance(value, dict):
        names, value = value.get("arguments", {}), value.get("to")
    if value is not None and not isinstance(value, str):
        raise StoredError(f"the method `{path}` leads to no path")
    if not isinstance(names, dict) or not all(isinstance(item, str) for item in names.values()):
        raise StoredError(f"the arguments of `{path}` are no names")
    return Move(Call(path), Call(value) if value is not None else None, dict(names))


def _table(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise StoredError(f"`{key}` is no object")
    return found


def _names(data: Mapping[str, Any], key: str, *, nullable: bool = True) -> dict[str, str | None]:
    found = _table(data, key)
    for old, new in found.items():
        if not (isinstance(new, str) or (nullable and new is None)):
            raise StoredError(f"`{old}` of `{key}` leads to no name")
    return found
