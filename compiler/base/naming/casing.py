"""Joins words in a case, and spells texts in the letters that registries and shells accept."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum

from compiler.base.naming.splitting import is_mark, words
from compiler.base.naming.vocabulary import PLAIN, Vocabulary

_LATIN = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L"}
    | {"đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "\u0131": "i"}
)
"""Letters that Unicode does not decompose into a plain letter and a mark."""


class Case(StrEnum):
    """How words are joined."""

    SNAKE = "snake"
    CAMEL = "camel"
    PASCAL = "pascal"
    CONSTANT = "constant"
    KEBAB = "kebab"
    VERBATIM = "verbatim"
    """As the document writes the name: for targets that print no source code."""
    SOLID = "solid"
    """As the document writes the name, in one piece: for names between dots in such targets."""


def join(
    parts: Iterable[str], case: Case, initialisms: frozenset[str] = frozenset(), vocabulary: Vocabulary = PLAIN
) -> str:
    """Join words in a case. Words in capitals stay so in Pascal and camel case (``HTTPError``), unless all are."""
    made = _join(tuple(parts), case, initialisms, vocabulary)
    return made if made.isascii() or case in (Case.VERBATIM, Case.SOLID) else unicodedata.normalize("NFKC", made)


def lower(text: str) -> str:
    """Put letters into lower case; ``İ`` becomes ``i``, without the combining dot, a separate character."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text.replace("\u0130", "i").lower())


def _upper(text: str) -> str:
    """Put letters into upper case, except those that would become two characters, a letter and a mark."""
    made = text.upper()
    if made.isascii() or not any(map(is_mark, made)):
        return made
    return "".join(char if any(map(is_mark, char.upper())) else char.upper() for char in text)


def fold(text: str) -> str:
    """Fold a name for comparison without case: ``ß`` becomes ``ss``, and a final sigma becomes any sigma."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", lower(text).casefold())


def _join(listed: tuple[str, ...], case: Case, initialisms: frozenset[str], vocabulary: Vocabulary) -> str:
    match case:
        case Case.PASCAL:
            return "".join(_capitals(listed, initialisms))
        case Case.SNAKE:
            return lower("_".join(listed))
        case Case.CAMEL:
            first = listed[0] if vocabulary.humped.fullmatch(listed[0]) else lower(listed[0])
            return first + "".join(_capitals(listed, initialisms)[1:])
        case Case.CONSTANT:
            return _upper("_".join(listed))
        case Case.KEBAB:
            return lower("-".join(listed))
        case Case.VERBATIM:
            return " ".join(listed)
        case Case.SOLID:
            return solid(" ".join(listed))


def solid(text: str) -> str:
    """Join the parts between spaces in the style of the rest of the name: ``list trips form`` is ``listTripsForm``."""
    first, *others = text.split() or [text]
    sign = next((sign for sign in "_-" if sign in text), "")
    return sign.join([first, *(part if sign else part[:1].upper() + part[1:] for part in others)])


class _Names(dict[str, str]):
    """Names in a case, each joined when it is first needed."""

    __slots__ = ("_case", "_initialisms", "_vocabulary")

    def __init__(self, case: Case, initialisms: frozenset[str], vocabulary: Vocabulary) -> None:
        self._case = case
        self._initialisms = initialisms
        self._vocabulary = vocabulary

    def __missing__(self, text: str) -> str:
        parts = words(text, self._vocabulary)
        made = self[text] = join(parts, self._case, self._initialisms, self._vocabulary)
        return made


@functools.lru_cache(maxsize=64)
def names_in(case: Case, initialisms: frozenset[str], vocabulary: Vocabulary) -> Mapping[str, str]:
    """Return the names of a document in a case, by their texts: most targets use the same case for types."""
    return _Names(case, initialisms, vocabulary)


def _capitals(parts: tuple[str, ...], initialisms: frozenset[str]) -> list[str]:
    known = _known_capitals(initialisms, _shouts(parts))
    return [known[word] for word in parts]


class _Capitals(dict[str, str]):
    """Words capitalised as within a name, each made when it is first needed."""

    __slots__ = ("_initialisms", "_quiet")

    def __init__(self, initialisms: frozenset[str], quiet: bool) -> None:
        self._initialisms = initialisms
        self._quiet = quiet

    def __missing__(self, word: str) -> str:
        made = self[word] = _capital(word, self._initialisms, self._quiet)
        return made


_known_capitals = functools.cache(_Capitals)


def _shouts(parts: tuple[str, ...]) -> bool:
    if parts and parts[0][-1:].islower():
        return False
    return not any(char.islower() for part in parts for char in part) and len("".join(parts)) > 5


def _capital(word: str, initialisms: frozenset[str], quiet: bool) -> str:
    if initialisms and word.upper() in initialisms:
        return word.upper()
    if word.islower():
        return _upper(word[:1]) + word[1:]
    if word.isupper() and len(word) > 1 and not quiet:
        return word
    return _upper(word[:1]) + (lower(word[1:]) if quiet or word.isupper() else word[1:])


def ascii_text(text: str) -> str:
    """Spell a text in the letters that registries and shells accept, without marks and letters of other scripts."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKD", text.translate(_LATIN)).encode("ascii", "ignore").decode()


def variable_prefix(client: str, vocabulary: Vocabulary) -> str:
    """Return the prefix of a client's environment variables; shells accept only ASCII."""
    letters = ascii_text(client)
    made = join(words(letters if any(map(str.isalnum, letters)) else "API", vocabulary), Case.CONSTANT)
    return f"_{made}" if made[0].isdigit() else made
