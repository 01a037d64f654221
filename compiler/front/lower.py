"""Lowers the root of a document to :class:`Sdk`, and decides the order of lowering.

Components and operations come first; references add further declarations, in other files or inside schemas, to a queue
until nothing is left. A schema inside another that something refers to becomes a declaration of its own: then
everything is lowered once more, with these schemas known.
"""

from __future__ import annotations

from copy import copy
from dataclasses import field
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from compiler.base.frozen import mutable
from compiler.base.memory import NONE, Memory
from compiler.diagnostics import Note
from compiler.front.checks.exclusive_credentials import part_schemes
from compiler.front.checks.expansion import check_amounts
from compiler.front.checks.operations import check_operations, check_paths
from compiler.front.checks.schema_circles import check_circles, check_contracts
from compiler.front.checks.unused_components import check_names, check_twice, check_unused
from compiler.front.keys import object_keys
from compiler.front.keys.extensions import PREFIX, Where
from compiler.front.mistakes.wording import a_kind
from compiler.front.objects.entry import Entry
from compiler.front.objects.extension_reader import check_rewrites
from compiler.front.objects.extensions import Extensions
from compiler.front.objects.name_overrides import Override, override_of
from compiler.front.objects.pagination import lower_pagination
from compiler.front.operations.behaviour import (
    docs_url,
    lower_event_id,
    lower_idempotency,
    lower_retries,
    lower_scheme,
    lower_security,
    lower_servers,
    lower_signature,
    undeclared_schemes,
)
from compiler.front.operations.contents import check_links, lower_body, lower_response
from compiler.front.operations.examples import check_example
from compiler.front.operations.operations import Lowered, lower_operations, lower_webhook
from compiler.front.operations.parameters import lower_header, lower_parameter
from compiler.front.operations.urls import check_addresses
from compiler.front.reading.documents import Library, LoadOptions
from compiler.front.reading.refs import Target
from compiler.front.rewriting.rewriting import can_be_read, rewritten
from compiler.front.schemas.contracts import lower_contracts
from compiler.front.schemas.example_agreement import check_examples
from compiler.front.schemas.extension_hints import ignored_for
from compiler.front.schemas.schema import lower_schema
from compiler.front.schemas.value_agreement import check_values
from compiler.front.session.counts import TooManyError
from compiler.front.session.recalling import with_known_parts
from compiler.front.session.session import Session
from compiler.front.session.spelling import Spelling
from compiler.ir.node import Id, replace
from compiler.ir.nodes import (
    Body,
    Event,
    Header,
    Info,
    Operation,
    PageRule,
    Parameter,
    RenameRule,
    Response,
    Schema,
    Sdk,
    Tag,
)
from compiler.ir.wire import SecurityScheme
from compiler.source import Document

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.source import Json

LONGEST = 1_000
"""Characters of the title and version, which stand in a dozen places of each SDK."""
_TABLES = ("schemas", "parameters", "responses", "requestBodies", "headers")


@mutable
class Lowering:
    """What lowering leaves: the document as IR, and every file that was read, the root document first."""

    sdk: Sdk
    files: tuple[str, ...]


@mutable
class _Tables:
    """Declarations found so far, by identity."""

    schemas: dict[Id, Schema] = field(default_factory=dict)
    parameters: dict[Id, Parameter] = field(default_factory=dict)
    responses: dict[Id, Response] = field(default_factory=dict)
    bodies: dict[Id, Body] = field(default_factory=dict)
    headers: dict[Id, Header] = field(default_factory=dict)
    schemes: dict[Id, SecurityScheme] = field(default_factory=dict)
    operations: dict[Id, Operation] = field(default_factory=dict)
    events: dict[Id, Event] = field(default_factory=dict)


def lower_document(
    root: Document,
    diagnostics: Diagnostics,
    options: LoadOptions | None = None,
    *,
    extension_prefix: str | None = None,
    memory: Memory = NONE,
) -> Lowering | None:
    """Lower a document and all that it refers to.

    Args:
        root: the document the user named.
        diagnostics: takes what is wrong; an error there need not mean that nothing is returned.
        options: where references may lead.
        extension_prefix: a vendor's prefix that counts beside `x-codegen-` (D2.1).
        memory: what was lowered in the build before.

    Returns:
        The IR in its first stage, or None if the document cannot be read at all.
    """
    if not can_be_read(root, diagnostics):
        return None
    library = Library(root, options or LoadOptions(), diagnostics)
    raw = rewritten(library, diagnostics)
    if raw is None:
        return None
    rewrites = _rewrites(raw, extension_prefix)
    spelling = Spelling(extension_prefix, rewrites)
    memory, raw = _known(library, raw, memory)
    facts = (raw.get("openapi"), extension_prefix, rewrites, repr(library.options.limits), library.options.examples)
    hoisted: frozenset[Id] = frozenset()
    for turn in count():
        inputs = (hoisted, *facts, library.options.targets)
        session = Session(library, spelling, diagnostics, hoisted, memory.within(turn), inputs)
        try:
            sdk = _lower(session, raw)
            found = frozenset(session.found.targets.keys() & session.found.nested)
            if found <= hoisted:
                check_amounts(session, sdk)
                break
        except TooManyError:
            return None
        hoisted |= found
    sdk = replace(sdk, schemas=check_circles(session, sdk.schemas))
    sdk = check_operations(session, replace(sdk, contracts=lower_contracts(session)))
    check_contracts(session, sdk.contracts)
    sdk = part_schemes(session, sdk)
    check_values(session, sdk.schemas)
    check_examples(session, sdk.schemas)
    check_twice(session)
    session.reports.report_tallies()
    session.reports.blame((*sdk.operations, *sdk.events))
    return Lowering(sdk, library.files)


def _known(library: Library, raw: dict[str, Json], memory: Memory) -> tuple[Memory, dict[str, Json]]:
    """Return the memory of the document, and its root with the parts that did not change.

    What is rewritten, or spread over several files, is lowered anew.
    """
    root = library.root
    if not memory.keeps or type(root) is not Document or root.refers_elsewhere():
        return NONE, raw
    known = with_known_parts(raw, memory)
    library.root = copy(root)  # places are found in the tree that was read
    library.root.root = known
    return memory, known


def _rewrites(raw: dict[str, Json], prefix: str | None) -> dict[str, str]:
    """Return the map of `x-codegen-extension-rewrite`, whose own shape is checked with the other keys."""
    for start in (PREFIX, prefix or PREFIX):
        value = raw.get(f"{start}extension-rewrite")
        if isinstance(value, dict):
            return {
                (PREFIX + ours[len(start) :] if ours.startswith(start) else ours): theirs
                for ours, theirs in value.items()
                if isinstance(theirs, str)
            }
    return {}


def _lower(session: Session, raw: dict[str, Json]) -> Sdk:
    root = Entry(session, raw, "", None)
    found = root.open(object_keys.ROOT, Where.ROOT)
    check_rewrites(session, root.at(found.spelled("extension-rewrite")), found.get("extension-rewrite", {}))
    if not any(key in root for key in ("paths", "webhooks", "x-webhooks", "components")):
        session.reports.add("CG0340", root.id)
    tables = _Tables()
    _queue_components(root)
    _lower_schemes(root, tables)
    _lower_paths(root, tables)
    _lower_webhooks(root, tables)
    global_parameters = _global_parameters(root, found)
    while session.found.queue:
        kind, target = session.found.queue.popleft()
        with session.reports.on_behalf_of(target.id):
            _take_target(session, kind, target, tables)
    check_unused(root, scheme_names(root), tables.bodies, tables.parameters)
    return _sdk(root, found, tables, global_parameters)


def _queue_components(root: Entry) -> None:
    components = root.object("components")
    if components is None:
        return
    session = root.session
    components.open(object_keys.COMPONENTS, Where.ELSEWHERE)
    check_names(components)
    for kind in _TABLES:
        with session.reports.on_behalf_of(components.at(kind)):  # what is none hurts only those who refer to it
            table = components.object(kind)
        if table is not None:
            table.refuse_extensions()
            _queue(session, kind, table)
    for _, entry in components.members("examples"):
        if "$ref" not in entry:
            check_example(entry)
    check_links(components)


def _queue(session: Session, kind: str, table: Entry) -> None:
    session.counts.declare(table.id, len(table.raw) if kind == "schemas" else 0)
    for name, value in table.raw.items():
        if session.spelling.key(name) is None:
            at = table.at(name)
            session.references.need(kind, Target(at, value, None), at)


def _take_target(session: Session, kind: str, target: Target, tables: _Tables) -> None:
    lowered = session.lower((kind, target.id), target.raw, lambda: _lower_target(session, kind, target))
    table: Any
    match kind:
        case "schemas":
            table = tables.schemas
        case "parameters":
            table = tables.parameters
        case "responses":
            table = tables.responses
        case "requestBodies":
            table = tables.bodies
        case _:
            table = tables.headers
    if lowered is not None:
        table[target.id] = lowered


def _lower_target(session: Session, kind: str, target: Target) -> Schema | Parameter | Response | Body | Header | None:
    if kind == "schemas":
        session.declared = target.id
        schema = lower_schema(session, target.raw, target.id, target.file)
        session.declared = None
        return schema
    if not isinstance(target.raw, dict):
        name = target.id.rpartition("/")[2]
        session.reports.add("CG0301", target.id, key=name, wanted="an object", found=a_kind(target.raw))
        return None
    entry = Entry(session, target.raw, target.id, target.file)
    match kind:
        case "parameters":
            return lower_parameter(entry)
        case "responses":
            return lower_response("", entry)
        case "requestBodies":
            return lower_body(entry)
        case _:
            return lower_header("", entry)


def _lower_schemes(root: Entry, tables: _Tables) -> None:
    components = root.object("components")
    for name, entry in components.members("securitySchemes") if components is not None else ():
        with root.session.reports.on_behalf_of(entry.id):
            scheme = lower_scheme(name, entry)
        if scheme is not None:
            tables.schemes[entry.id] = scheme


def scheme_names(root: Entry) -> dict[str, Any]:
    """Return the declared security schemes by name."""
    components = root.raw.get("components")
    schemes = components.get("securitySchemes") if isinstance(components, dict) else None
    return schemes if isinstance(schemes, dict) else {}


def _lower_paths(root: Entry, tables: _Tables) -> None:
    schemes = scheme_names(root)
    if (
        "paths" not in root
        and "components" in root
        and (root.session.versions.is_30(None) or root.session.library.is_swagger)
    ):
        root.session.reports.tally("CG0357", root.id, what=object_keys.ROOT.what, key="paths")
    check_paths(root)
    table = root.object("paths")
    if table is None:
        return
    known = object_keys.Keys("`paths`", frozenset(key for key in table.raw if not key.startswith("x-")))
    around = table.open(known, Where.PATHS)
    keys = {key: value for key, value in table.raw.items() if key.startswith("x-")}
    for path, entry in table.entries(opened=True):
        if path.startswith("x-"):
            continue
        lowered = partial(_operations, root.session, path, entry, schemes, around)
        for operation, events in root.session.lower(("paths", path), (entry.raw, schemes, keys), lowered):
            tables.operations[operation.id] = operation
            tables.events.update((event.id, event) for event in events)


def _operations(
    session: Session, path: str, entry: Entry, schemes: dict[str, Any], around: Extensions
) -> list[Lowered]:
    return list(lower_operations(session, path, entry, schemes, around))


def _lower_webhooks(root: Entry, tables: _Tables) -> None:
    """Lower `webhooks`, and the `x-webhooks` of 3.0 (D1.4)."""
    if "webhooks" in root:
        cure = "write `x-webhooks`, or `openapi: 3.1.0`"
        root.session.versions.tell_newer("webhooks", root.at("webhooks"), None, cure, at_key=True)
    schemes = scheme_names(root)
    for key in ("webhooks", "x-webhooks"):
        for name, entry in root.members(key):
            lowered = partial(_webhook, name, entry, schemes)
            events = root.session.lower((key, name), (entry.raw, schemes), lowered)
            tables.events.update((event.id, event) for event in events)


def _webhook(name: str, entry: Entry, schemes: dict[str, Any]) -> list[Event]:
    return list(lower_webhook(name, entry, schemes))


def _global_parameters(root: Entry, found: Extensions) -> tuple[Parameter, ...]:
    if "globals" not in found.values:
        return ()
    holder = root.object(found.spelled("globals"))
    lowered = map(_global_parameter, holder.objects("parameters")) if holder is not None else ()
    by_id = {parameter.id: parameter for parameter in lowered if parameter is not None}
    return tuple(by_id.values())  # one that is referred to again is the same


def _global_parameter(entry: Entry) -> Parameter | None:
    target, beside = entry.follow(Where.PARAMETER)
    found = lower_parameter(target) if target is not None else None
    if found is None or target is entry:
        return found
    return replace(
        found,
        description=entry.prose("description") or found.description,
        override=override_of(beside).text if "name-override" in beside.values else found.override,
        names_in=override_of(beside).names_in if "name-override" in beside.values else found.names_in,
        ignore=ignored_for(beside) if "ignore" in beside.values else found.ignore,
    )


# --------------------------------------------------------------------------- the root's own members


def _sdk(root: Entry, found: Extensions, tables: _Tables, global_parameters: tuple[Parameter, ...]) -> Sdk:
    info = root.object("info")
    declared = scheme_names(root)
    security = lower_security(root, declared) or ()
    needed = [security, *(operation.security or () for operation in tables.operations.values())]
    known = {*declared, *(scheme.scheme for scheme in tables.schemes.values())}
    tables.schemes.update(
        (scheme.id, scheme) for scheme in undeclared_schemes((item for given in needed for item in given), known)
    )
    return Sdk(
        title=_info_text(root, info, "title", "API"),
        version=_info_text(root, info, "version", "0.0.0"),
        info=_info(root, info),
        max_method_params=found.get("max-method-params"),
        timeout=found.get("timeout"),
        idempotency=lower_idempotency(found),
        event_id=lower_event_id(found),
        retries=lower_retries(found),
        signature=lower_signature(root, found),
        security=security,
        servers=lower_servers(root),
        tags=_tags(root),
        renames=_renames(root, found),
        page_rules=_page_rules(root, found),
        global_parameters=global_parameters,
        schemes=tables.schemes,
        parameters=tables.parameters,
        bodies=tables.bodies,
        responses=tables.responses,
        headers=tables.headers,
        schemas=tables.schemas,
        operations=tables.operations,
        events=tables.events,
    )


def _info_text(root: Entry, info: Entry | None, key: str, default: str) -> str:
    text = (info.prose(key) if info.raw.get(key) is not None else None) if info is not None else None
    if text is None:
        at = info.id if info is not None else root.id
        root.session.reports.add("CG0327", at, key=key, default=default)
        return default
    if info is not None and len(text) > LONGEST:
        root.session.reports.add("CG0346", info.at(key), key=key, limit=LONGEST)
        text = text[:LONGEST].rstrip()
    return text


def _info(root: Entry, info: Entry | None) -> Info | None:
    if info is None:
        return None
    info.open(object_keys.INFO, Where.ELSEWHERE)
    contact, licence = info.shown_object("contact"), info.shown_object("license")
    check_addresses(info, "termsOfService")
    if contact is not None:
        contact.open(object_keys.CONTACT, Where.ELSEWHERE)
        check_addresses(contact, "url", address="email")
    if licence is not None:
        licence.open(object_keys.LICENCE, Where.ELSEWHERE)
        check_addresses(licence, "url")
        licence.exclude("url", "identifier", counts="identifier")
    return Info(
        summary=info.prose("summary"),
        description=info.prose("description"),
        terms_of_service=info.prose("termsOfService"),
        contact=_contact(contact),
        licence=licence.text("name") if licence is not None else None,
        external_docs=docs_url(root),
    )


def _contact(contact: Entry | None) -> str | None:
    if contact is None:
        return None
    parts = (contact.text(key) for key in ("name", "email", "url"))
    return ", ".join(part for part in parts if part) or None


def _tags(root: Entry) -> tuple[Tag, ...]:
    found: list[Tag] = []
    known: dict[str, str] = {}
    for entry in root.objects("tags"):
        entry.open(object_keys.TAG, Where.TAG)
        docs_url(entry)
        name = entry.text("name", needed=True)
        if name is None:
            if not isinstance(entry.raw.get("name"), dict | list):
                entry.missing("name", "a tag")
            continue
        if known.setdefault(name, entry.id) != entry.id:
            notes = (Note("the first", root.session.reports.loc(known[name])),)
            root.session.reports.add("CG0368", entry.at("name"), notes=notes, key="tags", value=name)
        display = entry.prose("summary") or entry.prose("x-displayName")
        found.append(Tag(name, entry.prose("description"), display))
    return tuple(found)


def _page_rules(root: Entry, found: Extensions) -> tuple[PageRule, ...]:
    """Lower the root's `x-codegen-pagination`; an entry with its pattern alone switches pages off (D6.14)."""
    at = root.at(found.spelled("pagination"))
    rules = []
    for index, item in enumerate(found.get("pagination", ())):
        place = f"{at}/{index}"
        told = {key: value for key, value in item.items() if key != "operationId"}
        if told and "type" not in told:
            root.session.reports.add(
                "CG0323", place, key=found.spelled("pagination"), path=f"/{index}", problem="needs `type`"
            )
        else:
            rules.append(PageRule(item["operationId"], lower_pagination(told, place), id=place))
    return tuple(rules)


def _renames(root: Entry, found: Extensions) -> tuple[RenameRule, ...]:
    """Lower the root's `x-codegen-name-override`; half an entry is an error (D3.7)."""
    at = root.at(found.spelled("name-override"))
    rules = []
    for index, item in enumerate(found.get("name-override", ())):
        given = frozenset(item)
        place = f"{at}/{index}"
        if given == {"operationId", "methodNameOverride"}:
            rules.append(_rule(item["operationId"], item["methodNameOverride"], place))
        elif given == {"parameterName", "parameterNameOverride"}:
            rules.append(_rule(item["parameterName"], item["parameterNameOverride"], place, parameters=True))
        else:
            root.session.reports.add("CG0328", place, key=found.spelled("name-override"))
    return tuple(rules)


def _rule(pattern: str, override: Override, place: Id, *, parameters: bool = False) -> RenameRule:
    names = override.names_in
    return RenameRule(pattern, override.text or "", override.aliases, names, parameters, id=place)
