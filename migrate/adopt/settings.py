"""Settings to gen.yaml: the commented file of `codegen init`, with what was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from compiler.config.keys import GENERATION, Key, TargetKeys
from compiler.config.schema import SCHEMA_NAME
from compiler.config.template import Found, render_template
from compiler.source import as_json, as_text
from migrate.adopt.facts import Setting, Unmatched

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.facts import Facts

GENERAL = "generation"


def settle_settings(facts: Facts, targets: Mapping[str, TargetKeys]) -> dict[str, Setting]:
    """Return the settings that gen.yaml can have, by dotted key; the others become unmatched.

    A later setting replaces an earlier one of the same key; where they differ, that is told.
    """
    keys = {f"{GENERAL}.{key.name}": key for key in GENERATION}
    keys |= {f"{name}.{key.name}": key for name, declared in targets.items() for key in declared.keys}
    found: dict[str, Setting] = {}
    for setting in facts.settings:
        value, problem = _fitted(keys[setting.key], setting.value)
        if problem:
            what = f"{setting.key}: {as_json(setting.value)}"
            facts.add(Unmatched(what, problem, setting.origin, setting.source))
            continue
        before = found.get(setting.key)
        if before is not None and before.value != value:
            what = f"{setting.key}: {as_json(before.value)}"
            why = f"{setting.source} says {as_json(value)}, and is read later"
            facts.add(Unmatched(what, why, before.origin, before.source))
        found[setting.key] = Setting(setting.key, value, setting.origin, setting.source)
    return found


def _fitted(key: Key, value: Json) -> tuple[Json, str]:
    """Return a value as a key takes it, and "" or why it does not."""
    if key.kind == "text" and isinstance(value, int | float) and not isinstance(value, bool):
        value = as_text(value)
    match key.kind, value:
        case "text", str():
            fits = key.accepts(value) and bool(value)
            return value, "" if fits else f"it must be {key.expected or 'a text'}"
        case "integer", int() if not isinstance(value, bool):
            return value, "" if value >= (key.minimum or 0) else "it must not be negative"
        case "choice", str():
            return value, "" if value in key.choices else f"it must be one of {', '.join(key.choices)}"
        case "boolean", bool():
            return value, ""
        case "texts", list() if all(isinstance(item, str) for item in value):
            return value, ""
    return value, "it has a value of another kind"


def config_text(
    title: str,
    source: str,
    settings: Mapping[str, Setting],
    chosen: Sequence[str],
    targets: Mapping[str, TargetKeys],
    overlays: Sequence[str],
) -> str:
    """Return the text of gen.yaml."""
    given: dict[tuple[str, str], Json] = {}
    notes: dict[tuple[str, str], list[str]] = {}
    for setting in settings.values():
        section, _, name = setting.key.partition(".")
        given[section, name] = setting.value
        if setting.source:
            notes[section, name] = [f"Read from {setting.source}."]
    if overlays:
        given[GENERAL, "overlays"] = list(overlays)
    head = ["`codegen adopt` wrote this file once, from what another generator was told; now it is yours."]
    return render_template(
        title, source, chosen, targets, Found(given=given, notes=notes, head=head), f"./{SCHEMA_NAME}"
    )
