"""Converts a Swagger 2.0 document to OpenAPI 3.0: the root, path items, operations, security."""

from __future__ import annotations

from functools import partial

from compiler.base.patterns import lazy_pattern
from compiler.diagnostics import Diagnostics
from compiler.front.keys.object_keys import METHODS
from compiler.front.mistakes.wording import did_you_mean
from compiler.front.reading.documents import Library
from compiler.front.swagger.parameters import (
    Parameters,
    rewrite_body,
    rewrite_form,
    rewrite_parameter,
    sort_parameters,
)
from compiler.front.swagger.parts import Part, Source
from compiler.front.swagger.responses import rewrite_responses
from compiler.ir.identity import short
from compiler.source import Json, Loc, Rewritten, as_text, escape_token

_MOVED = frozenset(
    {"swagger", "host", "basePath", "schemes", "consumes", "produces"}
    | {"paths", "definitions", "parameters", "responses", "securityDefinitions"}
)
_FLOWS = {"implicit": "implicit", "password": "password"}
_FLOWS |= {"application": "clientCredentials", "accessCode": "authorizationCode"}
_FLOWS |= {name: name for name in _FLOWS.values()}
"""The names of the flows in 3.0; these names are accepted in 2.0, too."""
_OF_FLOW = ("authorizationUrl", "tokenUrl", "scopes")
_HOST = lazy_pattern(r"[^/]+\Z|.*(://|[{} ])")
_SOCKETS = ("ws", "wss")
_SCHEMES = ("https", "http")
"""The URL schemes that an SDK supports, the safe one first."""


MOST = 100
"""The most media types in one list: real ones have less than ten."""


def upgrade_swagger(library: Library, diagnostics: Diagnostics) -> Rewritten:
    """Rewrite the root document of a library, whose root is an object.

    Reports what 3.0 has no place for, and what is of the wrong type where lowering does not see it.

    Raises:
        MediaTypesError: a list of media types is too long.
    """
    document = library.root
    assert isinstance(document.root, dict)
    source = Source(library, diagnostics)
    root = _Upgrade(source, Part(document.root, Loc(document.file))).root()
    source.report_tallies()
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
        self.consumes = _media_types(source, part, "consumes")
        self.produces = _media_types(source, part, "produces")
        self.host = source.text(part, "host")
        base = source.text(part, "basePath")
        self.check_root()
        self.base = f"/{base.strip('/')}".rstrip("/") if base is not None else ""

    def check_root(self) -> None:
        """Report an invalid host or base path, and a document without paths."""
        source, part = self.source, self.part
        if self.host is not None and not _HOST.match(self.host):  # CG1109 tells of a scheme before it
            help_ = "write the name of the host and, where it has one, the port"
            source.report(
                "CG0372", part.loc.at("host"), help=help_, key="host", problem="it must be a host and nothing else"
            )
        base = part.raw.get("basePath")
        if isinstance(base, str) and not base.startswith("/"):
            help_ = f"write `/{base}`"
            source.report(
                "CG0372", part.loc.at("basePath"), help=help_, key="basePath", problem="it must begin with a slash"
            )

    def root(self) -> Json:
        part, new = self.part, self.source.new()
        new.put("openapi", "3.0.3", part.loc.at("swagger"))
        for key, value in part.raw.items():
            if key not in _MOVED:
                new.put(key, value, part.loc.at(key))
        servers = self.servers(part)
        if servers:
            if "servers" in part.raw:
                known = "host" if self.host else "basePath"
                self.source.report_newer_key(part, "servers", known, counts=known)
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
        given = self.schemes_of(part)
        if not self.host:
            return [({"url": self.base}, self.part.loc.at("basePath"))] if self.base and part is self.part else []
        at = part.loc.at("schemes") if given else self.part.loc.at("host")
        return [({"url": f"{name}://{self.host}{self.base}"}, at) for name in given or ["https"]]

    def schemes_of(self, part: Part) -> list[str]:
        """Return the schemes that an SDK can speak; web sockets beside one of them are passed over (CG0352)."""
        names = self.source.texts(part, "schemes")
        given = [each for each in _SCHEMES if any(name == each for name, _ in names)]
        for name, loc in names:
            if name not in _SCHEMES and not (name in _SOCKETS and given):
                self.source.report("CG0352", loc, help=partial(did_you_mean, name, _SCHEMES), scheme=name)
        return given

    # ------------------------------------------------------------------ components

    def components(self) -> Json:
        new = self.source.new()
        definitions = self.table("definitions", "schemas")
        if definitions is not None:
            new.put("schemas", definitions.raw, definitions.loc)
        parameters = self.table("parameters", "parameters")
        if parameters is not None:
            plain, bodies = self.shared_parameters(parameters)
            new.put("parameters", plain, parameters.loc)
            new.put("requestBodies", bodies, parameters.loc)
        responses = self.table("responses", "responses")
        if responses is not None:
            new.put("responses", rewrite_responses(self.source, responses, self.produces), responses.loc)
        schemes = self.table("securityDefinitions", "securitySchemes")
        if schemes is not None:
            new.put("securitySchemes", self.schemes(schemes), schemes.loc)
        return new.value

    def table(self, key: str, kind: str) -> Part | None:
        """Return one of the tables of shared things; what is none hurts only those who refer to it."""
        value = self.part.raw.get(key)
        if value is None or isinstance(value, dict):
            return None if value is None else self.part.object(key)
        self.source.subject = f"components/{kind}"
        self.source.wrong(self.part.loc.at(key), key, "an object", value)
        self.source.subject = None
        return None

    def shared_parameters(self, holder: Part) -> tuple[Json, Json]:
        """Return the tables of parameters and of bodies; fields of forms go where they are used."""
        plain, bodies = self.source.new(), self.source.new()
        for name in holder.raw:
            item = holder.object(name)
            part = self.source.follow(item) if item is not None else None
            if part is None or self.source.is_newer(part.file):
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
        is_basic = part.raw["type"] == "basic"
        for key, value in part.raw.items():
            if is_basic or key not in (*_OF_FLOW, "flow"):
                new.put(key, value, part.loc.at(key))
        if is_basic:
            new.put("type", "http", part.loc.at("type"))
            new.put("scheme", "basic", part.loc.at("type"))
            return new.value
        flow, flows = self.source.new(), self.source.new()
        for key in _OF_FLOW:
            if key in part.raw:
                flow.put(key, part.raw[key], part.loc.at(key))
        kind = part.raw.get("flow")
        if isinstance(kind, str) and kind in _FLOWS:
            flows.put(_FLOWS[kind], flow.value, part.loc.at("flow"))
            new.put("flows", flows.value, part.loc)
        elif "flow" in part.raw:  # lowering refuses it, on behalf of those who use the scheme
            new.put("flows", kind if isinstance(kind, dict | list) else as_text(kind), part.loc.at("flow"))
        return new.value

    # ------------------------------------------------------------------ paths

    def paths(self, holder: Part) -> Json:
        new = self.source.new()
        for path in holder.raw:
            part = holder.object(path)
            if part is None or path.startswith("x-"):
                new.put(path, holder.raw[path], holder.loc.at(path))
                continue
            target = self.source.rewritten_part(part)
            if target is None:
                new.put(path, part.raw, part.loc)
            else:
                new.put(path, self.path_item(target, path), target.loc)
        return new.value

    def path_item(self, part: Part, path: str) -> Json:
        shared = sort_parameters(self.source, part)
        new = self.source.new()
        for key, value in part.raw.items():
            operation = part.object(key) if key in METHODS else None
            target = self.source.rewritten_part(operation) if operation is not None else None
            if target is not None:
                self.source.subject = short(None, f"/paths/{escape_token(path)}/{key}")
                new.put(key, self.operation(target, shared), target.loc)
                self.source.subject = None
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
                produces = _media_types(self.source, part, "produces") if "produces" in part.raw else self.produces
                holder = Part(value, part.loc.at(key), part.file)
                new.put(key, rewrite_responses(self.source, holder, produces), holder.loc)
            elif key not in ("consumes", "produces", "schemes"):
                new.put(key, self.source.rebase(value, part.file), part.loc.at(key))
        if "schemes" in part.raw and part.raw["schemes"] != self.part.raw.get("schemes"):
            servers = self.servers(part)
            if servers and "servers" in part.raw:
                self.source.report_newer_key(part, "servers", "schemes", counts="schemes")
            if servers or "servers" not in part.raw:
                new.array("servers", servers, part.loc.at("schemes"))
        consumes = _media_types(self.source, part, "consumes") if "consumes" in part.raw else self.consumes
        if "requestBody" in part.raw and (own.body is not None or own.form):
            self.source.report_newer_key(part, "requestBody", "parameters", counts="parameters")
        if own.body is not None:
            for name, field in own.form.items():
                self.source.report("CG0820", field.loc, name=name)
            body = own.shared_body if consumes == self.consumes else None
            body = body or rewrite_body(self.source, own.body, consumes)
            new.put("requestBody", body, own.body.loc)
        elif own.form:
            at = next(iter(own.form.values())).loc
            new.put("requestBody", rewrite_form(self.source, own.form, consumes, at), at)
        return new.value


def _media_types(source: Source, part: Part, key: str) -> list[str]:
    found = source.texts(part, key)
    if len(found) > MOST:
        raise MediaTypesError(part.loc.at(key), key)
    return [name for name, _ in found]
