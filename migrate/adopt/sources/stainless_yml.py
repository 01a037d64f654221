"""`stainless.yml`: resources with their methods and models, pagination, options of the client, packages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from compiler.base.naming import words
from compiler.base.naming.vocabulary import vocabulary
from compiler.base.patterns import lazy_pattern
from compiler.source import escape_token
from migrate.adopt.facts import Call, Endpoint, Placed, TypeName, Unmatched
from migrate.adopt.sources.parts import Part, whole
from migrate.adopt.sources.reasons import reasons
from migrate.adopt.sources.stainless_pages import Scheme, paginate, schemes

if TYPE_CHECKING:
    from pathlib import Path

    from compiler.source import Document, Json
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Facts

SOURCE = "stainless.yml"
PLACES = (".stainless/stainless.yml", "stainless.yml", ".stainless/stainless.yaml", "openapi.stainless.yml")
_ENDPOINT = lazy_pattern(r"\s*(get|put|post|delete|options|head|patch|trace)\s+(\S+)\s*", 2)
_DURATION = lazy_pattern(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)")
_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000}
_TARGETS = {"python": "python", "node": "typescript", "typescript": "typescript", "go": "go"}
_ROOT_WHY = reasons("stainless.yml")
_KNOWN = ("organization", "targets", "client_settings", "environments", "pagination", "resources", "settings",
          "unspecified_endpoints")  # fmt: skip
_METHOD_WHY = reasons("stainless.yml, a method")


def is_one(path: Path, document: Document) -> bool:
    """Whether a file is one, by its name or its keys."""
    root = document.root if isinstance(document.root, dict) else {}
    return "stainless" in path.name or ("resources" in root and ("organization" in root or "targets" in root))


def read(document: Document, api: Api, facts: Facts) -> None:
    """Read the whole file."""
    root = whole(document, SOURCE, facts)
    found = schemes(root.under("pagination"))
    _organization(root.under("organization"))
    _targets(root.under("targets"))
    _settings(root.under("settings"))
    _client(root.under("client_settings"), api)
    _environments(root.under("environments"), api)
    calls = [call for name, part in root.under("resources").parts() for call in _resource(name, part, "", api, found)]
    facts.add(*merged(calls))
    _unspecified(root.under("unspecified_endpoints"), api, {call.endpoint for call in calls})
    root.tell_rest(_KNOWN, _ROOT_WHY)


# --------------------------------------------------------------------------- gen.yaml


def _organization(part: Part) -> None:
    part.take_client("name")
    part.take("docs", "generation.docsUrl")
    part.tell_rest(("name", "docs"), reasons("stainless.yml, organization"))


def _targets(part: Part) -> None:
    for name, target in part.parts():
        section = _TARGETS.get(name)
        if section is None:
            target.report_unmatched("codegen does not print this target")
            continue
        package, repository = target.text("package_name"), target.text("production_repo")
        if section == "go" and repository:
            target.under("production_repo").set("go.modulePath", f"github.com/{repository}")
        elif repository:
            target.under("production_repo").set(f"{section}.repository", f"https://github.com/{repository}")
        if package and section != "go":
            target.under("package_name").set(f"{section}.packageName", package)
        known = ("package_name", "production_repo") if section != "go" else ("production_repo",)
        target.tell_rest(known, reasons("stainless.yml, a target"))


def _settings(part: Part) -> None:
    part.take("license", "generation.licence")
    part.tell_rest(("license",), reasons("stainless.yml, settings"))


# --------------------------------------------------------------------------- options of the client


def _client(part: Part, api: Api) -> None:
    prefix = part.text("default_env_prefix")
    if prefix:
        part.under("default_env_prefix").set("generation.envPrefix", prefix.rstrip("_"))
    header = part.under("idempotency").text("header") or part.text("idempotency_header")
    if header:
        at = part.under("idempotency" if part.has("idempotency") else "idempotency_header")
        part.facts.add(Placed("", "idempotency", {"header": header}, at.loc, source=SOURCE))
    timeout = _milliseconds(part.under("default_timeout"))
    if timeout:
        part.facts.add(Placed("", "timeout", timeout, part.under("default_timeout").loc, source=SOURCE))
    parameters: list[Json] = [
        found for name, option in part.under("opts").parts() for found in _option(name, option, api)
    ]
    if parameters:
        part.facts.add(Placed("", "globals", {"parameters": parameters}, part.under("opts").loc, source=SOURCE))
    known = ("default_env_prefix", "idempotency", "idempotency_header", "default_timeout", "opts")
    part.tell_rest(known, reasons("stainless.yml, client_settings"))


def _milliseconds(part: Part) -> int | None:
    if isinstance(part.value, int) and not isinstance(part.value, bool):
        return part.value * 1_000
    found = _DURATION.fullmatch(part.value) if isinstance(part.value, str) else None
    if part.value is not None and found is None:
        part.report_unmatched("it is no duration such as `60s`")
    return int(float(found[1]) * _UNITS[found[2]]) if found is not None else None


def _option(name: str, part: Part, api: Api) -> Iterator[dict[str, Json]]:
    """Name the credential that an option is; yield the parameter that it fills in, if there is one."""
    auth, variable = part.under("auth"), part.text("read_env")
    scheme = auth.text("security_scheme")
    known = ["auth", "read_env", "type", "nullable", "description", "default", "example"]
    if scheme:
        at = f"/components/securitySchemes/{escape_token(scheme)}"
        raw = api.value(at)
        if not isinstance(raw, dict):
            auth.report_unmatched(f"the document has no security scheme `{scheme}`")
        else:
            _credential(name, auth.text("role"), variable, at, raw, part)
        part.tell_rest(known, {})
        return
    parameter = _parameter(part.text("send_in_header") or name, api)
    if parameter is None:
        part.report_unmatched("no operation has a parameter of that name: `x-codegen-globals` has those of the client")
        return
    if variable:
        part.under("read_env").report_unmatched("only credentials are read from the environment")
    part.tell_rest([*known, "send_in_header"], {})
    yield {key: value for key, value in parameter.items() if not key.startswith("x-")}


def _credential(name: str, role: str | None, variable: str | None, at: str, raw: dict[str, Json], part: Part) -> None:
    is_basic = raw.get("scheme") == "basic"
    if is_basic and variable and role in ("username", "password"):
        part.facts.add(Placed(at, "env", {role: variable}, part.under("read_env").loc, source=SOURCE))
    elif variable:
        one = {"client_id": "clientId", "client_secret": "clientSecret"}.get(role or "")
        value: Json = {one: variable} if one else variable
        part.facts.add(Placed(at, "env", value, part.under("read_env").loc, source=SOURCE))
    called = words(at.rpartition("/")[2], vocabulary())
    if (
        not is_basic
        and role in (None, "value", "token")
        and [word.lower() for word in called] != name.lower().split("_")
    ):
        part.facts.add(Placed(at, "name-override", name, part.loc, source=SOURCE))


def _parameter(name: str, api: Api) -> dict[str, Json] | None:
    """Return the first parameter of that name that is no property of a body."""
    for called in api.operations.values():
        for raw in api.parameters(called):
            if str(raw.get("name")).lower() == name.lower():
                return dict(raw)
    return None


def _environments(part: Part, api: Api) -> None:
    servers = api.root.get("servers")
    urls = (
        [server.get("url") if isinstance(server, dict) else None for server in servers]
        if isinstance(servers, list)
        else []
    )
    for name, value in part.parts():
        if value.value in urls:
            at = f"/servers/{urls.index(value.value)}"
            part.facts.add(Placed(at, "server-id", name, value.loc, source=SOURCE))
        else:
            value.report_unmatched(
                "no server of the document has this URL: add it to `servers`, with `x-codegen-server-id`"
            )


# --------------------------------------------------------------------------- resources


def _resource(name: str, part: Part, within: str, api: Api, found: list[Scheme]) -> Iterator[Call]:
    group = "" if name == "$client" else f"{within}.{name}" if within else name
    for method, value in part.under("methods").parts():
        call = _method(method, value, group, api, found)
        if call is not None:
            yield call
    for model, value in part.under("models").parts():
        _model(model, value, api)
    for inner, value in part.under("subresources").parts():
        yield from _resource(inner, value, group, api, found)
    part.tell_rest(("methods", "models", "subresources"), reasons("stainless.yml, a resource"))


def _method(name: str, part: Part, group: str, api: Api, found: list[Scheme]) -> Call | None:
    given = part.value if isinstance(part.value, str) else part.text("endpoint")
    matched = _ENDPOINT.fullmatch(given) if given else None
    if matched is None:
        part.report_unmatched("it is no endpoint such as `get /trips`, or an object with one")
        return None
    endpoint = Endpoint(matched[1].upper(), matched[2])
    called = api.operations.get(endpoint)
    paged = part.under("paginated").value if isinstance(part.value, dict) else None
    if called is not None and paged is not False:
        paginate(called, found, paged, part, api)
    if isinstance(part.value, dict):
        _method_keys(part, called.at if called is not None else None)
    return Call(endpoint, (group,), name, part.loc, source=SOURCE)


def _method_keys(part: Part, at: str | None) -> None:
    skip, only, deprecated = (part.under(key) for key in ("skip", "only", "deprecated"))
    if at is not None and (skip.value is not None or only.value is not None):
        listed = skip.value if isinstance(skip.value, list) else None
        chosen = only.value if isinstance(only.value, list) else None
        ours = list(dict.fromkeys(_TARGETS.values()))
        left = [_TARGETS[str(item)] for item in listed or () if str(item) in _TARGETS]
        if chosen is not None:
            kept = {_TARGETS.get(str(item)) for item in chosen}
            left = [target for target in ours if target not in kept]
        if skip.value is True or left == ours:
            part.facts.add(Placed(at, "ignore", True, skip.loc, source=SOURCE))
        elif left:
            part.facts.add(Placed(at, "ignore", ", ".join(left), skip.loc if listed else only.loc, source=SOURCE))
    if at is not None and isinstance(deprecated.value, str):
        part.facts.add(Placed(at, "deprecation-message", deprecated.value, deprecated.loc, source=SOURCE))
    known = ("endpoint", "type", "paginated", "skip", "only", "deprecated")
    part.tell_rest(known, _METHOD_WHY)


def _model(name: str, part: Part, api: Api) -> None:
    ref = part.value
    if not isinstance(ref, str):
        part.report_unmatched("it must name a schema: `#/components/schemas/Trip`, or `Trip`")
        return
    at = ref[1:] if ref.startswith("#/") else ref if ref.startswith("/") else f"/components/schemas/{escape_token(ref)}"
    if api.value(at) is None:
        part.report_unmatched(f"the document has no schema `{ref}`")
        return
    part.facts.add(TypeName(at, name, part.loc, source=SOURCE))


def _unspecified(part: Part, api: Api, called: set[Endpoint]) -> None:
    """Leave out what is in no SDK; tell what the file does not mention."""
    left: set[Endpoint] = set()
    for item in part.items():
        matched = _ENDPOINT.fullmatch(item.value) if isinstance(item.value, str) else None
        endpoint = Endpoint(matched[1].upper(), matched[2]) if matched is not None else None
        if endpoint is None or endpoint not in api.operations:
            item.report_unmatched("the document has no such operation")
            continue
        left.add(endpoint)
        part.facts.add(Placed(api.operations[endpoint].at, "ignore", True, item.loc, source=SOURCE))
    if called:
        for endpoint, operation in api.operations.items():
            if endpoint not in called and endpoint not in left:
                why = f"{SOURCE} does not mention it: codegen names it itself; `x-codegen-ignore` leaves it out"
                part.facts.add(Unmatched(str(endpoint), why, operation.loc, SOURCE))


def merged(calls: Iterable[Call]) -> Iterator[Call | Unmatched]:
    """Yield one call for each operation and language, the first one's name first, and what cannot be said with it.

    A method has the same names wherever it stands: a further group counts where all its names are those of the first.
    """
    of: dict[tuple[Endpoint, str | None], list[Call]] = {}
    for call in calls:
        of.setdefault((call.endpoint, call.language), []).append(call)
    for listed in of.values():
        first = listed[0]
        names: dict[str, list[Call]] = {}
        for call in listed:
            for group in call.groups or ("",):
                names.setdefault(group, []).append(call)
        home = next(iter(names))
        said = list(dict.fromkeys(name for call in names[home] for name in (call.name, *call.aliases) if name))
        groups = [home]
        for group, others in names.items():
            here = {name for call in others for name in (call.name, *call.aliases) if name}
            if group == home:
                continue
            if here == set(said):
                groups.append(group)
                continue
            for call in others:
                what = ".".join(filter(None, [group, call.name]))
                why = f"{first.endpoint} is called {'.'.join(filter(None, [home, first.name]))} already"
                yield Unmatched(what, why, call.origin, call.source)
        kept = tuple(groups) if first.groups is not None else None
        yield replace(first, groups=kept, name=said[0] if said else None, aliases=tuple(said[1:]))
