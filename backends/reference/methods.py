"""A page per group with a section per method."""

from __future__ import annotations

from backends import Language
from backends.reference.commonmark import blocks, code, fenced
from backends.reference.page import deprecation, described, page, table, titled
from backends.reference.parts import answer_examples, answers_table, notes, payload_text, yes
from backends.reference.prose import behaviour_text, pages_text, security_text
from backends.reference.site import Path, Place, Site, group_title
from backends.reference.types import type_text
from compiler.ir import plan
from compiler.ir.plan import Argument, Group, Method, WireOperation


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
        *(_source(language, language.render_signature(language.plan, said), several) for language, said in spoken),
        _parameters(site, place.method, spoken, path),
        payload_text(site, operation.body, path) if operation.body is not None else "",
        _answers(site, operation, path),
        pages_text(site, operation.pages, path) if operation.pages is not None else "",
        security_text(site, operation.security),
        behaviour_text(operation),
        _callbacks(site, operation, path),
        _examples(spoken, several),
        _see(operation),
    ]
    return "\n\n".join(filter(None, parts))


def _source(language: Language, text: str, several: bool) -> str:
    """Return source text as a block; with several languages its title is one that tab plug-ins read."""
    return fenced(text, f'{language.target} title="{language.title}"' if several else language.target)


def _examples(spoken: list[tuple[Language, Method]], several: bool) -> str:
    shown = [_source(language, language.render_call(language.plan, method), several) for language, method in spoken]
    return titled("Example", "\n\n".join(shown))


def _parameters(site: Site, method: Method, spoken: list[tuple[Language, Method]], path: Path) -> str:
    listed = [argument for argument in method.arguments if argument.place is not plan.Place.BODY]
    columns = ("Name", *(language.title for language, _ in spoken), "In", "Type", "Required", "Description")
    names = [{(one.place, one.wire): one.ident for one in said.arguments} for _, said in spoken]
    telling = [any(table.get((one.place, one.wire), one.wire) != one.wire for one in listed) for table in names]
    rows = [
        (
            code(one.wire),
            *(
                code(table[one.place, one.wire]) if tell and (one.place, one.wire) in table else ""
                for table, tell in zip(names, telling, strict=True)
            ),
            one.place.value,
            _argument_type(site, one, path),
            yes(one.required),
            notes(
                one.description,
                one.type,
                default=one.default,
                sample=one.example,
                deprecated=one.deprecated,
                message=one.deprecation_message,
            ),
        )
        for one in listed
    ]
    return titled("Parameters", table(columns, rows))


def _argument_type(site: Site, argument: Argument, path: Path) -> str:
    text = type_text(site, argument.type, path)
    return f"{text} or null" if argument.nullable and not text.endswith("or null") else text


def _answers(site: Site, operation: WireOperation, path: Path) -> str:
    good = [answer for answer in operation.answers if not answer.error]
    bad = [answer for answer in operation.answers if answer.error]
    parts = (
        titled("Responses", answers_table(site, good, path)),
        answer_examples(good),
        titled("Errors", answers_table(site, bad, path, result="Body")),
    )
    return "\n\n".join(filter(None, parts))


def _callbacks(site: Site, operation: WireOperation, path: Path) -> str:
    links = [f"- {site.event_link(at, path)}" for at in operation.events if at in site.events]
    return titled("Callbacks", "\n".join(links))


def _see(operation: WireOperation) -> str:
    link = blocks(f"See <{operation.external_docs}>.") if operation.external_docs else ""
    return link if "&lt;" not in link else ""
