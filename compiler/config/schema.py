"""The JSON Schema of gen.yaml for editors, generated from the key table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from compiler.config.apis import SHARED
from compiler.config.keys import API, API_NAME, CONFIG_VERSION, GENERATION, Key, TargetKeys
from compiler.source.location import Json

SCHEMA_NAME = "gen.schema.json"
"""What `codegen init` calls the schema beside gen.yaml; editors read it there without a network."""
_TITLE = "gen.yaml of codegen"
_KINDS: dict[str, dict[str, Json]] = {
    "text": {"type": "string", "minLength": 1},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "severities": {
        "type": "object",
        "propertyNames": {"type": "string", "pattern": "^CG[0-9]{4}$"},
        "additionalProperties": {"enum": ["off", "warning", "error"]},
    },
}


def render_schema(targets: Mapping[str, TargetKeys]) -> str:
    """Return the schema as the text that is shipped in `compiler/config/gen.schema.json`."""
    schema: dict[str, Json] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": _TITLE,
        "type": "object",
        "required": [CONFIG_VERSION.name],
        "additionalProperties": False,
        "properties": {
            CONFIG_VERSION.name: {
                "description": CONFIG_VERSION.doc,
                "type": "string",
                "pattern": r"^2(\.|$)",
                "examples": [CONFIG_VERSION.default],
            },
            "generation": _object("Keys that apply to all targets.", GENERATION),
            "apis": _apis(targets),
            **{name: _target(declared) for name, declared in targets.items()},
        },
    }
    return json.dumps(schema, indent=2) + "\n"


def _apis(targets: Mapping[str, TargetKeys]) -> dict[str, Json]:
    own = _object("One API.", API)
    properties = own["properties"]
    assert isinstance(properties, dict)
    properties["generation"] = _overrides(_object("Overrides of the shared `generation`.", SHARED))
    for name, declared in targets.items():
        section = _overrides(_object(declared.doc, declared.keys))
        properties[name] = {"anyOf": [section, {"const": False}, {"type": "null"}]}
    return {
        "description": "Several APIs by name: each has a document and an output folder, and shares the other sections.",
        "type": "object",
        "propertyNames": {"pattern": f"^{API_NAME.pattern}$"},
        "additionalProperties": {**own, "required": ["source"]},
    }


def _overrides(section: dict[str, Json]) -> dict[str, Json]:
    """Let each key of a section be null, which takes a shared value away."""
    properties = section["properties"]
    assert isinstance(properties, dict)
    nullable: dict[str, Json] = {name: {"anyOf": [one, {"type": "null"}]} for name, one in properties.items()}
    return {**section, "properties": nullable}


def shipped_schema() -> str:
    """Return the schema that is shipped with the compiler."""
    return resources.files("compiler.config").joinpath("gen.schema.json").read_text("utf-8")


def is_schema(path: Path) -> bool:
    """Whether a file is this schema, of whatever version."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("title") == _TITLE


def _target(declared: TargetKeys) -> dict[str, Json]:
    section = _object(declared.doc, declared.keys)
    return {"description": section.pop("description"), "anyOf": [section, {"const": False}, {"type": "null"}]}


def _object(doc: str, keys: tuple[Key, ...]) -> dict[str, Json]:
    return {
        "description": doc,
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: _property(key) for key in keys},
    }


def _property(key: Key) -> dict[str, Json]:
    schema: dict[str, Json] = {"description": key.doc}
    if key.default is not None:
        schema["default"] = key.default
    return schema | _type(key)


def _type(key: Key) -> dict[str, Json]:
    if key.kind == "choice":
        return {"enum": list(key.choices)}
    if key.kind == "texts":
        item = _text(key)
        return {"anyOf": [item, {"type": "array", "items": item}]}
    if key.kind == "text":
        return _text(key)
    return _KINDS[key.kind] | ({} if key.minimum is None else {"minimum": key.minimum})


def _text(key: Key) -> dict[str, Json]:
    schema = _KINDS["text"] | ({} if key.pattern is None else {"pattern": portable(key.pattern)})
    return {"anyOf": [schema, {"type": "number"}]} if key.numeral else schema


def portable(pattern: str) -> str:
    """Return a pattern that a whole text must match as validators read it, in JavaScript's dialect or Python's.

    Our tables keep to what both read alike; JavaScript takes letters and digits of ASCII alone for such, so any other
    sign beyond ASCII counts as one.
    """
    return f"^(?:{pattern})$".replace(r"[^\W_]", r"[^\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]")
