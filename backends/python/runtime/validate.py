"""Checks on demand: of models, and of requests in a server or a gateway.

Before it sends, a client only checks that nothing required is missing, unless its caller wants
more (:mod:`.checks`); this module checks values against schemas and reports all violations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .errors import InvalidArgumentError
from .received import MISSING, Place, Values, read_param
from .received_bodies import covers, read_body
from .schemas import Checker, Schema, Violation, escaped, schemas_of

__all__ = ["InvalidRequest", "Validator", "Violation", "check"]

OF_REQUESTS = "of-requests"


def check(value: Any, package: str, home: str, name: str) -> list[Violation]:
    """Check JSON against the schema of a printed type."""
    return Checker(package, home).violations(value, {"$ref": f"#{name}"})


class InvalidRequest(InvalidArgumentError):
    """A request that violates the API: a received one, or one that is not sent.

    Attributes:
        violations: all violations.
        status: the status to answer with: 415 for an undeclared media type, 400 if parameters are
            invalid or the body is missing or unreadable, 422 if its content is invalid.
    """

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(map(str, violations)))
        self.violations: list[Violation] = list(violations)

    @property
    def status(self) -> int:
        """The HTTP status that fits."""
        root = {item.rule for item in self.violations if item.place == "body" and not item.pointer}
        if "contentMediaType" in root:
            return 415
        unread = not root.isdisjoint(("content", "required"))
        return 400 if unread or any(item.place != "body" for item in self.violations) else 422


class Validator:
    """Checks requests of one package; declarations are loaded when they are needed."""

    __slots__ = ("checker",)

    def __init__(self, package: str) -> None:
        self.checker = Checker(package)

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
        """Return all violations of a request.

        Args:
            operation: its operationId, else method and path: ``GET /things/{id}``.
            path: the path parameters, decoded; with the prefixes of styles label and matrix.
            query: the query, decoded: one or several texts by name.
            headers: the headers, in any case.
            cookies: the cookies, decoded.
            body: bytes or text, or as the server read it: decoded JSON, the fields of a form.
            content_type: by default the header of that name.

        Raises:
            KeyError: there is no such operation.
        """
        declared = schemas_of(self.checker.package, OF_REQUESTS)[operation]
        folded = {name.lower(): value for name, value in (headers or {}).items()}
        given = {"path": path, "query": query, "header": folded, "cookie": cookies}
        params: Sequence[Schema] = declared.get("params", ())
        names = [param["name"] for param in params]
        places = {name: Place(values or {}, names) for name, values in given.items()}
        found = [one for param in params for one in self._param(param, places[param["in"]])]
        if "body" in declared:
            sent = folded.get("content-type") if content_type is None else content_type
            kind = sent if sent is None or isinstance(sent, str) else sent[-1]
            found += self._body(declared, body, kind or None)
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
        """Like :meth:`violations`, but raise :class:`InvalidRequest` if there are any.

        Raises:
            InvalidRequest: there are violations.
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

    def _param(self, param: Schema, place: Place) -> Iterator[Violation]:
        name, where = param["name"], param["in"]
        pointer = f"/{escaped(name)}"
        read = {**param, "name": name.lower()} if where == "header" else param
        try:
            value = read_param(read, place, self.checker)
        except (ValueError, RecursionError):
            yield Violation(pointer, "content", "is not JSON", where)
            return
        if value is MISSING:
            if param.get("required"):
                yield Violation(pointer, "required", "is required", where)
            return
        for found in self.checker.violations(value, param.get("schema", {}), pointer):
            yield found._replace(place=where)

    def _body(self, declared: Schema, body: Any, content_type: str | None) -> Iterator[Violation]:
        kinds: Mapping[str, Schema] = declared["body"]
        told = next(iter(kinds)) if content_type is None else content_type
        found = declared_kind(kinds, told)
        empty_form = content_type is not None and found is not None and found["kind"] == "form"
        if body is None or (body in (b"", "") and not empty_form):
            if declared.get("required"):
                yield Violation("", "required", "the request body is required")
            return
        if found is None:
            media_type = told.partition(";")[0].strip()
            message = f"the media type {media_type} is not declared"
            yield Violation("", "contentMediaType", message)
            return
        yield from read_body(found, body, told, self.checker)


def declared_kind(kinds: Mapping[str, Schema], content_type: str) -> Schema | None:
    """Find the declared media type for a content type: itself, else a range."""
    sent = content_type.partition(";")[0].strip().lower()
    plain = {name.partition(";")[0].strip(): kind for name, kind in kinds.items()}
    if sent in plain:
        return plain[sent]
    ranges = sorted((name for name in plain if "*" in name), key=len, reverse=True)
    return next((plain[name] for name in ranges if covers(name, sent)), None)
