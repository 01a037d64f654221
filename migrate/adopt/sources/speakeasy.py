"""`x-speakeasy-*` keys, and the names that follow from them.

A method is called by its own override, else by the last entry of the root's list that matches, else by its operationId.
It stands in the group that `x-speakeasy-group` names, in several for a list, else in that of each of its tags.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from compiler.base.regex import RegexError, Searcher, parse
from compiler.front.keys.extensions import EXTENSIONS
from migrate.adopt.facts import Call, Placed, Unmatched
from migrate.adopt.sources.reasons import reasons
from migrate.adopt.sources.same_keys import same_key

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api, Keyed
    from migrate.adopt.facts import Facts

SOURCE = "x-speakeasy-*"
PREFIX = "x-speakeasy-"
_TERRAFORM = "it is about Terraform providers, which codegen does not print"
_OTHER_PRODUCTS = "it is about another product than SDKs"
_WHY = reasons("x-speakeasy-*")
"""Why a key has no counterpart."""
_TERRAFORM_KEYS = (
    "entity", "terraform", "plan-modifiers", "plan-validators", "conflicts-with", "xor-with", "required-with", "match",
    "wrapped-attribute", "soft-delete", "hoist", "param-", "no-refresh",
)  # fmt: skip
"""How keys for Terraform begin."""


def read(api: Api, facts: Facts) -> None:
    """Read all keys of the document; where there are any, the names of its calls follow, too."""
    found = api.keys_of(PREFIX)
    for item in found:
        _read_key(item, facts)
    if found:
        own = {(item.at, item.key.removeprefix(PREFIX)): item for item in found}
        _read_calls(api, own, facts)


def _read_key(item: Keyed, facts: Facts) -> None:
    key = item.key.removeprefix(PREFIX)
    if key == "usage-example" and isinstance(item.value, dict):
        facts.add(same_key(item, key, SOURCE, True))
    elif key == "deprecation-replacement" and isinstance(item.value, str) and item.value:
        if f"{PREFIX}deprecation-message" not in item.holder:
            facts.add(Placed(item.at, "deprecation-message", f"Use `{item.value}`.", item.loc, source=SOURCE))
    elif key == "extension-rewrite":
        why_not = "list the keys of other vendors in `x-codegen-extension-rewrite`"
        facts.add(Unmatched(item.key, why_not, item.loc, SOURCE))
    elif key == "webhooks" and isinstance(item.value, dict):
        facts.add(same_key(item, key, SOURCE, _webhooks(item.value)))
    elif key in EXTENSIONS:
        facts.add(same_key(item, key, SOURCE))
    else:
        facts.add(Unmatched(item.key, why(key), item.loc, SOURCE))


def _webhooks(value: dict[str, Json]) -> Json:
    """Return how webhooks are signed: what is `encoding` here has another name there."""
    security = value.get("security")
    if not isinstance(security, dict) or "signatureTextEncoding" not in security:
        return value
    rest = {name: part for name, part in security.items() if name != "signatureTextEncoding"}
    return {**value, "security": {**rest, "encoding": security["signatureTextEncoding"]}}


def why(key: str) -> str:
    """Return why a key without its prefix has no counterpart."""
    if key.startswith(_TERRAFORM_KEYS):
        return _TERRAFORM
    return _WHY.get(key) or _WHY.get(key.partition("-")[0]) or "codegen does not know it"


# --------------------------------------------------------------------------- names


def _read_calls(api: Api, own: Mapping[tuple[str, str], Keyed], facts: Facts) -> None:
    renamed = _renames(own.get(("", "name-override")))
    for endpoint, called in api.operations.items():
        override, group = own.get((called.at, "name-override")), own.get((called.at, "group"))
        name = override.value if override is not None and isinstance(override.value, str) else None
        groups = _groups(group.value) if group is not None else None
        origin = override or group
        facts.add(
            Call(
                endpoint,
                groups if groups is not None else called.tags or ("",),
                name or renamed(called.operation_id) or called.raw.get("operationId"),  # type: ignore[arg-type]
                origin.loc if origin is not None else called.loc,
                source=SOURCE,
            )
        )


def _groups(value: Json) -> tuple[str, ...] | None:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return tuple(map(str, value))
    return None


def _renames(root: Keyed | None) -> Callable[[str], str | None]:
    """Return what the root's list makes of an operationId; the last entry that matches counts."""
    entries: list[str] = []
    trees = []
    for item in root.value if root is not None and isinstance(root.value, list) else ():
        pattern = item.get("operationId") if isinstance(item, dict) else None
        name = item.get("methodNameOverride") if isinstance(item, dict) else None
        if isinstance(pattern, str) and isinstance(name, str):
            try:
                trees.append(parse(pattern))
            except RegexError:
                continue  # a build reports it
            entries.append(name)
    searcher = Searcher(trees)

    def renamed(operation_id: str) -> str | None:
        matched = searcher.search(operation_id, lambda _: None) if entries else ()
        return entries[max(matched)] if matched else None

    return renamed
