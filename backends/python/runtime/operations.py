"""The description of one operation, from which its requests are made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from .bodies import Body
from .errors import InvalidArgumentError, MissingArgumentError
from .params import Param, Path, Target
from .responses import Answer, Answers
from .retries import RetryPolicy
from .security import Requirements
from .servers import Server
from .unset import UNSET, Unset

T_co = TypeVar("T_co", covariant=True)

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_DOTS = re.compile(r"(?:\.|%2[eE]){1,2}")
"""A segment that servers and proxies resolve, its dots encoded or not."""
_LITERAL = "/%:@!$&'()*+,;=?~"


class Operation(Generic[T_co]):
    """An operation: what its method does, without the arguments.

    Args:
        name: the operation's name in the API's document.
        method: the HTTP method.
        path: the path with ``{placeholders}``.
        params: the parameters, in the order in which the method passes values; by default those of
            the path.
        body: how the body is written.
        answers: the declared responses.
        accept: media types that can be read.
        security: alternatives of schemes, if they differ from those of the API.
        shared: parameters whose values are options of the client.
        servers: servers of this operation alone.
        retries, timeout: if they differ from those of the client.
        idempotency: the header of the idempotency key, if the API takes one.
        errors: success statuses that are errors here.
        declared: the schemas of its answers, if the operation is not in the document.
    """

    __slots__ = (
        "_segments",
        "accept",
        "answers",
        "body",
        "declared",
        "errors",
        "idempotency",
        "method",
        "name",
        "params",
        "path",
        "retries",
        "security",
        "servers",
        "shared",
        "timeout",
    )

    def __init__(
        self,
        name: str,
        method: str,
        path: str,
        *,
        params: tuple[Param, ...] | None = None,
        body: Body | None = None,
        answers: tuple[Answer, ...] = (),
        accept: str | None = "application/json",
        security: Requirements | None = None,
        shared: tuple[Param, ...] = (),
        servers: tuple[Server, ...] = (),
        retries: RetryPolicy | None = None,
        timeout: float | Unset = UNSET,
        idempotency: str | None = None,
        errors: tuple[str, ...] = (),
        declared: Mapping[str, Any] | None = None,
    ) -> None:
        self.name: str = name
        self.method: str = method
        self.path: str = path
        self.params: tuple[Param, ...] = _of_path(path) if params is None else params
        self.body: Body | None = body
        self.answers: Answers = Answers(answers, errors)
        self.accept: str | None = accept
        self.security: Requirements | None = security
        self.shared: tuple[Param, ...] = shared
        self.servers: tuple[Server, ...] = servers
        self.retries: RetryPolicy | None = retries
        self.timeout: float | Unset = timeout
        self.idempotency: str | None = idempotency
        self.declared: Mapping[str, Any] | None = declared
        self._segments: list[str] | None = None

    def fill(self, values: tuple[Any, ...], shared: dict[str, Any], target: Target) -> None:
        """Put the arguments into a request.

        Raises:
            MissingArgumentError: a required argument is absent.
            InvalidArgumentError: an argument cannot be written.
        """
        for param, value in zip(self.params, values, strict=True):
            if value is UNSET or (value is None and not param.nullable):
                if param.required:
                    raise MissingArgumentError(param.arg)
            else:
                param.put(value, target)
        for param in self.shared:
            value = param.fixed if param.fixed is not None else shared.get(param.name)
            if value is not None:
                param.put(value, target)

    def expand(self, values: dict[str, str]) -> str:
        """Put written values into the path.

        Raises:
            MissingArgumentError: a part of the path has no value.
            InvalidArgumentError: a part of the path would be ``.`` or ``..``, which servers
            resolve.
        """
        segments = self._segments
        if segments is None:
            segments = self._segments = _split(self.path)
        if len(segments) == 1:
            return segments[0]
        missing = [part for part in segments[1::2] if part not in values]
        if missing:
            raise MissingArgumentError(missing[0])
        path = "".join(values[part] if index % 2 else part for index, part in enumerate(segments))
        plain = path.partition("?")[0]
        if ("/." in path or "/%2" in path) and any(map(_DOTS.fullmatch, plain.split("/"))):
            raise InvalidArgumentError(f"the path {path!r} has a part that is '.' or '..'")
        return path


class StreamOperation(Operation[T_co]):
    """An operation whose result is a stream of values."""

    __slots__ = ()


def _of_path(path: str) -> tuple[Param, ...]:
    return tuple(map(Path, _PLACEHOLDER.findall(path.partition("#")[0])))


def _split(path: str) -> list[str]:
    """Split a template into alternating text, encoded for a URL, and names of placeholders."""
    parts = _PLACEHOLDER.split(path.partition("#")[0])
    return [part if index % 2 else quote(part, safe=_LITERAL) for index, part in enumerate(parts)]
