"""Writes the README of a package: its texts, and code that runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from backends.readme import Speaker, printed
from backends.typescript.calls import arguments, awaited_call, call_text, expression, result_name, spelled
from backends.typescript.sdk import home_of
from backends.typescript.text import string
from backends.writer import HARDLINE, Doc, Indent
from backends.writer.notice import GENERATED
from backends.writer.prettier import braced, braces, call, fits, lay, statement
from compiler.plan import examples as example
from compiler.plan import readme as tree
from compiler.plan.plan import Plan, function_key


def readme(plan: Plan) -> str:
    """Print ``README.md``."""
    return f"<!-- {GENERATED} -->\n\n{printed(speaker(plan))}"


def speaker(plan: Plan) -> TypeScriptSpeaker:
    """Return what documentation says in this language."""
    return TypeScriptSpeaker(plan)


class TypeScriptSpeaker(Speaker):
    """Says what READMEs say in TypeScript."""

    fence = "ts"

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.package, self.client = plan.surface.package, plan.surface.client
        self.base = [option_text(self.readme.base)] if self.readme.base is not None else []
        self.prose = _prose(self.package, plan.surface.environment)

    def code(self, code: tree.Code) -> Iterable[str]:
        """Write code, line by line."""
        match code:
            case tree.Install():
                return [f"npm install {self.package}"]
            case tree.FirstCall():
                return self._first_call(code)
            case tree.Credentials(options):
                return map(self._credential, options)
            case tree.Pages(call, items):
                return self._pages(call, items)
            case tree.Stream(call):
                return [self._loop("value", expression(call))]
            case tree.Reconnect(call):
                return [lay(awaited_call(call, "const stream = ", ["reconnect: 3"]))]
            case tree.Upload(call):
                return [lay(awaited_call(call))]
            case tree.Download(call):
                read = [
                    "const reader = response.body?.getReader();",
                    "const first = await reader?.read(); // piece by piece",
                ]
                return [_awaited("const response = ", expression(call, then="asResponse")), *read]
            case tree.Errors(call):
                return self._errors(call)
            case tree.RetrySettings(call):
                policy = 'retries: { retries: 4, budget: 30_000, statuses: ["429", "5XX"] }'
                once = lay(awaited_call(call, options=["timeout: 1500", "retries: 0"]))
                return [self._make("retries: 5", "timeout: 10_000"), self._make(policy), once]
            case tree.WholeResponse(call):
                line = _awaited("const { result, response, metadata } = ", expression(call, then="withResponse"))
                return [line, "console.log(response.status, response.headers, metadata, result);"]
            case tree.Handler(event, signed):
                return self._receiver(event.method, signed)
            case tree.ValidatorImport():
                return [self._imports("checkRequest", "validateRequest", entry="/validators")]
            case tree.Hooks():
                return self._hooks()
            case tree.Transport():
                return [self._make("fetch: (url, init) => fetch(url, init)")]
            case tree.FetchOptions():
                return [self._make('fetchOptions: { keepalive: true, credentials: "include" }')]
            case tree.Servers(options):
                return [lay([_new(self.client, [option_text(option)]), ";"]) for option in options]
            case tree.Bundle(call):
                return self._bundle(call)
            case tree.AwaitedCall() | tree.OptionalValues():
                return []
        assert_never(code)

    def _make(self, *options: str, name: str = "") -> str:
        """Write the construction of a client, assigned to a variable if a name is given."""
        return lay([f"const {name} = " if name else "", _new(self.client, [*self.base, *options]), ";"])

    def made_as_first(self) -> str:
        """Write the construction of the client as the first program has it."""
        return self._make(*map(option_text, self.readme.needed), name="client")

    def module(self) -> str:
        """Write the name of the package, as imports have it."""
        return string(self.package)

    def imported(self, *names: str) -> str:
        """Write an import from the package."""
        return self._imports(*names)

    def _imports(self, *names: str, entry: str = "") -> str:
        """Write an import from the package."""
        return lay(["import ", braces(sorted(names)), f" from {string(self.package + entry)};"])

    def _loop(self, name: str, values: Doc) -> str:
        """Write an asynchronous loop, with the use of each item."""
        head, body = [f"for await (const {name} of ", values, ")"], "console.log(%s);"
        shown = body % ("page.result" if name == "page" else name)
        line = lay([*head, f" {shown}"])
        return line if fits(line) and name != "value" else lay([*head, " {", Indent([HARDLINE, shown]), HARDLINE, "}"])

    def _first_call(self, code: tree.FirstCall) -> Iterator[str]:
        said = " // credentials come from the environment, see below" if code.told else ""
        made = self._make(*map(option_text, code.options), name="client")
        yield self._imports(self.client)
        yield ""
        yield f"{made}{said}" if fits(made) else f"{said.strip()}\n{made}".strip()
        name = result_name(code.call)
        yield call_text(code.call)
        yield f"console.log({'page.result' if name == 'page' else name});"

    def _credential(self, option: example.Credential) -> str:
        asked = " // asked before each request" if option.form is example.Form.SOURCE else ""
        return self._make(option_text(option)) + asked

    def _pages(self, call: example.ExampleCall, items: bool) -> Iterator[str]:
        if items:
            yield self._loop("item", expression(call))
        yield self._loop("page", expression(call, then="pages"))
        yield ""
        yield call_text(call)
        yield "const after = await page.next(); // null after the last page"

    def _errors(self, call: example.ExampleCall) -> Iterator[str]:
        yield self._imports("APIConnectionError", "APIError", "NotFoundError")
        yield "\ntry {"
        yield lay(awaited_call(call), 1)
        yield "} catch (error) {"
        yield "  if (error instanceof NotFoundError) console.log(error.requestId);"
        yield "  else if (error instanceof APIError)"
        yield "    console.log(error.status, error.headers, error.body);"
        yield "  else if (error instanceof APIConnectionError) console.log(error.message);"
        yield "  else throw error;"
        yield "}"

    def _receiver(self, method: str, signed: bool) -> Iterator[str]:
        secrets = '{ secrets: ["..."] }' if signed else ""
        yield self._imports("WebhookReceiver", entry="/webhooks")
        yield ""
        yield f"const receiver = new WebhookReceiver({secrets});"
        yield f"receiver.{method}((payload) => {{"
        yield "  console.log(payload);"
        yield "});"
        yield "const listener = receiver.listener(); // for node:http; receiver.fetch(request) everywhere else"

    def _hooks(self) -> Iterator[str]:
        yield f"new {self.client}({{"
        yield from (f"  {item}," for item in self.base)
        yield '  hooks: { beforeRequest: ({ headers }) => headers.set("X-Trace", "1") },'
        yield "  logger: console, // credentials are left out of the log"
        yield "});"

    def _bundle(self, call: example.ExampleCall) -> Iterator[str]:
        name, group = self.plan.surface.derived[function_key(call.method)], self.plan.surface.groups[call.method.group]
        if group.path:
            yield self._imports("createCore", entry="/client")
            yield self._imports(name, entry=f"/{home_of(group)}")
        else:
            yield self._imports("createCore", name, entry="/client")
        core = f"{{ {', '.join(self.base)} }}" if self.base else ""
        yield ""
        yield lay(statement("await ", name, [f"createCore({core})", *arguments(call)]))


def _new(client: str, options: list[str]) -> Doc:
    return call(f"new {client}", [braced(options)] if options else [])


def _awaited(head: str, made: Doc) -> str:
    return lay([f"{head}await ", made, ";"])


def option_text(option: example.ClientOption) -> str:
    """Write an option of a client."""
    match option:
        case example.BaseUrl(url):
            return f"baseUrl: {string(url)}"
        case example.Credential(name, form):
            return f"{name}: {_credential(form)}"
        case example.Shared(name, value):
            return f"{name}: {lay([spelled(value)])}"
        case example.ServerName(name):
            return f"server: {string(name)}"
        case example.UrlVariable(name, text):
            return f"{name}: {string(text)}"
    assert_never(option)


def _credential(form: example.Form) -> str:
    match form:
        case example.Form.BASIC:
            return '["user", "password"]'
        case example.Form.TOKEN:
            return '"..."'
        case example.Form.CLIENT:
            return '{ clientId: "...", clientSecret: "..." }'
        case example.Form.PASSWORD:
            return '{ username: "...", password: "..." }'
        case example.Form.SOURCE:
            return 'async () => "..."'
    assert_never(form)


def _prose(package: str, prefix: str) -> tree.Prose:
    return {
        "install": "## Install",
        "requirements": (
            "Node 20.3 or later, Deno, Bun, browsers, and edge runtimes; ESM and CommonJS; no dependencies. Before it "
            "is published: `npm install ../path/to/this/folder`."
        ),
        "types_alone": f"The types are exported by `{package}`: `import type {{ ... }}`.",
        "types": f"The types of the API are exported by `{package}` too: `import type {{ ... }}`.",
        "narrowing": (
            "An enum is a union of its values and of `UnknownValue`, a string that the API sends but does not "
            'document: a received value can be sent back, a typo does not compile, and `unknown("x")` makes one by '
            "hand, also to compare with. A `switch` over the property that tells the members of a union apart narrows; "
            "an undocumented member is an `UnknownMember`, and `unknownTag(value)` returns its tag as text "
            '(`unknownTag(value, "kind")` if the property is not called `type`). It accepts no other member, so with '
            "it as the `default` the compiler asks for a `case` of every member."
        ),
        "environment": "Options that are not given are read from the environment, if there is one:",
        "pages": "Iterating gives the items of all pages that follow.",
        "stream_end": (
            "Leaving the loop releases the connection. `streamTimeout`, an option of the client and of a call, ends a "
            "stream that is silent for this many milliseconds; without it only a `signal` does. If a stream breaks off "
            "in the middle of a value, the loop throws an `APIConnectionError` and drops the incomplete value."
        ),
        "stream_switch": (
            "If the method has an argument that turns on streaming, mostly `stream`, `stream: true` gives the same "
            "stream; without it the method returns the whole result."
        ),
        "stream_events": (
            "The stream has the `event`, `lastEventId` and `retryAfter` of the last value. With `reconnect`, a stream "
            "that is interrupted is resumed after its last event, up to this many times in a row."
        ),
        "upload": (
            "A file is a `Blob`, bytes, text, a stream (a `Readable` of Node, too), a `Response`, `fromPath(...)` of "
            f"`{package}`, or `{{ data, name, type }}` of one of them. Large files are sent in pieces; a file that can "
            "be read only once is not sent again."
        ),
        "download": "Without `asResponse()` the method returns all bytes.",
        "errors": (
            "Every error is an `SDKError` with a message of one line: `404 GET /v1/files/missing: No such File object "
            "(request id req_123)`. An error response is thrown as an `APIError`; 400, 401, 403, 404, 409, 410, 422, "
            "429 and 5XX have classes of their own. `APITimeoutError` is an `APIConnectionError`; `DecodeError` says "
            "that a response cannot be read; `asResponse()` gives any response unread. `MissingBodyError` and "
            "`InvalidArgumentError` are thrown before anything is sent, and so is `MissingCredentialsError`, which "
            'names the option and the environment variable; `auth: "external"` says that others add the credentials. A '
            "call that its `signal` ends throws an error whose `name` is `AbortError` or `TimeoutError`."
        ),
        "any_call": (
            '`client.request<T>("POST", "/path", { body })` calls an undocumented operation, with the client\'s '
            "credentials, retries and errors; the result is JSON, text or bytes. The options `extraQuery` and "
            "`extraBody` add to the query and the body of any method. `client.withOptions({ timeout: 5_000 })` returns "
            "a copy of the client with other options, which shares its tokens unless others are given."
        ),
        "whole_response": (
            "`asResponse()` in place of `withResponse()` gives the raw response, its body not read, which may be of "
            "any length. Otherwise, a body that cannot be read at all throws a `DecodeError`, whose `body` is its text."
        ),
        "declared_errors": "If the API declares the body of an error, it is typed, as `error`:",
        "call_options": (
            "Times are milliseconds. Options of a call: `timeout`, `retries`, `headers`, `extraQuery`, `extraBody`, "
            "`idempotencyKey`, `server`, `redirects`, `signal`, an `AbortSignal` that ends the call, and `body`, which "
            "gives the whole body in place of its fields: a value that you have, or an empty one."
        ),
        "event_name": "`receiver.fetch(request, event)` and `receiver.handle` take the event's name as an argument.",
        "event_rule": "new WebhookReceiver({ eventName })",
        "event_headers": "A handler's second argument has the name and the headers of the event.",
        "unsafe": "`retries: { unsafe: true }`",
        "event_rest": "`receiver.otherwise`",
        "validators": (
            "`validateRequest` lists for a server or a gateway all violations of a request, by JSON Schema; "
            "`checkRequest` throws `InvalidRequest`. A client that is given `validate: checkCall`, of the same module, "
            "checks its own calls in the same way before anything is sent. JSON of another shape than the API declares "
            "is read leniently; with `validateResponses: true`, of a client or a call, it throws a `DecodeError` with "
            'all `violations`, and with `"report"` the hook `onInvalidResponse` is told of them. `maxResponseBytes` '
            "bounds what is read whole, decompressed, and each value of a stream. No client loads any of it before it "
            "is used."
        ),
        "hooks": (
            "`afterResponse` and `onError` are called at the end of each attempt. A request has its `operationId` and "
            f"its `route`, the template of the path, for traces and metrics. `{prefix}_LOG=debug` in the environment "
            "logs each attempt to the console in a line, as `logger` does: method, path, status, milliseconds and "
            "request id."
        ),
        "transport": (
            "Any function with the signature of `fetch` can send the requests: a test double, the `fetch` of your "
            "framework."
        ),
        "fetch_options": (
            "`fetchOptions` are passed with every request. In Node, `{ dispatcher: new ProxyAgent(url) }` of the "
            "package `undici` sends all requests through a proxy, and `{ dispatcher: new Agent({ connections: 10 }) }` "
            "limits the connections; newer versions of Node read `HTTPS_PROXY` if `NODE_USE_ENV_PROXY=1` is set."
        ),
        "bundle": "Each method is also a function that takes a core; a bundle then contains only what it uses:",
        "bundle_end": "`instanceof` tells errors apart as usual; the comment of `createCore` says how to add hooks.",
        # Parts that only other languages have.
        "async_client": "",
        "values": "",
        "credential_source": "",
        "stream_silence": "",
        "models": "",
    }
