"""The commented gen.yaml of `codegen init`: it has every key, with its meaning."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from textwrap import wrap

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.config.apis import SHARED
from compiler.config.keys import CONFIG_VERSION, GENERATION, Key, TargetKeys
from compiler.source.location import Json

_PLAIN = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_ ./-]*")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off"))
_EMPTY: dict[str, Json] = {"texts": [], "severities": {}, "text": "...", "integer": 4, "boolean": True}


@frozen
class Found:
    """What a document suggests for the choices in gen.yaml, by section and key.

    ``values`` are written in comments in place of defaults; ``given`` are set; ``notes`` follow the meaning of a key.
    ``head`` has paragraphs at the top of the file, ``sections`` at the top of sections.
    """

    values: Mapping[tuple[str, str], Json] = field(default_factory=dict)
    given: Mapping[tuple[str, str], Json] = field(default_factory=dict)
    notes: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    head: Sequence[str] = ()
    sections: Mapping[str, Sequence[str]] = field(default_factory=dict)


def render_template(
    title: str,
    source: str | None,
    chosen: Collection[str],
    targets: Mapping[str, TargetKeys],
    found: Found,
    schema: str = "",
) -> str:
    """Return the text of a gen.yaml for the document `source`, with sections for the `chosen` targets.

    Without a source, the sections are those that several APIs share.

    Keys that need no value are comments that show the value found for them, or their default. ``schema`` is the file
    of the JSON Schema, for editors.
    """
    lines = [f"# yaml-language-server: $schema={schema}"] if schema else []
    lines.append(f"# codegen's configuration for {one_line(title)}")
    for paragraph in found.head:
        lines += ["#", *(f"# {_printable(line)}".rstrip() for line in paragraph.split("\n"))]
    lines += ["", *_set_lines(CONFIG_VERSION, CONFIG_VERSION.default, ()), "", "generation:"]
    given = {**found.given, **({("generation", "source"): source} if source is not None else {})}
    for key in GENERATION if source is not None else SHARED:
        lines += _indented(_key(key, "generation", replace(found, given=given)))
    for name, declared in targets.items():
        if name in chosen and not declared.always:
            about = [line for text in (declared.doc, *found.sections.get(name, ())) for line in _wrapped(text)]
            lines += ["", *about, f"{name}:" if declared.keys else f"{name}: {{}}"]
            for key in declared.keys:
                lines += _indented(_key(key, name, found))
        elif declared.always:
            lines += ["", *_wrapped(declared.doc), f"# {name}: false"]
    return "\n".join(lines) + "\n"


def render_apis(apis: Mapping[str, str]) -> str:
    """Return the section `apis` of a gen.yaml, from the names of APIs and their documents."""
    lines = ["", *_wrapped("The APIs. Each may override the sections above: codegen docs many-apis.md"), "apis:"]
    for name, source in apis.items():
        lines += [f"  {name}:", f"    source: {scalar(source)}", f"    # output: sdk/{name}"]
    return "\n".join(lines) + "\n"


def _key(key: Key, section: str, found: Found) -> list[str]:
    at, notes = (section, key.name), found.notes.get((section, key.name), ())
    if at in found.given:
        return _set_lines(key, found.given[at], notes)
    return _comment(key, found.values.get(at), notes)


def _set_lines(key: Key, value: Json, notes: Sequence[str]) -> list[str]:
    return [*_doc(key, notes), f"{key.name}: {scalar(value)}"]


def _comment(key: Key, example: Json, notes: Sequence[str]) -> list[str]:
    value = next(v for v in (example, key.default, key.example or None, _EMPTY.get(key.kind), "") if v is not None)
    return [*_doc(key, notes), f"# {key.name}: {scalar(value)}"]


def _doc(key: Key, notes: Sequence[str]) -> Iterator[str]:
    choices = f" One of: {', '.join(key.choices)}." if key.choices else ""
    for text in (key.doc + choices, *notes):
        yield from _wrapped(text)


def _wrapped(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(one_line(text), 100)]


def one_line(text: str) -> str:
    """Return a text of the document on one line, without characters that a comment may not hold."""
    return " ".join(_printable(text).split())


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def scalar(value: Json) -> str:
    """Write a value as YAML on one line; JSON is YAML, and only plain words are unquoted."""
    if isinstance(value, list):
        return f"[{', '.join(map(scalar, value))}]"
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
