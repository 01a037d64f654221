"""Which of several types is which of several components, by the words of their names and modules.

`SessionCreatedEvent` of the module `beta.realtime` is `RealtimeBetaServerEventSessionCreated`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.base.patterns import lazy_pattern
from compiler.source import split_pointer
from migrate.adopt.facts import METHODS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from migrate.adopt.published.published import PublishedType

_WORD = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_KINDS = frozenset(
    ("object", "resource", "param", "schema", "response", "request", "body", "server", "client", "item", "enum")
)
"""Words that say what a schema is for: makers drop and add them."""

_ADDED = frozenset(("resource", "param", "schema", "response", "server", "client"))
"""Those of them that names of types leave out."""
_SIBLINGS = frozenset(("param", "auto", *map(str, range(10))))
"""What names another component for the same thing."""
_OF_LISTS = "ListResponse"
_OF_CONSTANTS = frozenset(("event", "webhook"))
"""What names add to the constant that they are made from."""
_FOLDERS = frozenset(("src", "resource", "type", "model", "api", "ts"))
_KEYWORDS = frozenset(
    (
        *("components", "schemas", "properties", "items", "anyOf", "oneOf", "allOf", "additionalProperties", "schema"),
        *("paths", "requestBody", "responses", "content", "parameters", "application/json", *METHODS),
    )
)
_ENOUGH = 0.5
"""The part of a component's words that a type has to say."""
Words = frozenset[str]
Score = tuple[float, float]


def types_by_words(
    types: Sequence[PublishedType], places: Sequence[str], *, shared: bool = False
) -> Iterator[tuple[PublishedType, str]]:
    """Yield the types whose words one component has most of, and no other as much; each that of no other type.

    `shared` components may be those of several types.
    """
    best = {}
    for type_ in types:
        scores = sorted(((_score(type_, at), at) for at in places), reverse=True)
        if scores and scores[0][0] > (0.0, 0.0) and (len(scores) == 1 or scores[0][0] > scores[1][0]):
            best[type_.key] = scores[0]
    for type_ in types:
        if type_.key not in best:
            continue
        score, at = best[type_.key]
        rivals = [other for key, (other, place) in best.items() if place == at and key != type_.key]
        if shared or all(score > other for other in rivals):
            yield type_, at


def by_words(
    types: Sequence[PublishedType], places: Sequence[str], constants: Mapping[str, Sequence[str]]
) -> Iterator[tuple[PublishedType, str]]:
    """Yield types with the only component that has the words of their names, in its own name, else in one of its
    constants (`batch.cancelled` is `BatchCancelledWebhookEvent`).

    It may have words of the type's module besides; what it is for (`Resource`) does not count. Else the words of the
    module before a type's name are left out: `ResponseToolCall` of `responses` is `ToolCall`. Each has to be the only
    one that fits the other. The type of a list's items, `TripListResponse`, is not that of `ListTripsResponse`.
    """
    named = {at: _pointer_words(at) for at in places}
    told = {at: [_words(text) for text in listed if "." in text] for at, listed in constants.items()}
    of: dict[str, list[PublishedType]] = {}
    for type_ in types:
        found = _fitting(type_, named, told) if not type_.name.endswith(_OF_LISTS) else []
        if len(found) == 1:
            of.setdefault(found[0], []).append(type_)
    for at, rivals in of.items():
        if len(rivals) == 1:
            yield rivals[0], at


def _fitting(
    type_: PublishedType, named: Mapping[str, Words], constants: Mapping[str, Sequence[Words]]
) -> Sequence[str]:
    """Return the components that may be that of a type: those with the fewest other words, and most of its module."""
    own, around = _words(type_.name), _module_words(type_)
    found = [at for at, words in named.items() if _fits(own, around, words)]
    found = found or [at for at in named if _is_of(own, around, constants.get(at, ()))]
    counts = {at: (len(named[at] - own - around), -len(named[at] & around)) for at in found}
    fewest = min(counts.values(), default=None)
    if fewest is not None:
        return [at for at in found if counts[at] == fewest]
    rest = own - _words(type_.module.replace("/", ".").rpartition(".")[2])
    alike = [at for at, words in named.items() if rest <= words and words - rest <= _SIBLINGS]
    return alike if 1 < len(rest) < len(own) and len(alike) == 1 and named[alike[0]] == rest else []


def _fits(own: Words, around: Words, words: Words) -> bool:
    """Whether a component has the words of a type's name, and else only those of its module and what it is for."""
    return len(own) > 1 and own <= words and words - _ADDED <= own | around


def _is_of(own: Words, around: Words, constants: Sequence[Words]) -> bool:
    """Whether a type is called as one of a component's constants."""
    told = own - _OF_CONSTANTS - around
    return len(own) > 2 and any(told <= said <= own | around and len(own & said) > 1 for said in constants)


def _score(type_: PublishedType, at: str) -> Score:
    """Return how many of a component's words a type says, and how many words both names have in common."""
    words, own = _pointer_words(at), _words(type_.name)
    telling, around = words - _KINDS, own | _module_words(type_)
    if not telling & own or len(telling & around) < len(telling) * _ENOUGH:
        return 0.0, 0.0
    return len(words & around) / len(words), len(words & own) / len(words | own)


def _pointer_words(at: str) -> Words:
    """Return the words of a pointer: of the component, and of the properties in it."""
    return frozenset(word for part in split_pointer(at) if part not in _KEYWORDS for word in _words(part))


def _module_words(type_: PublishedType) -> Words:
    return _words(type_.module.replace("/", " ").replace(".", " ")) - _FOLDERS


def _words(text: str) -> Words:
    return frozenset(word.lower().removesuffix("s") for word in _WORD.findall(text))
