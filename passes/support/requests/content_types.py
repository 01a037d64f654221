"""Content types of parts and bodies: declared media types, checked against what can be written (D8.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from compiler.base.patterns import lazy_pattern
from compiler.ir.media import essence, is_json, is_text
from compiler.ir.types import Enum, Kind, ListOf, MapOf, Model, Scalar
from compiler.ir.wire import Encode
from passes.support.type_queries import Concrete

JSON = "application/json"
PLAIN = "text/plain"
_LISTED = lazy_pattern(r'(?:[^,"]|"(?:[^"\\]|\\.)*"?)+')
_MEDIA_TYPE = lazy_pattern(r"\s*[\w!#$&^.+*-]+/[\w!#$&^.+*-]+\s*(?:;|\Z)", re.ASCII)


def split_content_type(text: str | None) -> tuple[str, ...]:
    """Return the media types of a `contentType`, split at commas; CG0817 has reported invalid ones before."""
    found = (item.strip() for item in _LISTED.findall(text or ""))
    return tuple(dict.fromkeys(item for item in found if _MEDIA_TYPE.match(item)))


def is_range(media_type: str) -> bool:
    """Tell whether a media type is a range: ``image/*``."""
    return "*" in essence(media_type)


def covers(declared: str, media_type: str) -> bool:
    """Tell whether a media type is the declared one, or of its range."""
    known, given = essence(declared), essence(media_type)
    return known in (given, "*/*") or (known.endswith("/*") and given.startswith(known[:-1]))


def fitting(declared: Iterable[str], usual: str, fits: Callable[[str], bool]) -> str | None:
    """Return the first of some media types that fits; a range stands for what is usual, where that is of it."""
    for item in declared:
        if is_range(item):
            if covers(item, usual):
                return usual
        elif fits(item):
            return item
    return None


def label(
    declared: Sequence[str], encode: Encode, usual: str, found: Sequence[Concrete]
) -> tuple[Encode, str | None] | None:
    """Return how a property is written whose content types are declared, and as what; None where none of them fits.

    A file, and what may be one, has a type of its own: it is held against the list when it is sent.
    """
    if encode is Encode.BYTES:
        anything = not any(isinstance(item, Scalar) and item.kind is Kind.BYTES for item in found)
        first = next((item for item in declared if not is_range(item)), "")
        return (Encode.JSON, first) if anything and is_json(first) else (encode, None)
    if encode is Encode.JSON:
        fit = fitting(declared, usual, is_json)
        return None if fit is None else (encode, fit)
    if any(isinstance(item, Scalar) and item.kind is Kind.BASE64 for item in found):
        fit = fitting(declared, usual, lambda _: True)
    else:
        fit = fitting(declared, usual, is_text)
    if fit is not None and not is_json(fit):
        return encode, fit
    fit = fit or fitting(declared, JSON, is_json)
    return None if fit is None else (Encode.JSON, fit)


def others(
    declared: Sequence[str], encode: Encode, found: Sequence[Concrete], *, anything: bool
) -> tuple[str | None, str | None]:
    """Return what other values of a union are sent as, where there may be such: JSON, and beside files text (D8.1)."""
    if encode not in (Encode.TEXT, Encode.BYTES):
        return None, None
    objects = texts = None
    if any(isinstance(item, Model | MapOf | ListOf) for item in found):
        objects = fitting(declared, JSON, is_json) or JSON
    elif anything and encode is Encode.BYTES and declared:
        objects = fitting(declared, JSON, is_json)
    if encode is Encode.BYTES and any(_is_single(item) for item in found):
        texts = fitting(declared, PLAIN, is_text) or PLAIN
    return objects, texts


def _is_single(item: Concrete) -> bool:
    if isinstance(item, Scalar):
        return item.kind not in (Kind.BYTES, Kind.BASE64, Kind.ANY)
    return isinstance(item, Enum) or not isinstance(item, Model | MapOf | ListOf)
