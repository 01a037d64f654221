"""Groups and names of methods that follow from paths (D3.8).

`POST /v1/chat/completions` is `chat.completions.create`. An *address* is what is left of a path without versions and
what only tells of a format. Its static segments are the group, and the method is named by the first of these that
speaks:

1. a fragment, and HEAD and OPTIONS;
2. an *act*: a last segment that tells what to do (`payment_intents/{id}/confirm`), which is the method then;
3. a verb of its own that the operationId begins with (`sendInvoice`);
4. a *row*: the operationId begins with a common word that the method of HTTP alone does not say (`listEvents`);
5. what the path leads to: an *item* (it ends in a parameter), a *collection*, or a *thing*, the rest.

All follow from the operation alone, and from the other methods of its path where a POST is `create` or `update`.
Words of the operationId tell equal names apart, see :func:`lengthen_name`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN, Vocabulary
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import frozen, replace
from passes.support.names.verbs import NOUNS_TOO, READING, ROW_OF, SMALL, VERBS, is_plural, singular

_VERSION = lazy_pattern(r"v?\d+([._]\d+)*((alpha|beta|rc|preview|p)\d*)*|\d{4}-\d\d(-\d\d)?(-\w+)?", re.IGNORECASE)
_EXTENSION = lazy_pattern(r"(?<=.)\.(json|xml|ya?ml|csv|txt|html?|\{[^{}]*\})$", re.IGNORECASE)
_PREFIXES = frozenset({"api", "rest"})
_VERSIONED = lazy_pattern(r"(?<=..)(v\d+)$")
_LONGEST = 200
"""Letters of a word that is looked into: there are operationIds of any length."""
_WRITES = frozenset({"POST", "PUT", "PATCH"})
_ITEM = {"GET": "get", "PATCH": "update", "PUT": "update", "POST": "update", "DELETE": "delete"}
_COLLECTION = {"GET": "list", "POST": "create", "PUT": "replace all", "PATCH": "update all", "DELETE": "delete all"}

_JOINING = frozenset({"or", "and", "by", "for", "of", "to", "in", "from"})
"""Words that say nothing at the end of a name."""

Group = tuple[str, ...]


@frozen
class Caller:
    """The facts of an operation that decide its name."""

    method: str
    path: str
    """The key of its path item."""
    said: tuple[str, ...] = ()
    """The words of the operationId, in lower case."""
    lists: bool = False
    """It returns a list, or an object that holds one under a usual name."""
    beside: frozenset[str] = frozenset()
    """The HTTP methods of the path."""
    path_lists: bool = False
    """The GET of the path returns a list."""
    holds_items: bool = False
    """Another path is this one and a parameter more."""
    alone: bool = True
    """No other path has its static segments."""


class Spoke(StrEnum):
    """What named a method: the rule that was the first to speak."""

    FRAGMENT = "fragment"
    METHOD = "method"
    ACT = "act"
    VERB = "verb"
    ROW = "row"
    PLACE = "place"
    WORD = "word"


@frozen
class Placed:
    """The group and the name of a method, in words."""

    group: Group
    name: str
    act: bool = False
    """Its segment is its name: it is no group as long as nothing stands in it."""
    spoke: Spoke = Spoke.PLACE


@frozen
class Address:
    """A path without versions, `-`, extension, query: static segments as text, None for those with a parameter."""

    segments: tuple[str | None, ...]
    fragment: str = ""

    @property
    def static(self) -> Group:
        """The segments without parameters."""
        return tuple(segment for segment in self.segments if segment is not None)

    @property
    def last(self) -> str | None:
        """The last segment; None where it holds a parameter, or there is none."""
        return self.segments[-1] if self.segments else None


def address(path: str) -> Address:
    """Read a path of an OpenAPI document."""
    path, _, fragment = path.partition("#")
    parts = _EXTENSION.sub("", path.partition("?")[0].rstrip("/")).split("/")
    found = [piece for part in parts if part for piece in _pieces(part)]
    kept = [piece for piece in found if piece is None or (piece != "-" and not _VERSION.fullmatch(piece))]
    while len(kept) > 1 and kept[0] is not None and kept[0].lower() in _PREFIXES:
        kept = kept[1:]
    return Address(tuple(kept), fragment)


def _pieces(part: str) -> Iterable[str | None]:
    """Yield a segment, and behind it the word that a colon adds."""
    before, colon, word = part.rpartition(":")
    if not (colon and before and word.isidentifier()):
        before, word = part, ""
    yield None if "{" in before else "me" if before == "@me" else before
    if word:
        yield word


def operation_id_words(text: str, known: Iterable[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the words of an operationId in lower case; ``known`` are those that its path and tags hold.

    A version at a word's end is a word of its own, and so is a verb that begins a word made of known ones
    (`Updatespendlimit`).
    """
    found = [word.lower() for word in words(text, vocabulary)] if text else []
    split = [piece for word in found for piece in filter(None, _VERSIONED.split(word))]
    if split and split[0] not in ROW_OF and split[0] not in VERBS and split[0] not in known:
        split[:1] = _run_together(split[0], frozenset(known))
    return tuple(split)


def _run_together(word: str, known: frozenset[str]) -> tuple[str, ...]:
    if len(word) > _LONGEST:
        return (word,)
    for verb in (*ROW_OF, *sorted(VERBS)):
        if word.startswith(verb) and (rest := _parted(word[len(verb) :], known)):
            return (verb, *rest)
    return (word,)


def _parted(text: str, known: frozenset[str]) -> tuple[str, ...]:
    """Divide a text into known words; nothing where that cannot be done."""
    ends: dict[int, tuple[str, ...]] = {0: ()}
    for end in range(1, len(text) + 1):
        for start in list(ends):
            if text[start:end] in known:
                ends[end] = (*ends[start], text[start:end])
                break
    return ends.get(len(text), ())


def place(caller: Caller, vocabulary: Vocabulary) -> Placed:
    """Return the group and the name that follow from the path."""
    where = address(caller.path)
    if where.fragment:
        return _placed(where.static, where.fragment, Spoke.FRAGMENT)
    if caller.method in ("HEAD", "OPTIONS", "TRACE"):
        return _placed(where.static, caller.method.lower(), Spoke.METHOD)
    if where.last is not None and _is_act(caller, where, where.last, vocabulary):
        return _placed(where.static[:-1], where.last, Spoke.ACT, act=True)
    if where.last is None and caller.alone and where.static and _tells_what_to_do(caller, where.static[-1], vocabulary):
        return _placed(where.static[:-1], where.static[-1], Spoke.ACT)
    own = _own_verb(caller, where, vocabulary)
    if own:
        return _placed(_without_dropped(caller, where, vocabulary), own, Spoke.VERB)
    row = _row(caller, where, vocabulary)
    if row:
        return _placed(where.static, row, Spoke.ROW)
    if where.last is not None and caller.method == "POST" and not _is_collection(caller, where.last, vocabulary):
        return _placed(where.static[:-1], where.last, Spoke.PLACE, act=True)  # a thing
    return _placed(where.static, _plain(caller, where, vocabulary), Spoke.PLACE)


def name_in_group(caller: Caller) -> str:
    """Return the name that an act has in a group that is called as it is (D3.6)."""
    if caller.method == "GET":
        return "list" if caller.lists else "get"
    if caller.method == "POST":
        update = "GET" in caller.beside and not caller.beside & {"PUT", "PATCH"} and _row_word(caller) != "create"
        return "update" if update else "create"
    return _plain_item(caller)


def place_in_tag(placed: Placed, tag: str, caller: Caller, vocabulary: Vocabulary) -> Placed:
    """Return the name of an operation without an operationId among others that have one and are grouped by tags.

    What the tag does not say of the path joins the name: `GET /users/{id}/orders` is `list orders` of `users`.
    """
    keys = [key_of(segment, vocabulary) for segment in placed.group]
    wanted = key_of(tag, vocabulary)
    at = keys.index(wanted) if wanted in keys else -1
    rest = placed.group[at + 1 :]
    group = placed.group[at] if at >= 0 else segment_word(tag)
    several = caller.method in _COLLECTION and placed.name == _COLLECTION[caller.method] and placed.name != "create"
    said = [words(segment, vocabulary) for segment in rest]
    said = [
        tuple(map(singular, map(str.lower, one))) if index < len(rest) - 1 or not several else one
        for index, one in enumerate(said)
    ]
    return Placed((group,), " ".join((placed.name, *(word for one in said for word in one))), spoke=placed.spoke)


def key_of(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the key by which a tag and a segment are compared: their words, for one of what they speak of."""
    return tuple(singular(word.lower()) for word in words(text, vocabulary))


def with_path_words(name: str, caller: Caller, other: Caller, group: Group, vocabulary: Vocabulary) -> str:
    """Return a name with the words of a path that neither another path, the group nor the name says."""
    told = {
        word
        for path in (address(other.path).static, group, (name,))
        for text in path
        for word in key_of(text, vocabulary)
    }
    fresh = [
        word.lower()
        for text in address(caller.path).static
        for word in words(text, vocabulary)
        if singular(word.lower()) not in told
    ]
    return " ".join((name, *dict.fromkeys(fresh)))


def by_place(caller: Caller, vocabulary: Vocabulary) -> str:
    """Return the name that follows from method and path alone."""
    return place(replace(caller, said=()), vocabulary).name


def version_of(path: str) -> str:
    """Return the last version in a path; "" where there is none."""
    return next((part for part in reversed(path.split("/")) if _VERSION.fullmatch(part)), "")


def speakers(crowd: Iterable[Caller]) -> Counter[str]:
    """Return how many of several methods have each word, for one of what it speaks of, in their operationIds."""
    return Counter(word for caller in crowd for word in {singular(word) for word in caller.said})


def lengthen_name(caller: Caller, name: str, group: Group, spoken: Counter[str], vocabulary: Vocabulary) -> str:
    """Return a name with the words of the operationId that tell it from others of that name; may be the name itself.

    Args:
        spoken: the :func:`speakers` among all who wish for the name, this one included.
    """
    grouped = {singular(word.lower()) for text in group for word in words(text, vocabulary)}
    taken = grouped | {singular(word.lower()) for word in words(name, vocabulary)}
    own = _own_words(caller, grouped)
    fresh = [spoken[singular(word)] == 1 and singular(word) not in taken for word in own]
    for index, word in enumerate(own[:-1]):
        if word in SMALL and (fresh[index] or fresh[index + 1]):
            fresh[index] = fresh[index + 1] = True
    told = [word for word, keep in zip(own, fresh, strict=True) if keep]
    while told and told[-1] in _JOINING:
        told.pop()
    return " ".join((name, *told))


def _own_words(caller: Caller, group: set[str]) -> tuple[str, ...]:
    """Return the words of the operationId without the one for what is done, which is the first beside the group's."""
    said = tuple(word for word in caller.said if word != caller.method.lower())
    first = next((index for index, word in enumerate(said) if singular(word) not in group), 0)
    if said and (said[first] in ROW_OF or said[first] in VERBS):
        return said[:first] + said[first + 1 :]
    return said


def by_parameter(caller: Caller, name: str, group: Group, vocabulary: Vocabulary, *, all_: bool = False) -> str | None:
    """Return a name with the last parameter of the path, or all, without the words of the group; None without any."""
    found = re.findall(r"\{([^{}]*)\}", caller.path)
    last = key_of(group[-1], vocabulary) if group else ()
    said = [_parameter_words(text, last, vocabulary) for text in (found if all_ else found[-1:])]
    return f"{name} by {' and '.join(said)}" if said else None


def _parameter_words(text: str, group: tuple[str, ...], vocabulary: Vocabulary) -> str:
    said = words(text, vocabulary)
    if group and len(said) > len(group) and key_of(text, vocabulary)[: len(group)] == group:
        said = said[len(group) :]
    return " ".join(said)


def by_method(caller: Caller, name: str) -> str | None:
    """Return a name with the HTTP method; a POST takes none. A rule's word and a method's are not joined."""
    if caller.method == "POST":
        return name
    return None if name.partition(" ")[0] in ROW_OF else f"{caller.method.lower()} {name}"


def _placed(group: Group, name: str, spoke: Spoke, *, act: bool = False) -> Placed:
    return Placed(tuple(map(segment_word, group)), segment_word(name), act, spoke)


def segment_word(text: str) -> str:
    """Return a segment without dots, which divide groups; one that begins with a digit takes ``n``."""
    text = text.replace(".", " ").strip() or " ".join(words(text, PLAIN))
    return f"n{text}" if text[:1].isdigit() else text


def _is_act(caller: Caller, where: Address, segment: str, vocabulary: Vocabulary) -> bool:
    said = [word.lower() for word in words(segment, vocabulary)]
    if said[0] == "add" and said[1:2] in (["on"], ["ons"]):  # an add-on is a thing
        return False
    if len(where.static) > 1 and caller.method == "GET" and _ends_in(caller, said):
        return True
    if _tells_what_to_do(caller, segment, vocabulary):
        return True
    verb = said[0]
    if len(said) == 1 and verb in ("get", "list"):
        return True
    begins = caller.said[:1] == (verb,)
    if verb not in VERBS and verb not in ROW_OF:
        return False
    if is_plural(said[-1]) and (verb in NOUNS_TOO or caller.path_lists):
        return False
    if verb in NOUNS_TOO and len(said) > 1 and not begins:
        return False
    return caller.method in _WRITES or begins or (caller.method == "GET" and verb in READING)


def _tells_what_to_do(caller: Caller, segment: str, vocabulary: Vocabulary) -> bool:
    """Whether several words begin with a verb: of one that is a noun as often, of several things, and of a path with
    several methods only if the operationId begins with it, too; `GetOrders` has a row in front."""
    said = [word.lower() for word in words(segment, vocabulary)]
    if len(said) < 2 or (said[0] not in ROW_OF and said[0] not in VERBS):
        return False
    plain = said[0] in ROW_OF or (said[0] not in NOUNS_TOO and not is_plural(said[-1]))
    return caller.said[:1] == (said[0],) or (plain and len(caller.beside) == 1)


def _ends_in(caller: Caller, said: Sequence[str]) -> bool:
    """Whether an operationId has no verb and ends in these words."""
    own = caller.said
    return len(own) > len(said) and list(own[-len(said) :]) == list(said) and not _has_verb(own)


def _has_verb(said: Sequence[str]) -> bool:
    return any(word in VERBS - NOUNS_TOO or word in ROW_OF for word in said)


def _own_verb(caller: Caller, where: Address, vocabulary: Vocabulary) -> str | None:
    verb = caller.said[0] if caller.said else ""
    if verb not in VERBS:
        return None
    last = where.static[-1] if where.static else ""
    told = {word.lower() for word in words(last, vocabulary)} if last else set()
    return None if verb in told or verb in {singular(word) for word in told} else verb


def _without_dropped(caller: Caller, where: Address, vocabulary: Vocabulary) -> Group:
    """Return the group without a last segment behind a parameter that the operationId does not speak of."""
    last, before = where.last, where.segments[-2:-1]
    if last is None or before != (None,):
        return where.static
    said = {singular(word) for word in caller.said}
    return (
        where.static if any(singular(word.lower()) in said for word in words(last, vocabulary)) else where.static[:-1]
    )


def _row_word(caller: Caller) -> str:
    return ROW_OF.get(caller.said[0], "") if caller.said else ""


def _row(caller: Caller, where: Address, vocabulary: Vocabulary) -> str | None:
    row = _row_word(caller)
    if caller.method == "GET":
        if row == "list":
            return row
        return "get" if caller.said[:1] == ("retrieve",) and not caller.lists else None
    if caller.method == "PUT":
        return row if row == "create" else None
    if caller.method != "POST":
        return None
    static = where.last is not None
    thing = where.last is not None and not _is_collection(caller, where.last, vocabulary)
    speaks = row in ("create", "update") or (row == "delete" and not thing) or (row in ("get", "list") and static)
    return row if speaks else None


def _is_collection(caller: Caller, segment: str, vocabulary: Vocabulary) -> bool:
    return caller.path_lists or is_plural(words(segment, vocabulary)[-1].lower())


def _plain(caller: Caller, where: Address, vocabulary: Vocabulary) -> str:
    if where.last is not None and _is_collection(caller, where.last, vocabulary):
        return _COLLECTION.get(caller.method, caller.method.lower())
    if where.last is None and caller.holds_items and (caller.path_lists or "GET" not in caller.beside):
        return _COLLECTION.get(caller.method, caller.method.lower())
    if not where.segments:
        return (_COLLECTION if caller.path_lists or caller.method == "POST" else _ITEM).get(caller.method, "call")
    return _plain_item(caller)


def _plain_item(caller: Caller) -> str:
    if caller.method == "PUT" and "PATCH" in caller.beside:
        return "replace"
    if caller.method == "POST" and caller.beside & {"PUT", "PATCH"}:
        return "create"
    return _ITEM.get(caller.method, caller.method.lower())
