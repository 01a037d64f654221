"""The texts of comments in every language, in the document's own words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from compiler.base.naming import letters
from compiler.ir.node import frozen
from compiler.ir.types import Const, Declaration, Field, Value
from compiler.ir.wire import Answer, WireEvent, WireOperation
from compiler.plan.plan import Plan

_USUAL = ("ok", "success", "successful response")
"""Descriptions of responses that say nothing."""
_json = json.JSONEncoder(ensure_ascii=False).encode
"""As `json.dumps`, which makes an encoder for each call."""


def fold(
    text: str, lead: str, hanging: str, first: int, room: int, never_first: re.Pattern[str] | None = None
) -> list[str]:
    """Fold a text of words with one space between each two.

    ``lead`` stands before the first line, ``hanging`` before the others; lines have up to ``room`` characters (the
    first line: ``first``), where words allow it. No further line begins with what matches ``never_first``.
    """
    lines: list[str] = []
    limit = first - len(lead)
    while len(text) > limit:
        end = text.rfind(" ", 0, max(limit, 0) + 1)
        if end < 0:
            end = text.find(" ")
        while end >= 0 and never_first is not None and never_first.match(text, end + 1):
            end = text.find(" ", end + 1)
        if end < 0:
            break
        lines.append(lead + text[:end])
        text, lead, limit = text[end + 1 :], hanging, room - len(hanging)
    return [*lines, lead + text]


class Ageing(Protocol):
    """What a document may deprecate."""

    @property
    def deprecated(self) -> bool:
        """Whether the document deprecates it."""

    @property
    def deprecation_message(self) -> str | None:
        """Why, or what to use in its place."""


def deprecation(item: Ageing, form: str, bare: str) -> str | None:
    """Write a deprecation note: ``form`` with the reason, or ``bare`` without one; None if it is not deprecated."""
    if not item.deprecated and not item.deprecation_message:
        return None
    return form.replace("{}", item.deprecation_message) if item.deprecation_message else bare


def joined(parts: Iterable[str | None]) -> str | None:
    """Join paragraphs; None where there are none."""
    found = [bare for part in parts if part and (bare := part.strip())]
    return "\n\n".join(found) if found else None


@frozen
class MethodComment:
    """The comment of a method: in every language its paragraphs stand in the order of these members.

    ``text`` is the document's own; ``arguments``, ``returns`` and ``errors`` are what it says of them; ``see`` leads to
    its page; ``call`` is an example, or the request line.
    """

    text: Sequence[str]
    arguments: str = ""
    returns: str = ""
    errors: str = ""
    deprecation: str | None = None
    see: str = ""
    call: str = ""

    def notes(self) -> list[str]:
        """Return the paragraphs behind the text."""
        found = (self.arguments, self.returns, self.errors, self.deprecation, self.see, self.call)
        return [note for note in found if note]


def article(word: str, vowels: str = "AEIOU") -> str:
    """Return the article of a word."""
    return "an" if word[:1] in vowels else "a"


def default_text(default: Value | None, mark: str = "") -> str | None:
    """Write the default that an absent value means; ``mark`` encloses code."""
    return None if default is None else f"Default: {mark}{_json(default.json)}{mark}."


def type_said(declared: Declaration) -> str | None:
    """Return what the document says of a type. A title of one word only repeats its name."""
    return declared.description or (declared.title if " " in (declared.title or "").strip() else None)


def field_said(field: Field) -> str | None:
    """Return what the document says of a property; a title that only spells its name (`Created At`) says nothing."""
    if field.description or not field.title:
        return field.description
    return field.title if letters(field.title) != letters(field.wire) else None


def opening_said(item: WireOperation | WireEvent) -> str:
    """Return the summary, else the description; "" where there is neither."""
    return (item.summary or item.description or "").strip()


def said_of(item: WireOperation | WireEvent) -> list[str]:
    """Return the summary and the description of an operation or event; "" for one that is missing."""
    return said_once(item.summary, item.description) or [""]


def said_once(summary: str | None, description: str | None) -> list[str]:
    """Return the paragraphs of an operation: a summary is left out if the description equals it or begins with it."""
    first, rest = (summary or "").strip(), (description or "").strip()
    if not first or not rest:
        return [first or rest] if first or rest else []
    plain = _plain(first)
    if plain and plain[0] != rest[0].casefold()[0]:
        return [first, rest]  # as most do
    whole = _plain(rest)
    if plain == whole:
        return [first]
    return [rest] if whole.startswith(plain) and not whole[len(plain)].isalnum() else [first, rest]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def default_said(field: Field) -> Value | None:
    """Return the default of a property if it is worth showing; a constant's type already shows its only value."""
    return None if field.default is None or isinstance(field.type, Const) else field.default


def is_plain(field: Field) -> bool:
    """Tell whether a property has neither a default nor a deprecation to speak of, as nine in ten."""
    return field.default is None and not field.deprecated and not field.deprecation_message


def returned_said(answers: Iterable[Answer]) -> list[str]:
    """Return what the document says of the responses that a method returns, each text once."""
    texts = [" ".join(answer.description.split()) for answer in answers if not answer.error and answer.description]
    return [text for text in dict.fromkeys(texts) if text and text.lower().rstrip(".") not in _USUAL]


def raised(plan: Plan, operation: WireOperation) -> dict[str, str]:
    """Return the error classes that a method may raise, each with its statuses and their descriptions.

    A declared error without a body is of the class of its status, which the runtimes of all languages call alike; so
    is each where a language has no classes of bodies.
    """
    texts: dict[str, dict[str, None]] = {}
    for answer in operation.answers:
        if answer.carries is not None or (answer.error and not answer.status.startswith("3")):
            said = " ".join((answer.description or "").split()).rstrip(".")
            text = f"{answer.status}: {said}" if said else answer.status
            own = plan.errors.get(answer.carries) if answer.carries is not None else None
            name = _status_error(answer.status) if own is None else own.ident
            texts.setdefault(name, {})[text] = None
    return {name: "; ".join(listed) for name, listed in texts.items()}


_OF_STATUS = {
    "400": "BadRequestError",
    "401": "AuthenticationError",
    "403": "PermissionDeniedError",
    "404": "NotFoundError",
    "409": "ConflictError",
    "410": "GoneError",
    "422": "UnprocessableEntityError",
    "429": "RateLimitError",
}


def _status_error(status: str) -> str:
    return _OF_STATUS.get(status) or ("ServerError" if status.startswith("5") else "APIError")


UNSIGNED = (
    "The document does not say how events are signed, so they are not verified: anyone who knows the URL can send one. "
    "Keep the URL secret, or check the sender before the receiver is called."
)
"""The comment of a receiver that verifies nothing."""
