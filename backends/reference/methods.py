"""A page per group with a section per method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backends import Language
from backends.reference.bodies import body_section
from backends.reference.commonmark import blocks, code, fenced
from backends.reference.curl import curl_call
from backends.reference.page import deprecation, described, page, titled
from backends.reference.parameters import parameters_table
from backends.reference.parts import answers_table
from backends.reference.prose import behaviour_text, pages_text, security_text
from backends.reference.samples import samples
from backends.reference.site import Path, Place, Site, group_title
from compiler.ir.wire import WireOperation
from compiler.plan.plan import Group, Method


def group_page(site: Site, group: Group) -> str:
    """Return the page of a group of methods."""
    path = site.groups[group.path]
    intro = [f"# {code(group_title(group, site.plan))}", blocks(group.description or _tag(site, group))]
    sections = [method_section(site, place, path) for place in site.places[group.path]]
    return page([*intro, *sections], site.plan.surface.licence)


def _tag(site: Site, group: Group) -> str | None:
    return site.plan.wire.tags.get(group.title) if group.title else None


def method_section(site: Site, place: Place, path: Path) -> str:
    """Return the section of a method: request, signature, arguments, body, responses, errors, example."""
    operation = site.plan.wire.operations[place.method.operation]
    spoken = site.spoken(place)
    several = len(site.voices) > 1
    parts = [
        f"## {code(place.method.ident)}",
        code(f"{operation.method} {operation.path}"),
        deprecation(operation.deprecated, operation.deprecation_message),
        described(operation.summary, operation.description),
        *(_source(language.target, language.title if several else "", text) for language, text in _signatures(spoken)),
        _aliases(spoken or [(None, place.method)]),
        parameters_table(site, place.method, operation, spoken, path),
        body_section(site, operation.body, spoken, path) if operation.body is not None else "",
        _answers(site, operation, path),
        pages_text(site, operation.pages, path) if operation.pages is not None else "",
        security_text(site, operation.security),
        behaviour_text(operation),
        _callbacks(site, operation, path),
        _see(operation),
        titled("Example", calls(site, place)),
        *samples(site, place.method),
    ]
    return "\n\n".join(filter(None, parts))


def _aliases(spoken: Sequence[tuple[Language | None, Method]]) -> str:
    """Return the aliases of a method, with the languages that have them if there are several."""
    named: dict[str, list[str]] = {}
    for language, method in spoken:
        for alias in method.aliases:
            named.setdefault(alias, []).append(language.title if language is not None else "")
    several = len(spoken) > 1
    listed = [code(alias) + (f" ({', '.join(titles)})" if several else "") for alias, titles in named.items()]
    return f"{'Aliases' if len(listed) > 1 else 'Alias'}: {', '.join(listed)}." if listed else ""


def _signatures(spoken: Sequence[tuple[Language, Method]]) -> Iterator[tuple[Language, str]]:
    for language, method in spoken:
        yield language, language.render_signature(language.plan, method)


def _source(fence: str, title: str, text: str) -> str:
    """Return source text as a block; one of several has a title, which the site shows on its tab."""
    return fenced(text, f'{fence} title="{title}"' if title else fence)


def calls(site: Site, place: Place) -> str:
    """Return an example call in each language, and as a cURL command."""
    found = [
        (language.target, language.title, language.render_call(language.plan, method))
        for language, method in site.spoken(place)
    ]
    found.append(("sh", "cURL", curl_call(site.plan, place.method)))
    return "\n\n".join(_source(fence, title if len(found) > 1 else "", text) for fence, title, text in found)


def _answers(site: Site, operation: WireOperation, path: Path) -> str:
    good = [answer for answer in operation.answers if not answer.error]
    bad = [answer for answer in operation.answers if answer.error]
    parts = (
        titled("Responses", answers_table(site, good, path)),
        titled("Errors", answers_table(site, bad, path, result="Body")),
    )
    return "\n\n".join(filter(None, parts))


def _callbacks(site: Site, operation: WireOperation, path: Path) -> str:
    links = [f"- {site.event_link(at, path)}" for at in operation.events if at in site.events]
    return titled("Callbacks", "\n".join(links))


def _see(operation: WireOperation) -> str:
    link = blocks(f"See <{operation.external_docs}>.") if operation.external_docs else ""
    return link if "&lt;" not in link else ""
