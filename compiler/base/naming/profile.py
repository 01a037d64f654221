"""The naming rules of a target: its cases, reserved words, and the identifiers made from texts (D10.2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from compiler.base.naming.casing import Case, names_in, solid
from compiler.base.naming.splitting import is_mark, shorten
from compiler.base.naming.vocabulary import PLAIN, Vocabulary

BROADER = {
    "client": "type",
    "receiver": "method",
    "function": "method",
    "option": "argument",
    "packed": "field",
    "package": "module",
}
"""The scope whose case applies to a scope that a profile does not list."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, for lists of names."""
    return frozenset(text.split())


class Files(StrEnum):
    """Which types share a file: those of one subject, those of one letter, or none."""

    BY_SUBJECT = "by subject"
    BY_LETTER = "by letter"
    ONE_A_TYPE = "one a type"


@dataclass(frozen=True, slots=True)
class Profile:
    """A target's naming rules, as data (D10.2, D10.5).

    ``reserved`` words cannot be identifiers; ``taken`` maps a scope (``type``, ``client``, ``method``,
    ``receiver``, ``function``, ``field``, ``argument``, ``packed``, ``option``, ``group``, ``member``, ``module``,
    ``package``), or a role of ``ends``, to the runtime's own names there. Both take ``_``, a type
    a word instead (D10.5). ``derived`` has those that only names which derive from others avoid.
    ``packs``: named arguments are members of an object (D4.9); else the language has named arguments.
    """

    target: str
    cases: Mapping[str, Case]
    reserved: frozenset[str] = frozenset()
    taken: Mapping[str, frozenset[str]] = field(default_factory=dict)
    initialisms: frozenset[str] = frozenset()
    max_length: int = 100
    """The greatest length of an identifier; identifiers of types may be twice as long, since documents give them."""
    packs: bool = False
    overloads: bool = False
    """A function may have several signatures."""
    zero_body: bool = False
    """A body whose fields are all zero is none, so that one that may be left out requires its fields, too (D4.10)."""
    digit_prefix: Mapping[str, str] = field(default_factory=dict)
    """By scope, the prefix before a leading digit; ``_`` for scopes that are not listed."""
    capital: str = ""
    """The prefix of a Pascal identifier that does not begin with a capital letter, if the language requires one."""
    exact: bool = False
    """Derived names may differ from other names by case alone."""
    behind: frozenset[str] = frozenset()
    """Scopes whose identifiers never occur alone, but after the name of their owner."""
    plain: bool = False
    """Identifiers hold letters and digits alone, and no marks."""
    twin: str = ""
    """The prefix of the companion class that each class of methods has; empty if the target has no such classes."""
    bodiless: frozenset[str] = frozenset()
    """HTTP methods that the target cannot send a body with (D7.2)."""
    version_pattern: str = r"\d+(\.\d+)*([.-]?[A-Za-z]+\.?\d*)?"
    """The pattern of versions that the target's registry accepts (D15)."""
    major_in_path: str = ""
    """Where the path of a package holds its major version, from 2 on; empty if paths do not hold it."""
    ends: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Suffixes of derived names, the best first, by role: the ``error`` that carries a
    schema, the ``payload``, ``answer``, ``handler`` and ``reply`` of an ``event``, the ``options`` of the client, the
    ``function`` beside a method. A suffix is not repeated (D10.6). Roles that are not listed have no names."""
    homes: Mapping[str, str] = field(default_factory=dict)
    """The namespaces of roles whose names have a namespace of their own."""
    files: Files = Files.BY_SUBJECT
    """Which types share a file (D10.7)."""

    vocabulary: Vocabulary = field(default=PLAIN, compare=False)
    """The words that are not split in names of the document."""
    _made: dict[str, Identifiers] = field(default_factory=dict, init=False, repr=False, compare=False)

    def identifier(self, scope: str, text: str) -> str:
        """Return the identifier that ``text`` becomes in a scope: cased, escaped, legal and bounded in length."""
        return self.identifiers(scope)[text]

    def identifiers(self, scope: str) -> Identifiers:
        """Return the identifiers of a scope by their texts: for callers that need thousands."""
        made = self._made.get(scope)
        if made is None:
            made = self._made[scope] = Identifiers(self, scope)
        return made

    def __hash__(self) -> int:
        return hash(self.target)


class Identifiers(dict[str, str]):
    """The identifiers of a scope, each made when it is first needed."""

    __slots__ = ("_behind", "_capital", "_case", "_cased", "_digits", "_longest", "_own", "_plain")

    def __init__(self, profile: Profile, scope: str) -> None:
        case = profile.cases.get(scope) or profile.cases[BROADER[scope]]
        as_written = case in (Case.VERBATIM, Case.SOLID)
        self._case = case
        self._cased = names_in(case, profile.initialisms, profile.vocabulary)
        self._longest = profile.max_length if scope != "type" else 2 * profile.max_length
        self._behind = scope in profile.behind
        self._digits = profile.digit_prefix.get(scope, "_")
        self._plain = profile.plain
        self._capital = profile.capital if case is Case.PASCAL else ""
        taken = profile.taken.get(scope, frozenset())
        self._own = taken if as_written else taken | profile.reserved

    def __missing__(self, text: str) -> str:
        case = self._case
        if case is Case.VERBATIM or case is Case.SOLID:
            ident = solid(text) if case is Case.SOLID else text
            made = self[text] = f"{ident}_" if ident in self._own else ident or "empty"
            return made
        ident = self._cased[text]
        if len(ident) > self._longest:
            ident = shorten(ident, self._longest)
        made = self[text] = self._of_member(ident) if self._behind else self._alone(ident)
        return made

    def _of_member(self, ident: str) -> str:
        return ident if ident.isascii() and f"x{ident}".isidentifier() else _legal(ident, self._plain)

    def _alone(self, ident: str) -> str:
        if ident[0].isdigit():
            ident = self._digits + ident
        if not (ident.isascii() and ident.isidentifier()) and self._case is not Case.KEBAB:
            ident = _legal(ident, self._plain)
        if self._capital and not ident[0].isupper():
            ident = self._capital + ident
        return f"{ident}_" if ident in self._own else ident


def _legal(ident: str, plain: bool) -> str:
    """Return an identifier whose other characters are their code points; marks go where a language has none."""
    if plain:
        ident = "".join(char for char in ident if not is_mark(char))
    return "".join(char if _is_common(char) or _is_legal(char) else f"u{ord(char):x}" for char in ident)


def _is_legal(mark: str) -> bool:
    return is_mark(mark) and f"a{mark}".isidentifier()


def _is_common(char: str) -> bool:
    """Whether identifiers of every language have a character: a letter or a decimal digit."""
    return char == "_" or (unicodedata.category(char)[0] == "L" and char.isidentifier()) or char.isdecimal()
