"""References to references: the siblings of each of them count, or are reported (D1.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lowering import lower, lower_files

DONE = "responses: {'204': {description: done}}"


def beside(text: str, name: str) -> list[str]:
    """Return what is said of a key beside references, with its first places."""
    found = lower(text)
    return [
        getattr(place, "pointer", "")
        for item in found.diagnostics.items
        if item.code == "CG0317" and f"`{name}`" in item.message
        for place in (item.loc, *(note.loc for note in item.notes))
    ]


def test_what_stands_beside_each_reference_to_an_operation_counts() -> None:
    """The nearest word counts, of the extensions and of the texts."""
    text = f"""
paths:
  /a: {{get: {{$ref: "#/components/x-operations/A", summary: Near., x-codegen-timeout: 1}}}}
components:
  x-operations:
    A: {{$ref: "#/components/x-operations/B", tags: [z], summary: Far., x-codegen-timeout: 2, x-codegen-group: far}}
    B: {{operationId: b, description: Long., {DONE}}}
"""
    operation = lower(text).sdk.operations["paths/~1a/get"]
    assert (operation.summary, operation.description) == ("Near.", "Long.")
    assert (operation.timeout, operation.groups) == (1, ("far",))
    assert beside(text, "tags") == ["/components/x-operations/A/tags"]


def test_what_stands_beside_a_reference_to_a_callback() -> None:
    """D5.2: `x-codegen-ignore` counts there; an expression does not, and is told of."""
    event = f"{{post: {{operationId: told, {DONE}}}}}"
    text = f"""
paths:
  /a:
    post:
      callbacks: {{told: {{$ref: "#/components/callbacks/A", "$url": {event}}}}}
      {DONE}
components:
  callbacks:
    A: {{$ref: "#/components/callbacks/B", x-codegen-ignore: go, "$method": {event}}}
    B: {{"$request.header.To": {event}}}
"""
    (event,) = lower(text).sdk.events.values()
    assert (event.expression, event.ignore) == ("$request.header.To", ("go",))
    assert beside(text, "$url") == ["/paths/~1a/post/callbacks/told/$url"]
    assert beside(text, "$method") == ["/components/callbacks/A/$method"]


def test_what_stands_beside_a_reference_to_a_security_scheme() -> None:
    text = f"""
paths: {{/a: {{get: {{{DONE}, security: [{{A: []}}]}}}}}}
components:
  securitySchemes:
    A: {{$ref: "#/components/securitySchemes/B", scheme: basic}}
    B: {{$ref: "#/components/securitySchemes/C", scheme: digest, description: Second.}}
    C: {{type: http, scheme: bearer, description: Third.}}
"""
    scheme = lower(text).sdk.schemes["securitySchemes/A"]
    assert (scheme.http, scheme.description) == ("bearer", "Second.")
    assert beside(text, "scheme") == [f"/components/securitySchemes/{name}/scheme" for name in "AB"]


def test_what_stands_beside_a_reference_to_a_media_type_or_an_example() -> None:
    """Media types stand behind references from 3.2 on."""
    text = """
paths:
  /a:
    get:
      responses:
        "200":
          description: done
          content: {text/event-stream: {$ref: "#/components/mediaTypes/A", schema: {type: integer}}}
components:
  mediaTypes:
    A: {$ref: "#/components/mediaTypes/B", x-codegen-sse-sentinel: END}
    B: {schema: {type: string}, examples: {one: {$ref: "#/components/examples/A", value: 1}}}
  examples:
    A: {$ref: "#/components/examples/B", value: 2}
    B: {value: 0}
"""
    ((content,),) = [response.contents for response in lower(text).sdk.operations["paths/~1a/get"].responses]
    assert content.sentinel == "END"
    assert content.example is not None
    assert content.example.json == 0
    assert beside(text, "schema") == ["/paths/~1a/get/responses/200/content/text~1event-stream/schema"]
    assert beside(text, "value") == ["/components/mediaTypes/B/examples/one/value", "/components/examples/A/value"]


def test_what_stands_beside_a_reference_to_a_global_parameter() -> None:
    text = f"""
x-codegen-globals:
  parameters: [{{$ref: "#/components/parameters/T", required: true, x-codegen-name-override: account}}]
paths: {{/a: {{get: {{parameters: [{{$ref: "#/components/parameters/T"}}], {DONE}}}}}}}
components: {{parameters: {{T: {{name: X-Tenant, in: header, schema: {{type: string}}}}}}}}
"""
    (parameter,) = lower(text).sdk.global_parameters
    assert (parameter.wire, parameter.override, parameter.required) == ("X-Tenant", "account", False)
    assert beside(text, "required") == ["/x-codegen-globals/parameters/0/required"]


def test_members_beside_each_reference_of_a_table(tmp_path: Path) -> None:
    found = lower_files(
        tmp_path,
        {
            "openapi.yaml": "openapi: 3.1.0\ninfo: {title: T, version: 1.0.0}\npaths: {$ref: a.yaml}\n",
            "a.yaml": f"$ref: b.yaml\n/a: {{get: {{{DONE}}}}}\n/b: {{put: {{{DONE}}}}}\n",
            "b.yaml": f"/b: {{get: {{{DONE}}}}}\n/c: {{get: {{{DONE}}}}}\n",
        },
    )
    assert set(found.sdk.operations) == {"paths/~1a/get", "paths/~1b/put", "paths/~1c/get"}
    assert found.codes == ["CG0414"]


@pytest.mark.parametrize("inner", ["", "A: {$ref: '#/components/pathItems/B'}\n    B: "])
def test_a_path_item_that_leads_to_no_object(inner: str) -> None:
    found = lower(f"""
paths: {{/a: {{$ref: "#/components/pathItems/A"}}}}
components:
  pathItems:
    {inner or "A: "}just a text
""")
    assert [said for said in found.said if "CG0405" in said] != []
