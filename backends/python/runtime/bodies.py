"""Request bodies, one class for each way to write one.

``encode`` converts the argument to JSON (for forms a dictionary by wire name, with files as they
are); the class says how it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast
from urllib.parse import quote_from_bytes

from . import styles
from .convert import Codec, Named, is_mapping, writer
from .errors import InvalidArgumentError, MissingBodyError
from .fields import Fields, Switch
from .files import (
    File,
    PartValue,
    Stream,
    as_content,
    as_file,
    file_name,
    is_named_file,
    is_upload,
)
from .jsonio import dumps
from .kinds import MisfitError, is_array, is_object, within
from .lines import RECORD
from .multipart import MultipartStream, Piece
from .texts import IN_FORM, escape_plus, json_text, keep, plain, text_of
from .unset import UNSET


class Sent:
    """A body ready to send."""

    __slots__ = ("content", "content_type")

    def __init__(self, content: bytes | Stream, content_type: str) -> None:
        self.content: bytes | Stream = content
        self.content_type: str = content_type


class Body:
    """What all bodies share; ``nullable`` says that None is a body, the JSON ``null``.

    ``fields``: arguments of the method that are its properties; ``switch``: the property that
    makes the answer a stream.
    """

    __slots__ = ("encode", "fields", "media_type", "nullable", "required", "switch")

    def __init__(
        self,
        media_type: str = "application/json",
        *,
        required: bool = False,
        nullable: bool = False,
        encode: Named = plain,
        fields: Fields | None = None,
        switch: Switch | None = None,
    ) -> None:
        self.fields: Fields | None = fields
        if fields is not None:
            fields.settle(encode)
        self.switch: Switch | None = switch
        self.media_type: str = media_type
        self.required: bool = required
        self.nullable: bool = nullable
        self.encode: Codec = writer(encode)

    def plain(self, value: Any) -> Any:
        """Convert the argument to JSON; UNSET if there is no body to send.

        Raises:
            MissingBodyError: the body is required and was not given.
            InvalidArgumentError: the value is not of the declared type.
        """
        if value is UNSET or (value is None and not self.nullable):
            if self.required:
                raise MissingBodyError
            return UNSET
        try:
            return self.encode(value)
        except InvalidArgumentError:
            raise
        except (TypeError, ValueError, AttributeError, RecursionError) as error:
            raise self._refusal(error) from error

    def send(self, value: Any) -> Sent:
        """Write what :meth:`plain` made.

        Raises:
            InvalidArgumentError: the body cannot be written.
        """
        try:
            return self.write(value)
        except InvalidArgumentError:
            raise
        except (TypeError, ValueError, AttributeError, RecursionError) as error:
            raise self._refusal(error) from error

    def _refusal(self, error: Exception) -> InvalidArgumentError:
        """Name the argument in which something is wrong, where the body is made of arguments."""
        pointer = error.pointer if isinstance(error, MisfitError) else ""
        if self.fields is not None and pointer:
            argument = self.fields.argument(pointer.split("/")[1])
            return InvalidArgumentError(f"the argument {argument!r} cannot be sent: {error}")
        return InvalidArgumentError(f"the request body cannot be sent: {error}")

    def write(self, value: Any) -> Sent:
        """Write a body of this kind."""
        raise AssertionError(self)


class JsonBody(Body):
    """JSON."""

    __slots__ = ()

    def write(self, value: Any) -> Sent:
        return Sent(dumps(value), self.media_type)


class JsonLinesBody(Body):
    """One JSON value per line; in a JSON text sequence a mark precedes each (RFC 7464)."""

    __slots__ = ()

    def write(self, value: Any) -> Sent:
        if not is_array(value):
            raise InvalidArgumentError("the request body must be a list: each item is a line")
        mark = RECORD.encode() if self.media_type.endswith("json-seq") else b""
        lines = [mark + dumps(line) + b"\n" for line in value]
        return Sent(b"".join(lines), self.media_type)


class TextBody(Body):
    """Text, XML among it; bytes are text that is encoded already."""

    __slots__ = ()

    def plain(self, value: Any) -> Any:
        """Convert the argument to JSON; bytes stay bytes if the text does not stand for bytes."""
        is_text = isinstance(value, _BYTES) and self.encode is plain
        return bytes(cast("bytes", value)) if is_text else super().plain(value)

    def write(self, value: Any) -> Sent:
        if is_object(value) or is_array(value):
            raise InvalidArgumentError(f"the request body must be text: it is {self.media_type}")
        content = value if isinstance(value, bytes) else text_of(value).encode()
        return Sent(content, self.media_type)


class BytesBody(Body):
    """Bytes as they are; if there are several media types, ``types``, a file names its own."""

    __slots__ = ("extensions", "types")

    def __init__(
        self,
        media_type: str,
        *,
        required: bool = False,
        nullable: bool = False,
        types: tuple[str, ...] = (),
        extensions: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(media_type, required=required, nullable=nullable, encode=as_file)
        self.types: tuple[str, ...] = types or (media_type,)
        self.extensions: Mapping[str, str] = extensions or {}

    def write(self, value: Any) -> Sent:
        file = as_file(value)
        kind = choose_type(self, file, file.content_type, "body")
        return Sent(as_content(file.content, "body"), kind)


class Part:
    """How one property of a form or multipart body is written (Encoding Object).

    ``how`` is ``style`` (like a query parameter), ``json``, ``text`` or ``bytes``; ``anything``:
    a value that is not a file is sent as text. ``repeated``: each item of an array on its own.
    ``types``: a part's content types; ``extensions``: those of files by their names; ``objects``,
    ``texts``: those of a union's other values, JSON or plain text; ``json_only``: which of these
    go in JSON alone, where no file is in the body. ``headers``: its headers with
    values; ``needs``: those that must be given.
    """

    __slots__ = (
        "allow_reserved",
        "anything",
        "explode",
        "extensions",
        "headers",
        "how",
        "json_only",
        "name",
        "needs",
        "objects",
        "repeated",
        "style",
        "texts",
        "types",
    )

    def __init__(
        self,
        name: str = "",
        how: str = "text",
        *,
        anything: bool = False,
        repeated: bool = False,
        types: tuple[str, ...] = (),
        extensions: Mapping[str, str] | None = None,
        objects: str | None = None,
        texts: str | None = None,
        json_only: tuple[str, ...] = (),
        style: str = "form",
        explode: bool = False,
        allow_reserved: bool = False,
        headers: Mapping[str, str] | None = None,
        needs: tuple[str, ...] = (),
    ) -> None:
        self.name: str = name
        self.needs: tuple[str, ...] = needs
        self.how: str = how
        self.anything: bool = anything
        self.repeated: bool = repeated
        self.types: tuple[str, ...] = types
        self.extensions: Mapping[str, str] = extensions or {}
        self.objects: str | None = objects
        self.texts: str | None = texts
        self.json_only: tuple[str, ...] = json_only
        self.style: str = style
        self.explode: bool = explode
        self.allow_reserved: bool = allow_reserved
        self.headers = headers or {}

    def items(self, value: Any) -> list[Any]:
        """Split a value into the items that are written one by one; nulls are left out."""
        values: list[Any] = [value]
        if self.repeated and isinstance(value, (list, tuple)) and not _is_file_tuple(self, value):
            values = [*cast("list[Any]", value)]
        return [item for item in values if item is not None]


class _PartsBody(Body):
    """A body that is written property by property."""

    __slots__ = ("parts", "rest")

    def __init__(
        self,
        media_type: str,
        parts: tuple[Part, ...] = (),
        *,
        rest: Part | None = None,
        required: bool = False,
        nullable: bool = False,
        encode: Named = dict,
        fields: Fields | None = None,
        switch: Switch | None = None,
    ) -> None:
        super().__init__(
            media_type,
            required=required,
            nullable=nullable,
            encode=encode,
            fields=fields,
            switch=switch,
        )
        self.parts = {part.name: part for part in parts}
        self.rest = rest or Part()

    def plain(self, value: Any) -> Any:
        """Convert the argument to JSON; bytes stay bytes if a part may be anything."""
        headed = self._headed(value)
        if headed and is_mapping(value):
            value = {**value, **{name: _bare(item) for name, item in headed.items()}}
        made = super().plain(value)
        if not is_mapping(made):
            return made
        kept = {
            name: _with_bytes(part, _member(value, name), item)
            for name, part, item in self._properties(made)
            if part.how == "bytes"
        }
        found = {**made, **kept}
        for name, item in headed.items():
            alone = found if is_mapping(value) else super().plain({name: _bare(item)})
            found[name] = _with_headers(alone.get(name), item)
        return found

    def _headed(self, value: Any) -> dict[str, Any]:
        """Find the properties that have headers for their parts, or for those of their items."""
        names = list(value) if is_mapping(value) else list(self.parts)
        found = {name: _member(value, name) for name in names}
        return {name: item for name, item in found.items() if any(map(_is_headed, _items(item)))}

    def _properties(self, value: Any) -> Iterator[tuple[str, Part, Any]]:
        for name, item in value.items():
            if item is not UNSET:
                yield name, self.parts.get(name, self.rest), item


def _is_headed(value: Any) -> bool:
    return isinstance(value, PartValue)


def _items(value: Any) -> Sequence[Any]:
    return cast("Sequence[Any]", value) if isinstance(value, (list, tuple)) else [value]


def _bare(value: Any) -> Any:
    """Return a value without its headers, or those of its items."""
    if isinstance(value, PartValue):
        return value.value
    return [_bare(item) for item in _items(value)] if isinstance(value, (list, tuple)) else value


def _with_headers(made: Any, given: Any) -> Any:
    """Attach the headers again to the converted value."""
    if isinstance(given, PartValue):
        return PartValue(made, given.headers)
    if is_array(made) and isinstance(given, (list, tuple)):
        return [_with_headers(*pair) for pair in zip(made, _items(given), strict=True)]
    return made


def _member(value: Any, name: str) -> Any:
    """Get a property of a dictionary or a model by its name on the wire."""
    find = value.get if is_mapping(value) else getattr(value, "__wire__", None)
    return find(name) if find else None


def _with_bytes(part: Part, given: Any, made: Any) -> Any:
    """Return bytes and files as they were given, and other values as they were converted."""
    if _is_kept(part, given):
        return given
    if not (part.repeated and is_array(made) and isinstance(given, (list, tuple))):
        return made
    items = cast("Sequence[Any]", given)
    if len(items) != len(made):
        return made
    both = zip(items, made, strict=True)
    return [item if _is_kept(part, item) else other for item, other in both]


_BYTES = (bytes, bytearray, memoryview)


def _is_kept(part: Part, given: Any) -> bool:
    return isinstance(given, _BYTES) or (part.anything and is_upload(given))


class FormBody(_PartsBody):
    """``application/x-www-form-urlencoded``."""

    __slots__ = ()

    def write(self, value: Any) -> Sent:
        written: list[str] = []
        for name, part, item in self._properties(value):
            with within(name):
                written += self._pairs(name, part, item)
        return Sent("&".join(written).encode("ascii"), self.media_type)

    def _pairs(self, name: str, part: Part, value: Any) -> Iterator[str]:
        if part.how == "style":
            escape = styles.escaper(part.allow_reserved, IN_FORM)
            if value is not None:
                for key, text in styles.pairs(name, plain(value), part.style, part.explode, escape):
                    yield f"{key}={text}"
            return
        for item in part.items(value):
            yield f"{escape_plus(name)}={_form_text(name, part, item)}"


class MultipartBody(_PartsBody):
    """``multipart/form-data``, and other multipart types, whose parts have no names."""

    __slots__ = ()

    def write(self, value: Any) -> Sent:
        pieces: list[Piece] = []
        for name, part, item in self._properties(value):
            with within(name):
                pieces += self._pieces(name, part, item)
        stream = MultipartStream(pieces)
        return Sent(stream, f"{self.media_type}; boundary={stream.boundary}")

    def _pieces(self, name: str, part: Part, value: Any) -> Iterator[Piece]:
        label = name if self.media_type == "multipart/form-data" else None
        given, value = _headers_of(value)
        if part.how == "style":
            _, headers = _head(part, name, label, given)
            if value is not None:
                for key, text in styles.pairs(
                    name, plain(value), part.style, part.explode, keep, keep
                ):
                    yield Piece(key if label else None, text.encode(), headers=headers)
            return
        for item in part.items(value):
            own, one = _headers_of(item)
            yield _piece(label, name, part, one, {**given, **own})


class JsonOrFilesBody(MultipartBody):
    """Multipart if a file is among the values, else JSON of the media type ``json``.

    ``file_needs`` and ``json_needs``: properties that only one of them requires.
    """

    __slots__ = ("file_needs", "json", "json_needs")

    def __init__(
        self,
        media_type: str,
        parts: tuple[Part, ...] = (),
        *,
        json: str,
        json_needs: tuple[str, ...] = (),
        file_needs: tuple[str, ...] = (),
        **more: Any,
    ) -> None:
        super().__init__(media_type, parts, **more)
        self.json: str = json
        self.json_needs: tuple[str, ...] = json_needs
        self.file_needs: tuple[str, ...] = file_needs

    def write(self, value: Any) -> Sent:
        values = list(self._properties(value))
        if not any(_holds_file(part, item) for _, part, item in values):
            found = {name: _bare(item) for name, _, item in values}
            _check_given(self.json_needs, found, f"without a file: {self.json}")
            return Sent(dumps(found), self.json)
        found = {name: item for name, _, item in values if item is not None}
        _check_given(self.file_needs, found, f"with a file: {self.media_type}")
        for name, part, item in values:
            if part.json_only and any(_is_json_only(part, one) for one in part.items(_bare(item))):
                raise InvalidArgumentError(
                    f"{name!r} must be a file if another value is one: "
                    f"its other types can only be sent as {self.json}"
                )
        return super().write(value)


def _check_given(needs: tuple[str, ...], found: Mapping[str, Any], where: str) -> None:
    for name in needs:
        if name not in found:
            raise InvalidArgumentError(f"{name!r} must be given {where} requires it")


def _is_json_only(part: Part, value: Any) -> bool:
    if _other_type(part, value) is None:
        return False
    return ("objects" if is_object(value) or is_array(value) else "texts") in part.json_only


def _holds_file(part: Part, value: Any) -> bool:
    if part.how != "bytes":
        return False
    items = part.items(_headers_of(value)[1])
    if part.anything:
        return any(is_upload(_headers_of(item)[1]) for item in items)
    return any(_other_type(part, _headers_of(item)[1]) is None for item in items)


def _headers_of(value: Any) -> tuple[Mapping[str, Any], Any]:
    return (value.headers, value.value) if isinstance(value, PartValue) else ({}, value)


def _piece(label: str | None, name: str, part: Part, value: Any, given: Mapping[str, Any]) -> Piece:
    other = _other_type(part, value)
    if other is None and part.how == "bytes":
        file = as_file(text_of(value).encode() if part.anything and _is_json(value) else value)
        kind, headers = _head(part, name, label, {**file.headers, **given})
        return Piece(
            label,
            as_content(file.content, name),
            file_name=file_name(file) or name,
            content_type=choose_type(part, file, kind or file.content_type, name),
            headers=headers,
        )
    kind, headers = _head(part, name, label, given)
    declared = other or (part.types[0] if part.types else None)
    if kind is not None and declared is not None and not covers(declared, kind):
        raise InvalidArgumentError(f"the content type of {name!r} must be {declared}, not {kind}")
    text = json_text(value) if part.how == "json" else text_of(value)
    return Piece(label, text.encode(), content_type=kind or declared, headers=headers)


def _head(
    part: Part, name: str, label: str | None, given: Mapping[str, Any]
) -> tuple[str | None, dict[str, str]]:
    """Return the content type given with a part, and its headers: the document's win.

    Raises:
        InvalidArgumentError: a required header is missing, or Content-Disposition is given, which
        holds the part's name.
    """
    kind, headers = None, dict[str, str]()
    taken = {key.lower() for key in part.headers}
    for key, value in given.items():
        lower = key.lower()
        text = styles.header(plain(value), explode=False)
        if lower == "content-type":
            kind = text
        elif lower == "content-disposition" and label is not None:
            raise InvalidArgumentError(
                f"the headers of {label!r} hold Content-Disposition: give the file a name instead"
            )
        elif lower not in taken:
            headers[key] = text
    there = {key.lower() for key in headers}
    for missing in part.needs:
        if missing.lower() not in there:
            raise InvalidArgumentError(f"the part {name!r} needs the header {missing}")
    return kind, {**headers, **part.headers}


def choose_type(of: Part | BytesBody, file: File, given: str | None, name: str) -> str:
    """Choose the content type of a file: its own, else by its name, else the declared one.

    Raises:
        InvalidArgumentError: its type is not declared, or several are and it has none.
    """
    told = " or ".join(of.types)
    if given:
        if not of.types or any(covers(kind, given) for kind in of.types):
            return given
        raise InvalidArgumentError(f"the content type of {name!r} must be {told}, not {given}")
    known = of.extensions.get((file_name(file) or "").rpartition(".")[2].lower())
    single = [kind for kind in of.types if "*" not in kind]
    if known or len(single) == 1:
        return known or single[0]
    if of.types and not any(covers(kind, _OCTETS) for kind in of.types):
        raise InvalidArgumentError(f"the content type of {name!r} is missing: it must be {told}")
    return _OCTETS


_OCTETS = "application/octet-stream"


def covers(declared: str, given: str) -> bool:
    """Tell whether a media type is the declared one, or in its range."""
    known, sent = (kind.partition(";")[0].strip().lower() for kind in (declared, given))
    return known in (sent, "*/*") or (known.endswith("/*") and sent.startswith(known[:-1]))


def _form_text(name: str, part: Part, value: Any) -> str:
    if part.how == "json":
        return escape_plus(json_text(value))
    if part.how != "bytes" or isinstance(value, str):
        return escape_plus(text_of(value))
    content = as_content(as_file(value).content, name)
    if isinstance(content, bytes):
        return quote_from_bytes(content, safe="")
    raise InvalidArgumentError(f"{name!r} must be text or bytes: it is sent in a form")


def _other_type(part: Part, value: Any) -> str | None:
    """Find the content type of a union's value that is not a file: JSON or text."""
    if is_object(value) or _is_json_array(value):
        return part.objects
    return part.texts if isinstance(value, (str, int, float, Decimal)) else None


def _is_json(value: Any) -> bool:
    """Tell whether a value that may be anything is not a file."""
    return is_object(value) or _is_json_array(value) or isinstance(value, (int, float, Decimal))


def _is_json_array(value: Any) -> bool:
    """Tell whether a value is an array, and not the pieces of a file."""
    return is_array(value) and not any(isinstance(item, bytes) for item in value)


def _is_file_tuple(part: Part, value: Any) -> bool:
    if part.how != "bytes" or not isinstance(value, tuple):
        return False
    return is_upload(value) if part.anything else is_named_file(cast("Sequence[Any]", value))
