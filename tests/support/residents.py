"""Documents and signals for processes that stay: `codegen watch`, `codegen worker` and the daemon."""

from __future__ import annotations

DOCUMENT = """\
openapi: 3.1.0
info: {title: Test, version: "1", x-codegen-nothing: 1}
paths:
  /things: {get: {operationId: listThings, responses: {"200": {description: First}}}}
"""
LISTENS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""Tests that run in the background of a shell have Ctrl-C ignored."""


def large(operations: int) -> str:
    """Return a document that takes a second or more."""
    answer = '{"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/T%d"}}}}}'
    paths = [
        f"  /t{n}: {{get: {{operationId: getT{n}, tags: [g{n % 9}], responses: {answer % n}}}}}"
        for n in range(operations)
    ]
    types = [
        f"    T{n}: {{type: object, properties: {{a: {{type: string}}, b: {{type: integer}}}}}}"
        for n in range(operations)
    ]
    head = 'openapi: 3.1.0\ninfo: {title: Large, version: "1"}\npaths:\n'
    return head + "\n".join([*paths, "components:", "  schemas:", *types, ""])
