"""The commands: the module of each, with its arguments and its body, and its page of docs/."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Command:
    """A command. Its module has ``add_arguments(parser)`` and ``run(arguments, stdout, stderr)``."""

    name: str
    summary: str
    module: str
    page: str
    """The page of docs/ that says more, without its ending."""

    @property
    def is_installed(self) -> bool:
        """Whether the package that the module stands in is there: `migrate` stands beside the compiler."""
        return find_spec(self.module.partition(".")[0]) is not None

    def details(self) -> str:
        """Return what its help says below the first line."""
        _, _, found = Path(__file__).with_name("details.txt").read_text("utf-8").partition(f"\n# {self.name}\n")
        own = found.partition("\n\n# ")[0].rstrip()
        return f"\n{own}\n" if own else ""

    def load(self) -> Any:
        """Import the module.

        Raises:
            NotInstalledError: the package that it stands in is not there.
        """
        try:
            return importlib.import_module(self.module)
        except ModuleNotFoundError as error:
            package = self.module.partition(".")[0]
            if error.name not in (package, self.module):
                raise
            raise NotInstalledError(self.name, package) from None


class NotInstalledError(Exception):
    """A command is of a package beside the compiler that is not installed."""

    def __init__(self, what: str, package: str) -> None:
        super().__init__(f"codegen {what}: this installation is without `{package}`: install codegen-sdk whole")


def _ours(name: str, summary: str, page: str, module: str = "") -> Command:
    return Command(name, summary, f"compiler.commands.{module or name}", page)


COMMANDS = (
    _ours("build", "compile a document to SDKs and reference pages", "builds"),
    _ours("watch", "build again whenever a file changes", "watch"),
    _ours("lint", "report what is wrong with a document and write nothing", "diagnostics"),
    _ours("init", "write a commented gen.yaml for a document", "gen-yaml"),
    Command("adopt", "take over names and settings from another generator", "migrate.adopt", "adopt"),
    _ours("clean", "remove the generated files", "builds"),
    _ours("worker", "build for Bazel, as a persistent worker", "watch"),
    _ours("daemon", "show or stop the process behind `codegen build --daemon`", "watch"),
    _ours("diff", "say what changed between two versions, and whom it breaks", "diff"),
    Command(
        "upgrade-calls", "rewrite programs that use an SDK for its next version", "migrate.upgrade", "upgrade-calls"
    ),
    _ours("graph", "print what refers to what, or answer a question about it", "debugging"),
    _ours("why", "say where a name or a line of an SDK comes from", "debugging"),
    _ours("reduce", "write the smallest document that still shows a fault", "debugging"),
    _ours("bisect", "find the pass after which something does not hold any more", "debugging"),
    _ours("explain", "explain a diagnostic code or a key, with the rule behind it", "diagnostics"),
    _ours("docs", "show a page of the documentation", "tools"),
    _ours("help", "show the options of a topic, or all of a command", "tools"),
    _ours("passes", "print the pipeline: each pass with the facts it needs and makes", "debugging"),
    _ours("opt", "run passes on IR text and print the result", "debugging"),
    _ours("schema", "print a JSON Schema for editors and validators", "gen-yaml"),
    _ours("completion", "print a script with which a shell completes command lines", "build-tools"),
)
"""In the order of the help."""
NAMED = {command.name: command for command in COMMANDS}
