"""Each decision is made once: decisions in which backends could drift are made in `passes/plan/`, not in two backends.

Two checks of their sources, by shape and not by name. A *decision* is a condition on two or more facts of the plan
(``operation.timeout is not None and operation.timeout != wire.timeout``): if two backends have the same one, they
answer a question that the plan should have answered. A printer's comparison of one word with one value is allowed.
A *job* is a function: two backends do the same job if the same facts, calls and branches follow each other.
"""

from __future__ import annotations

import ast
import difflib
import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.support.modules import below, nodes, paths
from tests.support.places import ROOT

BACKENDS = ROOT / "backends"
TARGETS = ("python", "typescript", "go", "reference")
ALIKE = 0.8
"""From which share of equal steps on two functions do one job."""
SHORTEST = 15
"""Steps of a function that is long enough to be a job."""

SPELT: dict[str, str] = {}
"""Tests that two backends may hold, and why."""
OWN: dict[tuple[str, str], str] = {}
"""Functions that are alike and no job of the plan's, and why."""


class Job(NamedTuple):
    """A function of a backend, and its steps: nodes of its syntax, names of facts, values."""

    target: str
    name: str
    steps: list[str]


def sources() -> Iterator[tuple[str, str, tuple[ast.AST, ...]]]:
    for target in TARGETS:
        for name in below(f"backends.{target}"):
            yield target, paths()[name].relative_to(BACKENDS).with_suffix("").as_posix(), nodes(name)


class Anonymous(ast.NodeTransformer):
    """Takes variables out of an expression: what is left are facts (``_.required``), classes and values."""

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return node if node.id[:1].isupper() else ast.Name("_", node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        owner = node.value
        if isinstance(owner, ast.Name) and owner.id[:1].isupper():  # a member of an enum
            return node
        return ast.Attribute(ast.Name("_", ast.Load()), node.attr, node.ctx)


def conditions(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    for node in nodes:
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.BoolOp | ast.Compare):
            yield node


def facts_asked(test: ast.expr) -> tuple[str, int]:
    """Return a test without its variables, and how many facts it asks."""
    plain = Anonymous().visit(ast.parse(ast.unparse(test), mode="eval").body)
    called = {id(node.func) for node in ast.walk(plain) if isinstance(node, ast.Call)}
    facts = [
        node.attr
        for node in ast.walk(plain)
        if isinstance(node, ast.Attribute) and id(node) not in called and not node.attr.isupper()
        if isinstance(node.value, ast.Name) and node.value.id == "_"
    ]
    return ast.unparse(plain), len(facts)


def test_no_decision_is_made_by_two_backends() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for target, _, there in sources():
        for test in conditions(there):
            text, facts = facts_asked(test)
            if facts > 1:
                found[text].add(target)
    twice = {text: sorted(targets) for text, targets in found.items() if len(targets) > 1}
    assert {text: targets for text, targets in twice.items() if text not in SPELT} == {}
    assert [text for text in SPELT if text not in twice] == [], "told apart, but not there any more"


def steps(function: ast.FunctionDef) -> list[str]:
    """Return the steps of a function's body: facts, calls, classes, values and branches, as they are written.

    Names of variables do not count, nor do functions that are a `match` over a word of the
    plan: that each backend spells it is the point.
    """
    documented = ast.get_docstring(function) is not None
    found: list[str] = []
    for statement in function.body[documented:]:
        for node in ast.walk(statement):
            match node:
                case ast.Name(name) if name[:1].isupper():
                    found.append(name)
                case ast.Attribute(_, name):
                    found.append(f".{name}")
                case ast.Constant(value):
                    found.append(repr(value))
                case ast.stmt() | ast.Call() | ast.comprehension() | ast.BoolOp() | ast.Compare() | ast.IfExp():
                    found.append(type(node).__name__)
                case _:
                    pass
    return found


def spells(function: ast.FunctionDef) -> bool:
    """Tell whether a function is a `match` over a closed word, which ends in `assert_never`."""
    last = function.body[-1]
    return isinstance(last, ast.Expr) and ast.unparse(last).startswith("assert_never(")


def jobs() -> Iterator[Job]:
    for target, module, found in sources():
        for node in found:
            if isinstance(node, ast.FunctionDef) and not spells(node) and len(made := steps(node)) >= SHORTEST:
                yield Job(target, f"{module}.{node.name}", made)


def are_alike(one: Job, two: Job) -> bool:
    if one.target == two.target or not ALIKE < len(one.steps) / len(two.steps) < 1 / ALIKE:
        return False
    matcher = difflib.SequenceMatcher(None, one.steps, two.steps, autojunk=False)
    return matcher.real_quick_ratio() > ALIKE and matcher.quick_ratio() > ALIKE and matcher.ratio() > ALIKE


def test_no_job_is_done_by_two_backends() -> None:
    listed = {(one.name, two.name) for one, two in itertools.combinations(jobs(), 2) if are_alike(one, two)}
    assert sorted(listed - OWN.keys()) == []
    assert sorted(OWN.keys() - listed) == [], "told apart, but not alike any more"
