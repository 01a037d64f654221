"""Bodies and signatures of events, as receivers see them: what each event carries, and the possible replies (D9)."""

from __future__ import annotations

from enum import StrEnum

from compiler.ir.node import arg, blocks, flag, key, node
from compiler.ir.types import Type


class Carries(StrEnum):
    """How the body of an event, or of the answer to one, is read and written; BYTES are passed on as they are."""

    JSON = "json"
    JSONL = "jsonl"
    TEXT = "text"
    BYTES = "bytes"


class Shape(StrEnum):
    """The JSON type that all values of a body have."""

    OBJECT = "object"
    ARRAY = "array"


@node("event-body")
class EventBody:
    """A body in one media type.

    ``type``: of the JSON value, or of a line of JSONL. ``shape`` is None where values have several JSON types;
    ``nullable`` says that null is one of its values.
    """

    media_type: str = arg()
    carries: Carries = arg()
    type: Type = key()
    shape: Shape | None = key()
    nullable: bool = flag()

    @property
    def parsed(self) -> bool:
        """Whether a handler gets a value of ``type``, and not text or bytes."""
        return self.carries in (Carries.JSON, Carries.JSONL)


@node("reply")
class Reply:
    """An answer that a handler may return: its ``status``, which the handler chooses if it is not ``exact`` (``2XX``).

    ``media_type``: of its body; "" if it has none. ``usual``: the handler may return the body alone.
    """

    status: str = arg()
    media_type: str = key("")
    exact: bool = flag()
    usual: bool = flag()
    bodies: tuple[EventBody, ...] = blocks("body")


class SignatureKind(StrEnum):
    """Who defines what is signed: the document, or Standard Webhooks."""

    SIGNATURE = "signature"
    STANDARD = "standard-webhooks"


@node("signature")
class Signature:
    """How webhook signatures are verified (`x-codegen-webhooks.security`, D9.3)."""

    kind: SignatureKind = arg(SignatureKind.SIGNATURE)
    header: str = key("webhook-signature")
    algorithm: str = key("hmac-sha256")
    encoding: str = key("hex")
    prefix: str = key("")
    signed: str = key("{body}")
    timestamp_key: str | None = key()
    signature_key: str | None = key()
    tolerance_seconds: int | None = key()
