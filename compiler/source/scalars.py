"""Resolves YAML scalars by the core schema of YAML 1.2 (D1.2)."""

from __future__ import annotations

from typing import Any

from compiler.base.patterns import lazy_pattern
from compiler.source.failure import Problem
from compiler.source.location import Json, SourceFloat, SourceInt

_CORE = "tag:yaml.org,2002:"
CONTAINER_TAGS = (_CORE + "map", _CORE + "seq", "!")
"""Tags of containers that add nothing to the syntax."""

_WORDS: dict[str, Json] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_INT = lazy_pattern(r"[-+]?[0-9]+\Z")
_HEX = lazy_pattern(r"0x[0-9a-fA-F]+\Z")
_OCTAL = lazy_pattern(r"0o[0-7]+\Z")
_FLOAT = lazy_pattern(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_SPECIAL = lazy_pattern(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_NUMBER_START = frozenset("0123456789+-.")


def resolve(text: str) -> Json:
    """Return the value of a plain scalar. Raises `ValueError` for an integer of more digits than Python reads.

    >>> resolve("010"), resolve("no"), resolve("2020-01-01")
    (10, 'no', '2020-01-01')
    """
    if text in _WORDS:
        return _WORDS[text]
    return _number(text) if text[0] in _NUMBER_START else text


def _number(text: str) -> Json:
    if _INT.match(text):
        return _spelled_int(text, 10)
    if _HEX.match(text) or _OCTAL.match(text):
        return _spelled_int(text, 0)
    if _FLOAT.match(text):
        return SourceFloat.read(text)
    if _SPECIAL.match(text):
        return _special(text)
    return text


def _spelled_int(text: str, base: int) -> int:
    value = int(text, base)
    return value if base == 10 and (text[0] in "123456789" or text == "0") else SourceInt.parse(text, base)


def _special(text: str) -> float:
    # float() knows these words without the dot; the spelling is kept for as_text
    value = SourceFloat(text.replace(".", ""))
    value.source = text
    return value


def resolved(text: str, offset: int, problems: list[Problem]) -> Json:
    """Return the value of a plain scalar; a number too long for Python is added to `problems`."""
    try:
        return resolve(text)
    except ValueError:  # the conversion is quadratic, so Python refuses thousands of digits
        problems.append(Problem("CG0120", offset, {"word": text[:40]}))
        return 0


def tagged(event: Any, problems: list[Problem]) -> Json:
    """Return the value of a scalar event with a tag; tags that are not of the core schema are ignored."""
    offset: int = event.start_mark.index
    tag, text = str(event.tag), str(event.value)
    if tag in ("!", _CORE + "str"):
        return text
    kind = tag.removeprefix(_CORE)
    if kind not in ("int", "float", "bool", "null"):
        problems.append(Problem("CG0112", offset, {"tag": tag.replace(_CORE, "!!")}))
        return text if event.style else resolved(text, offset, problems)
    value = resolved(text, offset, problems)
    if kind == "float" and type(value) is int:
        return float(value)
    if type_word(value) != kind:
        problems.append(Problem("CG0119", offset, {"text": text[:40], "tag": kind}))
    return value


def type_word(value: Json) -> str:
    """Return the word that the core schema's tag has for the type of a scalar."""
    match value:
        case None:
            return "null"
        case bool():
            return "bool"
        case int():
            return "int"
        case float():
            return "float"
        case _:
            return "str"
