"""A Swagger 2.0 document to one of OpenAPI 3.0: the root, path items, operations, security."""

from __future__ import annotations

from compiler.diagnostics import Diagnostics
from compiler.front.documents import Library
from compiler.front.keys import METHODS
from compiler.front.swagger.parameters import (
    Parameters,
    rewrite_body,
    rewrite_form,
    rewrite_parameter,
    sort_parameters,
)
from compiler.front.swagger.parts import Part, Source
from compiler.front.swagger.responses import rewrite_responses
from compiler.source import Json, Loc, Rewritten

_MOVED = frozenset(
    {"swagger", "host", "basePath", "schemes", "consumes", "produces"}
    | {"paths", "definitions", "parameters", "responses", "securityDefinitions"}
)
_FLOWS = {"application": "clientCredentials", "accessCode": "authorizationCode"}
_SCHEMES = ("https", "http")
"""The schemes that an SDK can speak, the safe one first."""


MOST = 100
"""Media types that one list may have: real ones have less than ten."""


def upgrade_swagger(library: Library, diagnostics: Diagnostics) -> Rewritten:
    """Rewrite the root document of a library, whose root is an object.

    Reports CG0303 and CG0820 for what 3.0 has no place for.

    Raises:
        MediaTypesError: a list of media types is too long.
    """
    document = library.root
    assert isinstance(document.root, dict)
    source = Source(library, diagnostics)
    root = _Upgrade(source, Part(document.root, Loc(document.file))).root()
    return Rewritten(document, root, source.origins, keeps_names=True)


class MediaTypesError(Exception):
    """A list has more media types than `MOST`: each stands in every body, or every response, that it holds for."""

    def __init__(self, loc: Loc, key: str) -> None:
        super().__init__(key)
        self.loc = loc
        self.key = key


class _Upgrade:
    """One document on its way to 3.0."""

    def __init__(self, source: Source, part: Part) -> None:
        self.source = source
        self.part = part
        self.consumes = _media_types(part, "consumes")
        self.produces = _media_types(part, "produces")

    def root(self) -> Json:
        part, new = self.part, self.source.new()
        new.put("openapi", "3.0.3", part.loc.at("swagger"))
        for key, value in part.raw.items():
            if key not in _MOVED:
                new.put(key, value, part.loc.at(key))
        servers = self.servers(part)
        if servers:
            new.array("servers", servers, part.loc.at("host"))
        new.put("components", self.components(), part.loc)
        paths = part.object("paths") if "paths" in part.raw else None
        if paths is not None:
            new.put("paths", self.paths(paths), paths.loc)
        elif "paths" in part.raw:
            new.put("paths", part.raw["paths"], part.loc.at("paths"))
        return new.value

    def servers(self, part: Part) -> list[tuple[Json, Loc]]:
        """Return a server for each scheme of the document, or of an operation with schemes of its own."""
        host, base = self.part.raw.get("host"), self.part.raw.get("basePath")
        path = f"/{base.strip('/')}".rstrip("/") if isinstance(base, str) else ""
        if not isinstance(host, str) or not host:
            return [({"url": path}, self.part.loc.at("basePath"))] if path and part is self.part else []
        given = [name for name in _SCHEMES if name in _texts(part.raw.get("schemes"))]
        at = part.loc.at("schemes") if given else self.part.loc.at("host")
        return [({"url": f"{name}://{host}{path}"}, at) for name in given or ["https"]]

    # ------------------------------------------------------------------ components

    def components(self) -> Json:
        part, new = self.part, self.source.new()
        if "definitions" in part.raw:
            new.put("schemas", part.raw["definitions"], part.loc.at("definitions"))
        parameters = part.object("parameters") if "parameters" in part.raw else None
        if parameters is not None:
            plain, bodies = self.shared_parameters(parameters)
            new.put("parameters", plain, parameters.loc)
            new.put("requestBodies", bodies, parameters.loc)
        responses = part.object("responses") if "responses" in part.raw else None
        if responses is not None:
            new.put("responses", rewrite_responses(self.source, responses, self.produces), responses.loc)
        schemes = part.object("securityDefinitions") if "securityDefinitions" in part.raw else None
        if schemes is not None:
            new.put("securitySchemes", self.schemes(schemes), schemes.loc)
        return new.value

    def shared_parameters(self, holder: Part) -> tuple[Json, Json]:
        """Return the tables of parameters and of bodies; fields of forms go where they are used."""
        plain, bodies = self.source.new(), self.source.new()
        for name in holder.raw:
            item = holder.object(name)
            part = self.source.follow(item) if item is not None else None
            if part is None:
                plain.put(name, holder.raw[name], holder.loc.at(name))
            elif part.raw.get("in") == "body":
                bodies.put(name, rewrite_body(self.source, part, self.consumes), part.loc_for(item))
            elif part.raw.get("in") != "formData":
                plain.put(name, rewrite_parameter(self.source, part), part.loc_for(item))
        return plain.value, bodies.value

    def schemes(self, holder: Part) -> Json:
        new = self.source.new()
        for name in holder.raw:
            part = holder.object(name)
            value = holder.raw[name] if part is None else self.scheme(part)
            new.put(name, value, holder.loc.at(name))
        return new.value

    def scheme(self, part: Part) -> Json:
        if part.raw.get("type") not in ("basic", "oauth2"):
            return part.raw
        new = self.source.new()
        for key, value in part.raw.items():
            if key == "type" or key == "description" or key.startswith("x-"):
                new.put(key, value, part.loc.at(key))
        if part.raw["type"] == "basic":
            new.put("type", "http", part.loc.at("type"))
            new.put("scheme", "basic", part.loc.at("type"))
            return new.value
        flow, flows = self.source.new(), self.source.new()
        for key in ("authorizationUrl", "tokenUrl", "scopes"):
            if key in part.raw:
                flow.put(key, part.raw[key], part.loc.at(key))
        kind = str(part.raw.get("flow"))
        flows.put(_FLOWS.get(kind, kind), flow.value, part.loc.at("flow"))
        new.put("flows", flows.value, part.loc)
        return new.value

    # ------------------------------------------------------------------ paths

    def paths(self, holder: Part) -> Json:
        new = self.source.new()
        for path in holder.raw:
            part = holder.object(path)
            if part is None or path.startswith("x-"):
                new.put(path, holder.raw[path], holder.loc.at(path))
                continue
            target = self.source.taken(part)
            if target is None:
                new.put(path, part.raw, part.loc)
            else:
                new.put(path, self.path_item(target), target.loc)
        return new.value

    def path_item(self, part: Part) -> Json:
        shared = sort_parameters(self.source, part)
        new = self.source.new()
        for key, value in part.raw.items():
            operation = part.object(key) if key in METHODS else None
            target = self.source.taken(operation) if operation is not None else None
            if target is not None:
                new.put(key, self.operation(target, shared), target.loc)
            elif operation is not None:
                new.put(key, self.source.rebase(operation.raw, operation.file), operation.loc)
            elif key == "parameters" and isinstance(value, list):
                new.array(key, shared.plain, part.loc.at(key))
            else:
                new.put(key, value, part.loc.at(key))
        return new.value

    def operation(self, part: Part, shared: Parameters) -> Json:
        own = sort_parameters(self.source, part).below(shared)
        new = self.source.new()
        for key, value in part.raw.items():
            if key == "parameters" and isinstance(value, list):
                new.array(key, own.plain, part.loc.at(key))
            elif key == "responses" and isinstance(value, dict):
                produces = _media_types(part, "produces") if "produces" in part.raw else self.produces
                holder = Part(value, part.loc.at(key), part.file)
                new.put(key, rewrite_responses(self.source, holder, produces), holder.loc)
            elif key not in ("consumes", "produces", "schemes"):
                new.put(key, value, part.loc.at(key))
        if "schemes" in part.raw and part.raw["schemes"] != self.part.raw.get("schemes"):
            new.array("servers", self.servers(part), part.loc.at("schemes"))
        consumes = _media_types(part, "consumes") if "consumes" in part.raw else self.consumes
        if own.body is not None:
            for name, field in own.form.items():
                self.source.diagnostics.report("CG0820", field.loc, name=name)
            body = own.shared_body if consumes == self.consumes else None
            body = body or rewrite_body(self.source, own.body, consumes)
            new.put("requestBody", body, own.body.loc)
        elif own.form:
            at = next(iter(own.form.values())).loc
            new.put("requestBody", rewrite_form(self.source, own.form, consumes, at), at)
        return new.value


def _media_types(part: Part, key: str) -> list[str]:
    found = _texts(part.raw.get(key))
    if len(found) > MOST:
        raise MediaTypesError(part.loc.at(key), key)
    return found


def _texts(value: Json) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
