"""Input files: YAML and JSON text to trees with places (D1.2, D1.5)."""

from __future__ import annotations

from compiler.source.document import Document
from compiler.source.files import STDIN, STDIN_NAME, is_remote, load_file, load_stdin, load_url
from compiler.source.limits import Limits
from compiler.source.load import load_text
from compiler.source.location import (
    NOTHING,
    Copied,
    Json,
    Loc,
    Nothing,
    SourceFloat,
    SourceInt,
    TextPlace,
    as_json,
    as_text,
    child_of,
    copied,
    escape_token,
    split_pointer,
    unescape_token,
    value_at,
)
from compiler.source.rewritten import Origins, Rewritten

__all__ = [
    "NOTHING",
    "STDIN",
    "STDIN_NAME",
    "Copied",
    "Document",
    "Json",
    "Limits",
    "Loc",
    "Nothing",
    "Origins",
    "Rewritten",
    "SourceFloat",
    "SourceInt",
    "TextPlace",
    "as_json",
    "as_text",
    "child_of",
    "copied",
    "escape_token",
    "is_remote",
    "load_file",
    "load_stdin",
    "load_text",
    "load_url",
    "split_pointer",
    "unescape_token",
    "value_at",
]
