"""Reads expressions of RE2's dialect (https://github.com/google/re2/wiki/Syntax); mistakes are told in its words.

There is one difference: `\\C`, a single byte, is refused, since names are matched as characters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from compiler.base.regex.chars import Chars, category_expression

MAX_REPEAT = 1000
"""The largest count of a repetition, and of what repetitions in each other multiply to."""
MAX_DEPTH = 200
"""Groups in each other."""


class RegexError(ValueError):
    """The text is no expression; says why."""


@dataclass(frozen=True, slots=True)
class Char:
    """One character of a class."""

    of: Chars


@dataclass(frozen=True, slots=True)
class Assertion:
    """A condition on a place, by a letter: `^` and `$` the ends of the text, `(` and `)` those of a line, `b`, `B`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Row:
    """One part after the other; nothing where there is none."""

    parts: Sequence[Tree]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    parts: Sequence[Tree]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part at least ``least`` times, at most ``most`` times; None: without an end."""

    part: Tree
    least: int
    most: int | None


Tree = Char | Assertion | Row | Choice | Repeat

_DIGIT = Chars((("0", "9"),))
_SPACE = Chars((("\t", "\n"), ("\f", "\r"), (" ", " ")))
_WORD = Chars((("0", "9"), ("A", "Z"), ("_", "_"), ("a", "z")))
_PERL = {"d": _DIGIT, "s": _SPACE, "w": _WORD}
_POSIX = {
    "alnum": (("0", "9"), ("A", "Z"), ("a", "z")),
    "alpha": (("A", "Z"), ("a", "z")),
    "ascii": (("\0", "\x7f"),),
    "blank": (("\t", "\t"), (" ", " ")),
    "cntrl": (("\0", "\x1f"), ("\x7f", "\x7f")),
    "digit": (("0", "9"),),
    "graph": (("!", "~"),),
    "lower": (("a", "z"),),
    "print": ((" ", "~"),),
    "punct": (("!", "/"), (":", "@"), ("[", "`"), ("{", "~")),
    "space": (("\t", "\r"), (" ", " ")),
    "upper": (("A", "Z"),),
    "word": _WORD.ranges,
    "xdigit": (("0", "9"), ("A", "F"), ("a", "f")),
}
_SIGNS = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_COUNT = re.compile(r"\{(0|[1-9][0-9]{0,7})(,(0|[1-9][0-9]{0,7})?)?\}")
_FLAGS = re.compile(r"\(\?([imsU]*)(?:(-)([imsU]+))?([:)])")
_NAME = re.compile(r"\(\?P?<([^>]*)>")
_PROPERTY = re.compile(r"\\([pP])(?:\{(\^?)([^}]*)\}|([^{]))", re.DOTALL)
_HEX = re.compile(r"\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})")
_OCTAL = re.compile(r"\\(0[0-7]{0,2}|[1-7][0-7]{1,2})")
_LAST = 0x10FFFF


def parse(pattern: str) -> Tree:
    """Read an expression.

    Raises:
        RegexError: it is none, it repeats something more often than a thousand times, or it nests too deeply.
    """
    return _Parser(pattern).read()


@dataclass(slots=True)
class _Level:
    """A group that is open: its choices so far, and the parts of the last one."""

    flags: frozenset[str]
    """Those that held before it."""
    choices: list[Tree] = field(default_factory=list)
    parts: list[Tree] = field(default_factory=list)

    def end(self) -> Tree:
        last = _row(self.parts)
        return Choice((*self.choices, last)) if self.choices else last


def _row(parts: Sequence[Tree]) -> Tree:
    return parts[0] if len(parts) == 1 else Row(tuple(parts))


class _Parser:
    def __init__(self, pattern: str) -> None:
        self.text = pattern
        self.at = 0
        self.flags: frozenset[str] = frozenset()
        self.levels = [_Level(self.flags)]
        self.repeated = -1
        """Where the repetition began that ends here; -1 if none does."""

    def read(self) -> Tree:
        while self.at < len(self.text):
            self._step()
        if len(self.levels) > 1:
            raise RegexError(f"missing ): {self.text}")
        return self.levels[0].end()

    def _step(self) -> None:
        char, last, self.repeated = self.text[self.at], self.repeated, -1
        count = _COUNT.match(self.text, self.at) if char == "{" else None
        if char == "(":
            self._open()
        elif char == ")":
            self._close()
        elif char == "|":
            level = self.levels[-1]
            level.choices.append(_row(level.parts))
            level.parts = []
            self.at += 1
        elif char in "*+?" or count is not None:
            self._repeat(count, last)
        elif char == "[":
            self._add(Char(self._bracket()))
        elif char == "\\":
            self._escape()
        else:
            self.at += 1
            self._add(self._sign(char))

    def _sign(self, char: str) -> Tree:
        if char == ".":
            return Char(Chars(negated=True) if "s" in self.flags else Chars((("\n", "\n"),), negated=True))
        if char == "^":
            return Assertion("(" if "m" in self.flags else "^")
        if char == "$":
            return Assertion(")" if "m" in self.flags else "$")
        return self._literal(char)

    def _literal(self, char: str) -> Tree:
        return Char(Chars(((char, char),), folded="i" in self.flags))

    def _add(self, tree: Tree) -> None:
        self.levels[-1].parts.append(tree)

    # ----------------------------------------------------------------------- groups

    def _open(self) -> None:
        if len(self.levels) > MAX_DEPTH:
            raise RegexError("expression nests too deeply")
        if not self.text.startswith("(?", self.at):
            self._group(1)
            return
        if re.match(r"\(\?P?<(?![=!])", self.text[self.at : self.at + 5]):
            found = _NAME.match(self.text, self.at)
            if found is None or not re.fullmatch(r"\w+", found[1]):
                raise RegexError(f"invalid named capture group: {found[0] if found else self.text[self.at :]}")
            self._group(len(found[0]))
            return
        flags = _FLAGS.match(self.text, self.at)
        if flags is None:
            wrong = re.match(r"\(\?(?:<[=!]|[imsU]*(?:-[imsU]*)?.?)", self.text[self.at :], re.DOTALL)
            raise RegexError(f"invalid perl operator: {wrong[0] if wrong else '(?'}")
        before = self.flags
        self.flags = before.union(flags[1]).difference(flags[3] or "")
        if flags[4] == ":":
            self._group(len(flags[0]), before)
        else:
            self.at += len(flags[0])

    def _group(self, length: int, before: frozenset[str] | None = None) -> None:
        self.levels.append(_Level(self.flags if before is None else before))
        self.at += length

    def _close(self) -> None:
        if len(self.levels) == 1:
            raise RegexError(f"unexpected ): {self.text}")
        level = self.levels.pop()
        self.flags = level.flags
        self.at += 1
        self._add(level.end())

    # ----------------------------------------------------------------------- repetitions

    def _repeat(self, count: re.Match[str] | None, last: int) -> None:
        sign, start = count[0] if count else self.text[self.at], self.at
        self.at += len(sign)
        if self.text.startswith("?", self.at):  # as few as possible: the same texts match
            self.at += 1
        if last >= 0:
            raise RegexError(f"bad repetition operator: {self.text[last : self.at]}")
        least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(sign, (0, None))
        if count is not None:
            least = int(count[1])
            most = least if count[2] is None else None if count[3] is None else int(count[3])
        if max(least, most or 0) > MAX_REPEAT or (most is not None and most < least):
            raise RegexError(f"invalid repetition size: {self.text[start : self.at]}")
        parts = self.levels[-1].parts
        if not parts:
            raise RegexError(f"no argument for repetition operator: {self.text[start : self.at]}")
        made = Repeat(parts.pop(), least, most)
        if count is not None and max(least, most or 0) > 1 and _left(made, MAX_REPEAT) == 0:
            raise RegexError(f"invalid repetition size: {self.text[start : self.at]}")
        parts.append(made)
        self.repeated = start

    # ----------------------------------------------------------------------- escapes

    def _escape(self) -> None:
        letter = self.text[self.at + 1 : self.at + 2]
        if letter == "Q":
            end = self.text.find("\\E", self.at + 2)
            quoted = self.text[self.at + 2 : end if end >= 0 else len(self.text)]
            self.levels[-1].parts.extend(map(self._literal, quoted))
            self.at += 2 + len(quoted) + (2 if end >= 0 else 0)
        elif letter in ("A", "z", "b", "B") and letter:
            self.at += 2
            self._add(Assertion({"A": "^", "z": "$"}.get(letter, letter)))
        else:
            found = self._class()
            self._add(Char(found) if found is not None else self._literal(self._one()))

    def _class(self) -> Chars | None:
        """Read `\\d`, `\\pL` and their like; None if no class begins here."""
        letter = self.text[self.at + 1 : self.at + 2]
        folded = "i" in self.flags
        if letter and letter in "dswDSW":
            self.at += 2
            return Chars(others=(_PERL[letter.lower()],), negated=letter.isupper(), folded=folded)
        if letter not in ("p", "P"):
            return None
        found = _PROPERTY.match(self.text, self.at)
        chars = category_expression(found[3] or found[4] or "") if found and (found[3] or found[4]) else None
        if found is None or chars is None:
            shown = found[0] if found else self.text[self.at :]
            raise RegexError(f"invalid character class range: {shown}")
        self.at += len(found[0])
        return Chars(named=chars, negated=(letter == "P") is not bool(found[2]), folded=folded)

    def _one(self) -> str:
        """Read an escape that is one character."""
        letter = self.text[self.at + 1 : self.at + 2]
        if not letter:
            raise RegexError("trailing \\")
        digits = _HEX.match(self.text, self.at) or _OCTAL.match(self.text, self.at)
        if digits is not None:
            number = int(digits[1], 8) if letter != "x" else int(digits[1] or digits[2], 16)
            if number <= _LAST:
                self.at += len(digits[0])
                return chr(number)
        elif letter in _SIGNS or (letter.isascii() and not letter.isalnum()):
            self.at += 2
            return _SIGNS.get(letter, letter)
        wrong = re.match(r"\\(?:x(?:\{[0-9A-Fa-f]*|[0-9A-Fa-f]?.?)|.)", self.text[self.at :], re.DOTALL)
        raise RegexError(f"invalid escape sequence: {wrong[0] if wrong else letter}")

    # ----------------------------------------------------------------------- classes in brackets

    def _bracket(self) -> Chars:
        start = self.at
        self.at += 1
        negated = self.text.startswith("^", self.at)
        self.at += negated
        ranges: list[tuple[str, str]] = []
        others: list[Chars] = []
        first = True
        while first or not self.text.startswith("]", self.at):
            if self.at >= len(self.text):
                raise RegexError(f"missing ]: {self.text[start:]}")
            first = False
            found = self._class_within()
            if found is not None:
                others.append(found)
            else:
                ranges.append(self._range())
        self.at += 1
        return Chars(tuple(ranges), tuple(others), None, negated, "i" in self.flags)

    def _class_within(self) -> Chars | None:
        if self.text.startswith("\\", self.at):
            return self._class()
        end = self.text.find(":]", self.at + 2) if self.text.startswith("[:", self.at) else -1
        if end < 0:
            return None
        word = self.text[self.at + 2 : end]
        ranges = _POSIX.get(word.removeprefix("^"))
        if ranges is None:
            raise RegexError(f"invalid character class range: [:{word}:]")
        self.at = end + 2
        return Chars(ranges, negated=word.startswith("^"), folded="i" in self.flags)

    def _range(self) -> tuple[str, str]:
        start = self.at
        first = last = self._within()
        if re.match(r"-[^\]]", self.text[self.at : self.at + 2], re.DOTALL):
            self.at += 1
            last = self._within()
        if last < first:
            raise RegexError(f"invalid character class range: {self.text[start : self.at]}")
        return first, last

    def _within(self) -> str:
        if self.text.startswith("\\", self.at):
            return self._one()
        self.at += 1
        return self.text[self.at - 1]


def _left(tree: Tree, repeats: int) -> int:
    """Return how often what is in a tree may still be repeated."""
    if isinstance(tree, Repeat):
        times = tree.least if tree.most is None else tree.most
        return _left(tree.part, repeats // times if times > 0 else repeats)
    if isinstance(tree, Row | Choice):
        return min((_left(part, repeats) for part in tree.parts), default=repeats)
    return repeats
