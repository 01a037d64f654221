"""Paginations that need an operation or parameter that some target ignores (D5.4), on documents written inline."""

from __future__ import annotations

import pytest

from tests.support.lowering import Compiled, compiled

SEARCH = """
paths:
  /trips/search:
    post:
      operationId: search
      %s
      requestBody:
        required: true
        content: {%s}
      responses:
        "200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}
      x-codegen-pagination:
        type: offsetLimit
        inputs: [{name: page, in: requestBody, type: page}]
        outputs: {results: $}
"""
BODY = "schema: {type: object, properties: {page: {type: integer}}}"
OTHER = "schema: {type: object, properties: {other: {type: integer}}}"


def errors(found: Compiled) -> list[tuple[str, str]]:
    return [(item.code, getattr(item.loc, "pointer", "").rpartition("/get/")[2]) for item in found.diagnostics.errors]


@pytest.mark.parametrize("ignore", ["true", "go", "'python, go'"])
def test_the_media_type_that_has_an_input_cannot_be_ignored(ignore: str) -> None:
    """Alike for one target and for all."""
    found = compiled(SEARCH % ("", f"application/json: {{x-codegen-ignore: {ignore}, {BODY}}}, text/plain: {{}}"))
    (item,) = found.diagnostics.errors
    assert (item.code, item.message) == ("CG0703", "`page` is ignored, but a pagination needs it as an input")
    assert getattr(item.loc, "pointer", "").endswith("/requestBody/content/application~1json/x-codegen-ignore")


@pytest.mark.parametrize(
    ("more", "content"),
    [
        ("", f"application/json: {{x-codegen-ignore: go, {BODY}}}, application/x-www-form-urlencoded: {{{BODY}}}"),
        ("", f"application/json: {{{BODY}}}, application/x-www-form-urlencoded: {{x-codegen-ignore: go, {OTHER}}}"),
        ("", f"application/json: {{{BODY}}}, multipart/form-data: {{x-codegen-ignore: go, {BODY}}}"),
        ("x-codegen-ignore: go", f"application/json: {{x-codegen-ignore: go, {BODY}}}"),
    ],
    ids=["another has it", "it has none", "it cannot hold one", "no method either"],
)
def test_media_types_that_no_target_misses(more: str, content: str) -> None:
    assert errors(compiled(SEARCH % (more, content))) == []


def test_no_target_is_left_without_the_input() -> None:
    """Each of two media types is ignored for another reason: Go has neither."""
    json, form = "application/json: {x-codegen-ignore: true, %s}", "application/x-www-form-urlencoded: {%s, %s}"
    found = compiled(SEARCH % ("", f"{json % BODY}, {form % ('x-codegen-ignore: go', BODY)}"))
    assert [code for code, _ in errors(found)] == ["CG0703"]


LIST = """
paths:
  /trips:
    get:
      operationId: list
      parameters: [%s]
      responses: {%s}
      x-codegen-pagination: {%s}
"""
PAGE = "{name: page, in: query, schema: {type: integer}}"
PAGED = "type: offsetLimit, inputs: [{name: page, in: parameters, type: page}], outputs: {results: $.data}"
JSON = "application/json: {%s schema: {type: object, properties: {data: {type: array, items: {type: string}}}}}"


def answer(ignore: str, more: str = "text/plain: {schema: {type: string}}") -> str:
    return f"'200': {{description: ok, content: {{{JSON % ignore}, {more}}}}}"


@pytest.mark.parametrize("ignore", ["true", "go"])
def test_the_media_type_that_the_outputs_read_cannot_be_ignored(ignore: str) -> None:
    found = compiled(LIST % (PAGE, answer(f"x-codegen-ignore: {ignore},"), PAGED))
    assert errors(found) == [("CG0704", "responses/200/content/application~1json/x-codegen-ignore")]


@pytest.mark.parametrize("ignore", ["true", "go"])
def test_the_response_that_the_outputs_read_cannot_be_ignored(ignore: str) -> None:
    response = f"'200': {{x-codegen-ignore: {ignore}, description: ok, content: {{{JSON % ''}}}}}"
    found = compiled(LIST % (PAGE, f"{response}, '204': {{description: none}}", PAGED))
    assert errors(found) == [("CG0704", "responses/200/x-codegen-ignore")]


@pytest.mark.parametrize(
    "responses",
    [
        answer("", "text/plain: {x-codegen-ignore: go, schema: {type: string}}"),
        answer("", (JSON % "x-codegen-ignore: go,").replace("/json", "/vnd.trips+json")),
        f"{answer('')}, '404': {{x-codegen-ignore: go, description: none, content: {{{JSON % ''}}}}}",
    ],
    ids=["a text", "one of two", "an error"],
)
def test_responses_that_no_path_needs(responses: str) -> None:
    assert errors(compiled(LIST % (PAGE, responses, PAGED))) == []


@pytest.mark.parametrize("place", ["cookie", "header"])
def test_an_ignored_namesake_is_no_input(place: str) -> None:
    """D6.8: of one name in several places the query counts, and never a cookie."""
    ignored = f"{{name: page, in: {place}, schema: {{type: integer}}, x-codegen-ignore: true}}"
    assert compiled(LIST % (f"{PAGE}, {ignored}", answer(""), PAGED)).codes == ["CG1116"], "of the text beside it"


def test_the_input_itself_is_ignored_and_a_header_has_its_name() -> None:
    ignored = "{name: page, in: query, schema: {type: integer}, x-codegen-ignore: go}"
    found = compiled(LIST % (f"{ignored}, {PAGE.replace('query', 'header')}", answer(""), PAGED))
    assert errors(found) == [("CG0703", "parameters/0/x-codegen-ignore")]


def test_what_a_type_has_no_use_for_may_be_ignored() -> None:
    """D6.2: inputs of `url` are a warning and ignored; so are outputs of another type."""
    ignored = PAGE.replace("integer}", "integer}, x-codegen-ignore: true")
    schema = "{type: object, properties: {next: {type: string}, pages: {type: integer, x-codegen-ignore: true}}}"
    config = (
        "type: url, inputs: [{name: page, in: parameters, type: page}], outputs: {nextUrl: $.next, numPages: $.pages}"
    )
    response = f"'200': {{description: ok, content: {{application/json: {{schema: {schema}}}}}}}"
    found = compiled(LIST % (ignored, response, config))
    assert sorted(found.codes) == ["CG0906", "CG0906", "CG0924"]
    assert found.operation("paths/~1trips/get").pages is not None
