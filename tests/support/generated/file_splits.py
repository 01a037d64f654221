"""Splits a document into several files: the same API, with its parts where people put them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from random import Random

from tests.support.generated.blocks import Json, renamed_refs

Files = dict[str, Json]
"""Documents by their paths; the root document is ``openapi.json``."""
ROOT = "openapi.json"
SECTIONS = ("schemas", "parameters", "responses", "requestBodies", "headers")
OLD_SECTIONS = ("definitions", "parameters", "responses")
_FILE_NAME = re.compile(r"[A-Za-z0-9_.-]+")


def split_with_stubs(document: Json, seed: int) -> Files:
    """Move components and path items to other files; a reference to each stays where it was."""
    chance = Random(seed)
    files: Files = {}
    places: dict[str, str] = {}
    for section, name in _components(document):
        if chance.random() < 0.5:
            file = f"parts/{section}/{name}.yaml"
            alone = chance.random() < 0.5 and file.lower() not in map(str.lower, places.values())
            places[f"{section}/{name}"] = file if alone else f"parts/{section}.yaml#/{name}"
    root = dict(document)
    holder = root["components"] = dict(root["components"]) if "components" in root else root
    for key, place in places.items():
        section, _, name = key.partition("/")
        _put(files, place, renamed_refs(holder[section][name], lambda ref, here=place: _path_from(here, ROOT) + ref))
        holder[section] = holder[section] | {name: {"$ref": place}}
    root["paths"] = dict(root["paths"])
    for number, (path, item) in enumerate(root["paths"].items()):
        if chance.random() < 0.3 and "$ref" not in item:
            place = f"paths/{number}.json"
            files[place] = renamed_refs(item, lambda ref, here=place: _path_from(here, ROOT) + ref)
            root["paths"][path] = {"$ref": place}
    if holder is root:
        del root["components"]
    return {ROOT: root, **files}


def split_without_stubs(document: Json, seed: int) -> Files:
    """Move components that something refers to into other files, and let all who do refer there."""
    chance = Random(seed)
    places: dict[str, str] = {}
    prefix = "components/" if "components" in document else ""
    for section, name in _components(document):
        choices = [f"common/all.yaml#/{prefix}{section}/{name}", f"{section}.yaml#/{name}", ""]
        choices += [f"models/{name}.schema.json"] if section in ("schemas", "definitions") else []
        if (place := chance.choice(choices)) and place.lower() not in map(str.lower, places.values()):
            places[f"#/{prefix}{section}/{name}"] = place

    def redirect(here: str) -> Callable[[str], str]:
        def to(ref: str) -> str:
            known = next((at for at in places if ref == at or ref.startswith(f"{at}/")), None)
            place = f"{ROOT}{ref}" if known is None else places[known]
            file, _, pointer = place.partition("#")
            pointer += "" if known is None else ref[len(known) :]
            path = "" if file == here.partition("#")[0] else _path_from(here, file)
            return f"{path}#{pointer}" if pointer or not path else path

        return to

    files: Files = {}
    root = renamed_refs(document, redirect(ROOT))
    for at, place in places.items():
        *_, section, name = at.split("/")
        holder = root["components"] if prefix else root
        del holder[section][name]
        original = document["components"] if prefix else document
        _put(files, place, renamed_refs(original[section][name], redirect(place)))
    return {ROOT: root, **files}


def _holder(document: Json) -> tuple[Json, tuple[str, ...]]:
    """What holds the components, and their sections there."""
    return (document["components"], SECTIONS) if "components" in document else (document, OLD_SECTIONS)


def _components(document: Json) -> Iterator[tuple[str, str]]:
    holder, sections = _holder(document)
    for section in sections:
        for name, item in holder.get(section, {}).items():
            if "$ref" not in item and _FILE_NAME.fullmatch(name):
                yield section, name


def drop_unused(document: Json) -> Json:
    """Return a document without the components that no operation leads to, which other files need not have."""
    holder, sections = _holder(document)
    known = {f"{section}/{name}": item for section in sections for name, item in holder.get(section, {}).items()}
    waiting = list(_references({key: item for key, item in document.items() if key not in ("components", *sections)}))
    found: set[str] = set()
    while waiting:
        at = waiting.pop()
        if at in known and at not in found:
            found.add(at)
            waiting.extend(_references(known[at]))
    kept = {
        section: {name: item for name, item in holder[section].items() if f"{section}/{name}" in found}
        for section in sections
        if section in holder
    }
    return {**document, "components": {**holder, **kept}} if "components" in document else {**document, **kept}


def _references(value: Json) -> Iterator[str]:
    """Yield what is referred to: section and name."""
    if isinstance(value, list):
        for item in value:
            yield from _references(item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if key == "$ref" and isinstance(item, str):
                yield "/".join(item.removeprefix("#/").removeprefix("components/").split("/")[:2])
            elif key == "mapping" and isinstance(item, Mapping):
                yield from (f"schemas/{str(target).rpartition('/')[2]}" for target in item.values())
            else:
                yield from _references(item)


def _path_from(here: str, file: str) -> str:
    return posixpath.relpath(file, posixpath.dirname(here.partition("#")[0]) or ".")


def _put(files: Files, place: str, value: Json) -> None:
    file, _, pointer = place.partition("#")
    if not pointer:
        files[file] = value
        return
    holder = files.setdefault(file, {})
    *folders, name = pointer[1:].split("/")
    for folder in folders:
        holder = holder.setdefault(folder, {})
    holder[name] = value
