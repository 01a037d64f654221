"""Prints the tests of a package: each method is called once against a mock (node:test)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import assert_never

from backends.exchanges import EXCHANGES, TestFiles, client_options, mock_text
from backends.typescript.calls import arguments, awaited_call
from backends.typescript.docs import say
from backends.typescript.readme import option_text
from backends.typescript.sdk import Sdk, sdk_of
from backends.typescript.text import string
from backends.writer.prettier import awaited, braced, call, lay, statement
from compiler.plan.examples import ExampleCall
from compiler.plan.exchanges import Exchange, Yields
from compiler.plan.plan import Plan

_MOCK = Path(__file__).parent / "testing" / "mock.js"


def group_tests(plan: Plan, group: tuple[str, ...], idents: tuple[str, ...], exchanges: Sequence[Exchange]) -> str:
    """Print the tests of a group."""
    sdk = sdk_of(plan)
    tests = [_test(sdk, ".".join([*idents, item.call.method.ident]), item) for item in exchanges]
    return _imports(tests) + "\n".join(tests)


def _setup(plan: Plan) -> str:
    surface = plan.surface
    options = ["baseUrl: mock.url", *map(option_text, client_options(plan)), "retries: 0"]
    made = lay(["export const client = ", call(f"new {surface.client}", [braced(options)]), ";"])
    return say("test_setup", client=surface.client, module=string(surface.package), made=made) + "\n"


def _imports(tests: Sequence[str]) -> str:
    called = any("mock.expect" in text for text in tests)
    own = 'import { client, mock } from "./setup.js";\n' if called else ""
    return f'import {{ test }} from "node:test";\n{own}\n'


def _test(sdk: Sdk, name: str, item: Exchange) -> str:
    if item.skipped:
        head, lines = "(t) => {", [lay(statement("", "t.skip", [string(item.skipped)]), 1)]
    else:
        expected = lay(statement("const exchange = ", "mock.expect", [string(item.name)]), 1)
        head, lines = "async () => {", [expected, *_looked(sdk, item)]
    return "\n".join([f"test({string(name)}, {head}", *lines, "});", ""])


def _awaited(name: str, shown: ExampleCall) -> str:
    return lay(awaited(name, ".".join(shown.target), arguments(shown), 1), 1)


def _looked(sdk: Sdk, item: Exchange) -> Iterator[str]:
    coded = item.type is not None and sdk.types.coded(item.type)
    same = "sameValues" if coded else "same"
    match item.yields:
        case Yields.NOTHING:
            yield lay(awaited_call(item.call), 1)
            yield "  exchange.done();"
        case Yields.STREAM:
            yield _awaited("stream", item.call)
            yield "  await exchange.streams(stream);"
        case Yields.PAGE:
            yield _awaited("page", item.call)
            yield f"  exchange.{same}(page.result);"
        case Yields.JSON | Yields.TEXT | Yields.BYTES:
            yield _awaited("result", item.call)
            yield f"  exchange.{same}(result);"
        case _:
            assert_never(item.yields)


TESTS = TestFiles(
    f"tests/{EXCHANGES}",
    "tests/mock.js",
    "tests/setup.js",
    "tests/{}.test.js",
    "//",
    lambda _: mock_text(_MOCK),
    _setup,
    lambda plan, _, group, exchanges: group_tests(plan, group.path, group.idents, exchanges),
    gap=False,
)
