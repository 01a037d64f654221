"""D11.4 on a real document: tags identify all events of OpenAI's stream, and an agent program uses its unions.

Both programs are checked by mypy and pyright in their strict modes, like those of test_python_narrowing.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.places import SHARED
from tests.support.python_things import build_shared
from tests.support.type_checkers import Diagnostic, Programs, misjudged

SPEC = SHARED / "specs" / "openai.yaml"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SPEC.exists(), reason="needs shared/specs/openai.yaml"),
]

AGENT = '''
"""An agent that calls tools: what a user writes over unions, some seventy lines."""

import json

from openai import OpenAI, models


def text_of(response: models.Response) -> str:
    parts: list[str] = []
    for item in response.output:
        if item.type != "message":
            continue
        for content in item.content:
            if content.type == "output_text":
                parts.append(content.text)
            elif content.type == "refusal":
                parts.append(f"refused: {content.refusal}")
    return "".join(parts)


def citations(response: models.Response) -> list[str]:
    found: list[str] = []
    for item in response.output:
        if item.type == "message":
            for content in item.content:
                if content.type == "output_text":
                    for note in content.annotations:
                        match note.type:
                            case "url_citation":
                                found.append(note.url)
                            case "file_citation" | "container_file_citation":
                                found.append(note.file_id)
                            case _:
                                pass
        elif item.type == "web_search_call":
            if item.action.type == "search":
                found.append(item.action.query or "")
            elif item.action.type == "open_page":
                found.append(str(item.action.url))
    return found


def call(name: str, arguments: str) -> str:
    return json.dumps({"name": name, "given": json.loads(arguments)})


def run(client: OpenAI, question: str) -> str:
    response = client.responses.create(
        model="gpt-5",
        input=[{"role": "user", "content": [{"type": "input_text", "text": question}]}],
        tools=[{"type": "function", "name": "weather", "parameters": {}, "strict": True}],
        tool_choice="auto",
        service_tier="auto",
    )
    outputs: list[models.FunctionCallOutputItemParamDict] = []
    for item in response.output:
        if item.type == "function_call":
            result = call(item.name, item.arguments)
            outputs.append({"type": "function_call_output", "call_id": item.call_id, "output": result})
    if outputs:
        response = client.responses.create(model="gpt-5", input=outputs, service_tier=response.service_tier)
    if response.status == "incomplete" and response.incomplete_details:
        print(response.incomplete_details.reason)
    return text_of(response)


def stream(client: OpenAI, question: str) -> None:
    with client.responses.create_stream(model="gpt-5", input=question) as events:
        for event in events:
            if event.type == "response.output_text.delta":
                print(event.delta, end="")
            elif event.type == "response.output_item.added" and event.item.type == "function_call":
                print(event.item.name)
            elif event.type == "response.completed":
                print(text_of(event.response))
            elif event.type == "error":
                print(event.message, event.code)


def chat(client: OpenAI) -> None:
    completion = client.chat.completions.create(
        model="gpt-5",
        messages=[
            {"role": "system", "content": "Be short."},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "u"}}]},
        ],
        reasoning_effort="low",
    )
    for choice in completion.choices:
        if choice.finish_reason == "tool_calls":
            for tool_call in choice.message.tool_calls or []:
                if tool_call.type == "function":
                    print(tool_call.function.name, tool_call.function.arguments)
                elif tool_call.type == "custom":
                    print(tool_call.custom.input)
'''

MISTAKES = """

def mistaken(client: OpenAI, event: models.ResponseStreamEvent) -> None:
    client.responses.create(model="gpt-5", truncation="autp")  # error
    client.responses.create(model="gpt-5", input=[{"type": "item_refrence", "id": "x"}])  # error
    if event.type == "response.complete":  # error
        print(event)
    if event.type == "response.output_text.delta":
        print(event.text)  # error
"""


def agent() -> Programs:
    """Content parts, annotations, tool calls, a stream: no line needs a cast or an assertion."""
    folder = build_shared("openai")
    (folder / "agent.py").write_text(AGENT + MISTAKES)
    return Programs(folder, ["agent.py"])


def listener() -> Programs:
    """By a chain of tags, by cases of them, and by classes of which none is left: each branch knows the class."""
    folder = build_shared("openai")
    tags = told(folder)
    assert len(tags) > 50
    (folder / "listener.py").write_text("\n".join(lines(tags)) + MISTAKES)
    return Programs(folder, ["listener.py"])


@pytest.mark.pyright(make=agent)
def test_a_user_writes_an_agent(pyright: list[Diagnostic]) -> None:
    assert misjudged(agent(), pyright) == {"mypy": set(), "pyright": set()}


@pytest.mark.pyright(make=listener)
def test_every_event_of_the_stream_is_told(pyright: list[Diagnostic]) -> None:
    assert misjudged(listener(), pyright) == {"mypy": set(), "pyright": set()}


def told(folder: Path) -> dict[str, str]:
    """Map the tags of the events to their classes."""
    sys.path.insert(0, str(folder))
    read = importlib.import_module("openai._models.response").decode_response_stream_event
    owners = {tag: member.__self__ for tag, member in read.members.items()}
    return {tag: owner.__name__ if isinstance(owner, type) else owner.name for tag, owner in owners.items()}


def lines(tags: dict[str, str]) -> Iterator[str]:
    """Write the program."""
    event = "event: models.ResponseStreamEvent"
    yield "from typing import assert_never"
    yield "from openai import OpenAI, UnknownMember, models, unknown_tag"
    yield f"def chained({event}) -> str | None:"
    for at, (tag, name) in enumerate(tags.items()):
        yield f'    {"elif" if at else "if"} event.type == "{tag}":'
        yield f"        found{at}: models.{name} = event"
        yield f"        return found{at}.type"
    yield "    return unknown_tag(event)"
    yield f"def matched({event}) -> str | None:"
    yield "    match event.type:"
    for at, (tag, name) in enumerate(tags.items()):
        yield f'        case "{tag}":'
        yield f"            found{at}: models.{name} = event"
        yield f"            return found{at}.type"
    yield "        case _:"
    yield "            return unknown_tag(event)"
    yield f"def by_class({event}) -> str | None:"
    yield "    match event:"
    for name in tags.values():
        yield f"        case models.{name}():"
        yield "            return event.type"
    yield "        case UnknownMember():"
    yield "            return unknown_tag(event)"
    yield "        case _:"
    yield "            assert_never(event)"
