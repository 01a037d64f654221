"""Mutations that keep a document well-formed: mutated bytes seldom get past the first check."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import yaml

KEYS = (
    "$ref", "allOf", "oneOf", "anyOf", "not", "items", "prefixItems", "properties", "additionalProperties", "type",
    "enum", "const", "default", "nullable", "format", "discriminator", "required", "$defs", "$id", "$anchor",
    "$dynamicRef", "$dynamicAnchor", "contentEncoding", "if", "then", "else", "patternProperties", "minimum",
    "parameters", "requestBody", "responses", "callbacks", "content", "encoding", "headers", "security", "servers",
    "schema", "style", "explode", "in", "name", "examples", "example", "links", "deprecated", "readOnly", "writeOnly",
    "x-codegen-pagination", "x-codegen-ignore", "x-codegen-name-override", "x-codegen-group", "x-codegen-enums",
    "x-codegen-retries", "x-codegen-max-method-params", "x-codegen-webhooks", "x-codegen-globals", "x-codegen-errors",
    "x-codegen-extension-rewrite", "webhooks", "components", "paths", "get", "post", "200", "2XX", "default",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1e400, 10**30, "", " ", "x", "object", "array", "string", "null", "\u0000", "\u2028",
    "../../etc/passwd", "#", "#/", "#/components/schemas/A", "#/components/schemas/~1~0%25", "a.yaml#/x",
    "a\u0000.yaml",
    "http://[", "https://x/y.yaml", "^(", "$.a[-1]", "{$request.body#/x}", "application/json", "multipart/form-data",
    "text/event-stream", [], {}, [{}], [[]], {"": ""}, {"type": ["string", "null"]}, {"$ref": "#"}, "__proto__",
    ["object", "null"], "application/*", "0", "-0", "\ud800",
)  # fmt: skip


def mutate(data: bytes, size: int, seed: int) -> bytes | None:
    """Return a document that differs from `data` in a few places; None where `data` is no document."""
    value = read(data)
    if not isinstance(value, dict):
        return None
    chance = random.Random(seed)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        value = _changed(value, chance)
    made = json.dumps(value, allow_nan=True).encode()
    return made if len(made) <= size else None


def read(data: bytes) -> Any:
    """Return the value of JSON or YAML text; None where it is neither."""
    try:
        return json.loads(data)
    except ValueError:
        pass
    except RecursionError:
        return None
    try:
        return json.loads(json.dumps(yaml.load(data, yaml.CSafeLoader), default=str))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError):
        return None


def _changed(root: Any, chance: random.Random) -> Any:
    places = _places(root)
    if not places:
        return root
    holder, key = chance.choice(places)
    match chance.randrange(8):
        case 0:
            holder[key] = copy.deepcopy(chance.choice(VALUES))
        case 1:
            other, at = chance.choice(places)
            holder[key] = copy.deepcopy(other[at])
        case 2:
            del holder[key]
        case 3:
            other, at = chance.choice(places)
            kept, other_kept = copy.deepcopy(holder[key]), copy.deepcopy(other[at])
            holder[key] = other_kept
            if other is not holder:
                other[at] = kept
        case 4 | 5 if isinstance(holder[key], dict):
            other, at = chance.choice(places)
            holder[key][chance.choice(KEYS)] = copy.deepcopy(chance.choice((other[at], chance.choice(VALUES))))
        case 6 if isinstance(holder, dict):
            name = chance.choice((*KEYS, *(text for text in VALUES if isinstance(text, str))))
            holder[name] = holder.pop(key)
        case _:
            holder[key] = {"$ref": "#" + chance.choice(_pointers(root))}
    return root


def _places(root: Any) -> list[tuple[Any, Any]]:
    """Return every value as its container and key."""
    found: list[tuple[Any, Any]] = []
    waiting = [root]
    while waiting:
        item = waiting.pop()
        keys = list(item) if isinstance(item, dict) else range(len(item))
        for key in keys:
            found.append((item, key))
            if isinstance(item[key], dict | list):
                waiting.append(item[key])
    return found


def _pointers(root: Any) -> list[str]:
    found = [""]
    waiting = [("", root)]
    while waiting and len(found) < 400:
        at, item = waiting.pop()
        pairs = item.items() if isinstance(item, dict) else enumerate(item)
        for key, value in pairs:
            pointer = f"{at}/{str(key).replace('~', '~0').replace('/', '~1')}"
            found.append(pointer)
            if isinstance(value, dict | list):
                waiting.append((pointer, value))
    return found
