"""Help for a value of the wrong JSON type (CG0301): what its author meant, if that can be guessed.

`yes` is a boolean in YAML 1.1 and a text in 1.2 (D1.2); a list without dashes, a reference that is a bare name and a
keyword among the properties are other habits.
"""

from __future__ import annotations

from collections.abc import Collection

from compiler.base.patterns import lazy_pattern
from compiler.front.mistakes.misplaced import TYPES, component_meant, type_instead
from compiler.front.mistakes.wording import did_you_mean
from compiler.source import Json, as_json, as_text

NO_TEXT = "write a string; quote one with a `#`, since `#` begins a comment in YAML"
_TRUE, _FALSE = frozenset({"true", "yes", "y", "on", "1"}), frozenset({"false", "no", "n", "off", "0"})
_NUMBER = lazy_pattern(r"-?\d+(\.\d+)?([eE][+-]?\d+)?\Z")
_LISTED = lazy_pattern(r"[\w.$-]+(\s*,\s*[\w.$-]+)*\Z")
"""Words with commas between them, as a list without brackets has them."""
_ITEMS = {"servers": "url", "tags": "name"}
"""Arrays of objects whose items are often written as one text, and the key that it belongs to."""
_NAMED = {"parameters": "name", "security": None}
"""Arrays of objects that are often written as one object, and the key that the members' names are."""


def cure(key: str, wanted: str, value: Json) -> str | None:
    """Return the help for a member that is not of the type that is wanted, None where the catalogue's is all."""
    if wanted == "a boolean":
        return _boolean(value)
    if wanted == "a string":
        return NO_TEXT if value is None else None
    if wanted.startswith(("a number", "an integer")):
        plain = isinstance(value, str) and _NUMBER.match(value)
        return f"write `{value}` without quotes" if plain else None
    if wanted.startswith("an array"):
        return _array(key, value)
    if wanted == "an object":
        return _object(key, value)
    return None


def _boolean(value: Json) -> str | None:
    word = as_text(value).lower() if isinstance(value, str | int | float) else ""
    if word not in _TRUE and word not in _FALSE:
        return did_you_mean(word, ("true", "false")) if isinstance(value, str) else None
    right = "true" if word in _TRUE else "false"
    if word == right:
        return f"write `{right}` without quotes"
    why = ": in YAML 1.2 such words are strings" if isinstance(value, str) and not word.isdigit() else ""
    return f"write `{right}`{why}"


def _array(key: str, value: Json) -> str | None:
    if isinstance(value, str) and _LISTED.match(value):
        return f"write it in brackets: `[{value}]`"
    if isinstance(value, str) and value.startswith("#/"):
        return f"write it in a list: `[{{$ref: {as_json(value)}}}]`"
    if not isinstance(value, dict):
        return None
    if key in _NAMED:
        first = next(iter(value), "...")
        if key == "security":
            return f"begin each item with a dash: `- {first}: []`"
        return "begin each item with a dash, and write its name in it: `- name: ...`"
    return "begin each item with a dash"


def _object(key: str, value: Json) -> str | None:
    table, _, index = key.partition("[")
    if isinstance(value, list):
        return "remove the dashes or brackets: its members are identified by their names"
    if not isinstance(value, str) or not index:
        return None
    if table == "security":
        return f"write `{value}: []`"
    return f"write `{_ITEMS[table]}: {value}`" if table in _ITEMS else None


def cure_schema(key: str, value: Json, keywords: Collection[str], root: Json, *, is_property: bool) -> str | None:
    """Return the help for what is no schema: a type or component alone, or a keyword that slipped into `properties`."""
    if value is None:
        return "write `{}`, which allows any value, or describe it"
    if is_property and key in keywords and not (isinstance(value, str) and key in ("title", "description")):
        return f"write it beside `properties` and not in it: `{key}` is a keyword of the object"
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) and value[0] in TYPES:
        return f"write `{{type: {value[0]}}}`"
    if not isinstance(value, str):
        return None
    if value in ("true", "false"):
        return f"write `{value}` without quotes"
    if value in TYPES:
        return f"write `{{type: {value}}}`"
    return cure_name("an object", value, root) or type_instead(value)


def cure_name(wanted: str, value: Json, root: Json) -> str | None:
    """Return the help for a component's name in the place of a reference to it."""
    meant = component_meant(value, root) if wanted == "an object" and isinstance(value, str) else None
    return f"write `{{$ref: {as_json(meant)}}}`" if meant is not None else None
