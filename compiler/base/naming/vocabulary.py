"""Words with inner capitals that are one word in every case: `OpenAI`, `OAuth` (D3.9).

A closed table has the words for all documents; a document adds its own, in its title and in gen.yaml.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass

from compiler.base.patterns import lazy_pattern

TABLE = """
BigQuery DevOps DynamoDB eBay FedEx GitHub GitLab GraphQL iOS iPad iPadOS iPhone IPv4 IPv6 LaTeX LinkedIn
macOS MongoDB MySQL NoSQL OAuth OpenAPI OpenID PayPal PostgreSQL SQLite TikTok tvOS watchOS WhatsApp WiFi
WordPress YouTube
"""
"""The words of every document."""
KNOWN = frozenset(TABLE.split())
_MOST = 20
"""How many words of a title are taken."""
_WORD = lazy_pattern(r"[^\W_]+")
_API = lazy_pattern(r"(?<=[^\W\d_])(API|Api)\Z")
_END = r"(?:s(?![^\W\d_]))?(?![^\W\d_A-Z])\d*"
"""A plural, and what belongs to a word as digits do to any; a small letter would make it another word."""


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words that are not split: ``own`` are the document's, added to those of the table."""

    own: frozenset[str]
    hint: re.Pattern[str]
    """Finds the rest of one from its inner capital on: most names have none, and are searched no further."""
    split: re.Pattern[str]
    """Finds them in a name; one that begins with a capital may begin a name in camel case, too (`openAIKey`)."""
    humped: re.Pattern[str]
    """Tells the words that begin a name in camel case, and stay as they are there."""


def vocabulary(own: Iterable[str] = ()) -> Vocabulary:
    """Return the vocabulary of a document's words and the table: one object for equal words."""
    return _of(frozenset(own))


@functools.lru_cache(maxsize=64)
def _of(own: frozenset[str]) -> Vocabulary:
    listed = sorted(KNOWN | own, key=lambda word: (-len(word), word))
    inside = [word for word in listed if word[0].isupper()]
    first = [word for word in listed if not word[0].isupper()]
    camel = [word[0].lower() + word[1:] for word in inside]
    begins = rf"(?<![^\W_])(?:{_any([*first, *camel])}){_END}"
    hint = re.compile(_any(sorted({_rest(word) for word in listed})))
    return Vocabulary(
        own, hint, re.compile(rf"((?:{_any(inside)}){_END}|{begins})"), re.compile(rf"(?:{_any(camel)}){_END}")
    )


def _rest(word: str) -> str:
    return word[next(index for index, char in enumerate(word) if index and char.isupper()) :]


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))


PLAIN = vocabulary()
"""The vocabulary for names outside of documents, and before a document's is known."""


def words_of_title(title: str) -> list[str]:
    """Return the title's words that are not split, without the table's; a trailing `API` is not part of a word."""
    found = [word if word in KNOWN else _API.sub("", word) for word in _WORD.findall(title)]
    return [word for word in dict.fromkeys(found) if word not in KNOWN and _is_humped(word)][:_MOST]


def _is_humped(word: str) -> bool:
    """Whether a word has an inner capital, and is not only capitals or their plural (`APIs`), which are never split."""
    plain = re.sub(r"s?\d*\Z", "", word)
    return any(map(str.isupper, word[1:])) and any(map(str.islower, plain))
