"""Media types: the kind of body of each, and the words that distinguish them in names (D7.3, D13)."""

from __future__ import annotations

import functools

from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN
from compiler.ir.wire import BodyKind

FORM = "application/x-www-form-urlencoded"
FORM_DATA = "multipart/form-data"
OCTETS = "application/octet-stream"
WILDCARDS = frozenset({"*/*", "application/*"})
LINES = frozenset(
    {
        "application/jsonl",
        "application/x-jsonl",
        "application/jsonlines",
        "application/x-jsonlines",
        "application/ndjson",
        "application/x-ndjson",
        "application/json-lines",
        "application/stream+json",
        "application/json-seq",
    }
)
JSON = frozenset({"application/json", "text/json", "application/x-json"})
XML = frozenset({"application/xml", "text/xml"})
TEXT_LIKE = frozenset({"application/yaml", "application/x-yaml", "application/graphql"})
"""Media types of text outside of ``text/``."""
LABELS_OF_TEXT = frozenset(
    {
        "application/ecmascript",
        "application/javascript",
        "application/pem-certificate-chain",
        "application/rtf",
        "application/sql",
        "application/toml",
        "application/x-javascript",
        "application/x-pem-file",
        "application/x-sh",
        "application/x-tex",
        "application/x-toml",
    }
)
"""Further media types that a part with text may have; a body with one of these is bytes nevertheless."""
SHORT_WORDS = {
    FORM: "form",
    FORM_DATA: "multipart",
    "text/plain": "text",
    OCTETS: "binary",
    "text/event-stream": "stream",
    "*/*": "any",
}


@functools.lru_cache(maxsize=1024)
def essence(media_type: str) -> str:
    """Return the media type without parameters, in lower case."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Tell whether bodies of the media type are JSON."""
    return kind_of(media_type) is BodyKind.JSON


def is_xml(media_type: str) -> bool:
    """Tell whether bodies of the media type are XML, which SDKs handle as text."""
    plain = essence(media_type)
    return plain in XML or plain.endswith("+xml")


@functools.lru_cache(maxsize=1024)
def kind_of(media_type: str) -> BodyKind:
    """Return how bodies of a media type are written or read; BYTES if nothing better is known."""
    plain = essence(media_type)
    if plain in LINES or plain.endswith("+json-seq"):
        return BodyKind.JSONL
    if plain in JSON or plain.endswith("+json"):
        return BodyKind.JSON
    if plain == FORM:
        return BodyKind.FORM
    if plain.startswith("multipart/"):
        return BodyKind.MULTIPART
    if plain == "text/event-stream":
        return BodyKind.SSE
    if plain.startswith("text/") or plain in TEXT_LIKE or is_xml(plain):
        return BodyKind.TEXT
    return BodyKind.BYTES


def is_text(media_type: str) -> bool:
    """Tell whether text may have the media type: ``text/``, XML, lines, a form, and other text formats."""
    plain = essence(media_type)
    kind = kind_of(media_type)
    textual = kind in (BodyKind.TEXT, BodyKind.SSE, BodyKind.JSONL, BodyKind.FORM)
    return textual or plain in LABELS_OF_TEXT or plain.endswith("+yaml")


def is_of_file(media_type: str | None) -> bool:
    """Tell whether content of a media type is bytes: neither text nor JSON (D8.3)."""
    return media_type is not None and not is_text(media_type) and not is_json(media_type)


def media_words(media_type: str) -> str:
    """Return the words that a method for this media type adds to its name: ``multipart``, ``text``, ``png``.

    They follow from the media type alone, never from other media types beside it (D10.1).
    """
    plain = essence(media_type)
    if plain in SHORT_WORDS:
        return SHORT_WORDS[plain]
    main, _, sub = plain.partition("/")
    return " ".join(words(main if sub in ("", "*") else sub, PLAIN)).lower()
