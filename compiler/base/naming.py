"""Names: words, cases, reserved words and uniqueness; pure functions and data (D10).

A name is split into words once; a target's :class:`Profile` joins them in its cases. Nothing here knows a language:
what a language reserves is data that its backend hands in.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from compiler.base.vocabulary import PLAIN, Vocabulary

WORD = re.compile(
    r"[A-Z]{2,}s(?![a-z])\d*"  # URLs, IDs
    r"|[A-Z]+(?![a-z])\d*"  # HTTP, SHA256
    r"|[A-Z]?[^\W\d_A-Z]+\d*"  # Word, word, v2, and letters without case
    r"|\d+"
)
ASCII_WORD = re.compile(r"[A-Z]?[a-z]+[0-9]*|[A-Z]{2,}s(?![a-z])[0-9]*|[A-Z]+(?![a-z])[0-9]*|[0-9]+")
"""The same for a text of ASCII letters and digits alone; no two of its branches begin alike."""
APOSTROPHE = re.compile(r"(?<=[^\W\d_])['\u2019](?=[^\W\d_])")
SIGNS = {"+": "plus", "-": "minus", "*": "star", "<": "lt", ">": "gt", "=": "eq", "!": "not", "%": "percent"}
SIGNS |= {"&": "and", "|": "or", "~": "tilde", "^": "caret", "#": "hash", "@": "at", "$": "dollar", "?": "question"}
SIGNS |= {"/": "slash", "\\": "backslash", ".": "dot", ",": "comma", ":": "colon", ";": "semicolon", "_": "underscore"}
_LATIN = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L"}
    | {"đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "\u0131": "i"}
)
"""Letters that do not come apart into a plain one and a mark."""


class Case(StrEnum):
    """How words are joined."""

    SNAKE = "snake"
    CAMEL = "camel"
    PASCAL = "pascal"
    CONSTANT = "constant"
    KEBAB = "kebab"
    VERBATIM = "verbatim"
    """As the document writes it: for targets that print no source text."""
    SOLID = "solid"
    """As the document writes it, in one piece: for what stands between dots there."""


_JOINERS = "\u200c\u200d"
"""Between letters of some scripts; they are not seen."""
_LONGEST = 10_000
"""What is longer is no name: a digest stands for the rest of it, before it is split into a million words."""


@functools.lru_cache(maxsize=200_000)
def words(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Split a name into words, keeping their letters' case; those of the vocabulary stay one (D3.9).

    Separators and changes of case divide; digits stay with the word before them. Signs that carry the meaning
    (``+1``, ``-created``, ``StartTime<``, a name of signs alone) become words. What is no letter or digit at all
    becomes its code point. An empty name is ``("empty",)``.
    """
    if len(text) > _LONGEST:
        text = shorten(text, _LONGEST)
    if text.isascii() and text.isalnum() and text.islower() and not text[0].isdigit():
        return (text,)
    if text.isascii() and text.islower() and text.replace("_", "").isalpha():  # the usual snake case
        return tuple(filter(None, text.split("_")))
    if text.isascii() and text.isalnum():
        return tuple(_apart(text, ASCII_WORD.findall, vocabulary))
    normal = APOSTROPHE.sub("", unicodedata.normalize("NFKC", text))
    told = any(map(str.isalnum, normal))
    found = told and _apart(_spell_signs(normal), _with_marks, vocabulary)
    if found:
        return tuple(found)
    if not text:
        return ("empty",)
    return tuple(SIGNS.get(char) or f"u{ord(char):x}" for char in normal if not char.isspace()) or ("blank",)


def _apart(text: str, split: Callable[[str], list[str]], vocabulary: Vocabulary) -> list[str]:
    """Split a text into words, of which those of the vocabulary stay one."""
    if vocabulary.hint.search(text) is None:
        return split(text)
    pieces = vocabulary.split.split(text)
    pieces[::2] = [" ".join(split(piece)) for piece in pieces[::2]]
    return " ".join(pieces).split()


def separated(text: str) -> str:
    """Return a name without its signs, which separate words; what joins words in code (`_`, `-`) stays between them."""
    kept = (char if char in "_- " or char.isalnum() or unicodedata.category(char)[0] == "M" else " " for char in text)
    return " ".join("".join(kept).strip("- ").split())


def _with_marks(text: str) -> list[str]:
    """Split a text into words; marks (vowels and tones of many scripts) are a part of the word they stand in."""
    if text.isascii() or not any(map(_is_mark, text)):
        return WORD.findall(text)
    found: list[str] = []
    goes_on = -1
    for match in WORD.finditer(text):
        if match.start() == goes_on and not match[0][0].isupper():
            found[-1] += match[0]
        else:
            found.append(match[0])
        end = match.end()
        while end < len(text) and (_is_mark(text[end]) or text[end] in _JOINERS):
            found[-1] += text[end] if text[end] not in _JOINERS else ""
            end += 1
        goes_on = end if end > match.end() else -1
    return found


def _is_mark(char: str) -> bool:
    return char > "\u02ff" and unicodedata.category(char) in ("Mn", "Mc")


def with_signs(text: str) -> str:
    """Return a name with the signs in it spelled out, but for those that join words."""
    return " ".join(
        "".join(f" {SIGNS[char]} " if char in SIGNS and char not in "_-" else char for char in text).split()
    )


def spelled(text: str) -> str:
    """Return a name as it may stand beside words: one of signs alone (`$`) is spelled out, and would be lost there."""
    if any(map(str.isalnum, text if text.isascii() else unicodedata.normalize("NFKC", text))):
        return text
    return " ".join(words(text, PLAIN))


def _spell_signs(text: str) -> str:
    """Spell out a leading sign and a trailing comparison, where they are all that tells two names apart."""
    if len(text) > 1 and text[0] in "+-" and text[1].isalnum():
        text = f"{SIGNS[text[0]]} {text[1:]}"
    if text[-1:] in ("<", ">") and text.count("<") + text.count(">") == 1 and len(text) > 1:
        text = f"{text[:-1]} {SIGNS[text[-1]]}"
    if text[-1:] == "!" or (text[-1:] == "=" and text[-2:-1] in "<>!="):
        text = f"{text} {SIGNS.get(text[-1], '')}"
    return text


def join(
    parts: Iterable[str], case: Case, initialisms: frozenset[str] = frozenset(), vocabulary: Vocabulary = PLAIN
) -> str:
    """Join words in a case. Words in capitals stay so in Pascal and camel case (``HTTPError``), unless all are."""
    made = _join(tuple(parts), case, initialisms, vocabulary)
    return made if made.isascii() or case in (Case.VERBATIM, Case.SOLID) else unicodedata.normalize("NFKC", made)


def lower(text: str) -> str:
    """Put letters into lower case; ``İ`` is ``i``, without the dot above it that would be a character of its own."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text.replace("\u0130", "i").lower())


def _upper(text: str) -> str:
    """Put letters into upper case, without those that this makes two characters of, a letter and a mark."""
    made = text.upper()
    if made.isascii() or not any(map(_is_mark, made)):
        return made
    return "".join(char if any(map(_is_mark, char.upper())) else char.upper() for char in text)


def fold(text: str) -> str:
    """Fold what names are told apart by where case does not count: ``ß`` is ``ss``, and a final sigma any sigma."""
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
    """Join what spaces divide, as the rest of the name is joined: ``list trips form`` is ``listTripsForm``."""
    first, *others = text.split() or [text]
    sign = next((sign for sign in "_-" if sign in text), "")
    return sign.join([first, *(part if sign else part[:1].upper() + part[1:] for part in others)])


@functools.lru_cache(maxsize=200_000)
def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case: what is left of a name however it is written."""
    return "".join(filter(str.isalnum, text)).lower()


def _cased(text: str, case: Case, initialisms: frozenset[str], vocabulary: Vocabulary) -> str:
    """Return a name in a case: most targets have their types in the same."""
    return join(words(text, vocabulary), case, initialisms, vocabulary)


def _capitals(parts: tuple[str, ...], initialisms: frozenset[str]) -> list[str]:
    known = _known_capitals(initialisms, _shouts(parts))
    return [known[word] for word in parts]


class _Capitals(dict[str, str]):
    """Words as they stand within a name, each made when it is first asked for."""

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
    """Spell a text in the letters that registries and shells take: marks go, and so do letters of other scripts."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKD", text.translate(_LATIN)).encode("ascii", "ignore").decode()


def variable_prefix(client: str, vocabulary: Vocabulary) -> str:
    """Return what the environment variables of a client begin with; shells take ASCII alone."""
    letters = ascii_text(client)
    made = join(words(letters if any(map(str.isalnum, letters)) else "API", vocabulary), Case.CONSTANT)
    return f"_{made}" if made[0].isdigit() else made


def numbered(wanted: str, used: set[str]) -> str:
    """Return a name of the printer's own that is not used yet, and note that it is: ``name``, ``name_2`` ..."""
    name, number = wanted, 2
    while name in used:
        name, number = f"{wanted}_{number}", number + 1
    used.add(name)
    return name


BROADER = {
    "client": "type",
    "receiver": "method",
    "function": "method",
    "option": "argument",
    "packed": "field",
    "package": "module",
}
"""The scope whose case counts for one that a profile does not list."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A target's naming rules, as data (D10.2, D10.5).

    ``reserved`` words may be no identifier at all; ``taken`` maps a scope (``type``, ``client``, ``method``,
    ``receiver``, ``function``, ``field``, ``argument``, ``packed``, ``option``, ``group``, ``member``, ``module``,
    ``package``), or a role of ``ends``, to the runtime's own names there. Both take ``_``.
    ``packs``: arguments that have names are members of an object (D4.9); else the language has named arguments.
    """

    target: str
    cases: Mapping[str, Case]
    reserved: frozenset[str] = frozenset()
    taken: Mapping[str, frozenset[str]] = field(default_factory=dict)
    initialisms: frozenset[str] = frozenset()
    max_length: int = 100
    """How long an identifier may be; those of types twice as long, since documents give them."""
    packs: bool = False
    overloads: bool = False
    """A function may have several signatures."""
    digit_prefix: Mapping[str, str] = field(default_factory=dict)
    """Scope to what stands before a leading digit; ``_`` where it is not listed."""
    capital: str = ""
    """What stands before a Pascal identifier that begins with no capital letter, where the language wants one."""
    exact: bool = False
    """Names that are made of others may differ from the rest by case alone."""
    behind: frozenset[str] = frozenset()
    """Scopes whose identifiers never stand alone, but behind the name of what they belong to."""
    plain: bool = False
    """Identifiers hold letters and digits alone, and no marks."""
    twin: str = ""
    """What stands before the name of a class that every class of methods is accompanied by; empty where none is."""
    bodiless: frozenset[str] = frozenset()
    """HTTP methods that the target cannot send a body with (D7.2)."""
    version_pattern: str = r"\d+(\.\d+)*([.-]?[A-Za-z]+\.?\d*)?"
    """What the target's registry takes for a version (D15)."""
    major_in_path: str = ""
    """Where the path of a package holds its major version, from 2 on; empty where paths hold none."""
    ends: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What stands behind a name that is made of another, the best first, by its role: the ``error`` that carries a
    schema, the ``payload``, ``answer``, ``handler`` and ``reply`` of an ``event``, the ``options`` of the client, the
    ``function`` beside a method. What ends so says it once (D10.6). Roles that are not listed have no names."""
    homes: Mapping[str, str] = field(default_factory=dict)
    """Roles whose names have a namespace of their own, which this names."""
    few_files: bool = False
    """Types lie in a file for each letter, and not for each subject."""

    vocabulary: Vocabulary = field(default=PLAIN, compare=False)
    """The words that stay one in the document at hand."""
    _made: dict[str, Identifiers] = field(default_factory=dict, init=False, repr=False, compare=False)

    def identifier(self, scope: str, text: str) -> str:
        """Return the identifier that ``text`` becomes in a scope: cased, escaped, legal and bounded in length."""
        return self.identifiers(scope)[text]

    def identifiers(self, scope: str) -> Identifiers:
        """Return the identifiers of a scope by their texts: for whoever asks for thousands."""
        made = self._made.get(scope)
        if made is None:
            made = self._made[scope] = Identifiers(self, scope)
        return made

    def __hash__(self) -> int:
        return hash(self.target)


class Identifiers(dict[str, str]):
    """The identifiers of a scope, each made when it is first asked for."""

    __slots__ = ("_profile", "_scope")

    def __init__(self, profile: Profile, scope: str) -> None:
        self._profile = profile
        self._scope = scope

    def __missing__(self, text: str) -> str:
        made = self[text] = _identifier(self._profile, self._scope, text)
        return made


def _identifier(profile: Profile, scope: str, text: str) -> str:
    case = profile.cases.get(scope) or profile.cases[BROADER[scope]]
    if case in (Case.VERBATIM, Case.SOLID):
        text = solid(text) if case is Case.SOLID else text
        return f"{text}_" if text in profile.taken.get(scope, ()) else text or "empty"
    ident = _cased(text, case, profile.initialisms, profile.vocabulary)
    longest = profile.max_length if scope != "type" else 2 * profile.max_length
    if len(ident) > longest:
        ident = shorten(ident, longest)
    if scope in profile.behind:
        return ident if ident.isascii() and f"x{ident}".isidentifier() else _legal(ident, profile.plain)
    if ident[0].isdigit():
        ident = profile.digit_prefix.get(scope, "_") + ident
    if not (ident.isascii() and ident.isidentifier()) and case is not Case.KEBAB:
        ident = _legal(ident, profile.plain)
    if profile.capital and case is Case.PASCAL and not ident[0].isupper():
        ident = profile.capital + ident
    if ident in profile.reserved or ident in profile.taken.get(scope, ()):
        ident += "_"
    return ident


def _legal(ident: str, plain: bool) -> str:
    """Return an identifier whose other characters are their code points; marks go where a language has none."""
    if plain:
        ident = "".join(char for char in ident if not _is_mark(char))
    return "".join(char if _is_common(char) or _is_legal(char) else f"u{ord(char):x}" for char in ident)


def _is_legal(mark: str) -> bool:
    return _is_mark(mark) and f"a{mark}".isidentifier()


def _is_common(char: str) -> bool:
    """Whether identifiers of every language have a character: a letter or a decimal digit."""
    return char == "_" or (unicodedata.category(char)[0] == "L" and char.isidentifier()) or char.isdecimal()


def shorten(ident: str, length: int) -> str:
    """Cut an identifier to a length; a digest of the whole keeps it unique and independent of its neighbours."""
    import hashlib

    digest = hashlib.sha256(ident.encode()).hexdigest()[:8]
    return ident[: length - 8].rstrip("_-") + digest


def unique(
    wanted: Mapping[str, str],
    taken: Iterable[str] = (),
    fold: Callable[[str], str] = fold,
    spelled: Collection[str] = (),
) -> dict[str, str]:
    """Make identifiers unique, also where case does not count (D10.2).

    Args:
        wanted: identity to desired identifier. One that is spelled like its identifier, case apart, keeps it (`id`
            before `_id`); other ties are decided by the order of identities, never the document's.
        taken: identifiers that are in use already.
        fold: what identifiers are compared by; ``str`` where case counts.
        spelled: identities that do not say so, and are spelled like their identifiers all the same.

    Returns:
        identity to identifier; where two wish for the same, the later identity gets a number.
    """
    used = set(map(fold, taken))
    if are_unique(wanted, used, fold):
        return dict(wanted)
    made: dict[str, str] = {}
    numbers: dict[str, int] = {}
    crowded = _crowded(wanted, used, fold)
    for at, ident in wanted.items():
        if fold(ident) not in crowded:
            made[at] = ident
            used.add(fold(ident))
    for at, ident in sorted(wanted.items(), key=lambda pair: (pair[0] not in spelled, _claim(pair))):
        if fold(ident) in crowded:
            made[at] = _free(ident, used, numbers, fold)
            used.add(fold(made[at]))
    return {at: made[at] for at in wanted}


def _claim(pair: tuple[str, str]) -> tuple[bool, bool, tuple[str, str]]:
    """Order those who wish for one identifier: `id`, whose own name it is, before `ID`, and `class` (`class_`) too."""
    at, ident = pair
    return ident not in (at, f"{at}_"), at.lower() != ident.lower(), pair


def are_unique(wanted: Mapping[str, str], used: Collection[str], fold: Callable[[str], str] = fold) -> bool:
    """Whether identifiers differ from each other and from those in use, which are folded, beyond case."""
    folded = set(wanted.values()) if fold is str else set(map(fold, wanted.values()))
    return len(folded) == len(wanted) and folded.isdisjoint(used)


def _crowded(wanted: Mapping[str, str], used: set[str], fold: Callable[[str], str]) -> set[str]:
    seen = set(used)
    crowded: set[str] = set()
    for ident in wanted.values():
        folded = fold(ident)
        (crowded if folded in seen else seen).add(folded)
    return crowded


def _free(ident: str, used: set[str], numbers: dict[str, int], fold: Callable[[str], str]) -> str:
    """Return an identifier with the first number that is free; ``numbers`` has where each is looked for."""
    if fold(ident) not in used:
        return ident
    number = numbers.get(fold(ident), 2)
    stem = f"{ident}{'_' if ident[-1].isdigit() else ''}"
    while fold(f"{stem}{number}") in used:
        number += 1
    numbers[fold(ident)] = number
    return f"{stem}{number}"
