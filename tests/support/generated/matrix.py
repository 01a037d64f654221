"""The matrix: every place of a request and of a response, every serialization there, every kind of type.

A document has, for each kind of type (tests/support/generated/matrix_kinds.py), an operation for each place: parameters
of all places and styles, paths, forms, multipart, JSON, text, headers of responses, errors, lines. Its vectors call the
operations with every value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.support.generated.matrix_kinds import COMPONENTS, Json, Kind, Pair, Schema

JSON, FORM, MULTIPART = "application/json", "application/x-www-form-urlencoded", "multipart/form-data"
_NOTHING = {"204": {"description": "done"}}

Way = Mapping[str, Any]
"""How a parameter or a part is written: keys of its object."""

PARAMETERS: Mapping[str, tuple[str, Way]] = {
    "form": ("query", {"style": "form", "explode": True}),
    "joined": ("query", {"style": "form", "explode": False}),
    "space": ("query", {"style": "spaceDelimited", "explode": False}),
    "spaced": ("query", {"style": "spaceDelimited", "explode": True}),
    "pipe": ("query", {"style": "pipeDelimited", "explode": False}),
    "piped": ("query", {"style": "pipeDelimited", "explode": True}),
    "deep": ("query", {"style": "deepObject", "explode": True}),
    "reserved": ("query", {"style": "form", "explode": True, "allowReserved": True}),
    "reservedJoined": ("query", {"style": "form", "explode": False, "allowReserved": True}),
    "content": ("query", {"content": JSON}),
    "X-Simple": ("header", {"style": "simple", "explode": False}),
    "X-Exploded": ("header", {"style": "simple", "explode": True}),
    "X-Content": ("header", {"content": JSON}),
    "cookie": ("cookie", {"style": "form", "explode": False}),
    "cookies": ("cookie", {"style": "form", "explode": True}),
    "cookieContent": ("cookie", {"content": JSON}),
}
SEGMENTS: Mapping[str, Way] = {
    "simple": {"style": "simple", "explode": False},
    "simpler": {"style": "simple", "explode": True},
    "label": {"style": "label", "explode": False},
    "labels": {"style": "label", "explode": True},
    "matrix": {"style": "matrix", "explode": False},
    "matrices": {"style": "matrix", "explode": True},
    "content": {"content": JSON},
}
FIELDS: Mapping[str, Way | None] = {
    "plain": None,
    "json": {"contentType": JSON},
    "form": {"style": "form", "explode": True},
    "joined": {"style": "form", "explode": False},
    "space": {"style": "spaceDelimited", "explode": False},
    "pipe": {"style": "pipeDelimited", "explode": False},
    "deep": {"style": "deepObject", "explode": True},
    "reserved": {"style": "form", "allowReserved": True},
}
PARTS: Mapping[str, Way | None] = {
    "plain": None,
    "json": {"contentType": JSON},
    "form": {"style": "form", "explode": True},
    "joined": {"style": "form", "explode": False},
    "deep": {"style": "deepObject", "explode": True},
    "headed": {"headers": {}},
}


class Document:
    """A document of some kinds of types, and calls of its operations."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = kinds
        self.components: dict[str, Any] = dict(COMPONENTS)
        self.paths: dict[str, Any] = {}
        self.items: list[dict[str, Any]] = []
        for kind in kinds:
            self._kind(kind)

    @property
    def document(self) -> dict[str, Any]:
        """The OpenAPI document."""
        info = {"title": "Matrix", "version": "1.0.0"}
        return {"openapi": "3.1.0", "info": info, "components": {"schemas": self.components}, "paths": self.paths}

    def _kind(self, kind: Kind) -> None:
        self.components |= kind.components
        if kind.file:
            self._fields(kind)
            self._multipart(kind)
            return
        self._parameters(kind)
        self._path(kind)
        self._fields(kind)
        self._multipart(kind)
        self._json(kind)
        self._object(kind)
        self._headers(kind)
        self._error(kind)
        self._lines(kind)
        if kind.group in ("scalars", "values") and kind.single:
            self._text(kind)

    def _operation(self, place: str, kind: Kind, path: str = "", *, method: str = "post", **more: Any) -> str:
        name = f"{place}_{kind.name}"
        self.paths[f"/{place}/{kind.name}{path}"] = {
            method: {"operationId": name, "tags": [place], "responses": _NOTHING, **more}
        }
        return name

    def _call(self, operation: str, case: str, **more: Any) -> None:
        self.items.append({"case": f"{operation} {case}", "call": operation, **more})

    # ------------------------------------------------------------------ parameters

    def _parameters(self, kind: Kind) -> None:
        listed = [_parameter(name, place, way, kind.schema) for name, (place, way) in PARAMETERS.items()]
        name = self._operation("parameters", kind, method="get", parameters=listed)
        self._call(name, "absent", **{"with": {}, "plain": {}})
        for number, pair in enumerate(kind.values):
            self._together(name, number, {f"{place}:{key}": pair for key, (place, _) in PARAMETERS.items()})

    def _path(self, kind: Kind) -> None:
        listed = [_parameter(name, "path", way, kind.schema) | {"required": True} for name, way in SEGMENTS.items()]
        path = "".join(f"/s{{{name}}}" for name in SEGMENTS)
        name = self._operation("path", kind, path, method="get", parameters=listed)
        for number, pair in enumerate(kind.values):
            self._together(name, number, dict.fromkeys(SEGMENTS, pair), dict.fromkeys(SEGMENTS, kind.values[0]))

    def _together(
        self, operation: str, number: int, given: Mapping[str, Pair], others: Mapping[str, Pair] | None = None
    ) -> None:
        """A call with all at once; where it is refused, each is given on its own (``others``: what is not left out)."""
        apart = [{**(others or {}), key: pair} for key, pair in given.items()]
        self._call(operation, f"{number}", **_arguments(given), apart=[_arguments(one) for one in apart])

    # ------------------------------------------------------------------ forms

    def _fields(self, kind: Kind) -> None:
        ways = {"plain": None} if kind.file else FIELDS
        name = self._operation("form", kind, requestBody=_encoded(FORM, kind, ways))
        self._form(name, kind, ways)

    def _multipart(self, kind: Kind) -> None:
        ways = {"plain": None} if kind.file else PARTS
        body = _encoded(MULTIPART, kind, ways)
        name = self._operation("multipart", kind, requestBody=body)
        self._form(name, kind, ways)

    def _form(self, name: str, kind: Kind, ways: Mapping[str, Way | None]) -> None:
        self._call(name, "empty", body={}, plain={"body": {}})
        for number, (given, wire) in enumerate(kind.values):
            apart = [{"body": {way: given}, "plain": {"body": {way: wire}}} for way in ways]
            whole = {"body": dict.fromkeys(ways, given), "plain": {"body": dict.fromkeys(ways, wire)}}
            self._call(name, f"{number}", **whole, apart=apart)

    # ------------------------------------------------------------------ JSON

    def _json(self, kind: Kind) -> None:
        body = {"content": {JSON: {"schema": kind.schema}}}
        name = self._operation("json", kind, requestBody=body | {"required": True}, responses=_answer(kind))
        for number, pair in enumerate(kind.values):
            self._echo(name, number, pair)
        name = self._operation("optional", kind, requestBody=body)
        self._call(name, "absent", plain={})
        for number, (given, wire) in enumerate(kind.values):
            self._call(name, f"{number}", body=given, plain={"body": wire}, sends={"json": wire})

    def _object(self, kind: Kind) -> None:
        properties = {"there": kind.schema, "perhaps": kind.schema}
        title = "".join(word.title() for word in kind.name.split("_"))
        self.components[f"{title}Held"] = {"type": "object", "required": ["there"], "properties": properties}
        schema: Schema = {"$ref": f"#/components/schemas/{title}Held"}
        body = {"required": True, "content": {JSON: {"schema": schema}}}
        held = Kind(kind.name, schema, (), {})
        name = self._operation("object", kind, requestBody=body, responses=_answer(held))
        for number, (given, wire) in enumerate(kind.values):
            self._echo(name, 2 * number, ({"there": given}, {"there": wire}))
            self._echo(name, 2 * number + 1, ({"there": given, "perhaps": given}, {"there": wire, "perhaps": wire}))

    def _echo(self, operation: str, number: int, pair: Pair) -> None:
        """A call whose answer is what it was given; its result is given back in a second call."""
        given, wire = pair
        answer = {"status": 200, "json": wire}
        exchanges = [{"sends": {"json": wire}, "answer": answer}] * 2
        self._call(operation, f"{number}", body=given, plain={"body": wire}, exchanges=exchanges, returns=wire)

    # ------------------------------------------------------------------ answers

    def _headers(self, kind: Kind) -> None:
        names = {"X-Simple": {"explode": False}, "X-Exploded": {"explode": True}, "X-Content": None}
        declared = {
            name: {"schema": kind.schema, **way} if way is not None else {"content": {JSON: {"schema": kind.schema}}}
            for name, way in names.items()
        }
        name = self._operation(
            "headers", kind, method="get", responses={"204": {"description": "", "headers": declared}}
        )
        for number, (_, wire) in enumerate(kind.values):
            sent = {"X-Simple": simple(wire, explode=False), "X-Exploded": simple(wire, explode=True)}
            # what is nested within a list or an object, no style describes
            nested = isinstance(wire, list | dict) and any(sign in sent["X-Simple"] for sign in "{[")
            sent = {key: text for key, text in sent.items() if text and not nested}
            if wire is not None:
                sent["X-Content"] = dumps(wire)
            self._call(name, f"{number}", plain={}, answer={"status": 204, "headers": sent}, metadata=sent)

    def _error(self, kind: Kind) -> None:
        name = self._operation("error", kind, method="get", responses=_NOTHING | {"400": _answer(kind)["200"]})
        for number, (_, wire) in enumerate(kind.values):
            self._call(name, f"{number}", plain={}, answer={"status": 400, "json": wire}, raises="api", error=wire)

    def _lines(self, kind: Kind) -> None:
        name = self._operation("lines", kind, method="get", responses=_answer(kind, "application/jsonl"))
        wires = [wire for _, wire in kind.values]
        if kind.array:  # it describes the whole (D13.1)
            wires = [item for wire in wires for item in wire or ()]
        text = "".join(dumps(wire) + "\n" for wire in wires)
        answer = {"status": 200, "headers": {"Content-Type": "application/jsonl"}, "text": text}
        self._call(name, "all", plain={}, answer=answer, returns=wires)

    def _text(self, kind: Kind) -> None:
        body = {"required": True, "content": {"text/plain": {"schema": kind.schema}}}
        name = self._operation("text", kind, requestBody=body, responses=_answer(kind, "text/plain"))
        for number, (given, wire) in enumerate(kind.values):
            answer = {"status": 200, "headers": {"Content-Type": "text/plain"}, "text": simple(wire, explode=False)}
            self._call(name, f"{number}", body=given, plain={"body": wire}, answer=answer)


def _parameter(name: str, place: str, way: Way, schema: Schema) -> dict[str, Any]:
    if "content" in way:
        return {"name": name, "in": place, "content": {way["content"]: {"schema": schema}}}
    return {"name": name, "in": place, "schema": schema, **way}


def _arguments(pairs: Mapping[str, Pair]) -> dict[str, Any]:
    given = {key: pair[0] for key, pair in pairs.items()}
    return {"with": given, "plain": {"arguments": {key: pair[1] for key, pair in pairs.items()}}}


def _answer(kind: Kind, media: str = JSON) -> dict[str, Any]:
    return {"200": {"description": "an answer", "content": {media: {"schema": kind.schema}}}}


def _encoded(media: str, kind: Kind, ways: Mapping[str, Way | None]) -> dict[str, Any]:
    """A form with a property for each way to write one; the headers of a part are made of the kind, too."""
    headers = {
        f"X-{word}": {"explode": word == "Exploded", "schema": _fixed(kind.schema, kind.values[0][1])}
        for word in ("Simple", "Exploded")
    }
    encoding = {name: {**way, "headers": headers} if "headers" in way else way for name, way in ways.items() if way}
    schema = {"type": "object", "properties": dict.fromkeys(ways, kind.schema)}
    return {"required": True, "content": {media: {"schema": schema, "encoding": encoding}}}


def _fixed(schema: Schema, value: Json) -> Schema:
    return {"default": value} | (schema if isinstance(schema, dict) else {})


# --------------------------------------------------------------------------- texts


def dumps(value: Json) -> str:
    """JSON without spaces."""
    import json

    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def simple(value: Json, *, explode: bool) -> str:
    """A value as it stands in a header."""
    if isinstance(value, list):
        return ",".join(_text(item) for item in value if item is not None)
    if isinstance(value, dict):
        joint = "=" if explode else ","
        return ",".join(key + joint + _text(item) for key, item in value.items() if item is not None)
    return _text(value)


def _text(value: Json) -> str:
    return "" if value is None else value if isinstance(value, str) else dumps(value)


def vectors(document: Document) -> Iterator[dict[str, Any]]:
    """The calls, those that are made apart after the one that is made of all."""
    yield from document.items
