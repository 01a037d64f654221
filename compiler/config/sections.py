"""The checks of one section of gen.yaml: its keys, and the type and value of each (D15, D4.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from compiler.base.similar import close_matches
from compiler.config.keys import Key, TargetKeys, target_meant
from compiler.config.model import Section, Setting
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.catalog import CODES
from compiler.source.location import Json, Loc, SourceInt, as_text

_SEVERITIES = ("off", "warning", "error")
_EXPECTED = {
    "text": "a string",
    "texts": "a string or a list of strings",
    "integer": "an integer",
    "boolean": "true or false",
    "choice": "a string",
    "severities": "an object",
}


def check_unknown(
    found: Iterable[str],
    known: list[str],
    loc: Loc,
    owners: Mapping[str, list[str]],
    diagnostics: Diagnostics,
    targets: Mapping[str, TargetKeys] = MappingProxyType({}),
) -> None:
    """Report the keys that are not known at a place (CG0203), with the sections that have keys of this name."""
    for key in found:
        if key not in known:
            near = close_matches(key, known) or [*filter(None, [target_meant(key, targets)])]
            others = f"known keys: {', '.join(known)}" if known else "remove it: the section has no keys"
            help_text = f"did you mean `{near[0]}`?" if near else others
            if key in owners:
                help_text = f"indent it below {' or '.join(f'`{name}`' for name in owners[key])}, whose key it is"
            diagnostics.report("CG0203", loc.at(key), key=key, help=help_text, at_key=True)


def check_section(
    name: str,
    value: Json,
    keys: tuple[Key, ...],
    parent: Loc,
    owners: Mapping[str, list[str]],
    diagnostics: Diagnostics,
    *,
    may_be_off: bool = False,
) -> Section:
    """Return a section with the keys that are right; the others are reported (`may_be_off`: it may be false)."""
    defaults = {key.name: key.default for key in keys}
    loc = parent.at(name)
    if value is None or (may_be_off and value is False):
        return Section(name, None, defaults=defaults)
    if not isinstance(value, dict):
        expected = "an object (`{}` takes the defaults) or false" if may_be_off else "an object"
        actual = f"{type_name(value)} {shorten(value)}".strip()
        diagnostics.report("CG0204", loc, key=name, expected=expected, actual=actual)
        return Section(name, None, defaults=defaults)
    check_unknown(value, [key.name for key in keys], loc, owners, diagnostics)
    settings = {
        key.name: Setting(checked, loc.at(key.name))
        for key in keys
        if key.name in value and (checked := _checked(key, value[key.name], loc.at(key.name), diagnostics)) is not None
    }
    return Section(name, loc, settings, defaults)


def _checked(key: Key, value: Json, loc: Loc, diagnostics: Diagnostics) -> Json:
    """Return the value of a key as the rest of the compiler reads it, or None after a reported error."""
    if key.numeral and isinstance(value, int | float) and not isinstance(value, bool):
        value = as_text(value)
    match key.kind, value:
        case "boolean", bool():
            return value
        case "integer", int() if not isinstance(value, bool):
            return _checked_integer(key, value, loc, diagnostics)
        case "text", str():
            return _checked_text(key, value, loc, diagnostics)
        case "texts", str():
            return _checked_texts(key, [value], [loc], diagnostics)
        case "texts", list():
            return _checked_texts(key, value, [loc.at(i) for i in range(len(value))], diagnostics)
        case "choice", str():
            return _checked_choice(key.name, value, key.choices, loc, diagnostics)
        case "severities", dict():
            return _checked_severities(value, loc, diagnostics)
    actual = f"{type_name(value)} {shorten(value)}".strip()
    diagnostics.report("CG0204", loc, key=key.name, expected=_expected(key), actual=actual, help=_boolean(key, value))
    return None


def _boolean(key: Key, value: Json) -> str | None:
    """Return the help for a misspelt boolean; None for the catalogue's."""
    near = close_matches(value.lower(), ("true", "false")) if isinstance(value, str) else []
    if key.kind != "boolean" or not near:
        return None
    return f"write `{near[0]}` without quotes" if value == near[0] else f"did you mean `{near[0]}`?"


def _expected(key: Key) -> str:
    text = _EXPECTED[key.kind]
    return text if key.minimum is None else f"{text} of at least {key.minimum}"


def _checked_integer(key: Key, value: int, loc: Loc, diagnostics: Diagnostics) -> Json:
    if key.minimum is not None and value < key.minimum:
        diagnostics.report("CG0205", loc, key=key.name, minimum=key.minimum, value=as_text(value))
        return None
    return int(value) if isinstance(value, SourceInt) else value


def _checked_text(key: Key, value: str, loc: Loc, diagnostics: Diagnostics) -> Json:
    if not value.strip():
        diagnostics.report("CG0213", loc, key=key.name, value=value, expected=key.expected or "not empty")
        return None
    if not key.accepts(value):
        diagnostics.report("CG0213", loc, key=key.name, value=value, expected=key.expected)
        return None
    return value


def _checked_texts(key: Key, values: list[Json], locs: list[Loc], diagnostics: Diagnostics) -> Json:
    checked: list[Json] = []
    for value, loc in zip(values, locs, strict=True):
        if isinstance(value, str):
            text = _checked_text(key, value, loc, diagnostics)
            checked += [] if text is None else [text]
        else:
            actual = f"{type_name(value)} {shorten(value)}".strip()
            diagnostics.report("CG0204", loc, key=key.name, expected="a list of strings", actual=actual)
    return checked


def _checked_choice(key: str, value: str, choices: tuple[str, ...], loc: Loc, diagnostics: Diagnostics) -> str | None:
    if value in choices:
        return value
    near = close_matches(value, choices)
    hint = f"did you mean `{near[0]}`?" if near else None
    diagnostics.report("CG0206", loc, key=key, value=value, choices=", ".join(choices), help=hint)
    return None


def _checked_severities(value: dict[str, Json], loc: Loc, diagnostics: Diagnostics) -> Json:
    checked: dict[str, Json] = {}
    for code, severity in value.items():
        place = loc.at(code)
        if code not in CODES:
            near = close_matches(code.upper(), CODES, 0.8)
            hint = f"did you mean `{near[0]}`?" if near else None
            diagnostics.report("CG0207", place, name=code, help=hint, at_key=True)
            continue
        # `off` is a word here, but a boolean for readers of YAML 1.1: both spellings arrive as the word
        word = "off" if severity is False else severity
        if not isinstance(word, str):
            diagnostics.report("CG0204", place, key=code, expected="a string", actual=type_name(word))
            continue
        chosen = _checked_choice(code, word, _SEVERITIES, place, diagnostics)
        if chosen is not None and chosen != "error" and CODES[code].severity == "error":
            diagnostics.report("CG0208", place, name=code, severity=chosen)
        elif chosen is not None:
            checked[code] = chosen
    return checked


def type_name(value: Json) -> str:
    """Return the JSON name of a value's type, for messages."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "list"
        case dict():
            return "object"


def shorten(value: Json) -> str:
    """Return a scalar as a message shows it; "" for objects and lists."""
    match value:
        case str():
            return f'"{value[:40]}"'
        case dict() | list() | None:
            return ""
        case _:
            return as_text(value)[:40]
