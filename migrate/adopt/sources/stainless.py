"""`x-stainless-*` keys of a document; names are not among them: `stainless.yml` and `api.md` have those."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.front.keys.extensions import Where
from migrate.adopt.facts import Placed, Unmatched
from migrate.adopt.sources.reasons import reasons
from migrate.adopt.sources.same_keys import problem_of

if TYPE_CHECKING:
    from migrate.adopt.api import Api, Keyed
    from migrate.adopt.facts import Facts

SOURCE = "x-stainless-*"
PREFIX = "x-stainless-"
_WHY = reasons("x-stainless-*")
_LANGUAGES = ("python-", "go-", "node-", "typescript-", "java-", "kotlin-", "ruby-", "terraform-", "cli-", "csharp-",
              "php-")  # fmt: skip
_TARGETS = {"python": "python", "node": "typescript", "typescript": "typescript", "go": "go"}


def read(api: Api, facts: Facts) -> None:
    """Read all keys of the document."""
    for item in api.keys_of(PREFIX):
        key = item.key.removeprefix(PREFIX)
        if key == "param" and isinstance(item.value, str):
            _parameter(item, api, facts)
        elif key == "deprecation-message" and isinstance(item.value, str):
            _place(item, "deprecation-message", item.value, facts, theirs=item.key)
        elif key == "skip":
            _skip(item, facts)
        elif key.startswith(_LANGUAGES):
            facts.add(Unmatched(item.key, "it is about the inside of one SDK", item.loc, SOURCE))
        else:
            facts.add(Unmatched(item.key, _WHY.get(key, "codegen does not know it"), item.loc, SOURCE))


def _place(item: Keyed, key: str, value: str | bool, facts: Facts, *, at: str | None = None, theirs: str = "") -> None:
    where = Where.PARAMETER if at is not None else item.where
    problem = problem_of(key, where, value)
    if problem:
        facts.add(Unmatched(item.key, problem, item.loc, SOURCE))
    else:
        facts.add(Placed(at if at is not None else item.at, key, value, item.loc, theirs, SOURCE))


def _parameter(item: Keyed, api: Api, facts: Facts) -> None:
    """The argument's name; it stands on the parameter or on its schema."""
    at = item.at.removesuffix("/schema")
    raw = api.value(at)
    if isinstance(raw, dict) and "in" in raw and "name" in raw:
        _place(item, "name-override", str(item.value), facts, at=at, theirs=item.key if at == item.at else "")
    else:
        _place(item, "name-override", str(item.value), facts, theirs=item.key)


def _skip(item: Keyed, facts: Facts) -> None:
    """True, or a list of languages that do not have the thing."""
    if item.value is True:
        _place(item, "ignore", True, facts, theirs=item.key)
        return
    listed = item.value if isinstance(item.value, list) else []
    targets = [_TARGETS[str(name)] for name in listed if str(name) in _TARGETS]
    if targets:
        _place(item, "ignore", ", ".join(targets), facts)
    else:
        facts.add(Unmatched(item.key, "it names no language that codegen prints", item.loc, SOURCE))
