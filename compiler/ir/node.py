"""How a dataclass becomes an IR node: the annotations that drive the generic text form.

A node is a frozen, slotted dataclass. Each field says with one of the helpers below how it is written, so that
a new node class needs no printer and no grammar change (house 1):

``operation @"paths/~1test/get" GET "/test" deprecated operation_id="getTest" { name "getTest" }``

has an identity, two positional values, a flag, a key and a block.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar, dataclass_transform

from compiler.base.frozen import frozen as frozen
from compiler.base.frozen import mutable as mutable
from compiler.base.frozen import replace as replace

Id = str
"""Identity of a node (D10.4): a JSON pointer without ``#/`` and ``components/``; another file is written before it.

``schemas/Test`` · ``paths/~1test/get/responses/200`` · ``common.yaml#/components/schemas/Error``.
"""

Json = Any
"""A decoded JSON value."""

T = TypeVar("T")

NODES: dict[str, type[Any]] = {}
"""Every node class, by the word that begins it in the text form."""


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def node(word: str) -> Callable[[type[T]], type[T]]:
    """Make a class a frozen, slotted node; ``word`` begins it in the text form."""

    def wrap(cls: type[T]) -> type[T]:
        made = frozen(cls)
        made.WORD = word  # type: ignore[attr-defined]
        NODES[word] = made
        return made

    return wrap


def arg(default: Any = dataclasses.MISSING) -> Any:
    """Declare a positional value: written without its key, in field order."""
    return dataclasses.field(default=default, metadata={"form": "arg"})


def word(default: Any = dataclasses.MISSING) -> Any:
    """Declare a positional str that is written bare: ``GET``."""
    return dataclasses.field(default=default, metadata={"form": "arg", "bare": True})


class TextKind(Enum):
    """What a member is that people read: nothing that is sent follows from it, nor the shape of code.

    It is said here once. Passes and processes that stay ask :func:`texts_of`, and list no names of their own.
    """

    PROSE = "prose"
    """A text of the document, HTML perhaps; Markdown after `settle_texts` (D11.6)."""
    LINE = "line"
    """A message or an address, which stays as it is written."""
    TITLE = "title"
    """A text that names a type which has no other name."""
    EXAMPLE = "example"


def text(default: Any = None, of: TextKind = TextKind.PROSE) -> Any:
    """Declare a member of a class that is no node as a text."""
    return dataclasses.field(default=default, metadata={"text": of})


def texts_of(cls: Any, *kinds: TextKind) -> tuple[str, ...]:
    """Return the members of a class that are for readers, or those of some kinds, in the order of their fields."""
    return _texts_of(cls, *kinds)


@functools.cache
def _texts_of(cls: Any, *kinds: TextKind) -> tuple[str, ...]:
    return tuple(
        field.name
        for field in dataclasses.fields(cls)
        if (found := field.metadata.get("text")) is not None and (not kinds or found in kinds)
    )


def key(default: Any = None, *, text: TextKind | None = None) -> Any:
    """Declare a ``key=value`` pair; it is left out if the value equals its default."""
    return dataclasses.field(default=default, metadata={"form": "key", "text": text})


def flag() -> Any:
    """Declare a bool written as a bare word when true."""
    return dataclasses.field(default=False, metadata={"form": "flag"})


def ident(default: Any = "") -> Any:
    """Declare the node's identity: positional ``@id`` in declarations.

    In a member it is written as ``at=@id``, and only if it differs from the parent's identity plus the
    segment that the parent's block declares.
    """
    return dataclasses.field(default=default, metadata={"form": "id"})


def block(word: str | None = None, segment: str | None = None, *, text: TextKind | None = None) -> Any:
    """Declare one nested node, or None.

    Args:
        word: begins the child instead of its class's own word (two fields of one class need two words).
        segment: what the child's identity adds to the parent's: ``"items"``; "" for the same identity.
    """
    return dataclasses.field(default=None, metadata={"form": "block", "word": word, "segment": segment, "text": text})


def blocks(word: str | None = None, segment: str | None = None, *, text: TextKind | None = None) -> Any:
    """Declare a tuple of nested nodes.

    ``segment`` may hold ``{i}`` (the index) or ``{name}`` (the child's attribute, escaped as a pointer token):
    ``"properties/{name}"``.
    """
    return dataclasses.field(default=(), metadata={"form": "blocks", "word": word, "segment": segment, "text": text})


def optional_blocks(word: str | None = None) -> Any:
    """Declare a tuple of nested nodes for which None (not given) and empty differ; empty is written ``key=[]``."""
    return dataclasses.field(default=None, metadata={"form": "blocks", "word": word, "segment": None})


def table() -> Any:
    """Declare a map of declarations by identity."""
    return dataclasses.field(default_factory=dict, metadata={"form": "table"})


def escape(token: str) -> str:
    """Escape one token of an identity as in a JSON pointer (RFC 6901), and ``#`` and ``%`` as in a URI fragment.

    So an unescaped ``#`` in an identity only ends a file's name or begins a role (``schemas/X#write``).
    """
    if token.isidentifier():
        return token
    token = token.replace("~", "~0").replace("/", "~1")
    return token.replace("%", "%25").replace("#", "%23") if "%" in token or "#" in token else token


def unescape(token: str) -> str:
    """Undo :func:`escape`."""
    return to_pointer(token).replace("~1", "/").replace("~0", "~")


def to_pointer(text: str) -> str:
    """Turn the pointer of an identity into a plain JSON pointer."""
    return text.replace("%23", "#").replace("%25", "%") if "%" in text else text
