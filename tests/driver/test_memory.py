"""What a resident process keeps: identical values are the same objects, and nothing is taken for what it is not."""

import pytest

from compiler.base.memory import NONE, Memory, identical
from compiler.ir.nodes import Schema
from compiler.ir.types import Checks
from compiler.source.location import SourceFloat


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        (0.0, -0.0),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ([1], (1,)),
        ({"a": [False]}, {"a": [0]}),
        (SourceFloat("3.10"), 3.1),
        (SourceFloat("3.10"), SourceFloat("3.100")),
        (Schema(id="a", default=1), Schema(id="a", default=True)),
        (Schema(id="a", checks=Checks(minimum=1)), Schema(id="a", checks=Checks(minimum=1.0))),
        (object(), object()),
    ],
)
def test_equal_is_not_identical(one: object, other: object) -> None:
    assert not identical(one, other)
    assert not identical({"in": (one,)}, {"in": (other,)})


@pytest.mark.parametrize(
    "make",
    [
        lambda: {"a": [1, 2.5, "x", None, True]},
        lambda: SourceFloat("3.10"),
        lambda: Schema(id="a", enum=({"b": 1},), checks=Checks(minimum=1)),
        lambda: frozenset({"a", "b"}),
    ],
)
def test_two_of_the_same_are_identical(make: object) -> None:
    assert callable(make)
    assert identical(make(), make())


def test_a_result_is_recalled_for_the_same_inputs_alone() -> None:
    memory = Memory()
    first = memory.recall("list", ("a", 1), lambda: ["first"])
    assert memory.recall("list", ("a", 1), lambda: ["second"]) is first
    assert memory.recall("list", ("a", True), lambda: ["third"]) == ["third"]
    assert NONE.recall("list", ("a", 1), lambda: ["alone"]) == ["alone"]


def test_what_builds_do_not_ask_for_is_forgotten() -> None:
    memory = Memory()
    memory.recall("one", (), lambda: "kept")
    memory.turn()
    assert memory.recall("one", (), lambda: "made anew") == "kept"
    for _ in range(20):
        memory.turn()
    assert memory.recall("one", (), lambda: "made anew") == "made anew"


def test_tables_keep_what_is_in_them() -> None:
    memory = Memory()
    first = memory.same_table("types", {"a": Schema(id="a"), "b": Schema(id="b")})
    assert memory.same_table("types", {"a": Schema(id="a"), "b": Schema(id="b")}) is first
    changed = memory.same_table("types", {"b": Schema(id="b"), "a": Schema(id="a", title="A")})
    assert list(changed) == ["b", "a"]
    assert changed["b"] is first["b"]
    assert changed["a"] is not first["a"]
