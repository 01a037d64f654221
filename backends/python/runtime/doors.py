"""Undocumented operations, and clients with other settings.

Loaded on first use.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import Any

from .bodies import BytesBody, JsonBody
from .convert import Codec, Named
from .decode_errors import MisreadError
from .engine import AsyncEngine, Engine
from .errors import InvalidArgumentError
from .json_form import JsonForm
from .kinds import JSON_TYPES
from .operations import Operation
from .options import RequestOptions
from .responses import Answer, Bytes, Json, Text
from .settings import Api
from .unset import UNSET

_JSON = "application/json"


def operation(
    api: Api, method: str, path: str, body: Any, into: type[Any] | None, options: RequestOptions
) -> Operation[Any]:
    """Make the operation of an undocumented call.

    Raises:
        InvalidArgumentError: the path is a URL.
    """
    if "://" in path.partition("?")[0]:
        raise InvalidArgumentError("request() takes a path of the API, not a URL: see base_url")
    decode: Named | None = None if into is None else _reading(into)
    readers = Json(decode, _JSON), Text("text/*"), Bytes("*/*")
    good = () if method.upper() == "HEAD" else readers
    whole = options.get("body", UNSET) if body is UNSET else body
    binary = isinstance(whole, (bytes, bytearray)) or hasattr(whole, "read")
    sent = BytesBody("application/octet-stream") if binary else JsonBody()
    given = whole is not UNSET or bool(options.get("extra_body"))
    return Operation(
        "request",
        method.upper(),
        path if path.startswith("/") else f"/{path}",
        params=(),
        body=sent if given else None,
        answers=(Answer("2XX", *good), Answer("default", Json(), error=True)),
        accept="application/json, */*;q=0.5",
        security=api.security if api.undeclared is None else api.undeclared,
        declared=_declared(into),
    )


def _reading(into: Any) -> Codec:
    """Return the function that reads JSON into what the caller wants."""
    read: Codec = getattr(into, "from_dict", into)

    def decode(data: Any) -> Any:
        """Read it.

        Raises:
            MisreadError: it is something else, such as a list where the model is an object.
        """
        try:
            return read(data)
        except (TypeError, ValueError) as error:
            kind, name = JSON_TYPES[data.__class__], getattr(into, "__name__", repr(into))
            said = f"the body is of type {kind} and cannot be read as {name}: {error}"
            raise MisreadError(said) from error

    return decode


def _declared(into: Any) -> dict[str, Any]:
    """Return the schema of a model, as the answer of an operation that the document has."""
    at = getattr(into, "__home__", None)
    if at is None or not issubclass(into, JsonForm):
        return {}
    _, home, name = at
    return {"2XX": {_JSON: {"schema": {"$ref": f"{home}#{name}"}}}}


def derived(client: Any, changes: dict[str, Any]) -> Any:
    """Copy a client with other settings; both use the same connections."""
    made = copy(client)
    names: list[str] = [*vars(made)]
    for name in names:  # groups of methods, which hold the old settings
        if isinstance(getattr(client.__class__, name, None), cached_property):
            delattr(made, name)
    old: Engine | AsyncEngine = client._engine
    made._engine = type(old)(old.settings.changed(**changes), old.transport)  # type: ignore[arg-type]
    return made
