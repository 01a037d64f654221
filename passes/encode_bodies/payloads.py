"""Makes a payload of a body's media type: its kind, the argument's type, properties that become parts (D7.3, D8)."""

from __future__ import annotations

from compiler.ir.media import WILDCARDS, essence, is_xml, kind_of
from compiler.ir.node import frozen
from compiler.ir.nodes import Body, Content
from compiler.ir.types import ANY, BYTES, STRING, Kind, ListOf, MapOf, Model, Scalar, Type
from compiler.ir.wire import BodyKind, Part, Payload
from passes.context import Context
from passes.support.answers.decoding import is_structure, text_type, wildcard_kind
from passes.support.requests.parts import Encoder
from passes.support.type_queries import Concrete, Types, alternatives, is_file, is_nullable


@frozen
class PayloadMaker:
    """Makes the payloads of one operation or event, to which diagnostics belong."""

    context: Context
    types: Types
    subject: str

    def make(self, content: Content, body: Body) -> Payload:
        """Return the payload of one media type of a request.

        Reports CG0813 (a form body that is no object) and what :class:`passes.support.requests.parts.Encoder` reports.
        """
        kind, type_ = self.shape(content)
        media_type = _sent_as(content.media_type, kind)
        found = alternatives(self.types, type_)
        encoder = Encoder(self.context, self.types, self.subject, content, kind)
        parts: tuple[Part, ...] = ()
        rest: Part | None = None
        if kind in (BodyKind.FORM, BodyKind.MULTIPART):
            parts, rest = encoder.parts(found), encoder.rest(found)
        encoder.check(found)
        self.check_text(content, kind, media_type)
        return Payload(
            media_type,
            kind,
            type=type_,
            required=body.required,
            nullable=is_nullable(self.types, type_),
            parts=parts,
            rest=rest,
            description=body.description,
            example=content.example,
            declared=content.media_type if content.media_type != media_type else None,
            id=body.id,
        )

    def check_text(self, content: Content, kind: BodyKind, media_type: str) -> None:
        """Warn of a text whose schema says that it is an object or an array: CG0825 (D8.3)."""
        found = alternatives(self.types, content.type) if content.type is not None else []
        if kind is BodyKind.TEXT and found and not is_xml(media_type) and all(map(is_structure, found)):
            at = self.context.loc(content.id)
            told = {"media_type": content.media_type}
            self.context.diagnostics.report("CG0825", at, subject=self.subject, at_key=True, **told)

    def shape(self, content: Content) -> tuple[BodyKind, Type]:
        """Return how the body is made, and of what; an entry without schema is bytes (D7.6)."""
        kind, type_ = kind_of(content.media_type), content.type
        found = alternatives(self.types, type_) if type_ is not None else []
        if essence(content.media_type) in WILDCARDS:
            kind = wildcard_kind(found)
            if kind is BodyKind.TEXT and essence(content.media_type) != "*/*":
                kind = BodyKind.JSON  # a text is no `application/*`
        match kind:
            case BodyKind.JSON if not is_file(found):
                return kind, type_ or ANY
            case BodyKind.TEXT | BodyKind.SSE if not is_file(found):
                return BodyKind.TEXT, text_type(self.types, type_, content.media_type)
            case BodyKind.FORM | BodyKind.MULTIPART if type_ is not None:
                return self.form(content, kind, type_, found)
            case BodyKind.JSONL if type_ is not None:
                return kind, type_ if _is_list(found) else ListOf(type_)
            case _:
                return BodyKind.BYTES, BYTES

    def form(self, content: Content, kind: BodyKind, type_: Type, found: list[Concrete]) -> tuple[BodyKind, Type]:
        """Say how a form is written: by its properties, or as bytes where it has none (CG0813)."""
        if has_fields(found):
            return kind, type_ if any(isinstance(item, Model | MapOf) for item in found) else MapOf(ANY)
        self.context.diagnostics.report(
            "CG0813", self.context.loc(content.id), subject=self.subject, at_key=True, media_type=content.media_type
        )
        text = kind is BodyKind.FORM and all(isinstance(item, Scalar) and item.kind is Kind.STRING for item in found)
        return (BodyKind.TEXT, STRING) if text else (BodyKind.BYTES, BYTES)


def has_fields(found: list[Concrete]) -> bool:
    """Tell whether a form can be of such values: of an object, or of anything."""
    if any(isinstance(item, Model | MapOf) for item in found):
        return True
    return all(isinstance(item, Scalar) and item.kind is Kind.ANY for item in found)


def _is_list(found: list[Concrete]) -> bool:
    return len(found) == 1 and isinstance(found[0], ListOf)


def _sent_as(media_type: str, kind: BodyKind) -> str:
    """Return the media type to send: a wildcard is none, so its kind's own stands for it; files have theirs (D8.3)."""
    if "*" not in media_type or kind is BodyKind.BYTES:
        return media_type
    return "application/json" if kind is BodyKind.JSON else "text/plain"
