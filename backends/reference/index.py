"""The first page: what the service is, its servers and credentials, every method, webhook and callback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from backends import Language
from backends.reference.commonmark import blocks, cell, code, inline
from backends.reference.methods import calls
from backends.reference.page import page, table
from backends.reference.parts import notes, yes
from backends.reference.prose import retries_text, timeout_text
from backends.reference.site import INDEX, TYPES, Path, Place, Site, group_title, relative
from backends.reference.types import type_text
from backends.texts import opening_said
from compiler.ir.wire import SecurityScheme, Wire, WireOperation


def index_page(site: Site, guides: Mapping[Path, str]) -> str:
    """Return the index; ``guides`` has titles by path."""
    wire = site.plan.wire
    sections = [
        f"# {inline(wire.title)}",
        f"Version {inline(wire.version)}",
        blocks(wire.summary),
        blocks(wire.description),
        _guides(guides),
        *_servers(wire),
        *_credentials(site),
        *_globals(site),
        *_first_calls(site),
        *_groups(site),
        *_events(site, callback=False),
        *_events(site, callback=True),
        f"## Types\n\n[All types]({relative(INDEX, TYPES)})" if site.types else "",
    ]
    return page(sections, site.plan.surface.licence)


def _guides(guides: Mapping[Path, str]) -> str:
    links = "\n".join(f"- [{title}]({relative(INDEX, path)})" for path, title in guides.items())
    return f"## Guides\n\n{links}" if links else ""


def _servers(wire: Wire) -> Iterator[str]:
    rows = [
        (code(one.url), code(one.server_id) if one.server_id else "", cell(one.description)) for one in wire.servers
    ]
    variables = [
        (code(one.wire), code(one.default), ", ".join(map(code, one.values)), cell(one.description))
        for one in {variable.wire: variable for server in wire.servers for variable in server.variables}.values()
    ]
    if rows:
        yield "## Servers"
        yield table(("URL", "Name", "Description"), rows)
        yield table(("Variable", "Default", "Values", "Description"), variables)
    said = [timeout_text(wire.timeout)] if wire.timeout is not None else []
    if wire.retries is not None:
        said.append(retries_text(wire.retries, doubtful=any(item.is_doubtful for item in wire.operations.values())))
    yield " ".join(said)


def _credentials(site: Site) -> Iterator[str]:
    if shown := credentials_table(site):
        yield "## Authentication"
        yield shown


def credentials_table(site: Site) -> str:
    """Return the security schemes with the options of each language, and the variables that clients read."""
    titles = [voice.language.title for voice in site.voices]
    variables = _variables(site)
    rows = [
        (
            code(name),
            *(_option(voice.language, voice.language.plan.surface.schemes.get(name)) for voice in site.voices),
            variables.get(name, ""),
            _kind(scheme),
            cell(scheme.description),
        )
        for name, scheme in site.plan.wire.schemes.items()
    ]
    return table(("Scheme", *titles, "Environment", "Kind", "Description"), rows)


def _variables(site: Site) -> dict[str, str]:
    """Write the environment variables that clients read for each scheme; languages may name them differently."""
    listed: dict[str, dict[tuple[str, ...], None]] = {}
    for voice in site.voices:
        for item in voice.language.plan.surface.credentials:
            listed.setdefault(item.scheme.scheme, {}).update(dict.fromkeys(item.variables))
    return {scheme: ", or ".join(" and ".join(map(code, names)) for names in found) for scheme, found in listed.items()}


def _kind(scheme: SecurityScheme) -> str:
    if scheme.kind == "apiKey":
        place = f" in {scheme.place.value}" if scheme.place is not None else ""
        return f"API key{place} {code(scheme.wire or '')}"
    return cell(" ".join(filter(None, (scheme.kind, scheme.http, ", ".join(flow.kind for flow in scheme.flows)))))


def _option(language: Language, option: str | None) -> str:
    """Write a language's name of a client option; an option that the language ignores has no name there."""
    return code(language.backend.option_name(language.plan, option)) if option is not None else ""


def _globals(site: Site) -> Iterator[str]:
    titles = [voice.language.title for voice in site.voices]
    rows = [
        (
            code(one.wire),
            *(
                _option(voice.language, voice.language.plan.surface.global_parameters.get(one.wire))
                for voice in site.voices
            ),
            one.place.value,
            type_text(site, one.type, INDEX),
            yes(one.required),
            notes(one),
        )
        for one in site.plan.wire.global_parameters
    ]
    if rows:
        yield "## Client parameters"
        yield "Options of the client that are sent with every request that declares them."
        yield table(("Name", *titles, "In", "Type", "Required", "Description"), rows)


def _first_calls(site: Site) -> Iterator[str]:
    """Show the operations that `x-codegen-usage-example` marks."""
    operations = site.plan.wire.operations
    marked = [placed[0] for at, placed in site.calls.items() if operations[at].usage_example]
    if site.voices and marked:
        yield "## First calls"
    for place in marked if site.voices else ():
        yield f"{inline(_heading(operations[place.method.operation]))} ({site.method_link(place, INDEX)}):"
        yield calls(site, place)


def _heading(item: WireOperation) -> str | None:
    return item.summary or item.heading


def _groups(site: Site) -> Iterator[str]:
    if site.places:
        yield "## Methods"
    for path, places in site.places.items():
        title = code(group_title(site.plan.surface.groups[path], site.plan))
        yield f"### [{title}]({relative(INDEX, site.groups[path])})"
        yield methods_table(site, path, places)


def methods_table(site: Site, group: tuple[str, ...], places: Sequence[Place]) -> str:
    """Return the table of a group's methods."""
    operations = site.plan.wire.operations
    return table(
        ("Method", "Request", "Summary"),
        [
            (
                site.method_link(place, INDEX),
                code(f"{operations[place.method.operation].method} {operations[place.method.operation].path}"),
                cell(_heading(operations[place.method.operation])),
            )
            for place in places
        ],
    )


def _events(site: Site, *, callback: bool) -> Iterator[str]:
    events = site.plan.wire.events
    listed = [at for at in site.events if events[at].callback is callback]
    if listed:
        yield "## Callbacks" if callback else "## Webhooks"
        rows = [(site.event_link(at, INDEX), cell(opening_said(events[at]))) for at in listed]
        yield table(("Callback" if callback else "Webhook", "Description"), rows)
