"""The commented gen.yaml of `codegen init`: every key is in it, with what it means."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from textwrap import wrap

from compiler.config.keys import CONFIG_VERSION, GENERATION, Key, TargetKeys
from compiler.source.location import Json

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_ ./-]*")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off"))
_EMPTY: dict[str, Json] = {"texts": [], "severities": {}, "text": "...", "integer": 4, "boolean": True}


def render_template(
    title: str, source: str, chosen: Collection[str], targets: Mapping[str, TargetKeys], class_name: str = "..."
) -> str:
    """Return the text of a gen.yaml for the document `source`, with sections for the `chosen` targets.

    Keys that need no value are comments that show their default, or `class_name` for the client's name.
    """
    lines = [
        f"# codegen's configuration for {' '.join(title.split())}",
        *_given(CONFIG_VERSION, CONFIG_VERSION.default),
    ]
    lines += ["", "generation:"]
    for key in GENERATION:
        example: Json = class_name if key.name == "sdkClassName" else None
        lines += _indented(_given(key, source) if key.name == "source" else _comment(key, example))
    for name, declared in targets.items():
        if name in chosen and not declared.always:
            lines += ["", f"# {declared.doc}", f"{name}:" if declared.keys else f"{name}: {{}}"]
            for key in declared.keys:
                lines += _indented(_comment(key))
        elif declared.always:
            lines += ["", f"# {declared.doc}", f"# {name}: false"]
    return "\n".join(lines) + "\n"


def _given(key: Key, value: Json) -> list[str]:
    return [*_doc(key), f"{key.name}: {scalar(value)}"]


def _comment(key: Key, example: Json = None) -> list[str]:
    value = next(v for v in (example, key.default, key.example or None, _EMPTY.get(key.kind), "") if v is not None)
    return [*_doc(key), f"# {key.name}: {scalar(value)}"]


def _doc(key: Key) -> Iterator[str]:
    choices = f" One of: {', '.join(key.choices)}." if key.choices else ""
    return (f"# {line}" for line in wrap(key.doc + choices, 100))


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def scalar(value: Json) -> str:
    """Write a value as YAML on one line; JSON is YAML, and only plain words go without quotes."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
