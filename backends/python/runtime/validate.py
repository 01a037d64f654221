"""Checks on demand: of models, and of requests on the side of a server or a gateway.

A client checks before it sends only that nothing required is missing; whether values keep to their
schema is said here, all violations at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .jsonio import loads
from .schemas import Checker, Schema, Violation

__all__ = [
    "BodyCheck",
    "Checked",
    "InvalidRequest",
    "ParameterCheck",
    "Validator",
    "Violation",
    "check",
]

Values = Mapping[str, str | Sequence[str]]
"""Parameters as they came: by name, a text or several."""


def check(value: Any, package: str, home: str, name: str) -> list[Violation]:
    """Check JSON against the schema of a printed type."""
    return list(Checker(package, home).check(value, {"$ref": f"#{name}"}))


class InvalidRequest(ValueError):
    """A request that is not as the API declares it; ``violations`` says all that is wrong."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(map(str, violations)))
        self.violations: list[Violation] = list(violations)


class ParameterCheck:
    """What is declared of a parameter.

    ``split`` separates the items of a list in one value; ``schema`` None: its form is not checked.
    """

    __slots__ = ("name", "place", "required", "schema", "split")

    def __init__(
        self,
        name: str,
        place: str,
        schema: Schema | None = None,
        *,
        required: bool = False,
        split: str = "",
    ) -> None:
        self.name = name.lower() if place == "header" else name
        self.place: str = place
        self.required: bool = required
        self.schema: Schema | None = schema
        self.split: str = split

    def check(self, values: Values, checker: Checker) -> Iterator[Violation]:
        """Yield what is wrong with the parameter among those of its place."""
        value = values.get(self.name)
        pointer = f"/{self.name}"
        if value is None or (not isinstance(value, str) and not value):
            if self.required:
                yield Violation(pointer, "required", "is required", self.place)
            return
        if self.schema is not None:
            read = self._read(value, self.schema)
            for found in checker.check(read, self.schema, pointer):
                yield found._replace(place=self.place)

    def _read(self, value: str | Sequence[str], schema: Schema) -> Any:
        kinds = schema.get("type", ())
        if "array" not in kinds:
            text = value if isinstance(value, str) else value[-1]
            return _scalar(text, kinds)
        texts = [value] if isinstance(value, str) else list(value)
        if self.split:
            texts = [item for text in texts for item in text.split(self.split)]
        kinds = schema.get("items", {}).get("type", ())
        return [_scalar(text, kinds) for text in texts]


def _scalar(text: str, kinds: Sequence[str]) -> Any:
    """Read the text of a parameter as the type it is declared to have."""
    if "boolean" in kinds and text in ("true", "false"):
        return text == "true"
    for kind, read in (("integer", int), ("number", float)):
        if kind in kinds:
            try:
                return read(text)
            except ValueError:
                continue
    return text


class BodyCheck:
    """What is declared of a request body: whether it must be there, a schema by media type.

    A schema of None: the form of such a body is not checked.
    """

    __slots__ = ("required", "schemas")

    def __init__(self, schemas: Mapping[str, Schema | None], *, required: bool = False) -> None:
        self.schemas: Mapping[str, Schema | None] = schemas
        self.required: bool = required

    def check(self, body: Any, content_type: str | None, checker: Checker) -> Iterator[Violation]:
        """Yield what is wrong with a body: bytes, text or decoded JSON; None for no body."""
        if body is None or body == b"":
            if self.required:
                yield Violation("", "required", "the request body is required")
            return
        media_type = (
            (content_type or next(iter(self.schemas), "")).partition(";")[0].strip().lower()
        )
        declared = _find(self.schemas, media_type)
        if declared is None:
            yield Violation("", "content", f"the media type {media_type} is not declared")
            return
        schema = self.schemas[declared]
        if schema is None:
            return
        try:
            value: Any = loads(body) if isinstance(body, (bytes, str)) else body
        except ValueError as error:
            yield Violation("", "content", f"the body is no JSON: {error}")
            return
        yield from checker.check(value, schema)


def _find(schemas: Mapping[str, Any], media_type: str) -> str | None:
    """Find the declared media type that a content type is of: itself, else a range."""
    main = media_type.partition("/")[0]
    return next((name for name in (media_type, f"{main}/*", "*/*") if name in schemas), None)


class Checked:
    """What is declared of the requests of one operation."""

    __slots__ = ("body", "method", "parameters", "path")

    def __init__(
        self, method: str, path: str, *parameters: ParameterCheck, body: BodyCheck | None = None
    ) -> None:
        self.method: str = method
        self.path: str = path
        self.parameters = parameters
        self.body: BodyCheck | None = body


class Validator:
    """Checks requests of one package; ``operations`` maps operationIds to what is declared."""

    __slots__ = ("checker", "operations")

    def __init__(self, package: str, operations: Mapping[str, Checked]) -> None:
        self.checker = Checker(package)
        self.operations: Mapping[str, Checked] = operations

    def violations(
        self,
        operation: str,
        *,
        path: Values | None = None,
        query: Values | None = None,
        headers: Values | None = None,
        cookies: Values | None = None,
        body: Any = None,
        content_type: str | None = None,
    ) -> list[Violation]:
        """Give all that is wrong with a request.

        Raises:
            KeyError: there is no such operation.
        """
        declared = self.operations[operation]
        folded = {name.lower(): value for name, value in (headers or {}).items()}
        places = {
            "path": path or {},
            "query": query or {},
            "header": folded,
            "cookie": cookies or {},
        }
        found: list[Violation] = []
        for parameter in declared.parameters:
            found.extend(parameter.check(places[parameter.place], self.checker))
        if declared.body is not None:
            sent = folded.get("content-type") if content_type is None else content_type
            kind = sent if sent is None or isinstance(sent, str) else sent[-1]
            found.extend(declared.body.check(body, kind, self.checker))
        return found

    def check(
        self,
        operation: str,
        *,
        path: Values | None = None,
        query: Values | None = None,
        headers: Values | None = None,
        cookies: Values | None = None,
        body: Any = None,
        content_type: str | None = None,
    ) -> None:
        """Refuse a request with which anything is wrong.

        Raises:
            InvalidRequest: something is.
            KeyError: there is no such operation.
        """
        found = self.violations(
            operation,
            path=path,
            query=query,
            headers=headers,
            cookies=cookies,
            body=body,
            content_type=content_type,
        )
        if found:
            raise InvalidRequest(found)
