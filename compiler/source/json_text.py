"""Parses JSON with the standard library's C scanner; places are found on demand (`json_places`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import NoReturn

from compiler.base.patterns import lazy_pattern
from compiler.source.failure import Problem, SourceError, repeated_key
from compiler.source.json_places import JsonLocator
from compiler.source.limits import Limits
from compiler.source.location import Json, SourceFloat
from compiler.source.surrogates import without_surrogates
from compiler.source.text import Text

_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'  # possessive: nothing is remembered of millions of characters
_TOKEN = lazy_pattern(_STRING + r"|[{}\[\],:]", re.DOTALL)


def parse_json(source: Text, limits: Limits, problems: list[Problem]) -> tuple[Json, JsonLocator]:
    """Parse a text; repeated keys are added to `problems`.

    Raises `SourceError` for text that is not JSON or exceeds a limit.
    """
    text = source.read()
    _check_nodes(source, limits)
    repeats = _Repeats()
    try:
        root: Json = json.loads(
            text,
            object_pairs_hook=repeats.object,
            parse_float=SourceFloat.read,
            parse_int=_int,
            parse_constant=_constant,
        )
    except JSONDecodeError as error:
        raise _syntax_error(text, error) from None
    except RecursionError:
        raise SourceError("CG0107", _offset_at_depth(text, limits.max_depth), limit=limits.max_depth) from None
    except _UnusualNumberError as error:
        raise SourceError(error.code, _offset_of_word(text, error.word), word=error.word[:40]) from None
    if repeats.seen:
        problems += _repeated_keys(text)
    if _deeper_than(root, limits.max_depth):
        raise SourceError("CG0107", _offset_at_depth(text, limits.max_depth), limit=limits.max_depth)
    if b"\\ud" in source.data or b"\\uD" in source.data:
        root = without_surrogates(root, text, problems)
    return root, JsonLocator(source)


class _UnusualNumberError(Exception):
    """A number that is not accepted."""

    def __init__(self, code: str, word: str) -> None:
        self.code = code
        self.word = word


class _Repeats:
    """Notices objects with two equal keys while they are made; their places are found afterwards."""

    seen = False

    def object(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        """Make an object from its entries."""
        result = dict(pairs)
        if len(result) != len(pairs):
            self.seen = True
        return result


def _int(word: str) -> int:
    try:
        return int(word)
    except ValueError:  # Python refuses thousands of digits: the conversion is quadratic
        raise _UnusualNumberError("CG0120", word) from None


def _constant(word: str) -> NoReturn:
    raise _UnusualNumberError("CG0115", word)


def _syntax_error(text: str, error: JSONDecodeError) -> SourceError:
    """Report a mistake as Python 3.13 does: earlier versions complain about the text after a trailing comma."""
    container = _CLOSED.get((error.msg, text[error.pos : error.pos + 1]))
    before = text[: error.pos].rstrip()
    if container is not None and before.endswith(","):
        return SourceError("CG0105", len(before) - 1, problem=f"illegal trailing comma before end of {container}")
    return SourceError("CG0105", error.pos, problem=error.msg[:1].lower() + error.msg[1:])


_CLOSED = {("Expecting property name enclosed in double quotes", "}"): "object", ("Expecting value", "]"): "array"}


def _check_nodes(source: Text, limits: Limits) -> None:
    """Refuse too many values before memory is spent on them; commas in strings are excluded only near the limit."""
    if sum(map(source.data.count, (b",", b"[", b"{"))) <= limits.max_nodes:
        return
    values = 0
    for match in _TOKEN.finditer(source.read()):
        values += match.group() in ",[{"
        if values > limits.max_nodes:
            raise SourceError("CG0108", match.start(), limit=limits.max_nodes)


def _deeper_than(root: Json, limit: int) -> bool:
    """Walk the containers level by level: no recursion, and one pass over them."""
    level: list[Json] = [root] if isinstance(root, dict | list) else []
    depth = 0
    while level:
        depth += 1
        if depth > limit:
            return True
        level = [
            value
            for container in level
            for value in (container.values() if type(container) is dict else container)  # type: ignore[union-attr]
            if type(value) is dict or type(value) is list
        ]
    return False


def _offset_at_depth(text: str, limit: int) -> int:
    depth = 0
    for match in _TOKEN.finditer(text):
        sign = match.group()
        if sign in "[{":
            depth += 1
            if depth > limit:
                return match.start()
        elif sign in "]}":
            depth -= 1
    return 0


def _offset_of_word(text: str, word: str) -> int:
    """Find a bare word, that is, outside of strings."""
    pattern = re.compile(_STRING + "|(" + re.escape(word) + ")", re.DOTALL)
    return next((match.start() for match in pattern.finditer(text) if match.group(1)), 0)


def _repeated_keys(text: str) -> Iterator[Problem]:
    stack: list[dict[str, int]] = []
    last: re.Match[str] | None = None
    for match in _TOKEN.finditer(text):
        sign = match.group()
        if sign in "[{":
            stack.append({})
        elif sign in "]}":
            stack.pop()
        elif sign == ":" and last is not None:
            key = scanstring(text, last.start() + 1, True)[0]
            first = stack[-1].setdefault(key, last.start())
            if first != last.start():
                yield repeated_key(key, first, last.start(), len(last.group()))
        last = match
