"""Four times as many of a thing take about four times as long (D1.5), where they once took sixteen times."""

from __future__ import annotations

import pytest

from bench.growth import LIMIT, growth
from tests.support.generated.growth import SLOTS

ONCE = (
    *("encodings", "two enums at once", "constants that are objects", "members that are mapped"),
    *("required properties that are missing", "heirs"),
)
FEW = ("fields of a form", "parts of an allOf", "credentials", "links without an end")
"""Of these, one each of bodies, schemas, security and texts."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "count"),
    [*((name, 2_000) for name in FEW), *(pytest.param(name, 4_000, marks=pytest.mark.hunt) for name in (*FEW, *ONCE))],
)
def test_it_grows_as_the_document_does(name: str, count: int) -> None:
    for _, less, more, quotient in growth([name], count):
        assert quotient <= LIMIT, (less, more)


def test_every_kind_is_a_document() -> None:
    assert len(SLOTS) > 90
    for name, make in SLOTS.items():
        assert len(str(make(80))) < len(str(make(160))), name
