"""Keys of other vendors that say what ours say: placed as they are, or told if ours cannot have such a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.front.keys.extensions import EXTENSIONS, Where
from compiler.front.keys.value_shapes import BAD
from compiler.front.mistakes.wording import one_of
from migrate.adopt.facts import Placed, Unmatched

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Keyed

_NO_VALUE = object()


def problem_of(key: str, where: Where | str, value: Json) -> str:
    """Return why a key of ours cannot have a value in a place; "" if it can."""
    extension = EXTENSIONS[key]
    shape = extension.places.get(where) if isinstance(where, Where) else None
    if shape is None:
        return f"`x-codegen-{key}` has no meaning here, but for {one_of(extension.places).replace('`', '')}"
    problems: list[str] = []
    read = shape.read(value, "", lambda _, problem: problems.append(problem))
    return f"its value {problems[0]}" if problems else "its value cannot be read" if read is BAD else ""


def same_key(item: Keyed, key: str, source: str, value: Json | object = _NO_VALUE) -> Placed | Unmatched:
    """Return what a vendor's key is as ``key`` of ours: with the same value, or with ``value`` in its place."""
    same = value is _NO_VALUE
    given: Json = item.value if same else value  # type: ignore[assignment]
    problem = problem_of(key, item.where, given)
    if problem:
        return Unmatched(item.key, problem, item.loc, source)
    return Placed(item.at, key, given, item.loc, item.key, source)
