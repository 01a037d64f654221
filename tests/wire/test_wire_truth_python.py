"""Parameter styles and form bodies against external references: OpenAPI's own tables and RFC 6570's test suite.

Both are beside the repository (``../shared/suites``); without them these tests are skipped. Each example becomes
an operation of one document, which is compiled, called and recorded like the vectors of tests/wire.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.support.places import SHARED
from tests.support.printed import Printed, argument_of
from tests.support.python_things import package_of
from tests.support.recorder import Recorder, Reply

SUITES = SHARED / "suites"
Json = Any


@dataclass(frozen=True)
class Example:
    """An operation, the arguments of a call, and the targets or bodies of which one must be sent."""

    title: str
    operation: Json
    path: str
    arguments: dict[str, Json]
    accepted: tuple[str, ...]
    body: Json = None


def schema_of(value: Json) -> Json:
    if isinstance(value, list):
        return {"type": "array", "items": {"type": "string"}}
    if isinstance(value, dict):
        members = {type(item) for item in value.values()}
        return {"type": "object", "additionalProperties": {"type": "integer" if members == {int} else "string"}}
    return {"type": "string"}


def operation(parameters: list[Json], body: Json = None) -> Json:
    more = {"requestBody": body} if body else {}
    return {"parameters": parameters, "responses": {"204": {"description": "ok"}}, **more}


def parameter(name: str, place: str, style: str, explode: bool, value: Json) -> Json:
    required = {"required": True} if place == "path" else {}
    return {"name": name, "in": place, "style": style, "explode": explode, "schema": schema_of(value), **required}


# --------------------------------------------------------------------------- OpenAPI's tables


def style_examples() -> Iterator[Example]:
    """The "Style Examples" of OpenAPI 3.1.2; its column "undefined" is what an empty string expands to."""
    path = SUITES / "oas-style-vectors/style-3.1.2.json"
    for item in json.loads(path.read_text())["vectors"] if path.exists() else []:
        style, explode, value = item["style"], item["explode"], item["value"] if item["value"] is not None else ""
        if style == "simple" and value == "":
            continue  # nothing between two slashes: refused (D8.6)
        place = "path" if style in ("matrix", "label", "simple") else "query"
        template = {"simple": "/{color}", "query": ""}.get(style if place == "path" else "query", "{color}")
        lead = {"simple": "/", "query": "?"}.get(style if place == "path" else "query", "")
        title = f"{style} explode={explode} {item['kind']}"
        made = operation([parameter("color", place, style, explode, value)])
        yield Example(title, made, template, {"color": value}, (lead + item["expected"],))


def encoding_examples() -> Iterator[Example]:
    """The bodies and the query that OpenAPI 3.1.2 spells out."""
    path = SUITES / "oas-style-vectors/encoding-3.1.2.json"
    if not path.exists():
        return
    data = json.loads(path.read_text())
    for item in data["urlencoded_examples"]:
        schema = item.get("schema", {"type": "object", "properties": {"id": {"type": "string", "format": "uuid"}}})
        content = {"schema": schema, "encoding": item.get("encoding", {})}
        body = {"required": True, "content": {"application/x-www-form-urlencoded": content}}
        yield Example(item["title"], operation([], body), "", {}, (item["expected"],), item["value"])
    for item in data["query_examples"]:
        yield Example(item["title"], operation(item["parameters"]), "", item["value"], (item["expected"],))


# --------------------------------------------------------------------------- RFC 6570

PLACES = {"": ("path", "simple"), ".": ("path", "label"), ";": ("path", "matrix"), "?": ("query", "form")}
TEMPLATE = re.compile(r"\{([.;?]?)([A-Za-z_]+\*?(?:,[A-Za-z_]+\*?)*)\}")


def template_examples() -> Iterator[Example]:
    """The templates of RFC 6570 that OpenAPI can say: one expression of the styles it has."""
    for file in ("spec-examples-by-section.json", "extended-tests.json"):
        path = SUITES / "uritemplate-test" / file
        groups = json.loads(path.read_text()) if path.exists() else {}
        for section, group in groups.items():
            for template, expected in group["testcases"]:
                match = TEMPLATE.fullmatch(template)
                if match and expected is not False:
                    made = template_example(match[1], match[2].split(","), group["variables"], expected)
                    if made:
                        yield Example(f"{section} {template}", *made)


def template_example(operator: str, names: list[str], values: Json, expected: Json) -> tuple[Any, ...] | None:
    place, style = PLACES[operator]
    if operator == "" and len(names) > 1:
        return None  # {x,y} joins two variables by a comma: no OpenAPI style does
    parameters, arguments, template = [], {}, "/" if operator == "" else ""
    for name in names:
        plain, value = name.rstrip("*"), values.get(name.rstrip("*"))
        missing = value in (None, "", [], {})
        if place == "path" and missing and (value is None or operator == ""):
            return None  # a path parameter is always there, and is never empty between slashes
        parameters.append(parameter(plain, place, style, name.endswith("*"), value))
        template += f"{{{plain}}}" if place == "path" else ""
        if value is not None:
            arguments[plain] = strings(value)
    lead = "/" if operator == "" else ""
    accepted = expected if isinstance(expected, list) else [expected]
    return operation(parameters), template, arguments, tuple(lead + text for text in accepted)


def strings(value: Json) -> Json:
    """Numbers of the suite are written as strings, as the schema says."""
    if isinstance(value, list):
        return [str(item) for item in value]
    if isinstance(value, dict):
        return {key: str(item) for key, item in value.items()}
    return str(value)


# --------------------------------------------------------------------------- the tests

EXAMPLES = [*style_examples(), *encoding_examples(), *template_examples()]
pytestmark = pytest.mark.skipif(not EXAMPLES, reason="../shared/suites is not here")


@functools.cache
def printed() -> Printed:
    paths = {
        f"/e{index}{example.path}": {"get" if example.body is None else "post": named(index, example)}
        for index, example in enumerate(EXAMPLES)
    }
    document = {"openapi": "3.1.0", "info": {"title": "Truth", "version": "1"}, "paths": paths}
    return package_of(document, "wire_truth")


def named(index: int, example: Example) -> Json:
    return {"operationId": f"e{index}", **example.operation}


@pytest.mark.parametrize("index", range(len(EXAMPLES)), ids=[example.title for example in EXAMPLES])
def test_truth(index: int, servers: tuple[Recorder, Recorder]) -> None:
    """D8.6, D8.2: styles and bodies are what OpenAPI and RFC 6570 say, byte for byte."""
    example, sdk = EXAMPLES[index], printed()
    recorder, _ = servers
    recorder.script(Reply(204))
    path, method = sdk.find(f"e{index}", None)
    values = {argument_of(method, key).ident: value for key, value in example.arguments.items()}
    if example.body is not None:
        values["options"] = {"body": example.body}
    with getattr(sdk.module, sdk.plan.surface.client)(base_url=recorder.origin) as client:
        functools.reduce(getattr, path, client)(**values)
    (request,) = recorder.requests
    sent = request.body.decode() if example.body is not None else request.target.removeprefix(f"/e{index}")
    assert sent in example.accepted
