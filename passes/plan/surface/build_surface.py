"""The surface half of the plan: final names of everything in one target.

Words come from the passes (`Name`), their casing and escapes from the target's profile. Two names that become one in
a language are made unique by :mod:`passes.plan.names.identifiers`, whose ties depend on identities, never on the order
of the document (D10.1).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.naming import Case, Profile, are_unique, ascii_text, fold, variable_prefix, words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.base.patterns import lazy_pattern
from compiler.ir.credentials import Need
from compiler.ir.node import Id, Json, frozen
from compiler.ir.text import format_type
from compiler.ir.types import (
    Const,
    ListOf,
    MapOf,
    Nullable,
    Origin,
    Ref,
    Scalar,
    Type,
    Union,
    name_of,
)
from compiler.ir.wire import SecurityScheme, Wire, WireOperation
from compiler.lock.lock import DOCUMENT_TITLE
from compiler.plan.plan import EventName, Surface, TypeName
from compiler.source import Loc
from passes.plan.common import Common
from passes.plan.names.identifiers import Scope, Settler
from passes.plan.names.member_words import MemberWords, Named, origin_of
from passes.plan.names.modules import assign_modules
from passes.plan.names.roles import carried, shares_namespace
from passes.plan.security import credential_options
from passes.plan.surface.arguments import Caller
from passes.plan.surface.methods import build_groups, group_scope, request_scope
from passes.support.names.error_names import says_error

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk
    from passes.context import Context

LONGEST_CONSTANT = 40
"""The description of a text that is a member of a union."""
FALLBACK_VERSION = "0.1.0"


@frozen
class Packaging:
    """gen.yaml's settings of a target's package; None: made from the document (D15, sdk 11)."""

    client: str | None = None
    package: str | None = None
    package_at: Loc | None = None
    version: str | None = None
    licence: str | None = None
    tests: bool = True
    environment: str | None = None
    options: Mapping[str, Json] = field(default_factory=dict)


def build_surface(
    sdk: Sdk, common: Common, context: Context, profile: Profile, packaging: Packaging, left: Collection[str]
) -> Surface:
    """Return the names of one target. ``left``: names that its types leave to what is derived of others."""
    wire = common.wire
    title = packaging.client or _kept_title(sdk, context)
    if packaging.client is None and packaging.package is None and _DEFAULT_TITLE.fullmatch(sdk.title.strip()):
        context.diagnostics.report("CG0617", context.loc("info/title"), title=sdk.title)
    client = _client(title, profile, packaging)
    environment = packaging.environment or variable_prefix(title, context.vocabulary)
    settler = Settler(context)
    objects = tuple(Caller(sdk, profile, context).with_objects())
    taken = (*(() if "client" in profile.homes else (client,)), *left)
    bodies = frozenset(carried(wire)) if shares_namespace(profile) else frozenset()
    names = choose_names(sdk, objects, common.components, bodies, profile, taken, context)
    types = _types(common, names.types, profile, context)
    version = packaging.version or _version(sdk, context, profile)
    _check_major(version, packaging, context, profile)
    options = (_scheme_scope(wire, profile), _variable_scope(wire, profile), _global_scope(sdk, profile))
    schemes, server_variables, global_parameters = settler.together(options)
    return Surface(
        target=profile.target,
        client=client,
        package=packaging.package or _package(title, profile),
        version=version,
        groups=build_groups(sdk, wire, profile, names.requests, names.groups, types, settler),
        types=types,
        events=names.events,
        schemes=(used := _used(schemes, wire)),
        credentials=credential_options(used, wire.schemes, environment, context.vocabulary),
        server_variables=server_variables,
        global_parameters=global_parameters,
        options=packaging.options,
        licence=packaging.licence,
        tests=packaging.tests,
        environment=environment,
    )


_DEFAULT_TITLE = lazy_pattern(
    r"fast ?api|open ?api definition|(?:swagger|my|rest|example|swagger example) ?api|my title|laravel|untitled"
    r"|\S+\.(?:json|ya?ml)",
    re.IGNORECASE,
)
"""What a framework or a tool calls an API that has no title."""


@frozen
class _Names:
    """The names of a target that depend neither on texts nor on what types hold."""

    types: dict[Id, str]
    requests: dict[str, str]
    groups: dict[str, str]
    events: dict[Id, EventName]


def choose_names(
    sdk: Sdk,
    objects: Collection[Id],
    components: Collection[Id],
    bodies: Collection[Id],
    profile: Profile,
    taken: Collection[str],
    context: Context,
) -> _Names:
    """Name types, objects of arguments, groups and events. ``bodies``: types that leave their names to errors."""
    settler = Settler(context)
    classes = (
        _type_scope(sdk, profile, context, components, bodies),
        request_scope(sdk, objects, components, profile, context),
        group_scope(sdk, profile),
    )
    if "group" in profile.homes:
        (types, requests), groups = settler.together(classes[:2], taken), settler.settle_scope(classes[2])
    else:
        types, requests, groups = settler.together(classes, taken)
    return _Names(types, requests, groups, _events(sdk, profile, settler))


def _kept_title(sdk: Sdk, context: Context) -> str:
    """Return the words of the title, of which client and packages are called; codegen.lock keeps them (D10.1).

    That another title calls nothing otherwise is told once: the lock remembers of which title it was.
    """
    lock, wanted = context.lock, _title_words(sdk.title, context.vocabulary)
    title = lock.choose("info/title#client", wanted)
    if title != wanted:
        lock.seen[DOCUMENT_TITLE] = wanted
        if lock.kept.get(DOCUMENT_TITLE) != wanted:
            context.diagnostics.report("CG1409", context.loc("info/title"), name=title, wanted=wanted)
    return title


def _client(title: str, profile: Profile, packaging: Packaging) -> str:
    """Return the name of the client class; one that is the runtime's own takes ``_``, whoever chose it (D10.5)."""
    scope = "client" if "client" in profile.taken else "type"
    if packaging.client is None:
        return profile.identifier(scope, title)
    own = profile.reserved | profile.taken.get(scope, frozenset())
    return packaging.client + "_" if packaging.client in own else packaging.client


def _package(title: str, profile: Profile) -> str:
    """Name the package after the client; registries take ASCII alone, and most have something called `api`."""
    letters = ascii_text(title)
    if not any(map(str.isalnum, letters)):
        letters = "API client"
    return profile.identifier("package" if "package" in profile.cases else "module", letters)


def _title_words(title: str, vocabulary: Vocabulary) -> str:
    """Return the words of the client's name: the title's, without a trailing "API" (sdk 11)."""
    listed = words(title, vocabulary)
    if len(listed) > 1 and listed[-1].lower() == "api":
        listed = listed[:-1]
    return " ".join(listed)


def _check_major(version: str, packaging: Packaging, context: Context, profile: Profile) -> None:
    """Warn of a path and a version that nobody can publish together; a path of ours is an example anyway."""
    if not profile.major_in_path or packaging.package is None:
        return
    named = re.search(profile.major_in_path, packaging.package)
    digits = re.match(r"\d+", version)
    major = int(digits[0]) if digits else 0
    if (int(named[1]) if named else 0) != major and (named or major > 1):
        context.diagnostics.report(
            "CG1405", packaging.package_at, target=profile.target, package=packaging.package, version=version
        )


def _version(sdk: Sdk, context: Context, profile: Profile) -> str:
    version = re.sub(r"\A[vV](?=\d)", "", sdk.version)  # as tags are written
    if re.fullmatch(profile.version_pattern, version):
        return version
    if (parts := re.fullmatch(r"(\d+)(?:\.(\d+))?", version)) is not None:  # `1.4` for those who ask for three parts
        whole = ".".join(str(int(part or 0)) for part in (*parts.groups(), None))
        if re.fullmatch(profile.version_pattern, whole):
            return whole
    context.diagnostics.report(
        "CG1401", context.loc("info/version"), version=sdk.version, target=profile.target, fallback=FALLBACK_VERSION
    )
    return FALLBACK_VERSION


# --------------------------------------------------------------------------- types


def _type_scope(
    sdk: Sdk, profile: Profile, context: Context, components: Collection[Id], bodies: Collection[Id]
) -> Scope:
    """Return the types; the lock knows inline ones by their names, and lists components."""
    idents = profile.identifiers("type")

    names = {at: name_of(item.name, item.names_in, profile.target) for at, item in sdk.types.items()}
    wanted = {at: idents[name.text] for at, name in names.items() if name is not None}
    lock = context.lock
    lock.listed.setdefault("schemas", set()).update(wanted.keys() & components)
    listed = lock.members.get("schemas", frozenset())
    known = {at for at in wanted if at in lock.kept or at in listed} if lock.members else set()
    apart = {at: ident[:-1] + _KINDS[type(sdk.types[at]).__name__] for at, ident in wanted.items() if ident[-1] == "_"}
    return Scope("schemas", wanted | apart | _bodies(wanted, bodies, known), known=known)


def _bodies(wanted: Mapping[Id, str], bodies: Collection[Id], known: Collection[Id]) -> dict[Id, str]:
    """Return what bodies of errors are called whose names are those of the errors (D10.6): by a word that is free."""
    found = {at: wanted[at].rstrip("_") for at in bodies if at in wanted}
    found = {at: ident for at, ident in found.items() if says_error(ident)}
    used = {fold(ident) for at, ident in wanted.items() if found and (at in known or not known)}
    return {
        at: next((ident + word for word in _BODY if fold(ident + word) not in used), ident + _BODY[0])
        for at, ident in found.items()
    }


_KINDS = {"Model": "Model", "Enum": "Enum", "Union": "Union", "Alias": "Value"}
"""What a type says behind a name that the language or its runtime has (D10.5)."""
_BODY = ("Body", "Content", "Data")


def _types(common: Common, idents: Mapping[Id, str], profile: Profile, context: Context) -> dict[Id, TypeName]:
    modules = assign_modules(common.homes(), idents, profile, context.lock)
    named, origins = common.named_in(profile.target), common.origins_in(profile.target)
    files: dict[str, list[Id]] = {}
    for at in named:
        files.setdefault(modules[at], []).append(at)
    found: dict[Id, TypeName] = {}
    for module, ids in files.items():
        found |= plan_types(module, tuple(ids), idents, named, origins, common.sides, profile, context)
    return {at: found[at] for at in named}


def plan_types(
    module: str,
    ids: tuple[Id, ...],
    idents: Mapping[Id, str],
    named: Mapping[Id, Named],
    origins: Mapping[Id, Origin],
    sides: Mapping[Id, tuple[bool, bool]],
    profile: Profile,
    context: Context,
) -> dict[Id, TypeName]:
    """Return the names of the types of a file, and of what is in them."""
    settler, found = Settler(context), {}
    for at in ids:
        item, (requested, answered) = named[at], sides[at]
        members = settler.settle_scope(_scope(item, profile, idents)) if item is not None else {}
        found[at] = TypeName(
            ident=idents[at],
            module=module,
            members=members,
            origin=origins[at],
            requested=requested,
            answered=answered,
        )
    return found


def _scope(named: Union | MemberWords, profile: Profile, idents: Mapping[Id, str]) -> Scope:
    return _cases(named, profile, idents) if isinstance(named, Union) else _members(named, profile)


def _members(words: MemberWords, profile: Profile) -> Scope:
    """Return what the members of a model or an enum wish to be called."""
    role = "field" if words.values is None else "member"
    # properties that are written as on the wire may differ by case alone, as they do there
    exact = role == "field" and profile.cases["field"] is Case.VERBATIM
    wanted = dict(zip(words.keys, map(profile.identifiers(role).__getitem__, words.texts), strict=True))
    unique = are_unique(wanted, (), str if exact else fold)
    return Scope(words.owner, wanted, words.values, exact=exact, unique=unique, is_listed=True)


def _cases(item: Union, profile: Profile, idents: Mapping[Id, str]) -> Scope:
    """Return what the cases of a union wish to be called: what has no name is called after its type."""
    names = (name_of(case.name, case.names_in, profile.target) for case in item.cases)
    cases = {
        str(index): profile.identifier("type", name.text if name else type_words(case.type, idents))
        for index, (case, name) in enumerate(zip(item.cases, names, strict=True))
    }
    types = {str(index): format_type(case.type) for index, case in enumerate(item.cases)}
    return Scope(item.id, cases, types, unique=are_unique(cases))


_json = json.JSONEncoder().encode  # json.dumps checks its options in each call


def type_words(type_: Type, idents: Mapping[Id, str]) -> str:
    """Return words that describe a type expression: ``list of string`` is "string list"."""
    match type_:
        case Ref(target):
            return idents.get(target, target)
        case ListOf(item, _):
            return type_words(item, idents) + " list"
        case MapOf(value, _):
            return type_words(value, idents) + " map"
        case Nullable(inner):
            return type_words(inner, idents)
        case Scalar(kind, _, _):
            return kind.value
        case Const(value):
            text = value if isinstance(value, str) else _json(value)
            return f"value {text}" if text[:1].isdigit() else text[:LONGEST_CONSTANT]
        case _:
            return "value"


# --------------------------------------------------------------------------- the rest


def _events(sdk: Sdk, profile: Profile, settler: Settler) -> dict[Id, EventName]:
    names = {at: name_of(event.name, event.names_in, profile.target) for at, event in sdk.events.items()}
    texts = {at: name.text if name else sdk.events[at].wire for at, name in names.items()}
    known = {at for at in texts if f"{at}#event" in settler.context.lock.kept}
    wanted = {at: profile.identifier("type", text) for at, text in texts.items()}
    types = settler.settle_scope(Scope("events", wanted, known=known))
    wanted = {at: profile.identifier("receiver", text) for at, text in texts.items()}
    handlers = settler.settle_scope(Scope("handlers", wanted, known=known))
    return {at: EventName(types[at], handlers[at], origin_of(name)) for at, name in names.items()}


def _scheme_scope(wire: Wire, profile: Profile) -> Scope:
    """Return all schemes: what one is called does not depend on the operations that use another (D10.1)."""
    wanted = {key: profile.identifier("option", _scheme_words(scheme, profile)) for key, scheme in wire.schemes.items()}
    return Scope("securitySchemes", wanted)


def _scheme_words(scheme: SecurityScheme, profile: Profile) -> str:
    found = name_of(None, scheme.names_in, profile.target)
    return found.text if found else scheme.name or scheme.scheme


def _used(schemes: Mapping[str, str], wire: Wire) -> dict[str, str]:
    """Return the schemes that something asks for: only they are options of the client."""
    used = {need.scheme for needs in _alternatives(wire) for need in needs}
    return {key: ident for key, ident in schemes.items() if key in used}


def _alternatives(wire: Wire) -> Iterable[Iterable[Need]]:
    owners: tuple[Wire | WireOperation, ...] = (wire, *wire.operations.values())
    for owner in owners:
        for alternative in owner.security:
            yield alternative.needs


def _variable_scope(wire: Wire, profile: Profile) -> Scope:
    owners = (wire.servers, *(operation.servers for operation in wire.operations.values()))
    names = {variable.wire for servers in owners for server in servers for variable in server.variables}
    return Scope("servers", {name: profile.identifier("option", name) for name in sorted(names)})


def _global_scope(sdk: Sdk, profile: Profile) -> Scope:
    wanted = {
        parameter.wire: profile.identifier("option", parameter.name.text if parameter.name else parameter.wire)
        for parameter in sdk.global_parameters
    }
    return Scope("globals", wanted, at="")
