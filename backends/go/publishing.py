"""The files around a Go module: its examples; its words have the rest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from backends.go.calls import brief
from backends.go.clients import package_name
from backends.go.package import import_sdk
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
    spoken = speaker(plan)
    return folder_files(spoken, Folder("Go", brief, partial(_program, plan, spoken), "{}/main.go"))


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
