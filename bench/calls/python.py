"""The plain calls of openai-python's tests, unchanged, made with the printed Python SDK."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard

from bench.calls.vendor import DOCUMENT, PYTHON, Outcome, build, checkout, failures, share, write_names
from bench.documents import SPECS
from bench.mock import steady
from bench.page import table as lay_out

PACKAGE = "openai_ours"
MISSING = "MissingBodyError"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a test."""

    test: str
    made: ast.Call

    @property
    def steps(self) -> list[str]:
        """The names between the client and the parentheses."""
        return ast.unparse(self.made.func).split(".")[1:]

    @property
    def streams(self) -> bool:
        """Whether it asks for a stream."""
        return any(item.arg == "stream" and ast.unparse(item.value) == "True" for item in self.made.keywords)


def table(given: Path | None, folder: Path) -> tuple[str, bool]:
    """Return the figures, and whether they are as good as they have to be."""
    files = checkout(PYTHON, given, folder)
    (folder / "plain").mkdir()
    bound = judged(build(folder / "plain", "python", {}))
    package = build(folder, "python", {"packageName": PACKAGE}, write_names(files, folder))
    found = list(calls(files / "tests" / "api_resources"))
    written, told = run(package, found)
    empty = sum(item.kind == MISSING for item in written)
    rows = [
        ("bind to our signatures, with no configuration", bound),
        ("bind under the vendor's names", judged(package)),
        (f"accepted and decoded, {sum(call.streams for call in found)} of them as streams", share(written)),
        (f'the same, where {empty} that give no field say `options={{"body": {{}}}}`', share(told)),
    ]
    lines = lay_out(("Plain calls of openai-python", ":"), rows)
    return "\n".join([*lines, "", *failures(told)]), sum(not item.kind for item in told) >= 0.98 * len(told)


def calls(folder: Path) -> Iterator[Call]:
    """Yield the plain calls of the tests of a client that does not wait."""
    for path in sorted(folder.rglob("test_*.py")):
        for group in ast.parse(path.read_text("utf-8")).body:
            if isinstance(group, ast.ClassDef) and not group.name.startswith("TestAsync"):
                for test in group.body:
                    if isinstance(test, ast.FunctionDef) and test.name.startswith("test_method_"):
                        yield from (Call(test.name, made) for made in ast.walk(test) if _is_call(made))


def _is_call(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("client.")


def judged(package: Path) -> str:
    """Return what the judge beside the lists of names says, of calls that bind."""
    shared = SPECS.parent
    judge = [str(shared / "judges" / "calls_beside.py"), str(shared / "suites" / "names" / "openai-python.tsv")]
    command = [sys.executable, *judge, str(shared / "suites" / "names" / "openai-python-calls.tsv"), str(package)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.partition(" calls")[0]


# --------------------------------------------------------------------------- calling


def run(package: Path, found: list[Call]) -> tuple[list[Outcome], list[Outcome]]:
    """Call the SDK; and again, with an empty body, where one is missed of which no field is given (D4.10)."""
    sys.path.insert(0, str(package))
    sdk = importlib.import_module(PACKAGE)
    with steady(DOCUMENT) as origin, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with sdk.OpenAI(base_url=origin, api_key_auth="key", admin_api_key_auth="key", retries=0) as client:
            written = [outcome(streaming(call, client), client, sdk) for call in found]
            told = [
                outcome(with_empty_body(call), client, sdk) if item.kind == MISSING else item
                for call, item in zip(found, written, strict=True)
            ]
    return written, told


def outcome(call: Call, client: Any, sdk: ModuleType) -> Outcome:
    """Make a call and read its answer."""
    title = f"`{'.'.join(call.steps)}`, {call.test.removeprefix('test_method_').replace('_', ' ')}"
    code = compile(ast.fix_missing_locations(ast.Expression(call.made)), call.test, "eval")
    try:
        _read(eval(code, {"client": client}))
    except (sdk.SDKError, TypeError, ValueError, AttributeError) as error:
        return Outcome(title, type(error).__name__, _error_text(error))
    return Outcome(title)


def _read(result: Any) -> None:
    """Read all of an answer: a stream to its end, a model with what it holds."""
    if hasattr(result, "__next__"):
        with result as stream:
            for value in stream:
                repr(value)
    elif not isinstance(result, bytes):
        repr(result)


def _error_text(error: Exception) -> str:
    """Return what an error says; Steady's, with the place in the request."""
    body = getattr(error, "body", None)
    found = body.get("steady", {}).get("errors", []) if isinstance(body, dict) else []
    return "; ".join(f"{item.get('path')}: {item.get('message')}" for item in found) or str(error)


def streaming(call: Call, client: Any) -> Call:
    """Return the call of the method that streams, where a call asks for that and the SDK has two methods."""
    *groups, name = call.steps
    group = client
    for step in groups:
        group = getattr(group, step, None)
    if not call.streams or not hasattr(group, f"{name}_stream"):
        return call
    function = ast.parse(".".join(("client", *groups, f"{name}_stream")), mode="eval").body
    return replace(call, made=ast.Call(function, call.made.args, call.made.keywords))


def with_empty_body(call: Call) -> Call:
    """Return a call that says that its body is the empty object, where no field is given."""
    options = ast.keyword("options", ast.parse("{'body': {}}", mode="eval").body)
    return replace(call, made=ast.Call(call.made.func, call.made.args, [*call.made.keywords, options]))
