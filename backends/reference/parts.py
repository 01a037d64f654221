"""Tables that methods and events share: parameters, bodies, responses and their headers."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Protocol

from backends.reference.commonmark import blocks, cell, code
from backends.reference.page import deprecation, example, sentences, table, titled
from backends.reference.prose import stream_text
from backends.reference.site import Path, Site
from backends.reference.types import checks_text, json_text, type_text
from compiler.ir.types import Type, Value
from compiler.ir.wire import Answer, BodyKind, Decode, Encode, EventData, Part, Payload


def yes(value: bool) -> str:
    """Return the entry of a column that says whether something is so."""
    return "yes" if value else "no"


class Described(Protocol):
    """What a table describes. A parameter or a property may also have a ``default``, an ``example``, and an end."""

    @property
    def type(self) -> Type:
        """The type of its values."""

    @property
    def description(self) -> str | None:
        """What the document says of it."""


def notes(item: Described, extra: Sequence[str] = ()) -> str:
    """Return the text of a table's last column about a value."""
    default, sample, deprecated = (getattr(item, name, None) for name in ("default", "example", "deprecated"))
    checks = checks_text(item.type)
    if not deprecated and not extra and default is None and sample is None:
        return plain_notes(item.description, checks)  # true of nine in ten
    return sentences(
        deprecation(bool(deprecated), getattr(item, "deprecation_message", None)).removeprefix("> "),
        cell(item.description),
        *extra,
        _sentence(checks),
        f"Default: {cell_json(default)}" if default is not None else "",
        f"Example: {cell_json(sample)}" if sample is not None else "",
    )


@functools.lru_cache(maxsize=20_000)
def plain_notes(description: str | None, checks: str) -> str:
    """Return the notes on a value of which only the description and the bounds are known."""
    return sentences(cell(description), _sentence(checks))


def cell_json(value: Value) -> str:
    """Return a JSON value as a code span for a cell; a long one is cut."""
    text = json_text(value.json)
    return code(text if len(text) <= 120 else text[:117] + "...")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def payload_text(site: Site, payload: Payload, page: Path, *, title: str = "Body", inside: str | None = None) -> str:
    """Return the section of a body: media type, type, description, the parts of a form, and ``inside``.

    Without ``inside``, the section has an example.
    """
    need = "required" if payload.required else "optional"
    either = " or null" if payload.nullable else ""
    names = " or ".join(map(code, payload.content_types or (payload.media_type,)))
    if payload.json is not None:
        names = f"{code(payload.json)}, with a file {names}"
    if payload.others:
        others = " or ".join(code(item.media_type) for item in payload.others)
        names += f" (the API takes {others}, too)"
    kind = f"{names}: {type_text(site, payload.type, page)}{either}{stream_text(payload.kind)}"
    parts = [titled(title, f"{kind}, {need}."), blocks(payload.description), _parts(site, payload, page), inside or ""]
    if payload.example is not None and inside is None:
        parts.append(example(payload.example.json, text=payload.kind is BodyKind.TEXT))
    return "\n\n".join(filter(None, parts))


def _parts(site: Site, payload: Payload, page: Path) -> str:
    listed = [*payload.parts, payload.rest] if payload.rest is not None else [*payload.parts]
    rows = [
        (
            "(any other)" if part is payload.rest else code(part.wire),
            type_text(site, part.type, page),
            _need(payload, part),
            _encoding(part),
            notes(part, _part_headers(part)),
        )
        for part in listed
    ]
    return table(("Part", "Type", "Required", "Sent as", "Description"), rows)


def _need(payload: Payload, part: Part) -> str:
    """Say when a property is required."""
    if part.wire in payload.json_needs:
        return "without a file"
    return "with a file" if part.wire in payload.file_needs else yes(part.required)


def _encoding(part: Part) -> str:
    listed = (("objects", part.objects), ("texts", part.texts))
    others = [kind for name, kind in listed if name not in part.json_only]
    said = ", ".join(map(code, dict.fromkeys([*part.content_types, *filter(None, others)])))
    if not said:
        said = f"{part.style.value} style{', exploded' if part.explode else ''}" if part.encode is Encode.STYLE else ""
    else_json = ", else in JSON" if part.json_only else ""
    return f"{said or part.encode.value}{', one for each item' if part.repeated else ''}{else_json}"


def _part_headers(part: Part) -> tuple[str, ...]:
    names = ", ".join(
        code(header.wire) + (f" ({cell_json(header.value)})" if header.value is not None else "")
        for header in part.headers
    )
    return (f"Headers: {names}",) if names else ()


def answers_table(site: Site, answers: Iterable[Answer], page: Path, *, result: str = "Result") -> str:
    """Return a table with a row per status and media type, and one with their headers."""
    listed = list(answers)
    rows = [row for answer in listed for row in _answer_rows(site, answer, page)]
    headers = [
        (
            code(answer.status),
            code(header.wire),
            type_text(site, header.type, page),
            yes(header.required),
            notes(header),
        )
        for answer in listed
        for header in answer.headers
    ]
    events = [
        _event(site, answer.status, item, page) for answer in listed for one in answer.decodes for item in one.events
    ]
    tables = (
        table(("Status", "Media type", result, "Description"), rows),
        table(("Status", "Event", "Data"), events),
        table(("Status", "Header", "Type", "Required", "Description"), headers),
    )
    return "\n\n".join(filter(None, tables))


def _answer_rows(site: Site, answer: Answer, page: Path) -> list[tuple[str, str, str, str]]:
    status, text = code(answer.status), cell(answer.description)
    if not answer.decodes:
        return [(status, "", "no body", text)]
    return [(status, code(decode.media_type), _decoded(site, decode, page), text) for decode in answer.decodes]


def _decoded(site: Site, decode: Decode, page: Path) -> str:
    return type_text(site, decode.type, page) + stream_text(decode.kind)


def _event(site: Site, status: str, item: EventData, page: Path) -> tuple[str, str, str]:
    """Describe the data of a named event."""
    data = type_text(site, item.type, page) if item.type is not None else ""
    return code(status), "others" if item.name is None else code(item.name), f"{data}{' as text' if item.text else ''}"


def answer_examples(answers: Iterable[Answer]) -> str:
    """Return the first example of each status as a titled block."""
    shown = []
    for answer in answers:
        found = next((one for one in answer.decodes if one.example is not None), None)
        if found is not None and found.example is not None:
            text = example(found.example.json, text=found.kind is BodyKind.TEXT)
            shown.append(titled(f"Example of {answer.status}", text))
    return "\n\n".join(filter(None, shown))
