"""`x-fern-*` keys, and the names that follow from them.

A method is called by `x-fern-sdk-method-name`, else by its operationId, without the tag where it begins with it and a
`_`. It stands in the group that `x-fern-sdk-group-name` names, whose list nests, else in that of its first tag.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from compiler.base.patterns import lazy_pattern
from compiler.front.keys.extensions import Where
from compiler.source import escape_token
from migrate.adopt.facts import Call, Change, TypeName, Unmatched
from migrate.adopt.sources.reasons import reasons
from migrate.adopt.sources.same_keys import same_key

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api, Called, Keyed
    from migrate.adopt.facts import Facts

SOURCE = "x-fern-*"
PREFIX = "x-fern-"
_SAME: Mapping[str, str] = {
    "ignore": "ignore",
    "server-name": "server-id",
    "sdk-method-name": "name-override",
    "parameter-name": "name-override",
    "property-name": "name-override",
}
"""Keys that ours say in the same words."""
_CALLS = frozenset({"sdk-group-name", "sdk-method-name"})
_MADE = lazy_pattern(r"-(?=[a-z0-9]*[0-9])[a-z0-9]{6}\Z")
"""How names end that are made unique by a tool."""
_WORD = lazy_pattern(r"[A-Z]?[a-z]+[0-9]*|[A-Z]+(?![a-z])[0-9]*|[0-9]+")
_WHY = reasons("x-fern-*")
"""Why a key has no counterpart."""


def read(api: Api, facts: Facts) -> None:
    """Read all keys of the document; where operations have any, the names of its calls follow, too."""
    found = api.keys_of(PREFIX)
    root = {item.key.removeprefix(PREFIX): item for item in found if item.at == ""}
    for item in found:
        _read_key(item, api, root, facts)
    if any(item.key.removeprefix(PREFIX) in _CALLS for item in found):
        own = {(item.at, item.key.removeprefix(PREFIX)): item for item in found}
        for called in api.operations.values():
            facts.add(_call(called, own))


def _read_key(item: Keyed, api: Api, root: Mapping[str, Keyed], facts: Facts) -> None:
    key = item.key.removeprefix(PREFIX)
    special = _SPECIAL.get(key)
    if key == "sdk-group-name":
        if item.where is not Where.OPERATION:
            facts.add(Unmatched(item.key, "types stand in one module", item.loc, SOURCE))
    elif key == "type-name" and _MADE.search(str(item.value)):
        facts.add(Unmatched(item.key, "a tool made it for a second type of one name", item.loc, SOURCE))
    elif key == "type-name" and item.where in (Where.SCHEMA, Where.PROPERTY) and isinstance(item.value, str):
        facts.add(TypeName(item.at, item.value, item.loc, source=SOURCE, theirs=item.key))
    elif key in _SAME:
        facts.add(same_key(item, _SAME[key], SOURCE))
    elif special is not None:
        special(item, api, root, facts)
    else:
        facts.add(Unmatched(item.key, _WHY.get(key, "codegen does not know it"), item.loc, SOURCE))


def _place(item: Keyed, key: str, value: Json, facts: Facts) -> None:
    """Add a key of ours with a value of ours, or say why it cannot be."""
    facts.add(same_key(item, key, SOURCE, value))


def _untold(item: Keyed, why: str, facts: Facts) -> None:
    facts.add(Unmatched(item.key, why, item.loc, SOURCE))


# --------------------------------------------------------------------------- keys with other values


def _enum(item: Keyed, _: Api, __: Mapping[str, Keyed], facts: Facts) -> None:
    """`{value: {name, description, casing}}` has names, descriptions and cases; names count."""
    names: dict[str, Json] = {}
    for value, entry in item.value.items() if isinstance(item.value, dict) else ():
        name = entry.get("name") if isinstance(entry, dict) else None
        if isinstance(name, str):
            names[value] = name
    if names:
        _place(item, "enums", names, facts)
    else:
        _untold(item, "members have no text of their own: say it in the enum's `description`", facts)


def _retries(item: Keyed, _: Api, __: Mapping[str, Keyed], facts: Facts) -> None:
    if isinstance(item.value, dict) and item.value.get("disabled") is True:
        _place(item, "retries", {"strategy": "none"}, facts)
    else:
        _untold(item, "it must be `{disabled: true}`", facts)


def _idempotent(item: Keyed, _: Api, root: Mapping[str, Keyed], facts: Facts) -> None:
    """An operation that is idempotent sends the root's first header of that kind."""
    headers = root.get("idempotency-headers")
    listed = headers.value if headers is not None and isinstance(headers.value, list) else [{}]
    first = listed[0] if listed else None
    header = first.get("header") if isinstance(first, dict) else None
    if item.value is True:
        _place(item, "idempotency", {"header": header if isinstance(header, str) else "Idempotency-Key"}, facts)


def _idempotency_headers(item: Keyed, _: Api, __: Mapping[str, Keyed], facts: Facts) -> None:
    if not isinstance(item.value, list) or len(item.value) != 1:
        _untold(item, "an operation has one header of this kind: the first one counts", facts)


def _streaming(item: Keyed, api: Api, _: Mapping[str, Keyed], facts: Facts) -> None:
    """The condition names the property that switches, the terminator the event that ends the stream."""
    value = item.value if isinstance(item.value, dict) else {}
    switch, end = value.get("stream-condition"), value.get("terminator")
    if isinstance(switch, str) and switch.removeprefix("$request.") != "stream":
        _place(item, "stream-switch", switch.removeprefix("$request."), facts)
    if isinstance(end, str) and end != "[DONE]":
        _place(item, "sse-sentinel", end, facts)
    called = api.operations.get(item.endpoint) if item.endpoint is not None else None
    if item.value is False or called is None or _streams(api, called):
        return
    change = _declared(item, api, called)
    if change is not None:
        facts.add(change)
    else:
        why = "declare the stream in the 2xx response: `text/event-stream`, or `application/x-ndjson`, with its schema"
        _untold(item, why, facts)


def _declared(item: Keyed, api: Api, called: Called) -> Change | None:
    """Return what declares the stream as OpenAPI does, where the key has its schema."""
    value = item.value if isinstance(item.value, dict) else {}
    responses = called.raw.get("responses")
    statuses = [status for status in responses if status.startswith("2")] if isinstance(responses, dict) else []
    content = f"{called.at}/responses/{statuses[0]}/content" if statuses else ""
    if "response-stream" not in value or not isinstance(api.value(content), dict):
        return None
    kind = "text/event-stream" if value.get("format") == "sse" else "application/x-ndjson"
    origin = f"{item.at}/{item.key}/response-stream"
    return Change(content, {kind: {"schema": {}}}, {f"/{escape_token(kind)}/schema": origin}, item.loc, SOURCE)


def _streams(api: Api, called: Called) -> bool:
    """Whether an answer of an operation is declared as a stream."""
    kinds = ("event-stream", "ndjson", "jsonl", "json-seq", "stream+json", "json-lines")
    return any(kind in name for name, _ in api.contents(called) for kind in kinds)


def _pagination(item: Keyed, api: Api, root: Mapping[str, Keyed], facts: Facts) -> None:
    if item.endpoint is None and item.at == "":
        return  # what operations with `true` have
    value = root["pagination"].value if item.value is True and "pagination" in root else item.value
    called = api.operations.get(item.endpoint) if item.endpoint is not None else None
    if item.value is False:
        return
    made = pagination(value, called, api) if called is not None else "it belongs to an operation"
    if isinstance(made, str):
        _untold(item, made, facts)
    else:
        _place(item, "pagination", made, facts)


def _credentials(item: Keyed, _: Api, __: Mapping[str, Keyed], facts: Facts) -> None:
    """`x-fern-header`, `-bearer` and `-basic` name options of the client, and their variables."""
    value = item.value if isinstance(item.value, dict) else {}
    if item.key.endswith("basic"):
        parts = {key: part for key in ("username", "password") if isinstance(part := value.get(key), dict)}
        variables: dict[str, Json] = {
            key: part["env"] for key, part in parts.items() if isinstance(part.get("env"), str)
        }
        if variables:
            _place(item, "env", variables, facts)
        if any("name" in part for part in parts.values()):
            _untold(item, "the options are called after the scheme: `username` and `password`", facts)
        return
    name, variable = value.get("name"), value.get("env")
    if isinstance(name, str):
        _place(item, "name-override", name, facts)
    if isinstance(variable, str):
        _place(item, "env", variable, facts)
    if "prefix" in value:
        _untold(item, "what stands before the key is no part of the scheme: give it with the key", facts)


def _global_headers(item: Keyed, api: Api, _: Mapping[str, Keyed], facts: Facts) -> None:
    """Headers of all operations are options of the client where operations declare them."""
    declared = {
        str(raw.get("name")).lower()
        for called in api.operations.values()
        for raw in api.parameters(called)
        if raw.get("in") == "header"
    }
    parameters: list[Json] = []
    for entry in item.value if isinstance(item.value, list) else ():
        header = entry.get("header") if isinstance(entry, dict) else None
        if isinstance(header, str) and header.lower() in declared:
            parameters.append({"name": header, "in": "header", "schema": {"type": "string"}})
        elif isinstance(header, str):
            _untold(item, f"no operation declares `{header}`: give the client this header, or declare it", facts)
    if parameters:
        _place(item, "globals", {"parameters": parameters}, facts)


def _variables(item: Keyed, api: Api, _: Mapping[str, Keyed], facts: Facts) -> None:
    """Variables of the SDK are parameters that are set once; the parameters that take their values name them."""
    names = item.value if isinstance(item.value, dict) else {}
    parameters: list[Json] = []
    for other in api.keys_of(f"{PREFIX}sdk-variable"):
        raw = other.holder
        known = [entry.get("name") for entry in parameters if isinstance(entry, dict)]
        if str(other.value) in names and isinstance(raw.get("name"), str) and raw["name"] not in known:
            kept = {key: value for key, value in raw.items() if not key.startswith("x-")}
            parameters.append(kept)
    if parameters:
        _place(item, "globals", {"parameters": parameters}, facts)
    else:
        _untold(item, "no parameter takes its value by `x-fern-sdk-variable`", facts)


def _read_elsewhere(*_: object) -> None:
    """Read with another key."""


_SPECIAL: Mapping[str, Callable[[Keyed, Api, Mapping[str, Keyed], Facts], None]] = {
    "enum": _enum,
    "retries": _retries,
    "idempotent": _idempotent,
    "idempotency-headers": _idempotency_headers,
    "streaming": _streaming,
    "pagination": _pagination,
    "header": _credentials,
    "bearer": _credentials,
    "basic": _credentials,
    "global-headers": _global_headers,
    "sdk-variables": _variables,
    "sdk-variable": _read_elsewhere,
}


# --------------------------------------------------------------------------- names


def _call(called: Called, own: Mapping[tuple[str, str], Keyed]) -> Call:
    group, method = own.get((called.at, "sdk-group-name")), own.get((called.at, "sdk-method-name"))
    tag = called.tags[0] if called.tags else ""
    name = method.value if method is not None and isinstance(method.value, str) else None
    groups = _group(group.value) if group is not None else None
    given = called.raw.get("operationId")
    if name is None and isinstance(given, str):
        begins = bool(tag) and given.lower().startswith(f"{tag.lower()}_")
        name = given[len(tag) + 1 :] if begins else given
    origin = method or group
    return Call(
        called.endpoint,
        (groups if groups is not None else tag.strip("/"),),
        _spelled(name) if name is not None else None,
        origin.loc if origin is not None else called.loc,
        source=SOURCE,
    )


def _spelled(name: str) -> str:
    """Return a name whose words are told by its capitals alone: `oAuthCallback` has three there."""
    return "_".join(_WORD.findall(name)).lower() if "oauth" in name.lower() else name


def _group(value: Json) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return ".".join(map(str, value))
    return None


# --------------------------------------------------------------------------- pages


def pagination(value: Json, called: Called, api: Api) -> Json:
    """Return the pagination; a text says why there is none.

    `cursor` and `offset` name an input (`$request.page`), the others places in the answer (`$response.data`). An offset
    without `step` counts pages.
    """
    if not isinstance(value, dict):
        return "it must be an object, or true where the root has one"
    results, cursor, offset = (_text(value.get(key)) for key in ("results", "cursor", "offset"))
    following, more, step = (_text(value.get(key)) for key in ("next_cursor", "has-next-page", "step"))
    outputs: dict[str, Json] = {"results": _path(results)} if results else {}
    if cursor and following:
        outputs["nextCursor"] = _path(following)
        if more:
            outputs["hasMore"] = _path(more)
        return {"type": "cursor", "inputs": [_input(cursor, "cursor", called, api)], "outputs": outputs}
    if offset:
        if more:
            outputs["hasMore"] = _path(more)
        inputs: list[Json] = [_input(offset, "offset" if step else "page", called, api)]
        if step:
            inputs.append(_input(step, "limit", called, api))
        return {"type": "offsetLimit", "inputs": inputs, "outputs": outputs}
    if following and results:
        outputs["nextUrl"] = _path(following)
        return {"type": "url", "outputs": outputs}
    return "it needs `cursor` with `next_cursor`, or `offset`: write `x-codegen-pagination` by hand"


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _path(text: str) -> str:
    """Return the JSONPath of a place in the answer: `$response.meta.next` is `$.meta.next`."""
    return "$" + text.removeprefix("$response").removeprefix("$")


def _input(text: str, kind: str, called: Called, api: Api) -> Json:
    """Return an input, which is a property of the body where no parameter of the operation has its name."""
    name = text.removeprefix("$request.")
    is_parameter = any(raw.get("name") == name for raw in api.parameters(called))
    in_body = not is_parameter and "requestBody" in called.raw
    return {"name": name, "in": "requestBody" if in_body else "parameters", "type": kind}
