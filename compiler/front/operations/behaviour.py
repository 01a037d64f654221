"""Security, servers, retries, webhook signatures: how requests are made, for the document or for one operation."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from compiler.base.patterns import lazy_pattern
from compiler.diagnostics import Note
from compiler.front.keys import object_keys
from compiler.front.keys.extensions import Where
from compiler.front.mistakes.misplaced import scheme_instead
from compiler.front.mistakes.wording import a_kind, did_you_mean, one_of
from compiler.front.objects.entry import Entry
from compiler.front.objects.environment_names import lower_variables
from compiler.front.objects.extensions import Extensions
from compiler.front.objects.name_overrides import override_of
from compiler.front.operations.urls import RUN, check_addresses, check_flow, check_server
from compiler.front.reading.refs import Target, removal_notes
from compiler.ir.credentials import HTTP_SCHEMES, Alternative, Flow, Need
from compiler.ir.events import Signature, SignatureKind
from compiler.ir.identity import child, last_token
from compiler.ir.node import replace
from compiler.ir.servers import Retries, Server, ServerVariable
from compiler.ir.wire import Place, SecurityScheme
from compiler.source import Json, Loc, escape_token, split_pointer

_VARIABLE = lazy_pattern(r"\{([^{}]*)\}")
_FLOWS = ("clientCredentials", "authorizationCode", "password", "deviceAuthorization", "implicit")
"""Flows in the order in which a client prefers them."""
_OF_FLOWS = {
    "clientCredentials": ("tokenUrl", "scopes"),
    "authorizationCode": ("authorizationUrl", "tokenUrl", "scopes"),
    "password": ("tokenUrl", "scopes"),
    "deviceAuthorization": ("deviceAuthorizationUrl", "tokenUrl", "scopes"),
    "implicit": ("authorizationUrl", "scopes"),
}
"""The keys that OpenAPI requires in each flow."""
_OLD_FLOWS = ("implicit", "password", "application", "accessCode")
"""The names of the flows in Swagger 2.0."""

_OF_TYPE = {"name": "apiKey", "in": "apiKey", "scheme": "http", "flows": "oauth2", "openIdConnectUrl": "openIdConnect"}
"""Keys of security schemes that apply to one type only."""


# --------------------------------------------------------------------------- security


def lower_security(entry: Entry, schemes: dict[str, Any]) -> tuple[Alternative, ...] | None:
    """Lower `security`: alternatives, each with needs that hold together; None where it is not given."""
    session, inherited = entry.session, "security"
    if entry.raw.get("security") is None:
        entry.list("security")  # tells of one without a value
        session.reports.use(inherited)
        return None
    found = []
    for alternative in entry.objects("security"):
        with session.reports.on_behalf_of(session.reports.subject or inherited):
            needs = tuple(_need(alternative, name, schemes) for name in alternative.raw if not name.startswith("x-"))
        found.append(Alternative(tuple(need for need in needs if need is not None)))
        for need in found[-1].needs:
            session.reports.use(child("components", "securitySchemes", need.scheme), None if entry.id else inherited)
    return tuple(found)


def check_security(entry: Entry, schemes: dict[str, Any]) -> None:
    """Check the `security` of received requests, for which nothing is generated."""
    for alternative in entry.objects("security"):
        for name in alternative.raw:
            if name not in schemes and not name.startswith("x-"):
                help_ = partial(did_you_mean, name, schemes)
                alternative.session.reports.add("CG1121", alternative.at(name), at_key=True, help=help_, name=name)
            else:
                alternative.texts(name)


def _need(alternative: Entry, name: str, schemes: dict[str, Any]) -> Need | None:
    if name not in schemes:
        return _undeclared(alternative, name, schemes)
    scopes = alternative.texts(name)
    if scopes:
        _check_scopes(alternative, name, scopes, schemes[name])
    return Need(name, scopes)


def _undeclared(alternative: Entry, name: str, schemes: dict[str, Any]) -> Need | None:
    """Read a requirement whose scheme nobody declares by what its name says; else it asks for nothing (D1.4)."""
    session, scopes = alternative.session, alternative.texts(name)
    target = session.references.resolver.resolve(name, alternative.file, alternative.id)  # 3.2 knows URIs too
    if isinstance(target, Target) and target.id.rpartition("/")[0] == "securitySchemes":
        return Need(last_token(target.id), scopes)
    http = _http_scheme(name)
    meant = _only_http(http, schemes)
    if http is None:
        reading = "the requirement asks for nothing"
    elif meant is None:
        reading = f"it is taken for the http scheme `{http}`"
    else:
        reading = f"it is taken for `{meant}`, the one http scheme `{http}`"
    table = "securityDefinitions" if session.library.is_swagger else "components.securitySchemes"
    near = did_you_mean(name, schemes, f"declare it under {table}")
    notes = removal_notes(_removal(alternative, name))
    session.reports.tally(
        "CG1101", alternative.at(name), at_key=True, help=near, name=name, reading=reading, notes=notes
    )
    return None if http is None else Need(meant or name, scopes)


def _http_scheme(name: str) -> str | None:
    """Return the scheme of HTTP authentication that the name of an undeclared one says; None for any other name."""
    words = name.lower()
    return "bearer" if "bearer" in words or "jwt" in words else "basic" if "basic" in words else None


def _only_http(http: str | None, schemes: dict[str, Any]) -> str | None:
    """Return the declared scheme of a kind of HTTP authentication, if there is one and no other of that kind."""
    if http is None:
        return None
    of_kind = [
        name
        for name, scheme in schemes.items()
        if isinstance(scheme, dict) and scheme.get("type") == "http" and str(scheme.get("scheme")).lower() == http
    ]
    return of_kind[0] if len(of_kind) == 1 else None


def undeclared_schemes(requirements: Iterable[Alternative], declared: Container[str]) -> Iterator[SecurityScheme]:
    """Yield the schemes that are required and not declared: what they are is read from their names (D1.4)."""
    for name in dict.fromkeys(need.scheme for item in requirements for need in item.needs):
        http = None if name in declared else _http_scheme(name)
        if http is not None:
            yield SecurityScheme(name, "http", http=http, id=child("components", "securitySchemes", name))


def _check_scopes(alternative: Entry, name: str, scopes: tuple[str, ...], scheme: Json) -> None:
    """Tell of scopes that the flows of a scheme do not have; a scheme of another type had none before 3.1."""
    session = alternative.session
    tell_twice(alternative, name, scopes)
    kind = scheme.get("type") if isinstance(scheme, dict) else None
    if kind in ("apiKey", "http") and session.versions.is_30(alternative.file):
        why = f"a scheme of type `{kind}` has no scopes before OpenAPI 3.1"
        session.reports.tally("CG0365", alternative.at(name), key=name, why=why, at_key=True)
    flows = scheme.get("flows") if isinstance(scheme, dict) and kind == "oauth2" else None
    tables = (
        [flow.get("scopes") for flow in flows.values() if isinstance(flow, dict)] if isinstance(flows, dict) else []
    )
    declared = {scope for table in tables if isinstance(table, dict) for scope in table}
    for index, scope in enumerate(scopes):
        if declared and scope not in declared:
            help_ = did_you_mean(scope, declared)
            session.reports.tally("CG1120", child(alternative.id, name, index), name=name, scope=scope, help=help_)


def _removal(entry: Entry, name: str) -> Loc | None:
    """Return the action of an overlay that removed a scheme, which OpenAPI 2.0 keeps elsewhere."""
    root, at = entry.session.library.root, escape_token(name)
    return root.removal(f"/components/securitySchemes/{at}") or root.removal(f"/securityDefinitions/{at}")


def lower_scheme(name: str, entry: Entry) -> SecurityScheme | None:
    """Lower a security scheme; None after an error."""
    at = entry.id
    links = entry.links()
    if not links:
        return None
    entry = links[-1]
    for reference in links[:-1]:
        reference.siblings(Where.SECURITY_SCHEME)
    found = entry.open(object_keys.SECURITY_SCHEME, Where.SECURITY_SCHEME)
    scheme = _scheme(name, at, entry, links)
    if scheme is None:
        return None
    override = override_of(found)
    variables = lower_variables(entry.session, replace(scheme, id=entry.id), found)
    return replace(scheme, name=override.text, names_in=override.names_in, variables=variables)


def _scheme(name: str, at: str, entry: Entry, links: Sequence[Entry]) -> SecurityScheme | None:
    if entry.raw.get("type") is None:
        entry.missing("type", "a security scheme")
    kind = entry.choice("type", ("apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"))
    if kind == "mutualTLS":
        entry.session.versions.tell_newer("mutualTLS", entry.at("type"), entry.file)
    for key, owner in _OF_TYPE.items():
        if key in entry and kind not in (owner, None):
            entry.session.reports.add("CG1112", entry.at(key), at_key=True, key=key, type=kind, owner=owner)
    description = next((text for link in links if (text := link.prose("description"))), None)
    match kind:
        case "apiKey":
            wire, place = entry.text("name", needed=True), entry.choice("in", ("query", "header", "cookie"))
            for key in ("name", "in"):
                if entry.raw.get(key) is None:
                    entry.missing(key, "an apiKey scheme")
            if wire == "":
                entry.session.reports.add("CG0364", entry.at("name"), what="key")
            where = Place(place) if place else None
            return SecurityScheme(name, kind, where, wire, description=description, id=at)
        case "http":
            if entry.raw.get("scheme") is None:
                entry.missing("scheme", "an http scheme")
            scheme = entry.text("scheme", needed=True)
            scheme = "bearer" if scheme is None else scheme
            if scheme.lower() in HTTP_SCHEMES:
                scheme = scheme.lower()
            _check_http(entry, scheme)
            return SecurityScheme(name, kind, http=scheme, description=description, id=at)
        case "oauth2":
            return SecurityScheme(name, kind, flows=_flows(entry), description=description, id=at)
        case "openIdConnect":
            url = entry.text("openIdConnectUrl", needed=True)
            check_addresses(entry, "openIdConnectUrl")
            if url is None:
                entry.session.reports.tally(
                    "CG0357", at, what="an openIdConnect scheme", key="openIdConnectUrl", at_key=True
                )
            return SecurityScheme(name, kind, openid_url=url, description=description, id=at)
        case "mutualTLS":
            return SecurityScheme(name, kind, description=description, id=at)
        case _:
            return None


def _check_http(entry: Entry, scheme: str) -> None:
    """Tell of a scheme of HTTP authentication that nobody knows, or whose credentials no client computes."""
    if scheme and scheme not in HTTP_SCHEMES:
        entry.session.reports.add("CG1117", entry.at("scheme"), help=scheme_instead(scheme.lower()), scheme=scheme)
    elif scheme not in ("", "basic", "bearer"):
        entry.session.reports.add("CG1118", entry.at("scheme"), scheme=scheme)
    if "bearerFormat" in entry and scheme != "bearer":
        why = "only the scheme `bearer` has it"
        entry.idle("bearerFormat", why)


def _flows(entry: Entry) -> tuple[Flow, ...]:
    """Lower the declared flows, in a fixed order."""
    if entry.session.library.is_swagger and not isinstance(entry.raw.get("flows"), dict):
        _no_flow(entry)
        return ()
    if "flows" not in entry:
        entry.missing("flows", "an oauth2 scheme")
        return ()
    flows = (
        entry.object("flows") if entry.raw["flows"] is not None else Entry(entry.session, {}, entry.at("flows"), None)
    )
    if flows is None:
        return ()
    flows.open(object_keys.FLOWS, Where.ELSEWHERE)
    if not any(name in flows for name in _FLOWS):
        entry.session.reports.add("CG1119", entry.at("flows"), at_key=True)
    return tuple(_flow(name, flow) for name in _FLOWS if (flow := flows.opened(name)) is not None)


def _no_flow(entry: Entry) -> None:
    """Report that a scheme of Swagger 2.0 has no `flow`, or an invalid one."""
    flow = entry.raw.get("flows")
    if "flows" not in entry:
        entry.missing("flow", "an oauth2 scheme")
    elif not isinstance(flow, str):
        entry.session.reports.add("CG0301", entry.at("flows"), key="flow", wanted="a string", found=a_kind(flow))
    else:
        help_ = partial(did_you_mean, flow, _OLD_FLOWS, f"it can be {one_of(_OLD_FLOWS)}")
        entry.session.reports.add("CG0316", entry.at("flows"), help=help_, key="flow", value=flow)


def _flow(name: str, flow: Entry) -> Flow:
    flow.open(object_keys.FLOW, Where.ELSEWHERE)
    check_addresses(flow, "authorizationUrl")
    for key in _OF_FLOWS[name]:
        if flow.raw.get(key) is None and not (key == "tokenUrl" and name in RUN):  # of which CG1109 tells
            flow.session.reports.tally("CG0357", flow.id, what=f"the flow `{name}`", key=key, at_key=True)
    for key in ("authorizationUrl", "tokenUrl"):
        if key in flow and key not in _OF_FLOWS[name]:
            why = f"the flow `{name}` has none"
            flow.idle(key, why)
    table = flow.object("scopes") if flow.raw.get("scopes") is not None else None
    for scope in table.raw if table is not None else ():
        assert table is not None
        table.prose(scope)
    found = Flow(
        name,
        token_url=flow.text("tokenUrl", needed=True),
        refresh_url=flow.text("refreshUrl"),
        authorization_url=flow.text("authorizationUrl", needed=True),
        scopes=tuple(table.raw) if table is not None else (),
    )
    check_flow(flow.session, flow.id, found)
    return found


# --------------------------------------------------------------------------- servers


def lower_servers(entry: Entry) -> tuple[Server, ...]:
    """Lower the `servers` of an object; one of the root that holds an error belongs to no operation, and goes alone."""
    session, found = entry.session, []
    for item in entry.objects("servers"):
        with session.reports.on_behalf_of(session.reports.subject or item.id):
            server = _server(item)
        if server is not None and (
            session.reports.subject or item.id not in session.reports.diagnostics.failed_subjects
        ):
            found.append((item, server))
    first: dict[str, str] = {}
    for item, server in found:
        name = server.server_id
        if name is not None and first.setdefault(name, item.id) != item.id:
            notes = (Note("the first", entry.session.reports.loc(first[name])),)
            entry.session.reports.add("CG1114", item.id, notes=notes, name=name)
    return tuple(server for _, server in found)


def _server(entry: Entry) -> Server | None:
    found = entry.open(object_keys.SERVER, Where.SERVER)
    url = entry.text("url", needed=True)
    if url is None:
        if not isinstance(entry.raw.get("url"), dict | list):
            entry.missing("url", "a server")
        return None
    variables = tuple(_variable(name, item) for name, item in entry.members("variables"))
    entry.session.counts.repeat(1 + len(variables), entry.id)
    declared = dict.fromkeys(variable.wire for variable in variables)
    used = dict.fromkeys(_VARIABLE.findall(url))
    for name in used:
        if name not in declared:
            help_ = partial(did_you_mean, name, declared)
            entry.session.reports.add("CG1102", entry.at("url"), help=help_, name=name)
    for name in declared:
        if name not in used:
            entry.session.reports.add("CG1103", child(entry.id, "variables", name), at_key=True, name=name)
    server = Server(url, found.get("server-id"), entry.prose("description"), variables)
    check_server(entry.session, entry.id, server)
    return server


def _variable(name: str, entry: Entry) -> ServerVariable:
    entry.open(object_keys.SERVER_VARIABLE, Where.ELSEWHERE)
    default, values = entry.text("default", needed=True), entry.texts("enum")
    tell_twice(entry, "enum", values)
    if default is None:
        if not isinstance(entry.raw.get("default"), dict | list):
            entry.missing("default", "a server variable")
    elif "enum" in entry and not values:
        entry.session.reports.add("CG0308", entry.at("enum"), key="enum")
    elif values and default not in values:
        entry.session.reports.add("CG1104", entry.at("default"), default=default, values=one_of(values))
    return ServerVariable(name, default or "", values, entry.prose("description"))


def tell_twice(entry: Entry, key: str, values: Sequence[str]) -> None:
    """Report duplicates in a list of unique items."""
    known: set[str] = set()
    for index, value in enumerate(values):
        if value in known:
            entry.session.reports.add("CG0368", child(entry.id, key, index), key=key, value=value)
        known.add(value)


def docs_url(entry: Entry) -> str | None:
    """Return the URL of `externalDocs`."""
    docs = entry.shown_object("externalDocs")
    if docs is None:
        return None
    docs.open(object_keys.DOCS, Where.ELSEWHERE)
    check_addresses(docs, "url")
    return docs.prose("url")


# --------------------------------------------------------------------------- extensions


def lower_retries(found: Extensions) -> Retries | None:
    """Lower `x-codegen-retries`; members that are not given keep their defaults (D14)."""
    value = found.get("retries")
    if value is None:
        return None
    given: dict[str, Any] = {"strategy": value["strategy"]}
    if "statusCodes" in value:
        given["status_codes"] = statuses(value["statusCodes"])
    if "retryConnectionErrors" in value:
        given["connection_errors"] = value["retryConnectionErrors"]
    if "unsafe" in value:
        given["unsafe"] = value["unsafe"]
    names = {
        "initialInterval": "initial_interval",
        "maxInterval": "max_interval",
        "maxElapsedTime": "max_elapsed_time",
        "exponent": "exponent",
    }
    given.update({names[key]: item for key, item in value.get("backoff", {}).items()})
    return Retries(**given)


def statuses(values: tuple[int | str, ...]) -> tuple[str, ...]:
    """Return statuses as text, classes in upper case: ``429``, ``5XX``."""
    return tuple(str(value).upper() for value in values)


def lower_idempotency(found: Extensions) -> str | None:
    """Lower `x-codegen-idempotency`: the header, "" if it is switched off, None if it is not given."""
    value = found.get("idempotency")
    if value is None:
        return None
    return "" if value is False else str(value["header"])


def lower_sentinel(found: Extensions) -> str | None:
    """Lower `x-codegen-sse-sentinel`: the text that ends a stream, "" if none does, None if it is not given."""
    return _name_or_none(found, "sse-sentinel")


def lower_switch(found: Extensions) -> str | None:
    """Lower `x-codegen-stream-switch`: the property, "" if there is none, None if it is not given."""
    return _name_or_none(found, "stream-switch")


def _name_or_none(found: Extensions, key: str) -> str | None:
    value = found.get(key)
    return "" if value is False else value


def _tell_unused(root: Entry, at: str, value: dict[str, Any]) -> None:
    """Warn of keys of a signature that say nothing about it (D2.2)."""
    standard = value["type"] == "standard-webhooks"
    for key in value:
        if standard and key not in ("type", "toleranceSeconds"):
            why = "Standard Webhooks define what is signed, how, and in which header"
        elif not standard and key == "toleranceSeconds" and "timestampKey" not in value:
            why = "without `timestampKey` there is no time to compare"
        else:
            continue
        root.session.reports.add("CG1111", child(at, key), at_key=True, key=key, why=why)


def lower_event_id(found: Extensions) -> tuple[str, ...]:
    """Lower the `eventId` of `x-codegen-webhooks` to the tokens of its pointer (D9.2)."""
    return tuple(split_pointer(found.get("webhooks", {}).get("eventId", "")))


def lower_signature(root: Entry, found: Extensions) -> Signature | None:
    """Lower the `security` of `x-codegen-webhooks` (D9.3)."""
    value = found.get("webhooks", {}).get("security")
    if value is None:
        return None
    at = child(root.at(found.spelled("webhooks")), "security")
    if value["type"] == "signature" and "headerName" not in value:
        root.session.reports.add("CG1105", at, key="headerName", why="the signature is in a header")
        return None
    signed = value.get("signed", "{body}")
    if "{timestamp}" in signed and "timestampKey" not in value:
        why = "`signed` contains `{timestamp}`"
        root.session.reports.add("CG1105", at, key="timestampKey", why=why)
    if "timestampKey" in value and "signatureKey" not in value:
        why = "a header with a timestamp names the signature by a key, too"
        root.session.reports.add("CG1105", at, key="signatureKey", why=why)
    _tell_unused(root, at, value)
    names = {
        "headerName": "header",
        "timestampKey": "timestamp_key",
        "signatureKey": "signature_key",
        "toleranceSeconds": "tolerance_seconds",
    }
    given = {names.get(key, key): item for key, item in value.items() if key != "type"}
    return Signature(SignatureKind(value["type"]), **given)
