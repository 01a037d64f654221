"""D13.2: programs that stream a chat, with SDKs of published documents, in every language, against a server."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.documents import content, document, object_of, operation, ref
from tests.support.drift import LANGUAGES
from tests.support.go_things import go
from tests.support.places import SHARED
from tests.support.printed import print_python, print_sdk
from tests.support.recorder import Recorder, Reply
from tests.support.run import build_sdks, run_program
from tests.support.type_checkers import run_mypy
from tests.support.typescript_things import in_node, print_typescript
from tests.support.typescript_tools import check_types, require_node

HERE = Path(__file__).parent
SPECS = SHARED / "specs"
TARGETS = [word for target in LANGUAGES for word in ("-t", target)]
WORDS = ("one ", "two ", "three")
SSE = {"Content-Type": "text/event-stream; charset=utf-8"}


def _chunk(word: str) -> dict[str, Any]:
    choice = {"index": 0, "delta": {"content": word}, "finish_reason": None}
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}


def _events(events: list[tuple[str, dict[str, Any]]]) -> str:
    return "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)


def _block(kind: str, **data: Any) -> tuple[str, dict[str, Any]]:
    return f"content_block_{kind}", {"type": f"content_block_{kind}", "index": 0, **data}


_CHUNKS = "".join(f"data: {json.dumps(_chunk(word))}\n\n" for word in WORDS) + "data: [DONE]\n\n"
_BLOCKS = _events(
    [
        _block("start", content_block={"type": "text", "text": "", "citations": None}),
        ("ping", {"type": "ping"}),
        *(_block("delta", delta={"type": "text_delta", "text": word}) for word in WORDS),
        _block("stop"),
        ("message_stop", {"type": "message_stop"}),
    ]
)


@dataclass(frozen=True)
class Api:
    """A published document, what it leaves unsaid, and a stream that its server answers with."""

    name: str
    document: str
    part: str
    """How the paths begin that are printed: those of the chat, where names are the same without others."""
    prefix: str
    path: str
    stream: str
    unsaid: Mapping[str, Any] = field(default_factory=dict)


APIS = (
    Api("openai", "openai.yaml", "/chat/completions", "OPENAI", "/chat/completions", _CHUNKS),
    Api("mistral", "mistral-public.yaml", "/v1/chat/completions", "MISTRAL_AI", "/v1/chat/completions", _CHUNKS),
    Api(
        "anthropic",
        "anthropic.json",
        "/",
        "ANTHROPIC_API_ADVISOR_TOOL",
        "/v1/messages",
        _BLOCKS,
        # its document declares JSON alone: no program could know what streams (CG1126)
        {"/v1/messages": {"text/event-stream": {"schema": {"$ref": "#/components/schemas/MessageStreamEvent"}}}},
    ),
)


def part_of(whole: dict[str, Any], path: str) -> dict[str, Any]:
    """What a document says of the paths that begin so, with the components that they need."""
    paths = {at: item for at, item in whole["paths"].items() if at.startswith(path)}
    components: dict[str, Any] = {"securitySchemes": whole["components"].get("securitySchemes", {})}
    waiting: list[Any] = [paths]
    while waiting:
        for kind, name in re.findall(r'"#/components/(\w+)/([^"/]+)', json.dumps(waiting.pop(), default=str)):
            if name not in components.setdefault(kind, {}):
                components[kind][name] = whole["components"][kind][name]
                waiting.append(components[kind][name])
    return {**whole, "paths": paths, "webhooks": {}, "components": components}


@pytest.fixture(scope="module", params=APIS, ids=lambda api: api.name)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Api, Path]:
    """The SDKs of the part of a document that has its chat, without any configuration."""
    api: Api = request.param
    if not (SPECS / api.document).is_file():
        pytest.skip("needs ../shared/specs")
    whole = yaml.load((SPECS / api.document).read_text("utf-8"), yaml.CSafeLoader)
    for path, stream in api.unsaid.items():
        whole["paths"][path]["post"]["responses"]["200"]["content"] |= stream
    folder = tmp_path_factory.mktemp(api.name)
    return api, build_sdks(folder, json.loads(json.dumps(part_of(whole, api.part), default=str)), "", *TARGETS)


def run_python(api: Api, folder: Path) -> list[str]:
    run = "import runpy, sys; sys.path.insert(0, sys.argv[1]); runpy.run_path(sys.argv[2])"
    return [sys.executable, "-c", run, str(folder), str(HERE / f"chats/{api.name}.py")]


def run_typescript(api: Api, folder: Path) -> list[str]:
    shutil.copy(HERE / f"chats/{api.name}.mjs", folder / "chat.mjs")
    return [require_node(), "chat.mjs"]


def run_go(api: Api, folder: Path) -> list[str]:
    (folder / "chat").mkdir()
    shutil.copy(HERE / f"chats/{api.name}.go", folder / "chat/main.go")
    go("build", "-o", "program", "./chat", folder=folder)
    return [str(folder / "program")]


RUN = {"python": run_python, "typescript": run_typescript, "go": run_go}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_streams_a_chat(language: str, printed: tuple[Api, Path]) -> None:
    """It asks for a stream, and prints the words."""
    api, sdk = printed
    folder = sdk / language
    with Recorder() as recorder:
        recorder.script(Reply(200, SSE, api.stream.encode()))
        keys = dict.fromkeys((f"{api.prefix}_API_KEY", f"{api.prefix}_API_KEY_AUTH"), "k")
        environment = keys | {f"{api.prefix}_BASE_URL": recorder.origin}
        assert run_program(RUN[language](api, folder), folder, environment) == "".join(WORDS)
        (asked,) = recorder.requests
    assert (asked.target, asked.header("Accept")) == (api.path, "text/event-stream")
    assert json.loads(asked.body)["stream"] is True


# --------------------------------------------------------------------------- one method with several signatures

_QUESTION = object_of(
    "text",
    text="string",
    stream={"type": ["boolean", "null"], "default": False, "description": "Word by word."},
    size="integer",
)
_BOTH = content(ref("Answer"))["content"] | content(ref("Word"), "text/event-stream")["content"]


def _asks(name: str, schema: dict[str, Any], required: bool = True, **keys: Any) -> dict[str, Any]:
    responses = {"200": {"description": "whole, or word by word", "content": _BOTH}}
    body = {"required": required, **content(schema)}
    return {f"/{name}": {"post": operation(name, responses, requestBody=body, **keys)}}


DOCUMENT = document(
    "Chats",
    _asks("ask", {**_QUESTION, "title": "Question"})
    | _asks("tell", object_of(text="string", live="boolean"), False, **{"x-codegen-stream-switch": "live"}),
    {"Answer": object_of("text", text="string"), "Word": object_of("word", word="string")},
)
_WHOLE = Reply(200, {"Content-Type": "application/json"}, b'{"text": "hello"}')
_STREAM = Reply(200, SSE, b'data: {"word": "hello"}\n\ndata: [DONE]\n\n')


@pytest.fixture(scope="module")
def python_sdk(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return print_python(DOCUMENT, "sdk_chats", tmp_path_factory.mktemp("python"))


def test_an_argument_decides_what_python_returns(python_sdk: Any) -> None:
    """D13.2: omitted or False sends nothing and gives the value, True gives the stream; `x-codegen-stream-switch` may
    name it, and an optional body is sent where it asks for a stream."""
    sdk = python_sdk.module
    with Recorder() as server, sdk.Chats(base_url=server.origin) as client:
        server.script(_WHOLE, _WHOLE, _WHOLE, _STREAM, _STREAM, _WHOLE, _STREAM)
        values = [client.ask(text="a"), client.ask(text="a", stream=False), client.ask(text="a", stream=None)]
        words = [[item.word for item in made] for made in (client.ask(text="a", stream=True), client.tell(live=True))]
        raw = client.with_raw_response.ask(text="a", size=3)
        raw_stream = client.with_raw_response.ask_stream(text="a")
        assert [item.word for item in raw_stream.parsed] == ["hello"]
        sent = [json.loads(item.body) for item in server.requests]
    assert [item.text for item in (*values, raw.parsed)] == ["hello"] * 4
    assert words == [["hello"], ["hello"]]
    streamed = {"text": "a", "stream": True}
    assert sent == [{"text": "a"}] * 3 + [streamed, {"live": True}, {"text": "a", "size": 3}, streamed]


TYPED_PYTHON = """
from typing import assert_type
import sdk_chats as sdk
from sdk_chats import models

def threads(client: sdk.Chats, either: bool) -> None:
    assert_type(client.ask(text="a"), models.Answer)
    assert_type(client.ask(text="a", stream=False), models.Answer)
    assert_type(client.ask(text="a", stream=None), models.Answer)
    assert_type(client.ask(text="a", stream=True), sdk.Stream[models.Word])
    assert_type(client.ask(text="a", stream=either), models.Answer | sdk.Stream[models.Word])
    assert_type(client.ask_stream(text="a"), sdk.Stream[models.Word])
    assert_type(client.with_raw_response.ask(text="a"), sdk.RawResponse[models.Answer])
    assert_type(client.with_raw_response.ask_stream(text="a"), sdk.RawResponse[sdk.Stream[models.Word]])
    client.ask_stream(text="a", stream=True)  # type: ignore[call-arg]

async def tasks(client: sdk.AsyncChats, either: bool) -> None:
    assert_type(await client.ask(text="a"), models.Answer)
    assert_type(await client.ask(text="a", stream=True), sdk.AsyncStream[models.Word])
    assert_type(await client.ask(text="a", stream=either), models.Answer | sdk.AsyncStream[models.Word])
    assert_type(await client.tell(live=True), sdk.AsyncStream[models.Word])
"""


@pytest.mark.slow
def test_python_knows_what_comes(python_sdk: Any) -> None:
    """mypy --strict takes the signatures as they are meant, an argument that is not there among the mistakes."""
    folder: Path = python_sdk.folder
    (folder / "typed.py").write_text(TYPED_PYTHON)
    said = run_mypy(folder, "--strict", "--warn-unused-ignores", "typed.py")
    assert said.startswith("Success"), said


TYPED_TYPESCRIPT = """
import { Chats } from "./index.js";

export async function typed(client: Chats, either: boolean): Promise<string[]> {
  const found: string[] = [
    (await client.ask({ text: "a" })).text,
    (await client.ask({ text: "a", stream: false })).text,
    (await client.ask({ text: "a", stream: undefined })).text,
  ];
  for await (const item of client.ask({ text: "a", stream: true })) found.push(item.word);
  for await (const item of client.askStream({ text: "a" })) found.push(item.word);
  const one = await client.ask({ text: "a", stream: either });
  if ("text" in one) found.push(one.text);
  else for await (const item of one) found.push(item.word);
  for await (const item of client.tell({ live: true })) found.push(item.word);
  // @ts-expect-error it is no argument of the method that streams
  void (() => client.askStream({ text: "a", stream: true }));
  return found;
}
"""
RUN_TYPESCRIPT = """
import { Chats } from "sdk-chats";
const client = new Chats({ baseUrl: process.argv[2] });
const words = [];
words.push((await client.ask({ text: "a" })).text, (await client.ask({ text: "a", stream: false })).text);
for await (const item of client.ask({ text: "a", stream: true })) words.push(item.word);
for await (const item of client.askStream({ text: "a" })) words.push(item.word);
words.push((await client.tell()).text);
for await (const item of client.tell({ live: true })) words.push(item.word);
console.log(words.join(" "));
"""


def test_an_argument_decides_what_typescript_returns(tmp_path: Path) -> None:
    """D13.2, as in Python."""
    sdk = print_typescript(DOCUMENT, "sdk_chats")
    (sdk.folder / "src/typed.ts").write_text(TYPED_TYPESCRIPT)
    assert check_types(sdk.folder) == ""
    with Recorder() as server:
        server.script(_WHOLE, _WHOLE, _STREAM, _STREAM, _WHOLE, _STREAM)
        said = in_node(sdk.folder, RUN_TYPESCRIPT, server.origin)
        sent = [item.body for item in server.requests]
    assert said == " ".join(["hello"] * 6) + "\n"
    streamed = {"text": "a", "stream": True}
    assert [json.loads(body) if body else None for body in sent] == [
        {"text": "a"}, {"text": "a"}, streamed, streamed, None, {"live": True},
    ]  # fmt: skip


def test_the_pages_show_what_each_method_sends(tmp_path: Path) -> None:
    """D13.2: the samples of the method that streams have the property, those of the other one do not."""
    folder = print_sdk(DOCUMENT, "reference", tmp_path, {}).folder
    page = next(text for path in folder.rglob("*.md") if "## `askStream`" in (text := path.read_text()))
    value, stream = page.split("## `askStream`")[0], page.split("## `askStream`")[1].split("## `tell`")[0]
    assert '"stream"' not in value.split("## `ask`")[1]
    assert stream.count('"stream": true') == 2, "for cURL, and as a request"
