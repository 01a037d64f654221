"""Tags of discriminators: the tags of each member of a union (D11.2), and their values.

The keys of a mapping are texts; the property may hold numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id, Json, frozen
from compiler.ir.same import identity
from compiler.ir.types import (
    Case,
    Const,
    Declaration,
    Enum,
    Kind,
    Model,
    Ref,
    Scalar,
    Type,
    Union,
    bare,
    declared_behind,
    model_behind,
)

_NUMBERS = (Kind.INTEGER, Kind.INT32, Kind.INT64, Kind.UINT64, Kind.NUMBER)
_NUMBER = lazy_pattern(r"-?\d+(\.\d+)?")
_TRUTH = {"true": True, "false": False}


@frozen
class Told:
    """What the document says of a member's tag.

    ``mapped``: its keys in the mapping. ``values``: the values that its property may hold, as texts; None: they are not
    listed. ``text``: the property may hold a text. ``name``: what the document calls the member, where it does.
    """

    mapped: tuple[str, ...] = ()
    values: frozenset[str] | None = None
    text: bool = True
    name: str | None = None

    def lists(self, tag: str) -> bool:
        """Tell whether the property may hold a tag."""
        return self.text if self.values is None else tag in self.values


def tags_of(members: Sequence[Told]) -> list[tuple[str, ...]]:
    """Return the tags of each member of a union; none if the discriminator does not identify it.

    They are the member's keys in the mapping; else a constant of its own; else its name. A list of values that several
    members share is not a constant, and a name that its property does not list is no tag. If a member has a list, its
    tags are the values that are not another member's tag. A tag may belong to several members.
    """
    listed = Counter(member.values or frozenset() for member in members)
    taken = {tag for member in members for tag in (member.mapped or _constant(member))}
    return [tuple(_tags(member, taken, shared=listed[member.values or frozenset()] > 1)) for member in members]


def _tags(member: Told, taken: set[str], *, shared: bool) -> Iterator[str]:
    own = member.mapped or _constant(member)
    if not own and not shared and member.values:
        own = tuple(sorted(member.values - taken or member.values))
    if own or member.name is None:
        yield from own
    elif member.lists(member.name):
        yield member.name


def _constant(member: Told) -> tuple[str, ...]:
    """Return the only value that the property may hold."""
    return tuple(member.values) if member.values is not None and len(member.values) == 1 else ()


def tag_values(name: str | None, case: Case, types: Mapping[Id, Declaration]) -> tuple[Json, ...]:
    """Return the values of the discriminator's property in a case, of the type that the case declares for it.

    A tag stays a text if the case does not declare the property, or if its type has no such value.
    """
    model = _behind(case.type, types)
    fields = model.fields if isinstance(model, Model) else ()
    declared = next((field.type for field in fields if field.wire == name), None)
    held = None if declared is None else _behind(declared, types)
    return tuple(_value(text, held) for text in case.tags)


def telling(union: Union, types: Mapping[Id, Declaration]) -> str | None:
    """Return the property that distinguishes the objects of a union: the discriminator's, or a constant that each
    member declares with a value of its own (D11.4)."""
    if union.tag is not None:
        return union.tag
    models = [model for case in union.cases if (model := model_behind(case.type, types)) is not None]
    constants = [
        {field.wire: field.type for field in model.fields if isinstance(field.type, Const)} for model in models
    ]
    for wire in constants[0] if constants else ():
        values = [identity(found[wire].value) for found in constants if wire in found]
        if len({*values}) == len(models):
            return wire
    return None


def listed_tags(types: Mapping[Id, Declaration]) -> Mapping[tuple[Id, str], tuple[Json, ...]]:
    """Return the values of discriminators whose members have several tags, by member and property (D11.4).

    A member with one tag has it as a constant; a member that may have no tag, or any other, has no list.
    """
    found: dict[tuple[Id, str], list[Json]] = {}
    vague: set[tuple[Id, str]] = set()
    for union in types.values():
        if not isinstance(union, Union) or union.tag is None:
            continue
        for case in union.cases:
            target = declared_behind(case.type, types)
            if target is None:
                continue
            key = (target, union.tag)
            found.setdefault(key, []).extend(tag_values(union.tag, case, types))
            if not case.tags or case.type == union.default:
                vague.add(key)
    told = {key: {identity(value): value for value in values} for key, values in found.items() if key not in vague}
    return {key: tuple(values.values()) for key, values in told.items() if _is_listed(key, types)}


def written_tags(union: Union, types: Mapping[Id, Declaration]) -> dict[Id, dict[str, Json]]:
    """Return the tags that are written with the models of a union, by property; those of unions in it among them."""
    found: dict[Id, dict[str, Json]] = {}
    _add_written(union, types, found, frozenset())
    return found


def _add_written(
    union: Union, types: Mapping[Id, Declaration], found: dict[Id, dict[str, Json]], around: frozenset[Id]
) -> None:
    for case in union.cases:
        target = declared_behind(case.type, types)
        declared = types[target] if target is not None else None
        below: dict[Id, dict[str, Json]] = {declared.id: {}} if isinstance(declared, Model) else {}
        if isinstance(declared, Union) and declared.id not in around:
            _add_written(declared, types, below, around | {union.id})
        for at, tags in below.items():
            if case.written is not None and union.tag is not None:
                tags.setdefault(union.tag, case.written.json)
            if tags:
                found.setdefault(at, tags)


def _is_listed(key: tuple[Id, str], types: Mapping[Id, Declaration]) -> bool:
    """Tell whether a member declares the property, as any text or number, or as an enum."""
    model = types[key[0]]
    fields = model.fields if isinstance(model, Model) else ()
    declared = next((_behind(field.type, types) for field in fields if field.wire == key[1]), None)
    return isinstance(declared, Enum) or (isinstance(declared, Scalar) and declared.kind in (Kind.STRING, *_NUMBERS))


def _value(text: str, held: Type | Declaration | None) -> Json:
    match held:
        case Const(value):
            holds_number = isinstance(value, int | float) and not isinstance(value, bool)
            return _read(text, number=holds_number, truth=isinstance(value, bool))
        case Enum(base=Scalar(kind)) | Scalar(kind):
            return _read(text, number=kind in _NUMBERS, truth=kind is Kind.BOOLEAN)
        case _:
            return text


def _read(text: str, *, number: bool, truth: bool) -> Json:
    if number and _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return _TRUTH.get(text, text) if truth else text


def _behind(type_: Type, types: Mapping[Id, Declaration]) -> Type | Declaration:
    """Return the type behind null and aliases."""
    found = bare(type_, types)
    return types[found.target] if isinstance(found, Ref) else found
