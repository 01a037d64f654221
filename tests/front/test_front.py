"""The front end by rule: what documents mean, when they are read with a warning, and when with an error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.diagnostics import Diagnostics
from compiler.front import lower_document
from compiler.front.keys.extensions import EXTENSIONS, Where
from compiler.ir.nodes import Schema
from compiler.source import Limits, load_text
from tests.support.documents import text_of
from tests.support.lowering import HEAD, Lowered, lower, lower_files
from tests.support.places import ROOT
from tests.support.recorder import Recorder, Reply

DONE = 'responses: {"204": {description: done}}'
OPERATION = f"paths: {{/tests: {{get: {{operationId: listTests, {DONE}, %s}}}}}}\n"
SCHEMA = "paths: {}\ncomponents: {schemas: {Test: %s}}\n"


def operation(members: str, **options: Any) -> Lowered:
    """Lower a document with one operation that has these members."""
    return lower(OPERATION % members, **options)


def schema(text: str) -> tuple[Schema, Lowered]:
    """Lower a document with one schema."""
    lowered = lower(SCHEMA % text)
    return lowered.sdk.schemas["schemas/Test"], lowered


REWRITE = "x-codegen-extension-rewrite: {%s}\npaths: {}\n"
OURS_FIRST = "turn it round, our key comes first: `x-codegen-group: x-acme-group`"
TOLD: dict[str, tuple[str, list[str], list[str]]] = {
    "D1.4: a path item in a circle": ("paths: {/a: {$ref: '#/paths/~1a'}}\n", ["CG0407"], []),
    "D2.2: a rewrite of an unknown key": (
        REWRITE % "x-codegen-ignroe: x-hidden", ["CG0321"], ["did you mean `x-codegen-ignore`?"],
    ),
    "D2.2: our key comes first": (REWRITE % "x-acme-group: x-codegen-group", ["CG0321"], [OURS_FIRST]),
    "D2.2: unknown and misplaced keys": (
        OPERATION % "x-codegen-paginaton: {}, x-codegen-server-id: a, x-other: 1",
        ["CG0321", "CG0322"],
        ["did you mean `x-codegen-pagination`?", "it applies to a server"],
    ),
    "D3.1: no place of an override": (
        OPERATION % "requestBody: {x-codegen-name-override: a, content: {text/plain: {}}}", ["CG0322"], [],
    ),
    **{
        f"D5.1: a boolean in quotes is no list of targets: {word}": (
            OPERATION % f'x-codegen-ignore: "{word}"', ["CG0323"], [],
        ) for word in ("yes", "true", " False ")
    },
}  # fmt: skip
"""Documents with the codes of what is told of them, and the helps that say what was meant."""


@pytest.mark.parametrize("rule", TOLD)
def test_what_is_told(rule: str) -> None:
    text, codes, helps = TOLD[rule]
    lowered = lower(text)
    assert lowered.codes == codes
    assert not helps or lowered.helps == helps


def refs(lowered: Lowered, schema: str) -> list[str | None]:
    """Return what the properties of a schema refer to."""
    return [item.schema.ref for item in lowered.sdk.schemas[schema].properties]


ITEM = "paths: {/a: {%s}}\n"
GET = f"get: {{%s{DONE}}}"
UNSUPPORTED = {
    "paths/~1a/query": ["CG1302"],
    "paths/~1a/additionalOperations/COPY": ["CG1303"],
}
X = "/properties/x"
READ: dict[str, tuple[str | dict[str, str], list[str], Callable[[Lowered], object], object]] = {
    "D1.2: `version: 3.10` stays 3.10": (
        "openapi: 3.1.0\ninfo: {title: 2024, version: 3.10}\npaths: {}\n", ["CG0356", "CG0356"],
        lambda at: at.sdk.version, "3.10",
    ),
    "what is missing in info, told once for one place": (
        "openapi: 3.1.0\npaths: {}\n", ["CG0327"], lambda at: (at.sdk.title, at.sdk.version), ("API", "0.0.0"),
    ),
    "D1.4: an unknown Path Item key, and 3.2's own methods": (
        ITEM % f"gte: {{}}, query: {{{DONE}}}, additionalOperations: {{COPY: {{}}}}",
        ["CG0303", "CG1302", "CG1303"], lambda at: at.diagnostics.failed_subjects, UNSUPPORTED,
    ),
    "D1.4: identity is URI and pointer, never the spelling; a reference to the root is the component itself": (
        {
            "api.yaml": HEAD
            + SCHEMA % "{properties: {a: {$ref: ./b.yaml}, b: {$ref: 'b.yaml#'}, c: {$ref: a/../b.yaml}}}",
            "b.yaml": "properties: {root: {$ref: 'api.yaml#/components/schemas/Te%73t'}}\n",
        }, [],
        lambda at: (refs(at, "schemas/Test"), refs(at, "b.yaml#"), at.lowering and at.lowering.files),
        (["b.yaml#"] * 3, ["schemas/Test"], ("api.yaml", "b.yaml")),
    ),
    "a pointer may pass through references": (
        {
            "api.yaml": HEAD + SCHEMA % "{$ref: b.yaml}, B: {$ref: '#/components/schemas/Test/properties/x'}",
            "b.yaml": "properties: {x: {type: integer}}\n",
        }, [],
        lambda at: (at.sdk.schemas["schemas/B"].ref, refs(at, "b.yaml#"), at.sdk.schemas[f"b.yaml#{X}"].types),
        (f"b.yaml#{X}", [f"b.yaml#{X}"], ("integer",)),
    ),
    "members beside each reference of a table": (
        {
            "openapi.yaml": f"{HEAD}paths: {{$ref: a.yaml}}\n",
            "a.yaml": f"$ref: b.yaml\n/a: {{get: {{{DONE}}}}}\n/b: {{put: {{{DONE}}}}}\n",
            "b.yaml": f"/b: {{get: {{{DONE}}}}}\n/c: {{get: {{{DONE}}}}}\n",
        }, ["CG0414"],
        lambda at: sorted(at.sdk.operations), ["paths/~1a/get", "paths/~1b/put", "paths/~1c/get"],
    ),
}  # fmt: skip
"""What `golden/lower/reading.yaml` cannot hold, with the codes of what is told of it, and a part of what is read."""


@pytest.mark.parametrize("rule", READ)
def test_what_is_read(rule: str, tmp_path: Path) -> None:
    text, codes, find, expected = READ[rule]
    if isinstance(text, str):
        lowered = lower(text, head="" if text.startswith("openapi") else HEAD)
    else:
        lowered = lower_files(tmp_path, text)
    assert (lowered.codes, find(lowered)) == (codes, expected)


# --------------------------------------------------------------------------- D1: documents


@pytest.mark.parametrize("version", ["3.0.0", "3.0.4", "3.1.0", "3.1.2", "3.2.0", "3.1", "'3.0'"])
def test_versions_that_are_read(version: str) -> None:
    """D1.1; a version has three numbers (D1.4)."""
    codes = ["CG0375"] if version.count(".") < 2 else []
    assert lower("paths: {}\n", head=f"openapi: {version}\ninfo: {{title: T, version: 1.0.0}}\n").codes == codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("openapi: 4.0.0\n", "CG0320"),
        ("openapi: [3]\n", "CG0320"),
        ("openapi: 3.10.0\n", "CG0320"),
        ("- 1\n", "CG0304"),
        ("", "CG0304"),
    ],
)
def test_what_is_no_document_that_can_be_read(text: str, code: str) -> None:
    """D1.1: Swagger 2.0 and unknown versions stop at once."""
    lowered = lower(text, head="")
    assert lowered.lowering is None
    assert lowered.codes == [code]


# --------------------------------------------------------------------------- D1.3, D1.4: references


def test_a_reference_stays_in_the_folder_of_the_document(tmp_path: Path) -> None:
    """D1.3: also behind a symbolic link, and always an error that stops."""
    (tmp_path / "outside.yaml").write_text("type: string\n")
    folder = tmp_path / "api"
    folder.mkdir()
    (folder / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    text = HEAD + SCHEMA % "{properties: {a: {$ref: ../outside.yaml}, b: {$ref: link.yaml}}}"
    lowered = lower_files(folder, {"openapi.yaml": text})
    assert lowered.codes == ["CG0403", "CG0403"]
    assert lowered.diagnostics.must_stop


def test_ref_root_widens_the_folder(tmp_path: Path) -> None:
    """D1.3: `--ref-root`."""
    (tmp_path / "outside.yaml").write_text("type: string\n")
    text = HEAD + SCHEMA % "{properties: {a: {$ref: ../outside.yaml}}}"
    lowered = lower_files(tmp_path / "api", {"openapi.yaml": text}, ref_root=str(tmp_path))
    assert lowered.codes == []
    assert lowered.sdk.schemas["../outside.yaml#"].types == ("string",)


@pytest.mark.parametrize("ref", ["/etc/passwd", "file:///etc/passwd", "a/../../x.yaml", "%2e%2e/x.yaml", "../api2/x"])
def test_no_spelling_leaves_the_folder(ref: str, tmp_path: Path) -> None:
    """D1.3."""
    (tmp_path / "x.yaml").write_text("type: string\n")
    (tmp_path / "api2").mkdir()
    (tmp_path / "api2" / "x").write_text("type: string\n")
    lowered = lower_files(tmp_path / "api", {"openapi.yaml": HEAD + SCHEMA % f"{{$ref: '{ref}'}}"})
    assert lowered.codes in (["CG0403"], ["CG0402"])
    assert lowered.lowering is not None
    assert len(lowered.lowering.files) == 1


def test_an_error_in_a_component_belongs_to_those_that_use_it() -> None:
    """D1.4: `--keep-going` leaves out the operations that reach it, and no other."""
    lowered = lower(f"""
paths:
  /a: {{get: {{parameters: [{{$ref: "#/components/parameters/P"}}], {DONE}}}}}
  /b: {{get: {{responses: {{"200": {{$ref: "#/components/responses/R"}}}}}}}}
  /c: {{get: {{{DONE}}}}}
components:
  parameters: {{P: {{name: p, in: query, schema: {{$ref: "#/components/schemas/Bad"}}}}}}
  responses: {{R: {{description: x, content: {{application/json: {{schema: {{$ref: "#/components/schemas/Bad"}}}}}}}}}}
  schemas: {{Bad: {{type: strng}}}}
""")
    assert set(lowered.diagnostics.failed_subjects) == {"paths/~1a/get", "paths/~1b/get", "schemas/Bad"}
    assert not lowered.diagnostics.must_stop


@pytest.mark.parametrize(
    "ref", ["http://[x", "a\\u0000b.yaml", "x" * 300 + ".yaml", "http://a:b/c", "//x", "%", "#%zz"]
)
def test_strange_references_are_diagnostics(ref: str) -> None:
    lowered = lower(SCHEMA % f'{{properties: {{a: {{$ref: "{ref}"}}, b: {{$id: "http://[y", type: string}}}}}}')
    assert lowered.codes != []
    assert set(lowered.codes) <= {"CG0401", "CG0402", "CG0403", "CG0404", "CG0411"}


@pytest.mark.parametrize("root", ["{$ref: tree.yaml}", "\n    $ref: >- # folded\n      tree.yaml\n"])
def test_dynamic_references_between_other_files_are_settled(tmp_path: Path, root: str) -> None:
    """D1.4: the root need not know of them; a property may be called `$defs`."""
    lowered = lower_files(
        tmp_path,
        {
            "openapi.yaml": f"{HEAD}paths: {{}}\ncomponents:\n schemas:\n  Test: {root}\n",
            "tree.yaml": "{$dynamicAnchor: node, title: Tree, allOf: [{$ref: base.yaml}]}\n",
            "base.yaml": "{$dynamicAnchor: node, properties: {$defs: {items: {$dynamicRef: '#node'}}}}\n",
        },
    )
    assert lowered.codes == []
    schema = lowered.sdk.schemas["schemas/Test"]
    assert schema.title == "Tree"
    items = schema.all_of[0].properties[0].schema.items
    assert items is not None and items.ref == "schemas/Test"


def test_what_32_adds_and_is_not_supported_has_a_name() -> None:
    """D1.1: each addition is read or reported; docs/documents.md lists the codes."""
    found = lower(text_of("front/openapi_32.yaml"), head="")
    codes = sorted(set(found.codes))
    assert codes == ["CG1302", "CG1303", "CG1304", "CG1305", "CG1306", "CG1308"]
    page = (ROOT / "docs/documents.md").read_text("utf-8")
    assert [code for code in codes if f"({code})" not in page] == []


PAGE = "    Page: {type: object, properties: {item: {$dynamicRef: '#node'}}}\n"
BINDS = "{$ref: '#/components/schemas/Page', $defs: {d: {$dynamicAnchor: node, type: integer}}}"


@pytest.mark.parametrize(
    ("others", "item", "codes"),
    [
        ("", None, ["CG0401"]),
        ("    A: {$anchor: node, type: string}\n", "schemas/A", []),
        ("    A: {$dynamicAnchor: node, type: string}\n", "schemas/A", []),
        ("    A: {$dynamicAnchor: node}\n    B: {$dynamicAnchor: node}\n", None, ["CG0418"]),
        ("    A: {$id: 'https://e.com/a', $dynamicAnchor: node}\n", None, ["CG0418"]),
        (f"    A: {BINDS}\n", None, ["CG0418"]),
    ],
)
def test_an_unbound_dynamic_reference_takes_nobody_elses_binding(
    others: str, item: str | None, codes: list[str]
) -> None:
    """What another resource binds is its own; the reference is told, and takes any value (D1.4)."""
    lowered = lower(f"paths: {{}}\ncomponents:\n  schemas:\n{PAGE}{others}")
    assert lowered.codes == codes
    if codes != ["CG0401"]:
        assert lowered.sdk.schemas["schemas/Page"].properties[0].schema.ref == item


def test_what_one_operation_binds_is_no_other_operations() -> None:
    paths = ""
    for name, schema in (("a", BINDS), ("b", "{$ref: '#/components/schemas/Page'}")):
        content = f"content: {{application/json: {{schema: {schema}}}}}"
        paths += f"  /{name}: {{get: {{responses: {{'200': {{description: ok, {content}}}}}}}}}\n"
    lowered = lower(f"paths:\n{paths}components:\n  schemas:\n{PAGE}")
    assert lowered.codes == ["CG0418"]
    bound, unbound = (
        lowered.sdk.operations[f"paths/~1{name}/get"].responses[0].contents[0].schema for name in ("a", "b")
    )
    assert bound is not None and bound.properties[0].schema.ref is not None and "~1a" in bound.properties[0].schema.ref
    assert unbound is not None and unbound.ref == "schemas/Page"
    assert lowered.sdk.schemas["schemas/Page"].properties[0].schema.ref is None
    lowered = lower(f"paths:\n{paths}components:\n  schemas:\n{PAGE}    A: {{$dynamicAnchor: node}}\n")
    assert lowered.codes == []
    assert lowered.sdk.schemas["schemas/Page"].properties[0].schema.ref == "schemas/A"


def test_names_of_schemas_stand_once() -> None:
    """`$id` in a document, `$anchor` in a resource; an anchor elsewhere is named with the `$id` it belongs to."""
    head = "paths: {}\ncomponents:\n  schemas:\n"
    a, b = "    A: {$anchor: x, type: string}\n", "    B: {$anchor: x, type: integer}\n"
    assert lower(f"{head}{a}{b}").codes == ["CG0421"]
    apart = a + b.replace("{", "{$id: 'https://e.com/b', ")
    lowered = lower(f"{head}{apart}    C: {{$ref: '#x'}}\n")
    assert lowered.codes == [] and lowered.sdk.schemas["schemas/C"].ref == "schemas/A"
    lowered = lower(f"{head}{b.replace('{', '{$id: https://e.com/b, ')}    C: {{$ref: '#x'}}\n")
    assert lowered.codes == ["CG0419"] and lowered.sdk.schemas["schemas/C"].ref == "schemas/B"
    assert lower(f"{head}{a}    C: {{properties: {{$id: {{type: string}}, $anchor: {{}}}}}}\n").codes == []


def test_dynamic_references_in_a_chain_end() -> None:
    """D1.5: what fills in schemas in schemas without end is a diagnostic, a hundred levels of nesting are none."""
    chain = "".join(f'    C{k}: {{properties: {{p: {{$ref: "#/components/schemas/C{k + 1}"}}}}}}\n' for k in range(400))
    last = '    C400: {$defs: {d: {$dynamicAnchor: n}}, items: {$dynamicRef: "#n"}}\n'
    first = '    A: {$ref: "#/components/schemas/C0", $defs: {d: {$dynamicAnchor: n, type: string}}}\n'
    head = "paths: {}\ncomponents:\n  schemas:\n"
    assert lower(head + first + chain + last).codes == ["CG0420"]
    deep = "{properties: {p: " * 60 + '{$dynamicRef: "#n"}' + "}}" * 60
    assert lower(f"{head}    B: {{$dynamicAnchor: n, items: {deep}}}\n").codes == []


# --------------------------------------------------------------------------- D2, D14: extensions


def test_another_prefix_counts_too() -> None:
    """D2.1: `--extension-prefix` adds a prefix."""
    text = "x-vendor-name-override: one, x-codegen-max-method-params: 2"
    lowered = operation(text, extension_prefix="x-vendor-")
    found = lowered.sdk.operations["paths/~1tests/get"]
    assert (found.override, found.max_method_params) == ("one", 2)
    assert operation(text).sdk.operations["paths/~1tests/get"].override is None


@pytest.mark.parametrize(
    "place",
    [
        "paths: {x-codegen-ignore: true}",
        "info: {x-codegen-group: a}",
        "paths: {/a: {get: {responses: {'200': {description: '', links: {l: {x-codegen-ignore: true}}}}}}}",
        "paths: {/a: {get: {responses: {x-codegen-ignore: true}}}}",
        "components: {schemas: {x-codegen-ignore: true}}",
        "components: {parameters: {P: {name: p, in: query, schema: {}, examples: {e: {x-codegen-group: a}}}}}",
        "components: {schemas: {S: {externalDocs: {x-codegen-group: a}}}}",
        "components: {schemas: {S: {xml: {x-codegen-group: a}}}}",
        "components: {links: {L: {x-codegen-group: a}}}",
        "components: {examples: {E: {x-codegen-group: a}}}",
        "tags: [{name: a, externalDocs: {x-codegen-group: a}}]",
    ],
)
def test_keys_are_looked_for_everywhere(place: str) -> None:
    """invariant 6 of ARCHITECTURE.md: every key is honoured or diagnosed."""
    head = "openapi: 3.1.0\n" + ("" if place.startswith("info") else "info: {title: T, version: 1.0.0}\n")
    assert "CG0322" in lower(place + "\n", head=head).codes


BAD_VALUES = {
    "name-override": ["5", "''", "[]", "[a, 5]", "{}", "{python: 5}", "{python: []}", "{python: {go: a}}"],
    "max-method-params": ["-1", "'4'", "1.5", "true"],
    "ignore": ["1", "''", "[go]"],
    "pagination": ["cursor", "{type: pages}", "{inputs: []}", "{type: url, outputs: {next: $.a}}"],
    "group": ["5", "{a: b}", "[5]"],
    "retries": ["true", "{strategy: often}", "{strategy: backoff, statusCodes: [9]}", "{backoff: {}}"],
    "timeout": ["0", "'5s'", "1.5"],
    "idempotency": ["true", "{}", "{header: ''}", "X-Key"],
    "errors": ["[404]", "{}", "{statusCodes: [nope]}"],
    "sse-sentinel": ["5", "''", "true"],
    "stream-switch": ["5", "''", "true"],
    "deprecation-message": ["5"],
    "usage-example": ["{}", "'yes'"],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in BAD_VALUES.items() for value in values])
def test_wrong_values_are_errors_and_change_nothing(key: str, value: str) -> None:
    """D2.2: a known key with a wrong type or value, nested keys included."""
    lowered = operation(f"deprecated: true, x-codegen-{key}: {value}")
    assert set(lowered.codes) == {"CG0323"}
    assert lowered.diagnostics.failed_subjects == {"paths/~1tests/get": ["CG0323"]}
    assert lowered.sdk.operations == operation("deprecated: true").sdk.operations


def test_every_key_of_the_table_has_a_place() -> None:
    """D14: a key without one would mean nothing anywhere."""
    assert all(extension.places for extension in EXTENSIONS.values())
    assert set(EXTENSIONS["ignore"].places) == {
        Where.PATH_ITEM, Where.OPERATION, Where.PARAMETER, Where.PROPERTY, Where.REQUEST_CONTENT, Where.RESPONSE,
        Where.RESPONSE_CONTENT, Where.CALLBACK, Where.CALLBACK_OPERATION, Where.WEBHOOK,
    }  # fmt: skip


def test_keys_of_a_vendor_that_are_ours_are_counted() -> None:
    """D2.1: keys of it that mean nothing here are none."""
    text = "x-speakeasy-timeout: 5\n" + ITEM % GET % "x-speakeasy-group: a, x-speakeasy-entity: b, "
    assert [item.partition("`")[2] for item in lower(text).said] == [
        "x-speakeasy-*` keys mean what ours do, but are not read (2 times)"
    ]
    assert lower(text, extension_prefix="x-speakeasy-").codes == ["CG0321"]


# --------------------------------------------------------------------------- parameters


def test_a_path_and_its_parameters_name_the_same() -> None:
    """D1.4: what has the letters of a name in the path is that parameter; another is no argument."""
    for name, read, helps in (
        ("i_d", [("id", "integer")], ["call it `id`"]),
        ("ids", [("id", "string")], ["did you mean `ids`?", "did you mean `id`?"]),
        ("x", [("id", "string")], ["add `{name: id, in: path", "remove the parameter"]),
    ):
        parameter = f"{{name: {name}, in: path, required: true, schema: {{type: integer}}}}"
        lowered = lower(f"paths: {{'/a/{{id}}': {{get: {{parameters: [{parameter}], {DONE}}}}}}}\n")
        found = lowered.sdk.operations["paths/~1a~1{id}/get"].parameters
        assert [(one.wire, one.schema.types[0]) for one in found if one.schema is not None] == read
        assert sorted(lowered.codes) == (["CG0334"] if len(helps) == 1 else ["CG0333", "CG0334"])
        assert all(any(help_ in said for said in lowered.helps) for help_ in helps), (name, lowered.helps)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("/a/{id:[0-9]+}", "/a/{id}"),
        ("/a/{id:[a-z]{3}}/b", "/a/{id}/b"),
        ("/a/{id:int}", "/a/{id}"),
        ("/a/{+id}", "/a/{id}"),
        ("/a/{id*}", "/a/{id}"),
        ("/a/{ id }", "/a/{id}"),
        ("/a/{id}{?q,r}", "/a/{id}"),
    ],
)
def test_what_else_stands_in_a_template_is_no_part_of_the_name(written: str, read: str) -> None:
    """D1.4, D4.5: as routers and RFC 6570 write it; where nobody declares the name, too."""
    for parameters in ("", "parameters: [{name: id, in: path, required: true, schema: {type: integer}}], "):
        lowered = lower(f"paths: {{'{written}': {{get: {{{parameters}{DONE}}}}}}}\n")
        (found,) = lowered.sdk.operations.values()
        assert (found.path, [item.wire for item in found.parameters]) == (read, ["id"])
        assert lowered.codes == (["CG0332"] if parameters else ["CG0332", "CG0333"])
    exact = f"parameters: [{{name: '{written[4:-1]}', in: path, required: true, schema: {{}}}}], "
    if "{" not in written[4:-1]:
        (found,) = lower(f"paths: {{'{written}': {{get: {{{exact}{DONE}}}}}}}\n").sdk.operations.values()
        assert found.path == written


def test_what_is_received_has_no_path_parameters() -> None:
    parameter = "{name: id, in: path, required: true, schema: {type: string}}"
    lowered = lower(f"webhooks: {{a: {{post: {{parameters: [{parameter}], {DONE}}}}}}}\n")
    assert lowered.codes == ["CG0334"] and "no path parameters" in lowered.helps[0]


@pytest.mark.parametrize("place", ["query", "header", "cookie", "path"])
def test_a_parameter_has_a_name(place: str) -> None:
    """A name that is empty is an error of the operation, wherever it stands."""
    parameter = f'{{name: "", in: {place}, required: true, schema: {{}}}}'
    for text in (
        operation(f"parameters: [{parameter}]"),
        lower(f"paths: {{/a: {{parameters: [{parameter}], get: {{{DONE}}}}}}}\n"),
        lower(
            f"paths: {{/a: {{get: {{parameters: [{{$ref: '#/components/parameters/P'}}], {DONE}}}}}}}\n"
            f"components: {{parameters: {{P: {parameter}}}}}\n"
        ),
        lower(f"webhooks: {{a: {{post: {{parameters: [{parameter}], {DONE}}}}}}}\n"),
        lower(f"x-codegen-globals: {{parameters: [{parameter}]}}\npaths: {{}}\n"),
    ):
        assert set(text.codes) == {"CG0364"}


def test_headers_that_capitals_tell_apart_are_one() -> None:
    """RFC 9110 5.1: an error with both places; over two levels the operation's counts (D4.4)."""
    one, other = "{name: X-A, in: header, schema: {}}", "{name: x-a, in: header, schema: {type: integer}}"
    lowered = operation(f"parameters: [{one}, {other}]")
    assert lowered.codes == ["CG0369"]
    by_reference = "components: {parameters: {P: " + other + "}}\n"
    again = f"{{get: {{parameters: [{one}, {{$ref: '#/components/parameters/P'}}], {DONE}}}}}"
    assert lower(f"paths: {{/a: {again}}}\n{by_reference}").codes == ["CG0369"]
    assert lower(f"webhooks: {{a: {again.replace('get', 'post')}}}\n{by_reference}").codes == ["CG0369"]
    assert not lower(f"paths: {{/a: {{parameters: [{one}], get: {{parameters: [{other}], {DONE}}}}}}}\n").codes
    assert not operation("parameters: [{name: q, in: query, schema: {}}, {name: Q, in: query, schema: {}}]").codes


# --------------------------------------------------------------------------- behaviour


def test_security_alternatives() -> None:
    """An empty requirement means that no credentials are needed; none given differs from an empty list."""
    schemes = "components: {securitySchemes: {k: {type: http, scheme: Bearer}}}\n"
    lowered = lower(OPERATION % "security: [{k: []}, {}]" + schemes)
    found = lowered.sdk.operations["paths/~1tests/get"].security
    assert found is not None
    assert [[need.scheme for need in item.needs] for item in found] == [["k"], []]
    assert lowered.sdk.schemes["securitySchemes/k"].http == "bearer"
    assert operation("security: []").sdk.operations["paths/~1tests/get"].security == ()
    assert operation("deprecated: true").sdk.operations["paths/~1tests/get"].security is None


# --------------------------------------------------------------------------- sloppy input never raises

SLOPPY = ["5", "x", "null", "[]", "{}", "true", "[[]]", "[null]", "{x: null}", "{$ref: 5}", "{$ref: '#/nope'}", "1.5"]
PLACES = [
    "info: %s", "servers: %s", "servers: [%s]", "paths: %s", "components: %s", "components: {schemas: %s}", "tags: %s",
    "components: {parameters: {A: %s}}", "components: {responses: {A: %s}}", "components: {headers: {A: %s}}",
    "components: {requestBodies: {A: %s}}", "components: {securitySchemes: {A: %s}}", "security: %s", "webhooks: %s",
    "paths: {/a: %s}", "paths: {/a: {get: %s}}", "paths: {/a: {parameters: %s}}", "paths: {/a: {get: {tags: %s}}}",
    "paths: {/a: {get: {parameters: [%s]}}}", "paths: {/a: {get: {requestBody: %s}}}", "security: [%s]",
    "paths: {/a: {get: {requestBody: {content: {a/b: %s}}}}}", "paths: {/a: {get: {responses: %s}}}", "tags: [%s]",
    "paths: {/a: {get: {responses: {'200': %s}}}}", "paths: {/a: {get: {callbacks: %s}}}", "externalDocs: %s",
    "paths: {/a: {get: {callbacks: {b: %s}}}}", "paths: {/a: {get: {callbacks: {b: {c: %s}}}}}",
    "components: {schemas: {A: %s}}", "components: {schemas: {A: {properties: %s}}}", "webhooks: {a: {post: %s}}",
    "components: {schemas: {A: {discriminator: %s}}}", "components: {schemas: {A: {allOf: %s}}}",
    "components: {schemas: {A: {type: %s}}}", "components: {schemas: {A: {required: %s}}}", "x-codegen-globals: %s",
    "components: {schemas: {A: {enum: %s}}}", "components: {schemas: {A: {examples: %s}}}",
    "components: {schemas: {A: {minimum: %s}}}", "components: {schemas: {A: {minLength: %s, items: %s}}}",
    "x-codegen-name-override: %s", "x-codegen-webhooks: %s", "x-codegen-extension-rewrite: %s",
    "components: {securitySchemes: {A: {type: oauth2, flows: %s}}}",
    "paths: {/a: {get: {requestBody: {content: {a/b: {encoding: {c: %s}}}}}}}",
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_values_of_the_wrong_type_are_never_exceptions(place: str) -> None:
    """house 4: user mistakes are diagnostics."""
    head = "openapi: 3.1.0\n" + ("" if place.startswith("info") else "info: {title: T, version: 1.0.0}\n")
    for value in SLOPPY:
        text = place.replace("%s", value) + "\n"
        for version in (head, head.replace("3.1.0", "3.0.0")):
            diagnostics = Diagnostics()
            document = load_text(version + text, "openapi.yaml", Limits(), diagnostics)
            assert document is not None
            assert lower_document(document, diagnostics) is not None
            assert all(diagnostics.locate(item.loc) for item in diagnostics.items if item.loc is not None)


# --------------------------------------------------------------------------- D1.3: the network


def test_a_host_that_is_named_is_asked(tmp_path: Path) -> None:
    """D1.3: `--allow-remote`; relative references of a remote file stay remote."""
    with Recorder() as server:
        text = HEAD + SCHEMA % f"{{$ref: '{server.origin}/a/pet.yaml'}}"
        allowed = frozenset({server.origin.removeprefix("http://")})
        pet = b"type: object\nproperties: {next: {$ref: 'other.yaml'}}\n"
        server.script(Reply(body=pet), Reply(body=b"type: integer\n"))
        lowered = lower_files(tmp_path, {"openapi.yaml": text}, allow_remote=allowed)
    assert lowered.codes == []
    assert lowered.sdk.schemas[f"{server.origin}/a/other.yaml#"].types == ("integer",)


@pytest.mark.parametrize(
    ("ref", "help_"),
    [
        ("s\\\\pet.yaml", "write `/` between the names of folders"),
        ("file:s/pet.yaml", "write the path alone, relative to the file that refers"),
        ("s/lost.yaml", "it is a link that leads nowhere"),
        ("s/pets.yaml", "did you mean `pet.yaml`?"),
    ],
)
def test_a_file_that_is_not_there(tmp_path: Path, ref: str, help_: str) -> None:
    """D1.3: the help says what is meant."""
    (tmp_path / "s").mkdir()
    (tmp_path / "s/lost.yaml").symlink_to("nowhere.yaml")
    found = lower_files(
        tmp_path,
        {
            "api.yaml": f'{HEAD}components: {{schemas: {{Pet: {{$ref: "{ref}"}}}}}}\n',
            "s/pet.yaml": "{type: object}",
        },
    )
    assert (found.codes, found.helps) == (["CG0402"], [help_])


def test_an_item_has_one_pointer(tmp_path: Path) -> None:
    """D1.4: an index with zeros before it names nothing (RFC 6901, 4), else one schema would be two classes."""
    listed = 'components: {schemas: {A: {$ref: "l.yaml#/list/1"}, B: {$ref: "l.yaml#/list/01"}}}\n'
    found = lower_files(tmp_path, {"api.yaml": HEAD + listed, "l.yaml": "list: [{type: string}, {type: object}]\n"})
    assert found.said == [
        "CG0401 /components/schemas/B/$ref: the reference `l.yaml#/list/01` leads nowhere: there is no `01`"
    ]
