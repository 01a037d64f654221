"""Doc comments of what is printed, in the document's own words."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from backends import texts, words
from backends.constraints import constraint_text
from backends.go.text import comment
from backends.texts import Ageing, MethodComment, article, default_text, said_of
from compiler.base.markdown import to_plain
from compiler.ir.types import Declaration, Field
from compiler.ir.wire import WireOperation
from compiler.plan.plan import Argument

NIL = "nil is absent, Null[any]() is null."
"""What is said of an optional field of type any."""

say = functools.partial(words.section, Path(__file__).parent)
"""Write a section of the words."""


def an(word: str) -> str:
    """Put the article before a word: ``an int``."""
    return f"{article(word, 'aeioAEIO')} {word}"


def own_text(name: str, declared: Declaration) -> str:
    """Return what the document says of a type; "" where it says nothing."""
    title = declared.title if declared.title != name else None
    return plain(declared.description or title).strip()


def type_doc(name: str, declared: Declaration, opening: str, *more: str) -> Sequence[str]:
    """Print the comment of a type; ``opening``: what is said behind its name where the document says nothing."""
    first = f"{name} {opening}." if opening else _opening(name, own_text(name, declared))
    return comment(joined(first, *more, deprecation(declared)))


def field_doc(field: Field, more: str = "") -> Sequence[str]:
    """Print what the document says of a property and of its type; "" where it says nothing."""
    limits = limits_of(field)
    if not limits and not more and not field.deprecated and not field.deprecation_message:
        return _described(field.description) if field.description else ()  # true of nine in ten fields
    return comment(joined(plain(field.description), limits, more, deprecation(field)))


@functools.lru_cache(maxsize=10_000)
def _described(text: str) -> Sequence[str]:
    return comment(joined(plain(text)))


def argument_doc(argument: Argument, *more: str) -> str:
    """Return what the document says of an argument."""
    return joined(plain(argument.description), limits_of(argument), *more, deprecation(argument))


def limits_of(item: Field | Argument) -> str:
    """Return what is said of a value's bounds, and of its default; "" of most."""
    return " ".join(filter(None, (constraint_text(item.type, "`"), default_text(item.default))))


def method_doc(ident: str, operation: WireOperation, arguments: str, headers: str, errors: str) -> Sequence[str]:
    """Print what the document says of an operation."""
    first, *rest = map(plain, said_of(operation))
    line = f"{operation.method} {operation.path}"
    doc = MethodComment(
        text=[_opening(ident, first) if first else f"{ident} calls {line}", *rest],
        arguments=arguments,
        returns=headers,
        errors=errors,
        deprecation=deprecation(operation),
        see=f"See {operation.external_docs}" if operation.external_docs else "",
        call=line if first else "",
    )
    return comment(joined(*doc.text, *doc.notes()))


def plain(text: str | None) -> str:
    """Return a Markdown text of the document as plain text; "" where there is none."""
    return to_plain(text or "")


def _opening(name: str, text: str) -> str:
    """Begin with the name, as Go's comments do."""
    if text.startswith((f"{name} ", "```", "#", "- ", "* ")):
        return text if text.startswith(name) else f"{name}:\n\n{text}"
    return f"{name}: {text}"


def deprecation(item: Ageing) -> str | None:
    """Print the ``Deprecated:`` paragraph that tools look for."""
    return texts.deprecation(item, "Deprecated: {}", "Deprecated: it may be removed.")


def joined(*parts: str | None) -> str:
    """Join the paragraphs that are not empty, and close a code block that a paragraph leaves open."""
    return texts.joined(_closed(part.strip()) for part in parts if part) or ""


def _closed(part: str) -> str:
    if "```" not in part and "~~~" not in part:
        return part
    fences = sum(1 for line in part.split("\n") if line.lstrip().startswith(("```", "~~~")))
    return f"{part}\n```" if fences % 2 else part
