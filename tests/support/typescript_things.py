"""Helpers of the tests of TypeScript SDKs: printed packages, and a node process that makes calls with them."""

from __future__ import annotations

import functools
import http.client
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from compiler.ir.types import Alias, ListOf, MapOf, Model, Nullable, Ref, Type, Union
from compiler.plan.plan import BodyFields, Method, Plan
from tests.support.places import ROOT
from tests.support.printed import Printed, print_sdk
from tests.support.typescript_tools import ask, require_node, run, start
from tests.support.wire_vectors import MISSING, Check

DRIVER = ROOT / "tests" / "tools" / "typescript_driver.mjs"
GATEWAY = ROOT / "tests" / "tools" / "typescript_gateway.mjs"


def print_typescript(document: Mapping[str, Any], name: str, **section: Any) -> Printed:
    """Compile a document to an npm package of that name, in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix=name))
    return print_sdk(document, "typescript", folder, {"packageName": name.replace("_", "-"), **section})


@functools.cache
def driver() -> subprocess.Popen[str]:
    """The node process that makes calls."""
    return start(DRIVER)


def drive(sdk: Printed, **command: Any) -> Any:
    """Make a call in node, and give what came of it."""
    order = {"folder": str(sdk.folder), "client": sdk.plan.surface.client, "mode": "call", **command}
    return ask(driver(), order)


def in_node(folder: Path, program: str | Path, *arguments: str | Path) -> str:
    """Run a program in a folder, as text or as a file; gives what it says, if it ends well."""
    if isinstance(program, str):
        (folder / "program.mjs").write_text(program)
        program = folder / "program.mjs"
    done = run([require_node(), program, *arguments], folder)
    assert not done.returncode, done.stderr
    return done.stdout


def told_by(folder: Path, program: Path, *arguments: str | Path) -> dict[str, Any]:
    """What a program says of each of its cases: a line of JSON, its name and what came of it."""
    return dict(json.loads(line) for line in in_node(folder, program, *arguments).splitlines())


def in_program(plan: Plan, type_: Type, value: Any) -> Any:
    """A value by wire names as the program writes it: with the names that its types have there."""
    match type_:
        case Nullable(inner):
            return in_program(plan, inner, value)
        case ListOf(item) if isinstance(value, list):
            return [in_program(plan, item, one) for one in value]
        case MapOf(item) if isinstance(value, dict):
            return {key: in_program(plan, item, one) for key, one in value.items()}
        case Ref(target):
            return _declared(plan, target, value)
        case _:
            return value


def _declared(plan: Plan, target: str, value: Any) -> Any:
    declared = plan.wire.types[target]
    if isinstance(declared, Alias):
        return in_program(plan, declared.type, value)
    if not isinstance(declared, Model) or isinstance(declared, Union) or not isinstance(value, dict):
        return value
    members = plan.surface.types[target].members
    known = {field.wire: field.type for field in declared.fields}
    return {
        members.get(key, key): in_program(plan, known[key], item) if key in known else item
        for key, item in value.items()
    }


def call_of(plan: Plan, method: Method, values: Mapping[str, Any], body: Any = MISSING, **options: Any) -> list[Any]:
    """What a call of a method gives: arguments by position, the object of those with names, options.

    Args:
        plan: the plan of the SDK.
        method: what is called.
        values: the arguments by their identifiers, the body aside.
        body: by the names on the wire; of properties that are arguments if it can be, else in the options.
        options: of the call.
    """
    values = dict(values)
    if body is not MISSING and method.body is not None:
        values[method.body.ident] = in_program(plan, method.body.type, body)
    elif body is not MISSING and method.fields is not None:
        made = _fields(plan, method.fields, body)
        values |= made or {}
        options |= {} if made else {"body": in_program(plan, method.fields.whole.type, body)}
    packed = {item.ident for item in method.packed}
    alone = [item.ident for item in method.alone]
    given = [values.get(ident) for ident in alone]
    if method.request is not None:
        given.append({ident: value for ident, value in values.items() if ident in packed or ident not in alone})
    return [*given, options] if options else given


def _fields(plan: Plan, fields: BodyFields, body: Any) -> dict[str, Any]:
    """A body as arguments, those that the document does not declare too; none where it has to be given whole."""
    if not isinstance(body, dict) or any(body.get(name, value) != value for name, value in fields.fixed.items()):
        return {}
    known = {item.wire: item for item in fields.arguments}
    told = {known[name].ident: in_program(plan, known[name].type, body[name]) for name in body if name in known}
    return told | {name: value for name, value in body.items() if name not in known and name not in fields.fixed}


@contextmanager
def gateway(sdk: Printed) -> Iterator[Callable[[Check], tuple[int, Any]]]:
    """A server of node:http that rejects by printed validators; gives what asks it for a status and what is wrong."""
    process = subprocess.Popen([require_node(), str(GATEWAY), str(sdk.folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    port = int(process.stdout.readline())

    def ask(check: Check) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        cookies = "; ".join(f"{name}={value}" for name, value in check.cookies.items())
        headers = {**check.headers, "X-Operation": check.operation, "X-Path": quote(json.dumps(check.path))}
        query = quote(check.query, safe="%=&[],|:;+._-")
        connection.request("POST", f"/?{query}", check.body, headers | ({"Cookie": cookies} if cookies else {}))
        response = connection.getresponse()
        return response.status, json.loads(response.read() or b"[]")

    try:
        yield ask
    finally:
        process.terminate()
        process.wait()
