"""Reads the bodies that a server receives: JSON, text, forms and multipart."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from .jsonio import loads
from .kinds import is_array, is_object
from .received import MISSING, Place, read_param, read_text
from .schemas import Checker, Schema, Violation, escaped, kind_of

_BOUNDARY = re.compile(r'boundary\s*=\s*(?:"([^"]+)"|([^;,\s]+))', re.IGNORECASE)
_NAME = re.compile(r';\s*name\s*=\s*(?:"([^"]*)"|([^;\s]+))', re.IGNORECASE)


class Field(NamedTuple):
    """A field of a form: text, or the bytes of a part with its media type."""

    name: str
    value: Any
    media_type: str | None = None
    headers: Mapping[str, str] | None = None
    """Headers of a part, in lower case; None if a server has read it."""

    @property
    def text(self) -> str:
        """The field as text."""
        value = self.value
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def read_body(
    declared: Schema, body: Any, content_type: str, checker: Checker
) -> Iterator[Violation]:
    """Yield the violations of a body: bytes, text, or a value that a server read from them."""
    kind = declared["kind"]
    raw = isinstance(body, (bytes, bytearray, str))
    schema = declared.get("schema", {})
    if kind == "json":
        try:
            text = bytes(body) if isinstance(body, bytearray) else body
            value: Any = loads(text, strict=True) if raw else body
        except (ValueError, RecursionError):
            yield Violation("", "content", "the body is not JSON")
            return
        yield from checker.violations(value, schema)
    elif kind == "text":
        text = _text(body)
        yield from checker.violations(
            read_text(text, schema, checker) if isinstance(text, str) else text, schema
        )
    elif kind == "form" or covers("multipart/*", _media_type(content_type)):
        if not raw and not is_object(body):
            yield Violation("", "type", f"must be object, not {kind_of(body)}")
            return
        fields = _fields(kind, body, content_type)
        if fields is None:
            yield Violation("", "content", "the body is not multipart with its boundary")
        else:
            if "order" in declared and not any(field.name for field in fields):
                fields = yield from _named(declared, fields)
            yield from _check_form(declared, fields, checker)


def _text(body: Any) -> Any:
    return bytes(body).decode("utf-8", "replace") if isinstance(body, (bytes, bytearray)) else body


def _fields(kind: str, body: Any, content_type: str) -> list[Field] | None:
    if is_object(body):
        return list(_given(body))
    if kind == "form":
        return [Field(*pair) for pair in parse_qsl(_text(body), keep_blank_values=True)]
    found = _BOUNDARY.search(content_type)
    data = body.encode() if isinstance(body, str) else bytes(body)
    return None if found is None else _parts(data, (found[1] or found[2]).encode())


def _given(body: Mapping[str, Any]) -> Iterator[Field]:
    """Take the fields that a server has read: a list stands for several of one name."""
    for name, value in body.items():
        for item in value if is_array(value) else [value]:
            yield Field(name, item)


def _parts(data: bytes, boundary: bytes) -> list[Field] | None:
    """Split multipart (RFC 2046); None if its end is missing."""
    pieces = (b"\r\n" + data).split(b"\r\n--" + boundary)
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):
        return None
    found: list[Field] = []
    for piece in pieces[1:-1]:
        head, _, content = piece.partition(b"\r\n\r\n")
        headers = {
            name.strip().lower(): value.strip()
            for name, _, value in (
                line.partition(":") for line in head.decode("utf-8", "replace").split("\r\n")
            )
        }
        name = _NAME.search(headers.get("content-disposition", ""))
        text = (name[1] if name[1] is not None else name[2]) if name is not None else ""
        for code, char in (("%22", '"'), ("%0D", "\r"), ("%0A", "\n")):
            text = text.replace(code, char)
        found.append(Field(text, content, headers.get("content-type"), headers))
    return found


def _named(declared: Schema, fields: list[Field]) -> Generator[Violation, None, list[Field]]:
    """Name parts that have no names, as in multipart/mixed: by their order and media types."""
    order: Sequence[str] = declared["order"]
    found: list[Field] = []
    at = 0
    for index, field in enumerate(fields):
        sent = field._replace(media_type=field.media_type or "text/plain")
        parts = ((i, declared["parts"][order[i]]) for i in range(at, len(order)))
        place = next(((i, one) for i, one in parts if _wrong_type(one, sent) is None), None)
        if place is None:
            kind = _media_type(sent.media_type or "")
            yield Violation("", "contentMediaType", f"part {index + 1} of {kind} is not declared")
            continue
        at = place[0] + (not place[1].get("repeated", False))
        found.append(field._replace(name=order[place[0]]))
    return found


# --------------------------------------------------------------------------- forms


def _check_form(declared: Schema, fields: list[Field], checker: Checker) -> Iterator[Violation]:
    whole, outer = declared.get("schema", {}), checker
    checker, schema = checker.follow(whole)
    parts: Mapping[str, Schema] = declared["parts"]
    properties: Mapping[str, Schema] = schema.get("properties", {})
    by_name: dict[str, list[Field]] = {}
    for field in fields:
        if field.name:
            by_name.setdefault(field.name, []).append(field)
    value: dict[str, Any] = {}
    place = Place({name: [item.text for item in same] for name, same in by_name.items()}, parts)
    for name, part in parts.items():
        below = properties.get(name, {})
        if part["encode"] == "style":
            found = read_param(
                {**part, "name": name, "in": "query", "schema": below}, place, checker
            )
        else:
            found = yield from _read_part(part, name, by_name.get(name, ()), below, checker)
        if found is not MISSING:
            value[name] = found
    used = _used(parts)
    rest = schema.get("additionalProperties")
    for name, same in by_name.items():
        if name not in value and not used(name):
            value[name] = _rest(same[-1], rest if is_object(rest) else {}, checker)
    yield from outer.violations(value, whole)


def _used(parts: Mapping[str, Schema]) -> Callable[[str], bool]:
    """Find the names that belong to a property: ``filter[a]``, or those of a spread object."""
    deep = tuple(f"{name}[" for name, part in parts.items() if part.get("style") == "deep-object")
    spread = any(part["encode"] == "style" and part.get("explode") for part in parts.values())
    return lambda name: spread or name.startswith(deep)


def _rest(field: Field, schema: Schema, checker: Checker) -> Any:
    return (
        read_text(field.text, schema, checker)
        if isinstance(field.value, (str, bytes))
        else field.value
    )


def _read_part(
    part: Schema, name: str, fields: Sequence[Field], schema: Schema, checker: Checker
) -> Generator[Violation, None, Any]:
    """Read the parts of one property; yield their own violations."""
    if not fields:
        return MISSING
    home, seen = checker.follow(schema)
    repeated = part.get("repeated", False)
    inner, below = _items(home, seen) if repeated else (checker, schema)
    values: list[Any] = []
    for index, field in enumerate(fields):
        at = f"/{escaped(name)}" + (f"/{index}" if repeated else "")
        wrong = _wrong_type(part, field)
        if wrong is not None:
            yield Violation(at, "contentMediaType", wrong)
        yield from _check_headers(part, field, at, checker)
        try:
            values.append(_read_field(part, field, below, inner))
        except (ValueError, RecursionError):
            yield Violation(at, "content", "is not JSON")
            return MISSING
    if repeated and len(values) == 1 and seen.keys() & {"anyOf", "oneOf"}:
        alone = _read_field(part, fields[0], schema, checker)
        if checker.fits(alone, schema):
            return alone
    return values if repeated else values[-1]


def _items(checker: Checker, schema: Schema) -> tuple[Checker, Schema]:
    """Find the schema of items: of the array, or of the first array in a union."""
    for member in schema.get("anyOf") or schema.get("oneOf") or ():
        home, below = checker.follow(member)
        if is_object(below.get("items")):
            return home, below["items"]
    return checker, schema.get("items", {})


def _check_headers(
    part: Schema, field: Field, pointer: str, checker: Checker
) -> Iterator[Violation]:
    """Check the headers of a part."""
    headers = field.headers
    if headers is None:
        return
    for declared in part.get("headers", ()):
        name = declared["name"]
        try:
            value = read_param({**declared, "name": name.lower()}, Place(headers), checker)
        except (ValueError, RecursionError):
            yield Violation(pointer, "headers", f"its header {name} is not JSON")
            continue
        if value is MISSING:
            if declared.get("required"):
                yield Violation(pointer, "headers", f"its header {name} is required")
            continue
        for wrong in checker.violations(value, declared.get("schema", {})):
            yield Violation(pointer, "headers", f"its header {name} {wrong.message}")


def _read_field(part: Schema, field: Field, schema: Schema, checker: Checker) -> Any:
    if not isinstance(field.value, (str, bytes)):
        return field.value
    if part["encode"] == "json" or _is_object_of(part, field):
        return loads(field.text, strict=True)
    if part["encode"] == "bytes":
        return field.value
    return read_text(field.text, schema, checker)


def _is_object_of(part: Schema, field: Field) -> bool:
    """Tell whether a part is JSON if others of its name are files or text."""
    objects: str | None = part.get("objects")
    return objects is not None and _media_type(field.media_type or "") == _media_type(objects)


def _wrong_type(part: Schema, field: Field) -> str | None:
    """Report a part whose media type is not declared."""
    kinds = part.get("types")
    if not kinds or field.media_type is None:
        return None
    sent = _media_type(field.media_type)
    fits = any(covers(_media_type(kind), sent) for kind in kinds)
    return None if fits else f"must be {' or '.join(kinds)}, not {sent}"


def _media_type(content_type: str) -> str:
    return content_type.partition(";")[0].strip().lower()


def covers(declared: str, sent: str) -> bool:
    """Tell whether a media type is the declared one, or in its range."""
    return declared in (sent, "*/*") or (declared.endswith("/*") and sent.startswith(declared[:-1]))
