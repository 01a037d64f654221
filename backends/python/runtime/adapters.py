"""What types do not tell pydantic: how JSON writes times, exact numbers, bytes and unions.

Responses are read in strict mode, with the SDK's own functions, which never fail. Otherwise
pydantic checks the value.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic_core import core_schema

from .convert import (
    Codec,
    Named,
    decode_base64,
    decode_base64url,
    decode_date,
    decode_datetime,
    decode_decimal,
    decode_number,
    encode_base64,
    encode_base64url,
    encode_datetime,
    encode_number,
)
from .kinds import is_array, is_object
from .later import meant
from .model import Model
from .responses import Json
from .unions import Shapes, Tagged

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler


class Reads:
    """Marks a type that ``decode`` reads from JSON, and ``encode`` writes if pydantic would not."""

    __slots__ = ("decode", "encode")

    def __init__(self, decode: Codec, encode: Codec | None = None) -> None:
        self.decode: Codec = decode
        self.encode: Codec | None = encode

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        checked = handler(source)
        if checked["type"] == "bytes":
            checked = core_schema.bytes_schema(strict=True)  # text that is not base64 is not bytes
        found = core_schema.lax_or_strict_schema(
            core_schema.no_info_before_validator_function(self.decode, checked),
            core_schema.no_info_plain_validator_function(self.decode),
        )
        if self.encode is not None:
            found["serialization"] = core_schema.plain_serializer_function_ser_schema(
                self.encode, when_used="json"
            )
        return found


class Files:
    """Marks files in requests: any source of bytes, read when it is sent."""

    __slots__ = ()

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.any_schema()


class Chooses:
    """Marks a union: ``decode`` chooses the member by the JSON of a response."""

    __slots__ = ("decode",)

    def __init__(self, decode: Codec) -> None:
        self.decode: Codec = decode

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        checked: core_schema.CoreSchema = core_schema.no_info_wrap_validator_function(
            self._check, _ordered(handler(source))
        )
        if isinstance(self.decode, Shapes):
            checked = core_schema.no_info_before_validator_function(self._text, checked)
        found = core_schema.lax_or_strict_schema(
            checked, core_schema.no_info_plain_validator_function(self.decode)
        )
        if isinstance(self.decode, Tagged | Shapes) and self.decode.tags.given:
            found["serialization"] = core_schema.wrap_serializer_function_ser_schema(self._write)
        elif isinstance(self.decode, Shapes):
            found["serialization"] = core_schema.wrap_serializer_function_ser_schema(
                self._write, when_used="json"
            )
        return found

    def _write(self, value: Any, handler: core_schema.SerializerFunctionWrapHandler) -> Any:
        """Write a model with the tags of the union, and another value as its member is written."""
        if isinstance(self.decode, Shapes) and not _holds_model(value):
            return self.decode.__encode__(value)
        written = handler(value)
        if isinstance(self.decode, Tagged | Shapes):
            return self.decode.tags.added(value, written)
        return written

    def _text(self, data: Any) -> Any:
        """Read text as the first member that can."""
        return self.decode(data) if data.__class__ is str else data

    def _check(self, data: Any, handler: core_schema.ValidatorFunctionWrapHandler) -> Any:
        """Check an object against its own member only."""
        if data.__class__ is not dict:
            return handler(data)
        model = getattr(self._member(data), "__self__", None)
        return model.model_validate(data) if isinstance(model, type(Model)) else handler(data)

    def _member(self, data: dict[str, Any]) -> Codec | None:
        """Find the reader of an object: the member of its tag, or the first that it looks like."""
        if isinstance(self.decode, Shapes):
            return _first(self.decode, data)
        if not isinstance(self.decode, Tagged):
            return None
        read = meant(self.decode.member(data))
        if read is self.decode.keep:
            raise ValueError(f"no known member has this {self.decode.key!r}")
        return _first(read, data) if isinstance(read, Shapes) else read


def _first(shapes: Shapes, data: dict[str, Any]) -> Codec | None:
    """Find the reader of an object: the first member that it looks like."""
    found: Codec | None = meant(
        next((one.decode for one in shapes.members if one.fits(data, "object")), None)
    )
    return found


_BELOW = ("items_schema", "values_schema", "schema")


def _ordered(schema: Any) -> Any:
    """Make the check of a union: member by member, and no member reads a number from text.

    Pydantic would try all members strictly first, and in strict mode reading never fails.
    """
    if schema["type"] in ("bool", "float", "int", "str"):
        return {**schema, "strict": True}
    if schema["type"] == "union":
        choices = [(_ordered(choice), _label(choice)) for choice in schema["choices"]]
        return {**schema, "choices": choices, "mode": "left_to_right"}
    if schema["type"] not in ("list", "dict", "nullable"):
        return schema
    return {**schema, **{key: _ordered(schema[key]) for key in _BELOW if key in schema}}


def _label(schema: Any) -> str:
    """Name a member of a union in errors."""
    for key in ("lax_schema", "python_schema", "schema"):
        if key in schema and schema["type"] != "model":
            return _label(schema[key])
    if schema["type"] == "definition-ref":
        return str(schema["schema_ref"]).partition(":")[0].rpartition(".")[2]
    return schema["cls"].__name__ if "cls" in schema else str(schema["type"])


def _holds_model(value: Any) -> bool:
    if is_object(value):
        return any(map(_holds_model, value.values()))
    return any(map(_holds_model, value)) if is_array(value) else isinstance(value, Model)


BASE64 = Reads(decode_base64, encode_base64)
BASE64URL = Reads(decode_base64url, encode_base64url)
DATE = Reads(decode_date)
DATE_TIME = Reads(decode_datetime, encode_datetime)
DECIMAL = Reads(decode_decimal)
FILES = Files()
NUMBER = Reads(decode_number, encode_number)


class TypedJson(Json):
    """JSON of a type: pydantic reads it whole; parts that do not fit are read leniently."""

    __slots__ = ("type",)

    def __init__(
        self,
        decode: Named,
        type: Any,  # noqa: A002
        media_type: str = "application/json",
    ) -> None:
        super().__init__(decode, media_type)
        self.type: Any = type

    def value(self, content: bytes, charset: str) -> Any:
        """Read a body as the method's result."""
        try:
            return self._checked(content)
        except ValueError:
            return super().value(content, charset)

    def both(self, content: bytes, charset: str) -> tuple[Any, Any]:
        """Read a body as the method's result; also return its JSON, for paging."""
        try:
            return self._checked(content), self.load(content, charset)
        except ValueError:
            return super().both(content, charset)

    def _checked(self, content: bytes) -> Any:
        if b"NaN" in content or b"Infinity" in content:
            self.load(content, "")  # pydantic reads them as numbers
        adapter = _adapter(self.type)
        return adapter.validate_json(content, strict=True, by_alias=True, by_name=False)


@cache
def _adapter(type_: Any) -> TypeAdapter[Any]:
    return TypeAdapter(type_)
