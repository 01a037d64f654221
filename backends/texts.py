"""What comments of every language say, in the document's own words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Protocol

from compiler.base.naming import letters
from compiler.ir.plan import Plan
from compiler.ir.types import Const, Declaration, Field, Value
from compiler.ir.wire import Answer, WireEvent, WireOperation

_USUAL = ("ok", "success", "successful response")
"""What a document says of an answer of which it has nothing to say."""


class Ageing(Protocol):
    """What a document may deprecate."""

    @property
    def deprecated(self) -> bool:
        """Whether it does."""

    @property
    def deprecation_message(self) -> str | None:
        """Why, or what to use in its place."""


def deprecation(item: Ageing, form: str, bare: str) -> str | None:
    """Write the note of what is deprecated, ``form`` with the reason or ``bare`` without one; None where nothing is."""
    if not item.deprecated and not item.deprecation_message:
        return None
    return form.replace("{}", item.deprecation_message) if item.deprecation_message else bare


def joined(parts: Iterable[str | None]) -> str | None:
    """Join paragraphs; None where there are none."""
    found = [bare for part in parts if part and (bare := part.strip())]
    return "\n\n".join(found) if found else None


def article(word: str, vowels: str = "AEIOU") -> str:
    """Give the article that stands before a word."""
    return "an" if word[:1] in vowels else "a"


def default_text(default: Value | None, mark: str = "") -> str | None:
    """Write what an absent value stands for; ``mark`` encloses code."""
    return None if default is None else f"Default: {mark}{json.dumps(default.json, ensure_ascii=False)}{mark}."


def type_said(declared: Declaration) -> str | None:
    """Give what the document says of a type. A title of one word is only its name again."""
    return declared.description or (declared.title if " " in (declared.title or "").strip() else None)


def field_said(field: Field) -> str | None:
    """Give what the document says of a property; a title that only spells its name (`Created At`) says nothing."""
    if field.description or not field.title:
        return field.description
    return field.title if letters(field.title) != letters(field.wire) else None


def opening_said(item: WireOperation | WireEvent) -> str:
    """Give the summary, else the description; "" where there is neither."""
    return (item.summary or item.description or "").strip()


def said_of(item: WireOperation | WireEvent) -> list[str]:
    """Give the paragraphs that the document has of an operation or event; one is empty where it has none."""
    return said_once(item.summary, item.description) or [""]


def said_once(summary: str | None, description: str | None) -> list[str]:
    """Give the paragraphs of an operation: a summary that the description is, or begins with, is not said before it."""
    first, rest = (summary or "").strip(), (description or "").strip()
    if not first or not rest:
        return [first or rest] if first or rest else []
    plain, whole = _plain(first), _plain(rest)
    if plain == whole:
        return [first]
    return [rest] if whole.startswith(plain) and not whole[len(plain)].isalnum() else [first, rest]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def default_said(field: Field) -> Value | None:
    """Give the default of a property that is worth telling; the type of a constant shows the only value it has."""
    return None if field.default is None or isinstance(field.type, Const) else field.default


def returned_said(answers: Iterable[Answer]) -> list[str]:
    """Give what the document says of the answers that a method returns, each text once."""
    texts = [" ".join(answer.description.split()) for answer in answers if not answer.error and answer.description]
    return [text for text in dict.fromkeys(texts) if text and text.lower().rstrip(".") not in _USUAL]


def raised(plan: Plan, operation: WireOperation) -> dict[str, str]:
    """Give the classes of errors that a method may raise, each with the statuses that do, and what they say."""
    texts: dict[str, dict[str, None]] = {}
    for answer in operation.answers:
        if answer.carries is not None:
            said = " ".join((answer.description or "").split()).rstrip(".")
            text = f"{answer.status}: {said}" if said else answer.status
            texts.setdefault(plan.errors[answer.carries].ident, {})[text] = None
    return {name: "; ".join(listed) for name, listed in texts.items()}


UNSIGNED = (
    "The document does not say how events are signed, so they are not verified: anyone who knows the URL can send one. "
    "Keep the URL secret, or check the sender before the receiver is called."
)
"""What is said of a receiver that verifies nothing."""
