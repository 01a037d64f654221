"""The properties of form and multipart bodies: how each is written, by its type and its Encoding Object (D8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from compiler.base.patterns import lazy_pattern
from compiler.ir.media import FORM_DATA, OCTETS, essence
from compiler.ir.node import replace
from compiler.ir.nodes import Content, Encoding, Header
from compiler.ir.types import STRING, Field, Kind, ListOf, MapOf, Model, Scalar, Type
from compiler.ir.wire import BodyKind, Encode, Part, PartHeader, Style
from compiler.source import Loc
from passes.context import Context
from passes.support.places import nearest
from passes.support.requests.content_types import label, others, split_content_type
from passes.support.requests.header_texts import header_text
from passes.support.requests.nesting import IN_BRACKETS, nested_values, openapi_name
from passes.support.type_queries import Concrete, Types, alternatives

QUERY_STYLES = (Style.FORM, Style.SPACE_DELIMITED, Style.PIPE_DELIMITED, Style.DEEP_OBJECT)
NOT_SENT = frozenset({"content-type", "content-disposition"})
"""Part headers that are ignored: OpenAPI says so of the first, spec 2.7 of the second (D8.4)."""
_CONTROL = lazy_pattern(r"[\x00-\x08\x0A-\x1F\x7F\ud800-\udfff]")
"""Characters that a header cannot hold (RFC 9110 5.5): control characters, and lone surrogates."""


@dataclass(frozen=True)
class Encoder:
    """Encodes one media type of a body; diagnostics belong to ``subject``."""

    context: Context
    types: Types
    subject: str
    content: Content
    kind: BodyKind

    def parts(self, found: Iterable[Concrete]) -> tuple[Part, ...]:
        """Return a part per property; properties of several alternatives are one part each (spec 2.6.5)."""
        models = [item for item in found if isinstance(item, Model)]
        fields: dict[str, Field] = {}
        for model in models:
            for field in model.fields:
                if not field.read_only:
                    fields.setdefault(field.wire, field)
        needed = [{field.wire for field in model.fields if field.required} for model in models]
        return tuple(
            replace(self.part(wire, field.type), required=all(wire in wires for wires in needed))
            for wire, field in fields.items()
        )

    def rest(self, found: Iterable[Concrete]) -> Part | None:
        """Return how properties are written that the schema does not name; None where it does not speak of them."""
        for item in found:
            extra = item.value if isinstance(item, MapOf) else item.additional if isinstance(item, Model) else None
            if extra is not None:
                return self.part("", extra)
        return None

    def part(self, wire: str, type_: Type) -> Part:
        """Return how one property is written."""
        encoding = self.encodings.get(wire)
        found, repeated = self.items(type_)
        encode, usual = self.default(found)
        headers = tuple(_part_headers(encoding)) if encoding and self.kind is BodyKind.MULTIPART else ()
        part = Part(wire, encode, type=type_, repeated=repeated, headers=headers)
        if encoding is not None and self.styled(encoding):
            return self.by_style(part, encoding)
        declared = split_content_type(encoding.content_type) if encoding is not None else ()
        encode, sent = (label(declared, encode, usual, found) if declared else None) or (encode, usual)
        anything = encode is Encode.BYTES and _is_anything(found)
        part = replace(part, encode=encode, declared=bool(declared), anything=anything)
        if self.kind is BodyKind.FORM:
            return part
        objects, texts = others(declared, encode, found, anything=_is_anything(found))
        names = declared or (usual,)
        sent = None if names == (sent,) else sent
        return replace(part, content_types=names, sent=sent, objects=objects, texts=texts)

    @cached_property
    def encodings(self) -> Mapping[str, Encoding]:
        """The Encoding Objects by the names of their properties."""
        return {item.wire: item for item in self.content.encodings}

    def styled(self, encoding: Encoding) -> bool:
        """Tell whether style, explode or allowReserved is given where it counts; then contentType does not (D8.2)."""
        given = encoding.style is not None or encoding.explode is not None
        if self.kind is BodyKind.FORM:
            return given or encoding.allow_reserved is not None
        return given and essence(self.content.media_type) == FORM_DATA

    def by_style(self, part: Part, encoding: Encoding) -> Part:
        """Return the part as a query parameter would be written (D8.2)."""
        style = encoding.style if encoding.style in QUERY_STYLES else Style.FORM
        explode = encoding.explode if encoding.explode is not None else style is Style.FORM
        return replace(
            part,
            encode=Encode.STYLE,
            repeated=False,
            style=style,
            explode=explode or style is Style.DEEP_OBJECT,
            allow_reserved=self.kind is BodyKind.FORM and bool(encoding.allow_reserved),
        )

    def items(self, type_: Type) -> tuple[list[Concrete], bool]:
        """Return what is written by itself: the value, or each item of an array (D8.1). The flag says which."""
        found = alternatives(self.types, type_)
        lists = [item for item in found if isinstance(item, ListOf)]
        inner = [below for item in lists for below in alternatives(self.types, item.item)]
        if not lists or any(isinstance(item, ListOf) for item in inner):
            return found, False  # an array of arrays is one JSON value (D8.3)
        return [*inner, *(item for item in found if not isinstance(item, ListOf))], True

    def default(self, found: Sequence[Concrete]) -> tuple[Encode, str]:
        """Return how a value is written by its type, and its content type (D8.1).

        In a union raw bytes win over plain text, and that over JSON: the others are told apart when they are sent.
        """
        kinds = {item.kind for item in found if isinstance(item, Scalar)}
        if Kind.BYTES in kinds:
            return Encode.BYTES, OCTETS
        if _is_anything(found):
            return (Encode.TEXT if self.kind is BodyKind.FORM else Encode.BYTES), OCTETS
        if all(isinstance(item, Model | MapOf | ListOf) for item in found):
            return Encode.JSON, "application/json"
        return Encode.TEXT, OCTETS if Kind.BASE64 in kinds else "text/plain"

    # ----------------------------------------------------------------------- diagnostics

    def check(self, found: Sequence[Concrete]) -> None:
        """Report Encoding Objects that have no effect, or less than they say: CG0341, CG0804 to CG0812 (D8)."""
        if self.kind not in (BodyKind.FORM, BodyKind.MULTIPART):
            if self.content.encodings:
                self.report("CG0804", self.content.encodings[0], media_type=self.content.media_type)
            return
        fields = [field for item in found if isinstance(item, Model) for field in item.fields]
        known = {field.wire: field.type for field in fields}
        unnamed = next((field for field in fields if not field.wire and not field.read_only), None)
        if unnamed is not None:  # in JSON it is a name like others
            loc = self.context.loc(unnamed.id)
            self.context.diagnostics.report("CG0364", loc, subject=self.subject, at_key=True, what="field of the form")
        for encoding in self.content.encodings:
            if encoding.wire not in known:
                self.report("CG0805", encoding, name=encoding.wire, hint=nearest(encoding.wire, known))
            elif self.styled(encoding):
                self.check_nested(encoding, known[encoding.wire])
            else:
                self.check_type(encoding, known[encoding.wire])
            self.check_keys(encoding)
            self.check_headers(encoding)

    def check_keys(self, encoding: Encoding) -> None:
        """Warn of keys that have no effect, or none in this media type (D8.2)."""
        if encoding.allow_reserved is not None and self.kind is BodyKind.MULTIPART:
            self.report("CG0806", encoding, "allowReserved")
        given = encoding.style is not None or encoding.explode is not None
        if given and self.kind is BodyKind.MULTIPART and essence(self.content.media_type) != FORM_DATA:
            key = "style" if encoding.style is not None else "explode"
            self.report("CG0812", encoding, key, key=key, media_type=self.content.media_type)
        if encoding.content_type is not None and self.styled(encoding):
            self.report("CG0810", encoding, "contentType")

    def check_nested(self, encoding: Encoding, type_: Type) -> None:
        """Warn of values that the style does not describe (D8.2)."""
        part = self.by_style(Part(encoding.wire, Encode.STYLE), encoding)
        what = nested_values(self.types, type_, part.style, explode=part.explode)
        if what is not None:
            help_ = f"remove what says how it is written, {IN_BRACKETS}"
            told = {"name": encoding.wire, "what": what, "style": openapi_name(part.style)}
            self.report("CG0711", encoding, help=help_, **told)

    def check_type(self, encoding: Encoding, type_: Type) -> None:
        """Warn of content types as which no value can be written (D8.3)."""
        declared, (found, _) = split_content_type(encoding.content_type), self.items(type_)
        encode, usual = self.default(found)
        if declared and label(declared, encode, usual, found) is None:
            told = {"name": encoding.wire, "content_type": ", ".join(declared), "usual": usual}
            what = "an object" if encode is Encode.JSON else "text"
            self.report("CG0824", encoding, "contentType", what=what, **told)

    def check_headers(self, encoding: Encoding) -> None:
        """Warn of part headers that are ignored or unusual (D8.4)."""
        if not encoding.headers:
            return
        if self.kind is BodyKind.FORM:
            self.report("CG0807", encoding, "headers")
            return
        for header in encoding.headers:
            if header.wire.lower() in NOT_SENT:
                self.report("CG0808", encoding, "headers", header.wire, name=header.wire)
                continue
            if essence(self.content.media_type) == FORM_DATA:
                self.report("CG0809", encoding, "headers", header.wire, name=header.wire)
            text = _header_text(header) or ""
            wrong = _CONTROL.search(text)
            if wrong is not None:
                told = {"name": _CONTROL.sub(" ", text), "what": "the value of a header"}
                help_, problem = "a header is one line of text", f"it contains U+{ord(wrong[0]):04X}"
                self.report("CG0341", encoding, "headers", header.wire, help=help_, problem=problem, **told)

    def report(self, code: str, encoding: Encoding, *keys: str, **params: Any) -> None:
        """Report at the Encoding Object, or at a key of it."""
        place: Loc = self.context.loc(encoding.id).at(*keys)
        self.context.diagnostics.report(code, place, subject=self.subject, at_key=True, **params)


def report_unused_encodings(context: Context, subject: str, contents: Iterable[Content], where: str) -> None:
    """Report Encoding Objects outside of requests by the client: CG0804 (D8.5)."""
    for content in contents:
        for encoding in content.encodings[:1]:
            told = f"{content.media_type} in a {where}"
            context.diagnostics.report(
                "CG0804", context.loc(encoding.id), subject=subject, at_key=True, media_type=told
            )


def _is_anything(found: Sequence[Concrete]) -> bool:
    """Tell whether a value may be of any type."""
    return not found or any(isinstance(item, Scalar) and item.kind is Kind.ANY for item in found)


def _part_headers(encoding: Encoding) -> Iterator[PartHeader]:
    for header in encoding.headers:
        if header.wire.lower() not in NOT_SENT:
            yield _part_header(header)


def _header_text(header: Header) -> str | None:
    fixed = header.default.json if header.default is not None else None
    return header_text(fixed, explode=header.explode, media_type=header.media_type)


def _part_header(header: Header) -> PartHeader:
    text = _header_text(header)
    return PartHeader(
        header.wire,
        header.type or STRING,
        header.required,
        header.default if text is not None else None,
        text,
        header.explode,
        header.media_type,
        header.description,
    )
