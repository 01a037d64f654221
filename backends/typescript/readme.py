"""Prints the README of a package: a section for each feature that the document uses, with code that runs."""

from __future__ import annotations

from collections.abc import Iterator

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
    required_options,
    retries_text,
    servers_table,
    shown,
    timeout_text,
    webhooks_text,
)
from backends.typescript.calls import arguments, expression, render_call, render_value
from backends.typescript.files import HEADER
from backends.typescript.groups import Sdk, function_name, home_of
from backends.typescript.text import braces, call, fits, lay, statement, string
from backends.writer import HARDLINE, Doc, Indent, bracketed
from compiler.ir.plan import Group, Method
from compiler.ir.wire import BodyKind, Returns, SecurityScheme
from compiler.naming import Case, join, words


def readme(sdk: Sdk) -> str:
    """Print ``README.md``."""
    text = _Readme(sdk)
    start = f"<!-- {HEADER} -->\n\n"
    if text.show.first is None:  # nothing to call: who receives webhooks needs no client
        sections = (text.install(), text.types(), text.webhooks())
        return start + page(escaped(sdk.plan.wire.title), escaped(sdk.plan.wire.summary or ""), *sections)
    return start + page(
        escaped(sdk.plan.wire.title),
        escaped(sdk.plan.wire.summary or ""),
        text.install(),
        text.first_call(),
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
        text.small(),
    )


class _Readme:
    def __init__(self, sdk: Sdk) -> None:
        self.sdk, self.plan = sdk, sdk.plan
        self.client, self.package = self.plan.surface.client, self.plan.surface.package
        self.show: Shown = shown(self.plan)
        base = base_url(self.plan)
        self.base = [f"baseUrl: {string(base)}"] if base is not None else []

    def make(self, *options: str, name: str = "", based: bool = True) -> str:
        """Write the construction of a client, which gets a name where it is given one; ``based``: and its URL."""
        given = [*(self.base if based else []), *options]
        made = call(f"new {self.client}", [bracketed("{", given, "}", padding=" ")] if given else [])
        return lay([f"const {name} = " if name else "", made, ";"])

    def imports(self, *names: str, entry: str = "") -> str:
        """Write an import from the package."""
        return lay(["import ", braces(sorted(names)), f" from {string(self.package + entry)};"])

    def call(self, method: Method, options: str = "", then: str = "") -> Doc:
        """Write a call."""
        return expression(self.plan, method, options, then)

    def loop(self, name: str, values: Doc) -> str:
        """Write a loop over what comes in one after the other, and what is done with it."""
        head, body = [f"for await (const {name} of ", values, ")"], "console.log(%s);"
        shown = body % ("page.result" if name == "page" else name)
        line = lay([*head, f" {shown}"])
        return line if fits(line) and name != "value" else lay([*head, " {", Indent([HARDLINE, shown]), HARDLINE, "}"])

    # ------------------------------------------------------------------ the start

    def install(self) -> Iterator[str]:
        yield "## Install"
        yield code("sh", f"npm install {self.package}")
        yield (
            "Node 20 or later, Deno, Bun, browsers, and edge runtimes; ESM and CommonJS; no dependencies. Before it is "
            "published: `npm install ../path/to/this/folder`."
        )

    def first_call(self) -> Iterator[str]:
        method = self.show.first
        said = " // credentials come from the environment, see below" if self.plan.surface.schemes else ""
        needed = [f"{item.ident}: {render_value(self.plan, item)}" for item in required_options(self.plan)]
        made = self.make(*needed, name="client")
        made = f"{made}{said}" if fits(made) else f"{said.strip()}\n{made}".strip()
        lines = [self.imports(self.client), "", made]
        if method is not None:
            paged = self.plan.wire.operations[method.operation].returns is Returns.PAGE
            lines += [render_call(self.plan, method), f"console.log({'page.result' if paged else 'result'});"]
        yield "## First call"
        yield code("ts", *lines)
        yield f"The types of the API are exported by `{self.package}` too: `import type {{ ... }}`."

    def types(self) -> Iterator[str]:
        """Say where types are where there is nothing to call."""
        if self.plan.surface.types:
            yield f"The types are exported by `{self.package}`: `import type {{ ... }}`."

    # ------------------------------------------------------------------ credentials

    def credentials(self) -> Iterator[str]:
        told = credentials(self.plan)
        if not told:
            return
        yield "## Credentials"
        yield "What is not given is read from the environment, where there is one:"
        yield credentials_table(
            self.plan, self.plan.surface.environment, lambda option: join(words(option), Case.CONSTANT)
        )
        yield code("ts", *[line for option, item in told.items() for line in self._given(option, item)])
        yield TOKENS if any(flows_of(item) for item in told.values()) else ""
        yield SECRETS

    def _given(self, option: str, scheme: SecurityScheme) -> Iterator[str]:
        if is_basic(scheme):
            yield self.make(option + ': ["user", "password"]')
            return
        yield self.make(option + ': "..."')
        if "clientCredentials" in flows_of(scheme):
            yield self.make(option + ': { clientId: "...", clientSecret: "..." }')
        if "password" in flows_of(scheme):
            yield self.make(option + ': { username: "...", password: "..." }')
        if scheme.kind != "apiKey":
            yield self.make(option + ': async () => "..."') + " // asked before each request"

    # ------------------------------------------------------------------ results

    def pages(self) -> Iterator[str]:
        paged = self.show.paged
        if paged is None:
            return
        pages, all_ = self.plan.wire.operations[paged.operation].pages, self.call(paged)
        yield "## Pages"
        lines = [self.loop("item", all_)] if pages is not None and pages.results else []
        lines += [self.loop("page", self.call(paged, then="pages")), "", render_call(self.plan, paged)]
        yield code("ts", *lines, "const after = await page.next(); // null after the last page")
        yield "Iterating walks all pages that follow."

    def streams(self) -> Iterator[str]:
        method = self.show.streamed
        if method is None:
            return
        yield "## Streams"
        yield code("ts", self.loop("value", self.call(method)))
        yield (
            "Leaving the loop lets the connection go. `streamTimeout`, an option of the client and of a call, ends a "
            "stream that is silent for so many milliseconds; without it only a `signal` does."
        )
        decodes = [item for answer in self.plan.wire.operations[method.operation].answers for item in answer.decodes]
        if any(item.kind is BodyKind.SSE for item in decodes):
            yield code("ts", lay(["const stream = await ", self.call(method, "{ reconnect: 3 }"), ";"]))
            yield (
                "The stream knows the `event`, `lastEventId` and `retryAfter` that came with the last value. With "
                "`reconnect`, one that is lost is taken up again after its last event, as many times in a row."
            )

    def files(self) -> Iterator[str]:
        upload, download = self.show.upload, self.show.download
        if upload is None and download is None:
            return
        yield "## Files"
        if upload is not None:
            yield code("ts", lay(["await ", self.call(upload), ";"]))
            yield "A file is a `Blob`, bytes, a stream, or `{ data, name, type }` of one of them."
        if download is not None:
            yield code(
                "ts",
                lay(["const response = await ", self.call(download, then="asResponse"), ";"]),
                "const reader = response.body?.getReader();",
                "const first = await reader?.read(); // piece by piece",
            )
            yield "Without `asResponse()` the method gives all bytes."

    def errors(self) -> Iterator[str]:
        yield "## Errors"
        attempt = [lay(["await ", self.call(self.show.small), ";"], 1)] if self.show.small is not None else []
        yield code(
            "ts",
            self.imports("APIConnectionError", "APIError", "NotFoundError"),
            "",
            "try {",
            *attempt,
            "} catch (error) {",
            "  if (error instanceof NotFoundError) console.log(error.requestId);",
            "  else if (error instanceof APIError)",
            "    console.log(error.status, error.headers, error.body);",
            "  else if (error instanceof APIConnectionError) console.log(error.message);",
            "  else throw error;",
            "}",
        )
        yield (
            "Everything thrown is an `SDKError`. An answer that is an error is an `APIError`; 400, 401, 403, 404, 409, "
            "410, 422, 429 and 5XX have classes of their own. `APITimeoutError` is an `APIConnectionError`; "
            "`DecodeError` says that an answer cannot be read. `MissingBodyError` and `InvalidArgumentError` are "
            "thrown before anything is sent."
        )
        declared = [item.ident for item in self.plan.errors.values()]
        if declared:
            yield f"An error whose body the API declares has it, typed, as `error`: {listed(declared)}."

    # ------------------------------------------------------------------ settings

    def retries(self) -> Iterator[str]:
        yield "## Retries and timeouts"
        yield retries_text(self.plan)
        yield timeout_text(self.plan)
        once = self.call(self.show.small, "{ timeout: 1500, retries: 0 }") if self.show.small else None
        yield code(
            "ts",
            self.make("retries: 5", "timeout: 10_000"),
            self.make('retries: { retries: 4, budget: 30_000, statuses: ["429", "5XX"] }'),
            *([lay(["await ", once, ";"])] if once is not None else []),
        )
        yield (
            "Times are milliseconds. Options of a call: `timeout`, `retries`, `headers`, `idempotencyKey`, `server`, "
            "and `signal`, an `AbortSignal` that ends the call."
        )

    def responses(self) -> Iterator[str]:
        if self.show.small is None:
            return
        yield "## Whole responses"
        call = self.call(self.show.small, then="withResponse")
        yield code(
            "ts",
            lay(["const { result, response, metadata } = await ", call, ";"]),
            "console.log(response.status, response.headers, metadata, result);",
        )

    def hooks(self) -> Iterator[str]:
        yield "## Hooks and logging"
        yield code(
            "ts",
            f"new {self.client}({{",
            *[f"  {item}," for item in self.base],
            '  hooks: { beforeRequest: ({ headers }) => headers.set("X-Trace", "1") },',
            "  logger: console, // credentials are left out of the log",
            "});",
        )
        yield "`afterResponse` and `onError` are told how each attempt ended."

    def transport(self) -> Iterator[str]:
        yield "## HTTP client of your own"
        yield code("ts", self.make("fetch: (url, init) => fetch(url, init)"))
        yield "Whatever is called like `fetch` sends the requests: a test double, a `fetch` of your framework."
        yield code("ts", self.make('fetchOptions: { keepalive: true, credentials: "include" }'))
        yield (
            "`fetchOptions` go along with every request. In Node, `{ dispatcher: new ProxyAgent(url) }` of the package "
            "`undici` sends all through a proxy, and `{ dispatcher: new Agent({ connections: 10 }) }` limits the "
            "connections; newer versions of Node read `HTTPS_PROXY` where `NODE_USE_ENV_PROXY=1` is set."
        )

    def servers(self) -> Iterator[str]:
        name = chosen_server(self.plan)
        chosen = [f"server: {string(name)}"] if name is not None else []
        chosen += [f"{option}: {string(value)}" for option, value in chosen_variables(self.plan).items()]
        lines = [self.make(option, based=False) for option in [*chosen, 'baseUrl: "https://api.example.com"']]
        yield "## Servers"
        yield servers_table(self.plan)
        yield code("ts", *lines)
        yield f"`{self.plan.surface.environment}_BASE_URL` in the environment says it too."

    def shared(self) -> Iterator[str]:
        options = self.plan.surface.global_parameters
        if options:
            yield "## Parameters of the client"
            yield f"Given once, sent with every request that declares them: {listed(options.values(), 99)}."

    def small(self) -> Iterator[str]:
        method = self.show.small
        if method is None:
            return
        group = self.plan.surface.groups[method.group]
        yield "## Small bundles"
        yield "Each method is a function too, which takes a core; a bundle then holds what it uses:"
        yield code("ts", *self._function(group, method))
        yield "`instanceof` tells errors apart as ever; `createCore` tells in its comment how to have hooks."

    def _function(self, group: Group, method: Method) -> Iterator[str]:
        name = function_name(method.ident)
        if group.path:
            yield self.imports("createCore", entry="/client")
            yield self.imports(name, entry=f"/{home_of(group)}")
        else:
            yield self.imports("createCore", name, entry="/client")
        core = f"{{ {', '.join(self.base)} }}" if self.base else ""
        yield ""
        yield lay(statement("await ", name, [f"createCore({core})", *arguments(self.plan, method)]))

    # ------------------------------------------------------------------ events and checks

    def webhooks(self) -> Iterator[str]:
        receiver = self.plan.receiver
        if receiver is None:
            return
        secrets = '{ secrets: ["..."] }' if receiver.signature is not None else ""
        yield "## Webhooks"
        yield code(
            "ts",
            self.imports("WebhookReceiver", entry="/webhooks"),
            "",
            f"const receiver = new WebhookReceiver({secrets});",
            f"receiver.{receiver.shown.method}((payload) => {{",
            "  console.log(payload);",
            "});",
            "const listener = receiver.listener(); // for node:http; receiver.fetch(request) everywhere else",
        )
        yield webhooks_text(
            receiver,
            "`receiver.fetch(request, event)` and `receiver.handle` take its name.",
            "new WebhookReceiver({ eventName })",
            "A handler's second argument has the name and the headers of the event.",
            "`receiver.otherwise`",
        )

    def validators(self) -> Iterator[str]:
        yield "## Validators"
        yield code("ts", self.imports("checkRequest", "validateRequest", entry="/validators"))
        yield (
            "`validateRequest` tells a server or a gateway all that is wrong with a request, by JSON Schema; "
            "`checkRequest` throws `InvalidRequest`. A client that is given `validate: checkCall`, of the same module, "
            "checks its own calls so before anything is sent; no other client loads them."
        )
