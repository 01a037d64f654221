"""Splits a document into several files: the same API, with its parts where people put them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from random import Random

from tests.support.generated.blocks import Json, renamed_refs
from tests.support.generated.real_documents import take_components

Files = dict[str, Json]
"""Documents by their paths; the root document is ``openapi.json``."""
ROOT = "openapi.json"
SECTIONS = ("schemas", "parameters", "responses", "requestBodies", "headers")
OLD_SECTIONS = ("definitions", "parameters", "responses")
_FILE_NAME = re.compile(r"[A-Za-z0-9_.-]+")


def split(document: Json, seed: int, *, stubs: bool) -> Files:
    """Move components and path items to other files, and let all who refer to them refer there.

    ``stubs``: a reference to each component stays where it was, and all refer to that, as before.
    """
    chance = Random(seed)
    holder, _ = _holder(document)
    prefix = "" if holder is document else "components/"
    places: dict[str, str] = {}
    for section, name in _components(document):
        files = [f"common/all.yaml#/{prefix}{section}/{name}", f"{section}.yaml#/{name}"]
        files += [f"parts/{section}/{name}.yaml", f"models/{section}/{name}.schema.json"]
        place = chance.choice(["", *files])
        if place and place.lower() not in map(str.lower, places.values()):
            places[f"#/{prefix}{section}/{name}"] = place
    known = {} if stubs else places

    def moved(value: Json, here: str) -> Json:
        def change(ref: str) -> str:
            at = next((at for at in known if ref == at or ref.startswith(f"{at}/")), None)
            file, _, pointer = (f"{ROOT}{ref}" if at is None else known[at]).partition("#")
            pointer += "" if at is None else ref[len(at) :]
            path = "" if file == here.partition("#")[0] else _path_from(here, file)
            return f"{path}#{pointer}" if pointer or not path else path

        return renamed_refs(value, change)

    found: Files = {ROOT: moved(document, ROOT)}
    root = found[ROOT] if holder is document else found[ROOT]["components"]
    for at, place in places.items():
        *_, section, name = at.split("/")
        _put(found, place, moved(holder[section][name], place))
        if stubs:
            root[section][name] = {"$ref": place}
        else:
            del root[section][name]
    for number, (path, item) in enumerate(document["paths"].items()):
        if chance.random() < 0.3 and "$ref" not in item:
            place = f"paths/{number}.json"
            found[place], found[ROOT]["paths"][path] = moved(item, place), {"$ref": place}
    return found


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
    kept = {section: item for section, item in document["components"].items() if section not in SECTIONS}
    made = {**document, "components": kept}
    take_components(made, document, {key: item for key, item in document.items() if key != "components"})
    return made


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
