"""Rules that several passes implement together, on documents written inline: stable names, which error stops what."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from compiler.base.naming import Profile
from compiler.driver.options import DebugOptions
from compiler.driver.pipeline import Watch, leave_out, run_shared, run_target
from compiler.ir.nodes import CallForm, Sdk
from passes.context import Context
from passes.linting import lint
from tests.support.lowering import Compiled, compiled, lower


def paths(*items: tuple[str, str, str]) -> str:
    """Return a document with an operation per path: path, operationId, more of the operation."""
    lines = ["paths:"]
    for path, operation_id, more in items:
        lines.append(f"  {path}:")
        lines.append(f"    get: {{operationId: {operation_id}, {more}responses: {{'200': {{description: ok}}}}}}")
    return "\n".join(lines) + "\n"


# --------------------------------------------------------------------------- names over time


def test_names_do_not_depend_on_the_order_of_the_document() -> None:
    """D10.1"""
    items = [("/a", "list", ""), ("/b", "list", ""), ("/c", "list", "tags: [List], "), ("/d", "get", "")]
    assert compiled(paths(*items)).names() == compiled(paths(*reversed(items))).names()


def test_a_collision_that_appears_leaves_the_old_name() -> None:
    """D10.1: codegen.lock keeps the name of the method that was there before."""
    before = compiled(paths(("/a", "list", "")))
    after = compiled(paths(("/b", "list", ""), ("/a", "list", "")), before.lock.seen)
    assert after.names() == {"paths/~1a/get": "list", "paths/~1b/get": "list get b"}
    assert compiled(paths(("/b", "list", ""), ("/a", "list", "")), after.lock.seen).names() == after.names()


def test_a_collision_that_goes_away_leaves_the_name() -> None:
    """D10.1: deleting one thing must not rename another."""
    before = compiled(paths(("/a", "list", ""), ("/b", "list", "")))
    after = compiled(paths(("/a", "list", "")), before.lock.seen)
    assert after.names() == {"paths/~1a/get": "list get a"}
    assert "CG0606" not in after.codes


def test_an_operation_id_of_several_operations_is_told_once_for_each_further_one() -> None:
    """What their methods are called is noted there: CG0606 would say the same again."""
    found = compiled(paths(("/a", "list", ""), ("/b", "list", ""), ("/c", "list", ""), ("/d", "List", "")))
    assert found.codes == ["CG0329", "CG0329", "CG0606"]
    assert [[note.text for note in item.notes] for item in found.diagnostics.items[:2]] == [
        ["first used here", "this method is called `listGetA`", "this method is called `listGetB`"],
        ["first used here", "this method is called `listGetC`"],
    ]
    apart = compiled(paths(("/a", "list", "tags: [a], "), ("/b", "list", "tags: [b], ")))
    assert [(item.code, len(item.notes)) for item in apart.diagnostics.items] == [("CG0329", 1)]


def test_names_are_told_where_nothing_is_said_of_the_operation_id() -> None:
    document = lower(paths(("/a", "list", ""), ("/b", "list", "")))
    document.diagnostics.configure({"CG0329": "off"}, strict=False)
    context = Context(document.diagnostics)
    run_shared(document.sdk, context, Watch(DebugOptions(), io.StringIO()))
    assert document.codes == ["CG0606", "CG0606"]


def test_a_new_operation_id_or_override_counts_more_than_the_lock() -> None:
    """D10.1: the lock keeps names only where collisions changed them."""
    before = compiled(paths(("/a", "list", "")))
    assert compiled(paths(("/a", "find", "")), before.lock.seen).names() == {"paths/~1a/get": "find"}
    renamed = paths(("/a", "list", "x-codegen-name-override: all, "))
    assert compiled(renamed, before.lock.seen).names() == {"paths/~1a/get": "all"}


def test_a_webhook_that_appears_leaves_the_old_name() -> None:
    """D10.1, D9.2"""
    one = "webhooks: {newOrder: {post: {responses: {'200': {description: ok}}}}}\n"
    both = one.replace("webhooks: {", "webhooks: {NewOrder: {post: {responses: {'200': {description: ok}}}}, ")
    before = compiled(one)
    after = compiled(both, before.lock.seen)
    assert after.event_names()["webhooks/newOrder/post"] == "newOrder"
    assert after.event_names()["webhooks/NewOrder/post"] == "capital New Order"


BODY = """
paths:
  /files:
    post:
      operationId: send
      requestBody: {content: {%s}}
      responses: {"200": {description: ok}}
"""
FORM = "application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}"
JSON = "application/json: {schema: {type: object, properties: {b: {type: string}}}}"


def test_files_that_are_added_do_not_change_a_method() -> None:
    """D7.3, D10.1: JSON and multipart are one method, unless codegen.lock has a method of before."""
    schema = "{schema: {type: object, properties: {a: {type: string, format: binary}, b: {type: string}}}}"
    json, both = f"application/json: {schema}", f"application/json: {schema}, multipart/form-data: {schema}"
    fresh = compiled(BODY % both)
    payload = fresh.operation("paths/~1files/post").payload
    assert payload is not None
    assert (payload.media_type, payload.json) == ("multipart/form-data", "application/json")
    assert list(compiled(BODY % both, fresh.lock.seen).sdk.operations) == ["paths/~1files/post"]
    before = compiled(BODY % json)
    for kept in (before.lock.seen, compiled(BODY % both, before.lock.seen).lock.seen):
        after = compiled(BODY % both, kept)
        old = after.operation("paths/~1files/post").payload
        assert old is not None
        assert (old.media_type, old.json) == ("application/json", None)
        assert after.operation("paths/~1files/post#multipart/form-data").variant == "multipart"


def test_a_media_type_that_is_added_does_not_take_the_method() -> None:
    """D7.3: the choice is frozen in codegen.lock."""
    before = compiled(BODY % FORM)
    after = compiled(BODY % f"{JSON}, {FORM}", before.lock.seen)
    payload = after.operation("paths/~1files/post").payload
    assert payload is not None
    assert payload.media_type == "application/x-www-form-urlencoded"
    assert after.operation("paths/~1files/post#application/json").variant == "json"
    fresh = compiled(BODY % f"{FORM}, {JSON}").operation("paths/~1files/post").payload
    assert fresh is not None
    assert fresh.media_type == "application/json"


@pytest.mark.parametrize(
    ("schema", "argument"),
    [
        ("{type: object, additionalProperties: false}", False),
        ("{type: object, properties: {}, additionalProperties: false}", False),
        ("{type: object, maxProperties: 0}", False),
        ("{$ref: '#/components/schemas/Empty'}", False),
        ("{$ref: '#/components/schemas/Same'}", False),
        ("{allOf: [{$ref: '#/components/schemas/Empty'}, {description: nothing}]}", False),
        ("{type: object}", True),
        ("{type: object, properties: {}}", True),
        ("{type: object, minProperties: 1}", True),
        ("{type: [object, 'null']}", True),
        ("{type: [object, 'null'], additionalProperties: false}", True),
        ("{$ref: '#/components/schemas/Free'}", True),
        ("{type: object, additionalProperties: true}", True),
        ("{type: object, additionalProperties: {}}", True),
        ("{type: object, properties: {a: {type: string}}}", True),
        ("{}", True),
    ],
)
def test_an_optional_body_that_can_hold_nothing_is_no_argument(schema: str, argument: bool) -> None:
    """D7.2: an object that may have no properties; one that says nothing of them is a body."""
    text = BODY % f"application/json: {{schema: {schema}}}"
    empty, free = "{type: object, additionalProperties: false}", "{type: object}"
    same = "{$ref: '#/components/schemas/Empty'}"
    found = compiled(text + f"components: {{schemas: {{Empty: {empty}, Same: {same}, Free: {free}}}}}\n")
    assert (found.operation("paths/~1files/post").payload is not None) is argument
    assert ("CG0814" in found.codes) is not argument


# --------------------------------------------------------------------------- overrides


@pytest.mark.parametrize(
    "entry",
    [
        "{}",
        "{operationId: ^get}",
        "{methodNameOverride: get}",
        "{operationId: ^get, parameterNameOverride: get}",
        "{operationId: '', methodNameOverride: get}",
        "{operationId: ^get, methodNameOverride: ' '}",
        "{operationId: '^get(', methodNameOverride: get}",
    ],
)
def test_half_an_entry_an_empty_name_and_a_bad_regex_are_errors(entry: str) -> None:
    """D3.7, D1.4: errors of the root, which belong to no operation."""
    found = compiled(f"x-codegen-name-override: [{entry}]\n" + paths(("/a", "getA", "")))
    assert found.diagnostics.must_stop
    assert found.names() == {"paths/~1a/get": "getA"}


def test_matching_takes_linear_time() -> None:
    """D3.2: RE2; a backtracking engine would not come back from this."""
    entry = "{operationId: '^(a+)+$', methodNameOverride: b}"
    found = compiled(f"x-codegen-name-override: [{entry}]\n" + paths(("/a", "a" * 5000 + "!", "")))
    assert "CG0609" in found.codes


def test_expressions_that_are_too_large_together_are_an_error() -> None:
    """D1.5: none is then searched for, and few of them are made."""
    entries = ", ".join(
        f"{{operationId: '(.?.?.?.?.?.?.?.?.?){{1000}}{n}', methodNameOverride: b}}" for n in range(5000)
    )
    found = compiled(f"x-codegen-name-override: [{entries}]\n" + paths(("/a", "a", "")))
    assert [code for code in found.codes if code.startswith("CG06")] == ["CG0610"]
    assert found.names() == {"paths/~1a/get": "a"}


# --------------------------------------------------------------------------- what stops what


def keep_going(found: Compiled) -> tuple[Sdk, dict[str, str]]:
    """Return what `--keep-going` leaves, and what it leaves out, each with what is wrong."""
    assert not found.diagnostics.must_stop
    assert found.watch.resolved is not None
    return leave_out(found.sdk, found.watch.resolved, found.diagnostics.failed_subjects)


def test_keep_going_leaves_out_the_operation_that_lost_its_name() -> None:
    """D1.4, D3.6: the smallest operation that holds the error goes, the other one stays."""
    found = compiled(paths(("/a", "list", ""), ("/b", "get", "x-codegen-name-override: list, ")))
    rest, gone = keep_going(found)
    assert list(gone) == ["paths/~1b/get"]
    assert list(rest.operations) == ["paths/~1a/get"]


def test_keep_going_leaves_out_what_uses_a_wrong_part_of_the_components() -> None:
    """D1.4: what asks for the scheme, at its own place or by the root's, and what refers to a table that is none."""
    found = compiled(
        "components:\n  requestBodies: ./bodies.yaml\n"
        "  securitySchemes: {bad/one: {type: apiKey, in: nowhere, name: x}}\n"
        "security: [{bad/one: []}]\n"
        + paths(
            ("/inherits", "inherits", ""),
            ("/names", "names", "security: [{bad/one: []}], "),
            ("/free", "free", "security: [], "),
        )
        + "  /body: {post: {operationId: body, requestBody: {$ref: '#/components/requestBodies/X'}, security: [], "
        "responses: {'200': {description: ok}}}}\n"
    )  # fmt: skip
    rest, _ = keep_going(found)
    assert (list(rest.operations), rest.schemes, rest.security) == (["paths/~1free/get"], {}, ())


def test_keep_going_leaves_out_a_wrong_server() -> None:
    """D1.4: an error of the root's own members stops no operation."""
    servers = "servers: [{url: 'https://{a}.example.com'}, {url: https://good.example.com}]\n"
    rest, gone = keep_going(compiled(servers + paths(("/a", "a", ""))))
    assert list(rest.operations) == ["paths/~1a/get"] and list(gone) == ["servers/0"]
    assert [server.url for server in rest.servers] == ["https://good.example.com"]


def test_what_leads_to_a_broken_component_is_said_to_be_left_out() -> None:
    """D1.4: unused components, too, each with what is wrong; nothing becomes `any` or goes without a word."""
    found = compiled(
        paths(("/a", "a", ""))
        + "components:\n  schemas:\n    Used: {allOf: [{$ref: '#/components/schemas/Bad'}], properties: {u: {}}}\n"
        "    List: {type: array, items: {$ref: '#/components/schemas/Used'}}\n    Bad: {type: strng}\n"
        "    Other: {properties: {x: {type: 7}}}\n    Good: {properties: {x: {type: string}}}\n"
    )
    rest, gone = keep_going(found)
    bad, other = "schemas/Bad", "schemas/Other"
    assert gone == {"schemas/Used": bad, "schemas/List": bad, bad: bad, other: other}
    assert list(rest.types) == ["schemas/Good"]


@pytest.mark.parametrize(
    ("parameter", "codes"),
    [
        ("{name: q, in: query, schema: {$ref: '#/components/schemas/A'}}", ["CG0364"]),
        ("{name: c, in: cookie, schema: {allOf: [{$ref: '#/components/schemas/A'}]}}", ["CG0364"]),
        ("{name: q, in: query, explode: false, schema: {$ref: '#/components/schemas/A'}}", []),
        ("{name: q, in: query, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}", []),
    ],
)
def test_no_name_that_is_sent_is_empty(parameter: str, codes: list[str]) -> None:
    """D8.6: `?=value` means nothing to a server; in JSON and between commas the empty name is one like others."""
    found = compiled(
        paths(("/a", "a", f"parameters: [{parameter}], "))
        + "components: {schemas: {A: {type: object, properties: {'': {type: string}, b: {type: string}}}}}\n"
    )
    assert [code for code in found.codes if code == "CG0364"] == codes


@pytest.mark.parametrize("media_type", ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"])
def test_no_field_of_a_form_has_an_empty_name(media_type: str) -> None:
    """Also where a form and JSON share a schema, and in a part of allOf."""
    schema = "{allOf: [{type: object, properties: {'': {type: string}}}, {type: object, properties: {b: {}}}]}"
    body = f"requestBody: {{content: {{{media_type}: {{schema: {schema}}}}}}}, "
    found = compiled(paths(("/a", "a", body)).replace("get:", "post:"))
    assert ("CG0364" in found.codes) is (media_type != "application/json")


def test_the_variants_of_an_operation_go_with_it() -> None:
    """D1.4, D7.3"""
    text = BODY % f"{FORM}, {JSON}"
    found = compiled(text)
    assert found.watch.resolved is not None
    rest, _ = leave_out(found.sdk, found.watch.resolved, ["paths/~1files/post"])
    assert rest.operations == {}


# --------------------------------------------------------------------------- parameters per target

LIMITED = """
paths:
  /trips:
    get:
      operationId: list
      parameters:
        - {name: a, in: query, schema: {type: string}}
        - {name: b, in: query, schema: {type: string}, x-codegen-ignore: go}
      responses: {"200": {description: ok}}
"""


@pytest.mark.parametrize(("target", "limit", "packed"), [("go", 1, False), ("python", 1, True), ("python", 2, False)])
def test_what_a_target_ignores_does_not_count_there(target: str, limit: int, packed: bool) -> None:
    """D5.4, D4.1"""
    found = compiled(LIMITED)
    context = replace(found.context, target=target, profile=Profile(target, {}), max_method_params=limit)
    sdk = run_target(found.sdk, context, Watch(DebugOptions(), io.StringIO()))
    assert sdk.operations["paths/~1trips/get"].form is (CallForm.REQUEST if packed else CallForm.ARGUMENTS)


# --------------------------------------------------------------------------- pagination from the document

PAGED = """
paths:
  /trips:
    parameters: [{name: page, in: query, schema: {type: integer}}]
    get:
      operationId: list
      %s
      responses:
        "200":
          description: ok
          %s
          content:
            application/json:
              %s
              schema: {$ref: "#/components/schemas/Page"}
components:
  schemas:
    Page:
      type: object
      properties: {data: {type: array, items: {type: string}}}
      %s
"""
CONFIG = (
    "x-codegen-pagination: {type: offsetLimit, inputs: [{name: page, in: parameters, type: page}], "
    "outputs: {results: $.data}}"
)


@pytest.mark.parametrize("place", range(4))
def test_every_place_of_a_pagination_counts(place: int) -> None:
    """spec 2.5, D6.1: operation, response, media type, schema; the input may stand on the path item (D6.8)."""
    found = compiled(PAGED % tuple(CONFIG if index == place else "" for index in range(4)))
    assert found.codes == []
    pages = found.operation("paths/~1trips/get").pages
    assert pages is not None
    assert [item.kind.value for item in pages.advances] == ["increment"]


def test_a_body_of_all_of_has_its_inputs() -> None:
    """D6.8: allOf bodies are included."""
    text = """
    paths:
      /trips/search:
        post:
          operationId: search
          requestBody:
            content:
              application/json:
                schema:
                  allOf:
                    - {type: object, properties: {query: {type: string}}}
                    - {type: object, properties: {offset: {type: integer}}}
          responses:
            "200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}
          x-codegen-pagination:
            type: offsetLimit
            inputs: [{name: offset, in: requestBody, type: offset}]
            outputs: {results: $}
    """
    found = compiled(text)
    assert found.codes == []
    pages = found.operation("paths/~1trips~1search/post").pages
    assert pages is not None
    assert pages.advances[0].place == "body"


# --------------------------------------------------------------------------- what lint recognises


@pytest.mark.parametrize("place", range(4))
def test_no_configuration_is_suggested_beside_one_with_a_mistake(place: int) -> None:
    """D6.12: in whatever place the mistake is, the operation is configured; another key's warning is no matter."""
    wrong = "x-codegen-pagination: {inputs: [{name: page, in: parameters, type: page}], outputs: {results: $.data}}"
    found = compiled(PAGED % tuple(wrong if index == place else "" for index in range(4)))
    lint(found.sdk, found.context)
    assert found.codes == ["CG0323"]
    bare = compiled(PAGED % ("x-codegen-paginate: {}", "", "", ""))
    lint(bare.sdk, bare.context)
    assert bare.codes == ["CG0918", "CG0321"]


# --------------------------------------------------------------------------- webhooks


def test_names_of_enums_that_differ_in_case_alone() -> None:
    """D14 ``enums``: one of them is given a number, and that is told."""
    seen = []
    for names in ("[Low, low, High]", "{1: Low, 3: LOW}", "[Low, Lo, L]"):
        schema = f"{{enum: [1, 2, 3], x-codegen-enums: {names}}}"
        found = compiled(f"components: {{schemas: {{S: {schema}}}}}\n" + paths(("/a", "a", "")))
        seen.append([item.message for item in found.diagnostics.items if item.code == "CG0516"])
    assert [len(told) for told in seen] == [1, 1, 0]
    assert seen[1] == ["`LOW` names both `1` and `3`, so one of them gets a number"]


def hooks(**bodies: str) -> str:
    lines = ["paths: {}", "webhooks:"]
    for name, schema in bodies.items():
        content = f"{{requestBody: {{content: {schema}}}, responses: {{'200': {{description: ok}}}}}}"
        lines.append(f"  {name}: {{post: {content}}}")
    return "\n".join(lines)


def constants(**values: str) -> str:
    listed = ", ".join(f"{name}: {{enum: {value}}}" for name, value in values.items())
    return f"{{application/json: {{schema: {{type: object, properties: {{{listed}}}}}}}}}"


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        (hooks(a=constants(type="[a, c]"), b=constants(type="[b]")), [("type", ("a", "c")), ("type", ("b",))]),
        (
            hooks(a=constants(at="[a]", event="[a]"), b=constants(at="[b]", event="[b]")),
            [("event", ("a",)), ("event", ("b",))],
        ),
        (hooks(a=constants(z="[a]", b="[a]"), b=constants(b="[b]", z="[b]")), [("b", ("a",)), ("b", ("b",))]),
        (hooks(a=constants(type="[a, b]"), b=constants(type="[b]")), []),
        (hooks(a=constants(type="[1]"), b=constants(type="[2]")), []),
        (hooks(a=constants(type="[a, null]"), b=constants(type="[b]")), []),
        (hooks(a=constants(type="[a]"), b=constants(kind="[b]")), []),
        (hooks(a=constants(type="[a]"), b="{text/plain: {schema: {type: string}}}"), []),
        (hooks(a=constants(type="[a]"), b="{application/json: {}}"), []),
        (hooks(a=constants(type="[a]")), []),
    ],
    ids=["type", "event", "alphabet", "shared", "numbers", "null", "another", "text", "anything", "one"],
)
def test_tags_of_webhooks(text: str, tags: list[tuple[str, tuple[str, ...]]]) -> None:
    """Spec 4.1: webhooks are told apart by one property of all their payloads, whatever the document's order is;
    spec 2.8.2, D9.1: without any configuration, and the client has no method for them."""
    sdk = compiled(text).sdk
    assert [(event.tag, event.tags) for event in sdk.events.values() if event.tag is not None] == tags
    assert sdk.operations == {}
