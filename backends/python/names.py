"""Names of this backend's own beside those of the plan: dictionaries for arguments, readers of unions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import assert_never

from compiler.ir.node import Id
from compiler.ir.plan import Plan
from compiler.ir.types import (
    Alias,
    Declaration,
    Enum,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
    closure,
    core,
    in_circles,
)

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


_CONVERTERS = {f"decode_{word}" for word in ("base64", "base64url", "date", "datetime", "decimal", "list", "map")}
"""Functions of the runtime that a file of models imports."""

MODEL_MEMBERS = (
    "self",
    "copy",
    "from_dict",
    "from_json",
    "model_dump",
    "model_dump_json",
    "model_extra",
    "model_validate",
    "to_dict",
    "to_json",
    "validate",
)
"""Names that no field may have: the profile gives such a field another (D10.5)."""


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


PYDANTIC_MEMBERS = _listed(
    """
    construct copy dict from_dict from_json from_orm json model_computed_fields model_config model_construct
    model_copy model_dump model_dump_json model_extra model_fields model_fields_set model_json_schema
    model_parametrized_name model_post_init model_rebuild model_validate model_validate_json model_validate_strings
    parse_file parse_obj parse_raw schema schema_json self to_dict to_json update_forward_refs validate
    """
)
"""Names that no field of a pydantic model may have: those of its base class, and ours."""

PYDANTIC_NAMES = _listed(
    """
    Annotated BASE64 BASE64URL Chooses DATE DATE_TIME DECIMAL Field NUMBER Reads TypeAliasType TypedJson
    """
)
"""Names that a file of pydantic models imports beside those of plain ones."""


class Names:
    """Names made from those of the plan's types."""

    def __init__(self, plan: Plan) -> None:
        self._types = plan.wire.types
        self._surface = plan.surface.types

    def param(self, target: Id) -> str:
        """Give the name of the dictionary type that may be given in place of a model."""
        return self._params[target]

    def has_param(self, target: Id) -> bool:
        """Tell whether a type given as an argument may be, or hold, a dictionary in place of a model."""
        return target in self._params

    def decoder(self, target: Id) -> str:
        """Give the name of the function that reads a union, or an alias that holds itself."""
        return self._decoders[target]

    def recursive(self, target: Id) -> bool:
        """Tell whether an alias or union holds itself without a model in between."""
        return target in self._circles

    def quoted(self, target: Id) -> bool:
        """Tell whether an alias or union is printed as a quoted annotation: it holds itself, or one that does."""
        return target in self._quoted

    @cached_property
    def _quoted(self) -> set[Id]:
        return self._grown(set(self._circles))

    @cached_property
    def _params(self) -> dict[Id, str]:
        taken = {name.ident.lower() for name in self._surface.values()}
        found: dict[Id, str] = {}
        for target in sorted(self._wanting):
            ident = self._surface[target].ident
            name = f"{ident}Param"
            if name.lower() in taken:
                free = (f"{ident}{suffix}" for suffix in ("ParamDict", *map("ParamDict{}".format, range(2, 99))))
                name = next(name for name in free if name.lower() not in taken)
            found[target] = name
            taken.add(name.lower())
        return found

    @cached_property
    def _wanting(self) -> set[Id]:
        """Models that requests hold, files, and the unions and aliases through which they are reached."""
        found = {at for at, item in self._types.items() if isinstance(item, Model) or holds_files(item)}
        found = {at for at in found if self._surface[at].requested}
        return {at for at in self._grown(found) if self._surface[at].requested}

    def _grown(self, found: set[Id]) -> set[Id]:
        """Add the unions and aliases that hold one of the types, and those that hold these, and so on."""
        holders: dict[Id, list[Id]] = {}
        for at, item in self._types.items():
            if isinstance(item, Union | Alias):
                for target in references(item):
                    holders.setdefault(target, []).append(at)
        return closure(holders, found)

    @cached_property
    def _decoders(self) -> dict[Id, str]:
        taken: dict[str, Id] = {}
        for target in sorted(at for at, item in self._types.items() if isinstance(item, Union | Alias)):
            name = "decode_" + _HUMP.sub("_", self._surface[target].ident).lower()
            while name in taken or name in _CONVERTERS:
                name += "_"
            taken[name] = target
        return {target: name for name, target in taken.items()}

    @cached_property
    def _circles(self) -> set[Id]:
        named = {at: list(references(item)) for at, item in self._types.items() if isinstance(item, Union | Alias)}
        return in_circles(named)


def holds_files(declared: Declaration) -> bool:
    """Tell whether values are files, or lists and maps of them, by a union or an alias alone."""
    match declared:
        case Union():
            return any(is_file(case.type) for case in declared.cases)
        case Alias():
            return is_file(declared.type)
        case Model() | Enum():
            return False
        case _:
            assert_never(declared)


def is_file(type_: Type) -> bool:
    """Tell whether a type is bytes, or lists or maps of them, for which a request takes files."""
    inner = core(type_)
    return isinstance(inner, Scalar) and inner.kind is Kind.BYTES


def references(declared: Declaration) -> Iterator[Id]:
    """Yield the declared types that a type's values are made of."""
    match declared:
        case Model():
            for field in declared.fields:
                yield from targets(field.type)
            if declared.additional is not None:
                yield from targets(declared.additional)
        case Union():
            for case in declared.cases:
                yield from targets(case.type)
            if declared.default is not None:
                yield from targets(declared.default)
        case Alias():
            yield from targets(declared.type)
        case Enum():
            return
        case _:
            assert_never(declared)


def targets(type_: Type) -> Iterator[Id]:
    """Yield the declared types that an expression refers to."""
    while True:
        match type_:
            case Ref(target):
                yield target
                return
            case ListOf(inner) | MapOf(inner) | Nullable(inner):
                type_ = inner
            case _:
                return
