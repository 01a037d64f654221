"""What names each method: its path, its operationId, or the word of its author in a frame (D3.8).

`generation.names: path` and `operationId` are what they say. In mode `auto` each operationId is judged by itself: of
those in a frame, what is left decides; for those without one the document decides as a whole (:mod:`.mode`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id, frozen, replace, to_pointer, unescape
from compiler.ir.nodes import Operation
from compiler.ir.path_templates import named_path
from passes.support.names.frames import class_words, find_frame, without_number
from passes.support.names.paths import Address, Placed, Spoke, address, key_of, segment_word
from passes.support.names.verbs import ROW_OF, VERBS, is_plural, singular

_COMMON = "put post api rest all by id for of from in on to the a and with"
_VERSION = lazy_pattern(r"v\d+")
_EMPTY = frozenset({"api", "rest"})
SAYING_NOTHING = frozenset((*ROW_OF, *_COMMON.split()))
"""Words of an operationId that add nothing to its path and method."""


class Source(StrEnum):
    """What names a method."""

    PATH = "path"
    ID = "operationId"
    WORD = "the author's word in a frame"
    TAG = "tag and path"


@frozen
class Judged:
    """What names an operation: ``text`` is what its operationId says, ``owner`` the class or module in its frame."""

    source: Source
    text: str
    owner: str = ""
    is_plain: bool = False
    """Its operationId counts among those that the document as a whole is judged by."""


def judge_ids(operations: Mapping[Id, Operation], vocabulary: Vocabulary) -> dict[Id, Judged]:
    """Judge each operation; those whose operationId has no frame are named by it, as far as is decided here."""
    plain = plain_ids(operations)
    some = any(item.operation_id for item in operations.values())
    return {at: _judge(item, plain[at], vocabulary, some=some) for at, item in operations.items()}


def plain_ids(operations: Mapping[Id, Operation]) -> dict[Id, str]:
    """Return the operationIds without the numbers by which a framework tells equal ones apart; "" for none."""
    ids = {item.operation_id for item in operations.values() if item.operation_id}
    return {at: without_number(item.operation_id or "", ids) for at, item in operations.items()}


def _judge(operation: Operation, text: str, vocabulary: Vocabulary, *, some: bool) -> Judged:
    if not text:
        return Judged(Source.TAG if some and operation.tags else Source.PATH, "")
    frame = find_frame(operation, text, vocabulary)
    if frame is None:
        return Judged(Source.ID, text, is_plain=True)
    if frame.plain:
        return Judged(Source.PATH, frame.text, is_plain=True)
    known = known_words(operation, vocabulary) | _both(words(class_words(frame.owner, vocabulary), vocabulary))
    said = [word.lower() for word in words(frame.text, vocabulary)] if frame.text else []
    if all(word == operation.method.lower() or word in _EMPTY or _VERSION.fullmatch(word) for word in said):
        said = []
    tag = [word.lower() for word in words(operation.tags[0], vocabulary)] if operation.tags else []
    if said == tag and VERBS.isdisjoint(said):  # `SystemPingHead` of the tag System, and `HEAD /ping`
        said = []
    if said and (text in operation.path.split("/") or not _is_row(said, known)):
        return Judged(Source.WORD, frame.text, frame.owner)
    if said and said[0] not in ROW_OF and said[-1] in ROW_OF:  # as Django says it: `token_create`
        said = [said[-1], *said[:-1]]
    return Judged(Source.PATH, " ".join(said), frame.owner)


def _is_row(said: Sequence[str], known: set[str]) -> bool:
    """Whether words are those of a row of the table, beside known and small ones."""
    return not ROW_OF.keys().isdisjoint(said) and _are_known(said, known)


def path_of(operation: Operation) -> str:
    """Return the key of an operation's path item as it is named, which may hold a query and a fragment."""
    _, found, rest = operation.id.partition("paths/")
    return named_path(unescape(to_pointer(rest.rpartition("/")[0]))) if found else operation.path


def known_words(operation: Operation, vocabulary: Vocabulary) -> set[str]:
    """Return the words of path and tags, as they stand and for one of what they speak of, in lower case."""
    return _both(word for text in (path_of(operation), *operation.tags) for word in words(text, vocabulary))


def _both(said: Iterable[str]) -> set[str]:
    found = {word.lower() for word in said}
    return found | set(map(singular, found))


def says_nothing_more(text: str, known: set[str], vocabulary: Vocabulary) -> bool:
    """Whether a text has no words but rows of the table, small ones and known ones."""
    return _are_known(map(str.lower, words(text, vocabulary)), known)


def _are_known(said: Iterable[str], known: set[str]) -> bool:
    return all(word in SAYING_NOTHING or singular(word) in known or _VERSION.fullmatch(word) for word in said)


def place_word(operation: Operation, judged: Judged, vocabulary: Vocabulary) -> Placed:
    """Return the name that its author gave an operation within a frame: in the group of its tag, else of its class,
    else of its path. Words of the path that follow those of the tag are groups, as in `dcim_cables_bulk_destroy`."""
    said, where = words(judged.text, vocabulary), address(path_of(operation))
    owner = class_words(operation.tags[0] if operation.tags else judged.owner, vocabulary)
    keys = [key_of(segment, vocabulary) for segment in where.static]
    wanted = key_of(owner, vocabulary) if owner else ()
    if not owner:
        group = _group_of_path(where, key_of(judged.text, vocabulary), keys)
    elif wanted not in keys:
        group = (owner,)
    else:
        at = keys.index(wanted)
        begins = [index for index in range(at) if _begins(said, keys[index], vocabulary)]
        first = begins[0] if begins else at
        group, rest = where.static[first : at + 1], zip(where.static[at + 1 :], keys[at + 1 :], strict=True)
        said = said[len(keys[first]) :] if begins else said
        for segment, key in rest:
            several = is_plural(words(segment, vocabulary)[-1].lower())
            if not several and (segment == where.static[-1] or key[0] in VERBS):
                break
            if not _begins(said, key, vocabulary):
                break
            group, said = (*group, segment), said[len(key) :]
    return Placed(tuple(map(segment_word, group)), verb_first(" ".join(said), operation, vocabulary), spoke=Spoke.WORD)


def _begins(said: Sequence[str], key: tuple[str, ...], vocabulary: Vocabulary) -> bool:
    """Whether words begin with those of a segment, and go on."""
    return len(said) > len(key) and key_of(" ".join(said[: len(key)]), vocabulary) == key


def _group_of_path(where: Address, said: tuple[str, ...], keys: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the segments that group a word: not the last that it says itself, is an act, or that it drops (D3.8)."""
    if not keys:
        return ()
    last = keys[-1]
    acts = last[0] in VERBS or last[0] in ROW_OF
    behind = where.last is not None and where.segments[-2:-1] == (None,)
    if said == last or (acts and said[0] == last[0]) or (behind and not set(last) & set(said)):
        return where.static[:-1]
    return where.static


def without_group(name: str, group: Iterable[str], vocabulary: Vocabulary) -> str:
    """Return a name without the words of its group; the name itself where nothing else is left that speaks.

    `archive_ledgers` in `ledgers` is `archive`, `get_user_by_email` in `users` is `get_by_email`.
    """
    said = words(name, vocabulary)
    keys = key_of(name, vocabulary)
    path = [key_of(part, vocabulary) for part in group]
    for wanted in (tuple(word for part in path for word in part), path[-1] if path else ()):
        for dropped in (_run(keys, wanted), _each(keys, wanted)):
            left = _tidy(said, dropped)
            if left:
                return " ".join(left)
    return name


def without_segment(name: str, operation: Operation) -> str:
    """Return a name without the first segment of its path, where `_` or `.` stands behind: `genai_list_agents`."""
    first, _, rest = re.sub(r"[._]", "\0", name, count=1).partition("\0")
    static = address(operation.path).static
    same = bool(static) and _letters(first) == _letters(static[0])
    return rest if same and any(map(str.isalpha, rest)) else name


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _run(keys: Sequence[str], wanted: Sequence[str]) -> set[int]:
    """Return where words stand one after the other; nothing where they do not."""
    for start in range(len(keys) - len(wanted) + 1 if wanted else 0):
        if keys[start : start + len(wanted)] == wanted:
            return set(range(start, start + len(wanted)))
    return set()


def _each(keys: Sequence[str], wanted: Sequence[str]) -> set[int]:
    """Return where each of some words stands; nothing where one is missing."""
    return {keys.index(word) for word in wanted} if set(wanted) <= set(keys) else set()


_SMALL = frozenset(["by", "for", "of", "from", "in", "on", "to", "the", "a", "and", "with", "at"])


def _tidy(said: Sequence[str], dropped: set[int]) -> tuple[str, ...]:
    """Return words without some, and without small words that have nothing to speak of any more; () if these begin."""
    if not dropped:
        return ()
    left: list[str] = []
    for index, word in enumerate(said):
        if index in dropped:
            following = next((said[later] for later in range(index, len(said)) if later not in dropped), "")
            while left and left[-1].lower() in _SMALL and (not following or following.lower() in _SMALL):
                left.pop()
        else:
            left.append(word)
    if len(left) == 2 and left[1].lower() in _EMPTY:
        left.pop()
    return tuple(left) if left and left[0].lower() not in _SMALL else ()


def verb_first(name: str, operation: Operation, vocabulary: Vocabulary) -> str:
    """Return a name with the HTTP method that ends it in front: `class put` is `put class`."""
    said = words(name, vocabulary)
    if (
        "/" in (operation.operation_id or "")
        or len(said) < 2
        or said[-1].lower() != operation.method.lower()
        or said[0].lower() in (*ROW_OF, *VERBS, "bulk")
    ):
        return name
    return " ".join((said[-1], *said[:-1]))


def by_id(operation: Operation, text: str) -> Operation:
    """Return the operation with an operationId without its number."""
    return operation if operation.operation_id == text else replace(operation, operation_id=text or None)
