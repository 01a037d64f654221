"""Facts of types that every language needs, and none works out by itself: where null and absence stand, how the cases
of a union are held, which types hold themselves, what the results of a method are called.

They follow from declarations alone, so that they are functions of these, and no part of a plan that grows with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from compiler.base.naming import Case as Casing
from compiler.base.naming import join, unique, words
from compiler.base.naming.vocabulary import PLAIN
from compiler.ir.node import Id, frozen
from compiler.ir.references import in_circles, type_refs
from compiler.ir.types import (
    Alias,
    Const,
    Declaration,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
    behind,
    model_behind,
    model_of,
    takes_null,
)
from compiler.ir.wire import BodyKind, Returns, WireOperation
from compiler.plan.plan import TypeName

# --------------------------------------------------------------------------- null and absence


class Presence(StrEnum):
    """Whether a value is there (D7.5), null within its type counted: ``any`` is null, too."""

    ALWAYS = "always"
    ABSENT = "absent"
    NULL = "null"
    ABSENT_OR_NULL = "absent or null"

    @classmethod
    def of(cls, required: bool, null: bool) -> Presence:
        """Return the presence of a value that is required or not, and may be null or not."""
        if required:
            return cls.NULL if null else cls.ALWAYS
        return cls.ABSENT_OR_NULL if null else cls.ABSENT


@frozen
class Slot:
    """What a field or an argument holds: a value of ``type``, in the presence of which null is said once.

    ``beside``: null stands beside the values of ``type``; else, if there is null, it is one of these (of a union one of
    whose cases is null, of any value).
    """

    type: Type
    presence: Presence
    beside: bool


def slot_of(type_: Type, required: bool, types: Mapping[Id, Declaration], *, nullable: bool = False) -> Slot:
    """Return what holds values of a type; ``nullable``: null is said apart from the type, as of arguments."""
    inner, null = without_null(type_, types)
    within = takes_null(inner, types)
    beside = (null or nullable) and not within
    return Slot(inner, Presence.of(required, beside or within), beside)


def without_null(type_: Type, types: Mapping[Id, Declaration]) -> tuple[Type, bool]:
    """Return a type without null, and whether it has null: in itself, or in a type that it is an alias of.

    An alias stays one where it names no type that may be null.
    """
    null = False
    while isinstance(seen := behind(type_, types), Nullable):
        type_, null = seen.inner, True
    return type_, null


# --------------------------------------------------------------------------- cases of unions


@frozen
class CaseShape:
    """What a case of a union is: null, which has no type; a ``model``, which has one; or a value of ``type`` that is
    wrapped in a type that is called as the case is, where a language needs one."""

    type: Type
    is_null: bool
    model: Id | None

    @property
    def is_wrapped(self) -> bool:
        """Whether it is neither null nor a model."""
        return not self.is_null and self.model is None


def is_null(type_: Type, types: Mapping[Id, Declaration]) -> bool:
    """Tell whether a type is only null, perhaps through an alias."""
    base = behind(type_, types)
    return base.value is None if isinstance(base, Const) else isinstance(base, Scalar) and base.kind is Kind.NULL


def shape_of(type_: Type, types: Mapping[Id, Declaration]) -> CaseShape:
    """Return what a case of this type is, and its type without null."""
    inner = type_.inner if isinstance(type_, Nullable) else type_
    return CaseShape(inner, is_null(inner, types), model_of(behind(inner, types), types))


def property_ident(
    union: Union, wire: str, types: Mapping[Id, Declaration], members: Callable[[Id], Mapping[str, str]]
) -> str | None:
    """Return what a program calls a property of the objects of a union, as its tag: its name in the first model that
    has one; ``members`` has the names within a model."""
    models = (model_behind(case.type, types) for case in union.cases)
    return next((ident for model in models if model and (ident := members(model.id).get(wire)) is not None), None)


# --------------------------------------------------------------------------- types that hold themselves


def circular_aliases(types: Mapping[Id, Declaration]) -> set[Id]:
    """Return the aliases that hold themselves, in lists and maps too."""
    return in_circles({at: type_refs(item.type) for at, item in types.items() if isinstance(item, Alias)})


def held_models(model: Model, types: Mapping[Id, Declaration]) -> list[Id]:
    """Return the models of which each value of a model has one in itself: in a required field that cannot be null."""
    held = (field.type for field in model.fields if field.required and type(field.type) is Ref)
    return [at for type_ in held if (at := model_of(behind(type_, types), types)) is not None]


def held_types(item: Declaration) -> list[Id]:
    """Return the types that a value of a type may have a value of, in itself: neither in a list nor in a map."""
    match item:
        case Model():
            found = [field.type for field in item.fields]
        case Union():
            found = [case.type for case in item.cases]
        case Alias():
            found = [item.type]
        case _:
            return []
    inner = (type_.inner if isinstance(type_, Nullable) else type_ for type_ in found)
    return [type_.target for type_ in inner if isinstance(type_, Ref)]


def circular_types(types: Mapping[Id, Declaration]) -> set[Id]:
    """Return the types a value of which may have one of the same type in itself, neither in a list nor in a map."""
    return in_circles({at: held_types(item) for at, item in types.items()})


# --------------------------------------------------------------------------- results


class Outcome(StrEnum):
    """What a method returns, to the last distinction: a value is nothing, or a body of bytes that is read as it comes,
    too; a page has items that are known, or is plain."""

    NOTHING = "nothing"
    VALUE = "value"
    DOWNLOAD = "download"
    STREAM = "stream"
    PAGE = "page"
    PLAIN_PAGE = "plain page"


def outcome_of(operation: WireOperation) -> Outcome:
    """Return what a method returns."""
    if operation.returns is Returns.STREAM:
        return Outcome.STREAM
    if operation.stream is BodyKind.BYTES:
        return Outcome.DOWNLOAD
    if operation.paged is not None:
        return Outcome.PAGE if operation.paged.has_items else Outcome.PLAIN_PAGE
    return Outcome.VALUE if operation.values else Outcome.NOTHING


def is_several(operation: WireOperation) -> bool:
    """Tell whether what a method returns, or the body of a page, is of one of several types (D13)."""
    return len(operation.values) > 1 and outcome_of(operation) not in (Outcome.STREAM, Outcome.DOWNLOAD)


def may_be_nothing(operation: WireOperation) -> bool:
    """Tell whether some responses have a body, and others none, or null alone."""
    return 0 < len(operation.values) < len(operation.results)


URL_BYTES = "Base64URL"
"""The word of bytes that are sent as base64url."""
_CONSTANTS = {bool: "Boolean", int: "Integer", float: "Number"}


def is_url_bytes(type_: Scalar) -> bool:
    """Tell whether a type is bytes that are sent as base64url."""
    return type_.kind is Kind.BASE64 and type_.format == "base64url"


def result_word(type_: Type, names: Mapping[Id, TypeName], *, top: bool = True) -> str:
    """Return the word for a type among the several results of a method (D13): ``TripList``, null aside."""
    match type_:
        case Ref(target):
            return names[target].ident
        case ListOf(item):
            return f"{result_word(item, names, top=False)}List"
        case MapOf(value):
            return f"{result_word(value, names, top=False)}Map"
        case Nullable(inner):
            return result_word(inner, names) if top else f"Nullable{result_word(inner, names)}"
        case Scalar(kind):
            return URL_BYTES if is_url_bytes(type_) else join(words(kind.value, PLAIN), Casing.PASCAL)
        case Const(value):
            return f"{_CONSTANTS.get(type(value), '')}Constant"


def result_words(found: Sequence[Type], names: Mapping[Id, TypeName]) -> list[str]:
    """Return a word for each of the results of a method, no two the same."""
    return [*unique({str(at): result_word(type_, names) for at, type_ in enumerate(found)}).values()]
