"""Compiles printed Go SDKs, and drives them with vectors: a program inside the package calls methods by name."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from compiler.ir.plan import BodyFields, Method, Plan
from tests.support.places import ROOT
from tests.support.printed import Printed, print_sdk
from tests.support.toolchain import tool
from tests.support.wire_vectors import MISSING

DRIVER = ROOT / "tests" / "tools" / "go_driver.go"
ENV = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}


def go(*arguments: str, folder: Path) -> str:
    """Run the go command; returns what it printed, and fails with it."""
    binary = tool("go", Path("/usr/local/go/bin/go"))
    done = subprocess.run(
        [binary, *arguments], cwd=folder, env=os.environ | ENV, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def unformatted(folder: Path) -> str:
    """The names of files that gofmt would change."""
    binary = tool("gofmt", Path("/usr/local/go/bin/gofmt"))
    done = subprocess.run([binary, "-l", "."], cwd=folder, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def print_go(document: Mapping[str, Any], name: str, folder: Path) -> Printed:
    """Compile a document to a Go module of that name."""
    return print_sdk(document, "go", folder, {"modulePath": f"example.com/{name}"})


def arguments_of(plan: Plan, method: Method, values: Mapping[str, Any], body: Any = MISSING) -> dict[str, Any]:
    """The part of an order that gives arguments, by their identifiers, and a body.

    The body is given by its properties where they are arguments and say all of it, else as a whole.
    """
    values, whole = dict(values), MISSING
    if body is not MISSING and method.fields is not None:
        parts = properties_of(method.fields, body)
        values |= parts or {}
        whole = body if parts is None else MISSING
    elif body is not MISSING and method.body is not None:
        values[method.body.ident] = body
    order: dict[str, Any] = {
        "Request": method.request is not None,
        "Arguments": [
            {
                "Name": item.ident,
                "Member": not item.positional,
                "Field": item.field,
                "Given": item.ident in values,
                "Nullable": item.nullable,
                "Value": values.get(item.ident),
            }
            for item in method.arguments
        ],
    }
    return order if whole is MISSING else order | whole_body(plan, method, whole)


def properties_of(fields: BodyFields, body: Any) -> dict[str, Any] | None:
    """The arguments that make a body; None where they cannot say it: an empty one, a property that none is for, null
    where none may be, or nothing but zeros, which say that none is given."""
    known = {item.wire: item for item in fields.arguments}
    if not isinstance(body, dict) or any(name not in known and fields.fixed.get(name) != body[name] for name in body):
        return None
    given = {known[name]: value for name, value in body.items() if name in known}
    if any(value is None and not item.nullable for item, value in given.items()):
        return None
    is_missing = all(item.required and value in ("", 0, False, {}) for item, value in given.items())
    return None if is_missing and fields.arguments else {item.ident: value for item, value in given.items()}


def whole_body(plan: Plan, method: Method, body: Any) -> dict[str, Any]:
    """The part of an order that gives a body as a whole: as its model, or an empty one as a map."""
    assert method.fields is not None
    model = plan.surface.types[method.fields.model].ident if isinstance(body, dict) and body else ""
    return {"Whole": body, "Model": model}


class Driver:
    """A program made of a printed SDK that makes one call each time it is run."""

    def __init__(self, document: Mapping[str, Any], name: str, folder: Path) -> None:
        self.sdk = print_go(document, name, folder)
        assert unformatted(self.sdk.folder) == ""
        package = name.replace("_", "")
        text = DRIVER.read_text().replace("package sdk", f"package {package}", 1)
        text = text.replace("NewClient(", "New(")
        if not self.sdk.plan.wire.events:
            text = text.partition("// --- webhooks")[0]
        text += self._bodies()
        (self.sdk.folder / "driver.go").write_text(text)
        command = self.sdk.folder / "drive"
        command.mkdir()
        (command / "main.go").write_text(
            f'package main\n\nimport "example.com/{name}"\n\nfunc main() {{ {package}.Drive() }}\n'
        )
        self.binary = self.sdk.folder / "driver.bin"
        go("build", "-o", str(self.binary), "./drive", folder=self.sdk.folder)

    def _bodies(self) -> str:
        """Print what knows the types of bodies whose properties are arguments, which can be given as a whole, too."""
        types = self.sdk.plan.surface.types
        fields = [method.fields for _, method, _ in self.sdk.methods() if method.fields is not None]
        names = sorted({types[item.model].ident for item in fields})
        lines = [f"\tdriveTypes[{json.dumps(name)}] = reflect.TypeFor[{name}]()" for name in names]
        return "\n".join(["\nfunc init() {", *lines, "}", ""])

    def run(self, order: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Do what an order says."""
        done = subprocess.run(
            [str(self.binary)],
            input=json.dumps(order),
            env=os.environ | (environment or {}),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer
