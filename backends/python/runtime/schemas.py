"""Checks a JSON value against a schema: the part of JSON Schema that printed types need.

A schema is a dictionary in the words of JSON Schema. ``$ref`` names a printed type
(``"shared#Zone"``, or ``"#Zone"`` of the same file); ``tagged`` is the discriminator of a union:
the property, and a schema by its value; ``known`` holds the members of an open enum.
"""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from functools import cache, lru_cache
from typing import Any, NamedTuple

Schema = Mapping[str, Any]


class Violation(NamedTuple):
    """One thing that is wrong with a value.

    Attributes:
        pointer: where in the value, as a JSON pointer; ``""`` is the value itself.
        rule: the keyword that is violated, such as ``required`` or ``maximum``.
        message: what is wrong, in words.
        place: for a request what is meant: ``body``, ``path``, ``query``, ``header`` or ``cookie``.
    """

    pointer: str
    rule: str
    message: str
    place: str = "body"

    def __str__(self) -> str:
        return f"{self.place}{self.pointer}: {self.message}"


class Checker:
    """Checks values; ``$ref`` is looked up in ``package``, a bare ``#`` in its file ``home``.

    ``strict``: unknown members of open enums and unions are mistakes too, which tells the members
    of a ``oneOf`` apart.
    """

    __slots__ = ("home", "package", "strict")

    def __init__(self, package: str, home: str = "", *, strict: bool = False) -> None:
        self.package: str = package
        self.home: str = home
        self.strict: bool = strict

    def check(self, value: Any, schema: Schema, pointer: str = "") -> Iterator[Violation]:
        """Yield every violation in a value."""
        if "$ref" in schema:
            other, target = self.follow(schema)
            yield from other.check(value, target, pointer)
            return
        kinds: tuple[str, ...] | None = schema.get("type")
        kind = kind_of(value)
        if (
            kinds is not None
            and kind not in kinds
            and not (kind == "integer" and "number" in kinds)
        ):
            yield Violation(pointer, "type", f"must be {' or '.join(kinds)}, not {kind}")
            return
        if self.strict and "known" in schema and not _one_of(value, schema["known"]):
            yield Violation(pointer, "enum", "is not known")
        for keyword, limit in schema.items():
            rule = _RULES.get(keyword)
            if rule is not None and kind in rule.kinds:
                message = rule.check(value, limit)
                if message is not None:
                    yield Violation(pointer, keyword, message)
        yield from self._below(value, schema, kind, pointer)
        yield from self._members(value, schema, pointer)

    def follow(self, schema: Schema) -> tuple[Checker, Schema]:
        """Give the schema that one refers to, with what checks its own references."""
        checker = self
        while "$ref" in schema:
            home, _, ident = schema["$ref"].partition("#")
            if home and home != checker.home:
                checker = Checker(self.package, home, strict=self.strict)
            schema = schemas_of(self.package, checker.home)[ident]
        return checker, schema

    def fits(self, value: Any, schema: Schema) -> bool:
        """Tell whether nothing is wrong with a value."""
        return next(self.check(value, schema), None) is None

    def _below(self, value: Any, schema: Schema, kind: str, pointer: str) -> Iterator[Violation]:
        """Check the items of an array or the properties of an object."""
        if kind == "array" and "items" in schema:
            for index, item in enumerate(value):
                yield from self.check(item, schema["items"], f"{pointer}/{index}")
        elif kind == "object":
            yield from self._properties(value, schema, pointer)

    def _properties(self, value: Any, schema: Schema, pointer: str) -> Iterator[Violation]:
        known: Schema = schema.get("properties", {})
        rest: Schema | bool | None = schema.get("additionalProperties")
        for name in schema.get("required", ()):
            if name not in value:
                yield Violation(f"{pointer}/{_escaped(name)}", "required", "is required")
        for name, item in value.items():
            below = known.get(name, rest)
            at = f"{pointer}/{_escaped(str(name))}"
            if below is False:
                yield Violation(at, "additionalProperties", "is not a known property")
            elif below is not None and below is not True:
                yield from self.check(item, below, at)

    def _members(self, value: Any, schema: Schema, pointer: str) -> Iterator[Violation]:
        """Check a union: the member its tag names, else any member that fits."""
        tagged = schema.get("tagged")
        if tagged is not None and value.__class__ is dict:
            key, members = tagged
            found: Schema | None = members.get(value.get(key))
            if found is not None:
                yield from self.check(value, found, pointer)
            elif self.strict or not schema.get("open"):
                names = ", ".join(sorted(members))
                yield Violation(
                    f"{pointer}/{_escaped(key)}", "discriminator", f"must be one of {names}"
                )
        elif "anyOf" in schema:
            if not any(self.fits(value, member) for member in schema["anyOf"]):
                yield Violation(pointer, "anyOf", "is none of the types it may be")
        elif "oneOf" in schema:
            fitting = [member for member in schema["oneOf"] if self.fits(value, member)]
            if not fitting:
                yield Violation(pointer, "oneOf", "is none of the types it may be")
            elif len(fitting) > 1 and self._ambiguous(value, fitting):
                yield Violation(pointer, "oneOf", "is more than one of the types it may be")

    def _ambiguous(self, value: Any, members: list[Schema]) -> bool:
        exact = Checker(self.package, self.home, strict=True)
        return sum(exact.fits(value, member) for member in members) > 1


def kind_of(value: Any) -> str:
    """Name the JSON type of a value; a whole number is an integer, however it is written."""
    if value.__class__ is float and value.is_integer():
        return "integer"
    return _KINDS.get(value.__class__) or f"a {type(value).__name__}"


_KINDS: Mapping[Any, str] = {
    dict: "object",
    list: "array",
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
}


@cache
def schemas_of(package: str, home: str) -> Mapping[str, Schema]:
    """Read the schemas of the types of one file."""
    file = importlib.resources.files(package).joinpath("_schemas", f"{home}.json")
    found: Mapping[str, Schema] = json.loads(file.read_text(encoding="utf-8"))
    return found


def _escaped(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")


# --------------------------------------------------------------------------- keywords


class _Rule(NamedTuple):
    kinds: frozenset[str]
    check: Callable[[Any, Any], str | None]


def _rule(kinds: str, holds: Callable[[Any, Any], bool], text: str) -> _Rule:
    def check(value: Any, limit: Any) -> str | None:
        return None if holds(value, limit) else text.format(limit)

    return _Rule(frozenset(kinds.split()), check)


def _is_multiple(value: Any, step: Any) -> bool:
    try:
        return step == 0 or Decimal(str(value)) % Decimal(str(step)) == 0
    except InvalidOperation:
        return True


def _unique(items: list[Any], wanted: bool) -> bool:
    seen: set[str] = set()
    for item in items if wanted else ():
        text = f"{kind_of(item)}:{item!r}"
        if text in seen:
            return False
        seen.add(text)
    return True


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    try:
        return re.compile(pattern)
    except re.error:
        return None  # a dialect that Python does not have


def _matches(value: str, pattern: str) -> bool:
    compiled = _compiled(pattern)
    return compiled is None or compiled.search(value) is not None


def _reads(read: Callable[[str], Any]) -> Callable[[str], bool]:
    def test(text: str) -> bool:
        try:
            read(text)
        except (ValueError, InvalidOperation):
            return False
        return True

    return test


_FORMATS: Mapping[str, Callable[[str], bool]] = {
    "date": lambda text: len(text) == 10 and _reads(date.fromisoformat)(text),
    "date-time": lambda text: len(text) > 18 and _reads(datetime.fromisoformat)(text),
    "decimal": _reads(Decimal),
}


def _has_format(value: str, name: str) -> bool:
    test = _FORMATS.get(name)
    return test is None or test(value)


def _one_of(value: Any, values: Any) -> bool:
    return any(kind_of(value) == kind_of(item) and value == item for item in values)


_ANY = "object array string boolean integer number null"
_NUMBER = "integer number"

_RULES: Mapping[str, _Rule] = {
    "const": _rule(_ANY, lambda value, it: _one_of(value, (it,)), "must be {!r}"),
    "enum": _rule(_ANY, _one_of, "must be one of {!r}"),
    "format": _rule("string", _has_format, "is no {}"),
    "pattern": _rule("string", _matches, "does not match {}"),
    "minLength": _rule(
        "string", lambda value, n: len(value) >= n, "must have at least {} characters"
    ),
    "maxLength": _rule(
        "string", lambda value, n: len(value) <= n, "must have at most {} characters"
    ),
    "minimum": _rule(_NUMBER, lambda value, n: not value < n, "must be at least {}"),
    "maximum": _rule(_NUMBER, lambda value, n: not value > n, "must be at most {}"),
    "exclusiveMinimum": _rule(_NUMBER, lambda value, n: value > n, "must be more than {}"),
    "exclusiveMaximum": _rule(_NUMBER, lambda value, n: value < n, "must be less than {}"),
    "multipleOf": _rule(_NUMBER, _is_multiple, "must be a multiple of {}"),
    "minItems": _rule("array", lambda value, n: len(value) >= n, "must have at least {} items"),
    "maxItems": _rule("array", lambda value, n: len(value) <= n, "must have at most {} items"),
    "uniqueItems": _rule("array", _unique, "must not have equal items"),
    "minProperties": _rule(
        "object", lambda value, n: len(value) >= n, "must have at least {} properties"
    ),
    "maxProperties": _rule(
        "object", lambda value, n: len(value) <= n, "must have at most {} properties"
    ),
}
