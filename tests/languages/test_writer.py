"""The layout engine: a group is flat if it fits and broken if it does not (house 3)."""

import pytest

from backends.writer import HARDLINE, LINE, Group, Indent, bracketed, render
from backends.writer.ruff import Chain, Collection, Expr, call, raw, standing

CALL = ["call", bracketed("(", ["first", "second", "third"], ")")]


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (26, "call(first, second, third)"),
        (25, "call(\n  first,\n  second,\n  third,\n)"),
    ],
)
def test_a_group_breaks_by_width(width: int, text: str) -> None:
    assert render(CALL, width, "  ") == text


def test_what_follows_a_group_counts() -> None:
    assert render([CALL, ";"], 26, "  ") == "call(\n  first,\n  second,\n  third,\n);"


def test_an_inner_group_stays_flat_where_it_fits() -> None:
    inner = ["f", bracketed("(", ["a", "b"], ")")]
    assert render(bracketed("[", [inner, "c" * 10], "]"), 14, "  ") == "[\n  f(a, b),\n  cccccccccc,\n]"


def test_a_hard_line_breaks_its_group() -> None:
    assert render(Group(["a", LINE, "b", HARDLINE, "c"]), 80, "  ") == "a\nb\nc"


def test_padding_stands_inside_brackets_on_one_line() -> None:
    assert render(bracketed("{", ["a", "b"], "}", padding=" "), 80, "  ") == "{ a, b }"
    assert render(bracketed("{", [], "}", padding=" "), 80, "  ") == "{}"


def test_lines_end_without_spaces() -> None:
    assert render(["a", Indent([HARDLINE, HARDLINE, "b"])], 80, "    ") == "a\n\n    b"


# --------------------------------------------------------------------------- ruff's layout


def ruff(value: Expr, column: int) -> str:
    """Lay out what stands in a statement of a module from a column on, which has too little room for it."""
    return standing(value, 0, column)


def test_what_stands_alone_breaks_within_its_own_brackets_where_they_fit() -> None:
    """Arguments stand on one line of their own, else each on one; members of a collection always on one each."""
    wide = raw("a" * 60)
    assert ruff(call(raw("make"), raw("first"), raw("second")), 95) == "make(\n    first, second\n)"
    assert ruff(call(raw("make"), wide, wide), 50) == f"make(\n    {wide.text},\n    {wide.text},\n)"
    assert ruff(Collection("[", [raw("first"), raw("second")], "]"), 90) == "[\n    first,\n    second,\n]"


def test_what_stands_alone_is_put_in_parentheses_where_that_helps() -> None:
    wide = raw("a" * 90)
    assert ruff(raw("name"), 99) == "(\n    name\n)"
    assert ruff(call(raw("make"), raw("it")), 97) == "(\n    make(it)\n)"
    assert ruff(Chain("|", [wide, raw("None")]), 9) == f"(\n    {wide.text}\n    | None\n)"


def test_what_no_parentheses_help_goes_beyond_the_line() -> None:
    wide = raw("a" * 97)
    assert ruff(wide, 9) == wide.text
    assert ruff(call(wide, raw("it")), 9) == f"{wide.text}(\n    it\n)"


def test_wide_characters_take_two_columns() -> None:
    narrow, wide = raw("'" + "x" * 46 + "'"), raw("'" + "\u6f22" * 24 + "'")
    assert ruff(call(raw("f"), narrow, raw("'" + "x" * 42 + "'")), 10).count("\n") == 2
    assert ruff(call(raw("f"), narrow, wide), 10).count("\n") == 3
