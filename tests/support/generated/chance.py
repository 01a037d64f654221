"""Random documents and calls, as a file of wire vectors (tests/wire/README.md): any schema in any place.

The arguments of a call fit their schemas, and so do responses, so that a client has nothing to refuse. Names of
properties are the same in all languages; names of parameters are as odd as those of real documents.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

Json: TypeAlias = Any
Schema = dict[str, Any]

JSON = "application/json"
WORDS = ("alpha", "bravo", "delta", "echo", "golf", "hotel", "india", "kilo", "lima", "mike", "oscar", "papa", "romeo")
SPELT = ("per_page", "Content-Type", "a.b", "class", "1st", "self", "to_dict", "fooBar", "extra", "URL", "__proto__")
"""Names of properties that a language spells in its own way."""
ODD = ("page-size", "filter[name]", "a.b", "class", "$top", "per_page", "ids[]", "X-Thing", "self", "Ünit", "1st", "to")
TOKENS = ("X-Thing", "x_other", "Prefer", "If-Odd", "X-Request-Class")
COOKIES = ("session", "theme-color", "last_seen", "class")
TEXTS = ("a", "two words", "100%", "a+b", "ä/ö?", "x&y=z", "#1", "true", "12", "null", "[]", 'it\'s "it"', "a,b|c")
PLAIN = ("a", "two words", "100%", "a+b", "x&y=z", "#1", "true", "12", "null", "it's")
MOMENTS = ("2024-05-06T07:08:09Z", "1999-12-31T23:59:59Z", "2031-01-01T00:00:00Z")
DAYS = ("2024-02-29", "1970-01-01", "2031-12-31")
BYTES = ("", "a", "\x00\xff\xfe", "hello world?", "\xfb\xef\xbe")

Pair = tuple[Json, Json]
"""A value as a caller writes it, with the tokens of the vectors, and as JSON has it."""


class Chance:
    """One document, its components, operations and vectors; the same seed gives the same."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.old = self.chance(0.3)
        """Whether the document is OpenAPI 3.0."""
        self.texts: Sequence[str] = TEXTS
        """What texts are chosen of."""
        self.components: dict[str, Schema] = {}
        self.paths: dict[str, Any] = {}
        self.vectors: list[dict[str, Any]] = []

    # ------------------------------------------------------------------ the document

    def file(self, operations: int, calls: int) -> dict[str, Any]:
        """Return a document with so many operations, and so many calls of each."""
        for number in range(12):
            self.components[f"{self.r.choice(WORDS).title()}{number}"] = self.component()
        for schema in self.components.values():
            if "properties" in schema and "november" not in schema["properties"] and self.chance(0.4):
                inner = self.ref()
                schema["properties"]["november"] = self.r.choice([inner, {"type": "array", "items": inner}])
        for number in range(operations):
            self.operation(number, calls)
        document = {
            "openapi": "3.1.0",
            "info": {"title": "Chance", "version": "1.0.0"},
            "components": {"schemas": self.components},
            "paths": self.paths,
        }
        if self.old:
            document = _older(document) | {"openapi": "3.0.3"}
        return {"document": document, "vectors": self.vectors}

    def operation(self, number: int, calls: int) -> None:
        """Add an operation, and calls of it."""
        name = f"call{number}"
        method = self.r.choice(["get", "post", "put", "patch", "delete"])
        path, parameters = self.parameters(f"/{name}")
        made: dict[str, Any] = {"operationId": name, "parameters": parameters}
        bodied = method in ("post", "put", "patch") and self.chance(0.8)
        if bodied:
            made["requestBody"] = self.body()
        made["responses"] = self.responses()
        self.paths[path] = {method: made}
        for turn in range(calls):
            self.vectors.append(self.vector(f"{name} {turn}", made))

    def vector(self, case: str, operation: dict[str, Any]) -> dict[str, Any]:
        """Return a call of an operation."""
        plain: dict[str, Any] = {"arguments": {}}
        found: dict[str, Any] = {"case": case, "call": operation["operationId"], "with": {}, "plain": plain}
        for parameter in operation["parameters"]:
            if parameter.get("required") or self.chance(0.7):
                key = f"{parameter['in']}:{parameter['name']}"
                found["with"][key], plain["arguments"][key] = self.argument(parameter)
        body = operation.get("requestBody")
        if body is not None and (body.get("required") or self.chance(0.8)):
            ((kind, content),) = body["content"].items()
            self.texts = TEXTS
            found["body"], sent = self.some(content["schema"], form="form" in kind)
            if kind.endswith("json"):
                found["sends"] = {"json": sent}
                plain["body"] = sent
        return found | self.answer(operation["responses"])

    # ------------------------------------------------------------------ parameters

    def parameters(self, path: str) -> tuple[str, list[dict[str, Any]]]:
        """Return a path with its parts, and the parameters of an operation."""
        found = []
        for number in range(self.r.choice([0, 0, 1, 2])):
            name = f"{self.r.choice(['id', 'part_', 'class', 'a_b'])}{number}"
            path += self.r.choice(["/{%s}", "/of/{%s}/end"]) % name
            found.append({"name": name, "in": "path", "required": True} | self.path_form())
        forms: list[tuple[str, Sequence[str], Callable[[], dict[str, Any]]]] = [
            ("query", ODD, self.query_form),
            ("header", TOKENS, self.header_form),
            ("cookie", COOKIES, self.cookie_form),
        ]
        for place, names, form in forms:
            most = {"query": 4, "header": 2, "cookie": 1}[place]
            for name in self.r.sample(names, self.r.randint(0, most)):
                made = {"name": name, "in": place} | form()
                found.append(made | ({"required": True} if self.chance(0.3) else {}))
        return path, found

    def path_form(self) -> dict[str, Any]:
        """Return how a parameter of a path is written."""
        style = self.r.choice(["simple", "simple", "label", "matrix"])
        return {"style": style, "explode": self.chance(0.5), "schema": self.flat()}

    def query_form(self) -> dict[str, Any]:
        """Return how a parameter of a query is written."""
        match self.r.randrange(6):
            case 0:
                return {"content": {JSON: {"schema": self.schema(2)}}}
            case 1:
                return {"style": "deepObject", "explode": True, "schema": self.flat_object()}
            case 2:
                style = self.r.choice(["spaceDelimited", "pipeDelimited"])
                return {"style": style, "explode": False, "schema": self.flat_array()}
            case _:
                more = {"allowReserved": True} if self.chance(0.15) else {}
                schema = self.flat()
                explode = self.chance(0.5) and schema["type"] != "object"  # names of its own would meet others
                return {"style": "form", "explode": explode, "schema": schema} | more

    def header_form(self) -> dict[str, Any]:
        """Return how a header is written."""
        if self.chance(0.1):
            return {"content": {JSON: {"schema": self.schema(1)}}}
        return {"style": "simple", "explode": self.chance(0.5), "schema": self.flat()}

    def cookie_form(self) -> dict[str, Any]:
        """Return how a cookie is written."""
        return {"style": "form", "explode": False, "schema": self.r.choice([self.flat_array, self.primitive])()}

    def argument(self, parameter: dict[str, Any]) -> Pair:
        """Return a value for a parameter."""
        schema = parameter.get("schema") or parameter["content"][JSON]["schema"]
        texts = PLAIN if parameter["in"] in ("header", "cookie", "path") else TEXTS
        self.texts = [text for text in texts if "," not in text or "content" in parameter]  # it may part two values
        return self.some(schema, least=1 if parameter["in"] != "query" else 0)

    def flat(self) -> Schema:
        """Return a schema that a style can write."""
        kinds = [self.primitive, self.primitive, self.flat_array, self.flat_object]
        return self.r.choice(kinds)()

    def flat_array(self) -> Schema:
        """Return an array of single values."""
        return {"type": "array", "items": self.primitive()}

    def flat_object(self) -> Schema:
        """Return an object of single values."""
        names = self.r.sample(WORDS, self.r.randint(1, 3))
        made: Schema = {"type": "object", "properties": {name: self.primitive() for name in names}}
        made["required"] = names[:1]
        return made

    # ------------------------------------------------------------------ bodies

    def body(self) -> dict[str, Any]:
        """Return a request body."""
        made: dict[str, Any] = {"required": True} if self.chance(0.6) else {}
        match self.r.randrange(10):
            case 0:
                form = self.form(files=False)
                return made | {"content": {"application/x-www-form-urlencoded": self.encoded(form)}}
            case 1 | 2:
                return made | {"content": {"multipart/form-data": self.encoded(self.form(files=True))}}
            case 3:
                return made | {"content": {"text/plain": {"schema": {"type": "string"}}}}
            case 4:
                file = {"schema": {"type": "string", "format": "binary"}}
                return made | {"content": {self.r.choice(["text/plain", "*/*"]): file}}
            case 5:
                return made | {"content": {"application/vnd.chance+json": {"schema": self.schema(2)}}}
            case _:
                return made | {"content": {JSON: {"schema": self.schema(3)}}}

    def form(self, *, files: bool) -> Schema:
        """Return the object of a form."""
        kinds = [self.primitive, self.flat_array, self.flat_object]
        if files:
            kinds += [lambda: {"type": "string", "format": "binary"}, lambda: self.schema(2)]
            kinds += [lambda: {"type": "array", "items": {"type": "string", "format": "binary"}}]
        names = self.r.sample(WORDS, self.r.randint(1, 4))
        properties = {name: self.r.choice(kinds)() for name in names}
        return {"type": "object", "properties": properties, "required": names[: self.r.randint(0, len(names))]}

    def encoded(self, form: Schema) -> dict[str, Any]:
        """Return the content of a form, with how some of its properties are written."""
        found: dict[str, Any] = {}
        for name, entry in form["properties"].items():
            kind = entry.get("type")
            if self.chance(0.7) or "format" in entry.get("items", entry):
                continue
            if kind == "array" and self.chance(0.5):
                found[name] = {"style": self.r.choice(["form", "pipeDelimited", "spaceDelimited"]), "explode": False}
            elif kind == "object":
                found[name] = self.r.choice([{"style": "deepObject", "explode": True}, {"contentType": JSON}])
            elif kind in ("string", "integer"):
                found[name] = {"contentType": "text/plain; charset=utf-8"}
        return {"schema": form} | ({"encoding": found} if found else {})

    def responses(self) -> dict[str, Any]:
        """Return the responses of an operation."""
        found = {"200": self.response()}
        if self.chance(0.2):
            found["201"] = self.response()
        if self.chance(0.2):
            found["204"] = {"description": "nothing"}
        if self.chance(0.4):
            found[self.r.choice(["404", "4XX", "default"])] = self.response(error=True)
        return found

    def response(self, *, error: bool = False) -> dict[str, Any]:
        """Return one response."""
        kinds = (
            [JSON] * 6 + ["application/problem+json"] + ([] if error else ["text/plain", "application/octet-stream"])
        )
        kind = self.r.choice(kinds)
        if kind.endswith("json"):
            schema = self.object(2) if error else self.schema(3)
        elif kind == "text/plain":
            schema = self.r.choice(
                [{"type": "string"}, {"type": "string"}, {"type": "integer"}, {"enum": ["a", "b c"]}]
            )
        else:
            schema = {"type": "string", "format": "binary"}
        more = "octet" not in kind and self.chance(0.1)
        other = {"text/html": {"schema": {"type": "string"}}} if more else {}
        return {"description": "an answer", "content": {kind: {"schema": schema}} | other}

    def answer(self, responses: dict[str, Any]) -> dict[str, Any]:
        """Return what a server answers, and what the caller gets."""
        status = self.r.choice(list(responses))
        content = responses[status].get("content")
        number = {"4XX": 422, "default": 418}.get(status) or int(status)
        if content is None:
            return {"answer": {"status": number}, "returns": None}
        kind, item = next(iter(content.items()))
        self.texts = TEXTS
        _, wire = self.value(item["schema"], "response")
        if kind.endswith("json"):
            sent = self.r.choice([kind, kind, f"{kind}; charset=utf-8", kind.upper()])
            answer: dict[str, Any] = {"status": number, "headers": {"Content-Type": sent}, "json": wire}
            if number >= 400:
                return {"answer": answer, "raises": "api", "status": number, "error": wire}
            return {"answer": answer, "returns": wire}
        if kind == "application/octet-stream":
            # the recorder writes texts as UTF-8
            text = "bytes \x00 and more"
            return {
                "answer": {"status": number, "headers": {"Content-Type": kind}, "text": text},
                "returns": {"$bytes": text},
            }
        return {"answer": {"status": number, "headers": {"Content-Type": kind}, "text": f"{wire}"}, "returns": wire}

    # ------------------------------------------------------------------ schemas

    def component(self) -> Schema:
        """Return a component; it may lead to itself, and to those before it."""
        kinds = [self.object] * 5 + [self.choice, self.tagged, self.merged, self.enum, self.array, self.map]
        return self.r.choice(kinds)(2)

    def schema(self, depth: int) -> Schema:
        """Return a schema for JSON."""
        if depth <= 0 or self.chance(0.3):
            return self.primitive()
        if self.components and self.chance(0.35):
            return self.ref()
        kinds = [self.object, self.object, self.array, self.map, self.choice, self.nullable, self.enum, self.anything]
        return self.r.choice([*kinds, self.data, self.merged])(depth)

    def ref(self) -> Schema:
        """Refer to a component."""
        return {"$ref": f"#/components/schemas/{self.r.choice(list(self.components))}"}

    def primitive(self, depth: int = 0) -> Schema:
        """Return the schema of a single value."""
        kinds: list[Schema] = [
            {"type": "string"},
            {"type": "string", "maxLength": 30},
            {"type": "string", "format": "date-time"},
            {"type": "string", "format": "date"},
            {"type": "string", "format": "uuid"},
            {"type": "integer", "minimum": -1},
            {"type": "integer", "format": "int32"},
            {"type": "integer", "format": "int64"},
            {"type": "number", "multipleOf": 0.125, "exclusiveMaximum": 1000001},
            {"type": "number", "format": "float"},
            {"type": "boolean"},
            {"type": "string", "enum": ["a", "b c", "D"]},
            {"type": "integer", "enum": [1, 2, 30]},
        ]
        return dict(self.r.choice(kinds))

    def enum(self, depth: int) -> Schema:
        """Return a list of values, or one."""
        kinds: list[Schema] = [
            {"enum": ["red", "green", "1st"]},
            {"type": ["string", "null"], "enum": ["on", "off", None]},
            {"const": "fixed"},
            {"const": 7},
            {"type": "boolean", "enum": [True]},
            {"enum": [1, 2.5]},
        ]
        return dict(self.r.choice(kinds))

    def data(self, depth: int) -> Schema:
        """Return bytes in a text."""
        return {"type": "string", "contentEncoding": "base64" if self.old else self.r.choice(["base64", "base64url"])}

    def anything(self, depth: int) -> Schema:
        """Return a schema that says nothing."""
        return {}

    def nullable(self, depth: int) -> Schema:
        """Return a schema that null fits, too."""
        inner = self.schema(depth - 1)
        if isinstance(inner.get("type"), str) and "enum" not in inner and self.chance(0.6):
            return inner | {"type": [inner["type"], "null"]}
        return {self.r.choice(["anyOf", "oneOf"]): [inner, {"type": "null"}]} if "$ref" in inner else inner

    def array(self, depth: int) -> Schema:
        """Return an array."""
        return {"type": "array", "items": self.schema(depth - 1)} | ({"maxItems": 3} if self.chance(0.3) else {})

    def map(self, depth: int) -> Schema:
        """Return a map."""
        return {"type": "object", "additionalProperties": self.schema(depth - 1)}

    def object(self, depth: int) -> Schema:
        """Return an object."""
        names = self.r.sample(WORDS, self.r.randint(0, 5)) + self.r.sample(SPELT, self.r.choice([0, 0, 0, 1, 2]))
        properties = {name: self.property(depth) for name in names}
        made: Schema = {"type": "object", "properties": properties}
        required = [name for name in names if self.chance(0.4)]
        if required:
            made["required"] = required
        if self.chance(0.15):
            made["additionalProperties"] = self.r.choice([False, self.schema(1)])
        return made

    def property(self, depth: int) -> Schema:
        """Return a property."""
        found = self.schema(depth - 1)
        if "$ref" not in found and self.chance(0.1):
            found = found | {self.r.choice(["readOnly", "writeOnly"]): True}
        if found.get("type") == "integer" and "enum" not in found and self.chance(0.2):
            found = found | {"default": 3}
        return found

    def merged(self, depth: int) -> Schema:
        """Return a schema of several parts."""
        one, other = self.object(depth), self.object(depth)
        for name in list(other["properties"]):
            if name in one["properties"]:
                del other["properties"][name]
                other["required"] = [item for item in other.get("required", []) if item != name]
        for part in (one, other):
            part.pop("additionalProperties", None)
        return {"allOf": [one, other]}

    def choice(self, depth: int) -> Schema:
        """Return a union of types that a value shows."""
        kinds: list[Callable[[], Schema]] = [
            lambda: {"type": "string"},
            lambda: {"type": "integer"},
            lambda: {"type": "boolean"},
            lambda: self.array(depth - 1),
            lambda: self.object(depth - 1) | {"title": "Case"},
        ]
        members = [kind() for kind in self.r.sample(kinds, self.r.randint(2, 3))]
        return {self.r.choice(["oneOf", "anyOf"]): members}

    def tagged(self, depth: int) -> Schema:
        """Return a union with a discriminator; its members are components."""
        tags = self.r.sample(["cat", "dog", "bird"], 2)
        mapping = {}
        for tag in tags:
            name = f"{tag.title()}{len(self.components)}"
            member = self.object(depth - 1)
            member["properties"]["kind"] = {"type": "string", "const": tag}
            member["required"] = [*member.get("required", ()), "kind"]
            member.pop("additionalProperties", None)
            self.components[name] = member
            mapping[tag] = f"#/components/schemas/{name}"
        members = [{"$ref": at} for at in mapping.values()]
        return {"oneOf": members, "discriminator": {"propertyName": "kind", "mapping": mapping}}

    # ------------------------------------------------------------------ values

    def some(self, schema: Schema, least: int = 0, *, form: bool = False) -> Pair:
        """Return a value to send that is not null, which stands for nothing in some language; a form has none."""
        while True:
            given, wire = self.value(schema, "request", least=least)
            if given is not None and not (form and None in given.values()):
                return given, wire

    def value(self, schema: Schema, way: str, depth: int = 0, least: int = 0) -> Pair:
        """Return a value that fits a schema; ``least`` items and properties."""
        while "$ref" in schema:
            schema = self.components[schema["$ref"].rpartition("/")[2]]
        if "const" in schema:
            return schema["const"], schema["const"]
        if "enum" in schema:
            picked = self.r.choice(schema["enum"])
            return picked, picked
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self.value(self.r.choice(schema[key]), way, depth, least)
        if "allOf" in schema:
            given, wire = zip(*(self.value(part, way, depth) for part in schema["allOf"]), strict=True)
            return ({**given[0], **given[1]}, {**wire[0], **wire[1]})
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self.r.choice(kind)
        return self.typed(kind, schema, way, depth, least)

    def typed(self, kind: str | None, schema: Schema, way: str, depth: int, least: int) -> Pair:
        """Return a value of a JSON type."""
        match kind:
            case None:
                anything = self.r.choice([None, 1, "x", True, [1, "a"], {"alpha": {"b": []}}, 2.5])
                return anything, anything
            case "null":
                return None, None
            case "string":
                return self.text(schema)
            case "array":
                most = 0 if depth > 4 else 3
                items = [
                    self.value(schema["items"], way, depth + 1, least)
                    for _ in range(self.r.randint(min(least, most), most))
                ]
                return [item[0] for item in items], [item[1] for item in items]
            case "object":
                return self.members(schema, way, depth)
            case _:
                single = self.single(kind, schema)
                return single, single

    def single(self, kind: str, schema: Schema) -> Json:
        """Return a number or a boolean."""
        if kind == "boolean":
            return self.chance(0.5)
        if kind == "number":
            return self.r.choice([0, 1, -2.5, 0.125, 1000000, 12.75])
        most = 2**53 + 1 if schema.get("format") == "int64" else 2**31 - 1
        return self.r.choice([0, 1, -1, 42, most])

    def text(self, schema: Schema) -> Pair:
        """Return a text."""
        if "contentEncoding" in schema:
            data = self.r.choice(BYTES)
            encode = base64.b64encode if schema["contentEncoding"] == "base64" else base64.urlsafe_b64encode
            wire = encode(data.encode("latin-1")).decode()
            return {"$bytes": data}, wire if schema["contentEncoding"] == "base64" else wire.rstrip("=")
        match schema.get("format"):
            case "date-time":
                found = self.r.choice(MOMENTS)
                return {"$datetime": found}, found
            case "date":
                found = self.r.choice(DAYS)
                return {"$date": found}, found
            case "uuid":
                found = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
                return found, found
            case "binary":
                name = self.r.choice(["a.txt", "b c.bin", "ö.dat"])
                return {"$file": {"name": name, "type": "text/plain", "bytes": self.r.choice(BYTES)}}, None
            case _:
                found = self.r.choice(self.texts)
                return found, found

    def members(self, schema: Schema, way: str, depth: int) -> Pair:
        """Return an object."""
        hidden = "readOnly" if way == "request" else "writeOnly"
        given, wire = {}, {}
        for name, entry in schema.get("properties", {}).items():
            required = name in schema.get("required", ())
            if entry.get(hidden) or not (required or (depth < 5 and self.chance(0.6))):
                continue
            given[name], wire[name] = self.value(entry, way, depth + 1)
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and depth < 5:
            for number in range(self.r.randint(0, 2)):
                name = f"more{number}"
                given[name], wire[name] = self.value(more, way, depth + 1)
        return given, wire

    def chance(self, share: float) -> bool:
        """Tell whether something happens that happens so often."""
        return self.r.random() < share


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
