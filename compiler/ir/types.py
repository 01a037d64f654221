"""Types: the expressions and the declarations that operations, fields and events refer to.

Expressions are small values (``list<string>?``); declarations (model, enum, union, alias) are flat, one per
identity, and expressions refer to them by :class:`Ref`. The IR and the plan share this vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import ClassVar, TypeGuard

from compiler.ir.node import Id, Json, TextKind, arg, block, blocks, flag, frozen, ident, key, node, replace
from compiler.ir.same import identity, same


class Kind(StrEnum):
    """Scalar kinds. The meaning of a format is decided once, in shape_types (D11.3).

    A decimal is a string on the wire; one with the format ``number`` is a JSON number. A number with the format
    ``int64`` (:data:`LONG`) may be a 64-bit integer, which a float cannot hold.
    """

    ANY = "any"
    NULL = "null"
    BOOLEAN = "boolean"
    INTEGER = "integer"
    INT32 = "int32"
    INT64 = "int64"
    UINT64 = "uint64"
    NUMBER = "number"
    DECIMAL = "decimal"
    STRING = "string"
    DATE = "date"
    DATE_TIME = "date-time"
    BASE64 = "base64"
    BYTES = "bytes"


LONG = "int64"
"""The format of numbers that may be 64-bit integers."""


class Origin(StrEnum):
    """Where a name comes from (D10.3)."""

    SPEC = "spec"
    INFERRED = "inferred"
    ROOT_OVERRIDE = "root-override"
    OPERATION_OVERRIDE = "operation-override"
    OVERRIDE = "override"
    COLLISION = "collision"
    LOCK = "lock"


@node("name")
class Name:
    """The words of a name, before a language's casing (D3.4, D10.2)."""

    text: str = arg()
    origin: Origin = key(Origin.SPEC)


@node("name-in")
class NameIn:
    """A name in one target (D3.9): its words, then those of further names."""

    target: str = arg()
    text: str = arg()
    aliases: tuple[str, ...] = key(())
    origin: Origin = key(Origin.OVERRIDE)


def name_of(name: Name | None, names_in: Iterable[NameIn], target: str | None) -> Name | None:
    """Return the name in one target: an entry for the target takes precedence over ``name``."""
    for item in names_in:
        if item.target == target:
            return Name(item.text, item.origin)
    return name


@node("checks")
class Checks:
    """JSON Schema assertions on a value; they are documented, and only validators check them (D11.1)."""

    minimum: float | int | None = key()
    maximum: float | int | None = key()
    exclusive_minimum: float | int | None = key()
    exclusive_maximum: float | int | None = key()
    multiple_of: float | int | None = key()
    min_length: int | None = key()
    max_length: int | None = key()
    pattern: str | None = key()
    min_items: int | None = key()
    max_items: int | None = key()
    unique_items: bool = flag()
    min_properties: int | None = key()
    max_properties: int | None = key()


KEYWORDS = {
    "minimum": "minimum",
    "maximum": "maximum",
    "exclusive_minimum": "exclusiveMinimum",
    "exclusive_maximum": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "min_length": "minLength",
    "max_length": "maxLength",
    "pattern": "pattern",
    "min_items": "minItems",
    "max_items": "maxItems",
    "unique_items": "uniqueItems",
    "min_properties": "minProperties",
    "max_properties": "maxProperties",
}
"""JSON Schema's keyword for each of the checks."""


def keywords(checks: Checks | None) -> dict[str, Json]:
    """Return the checks that are set, by JSON Schema keyword; bounds as :func:`whole` writes them."""
    if checks is None:
        return {}
    found = ((field.name, getattr(checks, field.name)) for field in fields(checks))
    return {KEYWORDS[name]: whole(value) for name, value in found if value is not None and value is not False}


def whole(value: Json) -> Json:
    """Return a whole number as an integer, so that all languages print a bound alike; else the value itself."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


@frozen
class Scalar:
    """A value without structure: ``string:uuid(min_length=3)``."""

    kind: Kind
    format: str | None = None
    checks: Checks | None = None


def is_long_number(type_: Scalar) -> bool:
    """Tell whether a type is a number that may be a 64-bit integer, or have a fraction."""
    return type_.kind is Kind.NUMBER and type_.format == LONG


@frozen
class Const:
    """Exactly one JSON value: ``const<"card">``."""

    value: Json

    def __eq__(self, other: object) -> bool:
        """Compare as JSON Schema does."""
        return isinstance(other, Const) and same(self.value, other.value)

    def __hash__(self) -> int:
        """Hash what equal values share."""
        return hash(identity(self.value))


@frozen
class ListOf:
    """An array: ``list<@schemas/Trip>``."""

    item: Type
    checks: Checks | None = None


@frozen
class MapOf:
    """An object used as a map from string: ``map<int64>``."""

    value: Type
    checks: Checks | None = None


@frozen
class Ref:
    """A declared type, by identity: ``@schemas/Trip``."""

    target: Id


@frozen
class Nullable:
    """The inner type, or null: ``string?``. Never nested in itself; never around any or null."""

    inner: Type


Type = Scalar | Const | ListOf | MapOf | Ref | Nullable

ANY = Scalar(Kind.ANY)
NULL = Scalar(Kind.NULL)
STRING = Scalar(Kind.STRING)
BYTES = Scalar(Kind.BYTES)


@node("value")
class Value:
    """A JSON value from the document (default, example), so that null and absent differ (D7.5)."""

    json: Json = arg()

    def __eq__(self, other: object) -> bool:
        """Compare as JSON Schema does."""
        return isinstance(other, Value) and same(self.json, other.json)

    def __hash__(self) -> int:
        """Hash what equal values share."""
        return hash(identity(self.json))


@node("field")
class Field:
    """A property of a model; ``wire`` is its name on the wire and never changes (D3.1).

    ``required`` (present), a :class:`Nullable` type (may be null) and ``default`` are separate facts (D7.5).
    """

    wire: str = arg()
    type: Type = key()
    required: bool = flag()
    read_only: bool = flag()
    write_only: bool = flag()
    deprecated: bool = flag()
    error_message: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)
    title: str | None = key(text=TextKind.TITLE)
    description: str | None = key(text=TextKind.PROSE)
    default: Value | None = block("default")
    example: Value | None = block("example", text=TextKind.EXAMPLE)
    name: Name | None = block()
    names_in: tuple[NameIn, ...] = blocks()
    ignore: tuple[str, ...] = key(())
    implied: bool = flag()
    """A constant that only a discriminator requires: validators do not require it (D11.2)."""
    said: Type | None = key()
    """The declared type of a property that a discriminator makes a constant: validators check this type."""
    listed: bool = flag()
    """Its constant is an ``enum`` of one value, which may grow: callers may give it (D4.10)."""
    asked: bool = flag()
    """Optional, but required in one of the media types that share its type, so that samples have it (D7.3)."""
    id: Id = ident()


@node("union-tag")
class UnionTag:
    """A property that a model does not declare and that unions of it write: the values that it has in them (D11.2)."""

    wire: str = arg()
    values: tuple[Json, ...] = key(())


@node("model")
class Model:
    """An object with known properties.

    ``additional`` is the type of further properties, None if the document does not declare them (they are
    kept nevertheless, D11.1); ``closed`` means ``additionalProperties: false``.
    """

    id: Id = ident()
    name: Name | None = block()
    names_in: tuple[NameIn, ...] = blocks()
    title: str | None = key(text=TextKind.TITLE)
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)
    fields: tuple[Field, ...] = blocks(segment="properties/{wire}")
    tags: tuple[UnionTag, ...] = blocks()
    additional: Type | None = key()
    closed: bool = flag()
    checks: Checks | None = block()
    examples: tuple[Value, ...] = blocks("example", text=TextKind.EXAMPLE)
    base: Id | None = key()
    """For a read or write view: the identity of the schema it is a view of (D7.4)."""
    view: str | None = key()
    """None, ``"read"`` or ``"write"``."""
    unnamed: bool = flag()
    """The schema is inline: its name is inferred from its place (D10.1)."""


_WIDTH = 1 << 31


def kind_of(*values: Json) -> Kind:
    """Return the kind that values are of, by these alone: INT32 where 32 bits hold them; ANY where they are of several,
    or none."""
    found = {next((kind for known, kind in _KINDS.items() if isinstance(value, known)), Kind.ANY) for value in values}
    if found == {Kind.INTEGER}:
        return Kind.INT32 if all(-_WIDTH <= value < _WIDTH for value in values) else Kind.INT64
    if found == {Kind.INTEGER, Kind.NUMBER}:
        return Kind.NUMBER
    return found.pop() if len(found) == 1 else Kind.ANY


_KINDS: Mapping[type[object], Kind] = {
    str: Kind.STRING, bool: Kind.BOOLEAN, int: Kind.INTEGER, float: Kind.NUMBER, type(None): Kind.NULL,
}  # fmt: skip
"""The kinds of values; a boolean is an integer, too, and stands before it."""


@node("member")
class Member:
    """A member of an enum: the JSON value and the words of its name."""

    value: Json = arg()
    name: Name | None = block()
    description: str | None = key(text=TextKind.PROSE)
    names_in: tuple[NameIn, ...] = blocks()


@node("enum")
class Enum:
    """A closed list of scalar values; ``open`` keeps unknown ones as data (D11.1, `unknown-values`).

    ``free``: the document allows any other text (``anyOf`` of it and a string), so that no other value is a typo.
    """

    id: Id = ident()
    base: Type = key(STRING)
    name: Name | None = block()
    names_in: tuple[NameIn, ...] = blocks()
    title: str | None = key(text=TextKind.TITLE)
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)
    members: tuple[Member, ...] = blocks()
    open: bool = flag()
    free: bool = flag()
    examples: tuple[Value, ...] = blocks("example", text=TextKind.EXAMPLE)
    unnamed: bool = flag()

    @property
    def kind(self) -> Kind:
        """The one kind that all its values are of, whatever the document calls it."""
        return kind_of(*(member.value for member in self.members))

    def has_names(self) -> bool:
        """Tell whether the document names the members (D14 ``enums``); these names are printed, too."""
        return any(member.name is not None and member.name.origin is Origin.OVERRIDE for member in self.members)


@node("look")
class Look:
    """The features of a type's values that distinguish them from other values of the same union (D11.2).

    ``kinds`` are the JSON types they have (``object``, ``array``, ``string``, ``integer``, ``number``, ``boolean``,
    ``null``); ``keys`` properties that its objects have; ``consts`` properties with the value they have in it, several
    times if one of several; ``rest``: an object without these properties fits, too; ``values`` the scalars that
    a value may be; ``form`` the format a text can be parsed as (``date``, ``base64url``); ``items`` the look of each
    item of a list, or value of a map: one of these, or null.
    """

    kinds: tuple[str, ...] = key(())
    keys: tuple[str, ...] = key(())
    consts: tuple[tuple[str, Json], ...] = key(())
    rest: bool = flag()
    values: tuple[Json, ...] = key(())
    form: str | None = key()
    items: tuple[Look, ...] = blocks()

    def constants(self) -> dict[str, list[Json]]:
        """Return the properties of ``consts``, each with the values of which it has one."""
        return constants(self.consts)


@node("case")
class Case:
    """A member of a union and how a value of it is recognised (D11.2).

    ``tags`` are the discriminator values that select it: one that several members have leaves it to what the values
    look like; likewise without a tag, among the members that have none and those that may lack it, ``rest``. The
    other attributes are those of :class:`Look`. For :attr:`Choice.SHAPE` the first case that fits in all of these is
    chosen: the cases are in that order. A value that fits no case is of an unknown member.
    """

    type: Type = arg()
    name: Name | None = block()
    tags: tuple[str, ...] = key(())
    written: Value | None = block("written")
    """The tag that the union writes with a value, which does not have it by itself."""
    kinds: tuple[str, ...] = key(())
    keys: tuple[str, ...] = key(())
    consts: tuple[tuple[str, Json], ...] = key(())
    rest: bool = flag()
    values: tuple[Json, ...] = key(())
    items: tuple[Look, ...] = blocks()
    form: ClassVar[None] = None
    """A member has none of its own: its type says it."""
    names_in: tuple[NameIn, ...] = blocks()

    def constants(self) -> dict[str, list[Json]]:
        """Return the properties of ``consts``, each with the values of which it has one."""
        return constants(self.consts)


def constants(consts: tuple[tuple[str, Json], ...]) -> dict[str, list[Json]]:
    """Return properties, each with the values of which it has one."""
    found: dict[str, list[Json]] = {}
    for name, value in consts:
        found.setdefault(name, []).append(value)
    return found


class Choice(StrEnum):
    """How a union's member is chosen, in this order of preference (D11.2)."""

    TAGGED = "tagged"
    KINDS = "kinds"
    SHAPE = "shape"
    FIRST = "first"


@node("union")
class Union:
    """One of several types. ``many`` marks anyOf, where a value may fit more than one."""

    id: Id = ident()
    choice: Choice = arg(Choice.FIRST)
    name: Name | None = block()
    names_in: tuple[NameIn, ...] = blocks()
    title: str | None = key(text=TextKind.TITLE)
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)
    cases: tuple[Case, ...] = blocks()
    tag: str | None = key()
    """The discriminator's property, for :attr:`Choice.TAGGED` only."""
    default: Type | None = key()
    """The case for an absent or unknown tag, if the document names one."""
    many: bool = flag()
    open: bool = flag()
    examples: tuple[Value, ...] = blocks("example", text=TextKind.EXAMPLE)
    unnamed: bool = flag()

    def by_tag(self) -> dict[str, list[Case]]:
        """Return the members that each tag selects; the first of them whose look a value has is chosen."""
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            for tag in case.tags:
                found.setdefault(tag, []).append(case)
        return found

    def untagged(self) -> tuple[Case, ...]:
        """Return the members that a value with another tag may be of."""
        return tuple(case for case in self.cases if not case.tags)

    def tagless(self) -> tuple[Case, ...]:
        """Return the members that an object without a tag may be of."""
        return tuple(case for case in self.cases if not case.tags or case.rest)


@node("alias")
class Alias:
    """A component that is only a name of another type: ``Email`` for a string."""

    id: Id = ident()
    type: Type = key()
    name: Name | None = block()
    names_in: tuple[NameIn, ...] = blocks()
    title: str | None = key(text=TextKind.TITLE)
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)
    examples: tuple[Value, ...] = blocks("example", text=TextKind.EXAMPLE)
    unnamed: bool = flag()
    """It is an inline schema, and the type that it names one that is equal to it (D10.1)."""


Declaration = Model | Enum | Union | Alias


def own_form(item: Declaration, types: Mapping[Id, Declaration]) -> Declaration:
    """Return what an inline type is by itself where it names one that is equal to it (D10.1); else the declaration."""
    if not isinstance(item, Alias) or not item.unnamed or not isinstance(item.type, Ref):
        return item
    return replace(types[item.type.target], id=item.id, name=item.name, names_in=item.names_in)


SCHEMA_TABLES = frozenset({"properties", "patternProperties", "dependentSchemas"})
"""Keywords of a contract whose value maps names to schemas."""
SCHEMA_LISTS = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
"""Keywords that hold a list of schemas."""
SCHEMA_REST = frozenset({"additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"})
"""Keywords that hold the schema of values that no other keyword describes."""
SCHEMA_SINGLE = SCHEMA_REST | {"not", "if", "then", "else", "contains", "propertyNames"}
"""Keywords that hold one schema."""


@node("contract")
class Contract:
    """A schema for validators: assertions of JSON Schema 2020-12, with references as identities.

    ``decides``: the types say less, so validators check this schema instead; else a schema that decides refers to it.
    """

    id: Id = ident()
    schema: Json = arg(None)
    decides: bool = flag()


# --------------------------------------------------------------------------- seeing through


def is_sent_untold(type_: Type) -> TypeGuard[Const]:
    """Tell whether a required value of a type need not be given, since only one scalar is possible."""
    return isinstance(type_, Const) and isinstance(type_.value, str | bool | int | float)


def core(type_: Type) -> Type:
    """See through lists, maps and null."""
    if type(type_) is Ref or type(type_) is Scalar:
        return type_  # as most types are
    while isinstance(type_, ListOf | MapOf | Nullable):
        type_ = type_.item if isinstance(type_, ListOf) else type_.value if isinstance(type_, MapOf) else type_.inner
    return type_


def behind(type_: Type, types: Mapping[Id, Declaration]) -> Type:
    """See through aliases to the type they name; of a cycle of aliases one is left."""
    if type(type_) is not Ref:
        return type_  # as most types are
    seen: set[Id] = set()
    while isinstance(type_, Ref) and type_.target not in seen:
        declared = types[type_.target]
        if not isinstance(declared, Alias):
            break
        seen.add(type_.target)
        type_ = declared.type
    return type_


def bare(type_: Type, types: Mapping[Id, Declaration]) -> Type:
    """See through aliases and null, however they are nested."""
    found = behind(type_, types)
    while isinstance(found, Nullable):
        found = behind(found.inner, types)
    return found


def takes_null(type_: Type, types: Mapping[Id, Declaration]) -> bool:
    """Tell whether null is a value of a type: beside other values, as the only one, or since any value is."""
    if type(type_) is Scalar and type_.kind is not Kind.NULL and type_.kind is not Kind.ANY:
        return False  # true of most
    seen: set[Id] = set()
    waiting = [type_]
    while waiting:
        found = behind(waiting.pop(), types)
        if not isinstance(found, Ref):
            if isinstance(found, Nullable) or found in (NULL, ANY) or found == Const(None):
                return True
            continue
        if found.target in seen:
            continue
        seen.add(found.target)
        match types[found.target]:
            case Union(cases=cases):
                waiting += [case.type for case in cases]
            case Enum(members=members) if any(member.value is None for member in members):
                return True
    return False


def declared_behind(type_: Type, types: Mapping[Id, Declaration]) -> Id | None:
    """Return the model, enum or union that a type is, null and aliases aside; None where it is none."""
    found = bare(type_, types)
    return found.target if isinstance(found, Ref) and not isinstance(types[found.target], Alias) else None


def model_of(type_: Type, types: Mapping[Id, Declaration]) -> Id | None:
    """Return the model that an expression names, None if it is anything else; null and aliases are seen through
    by :func:`bare`, and not here."""
    return type_.target if isinstance(type_, Ref) and isinstance(types[type_.target], Model) else None


def model_behind(type_: Type, types: Mapping[Id, Declaration]) -> Model | None:
    """Return the declaration of the model that a type is, null and aliases aside; None where it is none."""
    found = bare(type_, types)
    declared = types[found.target] if isinstance(found, Ref) else None
    return declared if isinstance(declared, Model) else None


def models_in(type_: Type, types: Mapping[Id, Declaration]) -> list[Id]:
    """Return the models that a value of a type may be, or hold in lists and maps; unions, names are seen through."""
    seen: dict[Id, None] = {}
    waiting = [core(type_)]
    while waiting:
        found = waiting.pop()
        if not isinstance(found, Ref) or found.target in seen:
            continue
        seen[found.target] = None
        declared = types[found.target]
        if isinstance(declared, Union):
            waiting += [core(case.type) for case in declared.cases]
        elif isinstance(declared, Alias):
            waiting.append(core(declared.type))
    return [at for at in seen if isinstance(types[at], Model)]
