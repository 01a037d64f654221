"""docs/bench.md: its plots are those of docs/bench.json, and what is drawn is what was measured."""

from __future__ import annotations

import re

from bench.plots import number, plot
from bench.sizes import COUNTS, DATA, of_operations, pictures, read_points, render
from compiler.source import Limits


def circles(picture: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', picture)]


def test_the_page_shows_what_was_measured() -> None:
    for name, picture in pictures(*read_points()[:2]).items():
        assert (DATA.parent / name).read_text("utf-8") == picture, "python -m bench.sizes --draw"
    page = (DATA.parent / "bench.md").read_text("utf-8")
    assert "\n".join(render(*read_points())).strip() in page


def test_what_grows_in_proportion_is_a_straight_line() -> None:
    """Both axes are logarithmic: ten times as much is as far wherever it is."""
    picture = plot("A title", "bytes", "seconds", {"a < b": [(10, 1), (100, 10), (1000, 100)], "left out": []})
    (x1, y1), (x2, y2), (x3, y3) = circles(picture)
    assert abs((x2 - x1) - (x3 - x2)) < 0.2
    assert abs((y1 - y2) - (y2 - y3)) < 0.2
    assert y3 < y2 < y1
    assert ">a &lt; b</text>" in picture
    assert "left out" not in picture


def test_numbers_at_an_axis_are_short() -> None:
    assert [number(value) for value in (0.2, 5, 500, 20_000, 5_000_000)] == ["0.2", "5", "500", "20k", "5M"]


def test_the_largest_document_keeps_the_default_limits() -> None:
    made = of_operations(COUNTS[-1])
    schemas = made["components"]["schemas"]
    tags = {tag for path in made["paths"].values() for one in path.values() for tag in one["tags"]}
    assert sum(map(len, made["paths"].values())) == COUNTS[-1] == 20_000
    assert len(schemas) + 20_000 < Limits().max_declarations
    assert len(tags) < Limits().max_groups
    assert len(made["paths"]) <= Limits().max_members
