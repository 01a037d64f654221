"""Prints what makes the files a module: go.mod, README, an example that compiles; and copies the runtime."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from backends.go.calls import call_statement, first_call
from backends.go.clients import env_name, groups_of, is_basic, package_name, prefix
from backends.go.facts import flows_of, is_paged
from backends.go.names import Names
from backends.go.source import HEADER, File
from backends.go.text import string
from compiler.ir.plan import Method, Plan

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


def module_file(plan: Plan) -> str:
    """Print ``go.mod``."""
    return f"// {HEADER}\nmodule {module_path(plan)}\n\ngo {GO_VERSION}\n"


def examples(plan: Plan, package: str) -> str:
    """Print an example that the documentation shows and that is compiled with the tests."""
    file = File(f"{package}_test", plan.surface.licence)
    method = first_call(plan)
    lines = ["\tctx := context.Background()", f"\tclient := {package}.New({_construction(plan, package)})"]
    imports = ["context"]
    if method is None:
        lines = [f"\t_ = {package}.New({_construction(plan, package)})"]
        imports = []
    else:
        lines += [f"\t{line}" for line in call_statement(plan, method, file, package)]
    for path in imports:
        file.use(path)
    file.use("MODULE")
    if method is not None and any("log." in line for line in lines):
        file.use("log")
    file.add(["func Example() {", *lines, "}"])
    return with_module(file.text(), module_path(plan))


def with_module(text: str, module: str) -> str:
    """Put the module's own import below those of the standard library, as is usual."""
    if 'import "MODULE"' in text:
        return text.replace('import "MODULE"', f"import {string(module)}")
    return text.replace('\t"MODULE"\n', "").replace("\n)\n", f"\n\n\t{string(module)}\n)\n", 1)


def _construction(plan: Plan, package: str) -> str:
    options = []
    if not any("://" in server.url for server in plan.wire.servers):
        options.append(f'{package}.WithBaseURL("https://api.example.com")')
    for key, option in list(plan.surface.schemes.items())[:1]:
        scheme = plan.wire.schemes[key]
        if scheme.kind != "mutualTLS":
            arguments = '"user", "password"' if is_basic(scheme) else '"..."'
            options.append(f"{package}.{Names(plan).free('option', option, f'With{option}')}({arguments})")
    return ", ".join(options)


def readme(plan: Plan) -> str:
    """Print ``README.md``: install, first call, credentials, pages, errors, retries."""
    parts = [f"# {_markdown(plan.wire.title)}", _markdown(plan.wire.summary or "")]
    parts.append(f"```sh\ngo get {module_path(plan)}\n```")
    parts += [*_first_call(plan), *_credentials(plan), *_pages(plan), *_errors(plan), *_settings(plan)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown(text: str) -> str:
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line.replace("\\", "\\\\").replace("<", "\\<").replace("`", "\\`")


def _first_call(plan: Plan) -> Iterator[str]:
    package, method = package_name(plan), first_call(plan)
    lines = [f"client := {package}.New({_construction(plan, package)})"]
    if method is not None:
        lines += call_statement(plan, method, File("x", None), package)
    yield "## First call"
    yield "```go\n" + "\n".join(lines) + "\n```"


def _credentials(plan: Plan) -> Iterator[str]:
    if not plan.surface.schemes:
        return
    rows = ["| option | environment |", "|---|---|"]
    for key, option in plan.surface.schemes.items():
        variable = f"{prefix(plan)}_{env_name(option)}"
        scheme = plan.wire.schemes[key]
        pair = f"`{variable}_USERNAME`, `{variable}_PASSWORD`"
        rows.append(f"| `With{option}` | {pair if is_basic(scheme) else f'`{variable}`'} |")
        for flow in flows_of(scheme):
            user = flow.kind == "password"
            own = pair if user else f"`{variable}_CLIENT_ID`, `{variable}_CLIENT_SECRET`"
            rows.append(f"| `With{option}{'Password' if user else 'ClientCredentials'}` | {own} |")
    yield "## Credentials"
    yield "\n".join(rows)


def _pages(plan: Plan) -> Iterator[str]:
    paged = next((item for item in _methods(plan) if is_paged(plan.wire.operations[item.operation])), None)
    if paged is None:
        return
    yield "## Pages"
    lines = ["for item, err := range page.All(ctx) { // items of this page and all that follow", "\t// ...", "}"]
    yield "```go\n" + "\n".join([*lines, "next, err := page.Next(ctx) // nil, nil when none remains"]) + "\n```"


def _methods(plan: Plan) -> Iterator[Method]:
    for group in [plan.surface.root, *groups_of(plan)]:
        yield from group.methods


def _errors(plan: Plan) -> Iterator[str]:
    yield "## Errors"
    yield (
        "An answer that is an error is an `*APIError`. `errors.As` finds the type of its status too (`*NotFoundError`, "
        "`*RateLimitError` ...) and that of its declared body (`*ErrorOf[Problem]`). `*ConnectionError` says that "
        "there is no answer, `*DecodeError` that it cannot be read; `*MissingBodyError` and `*ArgumentError` that "
        "nothing was sent."
    )


def _settings(plan: Plan) -> Iterator[str]:
    package = package_name(plan)
    yield "## Retries, timeouts, whole responses"
    yield (
        "Connection errors and the statuses 429, 500, 502, 503 and 504 are tried again, twice and for a minute at most "
        "unless the API says otherwise; `Retry-After` is honoured. POST and PATCH carry an idempotency key."
    )
    options = f"{package}.WithMaxRetries(5), {package}.WithTimeout(10*time.Second)"
    yield f"```go\nclient := {package}.New({options}) // each option can be given to a single call too\n```"
    yield "`IntoResponse` stores the response of a call: its status, its headers, its bytes."
