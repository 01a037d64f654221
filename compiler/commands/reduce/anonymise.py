"""Takes what a document says about its owner out of it: texts, names, addresses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_TEXTS = frozenset(
    {"description", "summary", "title", "example", "examples", "externalDocs", "contact", "termsOfService"}
)
_TABLES = ("schemas", "parameters", "responses", "requestBodies", "headers", "examples", "links", "callbacks")


def without_texts(tree: Any) -> Any:
    """Return a document without what only readers see; the title of the API is `API`."""
    found = _without(tree)
    if isinstance(found, dict) and isinstance(tree, dict):
        info = tree.get("info")
        if isinstance(info, dict):
            found["info"] = {"title": "API", "version": "1.0.0"}
        if "servers" in tree:
            found["servers"] = [{"url": "https://api.example.com"}]
    return found


def _without(tree: Any, named: bool = False) -> Any:
    """``named``: the keys of a map are names, as those of `properties` are, and no keywords."""
    if isinstance(tree, dict):
        kept = {key: child for key, child in tree.items() if named or key not in _TEXTS}
        return {key: _without(child, not named and key in _NAMED) for key, child in kept.items()}
    return [_without(item) for item in tree] if isinstance(tree, list) else tree


_NAMED = frozenset({"properties", "patternProperties", "paths", *_TABLES, "securitySchemes", "$defs", "mapping"})


def with_plain_components(tree: Any) -> Any:
    """Return a document whose components are called `Schema1`, `Parameter1` ..."""
    components = tree.get("components") if isinstance(tree, dict) else None
    if not isinstance(components, dict):
        return tree
    names: dict[str, str] = {}
    tables = {}
    for kind, table in components.items():
        if kind not in _TABLES or not isinstance(table, dict):
            tables[kind] = table
            continue
        word = kind.removesuffix("ies").removesuffix("s").capitalize()
        renamed = {name: f"{word}{index}" for index, name in enumerate(table, 1)}
        names |= {f"#/components/{kind}/{name}": f"#/components/{kind}/{new}" for name, new in renamed.items()}
        tables[kind] = {renamed[name]: item for name, item in table.items()}
    return _mapped({**tree, "components": tables}, lambda text: _redirected(text, names))


def _redirected(text: str, names: Mapping[str, str]) -> str:
    head, slash, tail = text.partition("/properties/")
    return names.get(head, head) + slash + tail if head in names else text


def with_plain_properties(tree: Any) -> Any:
    """Return a document whose properties are called `p1`, `p2` ..., wherever they are named."""
    names: dict[str, str] = {}

    def name(text: str) -> str:
        return names.setdefault(text, f"p{len(names) + 1}")

    def walk(value: Any) -> Any:
        if isinstance(value, list):
            return [walk(item) for item in value]
        if not isinstance(value, dict):
            return value
        made: dict[str, Any] = {}
        for key, child in value.items():
            if key == "properties" and isinstance(child, dict):
                made[key] = {name(property_): walk(schema) for property_, schema in child.items()}
            else:
                made[key] = walk(child)
        if isinstance(made.get("required"), list):
            made["required"] = [name(item) if isinstance(item, str) else item for item in made["required"]]
        if isinstance(made.get("propertyName"), str):
            made["propertyName"] = name(made["propertyName"])
        return made

    return walk(tree)


def with_plain_operations(tree: Any) -> Any:
    """Return a document with paths such as `/a1/{p}`, operationIds such as `operation1`, and one tag."""
    paths = tree.get("paths") if isinstance(tree, dict) else None
    if not isinstance(paths, dict):
        return tree
    words: dict[str, str] = {}

    def plain(path: str) -> str:
        parts = path.split("/")
        return "/".join(
            part if not part or part.startswith("{") else words.setdefault(part, f"a{len(words) + 1}") for part in parts
        )

    count = 0
    made: dict[str, Any] = {}
    for path, item in paths.items():
        operations = dict(item) if isinstance(item, dict) else item
        for method, operation in operations.items() if isinstance(operations, dict) else ():
            if isinstance(operation, dict) and "responses" in operation:
                count += 1
                changed = {**operation}
                if "operationId" in changed:
                    changed["operationId"] = f"operation{count}"
                if "tags" in changed:
                    changed["tags"] = ["tag"]
                operations[method] = changed
        made[path if path.startswith("x-") else plain(path)] = operations
    return {**tree, "paths": made}


def _mapped(tree: Any, change: Callable[[str], str]) -> Any:
    if isinstance(tree, dict):
        return {key: _mapped(child, change) for key, child in tree.items()}
    if isinstance(tree, list):
        return [_mapped(item, change) for item in tree]
    return change(tree) if isinstance(tree, str) else tree


STEPS: Mapping[str, Callable[[Any], Any]] = {
    "texts": without_texts,
    "names of components": with_plain_components,
    "names of properties": with_plain_properties,
    "paths and operationIds": with_plain_operations,
}
"""What is taken out, in words; each is kept only if what is looked for stays."""
