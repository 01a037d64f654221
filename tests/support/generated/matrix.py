"""The matrix: every place of a request and of a response, every serialization there, every kind of type.

A document has, for each kind of type (tests/support/generated/matrix_kinds.py), an operation for each place: parameters
of all places and styles, paths, forms, multipart, JSON, text, headers of responses, errors, lines. Its vectors call the
operations with every value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.support.generated.blocks import (
    DONE,
    FORM,
    JSON,
    MULTIPART,
    Document,
    Json,
    Schema,
    body,
    content,
    dumps,
    ref,
    response,
)
from tests.support.generated.matrix_kinds import COMPONENTS, Kind, Pair

Style = Mapping[str, Any]
"""How a parameter or a part is written: keys of its object."""

PARAMETERS: Mapping[str, tuple[str, Style]] = {
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
SEGMENTS: Mapping[str, Style] = {
    "simple": {"style": "simple", "explode": False},
    "simpler": {"style": "simple", "explode": True},
    "label": {"style": "label", "explode": False},
    "labels": {"style": "label", "explode": True},
    "matrix": {"style": "matrix", "explode": False},
    "matrices": {"style": "matrix", "explode": True},
    "content": {"content": JSON},
}
FIELDS: Mapping[str, Style | None] = {
    "plain": None,
    "json": {"contentType": JSON},
    "form": {"style": "form", "explode": True},
    "joined": {"style": "form", "explode": False},
    "space": {"style": "spaceDelimited", "explode": False},
    "pipe": {"style": "pipeDelimited", "explode": False},
    "deep": {"style": "deepObject", "explode": True},
    "reserved": {"style": "form", "allowReserved": True},
}
PARTS: Mapping[str, Style | None] = {
    **{name: FIELDS[name] for name in ("plain", "json", "form", "joined", "deep")},
    "headed": {"headers": {}},
}


class MatrixDocument:
    """A document of some kinds of types, and vectors that call its operations.

    ``share``: each kind has one of so many of its places, the next kind the one after it.
    """

    def __init__(self, kinds: Sequence[Kind], share: int = 1) -> None:
        self.kinds = kinds
        self.components: dict[str, Any] = dict(COMPONENTS)
        self.paths: dict[str, Any] = {}
        self.vectors: list[dict[str, Any]] = []
        for number, kind in enumerate(kinds):
            self.components |= kind.components
            places = self._places(kind)
            for add in places[number % min(share, len(places)) :: share]:
                add(kind)

    @property
    def document(self) -> Document:
        info = {"title": "Matrix", "version": "1.0.0"}
        return {"openapi": "3.1.0", "info": info, "components": {"schemas": self.components}, "paths": self.paths}

    def _places(self, kind: Kind) -> list[Callable[[Kind], None]]:
        forms = [self._fields, self._multipart]
        if kind.file:
            return forms
        found = [
            self._parameters,
            self._path,
            *forms,
            self._json,
            self._object,
            self._headers,
            self._error,
            self._lines,
        ]
        return [*found, self._text] if kind.group in ("scalars", "values") and kind.single else found

    def _operation(self, place: str, kind: Kind, path: str = "", *, method: str = "post", **more: Any) -> str:
        name = f"{place}_{kind.name}"
        self.paths[f"/{place}/{kind.name}{path}"] = {method: {"operationId": name, "tags": [place], **DONE, **more}}
        return name

    def _vector(self, operation: str, case: object, **more: Any) -> None:
        self.vectors.append({"case": f"{operation} {case}", "call": operation, **more})

    def _parameters(self, kind: Kind) -> None:
        listed = [_parameter(name, place, style, kind.schema) for name, (place, style) in PARAMETERS.items()]
        name = self._operation("parameters", kind, method="get", parameters=listed)
        self._vector(name, "absent", **{"with": {}, "plain": {}})
        for number, pair in enumerate(_given(kind)):
            self._together(name, number, {f"{place}:{key}": pair for key, (place, _) in PARAMETERS.items()})

    def _path(self, kind: Kind) -> None:
        listed = [_parameter(name, "path", style, kind.schema) | {"required": True} for name, style in SEGMENTS.items()]
        path = "".join(f"/s{{{name}}}" for name in SEGMENTS)
        name = self._operation("path", kind, path, method="get", parameters=listed)
        given = _given(kind)
        for number, pair in enumerate(given):
            self._together(name, number, dict.fromkeys(SEGMENTS, pair), dict.fromkeys(SEGMENTS, given[0]))

    def _together(
        self, operation: str, number: int, given: Mapping[str, Pair], others: Mapping[str, Pair] | None = None
    ) -> None:
        """A vector with all at once; where it is refused, each is given alone (``others``: what is not left out)."""
        apart = [{**(others or {}), key: pair} for key, pair in given.items()]
        self._vector(operation, number, **_arguments(given), apart=[_arguments(one) for one in apart])

    def _fields(self, kind: Kind) -> None:
        self._form("form", FORM, kind, FIELDS)

    def _multipart(self, kind: Kind) -> None:
        self._form("multipart", MULTIPART, kind, PARTS)

    def _form(self, place: str, media_type: str, kind: Kind, styles: Mapping[str, Style | None]) -> None:
        styles = {"plain": None} if kind.file else styles
        name = self._operation(place, kind, requestBody=_encoded(media_type, kind, styles))
        self._vector(name, "empty", body={}, plain={"body": {}})
        for number, (given, wire) in enumerate(kind.values):
            apart = [{"body": {style: given}, "plain": {"body": {style: wire}}} for style in styles]
            whole = {"body": dict.fromkeys(styles, given), "plain": {"body": dict.fromkeys(styles, wire)}}
            self._vector(name, number, **whole, apart=apart)

    def _json(self, kind: Kind) -> None:
        sent = {"content": content(kind.schema)}
        name = self._operation("json", kind, requestBody=sent | {"required": True}, responses=_responses(kind.schema))
        for number, pair in enumerate(kind.values):
            self._echo(name, number, pair)
        name = self._operation("optional", kind, requestBody=sent)
        self._vector(name, "absent", plain={})
        for number, (given, wire) in enumerate(kind.values):
            self._vector(name, number, body=given, plain={"body": wire}, sends={"json": wire})

    def _object(self, kind: Kind) -> None:
        properties = {"there": kind.schema, "perhaps": kind.schema}
        title = "".join(word.title() for word in kind.name.split("_"))
        self.components[f"{title}Held"] = {"type": "object", "required": ["there"], "properties": properties}
        schema = ref(f"{title}Held", "schemas/")
        name = self._operation("object", kind, requestBody=body(schema), responses=_responses(schema))
        for number, (given, wire) in enumerate(kind.values):
            self._echo(name, 2 * number, ({"there": given}, {"there": wire}))
            self._echo(name, 2 * number + 1, ({"there": given, "perhaps": given}, {"there": wire, "perhaps": wire}))

    def _echo(self, operation: str, number: int, pair: Pair) -> None:
        """A vector whose answer is what it was given; its result is given back in a second call."""
        given, wire = pair
        answer = {"status": 200, "json": wire}
        exchanges = [{"sends": {"json": wire}, "answer": answer}] * 2
        self._vector(operation, number, body=given, plain={"body": wire}, exchanges=exchanges, returns=wire)

    def _headers(self, kind: Kind) -> None:
        names = {"X-Simple": {"explode": False}, "X-Exploded": {"explode": True}, "X-Content": None}
        declared = {
            name: {"schema": kind.schema, **style} if style is not None else {"content": content(kind.schema)}
            for name, style in names.items()
        }
        responses = {"204": {"description": "", "headers": declared}}
        name = self._operation("headers", kind, method="get", responses=responses)
        for number, (_, wire) in enumerate(kind.values):
            sent = {"X-Simple": simple(wire, explode=False), "X-Exploded": simple(wire, explode=True)}
            # what is nested within a list or an object, no style describes
            nested = isinstance(wire, list | dict) and any(sign in sent["X-Simple"] for sign in "{[")
            sent = {key: text for key, text in sent.items() if text and not nested}
            if wire is not None:
                sent["X-Content"] = dumps(wire)
            self._vector(name, number, plain={}, answer={"status": 204, "headers": sent}, metadata=sent)

    def _error(self, kind: Kind) -> None:
        responses = DONE["responses"] | {"400": _responses(kind.schema)["200"]}
        name = self._operation("error", kind, method="get", responses=responses)
        for number, (_, wire) in enumerate(kind.values):
            self._vector(name, number, plain={}, answer={"status": 400, "json": wire}, raises="api", error=wire)

    def _lines(self, kind: Kind) -> None:
        name = self._operation("lines", kind, method="get", responses=_responses(kind.schema, "application/jsonl"))
        wires = [wire for _, wire in kind.values]
        if kind.array:  # it describes the whole (D13.1)
            wires = [item for wire in wires for item in wire or ()]
        text = "".join(dumps(wire) + "\n" for wire in wires)
        answer = {"status": 200, "headers": {"Content-Type": "application/jsonl"}, "text": text}
        self._vector(name, "all", plain={}, answer=answer, returns=wires)

    def _text(self, kind: Kind) -> None:
        sent, responses = body(kind.schema, "text/plain"), _responses(kind.schema, "text/plain")
        name = self._operation("text", kind, requestBody=sent, responses=responses)
        for number, (given, wire) in enumerate(kind.values):
            answer = {"status": 200, "headers": {"Content-Type": "text/plain"}, "text": simple(wire, explode=False)}
            self._vector(name, number, body=given, plain={"body": wire}, answer=answer)


def _parameter(name: str, place: str, style: Style, schema: Schema | bool) -> dict[str, Any]:
    if "content" in style:
        return {"name": name, "in": place, "content": content(schema, style["content"])}
    return {"name": name, "in": place, "schema": schema, **style}


def _arguments(pairs: Mapping[str, Pair]) -> dict[str, Any]:
    given = {key: pair[0] for key, pair in pairs.items()}
    return {"with": given, "plain": {"arguments": {key: pair[1] for key, pair in pairs.items()}}}


def _responses(schema: Schema | bool, media_type: str = JSON) -> dict[str, Any]:
    return {"200": response(schema, media_type, "an answer")}


def _given(kind: Kind) -> list[Pair]:
    """Return the values that a parameter may have: null is none (D11.5)."""
    return [pair for pair in kind.values if pair[0] is not None]


def _encoded(media_type: str, kind: Kind, styles: Mapping[str, Style | None]) -> dict[str, Any]:
    """A form with a property for each style; the headers of a part are made of the kind, too."""
    headers = {
        f"X-{word}": {"explode": word == "Exploded", "schema": _fixed(kind.schema, kind.values[0][1])}
        for word in ("Simple", "Exploded")
    }
    encoding = {
        name: {**style, "headers": headers} if "headers" in style else style for name, style in styles.items() if style
    }
    made = body({"type": "object", "properties": dict.fromkeys(styles, kind.schema)}, media_type)
    made["content"][media_type]["encoding"] = encoding
    return made


def _fixed(schema: Schema | bool, value: Json) -> Schema:
    return {"default": value} | (schema if isinstance(schema, dict) else {})


def simple(value: Json, *, explode: bool) -> str:
    if isinstance(value, list):
        return ",".join(_text(item) for item in value if item is not None)
    if isinstance(value, dict):
        joint = "=" if explode else ","
        return ",".join(key + joint + _text(item) for key, item in value.items() if item is not None)
    return _text(value)


def _text(value: Json) -> str:
    return "" if value is None else value if isinstance(value, str) else dumps(value)
