"""Models as fields of pydantic models, and so in FastAPI. Imported only when pydantic asks."""

from __future__ import annotations

import importlib
from typing import Any


def core_schema_of(cls: Any) -> Any:
    """Make the pydantic schema of a model: a model or a mapping goes in, JSON comes out."""
    core = _core_schema()

    def read(data: Any) -> Any:
        try:
            return cls.model_validate(data)
        except TypeError as error:
            raise ValueError(str(error)) from error

    return core.no_info_before_validator_function(
        read, core.any_schema(), serialization=core.plain_serializer_function_ser_schema(_write)
    )


def schema_of_unknown(cls: Any) -> Any:
    """Make the pydantic schema of an unknown member: itself goes in, but no mistaken member."""
    core = _core_schema()

    def refuse(data: Any) -> Any:
        raise ValueError("no known member of the union")

    return core.json_or_python_schema(
        core.no_info_after_validator_function(refuse, core.dict_schema()),
        core.is_instance_schema(cls),
        serialization=core.plain_serializer_function_ser_schema(_write),
    )


def schema_of_value(cls: Any, kind: str) -> Any:
    """Make the pydantic schema of an unknown value of an enum: a text, or a number, becomes one."""
    core = _core_schema()
    plain = core.str_schema(strict=True) if kind == "str" else core.int_schema(strict=True)
    return core.no_info_after_validator_function(cls, plain)


def _core_schema() -> Any:
    return importlib.import_module("pydantic_core.core_schema")


def _write(value: Any) -> Any:
    return value.to_dict()
