"""Prints the README of a module: a section for each feature that the document uses, with code that runs.

Behind the first program, which is whole, the code stands in a function that has ``ctx`` and ``client`` and returns an
error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backends.go.calls import call_lines, checked
from backends.go.clients import env_name, package_name
from backends.go.layout import WIDTH, call, composite, keyed, lay, wrapped
from backends.go.names import names_of
from backends.go.package import local_use, module_path, needed_options
from backends.go.source import File
from backends.go.text import string
from backends.go.types import types_of
from backends.go.webhooks import WebhookPrinter
from backends.readme import (
    SECRETS,
    TOKENS,
    Shown,
    base_url,
    chosen_server,
    chosen_variables,
    code,
    credentials,
    credentials_table,
    escaped,
    flows_of,
    is_basic,
    listed,
    page,
    retries_text,
    servers_table,
    shown,
    timeout_text,
    webhooks_text,
)
from backends.writer import Doc, bracketed
from compiler.ir.plan import Method, Plan
from compiler.ir.types import Ref
from compiler.ir.wire import BodyKind, Returns, SecurityScheme

_EXPORTED = re.compile(r"(?<![\w.])([A-Z]\w*)")
"""Names of the package itself in a type: those of other packages follow a point."""


def readme(plan: Plan) -> str:
    """Print ``README.md``."""
    text = _Readme(plan)
    if text.show.first is None:  # nothing to call: who receives webhooks needs no client
        sections = (text.install(), text.values() if plan.surface.types else "", text.webhooks())
        return page(escaped(plan.wire.title), escaped(plan.wire.summary or ""), *sections)
    return page(
        escaped(plan.wire.title),
        escaped(plan.wire.summary or ""),
        text.install(),
        text.first_call(),
        text.values(),
        text.credentials(),
        text.pages(),
        text.streams(),
        text.files(),
        text.errors(),
        text.retries(),
        text.responses(),
        text.webhooks(),
        text.validators(),
        text.hooks(),
        text.transport(),
        text.servers(),
        text.shared(),
    )


class _Readme:
    def __init__(self, plan: Plan) -> None:
        self.plan, self.package, self.names = plan, package_name(plan), names_of(plan)
        self.show: Shown = shown(plan)
        base = base_url(plan)
        self.base = [f"{self.package}.WithBaseURL({string(base)})"] if base is not None else []

    def make(self, *options: Doc, name: str = "") -> str:
        """Write the construction of a client, which gets a name where it is given one."""
        return lay([call(f"{name} := {self.package}.New" if name else f"{self.package}.New", [*self.base, *options])])

    def option(self, option: str, *arguments: Doc, end: str = "") -> Doc:
        """Write an option of the client."""
        return call(f"{self.package}.{self.names.option(option, end)}", arguments)

    def literal(self, type_: str, *fields: str) -> Doc:
        """Write a literal of a type whose fields are texts that nobody knows."""
        return composite(f"{self.package}.{type_}", [keyed(field, '"..."') for field in fields])

    def call(self, method: Method, *options: str, use: bool = True) -> tuple[str, str]:
        """Write a call whose results get names, and the name of its result if it is of use."""
        return call_lines(self.plan, method, File("x", None), self.package, *options, use=use)

    def returned(self, method: Method, use: str = "", failed: str = "return err") -> list[str]:
        """Write a call, what is done with its error (it is returned) and with its result."""
        line, variable = self.call(method)
        return [*checked(line, variable, failed), *([use.format(variable)] if variable and use else [])]

    # ------------------------------------------------------------------ the start

    def install(self) -> Iterator[str]:
        path, published = module_path(self.plan), bool(self.plan.surface.options.get("modulePath"))
        local = local_use(self.plan, "../path/to/this/folder")
        yield code("sh", f"go get {path}" if published else local)
        yield "It needs Go 1.24 or later, and nothing but the standard library." + (
            f" Before it is published: `{local}`."
            if published
            else " The module's path is an example; `modulePath` in gen.yaml names where it will be published."
        )

    def first_call(self) -> Iterator[str]:
        method = self.show.first
        made = self.make(*needed_options(self.plan, File("x", None), self.package), name="client").split("\n")
        if self.plan.surface.schemes:
            said = "// credentials come from the environment, see below"
            made = [f"{made[0]} {said}"] if len(made) == 1 and len(made[0] + said) < WIDTH else [said, *made]
        lines = ["ctx := context.Background()", *made]
        if method is None:
            lines = [*made, "fmt.Println(client)"]
        else:
            paged = self.plan.wire.operations[method.operation].returns is Returns.PAGE
            use = "fmt.Println({}.Result)" if paged else "fmt.Println({})"
            lines += self.returned(method, use, "log.Fatal(err)")
        used = [
            name for name in ("context", "fmt", "log", "strings", "time") if any(f"{name}." in line for line in lines)
        ]
        imports = [f"\t{string(name)}" for name in used]
        yield "## First call"
        yield code(
            "go",
            "package main",
            "",
            "import (",
            *imports,
            *([""] if imports else []),
            f"\t{string(module_path(self.plan))}",
            ")",
            "",
            "func main() {",
            *[f"\t{line}" for line in lines],
            "}",
        )

    def values(self) -> Iterator[str]:
        if not self.plan.wire.types:
            return
        names, made = ("there", "null", "absent"), ("Some(3)", "Null[int]()", "Opt[int]{}")
        values = [f"{self.package}.{item}" for item in made]
        lines = [f"{', '.join(names)} := {', '.join(values)}"]
        if len(lines[0]) > WIDTH:
            lines = [f"{name} := {value}" for name, value in zip(names, values, strict=True)]
        yield "## Values"
        yield code(
            "go",
            *lines,
            "value, ok := there.Get()",
            "fmt.Println(value, ok, null.IsNull(), absent.IsZero(), absent.Or(10))",
        )
        yield (
            "An `Opt` holds a value that may be absent, which is not sent, or null. What may be absent and has a nil "
            "in Go is nil instead: models, lists, maps, unions, bytes; an enum of text is empty. Where the type is "
            f"`any`, `{self.package}.Null[any]()` is null. A union is an "
            "interface whose comment lists what implements it. A required field that can have one value only is "
            "filled in. What the API sends besides is in `Extra` of a model, and is sent back."
        )

    # ------------------------------------------------------------------ credentials

    def credentials(self) -> Iterator[str]:
        told = credentials(self.plan)
        if not told:
            return
        yield "## Credentials"
        yield "What is not given is read from the environment:"
        yield credentials_table(self.plan, self.plan.surface.environment, env_name, self.names.option)
        yield code("go", *[self.make(line) for option, item in told.items() for line in self._given(option, item)])
        sources = [option for option, item in told.items() if not is_basic(item)]
        if sources:
            source = lay(self.option(sources[0], "...", end="Source"))
            yield f"An option ending in `Source` (`{source}`) takes a function that is asked before each attempt."
        yield TOKENS if any(flows_of(item) for item in told.values()) else ""
        yield SECRETS

    def _given(self, option: str, scheme: SecurityScheme) -> Iterator[Doc]:
        if is_basic(scheme):
            yield self.option(option, '"user"', '"password"')
            return
        yield self.option(option, '"..."')
        if "clientCredentials" in flows_of(scheme):
            given = self.literal("ClientCredentials", "ClientID", "ClientSecret")
            yield self.option(option, given, end="ClientCredentials")
        if "password" in flows_of(scheme):
            given = self.literal("PasswordCredentials", "Username", "Password")
            yield self.option(option, given, end="Password")

    # ------------------------------------------------------------------ results

    def pages(self) -> Iterator[str]:
        paged = self.show.paged
        if paged is None:
            return
        pages = self.plan.wire.operations[paged.operation].pages
        walk = "for item, err := range page.All(ctx) { // the items of this page and of all that follow"
        if pages is None or pages.results is None:
            walk = "for item, err := range page.Pages(ctx) { // this page and all that follow"
        yield "## Pages"
        lines = [*self.returned(paged), walk, "\tif err != nil {", "\t\treturn err", "\t}", "\tfmt.Println(item)", "}"]
        after = "after, err := page.Next(ctx) // nil, nil after the last page"
        yield code("go", *lines, after, "if err == nil && after != nil {", "\tfmt.Println(after.Result)", "}")

    def streams(self) -> Iterator[str]:
        method = self.show.streamed
        if method is None:
            return
        _, variable = self.call(method)
        loop = [f"for value, err := range {variable}.All() {{", "\tif err != nil {", "\t\treturn err", "\t}"]
        yield "## Streams"
        yield code("go", *self.returned(method), f"defer {variable}.Close()", *loop, "\tfmt.Println(value)", "}")
        if self.plan.wire.operations[method.operation].stream is BodyKind.SSE:
            yield (
                f"`{variable}.Event`, `{variable}.LastEventID` and `{variable}.RetryAfter` tell of the last event. "
                f"`{self.package}.WithReconnect(3)` takes a stream that is lost up again by itself, up to three times "
                f'in a row without an event; `{self.package}.WithHeader("Last-Event-ID", id)` goes on after an earlier '
                "one."
            )
        yield (
            f"`{self.package}.WithStreamTimeout(30*time.Second)` ends a stream that falls silent for so long; without "
            "it the context alone does."
        )

    def files(self) -> Iterator[str]:
        upload, download = self.show.upload, self.show.download
        if upload is None and download is None:
            return
        yield "## Files"
        if upload is not None:
            yield code("go", *self.returned(upload, use="fmt.Println({})"))
            yield "`FileAt(path)`, `FileFrom(reader)`, `FileOf(bytes)` make files; large ones are sent piece by piece."
        if download is not None:
            _, variable = self.call(download)
            copied = [f"defer {variable}.Close()", f"_, err = io.Copy(os.Stdout, {variable})"]
            yield code("go", *self.returned(download), *(copied if variable else []))

    def errors(self) -> Iterator[str]:
        yield "## Errors"
        method = self.show.small
        if method is not None:
            yield code(
                "go",
                self.call(method, use=False)[0],
                f"var missing *{self.package}.NotFoundError",
                f"var failed *{self.package}.APIError",
                "switch {",
                "case errors.As(err, &missing):",
                '\tfmt.Println("there is none")',
                "case errors.As(err, &failed):",
                "\tfmt.Println(failed.Status, failed.RequestID())",
                "case err != nil:",
                "\treturn err",
                "}",
            )
        yield (
            "An answer that is an error is an `*APIError`; 400, 401, 403, 404, 409, 410, 422, 429 and 5XX have types "
            "of their own, and a body that the API declares is an `*ErrorOf[T]`. `*ConnectionError` says that there "
            "is no answer, `*DecodeError` that it cannot be read; `*MissingBodyError` and `*ArgumentError` that "
            "nothing was sent."
        )
        declared = list(self._error_types())
        if declared:
            yield f"Bodies that the API declares, as `Value`: {listed(f'*ErrorOf[{name}]' for name in declared)}."

    def _error_types(self) -> Iterator[str]:
        """Yield the types that bodies of errors are read as, each once."""
        types, file = types_of(self.plan), File("x", None)
        decodes = (
            decode
            for method in self.plan.surface.methods()
            for answer in self.plan.wire.operations[method.operation].answers
            if answer.error
            for decode in answer.decodes
        )
        named = (item.type for item in decodes if item.kind is BodyKind.JSON and isinstance(item.type, Ref))
        yield from dict.fromkeys(types.held(type_, file) for type_ in named)

    # ------------------------------------------------------------------ settings

    def retries(self) -> Iterator[str]:
        yield "## Retries and timeouts"
        yield retries_text(self.plan)
        yield timeout_text(self.plan)
        yield code(
            "go",
            self.make(f"{self.package}.WithMaxRetries(5)", f"{self.package}.WithTimeout(10*time.Second)"),
            f"policy := {self.package}.DefaultRetryPolicy()",
            "policy.Budget = 30 * time.Second",
            self.make(f"{self.package}.WithRetryPolicy(policy)"),
        )
        yield "Every option may be given to a single call too. A context limits, or cancels, the whole call."

    def responses(self) -> Iterator[str]:
        if self.show.small is None:
            return
        line, _ = self.call(self.show.small, f"{self.package}.IntoResponse(&response)", use=False)
        test = checked(line, "", "return err")
        yield "## Whole responses"
        yield code("go", "var response *http.Response", *test, "fmt.Println(response.Status, response.Header)")

    def hooks(self) -> Iterator[str]:
        yield "## Hooks and logging"
        yield code(
            "go",
            f"{self.package}.New(",
            *[f"\t{item}," for item in self.base],
            f"\t{self.package}.WithHooks({self.package}.Hooks{{",
            "\t\tBeforeRequest: func(request *http.Request) error {",
            '\t\t\trequest.Header.Set("X-Trace", "1")',
            "\t\t\treturn nil",
            "\t\t},",
            "\t}),",
            f"\t{self.package}.WithLogger(slog.Default()), // at debug level, credentials left out",
            ")",
        )
        yield "`AfterResponse` and `OnError` are told how each attempt ended."

    def transport(self) -> Iterator[str]:
        proxy = f'{self.package}.WithProxy("http://user:password@localhost:3128")'
        yield "## HTTP client of your own"
        yield code(
            "go",
            self.make(proxy, f"{self.package}.WithMaxConnections(10)"),
            self.make(f"{self.package}.WithHTTPClient(&http.Client{{Transport: http.DefaultTransport}})"),
        )
        yield (
            "Without `WithProxy`, the environment names them (`HTTPS_PROXY`, `NO_PROXY`). Proxies, certificates and "
            "the connection pool of a client of your own are those of its transport."
        )

    def servers(self) -> Iterator[str]:
        name = chosen_server(self.plan)
        lines = [f"{self.package}.New({self.package}.WithServer({string(name)}))"] if name is not None else []
        for option, value in chosen_variables(self.plan).items():
            lines.append(lay([wrapped(f"{self.package}.New", self.option(option, string(value)))]))
        yield "## Servers"
        yield servers_table(self.plan)
        yield code("go", *lines, f'{self.package}.New({self.package}.WithBaseURL("https://api.example.com"))')
        yield f"`{self.plan.surface.environment}_BASE_URL` in the environment says it too."

    def shared(self) -> Iterator[str]:
        options = self.plan.surface.global_parameters.values()
        if options:
            names = listed([self.names.option(option) for option in options], 99)
            yield "## Parameters of the client"
            yield f"Given once, sent with every request that declares them: {names}."

    # ------------------------------------------------------------------ events and checks

    def webhooks(self) -> Iterator[str]:
        receiver = self.plan.receiver
        if receiver is None:
            return
        first = receiver.shown
        printer = WebhookPrinter(types_of(self.plan), File("x", None))
        payload = _EXPORTED.sub(rf"{self.package}.\1", printer.payload_type(first.wire))
        secrets = [keyed("Secrets", '[]string{"..."}')] if receiver.signature is not None else []
        options = composite(f"{self.package}.ReceiverOptions", secrets)
        handler = bracketed(
            f"receiver.On{first.method}(func(",
            ["ctx context.Context", f"payload {payload}"],
            f") ({self.package}.Reply, error) {{",
        )
        yield "## Webhooks"
        yield code(
            "go",
            lay(call(f"receiver, err := {self.package}.NewWebhookReceiver", [options])),
            "if err != nil {",
            "\treturn err",
            "}",
            lay(handler),
            "\tfmt.Println(payload)",
            f"\treturn {self.package}.Reply{{}}, nil",
            "})",
            'http.Handle("/webhooks/", receiver)',
        )
        yield webhooks_text(
            receiver,
            "`receiver.Handle` takes its name.",
            "ReceiverOptions.EventName",
            f"In a handler, `{self.package}.WebhookHeader(ctx)` has the event's headers.",
            "`receiver.Otherwise`",
        )

    def validators(self) -> Iterator[str]:
        yield "## Validators"
        yield (
            "`ValidateRequest` tells a server or a gateway all that is wrong with a request, by JSON Schema; "
            "`Validate` looks at a model. A client, or a call, with `WithValidation()` checks its own arguments so "
            "before it sends anything: an `*InvalidRequestError` tells all that is wrong. None of it runs unless you "
            "ask for it."
        )
