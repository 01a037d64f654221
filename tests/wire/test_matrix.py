"""The core of the matrix: every place and serialization of a value with one kind of each type, in all languages.

``make soak`` does all of it (``bench.matrix``).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.generated import matrix_kinds
from tests.support.generated.matrix import FIELDS, PARAMETERS, PARTS, SEGMENTS, Document
from tests.support.generated.side_by_side_matrix import LANGUAGES, Desk, Matrix, comparable, same
from tests.support.recorder import Recorded
from tests.support.typescript_tools import require_node


@pytest.mark.slow
def test_the_languages_agree(tmp_path: Path) -> None:
    require_node()
    matrix = Matrix("core", [*matrix_kinds.core()], tmp_path)
    assert len(matrix.calls) > 1500
    with Desk() as desk:
        assert list(matrix.differences(desk, LANGUAGES)) == []


def test_the_matrix_has_every_place_and_way() -> None:
    """Each kind stands in each style of each place, and all ways that a schema may stand are there."""
    made = Document([kind for kind in matrix_kinds.kinds("anything") if kind.name.startswith("anything")])
    (operation,) = made.paths["/parameters/anything"].values()
    ways = {(item["in"], item.get("style"), item.get("explode")) for item in operation["parameters"]}
    styles = ("form", "spaceDelimited", "pipeDelimited")
    assert ways >= {("query", style, explode) for style in styles for explode in (True, False)}
    assert len(operation["parameters"]) == len(PARAMETERS)
    assert len(SEGMENTS) == 3 * 2 + 1 and len(FIELDS) > 6 and len(PARTS) > 5
    assert len({path.split("/")[1] for path in made.paths}) == 10
    names = {kind.name.removeprefix("anything") for kind in made.kinds}
    assert names == {"", *(f"_{way}" for way in matrix_kinds.WAYS)}


def test_the_comparison_sees_a_difference() -> None:
    def made(kind: str, data: bytes, target: str = "/") -> tuple[object, ...]:
        return comparable(Recorded("POST", target, (("Content-Type", kind),), data))

    assert made("application/json", b'{"a":1,"b":2}') == made("application/json", b'{ "a": 1.0, "b": 2 }')
    assert made("application/json", b'{"a":1,"b":2}') != made("application/json", b'{"b":2,"a":1}')
    assert made("application/json", b"9007199254740993") != made("application/json", b"9007199254740992")
    assert made("text/plain", b"1") != made("text/plain", b"1.0")
    assert made("text/plain", b"2031-05-01T08:15:00.500Z") == made("text/plain", b"2031-05-01T08:15:00.5Z")
    assert made("text/plain", b"", "/?a=1&b=2") != made("text/plain", b"", "/?a=1,2")
    assert same(("ok", 1.5e16), ("ok", 15000000000000000))
    assert not same(("ok", 2**53 + 1), ("ok", 2**53))
    assert not same(("ok", None), ("raised", "argument"))
