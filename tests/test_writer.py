"""The document printer: a group is flat where it fits and broken where it does not (design.md, "Emitters")."""

import pytest

from backends.writer import HARDLINE, LINE, Group, Indent, bracketed, render

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
