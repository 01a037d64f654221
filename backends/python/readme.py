"""Writes the README of a package: its texts, and code that runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import indent
from typing import assert_never

from backends.python.calls import call_text, value_text
from backends.python.clients import project_name
from backends.python.code import string
from backends.readme import Speaker, listed, printed
from compiler.plan import examples as example
from compiler.plan import readme as tree
from compiler.plan.plan import Plan, Received


def readme(plan: Plan) -> str:
    """Print ``README.md``."""
    return printed(speaker(plan))


def speaker(plan: Plan) -> PythonSpeaker:
    """Return what documentation says in this language."""
    return PythonSpeaker(plan)


class PythonSpeaker(Speaker):
    """Says what READMEs say in Python."""

    fence = "python"

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.package, self.client = plan.surface.package, plan.surface.client
        self.base = [option_text(self.readme.base)] if self.readme.base is not None else []
        self.prose = _prose(plan, self.package, f"Async{self.client}")

    def code(self, code: tree.Code) -> Iterable[str]:
        """Write code, line by line."""
        match code:
            case tree.Install():
                return [f"pip install {project_name(self.plan)}"]
            case tree.FirstCall():
                return self._first_call(code)
            case tree.AwaitedCall():
                return self._awaited_call(code)
            case tree.Credentials(options):
                return self._credentials(options)
            case tree.Pages(call, items):
                return self._pages(call, items)
            case tree.Stream(call):
                return [f"with {call_text(call)} as stream:", "    for value in stream:", "        print(value)"]
            case tree.Upload(call):
                return [call_text(call)]
            case tree.Download(call):
                opened = f"with {call_text(call, through='with_streaming_response')} as response:"
                return [opened, "    for piece in response.iter_bytes():", "        print(len(piece))"]
            case tree.Errors(call):
                return self._errors(call)
            case tree.RetrySettings(call):
                return self._retries(call)
            case tree.WholeResponse(call):
                shown = "print(whole.status, whole.headers, whole.metadata, whole.parsed)"
                return [call_text(call, through="with_raw_response", name="whole"), shown]
            case tree.Handler(event, signed):
                return self._receiver(event, signed)
            case tree.Hooks():
                return self._hooks()
            case tree.Transport():
                proxy = self._make('proxy="http://user:password@localhost:3128"', "max_connections=10")
                return ["import httpx2", "", proxy, self._make("http_client=httpx2.Client(trust_env=False)")]
            case tree.Servers(options):
                return [f"{self.client}({option_text(option)})" for option in options]
            case (
                tree.OptionalValues() | tree.Reconnect() | tree.ValidatorImport() | tree.FetchOptions() | tree.Bundle()
            ):
                return []
        assert_never(code)

    def _make(self, *options: str, client: str = "") -> str:
        """Write the construction of a client."""
        return f"{client or self.client}({', '.join([*self.base, *options])})"

    def made_as_first(self) -> str:
        """Write the construction of the client as the first program has it."""
        return self._make(*(option_text(item) for item in self.readme.needed))

    def _imports(self, *names: str) -> str:
        """Write an import from the package."""
        return f"from {self.package} import {', '.join(sorted(names))}"

    def _first_call(self, code: tree.FirstCall) -> Iterator[str]:
        said = "  # credentials come from the environment, see below" if code.told else ""
        yield self._imports(self.client, *(["models"] if code.objects else []))
        yield ""
        yield f"client = {self._make(*map(option_text, code.options))}{said}"
        yield from _used(code.call)

    def _awaited_call(self, code: tree.AwaitedCall) -> Iterator[str]:
        twin = f"Async{self.client}"
        yield "import asyncio"
        yield ""
        yield self._imports(twin)
        yield "\n\nasync def main() -> None:"
        yield f"    async with {self._make(*map(option_text, code.options), client=twin)} as client:"
        lines = ["pass"] if code.call is None else _used(code.call, "await")
        yield from (indent(line, " " * 8) for line in lines)
        yield "\n\nasyncio.run(main())"

    def _credentials(self, options: Iterable[example.Credential]) -> Iterator[str]:
        names = {_CLASSES[option.form] for option in options if option.form in _CLASSES}
        yield from [self._imports(*names), ""] if names else []
        for option in options:
            asked = "  # asked before each request" if option.form is example.Form.SOURCE else ""
            yield self._make(option_text(option)) + asked

    def _pages(self, call: example.ExampleCall, items: bool) -> Iterator[str]:
        yield call_text(call, name="page")
        if items:
            yield "for item in page:  # the items of this page and of all that follow"
            yield "    print(item)"
        yield "for following in page.pages():"
        yield "    print(following.result)  # the decoded body"
        yield "after = page.next()  # None where no page remains"

    def _errors(self, call: example.ExampleCall) -> Iterator[str]:
        yield self._imports("APIConnectionError", "APIError", "NotFoundError")
        yield "\ntry:"
        yield indent(call_text(call), "    ")
        yield "except NotFoundError as error:"
        yield "    print(error.request_id)"
        yield "except APIError as error:"
        yield "    print(error.status, error.headers, error.body)"
        yield "except APIConnectionError as error:"
        yield "    print(error)"

    def _retries(self, call: example.ExampleCall) -> Iterator[str]:
        yield self._imports("RetryPolicy")
        yield ""
        yield self._make("retries=5", "timeout=10")
        yield self._make('retries=RetryPolicy(retries=4, budget=30, statuses=("429", "5XX"))')
        yield call_text(call, options='{"timeout": 1.5, "retries": 0}')

    def _receiver(self, event: Received, signed: bool) -> Iterator[str]:
        secrets = 'secrets=["..."]' if signed else ""
        yield self._imports("WebhookReceiver", event.payload)
        yield ""
        yield f"receiver = WebhookReceiver({secrets})"
        yield f"\n\n@receiver.{event.method}"
        yield f"def handle(payload: {event.payload}) -> None:"
        yield "    print(payload)"
        yield "\n\napp = receiver.asgi()  # or receiver.wsgi()"

    def _hooks(self) -> Iterator[str]:
        yield "import logging"
        yield ""
        yield self._imports("Hooks", "Request")
        yield "\n\ndef trace(request: Request) -> None:"
        yield '    request.headers.append(("X-Trace", "1"))'
        yield "\n"
        yield self._make("hooks=Hooks(before_request=trace)")
        yield f'logging.getLogger("{self.package}").setLevel(logging.DEBUG)  # credentials are left out of the log'


def _used(call: example.ExampleCall, awaited: str = "") -> list[str]:
    """Write a call and the use of its result."""
    if call.gives is example.Gives.NOTHING:
        return [call_text(call, name=awaited)]
    return [call_text(call, name=f"result = {awaited}" if awaited else "result"), "print(result)"]


_CLASSES = {example.Form.CLIENT: "ClientCredentials", example.Form.PASSWORD: "PasswordCredentials"}


def option_text(option: example.ClientOption) -> str:
    """Write an option of a client."""
    match option:
        case example.BaseUrl(url):
            return f'base_url="{url}"'
        case example.Credential(name, form):
            return f"{name}={_credential(form)}"
        case example.Shared(name, value):
            return f"{name}={value_text(value)}"
        case example.ServerName(name):
            return f"server={string(name).text}"
        case example.UrlVariable(name, text):
            return f"{name}={string(text).text}"
    assert_never(option)


def _credential(form: example.Form) -> str:
    match form:
        case example.Form.BASIC:
            return '("user", "password")'
        case example.Form.TOKEN:
            return '"..."'
        case example.Form.CLIENT:
            return 'ClientCredentials(client_id="...", client_secret="...")'
        case example.Form.PASSWORD:
            return 'PasswordCredentials(username="...", password="...")'
        case example.Form.SOURCE:
            return 'lambda: "..."'
    assert_never(form)


def _prose(plan: Plan, package: str, twin: str) -> tree.Prose:
    request = ", but a `request` is an object of its class" if plan.shown.readme().requests else ""
    options = listed(
        (
            "timeout",
            "retries",
            "headers",
            "extra_query",
            "extra_body",
            "idempotency_key",
            "server",
            "redirects",
            "timezone",
            "validate",
            "validate_responses",
            "max_response_bytes",
        ),
        99,
    )
    pydantic = plan.surface.options.get("models") == "pydantic"
    return {
        "requirements": (
            "It needs Python 3.11 or later. With `orjson` installed, JSON is read and written faster. Before it is "
            "published: `pip install ../path/to/this/folder`."
        ),
        "types_alone": (
            f"Types are in `{package}.models`: `from_dict` and `from_json` read a value, `to_dict` and `to_json` write "
            "it, and `validate()` lists its violations."
        ),
        "async_client": (
            f"`{twin}` is the same client for asyncio; both are context managers, which close their connections:"
        ),
        "types": (
            f"Types are in `{package}.models`; arguments may be models or dictionaries{request}. The docstrings, and "
            "the reference pages if they were built, describe all methods and types."
        ),
        "environment": "Options that are not given are read from the environment:",
        "pages": "With asyncio: `async for item in ...`, `await ...` for the first page, `await page.next()`.",
        "stream_end": (
            "If a stream breaks off in the middle of a value, the loop raises `APIConnectionError` and drops the "
            "incomplete value."
        ),
        "stream_switch": (
            "If the method has an argument that turns on streaming, mostly `stream`, `stream=True` gives the same "
            "stream; without it the method returns the whole result."
        ),
        "stream_events": (
            '`options={"reconnect": 3}` resumes a stream that is interrupted, up to three times in a row without an '
            "event. A stream has the `event`, the `last_event_id` and the `retry_after` of its last value; "
            '`options={"last_event_id": ...}` resumes after an earlier one.'
        ),
        "upload": (
            f"A file is bytes, a path, an open file, an iterable of bytes, or `{package}.File(content, name=..., "
            "content_type=...)`; large files are sent in pieces."
        ),
        "values": (
            'An absent field of a result reads as `None`. `"name" in thing`, by the name on the wire, and '
            "`thing.model_fields_set`, by attributes, tell which fields are present; `del thing.name` makes one "
            "absent. An absent field is sent back absent, and null as null. An argument that is `None` is not sent "
            f"either, unless null is one of its values: such arguments are `{package}.UNSET` until they are given, and "
            '`thing.given("name")` passes on a field of a result, absent or null.'
        ),
        "download": (
            "Without `with_streaming_response` the method returns all bytes; `response.save(path)` writes them."
        ),
        "errors": (
            "Every exception is an `SDKError` with a message of one line: `404 GET /v1/files/missing: No such File "
            "object (request id req_123)`. An error response raises an `APIError`; 400, 401, 403, 404, 409, 410, 422, "
            "429 and 5XX have classes of their own. `APITimeoutError` is an `APIConnectionError`; `DecodeError` says "
            "that a response cannot be read at all, such as a page of HTML in place of JSON, and has it in `content`; "
            "`with_streaming_response` gives any response unread. `MissingBodyError` and `MissingArgumentError` are "
            "raised before anything is sent, and so is `MissingCredentialsError`, which names the option and the "
            'environment variable; `auth="external"` says that others add the credentials.'
        ),
        "any_call": (
            '`client.request("POST", "/path", body={...}, into=Model)` calls an undocumented operation, with the '
            "client's credentials, retries and errors; without `into` the result is JSON, text or bytes. "
            '`options={"extra_query": {...}, "extra_body": {...}}` adds to the query and the body of any method. '
            "`client.with_options(timeout=5)` returns a copy of the client with other settings, which shares its "
            "connections and tokens; it takes credentials, too."
        ),
        "whole_response": (
            "`whole.content` and `whole.text` are the raw body. `whole.parsed`, or `whole.parse()`, decodes it on "
            "demand: only then does a body that cannot be read raise a `DecodeError`."
        ),
        "declared_errors": "If the API declares the body of an error, it is typed, as `error`:",
        "call_options": f"Times are seconds. `options` of a call: {options}.",
        "event_name": (
            "`asgi(routes={path: event})` maps other paths; `receiver.handle(event, ...)` fits any framework."
        ),
        "event_rule": "WebhookReceiver(event_name=...)",
        "event_headers": "In a handler, `event_headers()` has the event's headers.",
        "unsafe": "`RetryPolicy(unsafe=True)`",
        "event_rest": "`@receiver.otherwise`",
        "validators": (
            "`validate_request` lists for a server or a gateway all violations of a request, by JSON Schema; "
            "`check_request` raises `InvalidRequest`. Models have `validate()`. A client made with `validate=True`, or "
            'a call with `options={"validate": True}`, checks its own arguments in the same way, dictionaries too, '
            "before it sends anything. JSON of another shape than the API declares is read leniently; with "
            "`validate_responses=True`, of a client or a call, it raises a `DecodeError` with all `violations`, and "
            'with `"report"` the hook `on_invalid_response` is told of them. `max_response_bytes` bounds what is read '
            "whole, decompressed, and each value of a stream. None of it runs unless you ask for it."
        ),
        "hooks": (
            "`after_response` and `on_error` are called at the end of each attempt. A request has its `operation` and "
            f"its `route`, the template of the path, for traces and metrics. `{plan.surface.environment}_LOG=debug` in "
            "the environment logs each attempt in a line: method, path, status, milliseconds and request id. Hooks and "
            "credential functions of the asynchronous client may be asynchronous."
        ),
        "transport": (
            "Without `proxy`, the environment names proxies (`HTTPS_PROXY`, `NO_PROXY`). `http_client` is a client of "
            f"`httpx` or `httpx2` with settings of its own, or any other `{package}.Transport`; the asynchronous "
            "client takes their asynchronous counterparts."
        ),
        "models": (
            "Models are pydantic models. What your program makes or validates is checked; responses of the API are not "
            "refused, unless `validate_responses` asks for it: unknown fields and values are kept, a wrong type stays "
            "as it is, and a field that is missing is "
            "`None` and not in `model_fields_set`. `to_dict()` gives the JSON that is sent."
        )
        if pydantic
        else "",
        "narrowing": (
            "An enum consists of its literals and `UnknownValue` (`UnknownNumber`), a `str` (`int`) that the API sends "
            'but does not document: a received value can be sent back, a type checker finds a typo, and `unknown("x")` '
            "makes one by hand. The property that tells the members of a union apart narrows: `if event.type == ...`, "
            "`match` and `isinstance`. An undocumented member is an `UnknownMember`, with its JSON as `data`; "
            "`unknown_tag(member)` gives its tag as text."
        ),
        # Parts that only other languages have.
        "install": "",
        "credential_source": "",
        "stream_silence": "",
        "fetch_options": "",
        "bundle": "",
        "bundle_end": "",
    }
