"""Packages that the tests of Python share: of the document of its runtime's tests, of the example, of any other."""

from __future__ import annotations

import functools
import json
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.documents import named
from tests.support.places import ROOT
from tests.support.printed import Printed, print_sdk
from tests.support.run import codegen, run_program
from tests.support.type_checkers import Programs

DOCUMENT = """
openapi: 3.1.0
info: {title: Things, version: 1.0.0}
servers:
  - url: https://{region}.things.example/v1
    x-codegen-server-id: live
    variables: {region: {default: eu, enum: [eu, us]}}
  - {url: 'https://sandbox.things.example', x-codegen-server-id: sandbox}
security: [{token: []}, {key: []}]
x-codegen-idempotency: {header: Idempotency-Key}
paths:
  /things:
    get:
      operationId: list
      tags: [things]
      parameters:
        - {name: cursor, in: query, schema: {type: string}}
        - {name: state, in: query, schema: {type: string, enum: ['on', 'off']}}
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                title: ThingList
                type: object
                properties: {data: {type: array, items: {$ref: '#/components/schemas/Thing'}}, next: {type: string}}
        default: {description: 'no', content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
      x-codegen-pagination:
        type: cursor
        inputs: [{name: cursor, in: parameters, type: cursor}]
        outputs: {nextCursor: $.next, results: $.data}
    post:
      operationId: create
      tags: [things]
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
        '422': {description: 'no', content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: get
      tags: [things]
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
          headers: {X-Version: {schema: {type: integer}}}
        '404': {description: 'no', content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
        default: {description: 'no', content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}}
    put:
      operationId: touch
      tags: [things]
      parameters: [{name: needed, in: query, required: true, schema: {type: integer}}]
      responses: {'204': {description: done}}
  /upload:
    post:
      operationId: upload
      tags: [files]
      requestBody: {content: {application/octet-stream: {}}}
      responses: {'204': {description: done}}
  /form:
    post:
      operationId: form
      tags: [files]
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {file: {type: string, format: binary}, n: {type: integer}}}
      responses: {'204': {description: done}}
  /events:
    get:
      operationId: events
      tags: [streams]
      x-codegen-sse-sentinel: '[DONE]'
      responses:
        '200': {description: ok, content: {text/event-stream: {schema: {$ref: '#/components/schemas/Thing'}}}}
  /lines:
    get:
      operationId: lines
      tags: [streams]
      responses:
        '200': {description: ok, content: {application/jsonl: {schema: {$ref: '#/components/schemas/Thing'}}}}
  /ping: {get: {operationId: ping, security: [], responses: {'204': {description: up}}}}
components:
  securitySchemes: {token: {type: http, scheme: bearer}, key: {type: apiKey, in: query, name: api_key}}
  schemas:
    Thing: {type: object, required: [id], properties: {id: {type: string}, made: {type: string, format: date-time}}}
    Problem: {type: object, properties: {code: {type: string}}}
"""


KINDS = ("plain", "pydantic")
"""The kinds of models that a package may have."""
TRAINS = (ROOT / "examples" / "trains" / "openapi.yaml").read_text("utf-8")


def package_of(document: Mapping[str, Any] | str, name: str, **section: Any) -> Printed:
    """The package of a document, in YAML where it is text; it is printed once, so tests add files and change none."""
    read = yaml.safe_load(document) if isinstance(document, str) else document
    return _package_of(json.dumps(read), json.dumps({"packageName": name, **section}))


@functools.cache
def _package_of(text: str, section: str) -> Printed:
    folder = Path(tempfile.mkdtemp(prefix="package-"))
    return print_sdk(json.loads(text), "python", folder, json.loads(section))


def things() -> Printed:
    """The package ``sdk_things``."""
    return package_of(DOCUMENT, "sdk_things")


def trains(**section: Any) -> Printed:
    """The package ``train_travel`` of the example."""
    return package_of(TRAINS, "train_travel", **section)


def run_python(folder: Path, *arguments: str, **environment: str) -> str:
    """Return what Python says in a folder, where it must end well."""
    return run_program([sys.executable, *arguments], folder, environment)


def write_program(package: Printed, name: str, text: str, *others: str) -> Programs:
    """Write a program beside a package, whose name it has for `PACKAGE`; returns it and other paths for pyright."""
    (package.folder / name).write_text(text.replace("PACKAGE", package.plan.surface.package), "utf-8")
    return Programs(package.folder, [*others, name])


@functools.cache
def build_shared(name: str) -> Path:
    """The folder of the package of a document of ../shared, as a user builds it."""
    document, folder = named(name), Path(tempfile.mkdtemp(prefix="shared-"))
    done = codegen("build", str(document.path), *document.flags, "-t", "python", "-q", "-o", "sdk", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "sdk" / "python"


def both(sdk: Any, name: str = "Things") -> pytest.MarkDecorator:
    """A test with the class of the client for threads, and with that for ``await``."""
    classes = [getattr(sdk, name), getattr(sdk, f"Async{name}")]
    return pytest.mark.parametrize("client_class", classes, ids=["threads", "asyncio"])
