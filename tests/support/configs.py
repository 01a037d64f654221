"""gen.yaml as a text, and the places of its mistakes."""

from __future__ import annotations

from textwrap import dedent

from backends.keys import TARGET_KEYS
from compiler.config import Config, parse_config
from compiler.diagnostics import Diagnostics
from compiler.source import Limits, load_text


def parse(text: str) -> tuple[Config, Diagnostics]:
    diagnostics = Diagnostics()
    document = load_text(dedent(text), "gen.yaml", Limits(), diagnostics)
    assert document is not None
    return parse_config(document, TARGET_KEYS, diagnostics), diagnostics


def found(diagnostics: Diagnostics) -> list[tuple[object, ...]]:
    return [
        (item.code, item.severity, *(diagnostics.locate(item.loc, at_key=item.at_key) or ())[:2])
        for item in diagnostics.items
        if item.loc is not None
    ]
