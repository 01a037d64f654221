"""Writes the README of a module: its texts, and code that runs.

The first program is complete; later code is the body of a function that has ``ctx`` and ``client`` and returns an
error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from backends.go.calls import call_lines, checked, option_of
from backends.go.clients import package_name
from backends.go.names import names_of
from backends.go.package import local_use, module_path
from backends.go.source import File
from backends.go.text import has_package, qualify, string
from backends.go.types import types_of
from backends.go.webhooks import WebhookPrinter
from backends.readme import Speaker, printed
from backends.writer import Doc, bracketed
from backends.writer.gofmt import WIDTH, call, composite, keyed, lay, wrapped
from compiler.ir.wire import BodyKind
from compiler.plan import examples as example
from compiler.plan import readme as tree
from compiler.plan.plan import Plan, Received

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


def readme(plan: Plan) -> str:
    """Print ``README.md``."""
    return printed(speaker(plan))


def speaker(plan: Plan) -> GoSpeaker:
    """Return what documentation says in this language."""
    return GoSpeaker(plan)


class GoSpeaker(Speaker):
    """Says what READMEs say in Go."""

    fence = "go"

    def __init__(self, plan: Plan, package: str = "") -> None:
        super().__init__(plan)
        self.package, self.names, self.file = package or package_name(plan), names_of(plan), File("x", None)
        self.base = [self._option(self.readme.base)] if self.readme.base is not None else []
        self.prose = _prose(plan, self.package, self._source())

    def option_name(self, option: str) -> str:
        """Write the name of an option of the client."""
        return self.names.option(option)

    def error_name(self, error: tree.ErrorBody) -> str:
        """Write the type of errors that carry a schema."""
        return f"*ErrorOf[{types_of(self.plan).name(error.target)}]"

    def code(self, code: tree.Code) -> Iterable[str]:
        """Write code, line by line."""
        match code:
            case tree.Install():
                return [_install(self.plan)]
            case tree.FirstCall():
                return self._first_call(code)
            case tree.OptionalValues():
                return self._values()
            case tree.Credentials(options):
                return [self._make(self._option(item)) for item in options if item.form is not example.Form.SOURCE]
            case tree.Pages(call, items):
                return self._pages(call, items)
            case tree.Stream(call) | tree.Upload(call) | tree.Download(call):
                return self._shown(call)
            case tree.Errors(call):
                return self._errors(call)
            case tree.RetrySettings(call):
                return self._retries(call)
            case tree.WholeResponse(call):
                line, _ = self._call(call, f"{self.package}.IntoResponse(&response)", use=False)
                shown = "fmt.Println(response.Status, response.Header)"
                return ["var response *http.Response", *checked(line, "", "return err"), shown]
            case tree.Handler(event, signed):
                return self._receiver(event, signed)
            case tree.Hooks():
                return self._hooks()
            case tree.Transport():
                proxy = f'{self.package}.WithProxy("http://user:password@localhost:3128")'
                own = f"{self.package}.WithHTTPClient(&http.Client{{Transport: http.DefaultTransport}})"
                return [self._make(proxy, f"{self.package}.WithMaxConnections(10)"), self._make(own)]
            case tree.Servers(options):
                return [lay([wrapped(f"{self.package}.New", self._option(option))]) for option in options]
            case tree.AwaitedCall() | tree.Reconnect() | tree.ValidatorImport() | tree.FetchOptions() | tree.Bundle():
                return []
        assert_never(code)

    def _option(self, option: example.ClientOption) -> Doc:
        return option_of(self.plan, option, self.file, self.package)

    def _make(self, *options: Doc, name: str = "") -> str:
        """Write the construction of a client, assigned to a variable if a name is given."""
        return lay([call(f"{name} := {self.package}.New" if name else f"{self.package}.New", [*self.base, *options])])

    def made_as_first(self) -> list[str]:
        """Write the construction of the client as the first program has it."""
        return self._make(*map(self._option, self.readme.needed), name="client").split("\n")

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
        return self.plan.wire.operations[shown.method.operation].stream is BodyKind.BYTES

    def _first_call(self, code: tree.FirstCall) -> Iterator[str]:
        made = self._make(*map(self._option, code.options), name="client").split("\n")
        if code.told:
            said = "// credentials come from the environment, see below"
            made = [f"{made[0]} {said}"] if len(made) == 1 and len(made[0] + said) < WIDTH else [said, *made]
        lines = ["ctx := context.Background()", *made, *self._shown(code.call, failed="log.Fatal(err)")]
        yield from program_head(self.plan, lines)
        yield "func main() {"
        yield from (f"\t{line}" for line in lines)
        yield "}"

    def _values(self) -> Iterator[str]:
        names = ("there", "null", "absent")
        values = [f"{self.package}.{item}" for item in ("Some(3)", "Null[int]()", "Opt[int]{}")]
        line = f"{', '.join(names)} := {', '.join(values)}"
        apart = (f"{name} := {value}" for name, value in zip(names, values, strict=True))
        yield from [line] if len(line) <= WIDTH else apart
        yield "value, ok := there.Get()"
        yield "fmt.Println(value, ok, null.IsNull(), absent.IsZero(), absent.Or(10))"

    def _pages(self, shown: example.ExampleCall, items: bool) -> Iterator[str]:
        yield from self._returned(shown)
        if items:
            yield "for item, err := range page.All(ctx) { // the items of this page and of all that follow"
        else:
            yield "for item, err := range page.Pages(ctx) { // this page and all that follow"
        yield from _walked("item")
        yield "after, err := page.Next(ctx) // nil, nil after the last page"
        yield "if err == nil && after != nil {"
        yield "\tfmt.Println(after.Result)"
        yield "}"

    def _errors(self, shown: example.ExampleCall) -> Iterator[str]:
        use = shown.gives is example.Gives.VALUE and not self._is_download(shown)
        line, variable = self._call(shown, use=use)
        yield line
        yield f"var missing *{self.package}.NotFoundError"
        yield f"var failed *{self.package}.APIError"
        yield "switch {"
        yield "case errors.As(err, &missing):"
        yield '\tfmt.Println("not found")'
        yield "case errors.As(err, &failed):"
        yield "\tfmt.Println(failed.Status, failed.RequestID())"
        yield "case err != nil:"
        yield "\treturn err"
        if use:
            yield "default:"
            yield f"\tfmt.Println({variable})"
        yield "}"

    def _retries(self, shown: example.ExampleCall) -> Iterator[str]:
        yield f"policy := {self.package}.DefaultRetryPolicy()"
        yield "policy.Budget = 30 * time.Second"
        given: list[Doc] = [f"{self.package}.WithRetryPolicy(policy)", f"{self.package}.WithTimeout(10*time.Second)"]
        yield lay([call("client = client.WithOptions", given)])
        yield from self._shown(shown, f"{self.package}.WithMaxRetries(5)")

    def _receiver(self, event: Received, signed: bool) -> Iterator[str]:
        printer = WebhookPrinter(types_of(self.plan), self.file)
        payload = qualify(printer.payload_type(event.wire), f"{self.package}.")
        secrets = [keyed("Secrets", '[]string{"..."}')] if signed else []
        options = composite(f"{self.package}.ReceiverOptions", secrets)
        parameters: list[Doc] = ["ctx context.Context", f"payload {payload}"]
        yield lay(call(f"receiver, err := {self.package}.NewWebhookReceiver", [options]))
        yield "if err != nil {"
        yield "\treturn err"
        yield "}"
        yield lay(bracketed(f"receiver.On{event.method}(func(", parameters, f") ({self.package}.Reply, error) {{"))
        yield "\tfmt.Println(payload)"
        yield f"\treturn {self.package}.Reply{{}}, nil"
        yield "})"
        yield 'http.Handle("/webhooks/", receiver)'

    def _hooks(self) -> Iterator[str]:
        yield f"{self.package}.New("
        yield from (f"\t{item}," for item in self.base)
        yield f"\t{self.package}.WithHooks({self.package}.Hooks{{"
        yield "\t\tBeforeRequest: func(request *http.Request) error {"
        yield '\t\t\trequest.Header.Set("X-Trace", "1")'
        yield "\t\t\treturn nil"
        yield "\t\t},"
        yield "\t}),"
        yield f"\t{self.package}.WithLogger(slog.Default()), // at debug level, credentials left out"
        yield ")"


def _walked(name: str, failed: str = "return err") -> list[str]:
    """Write the body of a loop that may end in an error."""
    return ["\tif err != nil {", f"\t\t{failed}", "\t}", f"\tfmt.Println({name})", "}"]


def _install(plan: Plan) -> str:
    is_published = bool(plan.surface.options.get("modulePath"))
    return f"go get {module_path(plan)}" if is_published else local_use(plan, "../path/to/this/folder")


def _published(plan: Plan) -> str:
    if plan.surface.options.get("modulePath"):
        return f" Before it is published: `{local_use(plan, '../path/to/this/folder')}`."
    return " The module's path is an example; `modulePath` in gen.yaml names where it will be published."


def _prose(plan: Plan, package: str, source: str) -> tree.Prose:
    return {
        "requirements": f"It needs Go 1.24 or later, and nothing but the standard library.{_published(plan)}",
        "values": (
            "An `Opt` holds a value that may be absent, which is not sent, or null. Optional values of types with a "
            "nil in Go are nil instead: models, lists, maps, unions, bytes; an enum of strings is empty. If the type "
            f"is `any`, `{package}.Null[any]()` is null. A union is an interface whose comment lists the types that "
            "implement it. A required field with only one possible value is filled in. Undeclared properties that the "
            "API sends are in `Extra` of a model (`Get`, `All`, `Set`, `Delete`), and are sent back.\n\nThe arguments "
            "of a call besides its path are the fields of one struct. A field that is absent is left out; if its "
            "comment says that it is required, that is an error, and nothing is sent; but the zero of a required "
            "number, boolean, string, time or struct is sent. A body of which all fields are zero counts as absent."
        ),
        "narrowing": (
            "An enum is a named type, and takes any constant. An undocumented member of a union is an "
            "`*UnknownMember`, a case of a type switch: its `Tag` is the received tag, and `Data` is sent back."
        ),
        "environment": "Options that are not given are read from the environment:",
        "credential_source": (
            f"An option ending in `Source` (`{source}`) takes a function that is called before each attempt."
        ),
        "stream_end": (
            f"If a stream breaks off in the middle of a value, the loop gives a `*{package}.ConnectionError` and drops "
            "the incomplete value."
        ),
        "stream_events": (
            "`result.Event`, `result.LastEventID` and `result.RetryAfter` describe the last event. "
            f"`{package}.WithReconnect(3)` resumes a stream that is interrupted, up to three times in a row without an "
            f'event; `{package}.WithHeader("Last-Event-ID", id)` resumes after an earlier one.'
        ),
        "stream_silence": (
            f"`{package}.WithStreamTimeout(30*time.Second)` ends a stream that is silent for so long; without it only "
            "the context does."
        ),
        "upload": "`FileAt(path)`, `FileFrom(reader)`, `FileOf(bytes)` make files; large files are sent in pieces.",
        "errors": (
            "An error response is an `*APIError`; 400, 401, 403, 404, 409, 410, 422, 429 and 5XX have types of their "
            "own, and a body that the API declares is an `*ErrorOf[T]`. `*ConnectionError` says that there is no "
            "response, `*DecodeError` that its body cannot be read at all, and has it in `Body`; "
            "`*MissingCredentialsError`, `*MissingBodyError` and `*ArgumentError` say that nothing was sent. Each "
            "message is one line with the request: `404 GET /things/t1: No such thing (request id req_123)`."
        ),
        "declared_errors": "Bodies that the API declares, as `Value`:",
        "call_options": (
            "Every option but `WithProxy` and `WithMaxConnections`, which make a client's connections, may also be "
            "given to a single call. A context limits, or cancels, the whole call. "
            f"`{package}.WithBody(value)`, of a single call, gives the whole body in place of its fields: a model that "
            "you have, or an empty one. `WithMaxResponseBytes(1<<20)` refuses a response, or a value of a stream, that "
            "is longer, with a `*DecodeError`; a body that you read yourself has no limit."
        ),
        "any_call": (
            f'`{package}.Request[T](ctx, client, "POST", "/path", {package}.WithBody(value))` calls an undocumented '
            "operation, with the client's credentials, retries and errors; the result is JSON, or bytes for `[]byte`. "
            "`WithExtraQuery(name, value)` and `WithExtraBody(name, value)` add to the query and the body of any "
            "method. `client.WithOptions(...)` returns a copy of the client with other settings, which shares its "
            "connections and tokens."
        ),
        "whole_response": (
            "`response.Body` is the raw body, which can be read again: also if the method returns a `*DecodeError` "
            "because the body cannot be read."
        ),
        "event_name": "`receiver.Handle` takes the event's name as an argument.",
        "event_rule": "ReceiverOptions.EventName",
        "event_headers": f"In a handler, `{package}.WebhookHeader(ctx)` has the event's headers.",
        "unsafe": "`Unsafe` of a `RetryPolicy`",
        "event_rest": "`receiver.Otherwise`",
        "validators": (
            "`ValidateRequest` lists for a server or a gateway all violations of a request, by JSON Schema; `Validate` "
            "checks a model. A client, or a call, with `WithValidation()` checks its own arguments in the same way "
            "before it sends anything: an `*InvalidRequestError` lists all violations.\n\nResponses are read "
            "leniently: a value of another type is zero, and kept in `Unread` of its model. With "
            f"`WithResponseValidation({package}.StrictResponses)`, of a client or a call, a response that violates its "
            f"schema is a `*DecodeError` with all `Violations`; with `{package}.ReportedResponses`, the "
            "`OnInvalidResponse` of `Hooks` takes them, and the response is read leniently. None of it runs unless "
            "you ask for it."
        ),
        "hooks": (
            "`AfterResponse` and `OnError` are called at the end of each attempt. In them, and in a transport of your "
            "own, `OperationOf(request.Context())` returns the operation's id and the template of its path, which "
            f"OpenTelemetry calls `url.template`. `{plan.surface.environment}_LOG=debug` in the environment logs each "
            "attempt in a line, through the package log: method, path, status, milliseconds and request id."
        ),
        "transport": (
            "Without `WithProxy`, the environment names proxies (`HTTPS_PROXY`, `NO_PROXY`). If you bring a client of "
            "your own, its transport decides proxies, certificates and the connection pool. A transport, a cookie jar "
            "and a `BeforeRequest` of your own may sign requests, so calls without credentials are not refused; if "
            "something else signs them, such as a proxy, `WithExternalAuth()` says so."
        ),
        # Parts that only other languages have.
        "install": "",
        "types_alone": "",
        "async_client": "",
        "types": "",
        "pages": "",
        "stream_switch": "",
        "download": "",
        "fetch_options": "",
        "bundle": "",
        "bundle_end": "",
        "models": "",
    }
