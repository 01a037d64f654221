"""Prints what makes the files a module: go.mod; and copies the runtime."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

from backends.go.clients import package_name
from backends.go.source import File
from backends.writer.notice import GENERATED, notice
from compiler.plan.plan import Plan

_RUNTIME = Path(__file__).parent / "runtime"
GO_VERSION = "1.24"


@functools.cache
def _sources() -> tuple[tuple[str, str], ...]:
    found = sorted(_RUNTIME.glob("sdk_*.go"))
    return tuple((path.name, path.read_text("utf-8")) for path in found if not path.name.endswith("_test.go"))


def runtime_files(package: str, events: bool, licence: str | None) -> Iterator[tuple[str, str]]:
    """Yield the runtime's files, unchanged except for the name of the package."""
    head = notice(licence, "//", gap=True) + "\n\n"
    for name, text in _sources():
        if events or "webhook" not in name:
            yield name, head + text.replace("package sdk\n", f"package {package}\n", 1)


def module_path(plan: Plan) -> str:
    """Return the module path; a placeholder if none is configured."""
    if plan.surface.options.get("modulePath"):
        return plan.surface.package
    return f"example.com/{package_name(plan)}"


def local_use(plan: Plan, folder: str) -> str:
    """Write the command with which a module uses the SDK from a folder: `go get` would look for it on the network."""
    path = module_path(plan)
    major = re.search(r"/v(\d+)$", path)
    return f"go mod edit -require={path}@v{major[1] if major else 0}.0.0 -replace={path}={folder}"


def module_file(plan: Plan) -> str:
    """Print ``go.mod``."""
    return f"// {GENERATED}\nmodule {module_path(plan)}\n\ngo {GO_VERSION}\n"


_TAKEN = frozenset(
    {"begin", "err", "exchange", "exchanges", "expect", "httptest", "name", "only", "page"}
    | {"plain", "result", "t", "testing", "text"}
)
"""What some tests or examples call something else, variables and imports included."""


def import_sdk(plan: Plan, file: File) -> str:
    """Import the SDK into a test or an example, and return the name of the import."""
    package = package_name(plan)
    alias = f"{package}sdk" if package in _TAKEN else ""
    file.use_module(module_path(plan), alias)
    return alias or package
