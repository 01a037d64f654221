"""Invariant 3: nodes are values. Type checkers see that nobody sets a member of one; here it is tried."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from backends import load_backend
from backends.keys import TARGET_KEYS
from compiler.ir.node import NODES
from tests.support.places import ROOT
from tests.support.run import codegen


def _frozen(below: type = object) -> Iterator[type]:
    """Yield the frozen classes that are there."""
    for cls in type.__subclasses__(below):
        if "_with" in cls.__dict__:
            yield cls
        if cls is not type:
            yield from _frozen(cls)


def _set_once(item: object, name: str, value: object) -> None:
    if hasattr(item, name):
        raise dataclasses.FrozenInstanceError(f"cannot change {name!r} of a {type(item).__name__}")
    object.__setattr__(item, name, value)


def _refuse(item: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete {name!r} of a {type(item).__name__}")


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> set[type]:
    """Make all frozen classes refuse to be changed."""
    for target in TARGET_KEYS:
        load_backend(target)
    classes = set(_frozen())
    for cls in classes:
        monkeypatch.setattr(cls, "__setattr__", _set_once)
        monkeypatch.setattr(cls, "__delattr__", _refuse)
    return classes


DOCUMENTS = sorted((ROOT / "examples").glob("*/openapi.yaml"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.parent.name)
def test_no_build_changes_a_node(document: Path, tmp_path: Path, guarded: set[type]) -> None:
    assert guarded >= set(NODES.values())
    targets = [word for target in TARGET_KEYS for word in ("-t", target)]
    built = codegen("build", str(document), *targets, "-o", str(tmp_path / "out"), "-q", "--jobs", "1", cwd=tmp_path)
    assert built.returncode == 0, built.stderr
    assert any((tmp_path / "out").rglob("*.py"))


def test_the_guard_sees_a_change(guarded: set[type]) -> None:
    from compiler.ir.types import Ref

    made = Ref("components/schemas/Trip")
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.target = "components/schemas/Stop"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del made.target
