"""Actions of an overlay, and their text: sorted, one line each where that is short enough."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.config.template import one_line, scalar

if TYPE_CHECKING:
    from compiler.source import Json

_WIDTH = 110
_PLAIN_KEY = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_-]*")
_HEAD = """\
# Names and keys of {title} that `codegen adopt` read from {sources}.
# What codegen gives by itself is not in it. It was written once; now it is yours.
overlay: 1.1.0
info: {{title: {quoted}, version: 1.0.0}}
actions:
"""


@frozen
class Action:
    """One action. ``target`` is a JSONPath in pieces, between which a line may end; ``note`` is a comment."""

    target: tuple[str, ...]
    update: Mapping[str, Json] = field(default_factory=dict)
    note: str = ""
    remove: bool = False
    copy: str = ""
    """The JSONPath of what is copied there."""

    @property
    def path(self) -> str:
        """The JSONPath in one line."""
        return " ".join(self.target)


def overlay_text(actions: Sequence[Action], title: str, sources: Iterable[str]) -> str:
    """Return the text of an overlay."""
    shown = one_line(title)
    named = json.dumps(f"{shown}: adopted", ensure_ascii=False)
    head = _HEAD.format(title=shown, sources=", ".join(sources), quoted=named)
    return head + "".join(line + "\n" for action in actions for line in _lines(action))


def _lines(action: Action) -> Iterator[str]:
    if action.note:
        yield f"  # {action.note}"
    what = "remove: true" if action.remove else f"update: {flow(dict(action.update))}"
    if action.copy:
        what = f"copy: {json.dumps(action.copy, ensure_ascii=False)}"
    line = f"  - {{target: {json.dumps(action.path, ensure_ascii=False)}, {what}}}"
    if len(line) <= _WIDTH:
        yield line
        return
    if len(action.path) + 12 <= _WIDTH:
        yield f"  - target: {json.dumps(action.path, ensure_ascii=False)}"
    else:
        yield "  - target: >-"
        yield from _folded(action.target)
    if len(what) + 4 <= _WIDTH or action.copy:
        yield f"    {what}"
        return
    yield "    update:"
    yield from block(dict(action.update), "      ")


def _folded(pieces: Sequence[str]) -> Iterator[str]:
    line = ""
    for piece in pieces:
        if line and len(line) + len(piece) + 7 > _WIDTH:
            yield f"      {line}"
            line = ""
        line = f"{line} {piece}" if line else piece
    yield f"      {line}"


def block(value: Mapping[str, Json], indent: str) -> Iterator[str]:
    """Yield an object as lines of YAML: each member on one line where it is short enough."""
    for name, member in value.items():
        line = f"{indent}{_key(name)}: {flow(member)}"
        if len(line) <= _WIDTH or not isinstance(member, dict | list) or not member:
            yield line
        elif isinstance(member, dict):
            yield f"{indent}{_key(name)}:"
            yield from block(member, indent + "  ")
        else:
            yield f"{indent}{_key(name)}:"
            yield from (f"{indent}  - {flow(item)}" for item in member)


def flow(value: Json) -> str:
    """Write a value as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(name)}: {flow(member)}" for name, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def _key(name: str) -> str:
    plain = _PLAIN_KEY.fullmatch(name) and name.lower() not in ("true", "false", "null")
    return name if plain else json.dumps(name, ensure_ascii=False)
