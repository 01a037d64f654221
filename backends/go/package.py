"""Prints what makes the files a module: go.mod, an example that compiles; and copies the runtime."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

from backends.go.calls import call_statement, render_value
from backends.go.clients import is_basic, package_name
from backends.go.names import names_of
from backends.go.source import HEADER, File
from backends.go.text import string
from backends.readme import base_url, required_options, shown
from backends.writer import Doc
from backends.writer.gofmt import call, function, lay, wrapped
from compiler.ir.plan import Plan

_RUNTIME = Path(__file__).parent / "runtime"
GO_VERSION = "1.24"


@functools.cache
def _sources() -> tuple[tuple[str, str], ...]:
    found = sorted(_RUNTIME.glob("sdk_*.go"))
    return tuple((path.name, path.read_text("utf-8")) for path in found if not path.name.endswith("_test.go"))


def runtime_files(package: str, events: bool, licence: str | None) -> Iterator[tuple[str, str]]:
    """Yield the runtime's files, as they are but for the name of the package."""
    head = f"// {HEADER}\n\n" if not licence else f"// {HEADER}\n//\n// SPDX-License-Identifier: {licence}\n\n"
    for name, text in _sources():
        if events or "webhook" not in name:
            yield name, head + text.replace("package sdk\n", f"package {package}\n", 1)


def module_path(plan: Plan) -> str:
    """Give the path of the module; one that nobody named is an example's."""
    if plan.surface.options.get("modulePath"):
        return plan.surface.package
    return f"example.com/{package_name(plan)}"


def local_use(plan: Plan, folder: str) -> str:
    """Write the command by which a module uses the SDK from a folder: `go get` would look for it in the network."""
    path = module_path(plan)
    major = re.search(r"/v(\d+)$", path)
    return f"go mod edit -require={path}@v{major[1] if major else 0}.0.0 -replace={path}={folder}"


def module_file(plan: Plan) -> str:
    """Print ``go.mod``."""
    return f"// {HEADER}\nmodule {module_path(plan)}\n\ngo {GO_VERSION}\n"


def examples(plan: Plan, package: str) -> str:
    """Print an example that the documentation shows and that is compiled with the tests."""
    file = File(f"{package}_test", plan.surface.licence)
    method = shown(plan).first
    options = _construction(plan, file, package)
    if method is None:
        lines = lay([call(f"_ = {package}.New", options)]).split("\n")
    else:
        made = lay([call(f"client := {package}.New", options)]).split("\n")
        lines = [f"ctx := {file.use('context')}.Background()", *made, *call_statement(plan, method, file, package)]
        if any("log." in line for line in lines):
            file.use("log")
    file.use("MODULE")
    file.declare(function("func Example()", *lines))
    return with_module(file.text(), module_path(plan))


def with_module(text: str, module: str) -> str:
    """Put the module's own import below those of the standard library, as is usual."""
    if 'import "MODULE"' in text:
        return text.replace('import "MODULE"', f"import {string(module)}")
    return text.replace('\t"MODULE"\n', "").replace("\n)\n", f"\n\n\t{string(module)}\n)\n", 1)


def needed_options(plan: Plan, file: File, package: str) -> list[Doc]:
    """Write the options that a client cannot do without."""
    named = names_of(plan).option
    return [
        wrapped(f"{package}.{named(item.ident)}", render_value(plan, item, file, package))
        for item in required_options(plan)
    ]


def _construction(plan: Plan, file: File, package: str) -> list[Doc]:
    options, base = needed_options(plan, file, package), base_url(plan)
    if base is not None:
        options.append(f"{package}.WithBaseURL({string(base)})")
    for key, option in list(plan.surface.schemes.items())[:1]:
        scheme = plan.wire.schemes[key]
        if scheme.kind != "mutualTLS":
            arguments = '"user", "password"' if is_basic(scheme) else '"..."'
            options.append(f"{package}.{names_of(plan).option(option)}({arguments})")
    return options
