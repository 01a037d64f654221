"""Writes the README of a module: what its words leave to the plan.

The first program is complete; later code is the body of a function that has ``ctx`` and ``client`` and returns an
error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import assert_never

from backends.go.calls import brief, call_lines, checked, option_of
from backends.go.clients import package_name
from backends.go.names import names_of
from backends.go.package import import_sdk, local_use, module_path
from backends.go.source import File
from backends.go.text import has_package, qualify, string
from backends.go.types import types_of
from backends.go.webhooks import WebhookPrinter
from backends.readme import TOLD, Speaker
from backends.writer import Doc, bracketed
from backends.writer.gofmt import WIDTH, call, composite, function, keyed, lay, wrapped
from backends.writer.notice import notice
from compiler.plan import examples as example
from compiler.plan import readme as tree
from compiler.plan.plan import Plan, Received
from compiler.plan.type_facts import Outcome, outcome_of

_STANDARD = {
    "context": "context", "json": "encoding/json", "errors": "errors", "fmt": "fmt", "io": "io", "log": "log",
    "slog": "log/slog", "http": "net/http", "os": "os", "strings": "strings", "time": "time",
}  # fmt: skip
"""What programs may use of the standard library, by the names it has there."""


def used_packages(code: Sequence[str]) -> list[str]:
    """Return the packages of the standard library that code names: Go refuses an import that is not used."""
    return [path for name, path in _STANDARD.items() if has_package(code, name)]


def program_head(plan: Plan, body: Sequence[str]) -> Iterator[str]:
    """Write what stands in a program before its functions."""
    yield from ("package main", "", "import (")
    yield from (f"\t{string(path)}" for path in used_packages(body))
    yield from ("", f"\t{string(module_path(plan))}", ")", "")


def examples(plan: Plan) -> str:
    """Print the example that the documentation shows and the tests compile."""
    file = File(f"{package_name(plan)}_test", plan.surface.licence)
    spoken = GoSpeaker(plan, import_sdk(plan, file))
    lines = spoken.example_lines()
    file.declare(function("func Example()", *lines))
    for path in used_packages(lines):
        file.use(path)
    return file.text()


class GoSpeaker(Speaker):
    """Says it in Go."""

    title, fence, program_file = "Go", "go", "{}/main.go"
    brief = staticmethod(brief)

    def __init__(self, plan: Plan, package: str = "") -> None:
        super().__init__(plan, Path(__file__).parent)
        self.package, self.names, self.file = package or package_name(plan), names_of(plan), File("x", None)
        self.base = [self._option(self.readme.base)] if self.readme.base is not None else []
        local, is_published = local_use(plan, "../path/to/this/folder"), bool(plan.surface.options.get("modulePath"))
        self.values = {
            **self.values,
            "package": self.package,
            "source": self._source(),
            "module": module_path(plan),
            "local_use": local,
            "install": f"go get {module_path(plan)}" if is_published else local,
            "base": "".join(f"{lay(item)}," for item in self.base),
        }
        self.values["publication"] = self.say("published" if is_published else "unpublished")

    def option_name(self, option: str) -> str:
        """Write the name of an option of the client."""
        return self.names.option(option)

    def error_name(self, error: tree.ErrorBody) -> str:
        """Write the type of errors that carry a schema."""
        return f"*{error.ident}"

    def filling(self, code: tree.Code) -> Mapping[str, str]:
        """Give what the placeholders of a block of code stand for."""
        match code:
            case tree.FirstCall():
                return self._first_call(code)
            case tree.OptionalValues():
                return {"values_made": self._values()}
            case tree.Credentials(options):
                given = [item for item in options if item.form is not example.Form.SOURCE]
                return {"clients": "\n".join(self._make(self._option(item)) for item in given)}
            case tree.Pages(call, items):
                loop = self.say("loop_of_items" if items else "loop_of_pages")
                return {"call": "\n".join(self._returned(call)), "loop": loop}
            case tree.Stream(call) | tree.Upload(call) | tree.Download(call):
                return {"call": "\n".join(self._shown(call))}
            case tree.Errors(call):
                use = call.gives is example.Gives.VALUE and not self._is_download(call)
                line, variable = self._call(call, use=use)
                return {"call": line, "used": self.say("errors_else", variable=variable) if use else ""}
            case tree.RetrySettings(call):
                return {"call": "\n".join(self._shown(call, f"{self.package}.WithMaxRetries(5)"))}
            case tree.WholeResponse(call):
                line, _ = self._call(call, f"{self.package}.IntoResponse(&response)", use=False)
                return {"call": "\n".join(checked(line, "", "return err"))}
            case tree.Handler(event, signed):
                return self._receiver(event, signed)
            case tree.Servers(options):
                new = f"{self.package}.New"
                return {"clients": "\n".join(lay([wrapped(new, self._option(option))]) for option in options)}
        return {}

    def lay_out(self, name: str, arguments: list[str]) -> str:
        """Write a client that is made with options, or a copy of it with others."""
        return lay([call("client = client.WithOptions", [*arguments])]) if name == "copy" else self._make(*arguments)

    def _option(self, option: example.ClientOption) -> Doc:
        return option_of(self.plan, option, self.file, self.package)

    def _make(self, *options: Doc, name: str = "") -> str:
        """Write the construction of a client, assigned to a variable if a name is given."""
        return lay([call(f"{name} := {self.package}.New" if name else f"{self.package}.New", [*self.base, *options])])

    def made_as_first(self) -> list[str]:
        """Write the construction of the client as the first program has it."""
        return self._make(*map(self._option, self.readme.needed), name="client").split("\n")

    def program(self, code: tree.Code, lines: list[str]) -> str:
        """Write a part of the README as a program: a function body there is a function here that `main` calls."""
        head = f"{notice(self.plan.surface.licence, '//', gap=True)}\n\n"
        if isinstance(code, tree.FirstCall):
            return head + "\n".join(lines) + "\n"
        package = package_name(self.plan)
        made = self.made_as_first()
        parameters = f"ctx context.Context, client *{package}.{self.plan.surface.client}"
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
        return head + "\n".join([*program_head(self.plan, body), *body, ""])

    def example_lines(self) -> list[str]:
        """Write the first call with a credential, as the documentation of the package shows it."""
        readme = self.readme
        options = [self._option(item) for item in readme.needed] + self.base
        options += [self._option(item) for item in readme.credentials[:1]]
        if readme.first is None:
            return lay([call(f"_ = {self.package}.New", options)]).split("\n")
        made = lay([call(f"client := {self.package}.New", options)]).split("\n")
        return ["ctx := context.Background()", *made, *self._shown(readme.first, failed="log.Fatal(err)")]

    def _source(self) -> str:
        """Write the option that takes a function, for the first credential that has such an option."""
        found = (item.option for item in self.readme.credentials if item.form is example.Form.TOKEN)
        return next((lay(self._option(example.Credential(option, example.Form.SOURCE))) for option in found), "")

    def _call(self, shown: example.ExampleCall, *options: str, use: bool = True) -> tuple[str, str]:
        """Write a call that assigns its results, and the name of its result if it is used."""
        return call_lines(self.plan, shown, self.file, self.package, *options, use=use)

    def _returned(self, shown: example.ExampleCall, *options: str, failed: str = "return err") -> list[str]:
        """Write a call, and return its error."""
        return checked(*self._call(shown, *options), failed)

    def _shown(self, shown: example.ExampleCall, *options: str, failed: str = "return err") -> list[str]:
        """Write a call, return its error, and show what it gives."""
        made = self._returned(shown, *options, failed=failed)
        match shown.gives:
            case example.Gives.NOTHING:
                return [*made, 'fmt.Println("done")']
            case example.Gives.PAGE:
                return [*made, "fmt.Println(page.Result)"]
            case example.Gives.STREAM:
                loop = ["for value, err := range result.All() {", *_walked("value", failed)]
                return [*made, *([] if failed.startswith("log.Fatal") else ["defer result.Close()"]), *loop]
            case example.Gives.VALUE if self._is_download(shown):
                copied = checked("_, err = io.Copy(os.Stdout, result)", "", failed)
                return [*made, "defer result.Close()", *copied]
            case example.Gives.VALUE:
                return [*made, "fmt.Println(result)"]
        assert_never(shown.gives)

    def _is_download(self, shown: example.ExampleCall) -> bool:
        return outcome_of(self.plan.wire.operations[shown.method.operation]) is Outcome.DOWNLOAD

    def _first_call(self, code: tree.FirstCall) -> Mapping[str, str]:
        made = self._make(*map(self._option, code.options), name="client").split("\n")
        if code.told:
            said = f"// {TOLD}"
            made = [f"{made[0]} {said}"] if len(made) == 1 and len(made[0] + said) < WIDTH else [said, *made]
        lines = ["ctx := context.Background()", *made, *self._shown(code.call, failed="log.Fatal(err)")]
        return {"head": "\n".join(program_head(self.plan, lines)).rstrip("\n"), "lines": "\n".join(lines)}

    def _values(self) -> str:
        names = ("there", "null", "absent")
        values = [f"{self.package}.{item}" for item in ("Some(3)", "Null[int]()", "Opt[int]{}")]
        line = f"{', '.join(names)} := {', '.join(values)}"
        apart = (f"{name} := {value}" for name, value in zip(names, values, strict=True))
        return line if len(line) <= WIDTH else "\n".join(apart)

    def _receiver(self, event: Received, signed: bool) -> Mapping[str, str]:
        printer = WebhookPrinter(types_of(self.plan), self.file)
        payload = qualify(printer.payload_type(event.wire), f"{self.package}.")
        secrets = [keyed("Secrets", '[]string{"..."}')] if signed else []
        options = composite(f"{self.package}.ReceiverOptions", secrets)
        parameters: list[Doc] = ["ctx context.Context", f"payload {payload}"]
        head, end = f"receiver.On{event.method}(func(", f") ({self.package}.Reply, error) {{"
        return {
            "receiver": lay(call(f"receiver, err := {self.package}.NewWebhookReceiver", [options])),
            "handler": lay(bracketed(head, parameters, end)),
        }


def _walked(name: str, failed: str = "return err") -> list[str]:
    """Write the body of a loop that may end in an error."""
    return ["\tif err != nil {", f"\t\t{failed}", "\t}", f"\tfmt.Println({name})", "}"]
