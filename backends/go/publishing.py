"""The files around a Go module: notes, workflows and examples."""

from __future__ import annotations

from collections.abc import Iterator

from backends.go.calls import brief
from backends.go.clients import package_name
from backends.go.package import import_sdk, module_path
from backends.go.readme import GoSpeaker, program_head, speaker, used_packages
from backends.go.source import File
from backends.go.text import string
from backends.publishing import Folder, folder_files
from backends.writer.gofmt import function
from backends.writer.notice import notice
from compiler.plan import readme as tree
from compiler.plan.plan import Plan


def around(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the files around a module, by path."""
    spoken, tested = speaker(plan), plan.surface.tests
    tests = ([("`*_api_test.go`", "a test for each method, against the mock of `mock_test.go`")]) if tested else []
    folder = Folder(
        title="Go",
        brief=brief,
        program=lambda code, lines: _program(plan, spoken, code, lines),
        example="{}/main.go",
        checks=("go vet ./...", "go test ./..."),
        places=(
            ("`*_api.go`", "a file for each group of methods, with the structs of their arguments"),
            ("`*_models.go`", "types by their subject"),
            ("`sdk_*.go`", "what all methods share: requests, retries, decoding"),
            *tests,
        ),
        ignored=("*.test", "*.out", "/vendor/"),
        ci=_CI,
        publish=_PUBLISH.replace("MODULE", module_path(plan)),
    )
    return folder_files(spoken, folder)


def examples(plan: Plan) -> str:
    """Print the example that the documentation shows and the tests compile."""
    file = File(f"{package_name(plan)}_test", plan.surface.licence)
    spoken = GoSpeaker(plan, import_sdk(plan, file))
    lines = spoken.example_lines()
    file.declare(function("func Example()", *lines))
    for path in used_packages(lines):
        file.use(path)
    return file.text()


def _program(plan: Plan, spoken: GoSpeaker, code: tree.Code, lines: list[str]) -> str:
    """Write a part of the README as a program: a function body there is a function here that `main` calls."""
    head = f"{notice(plan.surface.licence, '//', gap=True)}\n\n"
    if isinstance(code, tree.FirstCall):
        return head + "\n".join(lines) + "\n"
    package = package_name(plan)
    made = spoken.made_as_first()
    parameters = f"ctx context.Context, client *{package}.{plan.surface.client}"
    end = ["return nil"]
    if isinstance(code, tree.Handler):  # a server that answers until it is stopped
        said = "listening on http://localhost:8080/webhooks/"
        end = [f"fmt.Println({string(said)})", 'return http.ListenAndServe("localhost:8080", nil)']
    body = [
        "func main() {",
        *(f"\t{line}" for line in made),
        "\tif err := run(context.Background(), client); err != nil {", "\t\tlog.Fatal(err)", "\t}", "}", "",
        f"func run({parameters}) error {{",
        *(f"\t{line}".rstrip() for line in lines),
        *(f"\t{line}" for line in end), "}",
    ]  # fmt: skip
    return head + "\n".join([*program_head(plan, body), *body, ""])


_CI = """\
name: CI

on:
  push: { branches: [main] }
  pull_request:

permissions: { contents: read }

jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix: { go: ["1.24", "stable"] }
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-go@v6
        with: { go-version: "${{ matrix.go }}", cache: false }
      - run: go vet ./...
      - run: go test ./...
"""

_PUBLISH = """\
#
# A Go module is published by a tag of its repository, `v1.2.3`: this checks the tag and announces it to the proxy.
name: Publish

on:
  push: { tags: ["v*"] }

permissions: { contents: read }

jobs:
  module:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-go@v6
        with: { go-version: stable, cache: false }
      - run: go vet ./...
      - run: go test ./...
      - run: GOPROXY=https://proxy.golang.org go list -m "MODULE@${GITHUB_REF_NAME}"
"""
