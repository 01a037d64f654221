"""Docstrings of methods, in the document's own words: what a method does, its arguments, result and errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from backends.constraints import constraint_text
from backends.python.code import LINE
from backends.python.docs import deprecation
from backends.texts import MethodComment, default_text, fold, joined, opening_said, returned_said, said_of
from compiler.base.markdown import to_plain
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import replace
from compiler.ir.wire import WireOperation
from compiler.plan.plan import Argument

_DEPTH = 2
"""How deep the docstring of a method stands."""
_SENTENCE_END = lazy_pattern(r"(?<!e\.g)(?<!i\.e)[.!?](?= [A-Z])")
_PARAGRAPH_END = lazy_pattern(r"\n\s*(?:\n|[-*] )")
_BRIEF = 100
"""The number of characters of a text at an argument, about a line; a key and an attribute have the whole text."""


def method_docs(
    operation: WireOperation, arguments: Sequence[Argument], raises: Iterable[tuple[str, str]], example: str | None
) -> tuple[str, str]:
    """Write the docstrings of a method for asyncio and for threads: the latter shows the errors and a call."""
    first, *rest = map(to_plain, said_of(operation))
    returned = " ".join(_ended(to_plain(said)) for said in returned_said(operation.answers))
    doc = MethodComment(
        text=[_ended(first) if first else opening(operation), *rest],
        arguments=section("Args", [(item.ident, argument_text(item)) for item in arguments]),
        returns=f"Returns:\n{_entry(returned, _DEPTH)}" if returned else "",
        deprecation=deprecation(operation),
        see=f"See {operation.external_docs}" if operation.external_docs else "",
    )
    shown = replace(doc, errors=section("Raises", raises), call=f"Example:\n\n{example}" if example else "")
    return joined([*doc.text, *doc.notes()]) or "", joined([*shown.text, *shown.notes()]) or ""


def first_sentence(text: str) -> str:
    """Cut a text after its first sentence, or its first paragraph."""
    found = " ".join(text.strip().partition("\n\n")[0].split())
    end = _SENTENCE_END.search(found)
    return found[: end.end()] if end else found


def brief(text: str) -> str:
    """Cut a text after its first paragraph or before a list; if that is long, keep the sentences that fit, or one."""
    found = " ".join(_PARAGRAPH_END.split(text, maxsplit=1)[0].split())
    ends = [match.end() for match in _SENTENCE_END.finditer(found)] if len(found) > _BRIEF else []
    fitting = [end for end in ends if end <= _BRIEF]
    return found[: max(fitting, default=ends[0])] if ends else found


def argument_text(argument: Argument) -> str:
    """Write what is documented about an argument, on one line.

    A property of the body gets a short text: its whole text is at the attribute of the model and at the key of the
    dictionary.
    """
    parts = [_told(argument.description, short=argument.field) if argument.description else ""]
    parts += [constraint_text(argument.type, "``") or "", default_text(argument.default) or ""]
    parts += [deprecation(argument) or ""]
    return " ".join(" ".join(parts).split())


@lru_cache(maxsize=1 << 12)
def _told(description: str, *, short: bool) -> str:
    """Write a description; cached, since many methods have the same arguments."""
    said = to_plain(description).strip()
    return _ended(brief(said) if short else said)


def opening(operation: WireOperation) -> str:
    """Write the first line: the summary, else the description, else the request line."""
    text = to_plain(opening_said(operation))
    return _ended(text) if text else f"{operation.method} {operation.path}"


def _ended(text: str) -> str:
    """End a line with a full stop if it ends in a word."""
    return f"{text}." if "\n" not in text and text[-1:].isalnum() else text


def section(title: str, entries: Iterable[tuple[str, str]], depth: int = _DEPTH) -> str:
    """Write a section of named entries; empty where nothing is known about any of them."""
    lines = [_entry(f"{name}: {text}", depth) for name, text in entries if text]
    return "\n".join([f"{title}:", *lines]) if lines else ""


@lru_cache(maxsize=1 << 12)
def _entry(text: str, depth: int) -> str:
    text = " ".join(text.split())
    room = LINE - 4 * depth
    return "\n".join(fold(text, "    ", "        ", room, room))
