"""Random documents and calls, as a file of wire vectors (tests/wire/README.md): any schema in any place.

The arguments of a call fit their schemas, and so do responses, so that a client has nothing to refuse. Names of
properties are the same in all languages; names of parameters are as odd as those of real documents.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.support.generated.blocks import FORM, JSON, MULTIPART, TEXT, Json, Schema, content, ref, response

WORDS = ("alpha", "bravo", "delta", "echo", "golf", "hotel", "india", "kilo", "lima", "mike", "oscar", "papa", "romeo")
SPELT = ("per_page", "Content-Type", "a.b", "class", "1st", "self", "to_dict", "fooBar", "extra", "URL", "__proto__")
"""Names of properties that a language spells in its own side."""
ODD = ("page-size", "filter[name]", "a.b", "class", "$top", "per_page", "ids[]", "X-Thing", "self", "Ünit", "1st", "to")
TOKENS = ("X-Thing", "x_other", "Prefer", "If-Odd", "X-Request-Class")
COOKIES = ("session", "theme-color", "last_seen", "class")
TEXTS = ("a", "two words", "100%", "a+b", "ä/ö?", "x&y=z", "#1", "true", "12", "null", "[]", 'it\'s "it"', "a,b|c")
PLAIN = ("a", "two words", "100%", "a+b", "x&y=z", "#1", "true", "12", "null", "it's")
MOMENTS = ("2024-05-06T07:08:09Z", "1999-12-31T23:59:59Z", "2031-01-01T00:00:00Z")
DAYS = ("2024-02-29", "1970-01-01", "2031-12-31")
BYTES = ("", "a", "\x00\xff\xfe", "hello world?", "\xfb\xef\xbe")

FILE: Schema = {"type": "string", "format": "binary"}

Pair = tuple[Json, Json]
"""A value as a caller writes it, with the tokens of the vectors, and as JSON has it."""


class Chance:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.old = self.happens(0.3)
        """Whether the document is OpenAPI 3.0."""
        self.texts: Sequence[str] = TEXTS
        """What texts are chosen of."""
        self.components: dict[str, Schema] = {}
        self.paths: dict[str, Any] = {}
        self.vectors: list[dict[str, Any]] = []

    def file(self, operations: int, calls: int) -> dict[str, Any]:
        for number in range(12):
            self.components[f"{self.chance.choice(WORDS).title()}{number}"] = self.component()
        for schema in self.components.values():
            if "properties" in schema and "november" not in schema["properties"] and self.happens(0.4):
                inner = self.ref()
                schema["properties"]["november"] = self.chance.choice([inner, {"type": "array", "items": inner}])
        for number in range(operations):
            self.operation(number, calls)
        info = {"title": "Chance", "version": "1.0.0"}
        components = {"schemas": self.components}
        document = {"openapi": "3.1.0", "info": info, "components": components, "paths": self.paths}
        if self.old:
            document = _older(document) | {"openapi": "3.0.3"}
        return {"document": document, "vectors": self.vectors}

    def operation(self, number: int, calls: int) -> None:
        name = f"call{number}"
        method = self.chance.choice(["get", "post", "put", "patch", "delete"])
        path, parameters = self.parameters(f"/{name}")
        made: dict[str, Any] = {"operationId": name, "parameters": parameters}
        if method in ("post", "put", "patch") and self.happens(0.8):
            made["requestBody"] = self.body()
        made["responses"] = self.responses()
        self.paths[path] = {method: made}
        for turn in range(calls):
            self.vectors.append(self.vector(f"{name} {turn}", made))

    def vector(self, case: str, operation: dict[str, Any]) -> dict[str, Any]:
        plain: dict[str, Any] = {"arguments": {}}
        found: dict[str, Any] = {"case": case, "call": operation["operationId"], "with": {}, "plain": plain}
        for parameter in operation["parameters"]:
            if parameter.get("required") or self.happens(0.7):
                key = f"{parameter['in']}:{parameter['name']}"
                found["with"][key], plain["arguments"][key] = self.argument(parameter)
        requested = operation.get("requestBody")
        if requested is not None and (requested.get("required") or self.happens(0.8)):
            ((media_type, item),) = requested["content"].items()
            self.texts = TEXTS
            found["body"], sent = self.some(item["schema"], form="form" in media_type)
            if media_type.endswith("json"):
                found["sends"] = {"json": sent}
                plain["body"] = sent
        return found | self.answer(operation["responses"])

    def parameters(self, path: str) -> tuple[str, list[dict[str, Any]]]:
        found = []
        for number in range(self.chance.choice([0, 0, 1, 2])):
            name = f"{self.chance.choice(['id', 'part_', 'class', 'a_b'])}{number}"
            path += self.chance.choice(["/{%s}", "/of/{%s}/end"]) % name
            found.append({"name": name, "in": "path", "required": True} | self.path_style())
        styles: list[tuple[str, int, Sequence[str], Callable[[], dict[str, Any]]]] = [
            ("query", 4, ODD, self.query_style),
            ("header", 2, TOKENS, self.header_style),
            ("cookie", 1, COOKIES, self.cookie_style),
        ]
        for place, most, names, style in styles:
            for name in self.chance.sample(names, self.chance.randint(0, most)):
                made = {"name": name, "in": place} | style()
                found.append(made | ({"required": True} if self.happens(0.3) else {}))
        return path, found

    # how a parameter is written, by its place

    def path_style(self) -> dict[str, Any]:
        style = self.chance.choice(["simple", "simple", "label", "matrix"])
        return {"style": style, "explode": self.happens(0.5), "schema": self.flat()}

    def query_style(self) -> dict[str, Any]:
        match self.chance.randrange(6):
            case 0:
                return {"content": content(self.schema(2))}
            case 1:
                return {"style": "deepObject", "explode": True, "schema": self.flat_object()}
            case 2:
                style = self.chance.choice(["spaceDelimited", "pipeDelimited"])
                return {"style": style, "explode": False, "schema": self.flat_array()}
            case _:
                more = {"allowReserved": True} if self.happens(0.15) else {}
                schema = self.flat()
                explode = self.happens(0.5) and schema["type"] != "object"  # names of its own would meet others
                return {"style": "form", "explode": explode, "schema": schema} | more

    def header_style(self) -> dict[str, Any]:
        if self.happens(0.1):
            return {"content": content(self.schema(1))}
        return {"style": "simple", "explode": self.happens(0.5), "schema": self.flat()}

    def cookie_style(self) -> dict[str, Any]:
        return {"style": "form", "explode": False, "schema": self.chance.choice([self.flat_array, self.primitive])()}

    def argument(self, parameter: dict[str, Any]) -> Pair:
        schema = parameter.get("schema") or parameter["content"][JSON]["schema"]
        texts = PLAIN if parameter["in"] in ("header", "cookie", "path") else TEXTS
        self.texts = [text for text in texts if "," not in text or "content" in parameter]  # it may part two values
        return self.some(schema, least=1 if parameter["in"] != "query" else 0)

    def flat(self) -> Schema:
        return self.chance.choice([self.primitive, self.primitive, self.flat_array, self.flat_object])()

    def flat_array(self) -> Schema:
        return {"type": "array", "items": self.primitive()}

    def flat_object(self) -> Schema:
        names = self.chance.sample(WORDS, self.chance.randint(1, 3))
        return {"type": "object", "properties": {name: self.primitive() for name in names}, "required": names[:1]}

    def body(self) -> dict[str, Any]:
        made: dict[str, Any] = {"required": True} if self.happens(0.6) else {}
        match self.chance.randrange(10):
            case 0:
                return made | {"content": {FORM: self.encoded(self.form(files=False))}}
            case 1 | 2:
                return made | {"content": {MULTIPART: self.encoded(self.form(files=True))}}
            case 3:
                return made | {"content": content(TEXT, "text/plain")}
            case 4:
                return made | {"content": content(FILE, self.chance.choice(["text/plain", "*/*"]))}
            case 5:
                return made | {"content": content(self.schema(2), "application/vnd.chance+json")}
            case _:
                return made | {"content": content(self.schema(3))}

    def form(self, *, files: bool) -> Schema:
        kinds = [self.primitive, self.flat_array, self.flat_object]
        if files:
            kinds += [lambda: FILE, lambda: self.schema(2), lambda: {"type": "array", "items": FILE}]
        names = self.chance.sample(WORDS, self.chance.randint(1, 4))
        properties = {name: self.chance.choice(kinds)() for name in names}
        return {"type": "object", "properties": properties, "required": names[: self.chance.randint(0, len(names))]}

    def encoded(self, form: Schema) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, entry in form["properties"].items():
            kind = entry.get("type")
            if self.happens(0.7) or "format" in entry.get("items", entry):
                continue
            if kind == "array" and self.happens(0.5):
                found[name] = {
                    "style": self.chance.choice(["form", "pipeDelimited", "spaceDelimited"]),
                    "explode": False,
                }
            elif kind == "object":
                found[name] = self.chance.choice([{"style": "deepObject", "explode": True}, {"contentType": JSON}])
            elif kind in ("string", "integer"):
                found[name] = {"contentType": "text/plain; charset=utf-8"}
        return {"schema": form} | ({"encoding": found} if found else {})

    def responses(self) -> dict[str, Any]:
        found = {"200": self.response()}
        if self.happens(0.2):
            found["201"] = self.response()
        if self.happens(0.2):
            found["204"] = {"description": "nothing"}
        if self.happens(0.4):
            found[self.chance.choice(["404", "4XX", "default"])] = self.response(error=True)
        return found

    def response(self, *, error: bool = False) -> dict[str, Any]:
        others = [] if error else ["text/plain", "application/octet-stream"]
        media_type = self.chance.choice([*[JSON] * 6, "application/problem+json", *others])
        if media_type.endswith("json"):
            schema = self.object(2) if error else self.schema(3)
        elif media_type == "text/plain":
            schema = self.chance.choice([TEXT, TEXT, {"type": "integer"}, {"enum": ["a", "b c"]}])
        else:
            schema = FILE
        made = response(schema, media_type, "an answer")
        if "octet" not in media_type and self.happens(0.1):
            made["content"] |= content(TEXT, "text/html")
        return made

    def answer(self, responses: dict[str, Any]) -> dict[str, Any]:
        status = self.chance.choice(list(responses))
        number = {"4XX": 422, "default": 418}.get(status) or int(status)
        if "content" not in responses[status]:
            return {"answer": {"status": number}, "returns": None}
        media_type, item = next(iter(responses[status]["content"].items()))
        self.texts = TEXTS
        _, wire = self.value(item["schema"], "response")
        answer: dict[str, Any] = {"status": number, "headers": {"Content-Type": media_type}}
        if media_type.endswith("json"):
            answer |= {"headers": {"Content-Type": self.respelt(media_type)}, "json": wire}
            failed = {"raises": "api", "status": number, "error": wire}
            return {"answer": answer, **(failed if number >= 400 else {"returns": wire})}
        if media_type == "application/octet-stream":  # the recorder writes texts as UTF-8
            text = "bytes \x00 and more"
            return {"answer": answer | {"text": text}, "returns": {"$bytes": text}}
        return {"answer": answer | {"text": f"{wire}"}, "returns": wire}

    def respelt(self, media_type: str) -> str:
        """Write a media type in one of the ways that mean the same."""
        return self.chance.choice([media_type, media_type, f"{media_type}; charset=utf-8", media_type.upper()])

    def component(self) -> Schema:
        """Return a component; it may lead to itself, and to those before it."""
        kinds = [self.object] * 5 + [self.choice, self.tagged, self.merged, self.enum, self.array, self.map]
        return self.chance.choice(kinds)(2)

    def schema(self, depth: int) -> Schema:
        if depth <= 0 or self.happens(0.3):
            return self.primitive()
        if self.components and self.happens(0.35):
            return self.ref()
        kinds = [self.object, self.object, self.array, self.map, self.choice, self.nullable, self.enum, self.anything]
        return self.chance.choice([*kinds, self.data, self.merged])(depth)

    def ref(self) -> Schema:
        return ref(self.chance.choice(list(self.components)), "schemas/")

    def primitive(self, depth: int = 0) -> Schema:
        kinds: list[Schema] = [
            *(TEXT, TEXT | {"maxLength": 30}, TEXT | {"format": "date-time"}, TEXT | {"format": "date"}),
            *(TEXT | {"format": "uuid"}, {"type": "integer", "minimum": -1}, {"type": "integer", "format": "int32"}),
            *(
                {"type": "integer", "format": "int64"},
                {"type": "number", "multipleOf": 0.125} | {"exclusiveMaximum": 1000001},
            ),
            *({"type": "number", "format": "float"}, {"type": "boolean"}, TEXT | {"enum": ["a", "b c", "D"]}),
            {"type": "integer", "enum": [1, 2, 30]},
        ]
        return dict(self.chance.choice(kinds))

    def enum(self, depth: int) -> Schema:
        kinds: list[Schema] = [
            *({"enum": ["red", "green", "1st"]}, {"type": ["string", "null"], "enum": ["on", "off", None]}),
            *({"const": "fixed"}, {"const": 7}, {"type": "boolean", "enum": [True]}, {"enum": [1, 2.5]}),
        ]
        return dict(self.chance.choice(kinds))

    def data(self, depth: int) -> Schema:
        return {
            "type": "string",
            "contentEncoding": "base64" if self.old else self.chance.choice(["base64", "base64url"]),
        }

    def anything(self, depth: int) -> Schema:
        return {}

    def nullable(self, depth: int) -> Schema:
        inner = self.schema(depth - 1)
        if isinstance(inner.get("type"), str) and "enum" not in inner and self.happens(0.6):
            return inner | {"type": [inner["type"], "null"]}
        return {self.chance.choice(["anyOf", "oneOf"]): [inner, {"type": "null"}]} if "$ref" in inner else inner

    def array(self, depth: int) -> Schema:
        return {"type": "array", "items": self.schema(depth - 1)} | ({"maxItems": 3} if self.happens(0.3) else {})

    def map(self, depth: int) -> Schema:
        return {"type": "object", "additionalProperties": self.schema(depth - 1)}

    def object(self, depth: int) -> Schema:
        names = self.chance.sample(WORDS, self.chance.randint(0, 5)) + self.chance.sample(
            SPELT, self.chance.choice([0, 0, 0, 1, 2])
        )
        properties = {name: self.property(depth) for name in names}
        made: Schema = {"type": "object", "properties": properties}
        required = [name for name in names if self.happens(0.4)]
        if required:
            made["required"] = required
        if self.happens(0.15):
            made["additionalProperties"] = self.chance.choice([False, self.schema(1)])
        return made

    def property(self, depth: int) -> Schema:
        found = self.schema(depth - 1)
        if "$ref" not in found and self.happens(0.1):
            found = found | {self.chance.choice(["readOnly", "writeOnly"]): True}
        if found.get("type") == "integer" and "enum" not in found and self.happens(0.2):
            found = found | {"default": 3}
        return found

    def merged(self, depth: int) -> Schema:
        one, other = self.object(depth), self.object(depth)
        for name in other["properties"].keys() & one["properties"]:
            del other["properties"][name]
            other["required"] = [item for item in other.get("required", []) if item != name]
        for part in (one, other):
            part.pop("additionalProperties", None)
        return {"allOf": [one, other]}

    def choice(self, depth: int) -> Schema:
        kinds: list[Callable[[], Schema]] = [
            *(lambda: {"type": "string"}, lambda: {"type": "integer"}, lambda: {"type": "boolean"}),
            *(lambda: self.array(depth - 1), lambda: self.object(depth - 1) | {"title": "Case"}),
        ]
        members = [kind() for kind in self.chance.sample(kinds, self.chance.randint(2, 3))]
        return {self.chance.choice(["oneOf", "anyOf"]): members}

    def tagged(self, depth: int) -> Schema:
        """Return a union with a discriminator; its members are components."""
        tags = self.chance.sample(["cat", "dog", "bird"], 2)
        mapping = {}
        for tag in tags:
            name, member = f"{tag.title()}{len(self.components)}", self.object(depth - 1)
            member["properties"]["kind"] = {"type": "string", "const": tag}
            member["required"] = [*member.get("required", ()), "kind"]
            member.pop("additionalProperties", None)
            self.components[name] = member
            mapping[tag] = ref(name, "schemas/")["$ref"]
        members = [{"$ref": at} for at in mapping.values()]
        return {"oneOf": members, "discriminator": {"propertyName": "kind", "mapping": mapping}}

    def some(self, schema: Schema, least: int = 0, *, form: bool = False) -> Pair:
        """Return a value to send that is not null, which stands for nothing in some language; a form has none."""
        while True:
            given, wire = self.value(schema, "request", least=least)
            if given is not None and not (form and None in given.values()):
                return given, wire

    def value(self, schema: Schema, side: str, depth: int = 0, least: int = 0) -> Pair:
        """Return a value that fits a schema; ``least`` items and properties."""
        while "$ref" in schema:
            schema = self.components[schema["$ref"].rpartition("/")[2]]
        if "const" in schema:
            return _alone(schema["const"])
        if "enum" in schema:
            return _alone(self.chance.choice(schema["enum"]))
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self.value(self.chance.choice(schema[key]), side, depth, least)
        if "allOf" in schema:
            given, wire = zip(*(self.value(part, side, depth) for part in schema["allOf"]), strict=True)
            return ({**given[0], **given[1]}, {**wire[0], **wire[1]})
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self.chance.choice(kind)
        return self.typed(kind, schema, side, depth, least)

    def typed(self, kind: str | None, schema: Schema, side: str, depth: int, least: int) -> Pair:
        match kind:
            case None:
                return _alone(self.chance.choice([None, 1, "x", True, [1, "a"], {"alpha": {"b": []}}, 2.5]))
            case "null":
                return _alone(None)
            case "string":
                return self.text(schema)
            case "array":
                most = 0 if depth > 4 else 3
                count = self.chance.randint(min(least, most), most)
                items = [self.value(schema["items"], side, depth + 1, least) for _ in range(count)]
                return [item[0] for item in items], [item[1] for item in items]
            case "object":
                return self.members(schema, side, depth)
            case _:
                return _alone(self.single(kind, schema))

    def single(self, kind: str, schema: Schema) -> Json:
        if kind == "boolean":
            return self.happens(0.5)
        if kind == "number":
            return self.chance.choice([0, 1, -2.5, 0.125, 1000000, 12.75])
        most = 2**53 + 1 if schema.get("format") == "int64" else 2**31 - 1
        return self.chance.choice([0, 1, -1, 42, most])

    def text(self, schema: Schema) -> Pair:
        if "contentEncoding" in schema:
            data = self.chance.choice(BYTES)
            encode = base64.b64encode if schema["contentEncoding"] == "base64" else base64.urlsafe_b64encode
            wire = encode(data.encode("latin-1")).decode()
            return {"$bytes": data}, wire if schema["contentEncoding"] == "base64" else wire.rstrip("=")
        match schema.get("format"):
            case "date-time":
                moment = self.chance.choice(MOMENTS)
                return {"$datetime": moment}, moment
            case "date":
                day = self.chance.choice(DAYS)
                return {"$date": day}, day
            case "uuid":
                return _alone("3fa85f64-5717-4562-b3fc-2c963f66afa6")
            case "binary":
                name = self.chance.choice(["a.txt", "b c.bin", "ö.dat"])
                return {"$file": {"name": name, "type": "text/plain", "bytes": self.chance.choice(BYTES)}}, None
            case _:
                return _alone(self.chance.choice(self.texts))

    def members(self, schema: Schema, side: str, depth: int) -> Pair:
        hidden = "readOnly" if side == "request" else "writeOnly"
        given, wire = {}, {}
        for name, entry in schema.get("properties", {}).items():
            required = name in schema.get("required", ())
            if entry.get(hidden) or not (required or (depth < 5 and self.happens(0.6))):
                continue
            given[name], wire[name] = self.value(entry, side, depth + 1)
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and depth < 5:
            for number in range(self.chance.randint(0, 2)):
                name = f"more{number}"
                given[name], wire[name] = self.value(more, side, depth + 1)
        return given, wire

    def happens(self, share: float) -> bool:
        """Tell whether something happens that happens so often."""
        return self.chance.random() < share


def _alone(value: Json) -> Pair:
    return value, value


def _older(node: Json) -> Json:
    """Write in OpenAPI 3.0 what a document of 3.1 says."""
    if isinstance(node, list):
        return [_older(item) for item in node]
    if not isinstance(node, dict):
        return node
    made = {key: _older(item) for key, item in node.items()}
    for key in ("oneOf", "anyOf"):
        if isinstance(made.get(key), list) and {"type": "null"} in made[key]:
            (inner,) = (item for item in made.pop(key) if item != {"type": "null"})
            return made | {"allOf": [inner], "nullable": True}
    if isinstance(made.get("type"), list):
        (kind,) = (item for item in made["type"] if item != "null")
        made |= {"type": kind, "nullable": True}
    if "const" in made and not isinstance(made["const"], dict):
        made["enum"] = [made.pop("const")]
    if made.pop("contentEncoding", None) is not None:
        made["format"] = "byte"
    if isinstance(made.get("exclusiveMaximum"), int):
        made |= {"maximum": made["exclusiveMaximum"], "exclusiveMaximum": True}
    return made
