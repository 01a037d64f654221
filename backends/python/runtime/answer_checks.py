"""Checks of what answers hold, for clients that read them strictly; no other client loads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import isawaitable
from typing import Any

from .decode_errors import undecoded
from .errors import ConfigurationError
from .hooks import Hooks
from .messages import Headers, Request
from .operations import Operation
from .responses import Reader
from .schemas import READ, Checker, Schema, Violation, schemas_of

OF_ANSWERS = "of-answers"


class InvalidResponse:
    """An answer that breaks its schema, as the hook ``on_invalid_response`` is told.

    Attributes:
        operation: the operation's name in the document.
        route: the template of its path.
        method: the HTTP method.
        status: the HTTP status.
        request_id: the server's id of the request, if it sent one.
        violations: all violations of one body, or of one value of a stream.
    """

    __slots__ = ("method", "operation", "request_id", "route", "status", "violations")

    def __init__(
        self, request: Request, status: int, headers: Headers, violations: Sequence[Violation]
    ) -> None:
        self.operation: str = request.operation
        self.route: str = request.route
        self.method: str = request.method
        self.status: int = status
        self.request_id: str | None = headers.get("x-request-id") or headers.get("request-id")
        self.violations: Sequence[Violation] = violations

    @property
    def count(self) -> int:
        """The number of violations."""
        return len(self.violations)

    def __repr__(self) -> str:
        return f"<InvalidResponse {self.operation}: {self.count}>"


class Inspection:
    """Checks the answers of an operation: a violation is an error, or a hook is told of it."""

    __slots__ = ("_checker", "_declared", "_hooks", "_strict")

    def __init__(self, operation: Operation[Any], hooks: Hooks, chosen: object) -> None:
        if chosen is not True and chosen != "report":
            said = f"validate_responses is True, False or 'report', not {chosen!r}"
            raise ConfigurationError(said)
        self._strict = chosen is True
        self._hooks = hooks
        self._checker = Checker(__name__.partition("._runtime")[0], mode=READ)
        declared = operation.declared
        if declared is None:
            declared = schemas_of(self._checker.package, OF_ANSWERS).get(operation.name, {})
        self._declared: Mapping[str, Schema] = declared

    def check_body(
        self,
        request: Request,
        declared: str,
        reader: Reader,
        status: int,
        headers: Headers,
        content: bytes,
        charset: str,
    ) -> InvalidResponse | None:
        """Check a whole body, which ``declared`` describes: the status in the document.

        Returns what a hook is to be told once the body is read.

        Raises:
            ValueError: it cannot be read.
            DecodeError: it breaks its schema, and violations are errors.
        """
        schema = self._of(declared, reader).get("schema")
        if schema is None:
            return None
        value = reader.load(content, charset)
        return self._check(value, schema, "the body", request, status, headers, content)

    def check_value(
        self,
        request: Request,
        declared: str,
        reader: Reader,
        event: str | None,
        status: int,
        headers: Headers,
        value: Any,
        text: str,
    ) -> InvalidResponse | None:
        """Check a value of a stream, as :meth:`check_body` does a body.

        Raises:
            DecodeError: it breaks its schema, and violations are errors.
        """
        found = self._of(declared, reader)
        events: Schema = found.get("events", {})
        schema = events.get(event or "", events.get("")) if events else found.get("schema")
        if schema is None:
            return None
        what, content = "a value of the stream", text.encode("utf-8", "replace")
        return self._check(value, schema, what, request, status, headers, content)

    def _of(self, declared: str, reader: Reader) -> Schema:
        found: Schema = self._declared.get(declared, {}).get(reader.media_type, {})
        return found

    def _check(
        self,
        value: Any,
        schema: Schema,
        what: str,
        request: Request,
        status: int,
        headers: Headers,
        content: bytes,
    ) -> InvalidResponse | None:
        found = self._checker.violations(value, schema)
        if not found:
            return None
        if not self._strict:
            return InvalidResponse(request, status, headers, found)
        first, more = found[0], len(found) - 1
        said = f"{what} breaks its schema{first.pointer and ' at '}{first.pointer}: {first.message}"
        if more:
            said += f"; {more} more violation{'s' if more > 1 else ''}"
        error = undecoded(request, status, headers, said, content, value)
        error.violations = found
        raise error

    def tell(self, invalid: InvalidResponse) -> None:
        """Call the hook, whose errors are the caller's."""
        hook = self._hooks.on_invalid_response
        result: Any = None if hook is None else hook(invalid)
        if isawaitable(result):
            getattr(result, "close", lambda: None)()
            raise ConfigurationError("the hook on_invalid_response cannot be asynchronous")
