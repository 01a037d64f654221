"""What a published SDK shows of its settings: its names, and how its methods take what they are given."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from compiler.source.location import TextPlace
from migrate.adopt.facts import Setting
from migrate.adopt.published.matching import Operations, grouped, one_call
from migrate.adopt.published.published import GO, PYTHON, TYPESCRIPT

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api
    from migrate.adopt.published.published import Published

_PARAMETER = re.compile(r"\{[^{}]*\}")
_HUMP = re.compile(r"[a-z][A-Z]")
_MAJOR = re.compile(r"/v\d+\Z")
_PACKAGE = {PYTHON: "packageName", TYPESCRIPT: "packageName", GO: "modulePath"}


def conventions(published: Published, api: Api, *, first: bool) -> Iterator[Setting]:
    """Yield the settings of gen.yaml by which our SDK is used as the published one is.

    The name of the client is for all languages, and is that of the first SDK that is read.
    """
    if not published.client:
        return  # read from api.md, which has no more than names
    origin = published.methods[0].origin if published.methods else TextPlace(published.name, 1, 1)

    def setting(key: str, value: Json) -> Setting:
        return Setting(key, value, origin, published.name)

    if first and published.language != GO:
        yield setting("generation.sdkClassName", published.client)
    if not _MAJOR.search(published.name):  # its version would have to be known, too
        yield setting(f"{published.language}.{_PACKAGE[published.language]}", published.name)
    places = _path_arguments(published, api)
    if places is not None and (published.language == TYPESCRIPT or places == "last-first"):
        yield setting(f"{published.language}.pathArguments", places)
    if published.language == TYPESCRIPT and _is_camel(published) and _has_snake(api):
        yield setting("typescript.propertyCase", "camel")


def _path_arguments(published: Published, api: Api) -> str | None:
    """Return how most methods take the parameters of paths; None where that is codegen's own way, or none is seen."""
    votes: Counter[str | None] = Counter()
    for endpoint, methods in grouped(published, Operations(api)).items():
        count = len(_PARAMETER.findall(endpoint.path))
        given = min(len(one_call(methods)[0].positional), count)
        if count and not given:
            votes["object"] += 1
        elif count > 1:
            votes["last-first" if given == 1 else None] += 1
        elif count:
            votes["one"] += 1
    listed = votes["last-first"], votes[None]
    if votes["object"] > votes["one"] + sum(listed):
        return "object"
    return "last-first" if listed[0] > listed[1] else None


def _is_camel(published: Published) -> bool:
    names = [name for method in published.methods for name in method.arguments]
    humps = sum(1 for name in names if _HUMP.search(name))
    return humps > sum("_" in name for name in names)


def _has_snake(api: Api) -> bool:
    """Whether the document has properties or parameters whose words are joined by `_`, so that the case shows."""
    schemas = api.value("/components/schemas")
    for schema in schemas.values() if isinstance(schemas, dict) else ():
        properties = schema.get("properties") if isinstance(schema, dict) else None
        if isinstance(properties, dict) and any("_" in name for name in properties):
            return True
    return any("_" in str(raw.get("name")) for called in api.operations.values() for raw in api.parameters(called))
