"""Kinds of types for the matrix (tests/support/generated/matrix.py): a schema each, and values that fit it.

Every base kind occurs directly, by reference, through an alias of an alias, nullable (also behind an alias), in a list
and in a map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.support.generated.blocks import TEXT as _TEXT
from tests.support.generated.blocks import Json
from tests.support.generated.blocks import ref as _refer

Schema = dict[str, Any] | bool
Pair = tuple[Json, Json]
"""A value as a caller writes it, with the tokens of the vectors, and as JSON has it."""


@dataclass(frozen=True)
class Kind:
    """A kind of type: its name, its schema, the components it needs, and values of it."""

    name: str
    schema: Schema
    values: Sequence[Pair]
    components: dict[str, Schema]
    nullable: bool = False
    """Whether null is a value that a caller may give."""
    group: str = ""

    @property
    def array(self) -> bool:
        """Whether the schema is an array's, or null's beside it."""
        schema = self.schema
        while isinstance(schema, dict) and ("$ref" in schema or "anyOf" in schema):
            at = schema.get("$ref", "").rpartition("/")[2]
            if not at and (len(schema["anyOf"]) > 2 or {"type": "null"} not in schema["anyOf"]):
                return False
            schema = (self.components | COMPONENTS)[at] if at else schema["anyOf"][0]
        return isinstance(schema, dict) and schema.get("type") == "array"

    @property
    def single(self) -> bool:
        """Whether every value is one text, number or boolean."""
        return not any(wire is None or isinstance(wire, list | dict) for _, wire in self.values)

    @property
    def file(self) -> bool:
        """Whether values are files, which only parts are."""
        return any("$file" in str(given) for given, _ in self.values)


def _plain(*values: Json) -> list[Pair]:
    return [(value, value) for value in values]


def _tokens(token: str, *pairs: tuple[str, str]) -> list[Pair]:
    return [({token: given}, wire) for given, wire in pairs]


def _same(token: str, *texts: str) -> list[Pair]:
    return _tokens(token, *((text, text) for text in texts))


def _ref(name: str) -> Schema:
    return _refer(name, "schemas/")


TEXTS = ("a", "", "b c", "x,y|z", "ä/ö?&=#+%", "true", "12", "null", "[1]", '{"a":1}', "100%25", "it's")
INTEGERS = (0, -7, 42, 2**31, 2**53 - 1, 2**53 + 1)
NUMBERS = (0.5, -2.5, 3, 100.0, 1e-5, 1e-7, 1.5e16, 1e20, 1.2345678901234567e19, 1e21, 1e300, 5e-324)
INSTANTS = (
    *("2031-05-01T08:15:00Z", "2031-05-01T08:15:00+02:00", "1999-12-31T23:59:59-11:30"),
    *("2031-05-01T08:15:00.500Z", "2031-05-01T08:15:00.123456Z"),
)

_POINT: Schema = {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "string"}}}
_DEEP: Schema = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "at": {"type": "object", "properties": {"gte": {"type": "integer"}, "lte": {"type": ["integer", "null"]}}},
        "points": {"type": "array", "items": _ref("Point")},
        "extra": {},
    },
}
_CAT: Schema = {"type": "object", "required": ["kind"]} | {
    "properties": {"kind": {"type": "string", "const": "cat"}, "lives": {"type": "integer"}}
}
_DOG: Schema = {"type": "object", "required": ["kind"]} | {
    "properties": {"kind": {"type": "string", "const": "dog"}, "name": {"type": "string"}}
}
_TAGGED: Schema = {"oneOf": [_ref("Cat"), _ref("Dog")]} | {
    "discriminator": {"propertyName": "kind", "mapping": {"cat": _ref("Cat")["$ref"], "dog": _ref("Dog")["$ref"]}}
}
COMPONENTS: dict[str, Schema] = {"Point": _POINT, "Cat": _CAT, "Dog": _DOG}
"""Components that schemas refer to."""


def _union(*members: Schema) -> Schema:
    return {"anyOf": list(members)}


_INTEGER: Schema = {"type": "integer"}
_BASES: Mapping[str, Mapping[str, tuple[Schema, list[Pair]]]] = {
    "scalars": {
        "text": (_TEXT, _plain(*TEXTS)),
        "integer": (_INTEGER, _plain(*INTEGERS[:-1])),  # beyond 2^53 one that stands alone is rounded (D11.3)
        "int32": (_INTEGER | {"format": "int32"}, _plain(0, -(2**31), 2**31 - 1)),
        "int64": (_INTEGER | {"format": "int64"}, _plain(*INTEGERS, -(2**63), 2**63 - 1)),
        "number": ({"type": "number"}, _plain(*NUMBERS)),
        "float": ({"type": "number", "format": "float"}, _plain(0.5, 0.1, 3)),
        "boolean": ({"type": "boolean"}, _plain(True, False)),
        "date": (_TEXT | {"format": "date"}, _same("$date", "2031-05-01", "0001-01-01")),
        "moment": (_TEXT | {"format": "date-time"}, _same("$datetime", *INSTANTS)),
        "decimal": (_TEXT | {"format": "decimal"}, _same("$decimal", "49.90", "-0.10", "12345678901234567890.123")),
        "uuid": (_TEXT | {"format": "uuid"}, _plain("3fa85f64-5717-4562-b3fc-2c963f66afa6")),
        "uri": (_TEXT | {"format": "uri"}, _plain("https://example.com/a?b=c#d")),
        "base64": (
            _TEXT | {"contentEncoding": "base64"},
            _tokens("$bytes", ("\xfb\xff", "+/8="), ("", ""), ("abc", "YWJj")),
        ),
        "base64url": (_TEXT | {"contentEncoding": "base64url"}, _tokens("$bytes", ("\xfb\xff", "-_8"), ("a", "YQ"))),
        "binary": (
            _TEXT | {"format": "binary"},
            [({"$file": {"name": "a.txt", "type": "text/plain", "bytes": "\x00\xff"}}, None)],
        ),
    },
    "values": {
        "words": (_TEXT | {"enum": ["red", "a b", "1st", "x,y"]}, _plain("red", "a b", "x,y")),
        "blank_words": (_TEXT | {"enum": ["", "on"]}, _plain("", "on")),
        "counts": (_INTEGER | {"enum": [1, 20, -3]}, _plain(1, -3)),
        "big_counts": (_INTEGER | {"enum": [1, 2**53 + 1]}, _plain(1, 2**53 + 1)),
        "steps": ({"type": "number", "enum": [0.5, 1.0, 2.5]}, _plain(0.5, 1.0)),
        "mixed": ({"enum": ["a", 1, 2.5, True]}, _plain("a", 1, 2.5, True)),
        "lists_of_values": ({"enum": [["a", "b"], {"x": 1}, "c"]}, _plain(["a", "b"], {"x": 1}, "c")),
        "only": ({"enum": ["only"]}, _plain("only")),
        "const_text": ({"const": "fixed"}, _plain("fixed")),
        "const_number": ({"const": 7}, _plain(7)),
        "const_fraction": ({"const": 2.5}, _plain(2.5)),
        "const_flag": ({"const": True}, _plain(True)),
        "const_list": ({"const": ["a", 1]}, _plain(["a", 1])),
        "const_object": ({"const": {"x": 1, "y": "b"}}, _plain({"x": 1, "y": "b"})),
    },
    "containers": {
        "list": ({"type": "array", "items": _TEXT}, _plain(["a", "b c"], ["x"], [], ["", "x,y"])),
        "numbers": ({"type": "array", "items": {"type": "number"}}, _plain([1.5, 2], [1e21, 1e-7])),
        "any_list": ({"type": "array"}, _plain(["a", 1, True], [], [None, [1, {"k": 2}]])),
        "null_list": ({"type": "array", "items": {"type": ["string", "null"]}}, _plain(["a", None, ""], [None])),
        "lists": ({"type": "array", "items": {"type": "array", "items": _INTEGER}}, _plain([[1, 2], [3]], [[]], [])),
        "points": ({"type": "array", "items": _ref("Point")}, _plain([{"x": 1, "y": "a"}, {}], [])),
        "map": (
            {"type": "object", "additionalProperties": _TEXT},
            _plain({"k": "v"}, {"a b": "c d", "e": ""}, {}),
        ),
        "any_map": (
            {"type": "object", "additionalProperties": True},
            _plain({"k": 1, "l": [True, "x"], "m": {"n": [1]}}, {}, {"z": None}),
        ),
        "free": ({"type": "object"}, _plain({"k": "v", "l": [1, 2]}, {})),
        "point": (_POINT, _plain({"x": 1, "y": "b c"}, {"x": 2}, {})),
        "closed": (_POINT | {"additionalProperties": False}, _plain({"x": 1, "y": ""}, {})),
        "problem": (
            {"type": "object"}
            | {"properties": {"message": _TEXT, "reason": _TEXT | {"x-codegen-error-message": True}}},
            _plain({"message": "usual", "reason": "the reason"}, {"message": "usual"}),
        ),
        "deep": (
            _DEEP,
            _plain(
                {"name": "n", "tags": ["a", "b"], "at": {"gte": 1, "lte": None}, "points": [{"x": 1}, {"y": "z"}]},
                {"name": "", "tags": [], "at": {}, "extra": [1, {"a": None}]},
            ),
        ),
    },
    "unions": {
        "text_or_integer": (_union(_TEXT, _INTEGER), _plain("a", 5, "5", 2**53 - 1)),
        "types": ({"type": ["string", "integer", "boolean"]}, _plain("a", 5, False)),
        "one_or_many": (_union(_TEXT, {"type": "array", "items": _TEXT}), _plain("a", ["a", "b"], [])),
        "number_or_object": (_union({"type": "number"}, _ref("Point")), _plain(2.5, {"x": 1, "y": "b"})),
        "shapes": (
            _union({"type": "object", "required": ["a"], "properties": {"a": _TEXT}}, _ref("Point")),
            _plain({"a": "x"}, {"x": 1, "y": "b"}),
        ),
        "tagged": (_TAGGED, _plain({"kind": "cat", "lives": 9}, {"kind": "dog", "name": "Rex, a"})),
        "moment_or_text": (
            _union(_TEXT | {"format": "date-time"}, {"type": "integer"}),
            [*_same("$datetime", INSTANTS[0]), (3, 3)],
        ),
        "list_or_map": (
            _union({"type": "array", "items": _INTEGER}, {"type": "object", "additionalProperties": _INTEGER}),
            _plain([1, 2], {"k": 1}, [], {}),
        ),
        "words_or_flag": (_union({"enum": ["on", "off"]}, {"type": "boolean"}), _plain("on", True)),
    },
    "anything": {
        "anything": ({}, _plain("a", 1.5, True, ["a", 1], {"k": "v", "l": [1]}, [], {}, "", [2**53 + 1, 10**30])),
        "yes": (True, _plain("a", ["a", 1], {"k": "v", "l": [1]}, [])),
        "typed_anything": ({}, [({"$date": "2031-05-01"}, "2031-05-01"), ({"$bytes": "\xfb\xff"}, "+/8=")]),
        "all_types": (
            {"type": ["string", "number", "boolean", "array", "object"]},
            _plain("a", 1.5, True, ["a", 1], {"k": "v"}, []),
        ),
        "everything": (
            _union(_TEXT, {"type": "number"}, {"type": "boolean"}, {"type": "array"}, {"type": "object"}),
            _plain("a", 1.5, True, ["a", 1], {"k": "v"}, []),
        ),
        "not_text": ({"not": {"type": "string"}}, _plain(1.5, ["a", 1], {"k": "v"})),
    },
}
GROUPS = tuple(_BASES)
WRAPPERS = ("ref", "alias", "null", "null_alias", "list", "map")


def kinds(group: str) -> Iterator[Kind]:
    """The kinds of a group: each base kind alone and in all wrappers."""
    for name, (schema, values) in _BASES[group].items():
        kind = Kind(name, schema, values, {}, group=group)
        yield kind
        yield from _wrapped(kind)


def core() -> Iterator[Kind]:
    """A kind of each base, in one wrapper or another, with few of its values; and some in those that went wrong."""
    wanted = {"anything", "anything_ref", "anything_null_alias", "problem_alias", "integer_alias", "base64_alias"}
    for group in GROUPS:
        for number, name in enumerate(_BASES[group]):
            made = {kind.name: kind for kind in kinds(group) if kind.name.startswith(name)}
            forms = [kind for kind in made.values() if kind.name in (name, *(f"{name}_{one}" for one in WRAPPERS))]
            chosen = {forms[number % len(forms)].name, *wanted.intersection(made)}
            yield from (replace(made[one], values=_few(made[one].values)) for one in sorted(chosen))


def _few(values: Sequence[Pair]) -> Sequence[Pair]:
    """The first value of each JSON type and the last of all; of one type, three and the last."""
    first = {type(wire): number for number, (_, wire) in reversed([*enumerate(values)])}
    chosen = {*first.values(), len(values) - 1} | (set(range(min(3, len(values)))) if len(first) == 1 else set())
    return [values[number] for number in sorted(chosen)]


def _wrapped(kind: Kind) -> Iterator[Kind]:
    name, title = kind.name, "".join(word.title() for word in kind.name.split("_"))
    named = {title: kind.schema}
    alias = named | {f"{title}Alias": _ref(title), f"{title}Twice": _ref(f"{title}Alias")}
    null = _plain(None)
    yield replace(kind, name=f"{name}_ref", schema=_ref(title), components=named)
    yield replace(kind, name=f"{name}_alias", schema=_ref(f"{title}Twice"), components=alias)
    if kind.file:
        yield _listed(kind, kind.schema, {})
        return
    schema = _union(kind.schema, {"type": "null"})
    yield replace(kind, name=f"{name}_null", schema=schema, values=[*kind.values, *null], nullable=True)
    schema = _union(_ref(f"{title}Twice"), {"type": "null"})
    more = alias | {f"{title}OrNull": schema}
    yield Kind(f"{name}_null_alias", _ref(f"{title}OrNull"), [*kind.values, *null], more, True, kind.group)
    yield _listed(kind, _ref(f"{title}Twice"), alias)
    pairs = [({"a b": one[0], "k": other[0]}, {"a b": one[1], "k": other[1]}) for one, other in _twos(kind)]
    yield Kind(f"{name}_map", {"type": "object", "additionalProperties": kind.schema}, pairs[:2], {}, group=kind.group)


def _listed(kind: Kind, item: Schema, components: dict[str, Schema]) -> Kind:
    pairs = [([one[0], other[0]], [one[1], other[1]]) for one, other in _twos(kind)]
    one = [([kind.values[0][0]], [kind.values[0][1]])]
    schema = {"type": "array", "items": item}
    return Kind(f"{kind.name}_list", schema, [*pairs[:2], *one, ([], [])], components, group=kind.group)


def _twos(kind: Kind) -> Iterator[tuple[Pair, Pair]]:
    values = list(kind.values)
    return zip(values, [*values[1:], values[0]], strict=True)
