"""Models as fields of pydantic models, and so in FastAPI. Imported only when pydantic asks."""

from __future__ import annotations

import importlib
from typing import Any


def core_schema_of(cls: Any) -> Any:
    """Make the pydantic schema of a model: a model or a mapping goes in, JSON comes out."""
    core = importlib.import_module("pydantic_core.core_schema")

    def read(data: Any) -> Any:
        try:
            return cls.model_validate(data)
        except TypeError as error:
            raise ValueError(str(error)) from error

    def write(value: Any) -> Any:
        return value.to_dict()

    return core.no_info_before_validator_function(
        read, core.any_schema(), serialization=core.plain_serializer_function_ser_schema(write)
    )
