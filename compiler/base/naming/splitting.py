"""Splits names into words."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable

from compiler.base.naming.vocabulary import PLAIN, Vocabulary
from compiler.base.patterns import lazy_pattern

WORD = lazy_pattern(
    r"[A-Z]{2,}s(?![a-z])\d*"  # URLs, IDs
    r"|[A-Z]+(?![a-z])\d*"  # HTTP, SHA256
    r"|[A-Z]?[^\W\d_A-Z]+\d*"  # Word, word, v2, and letters without case
    r"|\d+"
)
ASCII_WORD = lazy_pattern(r"[A-Z]?[a-z]+[0-9]*|[A-Z]{2,}s(?![a-z])[0-9]*|[A-Z]+(?![a-z])[0-9]*|[0-9]+")
"""The same pattern for texts of only ASCII letters and digits; no two of its branches begin alike."""
APOSTROPHE = lazy_pattern(r"(?<=[^\W\d_])['\u2019](?=[^\W\d_])")
SIGNS = {"+": "plus", "-": "minus", "*": "star", "<": "lt", ">": "gt", "=": "eq", "!": "not", "%": "percent"}
SIGNS |= {"&": "and", "|": "or", "~": "tilde", "^": "caret", "#": "hash", "@": "at", "$": "dollar", "?": "question"}
SIGNS |= {"/": "slash", "\\": "backslash", ".": "dot", ",": "comma", ":": "colon", ";": "semicolon", "_": "underscore"}
_JOINERS = "\u200c\u200d"
"""Invisible joiners between letters of some scripts."""
_LONGEST = 10_000
"""The greatest length of a name: a digest replaces the rest, before the name is split into a million words."""


@functools.lru_cache(maxsize=200_000)
def words(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Split a name into words, keeping the case of letters; words of the vocabulary are not split (D3.9).

    Separators and changes of case divide; digits stay with the word before them, and between
    underscores small letters and digits are one word (``size_7x``). Signs that carry the meaning
    (``+1``, ``-created``, ``StartTime<``, a name of signs alone) become words. A character that is neither
    letter nor digit is replaced by its code point. An empty name is ``("empty",)``.
    """
    if len(text) > _LONGEST:
        text = shorten(text, _LONGEST)
    if text.isascii() and text.isalnum() and text.islower() and not text[0].isdigit():
        return (text,)
    if text.isascii() and text.islower() and "_" in text and text.replace("_", "").isalnum():
        # snake case already: `image_256x256` and `_7x` are not cut at digits
        return tuple(filter(None, text.split("_")))
    if text.isascii() and text.isalnum():
        return tuple(_split_around_words(text, ASCII_WORD.findall, vocabulary))
    normal = APOSTROPHE.sub("", unicodedata.normalize("NFKC", text))
    told = any(map(str.isalnum, normal))
    found = told and _split_around_words(_spell_signs(normal), _with_marks, vocabulary)
    if found:
        return tuple(found)
    if not text:
        return ("empty",)
    return tuple(SIGNS.get(char) or f"u{ord(char):x}" for char in normal if not char.isspace()) or ("blank",)


def _split_around_words(text: str, split: Callable[[str], list[str]], vocabulary: Vocabulary) -> list[str]:
    """Split a text into words, without splitting words of the vocabulary."""
    if vocabulary.hint.search(text) is None:
        return split(text)
    pieces = vocabulary.split.split(text)
    pieces[::2] = [" ".join(split(piece)) for piece in pieces[::2]]
    return " ".join(pieces).split()


def separated(text: str) -> str:
    """Return a name without its signs, which separate words; joiners of words in code (`_`, `-`) stay."""
    kept = (char if char in "_- " or char.isalnum() or unicodedata.category(char)[0] == "M" else " " for char in text)
    return " ".join("".join(kept).strip("- ").split())


def _with_marks(text: str) -> list[str]:
    """Split a text into words; marks (vowels and tones of many scripts) are a part of their word."""
    if text.isascii() or not any(map(is_mark, text)):
        return WORD.findall(text)
    found: list[str] = []
    goes_on = -1
    for match in WORD.finditer(text):
        if match.start() == goes_on and not match[0][0].isupper():
            found[-1] += match[0]
        else:
            found.append(match[0])
        end = match.end()
        while end < len(text) and (is_mark(text[end]) or text[end] in _JOINERS):
            found[-1] += text[end] if text[end] not in _JOINERS else ""
            end += 1
        goes_on = end if end > match.end() else -1
    return found


def is_mark(char: str) -> bool:
    """Whether a character is a mark: a vowel or a tone that belongs to the letter before it."""
    return char > "\u02ff" and unicodedata.category(char) in ("Mn", "Mc")


def with_signs(text: str) -> str:
    """Return a name with the signs in it spelled out, but for those that join words."""
    return " ".join(
        "".join(f" {SIGNS[char]} " if char in SIGNS and char not in "_-" else char for char in text).split()
    )


def spelled(text: str) -> str:
    """Return a name for use beside words: a name of signs alone (`$`) is spelled out, since it would be lost."""
    if any(map(str.isalnum, text if text.isascii() else unicodedata.normalize("NFKC", text))):
        return text
    return " ".join(words(text, PLAIN))


def _spell_signs(text: str) -> str:
    """Spell out a leading sign and a trailing comparison, since they may be all that distinguishes two names."""
    if len(text) > 1 and text[0] in "+-" and text[1].isalnum():
        text = f"{SIGNS[text[0]]} {text[1:]}"
    if text[-1:] in ("<", ">") and text.count("<") + text.count(">") == 1 and len(text) > 1:
        text = f"{text[:-1]} {SIGNS[text[-1]]}"
    if text[-1:] == "!" or (text[-1:] == "=" and text[-2:-1] in "<>!="):
        text = f"{text} {SIGNS.get(text[-1], '')}"
    return text


@functools.lru_cache(maxsize=200_000)
def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, equal for all spellings of a name."""
    return "".join(filter(str.isalnum, text)).lower()


def shorten(ident: str, length: int) -> str:
    """Cut an identifier to a length; a digest of the whole keeps it unique and independent of its neighbours."""
    import hashlib

    digest = hashlib.sha256(ident.encode()).hexdigest()[:8]
    return ident[: length - 8].rstrip("_-") + digest
