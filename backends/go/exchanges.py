"""Prints the tests of a module: each method is called once against a mock (go test)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import assert_never

from backends.exchanges import EXCHANGES, TestFiles, client_options, mock_text
from backends.go.calls import call_lines, option_of
from backends.go.clients import package_name
from backends.go.package import import_sdk
from backends.go.source import File
from backends.go.text import has_package, string
from backends.writer import Doc
from backends.writer.gofmt import call, function, lay
from compiler.ir.wire import Place
from compiler.plan.examples import is_null
from compiler.plan.exchanges import Exchange, Yields
from compiler.plan.plan import Group, Plan

_MOCK = Path(__file__).parent / "runtime" / "testing" / "mock_test.go"


def _file(plan: Plan) -> File:
    file = File(f"{package_name(plan)}_test", plan.surface.licence)
    file.use("testing")
    return file


def _mock(plan: Plan) -> str:
    return mock_text(_MOCK).replace("package sdk_test\n", f"package {package_name(plan)}_test\n", 1)


def _setup(plan: Plan) -> str:
    """Print the function that makes the client under test."""
    file = _file(plan)
    package = import_sdk(plan, file)
    file.use("context")
    options: list[Doc] = [
        f"{package}.WithBaseURL(url)",
        *(option_of(plan, item, file, package) for item in client_options(plan)),
        f"{package}.WithMaxRetries(0)",
    ]
    head = f"func begin(t *testing.T, name string) (context.Context, *{package}.{plan.surface.client}, *exchange)"
    lines = [
        "t.Helper()",
        "ctx, url, exchange := expect(t, name)",
        *lay([call(f"client := {package}.New", options)]).split("\n"),
        "return ctx, client, exchange",
    ]
    file.declare("// begin makes a client for one call, and the mock that serves it.", function(head, *lines))
    return file.text()


def group_tests(plan: Plan, group: Group, exchanges: Sequence[Exchange]) -> str:
    """Print the tests of a group."""
    file = _file(plan)
    sdk = import_sdk(plan, File("x", None))
    texts = [_test(plan, sdk, file, item) for item in exchanges]
    if any(has_package(lines, sdk) for lines in texts):
        import_sdk(plan, file)
    for item, lines in zip(exchanges, texts, strict=True):
        file.declare(function(f"func {_name(plan, group, item)}(t *testing.T)", *lines))
    return file.text()


def _name(plan: Plan, group: Group, item: Exchange) -> str:
    return f"Test{plan.surface.class_of(group).removesuffix('Group')}_{item.call.method.ident}"


def _test(plan: Plan, package: str, file: File, item: Exchange) -> list[str]:
    line, variable = call_lines(plan, item.call, file, package)
    skipped = item.skipped or _says_nothing(item)
    lines = [f"t.Skip({string(skipped)})"] if skipped else []
    lines += [f"ctx, client, exchange := begin(t, {string(item.name)})", *line.split("\n")]
    return [*lines, *_looked(item, variable)]


def _says_nothing(item: Exchange) -> str:
    """Say why a call sends no body: a field of type ``any`` that is nil counts as not given."""
    values = [value for argument, value in item.call.passed_arguments() if argument.place is Place.BODY]
    fields = item.call.method.fields is not None
    return "null alone is no body" if fields and values and all(map(is_null, values)) else ""


def _looked(item: Exchange, variable: str) -> Iterator[str]:
    match item.yields:
        case Yields.NOTHING:
            yield from [f"_ = {variable}"] if variable else []
            yield "exchange.done(err)"
        case Yields.PAGE:
            yield from ["if err != nil {", "\tt.Fatal(err)", "}"]
            yield f"exchange.same({variable}.Result, err)"
        case Yields.STREAM:
            yield from ["if err != nil {", "\tt.Fatal(err)", "}", f"defer {variable}.Close()"]
            yield f"exchange.same(only(t, {variable}.All()))"
        case Yields.BYTES:
            yield f"exchange.same(text({variable}, err))"
        case Yields.JSON | Yields.TEXT:
            yield f"exchange.same({variable}, err)"
        case _:
            assert_never(item.yields)


TESTS = TestFiles(
    f"testdata/{EXCHANGES}",
    "mock_test.go",
    "setup_test.go",
    "{}_api_test.go",
    "//",
    _mock,
    _setup,
    lambda plan, _, group, exchanges: group_tests(plan, group, exchanges),
    heads=True,
)
