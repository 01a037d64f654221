"""A quarter of the core of the matrix in all languages: each kind of type, and each place and serialization of a value.

``make hunts`` does all of the core, ``make soak`` all of the matrix (``judges.matrix``).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.generated import matrix_kinds
from tests.support.generated.matrix import FIELDS, PARAMETERS, PARTS, SEGMENTS, MatrixDocument
from tests.support.generated.side_by_side import Matrix, comparable_by_value, same
from tests.support.generated.ways import Desk
from tests.support.recorder import Recorded
from tests.support.typescript_tools import require_node


@pytest.mark.slow
@pytest.mark.parametrize(("share", "least"), [(4, 400), pytest.param(1, 1500, marks=pytest.mark.hunt)])
def test_the_languages_agree(share: int, least: int, tmp_path: Path) -> None:
    require_node()
    matrix = Matrix(f"core_{share}", [*matrix_kinds.core()], tmp_path, share)
    assert len(matrix.calls) > least
    with Desk() as desk:
        assert list(matrix.differences(desk)) == []


def test_a_quarter_has_every_kind_and_place() -> None:
    kinds = [*matrix_kinds.core()]
    whole, quarter = (MatrixDocument(kinds, share) for share in (1, 4))
    places = [{path.split("/")[1] for path in made.paths} for made in (whole, quarter)]
    assert places[0] == places[1]
    assert {path.split("/")[2] for path in quarter.paths} == {kind.name for kind in kinds}


def test_the_matrix_has_every_place_and_wrapper() -> None:
    """Each kind stands in each style of each place, and all wrappers that a schema may stand in are there."""
    made = MatrixDocument([kind for kind in matrix_kinds.kinds("anything") if kind.name.startswith("anything")])
    (operation,) = made.paths["/parameters/anything"].values()
    styles = {(item["in"], item.get("style"), item.get("explode")) for item in operation["parameters"]}
    words = ("form", "spaceDelimited", "pipeDelimited")
    assert styles >= {("query", word, explode) for word in words for explode in (True, False)}
    assert len(operation["parameters"]) == len(PARAMETERS)
    assert len(SEGMENTS) == 3 * 2 + 1 and len(FIELDS) > 6 and len(PARTS) > 5
    assert len({path.split("/")[1] for path in made.paths}) == 10
    names = {kind.name.removeprefix("anything") for kind in made.kinds}
    assert names == {"", *(f"_{wrapper}" for wrapper in matrix_kinds.WRAPPERS)}


def test_the_comparison_sees_a_difference() -> None:
    def made(kind: str, data: bytes, target: str = "/") -> tuple[object, ...]:
        return comparable_by_value(Recorded("POST", target, (("Content-Type", kind),), data))

    assert made("application/json", b'{"a":1,"b":2}') == made("application/json", b'{ "a": 1.0, "b": 2 }')
    assert made("application/json", b'{"a":1,"b":2}') != made("application/json", b'{"b":2,"a":1}')
    assert made("application/json", b"9007199254740993") != made("application/json", b"9007199254740992")
    assert made("text/plain", b"1") != made("text/plain", b"1.0")
    assert made("text/plain", b"2031-05-01T08:15:00.500Z") == made("text/plain", b"2031-05-01T08:15:00.5Z")
    assert made("text/plain", b"", "/?a=1&b=2") != made("text/plain", b"", "/?a=1,2")
    assert same(("ok", 1.5e16), ("ok", 15000000000000000))
    assert not same(("ok", 2**53 + 1), ("ok", 2**53))
    assert not same(("ok", None), ("raised", "argument"))
