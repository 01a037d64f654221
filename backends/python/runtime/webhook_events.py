"""Declarations of webhooks and callbacks: how payloads are read and replies written."""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Mapping
from typing import Any, Generic, NamedTuple, TypeVar, cast

from .convert import Codec, Named, encode_any, reader
from .errors import SDKError
from .jsonio import dumps, loads
from .schemas import kind_of

StatusT = TypeVar("StatusT", bound=int)
BodyT = TypeVar("BodyT")


class PayloadError(SDKError):
    """A webhook whose payload is missing, too large or cannot be read."""

    too_large: bool = False


class Reply(Generic[StatusT, BodyT]):
    """The reply of a handler: a status, a body, and headers.

    A handler may also return only the body, which is sent with the success status, or nothing.
    """

    __slots__ = ("body", "headers", "status")

    def __init__(
        self,
        status: StatusT,
        body: BodyT = cast(Any, None),  # noqa: B008  # a constant
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.status: StatusT = status
        self.body: BodyT = body
        self.headers: dict[str, str] = dict(headers or {})

    def __repr__(self) -> str:
        return f"Reply({self.status!r}, {self.body!r})"


class WebhookResponse(NamedTuple):
    """The response to the sender."""

    status: int
    headers: dict[str, str]
    body: bytes


class Payload:
    """How a payload of one media type is read: as ``json``, ``jsonl``, ``text`` or ``bytes``.

    ``shape`` is the JSON type a payload must have; None for any.
    """

    __slots__ = ("decode", "kind", "media_type", "shape")

    def __init__(
        self, media_type: str, kind: str, decode: Named | None = None, shape: str | None = None
    ) -> None:
        self.media_type: str = media_type
        self.kind: str = kind
        self.decode: Codec | None = reader(decode) if decode else None
        self.shape: str | None = shape

    def read(self, body: bytes, content_type: str) -> Any:
        """Read a payload.

        Raises:
            ValueError: it cannot be read.
        """
        if self.kind != "bytes":
            body = in_utf8(body, content_type)
        match self.kind:
            case "json":
                return self._value(loads(body))
            case "jsonl":
                lines = (line.strip(b"\x1e") for line in body.splitlines())
                return [self._value(loads(line)) for line in lines if line.strip()]
            case "text":
                return body.decode("utf-8")
            case _:
                return body

    def _value(self, value: Any) -> Any:
        if self.shape is not None and kind_of(value) != self.shape:
            raise ValueError(f"the payload must be {self.shape}, not {kind_of(value)}")
        return value if self.decode is None else self.decode(value)


def in_utf8(body: bytes, content_type: str) -> bytes:
    """Convert text from the character set of its content type to UTF-8; an unknown character
    set counts as UTF-8.

    Raises:
        ValueError: it is not text in that character set.
    """
    charset = _CHARSET.search(content_type)
    try:
        if charset is None or codecs.lookup(charset[1]).name == "utf-8":
            return body
        return body.decode(charset[1]).encode()
    except LookupError:
        return body


_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([^\";\s]+)", re.IGNORECASE)


class Event:
    """The declaration of a webhook or a callback.

    ``answers`` are media types by status, ``""`` without a body; ``success`` is the default status
    of a reply; ``tags`` are the values of the receiver's tag for it; ``short`` is another name for
    it.
    """

    __slots__ = (
        *("answers", "failure", "method", "name", "payloads", "required", "short", "signed"),
        *("success", "tags"),
    )

    def __init__(
        self,
        name: str,
        *payloads: Payload,
        required: bool = False,
        answers: Mapping[str, str] | None = None,
        success: int = 200,
        failure: int = 500,
        signed: bool = True,
        short: str = "",
        method: str = "POST",
        tags: Collection[str] = (),
    ) -> None:
        self.method: str = method
        self.name: str = name
        self.payloads = payloads
        self.required: bool = required
        self.answers = answers or {}
        self.success: int = success
        self.failure: int = failure
        self.signed: bool = signed
        self.short: str = short
        self.tags = tags

    def read(self, headers: Mapping[str, str], body: bytes) -> Any:
        """Read the payload; None if it is absent and optional.

        Raises:
            PayloadError: the payload is missing or cannot be read.
        """
        if not body:
            if self.required:
                raise PayloadError("the request body is required")
            return None
        content_type = headers.get("content-type", "")
        payload = self._payload(content_type)
        if payload is None:
            return body
        try:
            return payload.read(body, content_type)
        except (ValueError, RecursionError) as error:
            raise PayloadError(f"the payload is not {payload.media_type}: {error}") from error

    def _payload(self, content_type: str) -> Payload | None:
        """Find the payload of the content type; by default the first."""
        media_type = content_type.partition(";")[0].strip().lower()
        found = (payload for payload in self.payloads if payload.media_type == media_type)
        return next(found, self.payloads[0] if self.payloads else None)

    def answer(self, returned: Any) -> WebhookResponse:
        """Make the response from a handler's result.

        Raises:
            ValueError: it is not a declared response.
        """
        made = returned.__class__ is Reply
        reply: Reply[int, Any] = returned if made else Reply(self.success, returned)
        media_type = self._declared(reply.status)
        if media_type is None and made and self.answers:
            raise ValueError(f"the status {reply.status} is not declared for {self.name}")
        return _response(reply, media_type or "application/json")

    def _declared(self, status: int) -> str | None:
        answers = self.answers
        for key in (str(status), f"{status // 100}XX", "default"):
            if key in answers:
                return answers[key]
        return None


def _response(reply: Reply[int, Any], media_type: str) -> WebhookResponse:
    body = reply.body
    if body is None:
        return WebhookResponse(reply.status, reply.headers, b"")
    if isinstance(body, bytes):
        content = body
    elif isinstance(body, str) and not _is_json(media_type):
        content = body.encode()
    else:
        content = dumps(encode_any(body))
    return WebhookResponse(reply.status, {"content-type": media_type, **reply.headers}, content)


def _is_json(media_type: str) -> bool:
    return media_type.endswith(("/json", "+json"))
