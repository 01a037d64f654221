"""The sink of diagnostics and its text: order, one for each cause, what stops a build, and escapes for a terminal."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

from compiler.diagnostics import Diagnostics, catalog
from compiler.diagnostics.catalog import CODES
from compiler.diagnostics.show import show
from compiler.diagnostics.sink import MOST
from compiler.diagnostics.text import render_text
from compiler.source import Limits, Loc, TextPlace, load_text


def sink(text: str, file: str = "openapi.yaml") -> Diagnostics:
    diagnostics = Diagnostics()
    load_text(text, file, Limits(), diagnostics)
    return diagnostics


@pytest.mark.parametrize(
    ("text", "pointer", "at_key", "underlined"),
    [
        ('a: "x y"', "/a", False, '"x y"'),
        ("a: 'it''s'", "/a", False, "'it''s'"),
        ("a: x y z", "/a", False, "x y z"),
        ("a: x y z", "/a", True, "a"),
        ("a: 1.50 # comment", "/a", False, "1.50"),
        ("a: {b: true}", "/a/b", False, "true"),
        ("a:\n  b: 1", "/a", False, "a"),
        ("a: |\n  text\n", "/a", False, "|"),
        ("a:\n", "/a", False, "\n"),
        ("a: [x, {b: 1}]", "/a/1", False, "{"),
        ('"a b": 1', "/a b", True, '"a b"'),
        ("/users/{id}: 1", "/~1users~1{id}", True, "/users/{id}"),
    ],
)
def test_what_is_underlined(text: str, pointer: str, at_key: bool, underlined: str) -> None:
    """A scalar itself; for objects and lists the key they stand under."""
    diagnostics = sink(text)
    found = diagnostics.locate(Loc("openapi.yaml", pointer), at_key=at_key)
    assert found is not None
    line, column, width = found
    shown = (diagnostics.documents["openapi.yaml"].source.excerpt(line)[0] + "\n")[column - 1 : column - 1 + width]
    assert shown == underlined


def test_long_lines_are_cut_around_the_place() -> None:
    """A minified document is one line of megabytes."""
    diagnostics = sink('{"a": "' + "x" * 5000 + '", "b": 1, "c": "' + "y" * 5000 + '"}', "a.json")
    diagnostics.report("CG0203", Loc("a.json", "/b"), key="b", at_key=True)
    excerpt = render_text(diagnostics).splitlines()[2:5]
    assert max(map(len, excerpt)) < 140
    start = excerpt[2].index("^")
    assert excerpt[1][start : start + 3] == '"b"'
    assert excerpt[2].count("^") == 3


def test_a_message_repeats_no_more_than_the_beginning_of_a_long_text() -> None:
    """A key of a megabyte is a line in a log."""
    diagnostics = sink("a: 1\n")
    diagnostics.report("CG0203", Loc("openapi.yaml", "/a"), key="k" * 1_000_000)
    assert diagnostics.items[0].message == f"unknown key `{'k' * 300}...`"


def test_documents_cannot_steer_the_terminal() -> None:
    """Control and bidirectional characters of a document are shown, not sent."""
    evil = "\x1b[2J\u202etxt\u0007"
    diagnostics = Diagnostics()
    load_text('{"a": "\u202e"}', "a.json", Limits(), diagnostics)
    diagnostics.report("CG0203", Loc("a.json", "/a"), key=evil, notes=[evil], help=evil)
    text = render_text(diagnostics)
    assert all(char.isprintable() or char == "\n" for char in text)
    assert text.count("\\u001b[2J\\u202etxt\\u0007") == 3


def test_tabs_do_not_shift_the_carets() -> None:
    diagnostics = sink('{\n\t\t"a": 1}', "a.json")
    diagnostics.report("CG0203", Loc("a.json", "/a"), key="a", at_key=True)
    assert ' 2 |   "a": 1}\n   |   ^^^\n' in render_text(diagnostics)


def test_the_order_is_that_of_the_places() -> None:
    """house 4: sorted by place; files by name, what has no place first."""
    diagnostics = sink("a: 1\nb: 2\n")
    diagnostics.report("CG0203", Loc("openapi.yaml", "/b"), key="b")
    diagnostics.report("CG0216", Loc("z.yaml"))
    diagnostics.report("CG0203", Loc("openapi.yaml", "/a"), key="a")
    diagnostics.report("CG0201", Loc("openapi.yaml", "/a"), version=2)
    diagnostics.report("CG0210", None, line="x")
    order = [(item.code, item.loc and item.loc.file) for item in diagnostics.items]
    assert order == [
        ("CG0210", None),
        ("CG0201", "openapi.yaml"),
        ("CG0203", "openapi.yaml"),
        ("CG0203", "openapi.yaml"),
        ("CG0216", "z.yaml"),
    ]


def test_one_diagnostic_for_each_code_and_place() -> None:
    diagnostics = Diagnostics()
    for key in ("first", "second"):
        diagnostics.report("CG0203", Loc("a", "/x"), key=key)
        diagnostics.report("CG0211", None, name=key, known="python")
    messages = [item.message for item in diagnostics.items]
    assert messages == ["there is no target `first`", "there is no target `second`", "unknown key `first`"]


def test_errors_without_a_subject_stop_even_with_keep_going() -> None:
    """D1.4: with -k the smallest operation that holds the error is left out."""
    diagnostics = Diagnostics()
    diagnostics.report("CG0204", Loc("a", "/x"), subject="op/a", key="k", expected="e", actual="a")
    diagnostics.report("CG0204", Loc("a", "/x"), subject="op/b", key="k", expected="e", actual="a")
    diagnostics.report("CG0205", Loc("a", "/y"), subject="op/a", key="k", minimum=0, value=-1)
    diagnostics.report("CG0203", Loc("a", "/z"), subject="op/c", key="k")
    assert not diagnostics.must_stop
    assert diagnostics.failed_subjects == {"op/a": ["CG0204", "CG0205"], "op/b": ["CG0204"]}
    diagnostics.report("CG0205", Loc("a", "/y"), key="k", minimum=0, value=-1)
    assert diagnostics.must_stop


def test_strict_raises_warnings_but_never_infos() -> None:
    """D1.4: `--strict` turns warnings (never infos) into errors; an error is never lowered."""
    diagnostics = Diagnostics({"CG0204": "off"}, strict=True)
    diagnostics.report("CG0203", TextPlace("a", 1, 1), key="k")
    diagnostics.report("CG0204", TextPlace("a", 2, 1), key="k", expected="e", actual="a")
    assert [item.severity for item in diagnostics.items] == ["error", "error"]


def test_colours_are_asked_for() -> None:
    diagnostics = Diagnostics()
    diagnostics.report("CG0210", None, line="x")
    assert "\x1b[1;31merror[CG0210]\x1b[0m: no target" in render_text(diagnostics, color=True)
    assert "\x1b" not in render_text(diagnostics)


def test_a_build_tells_warnings_by_their_codes_and_lint_shows_all() -> None:
    """D1.7: a line a code, at most six, then counts; errors and readings for security are whole."""
    diagnostics = sink("a: x\nb: x\n")
    codes = ("CG0101", "CG1101", "CG0203", "CG0303", "CG0317", "CG0408", "CG0409", "CG0410", "CG0412", "CG0506")
    for code in codes:
        params: dict[str, Any] = dict.fromkeys(re.findall(r"\{(\w+)", CODES[code].message), "x")
        for key in "ab":
            diagnostics.report(code, Loc("openapi.yaml", f"/{key}"), help="h", **params)
    built, linted = io.StringIO(), io.StringIO()
    show(diagnostics, io.StringIO(), built, fold=True)
    show(diagnostics, io.StringIO(), linted)
    whole, _, folded = built.getvalue().partition("\n\nwarning[CG0203]")
    assert re.findall(r"\[(CG\d+)\]", whole) == ["CG0101", "CG1101"] and whole.count("| ^") == 0
    lines = folded.splitlines()
    assert lines[0] == ": unknown key `x` (2 times, first at openapi.yaml:1:4)"
    assert [line[8:14] for line in lines[1:6]] == list(codes[3:8])
    assert lines[6:] == ["2 more warnings and 2 infos; `codegen lint` and `build -v` show all"]
    assert len(re.findall(r"\[CG\d+\]", linted.getvalue())) == len(codes)


def test_of_one_code_a_thousand_are_told() -> None:
    """The rest still fail their operations, and what would mend them is not looked for."""
    asked: list[int] = []
    diagnostics = Diagnostics()
    for number in range(MOST + 200):
        diagnostics.report(
            "CG0401", Loc("a.yaml", f"/{number}"), subject=f"#{number}", ref="#/x", missing="x",
            help=lambda number=number: asked.append(number),  # type: ignore[misc]
        )  # fmt: skip
    told = diagnostics.items
    assert len(told) == len(asked) == MOST
    assert [note.text for item in told for note in item.notes] == [
        "there are more mistakes of this kind, which are not listed"
    ]
    assert len(diagnostics.failed_subjects) == MOST + 200


def test_what_is_said_of_many_places_is_said_once() -> None:
    """One mistake, such as a misspelt component, has one block; what programs read has a diagnostic for each place."""
    diagnostics = sink("a: x\nb: x\nc: y\n")
    for key in "abc":
        diagnostics.report("CG0203", Loc("openapi.yaml", f"/{key}"), key="x" if key != "c" else "y", help="mend it")
    text = render_text(diagnostics)
    assert text.count("warning[CG0203]") == 2
    assert "  = note: the same at 2:4\n  = help: mend it\n" in text
    assert len(diagnostics.items) == 3


def test_templates_are_shown_as_people_read_them() -> None:
    """`codegen explain`, docs/diagnostics.md and the rules of SARIF show messages without a case."""
    texts = [path.read_text("utf-8") for path in Path(catalog.__file__).parent.glob("*.md")]
    assert sum(text.count("\n## ") for text in texts) == len(CODES), "a code stands twice"
    assert CODES["CG0103"].title == "the file is larger than ... bytes"
    assert CODES["CG0309"].cure == "write `discriminator: {propertyName: ...}`"
    assert [code.code for code in CODES.values() if re.search(r"\{\w+(:,)?\}|\{\{|\}\}", code.title)] == []


def test_explanations_are_told_without_the_rules_of_the_project() -> None:
    """Who reads them has no list of rules; other standards stay cited."""
    cited = re.compile(r"\bD\d+\b|\bspec\s+(?:part\s+)?\d")
    assert [code.code for code in CODES.values() if cited.search(code.uncited_explanation)] == []
    assert any(cited.search(code.explanation) for code in CODES.values())
    told = "\n".join(code.uncited_explanation for code in CODES.values())
    assert "(RFC 9110 9.3.8)" in told
    assert max(map(len, told.split("\n"))) <= 120
