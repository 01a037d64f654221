"""A page per declared type: model, enum, union, alias; types written inline are sections of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import ne
from typing import assert_never

from backends.reference.commonmark import blocks, cell, code
from backends.reference.page import deprecation, example, page, table, titled
from backends.reference.parts import notes, plain_notes, yes
from backends.reference.site import TYPES, Path, Site
from backends.reference.types import bounds, checks_text, json_text, type_text, values_text
from backends.reference.usage import Usage, used_by
from backends.texts import article
from compiler.ir.node import Id, Json
from compiler.ir.tags import tag_values
from compiler.ir.types import Alias, Case, Choice, Declaration, Enum, Field, Look, Model, Scalar, Union

VOWELS = "aeiou"


def type_page(site: Site, at: Id, users: Usage) -> str:
    """Return the page of a declared type, with a section for each type that is written inline in it."""
    path = site.types[at]
    sections = [*_sections(site, users, at, "#", path)]
    for inline in site.sheets[at]:
        sections += _sections(site, users, inline, "##", path)
    return page(sections, site.plan.surface.licence)


def _sections(site: Site, users: Usage, at: Id, level: str, path: Path) -> list[str]:
    declared, name = site.plan.wire.types[at], site.plan.surface.type_heads[at]
    return [
        f"{level} {code(name.ident)}",
        deprecation(declared.deprecated, declared.deprecation_message),
        blocks(declared.description),
        _class_names(site, at, name.ident),
        *_body(site, declared, at, path),
        _sample(declared),
        used_by(site, users, at, path),
    ]


def types_page(site: Site) -> str:
    """Return the list of all types that have pages."""
    rows = [
        type_row(site, at) for at in sorted(site.sheets, key=lambda at: site.plan.surface.type_heads[at].ident.lower())
    ]
    return page(["# Types", table(("Type", "Kind", "Description"), rows)], site.plan.surface.licence)


def type_row(site: Site, at: Id) -> tuple[str, str, str]:
    """Return the line of a type in the list."""
    return site.type_link(at, TYPES), type(site.plan.wire.types[at]).__name__.lower(), _first(site, at)


def _first(site: Site, at: Id) -> str:
    """Return the first paragraph of a description, or a title that says more than the name."""
    declared, name = site.plan.wire.types[at], site.plan.surface.type_heads[at].ident
    title = declared.title if declared.title and "".join(declared.title.split()).lower() != name.lower() else ""
    return cell((declared.description or title or "").strip().split("\n\n", 1)[0])


def _class_names(site: Site, at: Id, name: str) -> str:
    """Say what languages call a type, if one of them does not use the page's name."""
    spoken = ((voice.language, voice.language.plan.surface.type_heads.get(at)) for voice in site.voices)
    names = [(language.title, said.ident) for language, said in spoken if said is not None]
    if all(ident == name for _, ident in names):
        return ""
    return ", ".join(f"{title}: {code(ident)}" for title, ident in names) + "."


def _body(site: Site, declared: Declaration, at: Id, path: Path) -> Iterator[str]:
    match declared:
        case Model():
            yield from _model(site, declared, at, path)
        case Enum():
            yield from _enum(site, declared, at, path)
        case Union():
            yield from union_text(site, declared, path)
        case Alias():
            bound = checks_text(declared.type)
            yield f"Another name for {type_text(site, declared.type, path)}{f' ({bound})' if bound else ''}."
        case _:
            assert_never(declared)


# --------------------------------------------------------------------------- models


def fields_table(
    site: Site, fields: Iterable[Field], names: Sequence[tuple[str, Mapping[str, str]]], path: Path
) -> str:
    """Return the table of properties; ``names`` has the columns of languages that give some of them other names."""
    columns = ("Name", *(title for title, _ in names), "Type", "Required", "Description")
    idents = [found for _, found in names]
    rows = [
        (
            code(field.wire),
            *[code(found[field.wire]) if field.wire in found else "" for found in idents],
            type_text(site, field.type, path),
            yes(field.required),
            field_notes(site, field),
        )
        for field in fields
    ]
    return table(columns, rows)


def _model(site: Site, model: Model, at: Id, path: Path) -> Iterator[str]:
    names = _member_names(site, at, [field.wire for field in model.fields])
    yield titled("Fields", fields_table(site, model.fields, names, path)) or "An object without declared fields."
    if model.additional is not None:
        yield f"Further fields: {type_text(site, model.additional, path)}."
    elif model.closed:
        yield "No further fields."
    if model.checks is not None and (text := bounds(model.checks)):
        yield f"{text[:1].upper()}{text[1:]}."


def field_notes(site: Site, field: Field) -> str:
    """Return what the last column says of a property."""
    values = () if type(field.type) is Scalar else values_text(site, field.type)
    plain = field.default is None and field.example is None and not field.deprecated
    if plain and not values and not field.read_only and not field.write_only:
        return plain_notes(field.description, checks_text(field.type))  # true of nearly all, thousands of them
    extra = ("Read only.",) if field.read_only else ("Write only.",) if field.write_only else ()
    return notes(field, (*extra, *values))


def _member_names(site: Site, at: Id, wanted: list[str]) -> list[tuple[str, Mapping[str, str]]]:
    """Return a column per language: its identifiers. A language that uses the document's own names has no column."""
    columns = []
    for voice in site.voices:
        said = voice.language.plan.surface.types.get(at)
        names = said.members if said is not None else {}
        if list(names) != wanted:
            names = {wire: names[wire] for wire in wanted if wire in names}
        if any(map(ne, names, names.values())):
            columns.append((voice.language.title, names))
    return columns


# --------------------------------------------------------------------------- enums and unions


def _enum(site: Site, enum: Enum, at: Id, path: Path) -> Iterator[str]:
    languages = [voice.language for voice in site.voices]
    named = [(language.title, language.backend.member_names(language.plan, at)) for language in languages]
    names = [(title, idents) for title, idents in named if idents]
    keys = [str(index) for index in range(len(enum.members))]
    columns = [[code(idents[key]) if key in idents else "" for key in keys] for _, idents in names]
    values = [code(json_text(member.value)) for member in enum.members]
    rows = list(zip(values, *columns, [cell(member.description) for member in enum.members], strict=True))
    yield f"One of these values ({type_text(site, enum.base, path)})."
    yield table(("Value", *(title for title, _ in names), "Description"), rows)
    if enum.open:
        yield "The API may add values; the SDKs keep them unchanged."


def union_text(site: Site, union: Union, path: Path) -> Iterator[str]:
    """Return the types of a union's members, and how they are told apart."""
    rows = [(type_text(site, case.type, path), *_recognised(site, union, case)) for case in union.cases]
    yield "Any of these types." if union.many else "One of these types."
    yield table(("Type", _tag_title(union), "Recognised by"), rows)
    if union.default is not None:
        yield f"Without a known tag: {type_text(site, union.default, path)}."


def _tag_title(union: Union) -> str:
    return f"{code(union.tag)} is" if union.tag else "Tag"


def _recognised(site: Site, union: Union, case: Case) -> tuple[str, str]:
    """Return a member's columns: its tags, and the features of its values if these identify the member."""
    tags = ", ".join(code(json_text(tag)) for tag in tag_values(union.tag, case, site.plan.wire.types))
    match union.choice:
        case Choice.TAGGED | Choice.SHAPE:
            absent = " or absent" if tags and case.rest else ""
            return tags + absent, ", ".join(_looks(case))
        case Choice.KINDS:
            return tags, ", ".join(case.kinds)
        case Choice.FIRST:
            return tags, ""
        case _:
            assert_never(union.choice)


def _looks(look: Case | Look) -> Iterator[str]:
    for wire, values in look.constants().items():
        yield f"{code(wire)} is {_one_of(values)}{' or absent' if look.rest else ''}"
    for wire in look.keys:
        yield f"has {code(wire)}"
    if look.values:
        yield f"is {_one_of(look.values)}"
    if look.items:
        part = "value" if "object" in look.kinds else "item"
        yield f"each {part} {' or '.join(dict.fromkeys(map(_item, look.items)))}"


def _item(look: Look) -> str:
    kinds = (look.form,) if look.form is not None else look.kinds
    said = " and ".join(_looks(look))
    if said and not look.items:
        return said
    kind = " or ".join(f"{article(kind, VOWELS)} {kind}" for kind in kinds)
    return f"is {kind} of which {said}" if said else f"is {kind}"


def _one_of(values: Sequence[Json]) -> str:
    return " or ".join(code(json_text(value)) for value in values)


def _sample(declared: Declaration) -> str:
    shown = example(declared.examples[0].json) if declared.examples else ""
    return titled("Example", shown)
