"""Pagination of `stainless.yml`: schemes, by the purposes of their fields, and the operations that have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from migrate.adopt.facts import Placed

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api, Called
    from migrate.adopt.sources.parts import Part

_PURPOSE = "x-stainless-pagination-property"
_INPUTS: Mapping[str, str] = {
    "next_cursor_param": "cursor",
    "next_cursor_id_param": "cursor",
    "offset_count_param": "offset",
    "page_number_param": "page",
}
_PATH_OF = {
    "next_cursor_field": "nextCursor",
    "cursor_url_field": "nextUrl",
    "total_page_count_field": "numPages",
    "has_next_page": "hasMore",
    "has_next_page_field": "hasMore",
}


@frozen
class Scheme:
    """A kind of pages: the parameter that leads on, and where things stand in answers."""

    name: str
    kind: str
    inputs: tuple[tuple[str, str], ...]
    outputs: Mapping[str, str]

    @property
    def value(self) -> dict[str, Json]:
        """The value of `x-codegen-pagination`, with parameters as inputs."""
        inputs: list[Json] = [{"name": name, "in": "parameters", "type": kind} for name, kind in self.inputs]
        listed: dict[str, Json] = {"inputs": inputs} if inputs else {}
        return {"type": self.kind, **listed, "outputs": dict(self.outputs)}


def schemes(part: Part) -> list[Scheme]:
    """Return the schemes that codegen can follow; the others are told."""
    return [found for item in part.items() for found in _scheme(item)]


def _scheme(part: Part) -> Iterator[Scheme]:
    kind, name = part.text("type") or "", part.text("name") or ""
    inputs = [
        (path.removeprefix("$."), _INPUTS[purpose])
        for path, purpose, _ in _purposes(part.under("request"), "$")
        if purpose in _INPUTS
    ]
    outputs: dict[str, str] = {}
    last = ""
    for path, purpose, _ in _purposes(part.under("response"), "$"):
        if purpose == "items":
            outputs["results"] = path
        elif purpose == "cursor_item_id":
            last = path.rpartition(".")[2]
        elif purpose in _PATH_OF:
            outputs[_PATH_OF[purpose]] = path
    for key, field in part.under("response").parts():  # a usual scheme names its fields so
        outputs.setdefault("hasMore", f"$.{key}") if key == "has_more" and field.value is not None else None
    if kind == "cursor_id" and "results" in outputs:
        outputs["nextCursor"] = f"{outputs['results']}[-1].{last or 'id'}"
    ours = {"cursor": "cursor", "cursor_id": "cursor", "offset": "offsetLimit", "page_number": "offsetLimit"}.get(kind)
    if kind == "cursor_url":
        yield Scheme(name, "url", (), outputs)
    elif ours is None:
        part.report_unmatched(
            "codegen does not know this type" if kind != "fake_page" else "a list in one page needs none"
        )
    elif not inputs or (ours == "cursor" and "nextCursor" not in outputs) or "results" not in outputs:
        part.report_unmatched(
            f"it needs the purposes of its input and its items in `{_PURPOSE}`: write `x-codegen-pagination`"
        )
    else:
        yield Scheme(name, ours, tuple(inputs), outputs)


def _purposes(part: Part, path: str) -> Iterator[tuple[str, str, Part]]:
    """Yield the JSONPath and the purpose of each field that has one."""
    for key, field in part.parts() if isinstance(part.value, dict) else ():
        if not isinstance(field.value, dict):
            continue
        said = field.under(_PURPOSE)
        purpose = said.value.get("purpose") if isinstance(said.value, dict) else said.value
        if isinstance(purpose, str):
            yield f"{path}.{key}", purpose, field
        if isinstance(field.value.get("properties"), dict):
            yield from _purposes(field.under("properties"), f"{path}.{key}")
        items = field.under("items")
        if isinstance(items.value, dict) and isinstance(items.value.get("properties"), dict):
            yield from _purposes(items.under("properties"), f"{path}.{key}[-1]")


def paginate(called: Called, found: list[Scheme], asked: Json, part: Part, api: Api) -> None:
    """Place the scheme that an operation has: the one that is asked for, else the first that it fits."""
    if called.endpoint.method != "GET" and not asked:
        return
    named = [scheme for scheme in found if scheme.name == asked] if isinstance(asked, str) else found
    names = {str(raw.get("name")) for raw in api.parameters(called)}
    for scheme in named:
        if all(name in names for name, _ in scheme.inputs) and _has_fields(called, scheme, api):
            part.facts.add(Placed(called.at, "pagination", scheme.value, part.loc, source=part.source))
            return
    if asked:
        part.report_unmatched("no scheme of `pagination` has the parameters and fields of this operation")


def _has_fields(called: Called, scheme: Scheme, api: Api) -> bool:
    """Whether the answer has a property where a scheme has the items."""
    for _, media in api.contents(called):
        schema = api.resolved(media.get("schema")) if isinstance(media, dict) else None
        for step in scheme.outputs.get("results", "$").split(".")[1:]:
            schema = _property(schema, step, api)
        if schema is not None:
            return True
    return False


def _property(schema: Json, name: str, api: Api) -> Json:
    """Return the schema of a property, one of a part of allOf included."""
    if not isinstance(schema, dict):
        return None
    properties, parts = schema.get("properties"), schema.get("allOf")
    if isinstance(properties, dict) and name in properties:
        return api.resolved(properties[name])
    for item in parts if isinstance(parts, list) else ():
        found = _property(api.resolved(item), name, api)
        if found is not None:
            return found
    return None
