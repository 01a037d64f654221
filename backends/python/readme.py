"""Prints the README of a package: a section for each feature that the document uses, with code that runs."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

from backends.python.calls import render_expression, render_value
from backends.python.clients import env_name, project_name
from backends.python.cst import string
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
from compiler.ir.plan import Method, Plan
from compiler.ir.wire import BodyKind, SecurityScheme

_CREDENTIALS = {"clientCredentials": "ClientCredentials", "password": "PasswordCredentials"}


def readme(plan: Plan) -> str:
    """Print ``README.md``."""
    text = _Readme(plan)
    if text.show.first is None:  # nothing to call: who receives webhooks needs no client
        sections = (text.install(), text.types(), text.webhooks(), text.models())
        return page(escaped(plan.wire.title), escaped(plan.wire.summary or ""), *sections)
    return page(
        escaped(plan.wire.title),
        escaped(plan.wire.summary or ""),
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
        text.models(),
    )


class _Readme:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.package, self.client = plan.surface.package, plan.surface.client
        self.show: Shown = shown(plan)
        base = base_url(plan)
        self.base = [f'base_url="{base}"'] if base is not None else []

    def make(self, *options: str, client: str = "") -> str:
        """Write the construction of a client."""
        return f"{client or self.client}({', '.join([*self.base, *options])})"

    def call(self, method: Method | None, options: str = "", through: str = "", name: str = "") -> str:
        """Write a call."""
        return render_expression(self.plan, method, options, through, name) if method is not None else "pass"

    def imports(self, *names: str) -> str:
        """Write an import from the package."""
        return f"from {self.package} import {', '.join(sorted(names))}"

    # ------------------------------------------------------------------ the start

    def install(self) -> Iterator[str]:
        yield code("sh", f"pip install {project_name(self.plan)}")
        yield (
            "It needs Python 3.11 or later. With `orjson` installed, JSON is read and written faster. Before it is "
            "published: `pip install ../path/to/this/folder`."
        )

    def types(self) -> Iterator[str]:
        """Say how types are used where there is nothing to call."""
        if self.plan.surface.types:
            yield (
                f"Types are in `{self.package}.models`: `from_dict` and `from_json` read a value, `to_dict` and "
                "`to_json` write it, and `validate()` lists all that is wrong with it."
            )

    def first_call(self) -> Iterator[str]:
        method = self.show.first
        types = ["models"] if any("models." in self.call(item) for item in self.show.methods()) else []
        result = [] if method is None else self._result(method)
        yield "## First call"
        said = "  # credentials come from the environment, see below" if self.plan.surface.schemes else ""
        needed = [f"{item.ident}={render_value(self.plan, item)}" for item in required_options(self.plan)]
        made = f"client = {self.make(*needed)}{said}"
        yield code("python", self.imports(self.client, *types), "", made, *result)
        twin = f"Async{self.client}"
        yield f"`{twin}` is the same client for asyncio; both are context managers, which close their connections:"
        inner = self._awaited()
        body = [
            f"    async with {self.make(*needed, client=twin)} as client:",
            *[indent(line, " " * 8) for line in inner],
        ]
        lines = ["import asyncio", "", self.imports(twin), "", "", "async def main() -> None:", *body]
        yield code("python", *lines, "", "", "asyncio.run(main())")
        objects = any(item.request is not None for item in self.plan.surface.methods())
        request = ", but a `request` is an object of its class" if objects else ""
        yield (
            f"Types are in `{self.package}.models`; arguments may be models or dictionaries{request}. The reference of "
            "all methods and types is in the docstrings, and in the reference pages where they were built."
        )

    def _result(self, method: Method) -> list[str]:
        if not self.plan.wire.operations[method.operation].results:
            return [self.call(method)]
        return [self.call(method, name="result"), "print(result)"]

    def _awaited(self) -> list[str]:
        method = self.show.small
        if method is None:
            return ["pass"]
        operation = self.plan.wire.operations[method.operation]
        if operation.stream is not None:
            return ["pass"]
        if not operation.results:
            return [self.call(method, name="await")]
        return [self.call(method, name="result = await"), "print(result)"]

    # ------------------------------------------------------------------ credentials

    def credentials(self) -> Iterator[str]:
        told = credentials(self.plan)
        if not told:
            return
        yield "## Credentials"
        yield "What is not given is read from the environment:"
        yield credentials_table(self.plan, self.plan.surface.environment, env_name)
        flows = {kind for item in told.values() for kind in flows_of(item)}
        names = [_CREDENTIALS[kind] for kind in flows]
        lines = [line for option, item in told.items() for line in self._given(option, item)]
        yield code("python", *([self.imports(*names), ""] if names else []), *lines)
        yield TOKENS if flows else ""
        yield SECRETS

    def _given(self, option: str, scheme: SecurityScheme) -> Iterator[str]:
        if is_basic(scheme):
            yield self.make(f'{option}=("user", "password")')
            return
        yield self.make(f'{option}="..."')
        if "clientCredentials" in flows_of(scheme):
            yield self.make(f'{option}=ClientCredentials(client_id="...", client_secret="...")')
        if "password" in flows_of(scheme):
            yield self.make(f'{option}=PasswordCredentials(username="...", password="...")')
        if scheme.kind != "apiKey":
            asked = self.make(f'{option}=lambda: "..."')
            yield f"{asked}  # asked before each request"

    # ------------------------------------------------------------------ results

    def pages(self) -> Iterator[str]:
        paged = self.show.paged
        if paged is None:
            return
        items = self.plan.wire.operations[paged.operation].pages
        yield "## Pages"
        lines = [self.call(paged, name="page")]
        if items is not None and items.results is not None:
            lines += ["for item in page:  # the items of this page and of all that follow", "    print(item)"]
        lines += ["for following in page.pages():", "    print(following.result)  # the decoded body"]
        yield code("python", *lines, "after = page.next()  # None where no page remains")
        yield "With asyncio: `async for item in ...`, `await ...` for the first page, `await page.next()`."

    def streams(self) -> Iterator[str]:
        method = self.show.streamed
        if method is None:
            return
        kind = self.plan.wire.operations[method.operation].stream
        yield "## Streams"
        yield code("python", f"with {self.call(method)} as stream:", "    for value in stream:", "        print(value)")
        if kind is BodyKind.SSE:
            yield (
                '`options={"reconnect": 3}` takes a stream that is lost up again by itself, up to three times in a row '
                "without an event. A stream tells the `event`, the `last_event_id` and the `retry_after` of its last "
                'value; `options={"last_event_id": ...}` goes on after an earlier one.'
            )

    def files(self) -> Iterator[str]:
        upload, download = self.show.upload, self.show.download
        if upload is None and download is None:
            return
        yield "## Files"
        if upload is not None:
            yield code("python", self.call(upload))
            yield (
                "A file is bytes, a path, an open file, an iterable of bytes, or "
                f"`{self.package}.File(content, name=..., content_type=...)`; large ones are sent piece by piece."
            )
        if download is not None:
            call = self.call(download, through="with_streaming_response")
            pieces = ["    for piece in response.iter_bytes():", "        print(len(piece))"]
            yield code("python", f"with {call} as response:", *pieces)
            yield "Without `with_streaming_response` the method gives all bytes; `response.save(path)` writes them."

    def errors(self) -> Iterator[str]:
        yield "## Errors"
        names = ["APIConnectionError", "APIError", "NotFoundError"]
        attempt = self.call(self.show.small)
        yield code(
            "python",
            self.imports(*names),
            "",
            "try:",
            indent(attempt, "    "),
            "except NotFoundError as error:",
            "    print(error.request_id)",
            "except APIError as error:",
            "    print(error.status, error.headers, error.body)",
            "except APIConnectionError as error:",
            "    print(error)",
        )
        yield (
            "Everything that is raised is an `SDKError`. An answer that is an error is an `APIError`; 400, 401, 403, "
            "404, 409, 410, 422, 429 and 5XX have classes of their own. `APITimeoutError` is an "
            "`APIConnectionError`; `DecodeError` says that an answer cannot be read. `MissingBodyError` and "
            "`MissingArgumentError` are raised before anything is sent."
        )
        declared = [item.ident for item in self.plan.errors.values()]
        if declared:
            yield f"An error whose body the API declares has it, typed, as `error`: {listed(declared)}."

    # ------------------------------------------------------------------ settings

    def retries(self) -> Iterator[str]:
        yield "## Retries and timeouts"
        yield retries_text(self.plan)
        if timeout_text(self.plan):
            yield timeout_text(self.plan)
        policy = 'RetryPolicy(retries=4, budget=30, statuses=("429", "5XX"))'
        yield code(
            "python",
            self.imports("RetryPolicy"),
            "",
            self.make("retries=5", "timeout=10"),
            self.make(f"retries={policy}"),
            self.call(self.show.small, options='{"timeout": 1.5, "retries": 0}'),
        )
        options = ("timeout", "retries", "headers", "idempotency_key", "server", "validate")
        yield f"Times are seconds. `options` of a call: {listed(options, 99)}."

    def responses(self) -> Iterator[str]:
        if self.show.small is None:
            return
        yield "## Whole responses"
        yield code(
            "python",
            self.call(self.show.small, through="with_raw_response", name="whole"),
            "print(whole.status, whole.headers, whole.metadata, whole.parsed)",
        )

    def hooks(self) -> Iterator[str]:
        yield "## Hooks and logging"
        yield code(
            "python",
            "import logging",
            "",
            self.imports("Hooks", "Request"),
            "",
            "",
            "def trace(request: Request) -> None:",
            '    request.headers.append(("X-Trace", "1"))',
            "",
            "",
            self.make("hooks=Hooks(before_request=trace)"),
            f'logging.getLogger("{self.package}").setLevel(logging.DEBUG)  # credentials are left out of the log',
        )
        yield (
            "`after_response` and `on_error` are told how each attempt ended. Hooks of the asynchronous client may be "
            "asynchronous, and so may its functions that give credentials."
        )

    def transport(self) -> Iterator[str]:
        yield "## HTTP client of your own"
        yield code(
            "python",
            "import httpx2",
            "",
            self.make('proxy="http://user:password@localhost:3128"', "max_connections=10"),
            self.make("http_client=httpx2.Client(trust_env=False)"),
        )
        yield (
            "Without `proxy`, the environment names them (`HTTPS_PROXY`, `NO_PROXY`). `http_client` is a client of "
            "`httpx` or `httpx2` with settings of its own, or any other "
            f"`{self.package}.Transport`; the asynchronous client takes their asynchronous twins."
        )

    def servers(self) -> Iterator[str]:
        name = chosen_server(self.plan)
        lines = [f"{self.client}(server={_quoted(name)})"] if name is not None else []
        lines += [f"{self.client}({option}={_quoted(value)})" for option, value in chosen_variables(self.plan).items()]
        yield "## Servers"
        yield servers_table(self.plan)
        yield code("python", *lines, f'{self.client}(base_url="https://api.example.com")')
        yield f"`{self.plan.surface.environment}_BASE_URL` in the environment says it too."

    def shared(self) -> Iterator[str]:
        options = self.plan.surface.global_parameters
        if options:
            yield "## Parameters of the client"
            yield f"Given once, sent with every request that declares them: {listed(options.values(), 99)}."

    # ------------------------------------------------------------------ events and checks

    def webhooks(self) -> Iterator[str]:
        receiver = self.plan.receiver
        if receiver is None:
            return
        first = receiver.shown
        secrets = 'secrets=["..."]' if receiver.signature is not None else ""
        yield "## Webhooks"
        yield code(
            "python",
            self.imports("WebhookReceiver", first.payload),
            "",
            f"receiver = WebhookReceiver({secrets})",
            "",
            "",
            f"@receiver.{first.method}",
            f"def handle(payload: {first.payload}) -> None:",
            "    print(payload)",
            "",
            "",
            "app = receiver.asgi()  # or receiver.wsgi()",
        )
        headers = "In a handler, `event_headers()` has the event's headers."
        said = "`asgi(routes={path: event})` says so otherwise; `receiver.handle(event, ...)` fits any framework."
        yield webhooks_text(receiver, said, "WebhookReceiver(event_name=...)", headers, "`@receiver.otherwise`")

    def validators(self) -> Iterator[str]:
        yield "## Validators"
        yield (
            "`validate_request` tells a server or a gateway all that is wrong with a request, by JSON Schema; "
            "`check_request` raises `InvalidRequest`. Models have `validate()`. A client made with `validate=True`, or "
            'a call with `options={"validate": True}`, checks its own arguments so, dictionaries too, before it sends '
            "anything. None of it runs unless you ask for it."
        )

    def models(self) -> Iterator[str]:
        if self.plan.surface.options.get("models") != "pydantic":
            return
        yield "## Models"
        yield (
            "Models are pydantic models. What your program makes or validates is checked; what the API answers is not "
            "refused: unknown fields and values are kept, a wrong type stays as it is, and a field that is missing is "
            "`None` and not in `model_fields_set`. `to_dict()` gives the JSON that is sent."
        )


def _quoted(text: str) -> str:
    return string(text).text
