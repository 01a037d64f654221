"""`x-ms-*` keys, which AutoRest reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from compiler.front.keys.extensions import Where
from migrate.adopt.facts import Call, TypeName, Unmatched
from migrate.adopt.sources.reasons import reasons
from migrate.adopt.sources.same_keys import same_key

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api, Keyed
    from migrate.adopt.facts import Facts

SOURCE = "x-ms-*"
PREFIX = "x-ms-"
_WHY = reasons("x-ms-*")


def read(api: Api, facts: Facts) -> None:
    """Read all keys of the document; where there are any, operationIds such as `Group_Method` are names, too."""
    found = api.keys_of(PREFIX)
    for item in found:
        key = item.key.removeprefix(PREFIX)
        special = _SPECIAL.get(key)
        if special is not None:
            special(item, api, facts)
        else:
            facts.add(Unmatched(item.key, _WHY.get(key, "codegen does not know it"), item.loc, SOURCE))
    if not found:
        return
    for called in api.operations.values():
        given = called.raw.get("operationId")
        group, sign, name = given.partition("_") if isinstance(given, str) else ("", "", "")
        if sign and group and name:
            facts.add(Call(called.endpoint, (group,), name, called.loc, source=SOURCE))


def _place(item: Keyed, key: str, value: Json, facts: Facts) -> None:
    """Add a key of ours with a value of ours, or say why it cannot be."""
    facts.add(same_key(item, key, SOURCE, value))


def _enum(item: Keyed, _: Api, facts: Facts) -> None:
    """`{name, modelAsString, values: [{value, name, description}]}`."""
    value = item.value if isinstance(item.value, dict) else {}
    values, name = value.get("values"), value.get("name")
    names: dict[str, Json] = {
        str(entry["value"]): entry["name"]
        for entry in (values if isinstance(values, list) else ())
        if isinstance(entry, dict) and "value" in entry and isinstance(entry.get("name"), str)
    }
    if names:
        _place(item, "enums", names, facts)
    if isinstance(name, str) and item.where is Where.SCHEMA:
        facts.add(TypeName(item.at, name, item.loc, source=SOURCE, theirs=item.key))
    elif isinstance(name, str) and not names:
        facts.add(Unmatched(item.key, "an override beside a property names the field, too", item.loc, SOURCE))
    if value.get("modelAsString") is False:
        _place(item, "unknown-values", "disallow", facts)


def _client_name(item: Keyed, _: Api, facts: Facts) -> None:
    facts.add(same_key(item, "name-override", SOURCE))


def _pageable(item: Keyed, _: Api, facts: Facts) -> None:
    """`{nextLinkName, itemName: value}`; without a link there is one page."""
    value = item.value if isinstance(item.value, dict) else {}
    link, items = value.get("nextLinkName"), value.get("itemName", "value")
    if isinstance(link, str) and link:
        outputs: dict[str, Json] = {"results": f"$.{items}", "nextUrl": f"$.{link}"}
        _place(item, "pagination", {"type": "url", "outputs": outputs}, facts)
    else:
        facts.add(Unmatched(item.key, "a list in one page needs none", item.loc, SOURCE))


def _summary(item: Keyed, _: Api, facts: Facts) -> None:
    facts.add(Unmatched(item.key, "OpenAPI has `summary` for it", item.loc, SOURCE))


def _location(item: Keyed, _: Api, facts: Facts) -> None:
    """Parameters of the client are set once; those of the method are as all others are."""
    if item.value == "client":
        why = "list the parameter in `x-codegen-globals` to set it once, on the client"
        facts.add(Unmatched(item.key, why, item.loc, SOURCE))


_SPECIAL: Mapping[str, Callable[[Keyed, Api, Facts], None]] = {
    "enum": _enum,
    "client-name": _client_name,
    "pageable": _pageable,
    "summary": _summary,
    "parameter-location": _location,
}
