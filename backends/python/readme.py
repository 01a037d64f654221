"""Spells the README of a package: its texts, and code that runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import indent
from typing import assert_never

from backends.python.calls import call_text, value_text
from backends.python.clients import project_name
from backends.python.code import string
from backends.readme import Speaker, listed, printed
from compiler.ir import examples as example
from compiler.ir import readme as tree
from compiler.ir.plan import Plan, Received


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
    """Write a call, and what is done with its result."""
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
            "validate",
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
            f"Types are in `{package}.models`: `from_dict` and `from_json` read a value, `to_dict` and "
            "`to_json` write it, and `validate()` lists all that is wrong with it."
        ),
        "async_client": (
            f"`{twin}` is the same client for asyncio; both are context managers, which close their connections:"
        ),
        "types": (
            f"Types are in `{package}.models`; arguments may be models or dictionaries{request}. The reference of "
            "all methods and types is in the docstrings, and in the reference pages where they were built."
        ),
        "environment": "What is not given is read from the environment:",
        "pages": "With asyncio: `async for item in ...`, `await ...` for the first page, `await page.next()`.",
        "stream_end": (
            "A stream that ends in the middle of a value broke off: the loop raises `APIConnectionError`, and what "
            "came of the value is none."
        ),
        "stream_switch": (
            "Where the method beside it has an argument for that, mostly `stream`, `stream=True` gives the same "
            "stream; without it there is the whole at once."
        ),
        "stream_events": (
            '`options={"reconnect": 3}` takes a stream that is lost up again by itself, up to three times in a row '
            "without an event. A stream tells the `event`, the `last_event_id` and the `retry_after` of its last "
            'value; `options={"last_event_id": ...}` goes on after an earlier one.'
        ),
        "upload": (
            "A file is bytes, a path, an open file, an iterable of bytes, or "
            f"`{package}.File(content, name=..., content_type=...)`; large ones are sent piece by piece."
        ),
        "values": (
            'What is absent in a result reads as `None`. `"name" in thing`, by the name on the wire, and '
            "`thing.model_fields_set`, by attributes, tell what is there; `del thing.name` makes it absent. What came "
            "absent goes back absent, and null as null. An argument that is `None` is not sent either, unless null is "
            f'one of its values: those are `{package}.UNSET` until they are given, and `thing.given("name")` passes '
            "on what a result has, absent or null."
        ),
        "download": "Without `with_streaming_response` the method gives all bytes; `response.save(path)` writes them.",
        "errors": (
            "Everything that is raised is an `SDKError`, and one line: "
            "`404 GET /v1/files/missing: No such File object (request id req_123)`. An answer that is an error is an "
            "`APIError`; 400, 401, 403, "
            "404, 409, 410, 422, 429 and 5XX have classes of their own. `APITimeoutError` is an "
            "`APIConnectionError`; `DecodeError` says that an answer cannot be read, and has it in `content`; "
            "`with_streaming_response` gives any answer as it comes. `MissingBodyError` and "
            "`MissingArgumentError` are raised before anything is sent, and so is `MissingCredentialsError`, which "
            'names the option and the variable of the environment; `auth="external"` says that others add the '
            "credentials."
        ),
        "any_call": (
            '`client.request("POST", "/path", body={...}, into=Model)` calls what the document does not have, with the '
            "client's credentials, retries and errors; without `into` the answer is JSON, text or bytes. "
            '`options={"extra_query": {...}, "extra_body": {...}}` adds to the query and the body of any method. '
            "`client.with_options(timeout=5)` is the same client with other settings, which shares its connections "
            "and tokens; it takes credentials, too."
        ),
        "whole_response": (
            "`whole.content` and `whole.text` are the body as it came. `whole.parsed`, or `whole.parse()`, reads it "
            "when it is asked for: what is not as the API declares it raises a `DecodeError` then, and not before."
        ),
        "declared_errors": "An error whose body the API declares has it, typed, as `error`:",
        "call_options": f"Times are seconds. `options` of a call: {options}.",
        "event_name": (
            "`asgi(routes={path: event})` says so otherwise; `receiver.handle(event, ...)` fits any framework."
        ),
        "event_rule": "WebhookReceiver(event_name=...)",
        "event_headers": "In a handler, `event_headers()` has the event's headers.",
        "unsafe": "`RetryPolicy(unsafe=True)`",
        "event_rest": "`@receiver.otherwise`",
        "validators": (
            "`validate_request` tells a server or a gateway all that is wrong with a request, by JSON Schema; "
            "`check_request` raises `InvalidRequest`. Models have `validate()`. A client made with `validate=True`, or "
            'a call with `options={"validate": True}`, checks its own arguments so, dictionaries too, before it sends '
            "anything. None of it runs unless you ask for it."
        ),
        "hooks": (
            "`after_response` and `on_error` are told how each attempt ended. A request has its `operation` and its "
            "`route`, the template of the path, for traces and metrics. "
            f"`{plan.surface.environment}_LOG=debug` in the environment logs each attempt in a line: method, path, "
            "status, milliseconds and request id. Hooks of the asynchronous client may be "
            "asynchronous, and so may its functions that give credentials."
        ),
        "transport": (
            "Without `proxy`, the environment names them (`HTTPS_PROXY`, `NO_PROXY`). `http_client` is a client of "
            "`httpx` or `httpx2` with settings of its own, or any other "
            f"`{package}.Transport`; the asynchronous client takes their asynchronous twins."
        ),
        "models": (
            "Models are pydantic models. What your program makes or validates is checked; what the API answers is not "
            "refused: unknown fields and values are kept, a wrong type stays as it is, and a field that is missing is "
            "`None` and not in `model_fields_set`. `to_dict()` gives the JSON that is sent."
        )
        if pydantic
        else "",
        "narrowing": (
            "An enum is its literals and `UnknownValue` (`UnknownNumber`), a `str` (`int`) that the API sends and its "
            'document does not list: what came can be sent back, a type checker finds a typo, and `unknown("x")` makes '
            "one by hand. What tells the members of a union apart narrows: `if event.type == ...`, `match` and "
            "`isinstance`. What the document does not name is an `UnknownMember`, with its JSON as `data`; "
            "`unknown_tag(member)` gives its tag as text."
        ),
        # What other languages alone say.
        "install": "",
        "credential_source": "",
        "stream_silence": "",
        "fetch_options": "",
        "bundle": "",
        "bundle_end": "",
    }
