"""Real documents that are edited again and again: small ones, parts of large ones, and one with many shared parts."""

from __future__ import annotations

import copy
import functools
import json
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.support.generated.blocks import Document, content, having, ref
from tests.support.places import ROOT, SHARED

LARGEST = 100_000
"""How many bytes of JSON a document has at most."""
METHODS = ("get", "put", "post", "delete", "patch", "options", "head")


def document_names() -> list[str]:
    """Return what `documents` calls them, without a look into one: tests are collected by name."""
    parts = [f"{path.stem} {part}" for path in _large() for part in range(_PARTS)]
    return sorted({*(path.stem for path in _small()), *parts, "shared"})


@functools.cache
def documents() -> Mapping[str, Document]:
    """Return documents of at most 100 kB: ours, real ones where these are, and parts of large ones."""
    found = {path.stem: _read(path) for path in _small()}
    for path in _large():
        whole = _read(path)
        found |= {f"{path.stem} {part}": take_fragment(whole, part) for part in range(_PARTS)}
    found["shared"] = add_shared_parts(_read(_small()[0]))
    return found


_PARTS = 3


def _small() -> list[Path]:
    paths = [ROOT / "examples/trains/openapi.yaml"]
    paths += sorted(path for path in (SHARED / "specs").glob("*.yaml") if path.stat().st_size <= LARGEST)
    paths += sorted(SHARED.glob("suites/spring-petclinic/*.y*ml"))
    return [path for path in paths if re.search(r"^paths:", path.read_text("utf-8"), re.MULTILINE)]


def _large() -> list[Path]:
    paths = [path for path in sorted((SHARED / "specs").glob("*.json")) if path.stat().st_size < 2_000_000]
    return [path for path in paths if b'"components":' in path.read_bytes()]  # Swagger's parts are too large


def _read(path: Path) -> Document:
    text = path.read_text(encoding="utf-8")
    made: Document = json.loads(text) if path.suffix == ".json" else yaml.load(text, _Loader)
    return made


class _Loader(yaml.CSafeLoader):  # type: ignore[misc]
    """Reads dates as text, as the compiler does."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in listed if not tag.endswith("timestamp")]
    for first, listed in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def add_shared_parts(document: Document) -> Document:
    """Return a document whose operations have parts in common, and lists, that hold types of their own."""
    made = copy.deepcopy(document)
    members = [{"title": f"Stop {word}", **having([word], {"enum": [word, 1]})} for word in "abc"]
    made["components"]["schemas"]["Stops"] = {"oneOf": members}
    kind = {"type": "string", "enum": ["a", "b"]}
    headers = {"X-Why": {"schema": kind}}
    gone = {
        "description": "gone",
        "headers": headers,
        "content": content({"type": "object", "properties": {"why": kind}}),
    }
    why = {"name": "why", "in": "query", "schema": kind}
    parts = {"responses": {"410": gone, "Broken": gone}, "parameters": {"0": why}}
    for section, named in parts.items():
        made["components"].setdefault(section, {}).update(named)
    for item in made["paths"].values():
        for method in item.keys() & set(METHODS):
            listed = item[method].setdefault("parameters", [])
            listed.append(ref(0, "parameters/"))
            listed += [{"name": f"x-{word}", "in": "header", "schema": {"enum": [word, 2]}} for word in ("up", "down")]
            item[method]["responses"] |= {"410": ref(410, "responses/"), "500": ref("Broken", "responses/")}
    return made


def take_fragment(whole: Document, seed: int) -> Document:
    """Return some operations of a large document with all that they refer to."""
    chance = random.Random(seed)
    made = {key: value for key, value in whole.items() if key not in ("paths", "components", "webhooks")}
    made |= {"paths": {}, "components": {}}
    paths = sorted(whole["paths"])
    for path in chance.sample(paths, min(12, len(paths))):
        larger = copy.deepcopy(made)
        larger["paths"][path] = whole["paths"][path]
        take_components(larger, whole, larger["paths"][path])
        if len(json.dumps(larger)) <= LARGEST:
            made = larger
    schemes = whole.get("components", {}).get("securitySchemes")
    return made | ({"components": made["components"] | {"securitySchemes": schemes}} if schemes else {})


def take_components(document: Document, whole: Document, value: Any) -> None:
    """Take over the components that a value leads to."""
    for at in references(value):
        kind, name = at.removeprefix("#/components/").split("/")[:2]
        table = document["components"].setdefault(kind, {})
        if name not in table and name in whole["components"].get(kind, {}):
            table[name] = whole["components"][kind][name]
            take_components(document, whole, table[name])


def references(value: Any) -> Iterator[str]:
    for _, item in walk(value):
        if isinstance(item, str) and item.startswith("#/components/"):
            yield item


def walk(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield at, value
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield from walk(item, (*at, key))
