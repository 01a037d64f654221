"""Checks of calls before they are sent, if the caller wants them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .convert import encode_any
from .errors import InvalidArgumentError
from .kinds import is_array, is_object
from .operations import Operation
from .params import Param
from .schemas import Checker, Schema, Violation, escaped, kind_of, schemas_of
from .texts import Ready
from .unset import UNSET
from .validate import OF_REQUESTS, InvalidRequest, declared_kind


def check_call(
    operation: Operation[Any], values: Sequence[Any], shared: Mapping[str, Any], body: Any
) -> None:
    """Refuse a call that breaks what the API declares of its request.

    Raises:
        InvalidRequest: it does; with all violations.
    """
    checker = Checker(__name__.partition("._runtime")[0])
    declared = schemas_of(checker.package, OF_REQUESTS).get(operation.name, {})
    schemas = {(item["in"], item["name"]): item for item in declared.get("params", ())}
    given = [*zip(operation.params, values, strict=True)]
    given += [(param, shared.get(param.name)) for param in operation.shared if param.fixed is None]
    found: list[Violation] = []
    for param, value in given:
        schema = schemas.get((param.place, param.name), {}).get("schema", {})
        if value is not UNSET and (value is not None or param.nullable):
            wrong = checker.violations(_json(param, value), schema, f"/{escaped(param.name)}")
            found += [one._replace(place=param.place) for one in wrong]
    if operation.body is not None and body is not UNSET:
        kind = declared_kind(declared.get("body", {}), operation.body.media_type) or {}
        found += _body(kind, body, checker)
    if found:
        raise InvalidRequest(found)


def _json(param: Param, value: Any) -> Any:
    try:
        return value.json if isinstance(value, Ready) else param.encode(value)
    except (TypeError, ValueError, AttributeError) as error:
        raise InvalidArgumentError(f"the argument {param.arg!r} cannot be sent: {error}") from error


def _body(declared: Schema, body: Any, checker: Checker) -> Iterator[Violation]:
    schema: Schema = declared.get("schema", {})
    kind = declared.get("kind")
    if kind == "json" or (kind == "text" and isinstance(body, str)):
        yield from checker.violations(body, schema)
    elif kind in ("form", "multipart") and is_object(body):
        fields = {name: encode_any(item) for name, item in body.items() if item is not UNSET}
        fields = {name: item for name, item in fields.items() if item is not None}
        files = {name for name, item in fields.items() if not _is_json(item)}
        for one in checker.violations(fields, schema):
            if not files or _first(one.pointer) not in files:
                yield one


def _is_json(value: Any) -> bool:
    """Tell whether a value of a form is a file, in any of the ways to give one."""
    if is_array(value):
        return all(map(_is_json, value))
    return not kind_of(value).startswith("a ")


def _first(pointer: str) -> str:
    """The property in which something is wrong."""
    name = pointer.split("/")[1] if pointer else ""
    return name.replace("~1", "/").replace("~0", "~")
