"""Prints the tests of a package: each method is called once against a mock (pytest)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from backends.exchanges import EXCHANGES, TestFiles, client_options, mock_text
from backends.python.calls import call_statement
from backends.python.code import LINE, string
from backends.python.docs import say
from backends.python.readme import option_text
from compiler.base.patterns import lazy_pattern
from compiler.ir.types import ListOf, MapOf, Model, Ref, Type
from compiler.plan.exchanges import Exchange, Yields
from compiler.plan.plan import Plan

_MOCK = Path(__file__).parent / "runtime" / "testing" / "mock_api.py"
_VALUES = {Yields.NOTHING: "", Yields.STREAM: "stream", Yields.PAGE: "page"}
"""What a test calls the result of a method, but for ``result``."""
_DEPTH = 2
"""Calls stand in a `with` of a function."""
_STRING = lazy_pattern(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""")
_MODELS = lazy_pattern(r"(?<![\w.])models\.")
"""Something of the module `models`; `data_models.` and `client.models.` are none."""


def test_file(plan: Plan, stem: str, exchanges: Sequence[Exchange]) -> str:
    """Print the tests of a group."""
    return _Tests(plan).file(exchanges)


def _conftest(plan: Plan) -> str:
    client, options = plan.surface.client, ["base_url=mock.url", *map(option_text, client_options(plan)), "retries=0"]
    made = f"    with {client}({', '.join(options)}) as client:"
    if len(made) > LINE:
        made = "\n".join([f"    with {client}(", *(f"        {item}," for item in options), "    ) as client:"])
    return say("conftest", client=client, package=plan.surface.package, made=made) + "\n"


class _Tests:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def file(self, exchanges: Sequence[Exchange]) -> str:
        """Print the tests of one group."""
        tests = [line for item in exchanges for line in self._test(item)]
        text = "\n".join(tests)
        names = [self.plan.surface.client, *(["models"] if _MODELS.search(_STRING.sub("", text)) else [])]
        skips = ["import pytest"] if any(item.skipped for item in exchanges) else []
        return "\n".join([
            "from __future__ import annotations", "", *skips, "from mock_api import Mock", "",
            f"from {self.plan.surface.package} import {', '.join(names)}", *tests, "",
        ])  # fmt: skip

    def _test(self, item: Exchange) -> Iterator[str]:
        yield from ("", "")
        if item.skipped:
            yield f"@pytest.mark.skip(reason={string(item.skipped).text})"
        name = item.call.method.ident
        yield f"def test_{name}(client: {self.plan.surface.client}, mock: Mock) -> None:"
        value = _VALUES.get(item.yields, "result")
        compared = item.yields in (Yields.JSON, Yields.PAGE, Yields.STREAM)
        yield f"    with mock.exchange({string(item.name).text}){' as exchange' if compared else ''}:"
        yield self._call(item, value)
        if item.yields is Yields.STREAM:
            yield from ("        with stream:", "            [result] = stream")
        elif compared:
            value = "page.result" if item.yields is Yields.PAGE else value
            yield from self._kind(value, item.type)
        if compared:
            yield f"    assert exchange.same({'result' if value == 'stream' else value})"
        elif value:
            yield f'    assert result == {"b" * (item.yields is Yields.BYTES)}"{item.value}"'

    def _call(self, item: Exchange, name: str = "") -> str:
        return "    " * _DEPTH + call_statement(item.call, name=name).code(_DEPTH)

    def _kind(self, name: str, type_: Type | None) -> Iterator[str]:
        """Print an assertion of a result's class, where it has one."""
        while isinstance(type_, Ref):
            declared = self.plan.wire.shapes[type_.target]
            if isinstance(declared, Model):
                yield f"    assert isinstance({name}, models.{self.plan.surface.type_heads[type_.target].ident})"
                return
            type_ = getattr(declared, "type", None)
        if isinstance(type_, ListOf | MapOf):
            yield f"    assert isinstance({name}, {'list' if isinstance(type_, ListOf) else 'dict'})"


TESTS = TestFiles(
    f"tests/{EXCHANGES}",
    "tests/mock_api.py",
    "tests/conftest.py",
    "tests/test_{}.py",
    "#",
    lambda _: mock_text(_MOCK),
    _conftest,
    lambda plan, stem, _, exchanges: test_file(plan, stem, exchanges),
)
