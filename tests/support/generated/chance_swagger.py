"""Random documents of features that OpenAPI 3.0 and Swagger 2.0 share, written in both."""

from __future__ import annotations

from typing import Any

from tests.support.generated.blocks import FORM, JSON, MULTIPART, TEXT, Json, Schema, content, ref
from tests.support.generated.chance import FILE, Chance

FORMATS = {"pipeDelimited": "pipes", "spaceDelimited": "ssv"}
SCHEMES = {
    "user": {"type": "http", "scheme": "basic"},
    "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "asked": {"type": "apiKey", "in": "query", "name": "key"},
    "app": {
        "type": "oauth2",
        "flows": {"clientCredentials": {"tokenUrl": "https://a.test/token", "scopes": {"a": "b"}}},
    },
    "people": {"type": "oauth2", "flows": {"password": {"tokenUrl": "https://a.test/token", "scopes": {}}}},
}
FLOWS = {"clientCredentials": "application", "password": "password"}
BYTES = "application/octet-stream"
FORMS = (FORM, MULTIPART)


class SwaggerByChance(Chance):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.old = True

    def pair(self, operations: int) -> tuple[dict[str, Any], dict[str, Any]]:
        document = self.file(operations, 0)["document"]
        document["servers"] = [{"url": "https://api.test/v1"}]
        components = document["components"]
        components |= {"securitySchemes": SCHEMES, "parameters": {}, "responses": {}, "requestBodies": {}}
        self.family(components["schemas"])
        for item in document["paths"].values():
            for made in list(item.values()):
                self.share(made, components)
                if made["parameters"] and self.happens(0.2):
                    item["parameters"] = [made["parameters"].pop(0)]
        if self.happens(0.5):
            document["security"] = self.security()
        return document, as_swagger(document)

    def family(self, schemas: dict[str, Schema]) -> None:
        base = self.object(1)
        base["properties"]["kind"] = {"type": "string"}
        base |= {"required": [*base.get("required", ()), "kind"], "discriminator": {"propertyName": "kind"}}
        base.pop("additionalProperties", None)
        schemas["Base"] = base
        for name in ("heir_one", "HeirTwo"):
            own = {"type": "object", "properties": {f"of{name}": self.primitive()}}
            schemas[name] = {"allOf": [ref("Base", "schemas/"), own]}

    def share(self, made: dict[str, Any], components: dict[str, Any]) -> None:
        """Declare some parts of an operation where others could refer to them, and say more of it."""
        name = made["operationId"].title()
        for number, item in enumerate(made["parameters"]):
            if self.happens(0.2):
                components["parameters"][f"{name}P{number}"] = item
                made["parameters"][number] = ref(f"{name}P{number}", "parameters/")
        for status, response in made["responses"].items():
            if self.happens(0.3):
                response["headers"] = {"X-Count": {"schema": self.primitive()}, "X-All": {"schema": self.flat_array()}}
            # those that are shared have the media types of the document
            alone = list(made["responses"]) == [status]
            if self.happens(0.2) and alone and list(response.get("content", ())) == [JSON]:
                components["responses"][f"{name}R"] = response
                made["responses"][status] = ref(f"{name}R", "responses/")
        body = made.get("requestBody")
        if body is not None and list(body["content"]) == [JSON] and self.happens(0.3):
            components["requestBodies"][f"{name}B"] = body
            made["requestBody"] = ref(f"{name}B", "requestBodies/")
        if self.happens(0.4):
            made["security"] = self.security()
        if self.happens(0.3):
            made["tags"] = [self.chance.choice(["one", "two words"])]

    def security(self) -> list[dict[str, list[str]]]:
        one, other = self.chance.sample(list(SCHEMES), 2)
        return self.chance.choice([[], [{one: []}], [{one: []}, {other: []}], [{one: []}, {}]])

    # ------------------------------------------------------------------ what 2.0 cannot say is not made

    def path_style(self) -> dict[str, Any]:
        return {"schema": self.chance.choice([self.primitive, self.flat_array])()}

    def query_style(self) -> dict[str, Any]:
        if self.happens(0.5):
            return {"schema": self.primitive()}
        style = self.chance.choice(["form", "pipeDelimited", "spaceDelimited"])
        return {"style": style, "explode": style == "form" and self.happens(0.5), "schema": self.flat_array()}

    header_style = path_style

    def parameters(self, path: str) -> tuple[str, list[dict[str, Any]]]:
        """Return a path with its parts, and parameters, of which none is a cookie."""
        path, found = super().parameters(path)
        return path, [item for item in found if item["in"] != "cookie"]

    def body(self) -> dict[str, Any]:
        made: dict[str, Any] = {"required": True} if self.happens(0.6) else {}
        match self.chance.randrange(5):
            case 0 | 1:
                files = self.happens(0.5)
                form = self.plain_form(files=files)
                arrays = [name for name, item in form["properties"].items() if item["type"] == "array"]
                written = {name: style for name in arrays if (style := self.array_style())}
                required = {"required": True} if form.get("required") else {}
                encoding = {"encoding": written} if written else {}
                return required | {"content": {FORMS[files]: {"schema": form} | encoding}}
            case 2:
                return made | {"content": content(TEXT, "text/plain")}
            case _:
                kinds = self.chance.choice([[JSON], [JSON], [JSON, "application/vnd.chance+json"]])
                schema = self.schema(3)
                return made | {"content": {kind: {"schema": schema} for kind in kinds}}

    def plain_form(self, *, files: bool) -> Schema:
        names = self.chance.sample(["alpha", "bravo", "kilo", "to_dict", "mike"], self.chance.randint(1, 4))
        kinds = [self.primitive, self.primitive] + ([] if files else [self.flat_array])
        properties = {name: self.chance.choice(kinds)() for name in names}
        if files:
            properties["file"] = FILE
        required = [name for name in properties if self.happens(0.4)]
        return {"type": "object", "properties": properties} | ({"required": required} if required else {})

    def array_style(self) -> dict[str, Any]:
        style = self.chance.choice(["form", "form", "pipeDelimited", "spaceDelimited"])
        return {} if style == "form" and self.happens(0.5) else {"style": style, "explode": False}

    def responses(self) -> dict[str, Any]:
        """Return the responses of an operation, which have one media type."""
        kinds = self.chance.choice([[JSON], [JSON], [JSON, "application/vnd.chance+json"], ["text/plain"], [BYTES]])
        found: dict[str, Any] = {}
        for status in self.chance.sample(["200", "201", "404", "default"], self.chance.randint(1, 3)):
            schema = self.schema(3) if JSON in kinds else TEXT if kinds == ["text/plain"] else FILE
            found[status] = {"description": status, "content": {kind: {"schema": schema} for kind in kinds}}
        return found | ({"204": {"description": "nothing"}} if self.happens(0.3) else {})

    def choice(self, depth: int) -> Schema:
        """Return an object: 2.0 has no unions."""
        return self.object(depth)

    tagged = choice


def as_swagger(document: dict[str, Any]) -> dict[str, Any]:
    components = document["components"]
    paths = {path: path_item(item, components) for path, item in document["paths"].items()}
    shared = {name: parameter(item) for name, item in components["parameters"].items()}
    shared |= {name: body_of(item) for name, item in components["requestBodies"].items()}
    return {
        "swagger": "2.0",
        "info": document["info"],
        "host": "api.test",
        "basePath": "/v1",
        "schemes": ["https"],
        "definitions": schema_of(components["schemas"]),
        "parameters": shared,
        "responses": {name: response_of(item) for name, item in components["responses"].items()},
        "securityDefinitions": {name: scheme(item) for name, item in SCHEMES.items()},
        "paths": paths,
    } | ({"security": document["security"]} if "security" in document else {})


def scheme(item: dict[str, Any]) -> dict[str, Any]:
    if item["type"] == "http":
        return {"type": "basic"}
    if item["type"] != "oauth2":
        return item
    ((flow, more),) = item["flows"].items()
    return {"type": "oauth2", "flow": FLOWS[flow]} | more


def followed(item: dict[str, Any], table: dict[str, Any]) -> dict[str, Any]:
    """A component that is referred to, or what stands there."""
    found: dict[str, Any] = table[item["$ref"].rpartition("/")[2]] if "$ref" in item else item
    return found


def path_item(item: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    made = {key: operation(value, components["responses"]) for key, value in item.items() if key != "parameters"}
    return made | ({"parameters": list(map(parameter, item["parameters"]))} if "parameters" in item else {})


def body_of(body: dict[str, Any]) -> dict[str, Any]:
    schema = next(iter(body["content"].values()))["schema"]
    required = {"required": True} if body.get("required") else {}
    return {"in": "body", "name": "body", "schema": schema_of(schema)} | required


def operation(made: dict[str, Any], responses: dict[str, Any]) -> dict[str, Any]:
    found = made | {"parameters": [parameter(item) for item in made["parameters"]]}
    body = found.pop("requestBody", None)
    if body is not None and "$ref" in body:
        found["parameters"].append({"$ref": body["$ref"].replace("#/components/requestBodies/", "#/parameters/")})
    elif body is not None:
        found["consumes"] = list(body["content"])
        form = next((content for kind, content in body["content"].items() if kind in FORMS), None)
        found["parameters"] += [body_of(body)] if form is None else fields(form)
    kinds = (kind for item in made["responses"].values() for kind in followed(item, responses).get("content", ()))
    found["produces"] = list(dict.fromkeys(kinds))
    found["responses"] = {status: response_of(item) for status, item in made["responses"].items()}
    return found


def parameter(item: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in item:
        return {"$ref": item["$ref"].replace("#/components/", "#/")}
    made = {key: value for key, value in item.items() if key not in ("schema", "style", "explode")}
    return made | schema_of(item["schema"]) | collection(item["schema"], item, exploded=item["in"] == "query")


def fields(content: dict[str, Any]) -> list[dict[str, Any]]:
    form, found = content["schema"], []
    for name, item in form["properties"].items():
        made = {"name": name, "in": "formData"} | schema_of(item)
        if item.get("format") == "binary":
            made = {"name": name, "in": "formData", "type": "file"}
        made |= collection(item, content.get("encoding", {}).get(name, {}), exploded=True)
        found.append(made | ({"required": True} if name in form.get("required", ()) else {}))
    return found


def collection(schema: Schema, form: dict[str, Any], *, exploded: bool) -> dict[str, str]:
    if schema.get("type") != "array":
        return {}
    style = form.get("style", "form")
    if style in FORMATS:
        return {"collectionFormat": FORMATS[style]}
    return {"collectionFormat": "multi"} if form.get("explode", exploded) and exploded else {}


def response_of(item: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in item:
        return {"$ref": item["$ref"].replace("#/components/", "#/")}
    content, headers = item.get("content"), item.get("headers")
    schema = {"schema": schema_of(next(iter(content.values()))["schema"])} if content else {}
    if content and BYTES in content:
        schema = {"schema": {"type": "file"}}
    more = {"headers": {name: schema_of(header["schema"]) for name, header in headers.items()}} if headers else {}
    return {"description": item["description"]} | schema | more


def schema_of(node: Json) -> Json:
    if isinstance(node, list):
        return [schema_of(item) for item in node]
    if not isinstance(node, dict):
        return node
    made = {key: schema_of(item) for key, item in node.items()}
    if isinstance(made.get("$ref"), str):
        made["$ref"] = made["$ref"].replace("#/components/schemas/", "#/definitions/")
    if isinstance(made.get("discriminator"), dict):
        made["discriminator"] = made["discriminator"]["propertyName"]
    if isinstance(made.get("nullable"), bool):
        made["x-nullable"] = made.pop("nullable")
    return made
