"""Our regular expressions (compiler/base/regex) match what RE2 matches, in linear time (D3.2)."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
import re2

from compiler.base.regex import RegexError, Searcher, parse
from compiler.base.regex.chars import spellings
from tests.support.places import ROOT
from tests.support.work import quickest

WORDS = r"""
    \d \D \w \W \s \b \B \A \z (?: (?i) (?i: (?-i: (?m) (?s) (?s: (?U) (?P<n> (?<m> [a-k] [^a] [[:alpha:]] [[:^digit:]]
    [\d_] [^\W] \pL \PL \p{Lu} \p{Greek} \p{^N} {2} {0,3} {1,} {0} \Qa.\E \x41 \x{212a} \101 \. \- \_ (? (?) (?- [] [^
    [a- -z] \E \1 \8 \07 *? +? ?? a* (a|b) (?im-s: \p {1001} {,2} {2,1} (?= (?<!
"""
PIECES = [*"abAkKsS1_ -.,^$*+?|()[]{}\n\u00e9\u03c3\u03c2\u017f", *WORDS.split()]
SIGNS = "abAkKsS\u017f\u212a1_ -.,\nz\u00e9\u03a3\u03c3\u03c2L\u00b5\u03bc"


def re2_of(pattern: str) -> re2._Regexp | str:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        return error.args[0].decode("utf-8", "replace")


def ours(pattern: str, text: str, *, whole: bool) -> bool:
    return bool(Searcher([parse(pattern)], whole=whole).search(text, lambda _: None))


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.hunt) for seed in (1, 2, 3))])
def test_random_expressions_match_what_re2_matches(seed: int) -> None:
    """Those that are refused are refused by both. `\\B` is left out beside other scripts: RE2 counts their bytes."""
    choice = random.Random(seed)
    matched = 0
    for _ in range(1500):
        pattern = "".join(choice.choice(PIECES) for _ in range(choice.randint(1, 7)))
        theirs = re2_of(pattern)
        try:
            parse(pattern)
        except RegexError:
            assert isinstance(theirs, str), pattern
            continue
        assert not isinstance(theirs, str), (pattern, theirs)
        for _ in range(8):
            text = "".join(choice.choice(SIGNS) for _ in range(choice.randint(0, 6)))
            if "\\B" in pattern and not text.isascii():
                continue
            want = theirs.search(text) is not None, theirs.fullmatch(text) is not None
            assert (ours(pattern, text, whole=False), ours(pattern, text, whole=True)) == want, (pattern, text)
            matched += want[0]
    assert matched > 500


@pytest.mark.parametrize(
    "pattern",
    [
        *("(", "a)", "[a", "*a", "a**", "a???", "a+*", "{2}", "a|*", "(?i)*", "a{2}{3}", "a{1001}", "a{2,1}"),
        *("((a{100}){100}){100}", "(?z)", "(?i", "(?P=n)", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?>a)", "a++"),
        *(r"\1", r"\8", "\\", r"\xg", r"\x4", r"\Z", r"\y", "[b-a]", r"[a-\d]", r"[\b]", "[[:foo:]]", "[[:alpha:]"),
        *(r"\pX", r"\p{Foo}", r"\p{", "(?<n", "(?-)", "(?x)a", "(?#a)"),
    ],
)
def test_mistakes_are_told_in_the_words_of_re2(pattern: str) -> None:
    with pytest.raises(RegexError) as caught:
        parse(pattern)
    assert str(caught.value) == re2_of(pattern)


def test_letters_are_folded_as_re2_folds_them() -> None:
    """`(?i)`: a Kelvin sign is a k, a final sigma a sigma, an i without a dot no i."""
    cased = [char for char in map(chr, range(0x20000)) if len(spellings(char)) > 1 or char.casefold() != char]
    assert len(cased) > 2_500
    for char in [*cased, "\u0131"]:
        theirs = re2_of(f"(?i)^\\x{{{ord(char):x}}}$")
        near = {char, char.upper()[:1], char.lower()[:1], char.title()[:1], char.casefold()[:1], *spellings(char)}
        assert not isinstance(theirs, str)
        assert {one for one in near if theirs.search(one)} == set(spellings(char)), char


def test_all_that_match_are_found_in_one_pass() -> None:
    patterns = ["^get", "Trips$", "(?i)all", "^$", "x", "tT"]
    searcher = Searcher(map(parse, patterns))
    for text in ("getTrips", "getALL", "", "fox"):
        want = {index for index, pattern in enumerate(patterns) if ours(pattern, text, whole=False)}
        assert searcher.search(text, lambda _: None) == want


@pytest.mark.parametrize("pattern", ["^(a+)+$", "(a|a)*b", "^(a*)*$", "(.*a){12}c", "(a?){200}b"])
def test_time_is_linear(pattern: str) -> None:
    def search(count: int) -> None:
        assert not ours(pattern, "a" * count + "!", whole=False)

    assert quickest(search, 8_000) < 20 * quickest(search, 2_000) + 0.05


def test_the_steps_are_told_before_they_add_up() -> None:
    """A search that is to end ends within a text, and what is kept of it is bounded."""

    def spend(steps: int) -> None:
        nonlocal left
        left -= steps
        if left < 0:
            raise OverflowError

    left = 300_000
    searcher = Searcher([parse("a(.{900})b") for _ in range(20)])
    with pytest.raises(OverflowError):
        searcher.search("".join(random.Random(1).choice("ab") for _ in range(100_000)), spend)
    with pytest.raises(RegexError, match="too large"):
        Searcher([parse("(.?.?.?.?.?.?.?.?.?.?.?.?.?){1000}")])


def test_the_compiler_imports_no_re2() -> None:
    """RE2 has no wheel for Alpine; it judges ours in the tests alone."""
    say = (
        "import sys; sys.modules['re2'] = None\n"
        "from compiler.commands import main; raise SystemExit(main(['lint', sys.argv[1], '--format', 'json']))"
    )
    document = ROOT / "golden" / "diagnostics" / "CG0604" / "openapi.yaml"
    done = subprocess.run([sys.executable, "-c", say, document], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "missing ): ^get(" in done.stdout
