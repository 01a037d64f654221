"""Swagger 2.0 (D1.1): it means the same as the same API in 3.0, and all locations are those of its own text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.base.diagnostics import Diagnostics
from compiler.base.source import Limits, Loc, load_text
from compiler.front import lower_document
from compiler.front.overlays.overlay import apply_overlays
from compiler.ir.text import dump
from tests.support.documents import text_of
from tests.support.lowering import Lowered, lower, lower_files
from tests.support.places import SHARED
from tests.support.run import build, write

OLD = text_of("front/swagger_2.yaml")

NEW = text_of("front/swagger_3.yaml")


SWAGGER = 'swagger: "2.0"\ninfo: {title: Test, version: 1.0.0}\nhost: a.test\n'


def parameters(*items: str) -> str:
    """Return a document with one operation of these parameters."""
    listed = "".join(f"        - {item}\n" for item in items)
    responses = '      responses: {"204": {description: done}}\n'
    return f"{SWAGGER}paths:\n  /a:\n    post:\n      operationId: a\n      parameters:\n{listed}{responses}"


def test_the_same_api_in_20_and_30_is_the_same_ir() -> None:
    """D1.1: servers, bodies, forms, files, collection formats, responses, headers, security, discriminators."""
    old, new = lower(OLD, head=""), lower(NEW, head="")
    assert dump(old.sdk) == dump(new.sdk)
    assert old.codes == new.codes == []


def test_null_beside_a_reference_is_part_of_the_contract() -> None:
    """D1.1: validators take what `x-nullable` allows, beside a reference and beside allOf."""
    text = """\
definitions:
  Err: {type: object}
  Box:
    properties:
      a: {$ref: "#/definitions/Err", x-nullable: true}
      b: {allOf: [{$ref: "#/definitions/Err"}], x-nullable: true}
      c: {not: {type: integer}}
paths: {}
"""
    contract = str(lower(text, head=SWAGGER).sdk.contracts["schemas/Box"])
    assert contract.count("null") == 2, contract


def test_places_are_those_of_the_text() -> None:
    """D1.1: a diagnostic about what moved points at where it was written."""
    text = OLD.replace("minimum: 1, default: 1", "minimum: one").replace(
        "claws: {type: boolean}", "claws: {type: bool}"
    )
    text = text.replace("{type: integer, description: how many}", "{type: int}")
    text = text.replace("collectionFormat: pipes", "collectionFormat: tsv")
    text = text.replace('schema: {$ref: "#/definitions/Pet"}}}', 'schema: {$ref: "#/definitions/Dog"}}}')
    found = lower(text, head="").diagnostics.items
    assert [(item.code, item.loc) for item in found] == [
        ("CG0301", Loc("openapi.yaml", "/parameters/Page/minimum")),
        ("CG0316", Loc("openapi.yaml", "/responses/Pets/headers/X-Total/type")),
        ("CG0316", Loc("openapi.yaml", "/definitions/Cat/allOf/1/properties/claws/type")),
        ("CG1309", Loc("openapi.yaml", "/paths/~1pets/get/parameters/2/collectionFormat")),
        ("CG0401", Loc("openapi.yaml", "/paths/~1pets/post/responses/201/schema/$ref")),
    ]


def test_an_overlay_changes_it_as_it_is_written() -> None:
    """D1.6: overlays come first; places are found through both."""
    diagnostics = Diagnostics()
    document = load_text(OLD, "openapi.yaml", Limits(), diagnostics)
    overlay = load_text(
        "overlay: 1.0.0\ninfo: {title: a, version: 1.0.0}\nactions:\n"
        "  - {target: $.definitions.Cat, remove: true}\n"
        "  - {target: $.definitions.Pet.properties, update: {weight: {type: num}}}\n"
        """  - {target: "$.paths['/pets'].get.parameters[?@.name != 'q']", remove: true}\n"""
        """  - {target: "$.paths['/pets'].get.parameters[0]", update: {type: strin}}\n""",
        "overlay.yaml",
        Limits(),
        diagnostics,
    )
    assert document
    assert overlay
    changed = apply_overlays(document, [overlay], diagnostics)
    assert changed
    lowered = Lowered(lower_document(changed, diagnostics), diagnostics)
    assert list(lowered.sdk.schemas)[:1] == ["schemas/Pet"]
    assert [(item.code, item.loc, [note.loc for note in item.notes]) for item in diagnostics.items] == [
        (
            "CG0316",
            Loc("overlay.yaml", "/actions/1/update/weight/type"),
            [Loc("openapi.yaml", "/definitions/Pet/properties/weight")],
        ),
        (
            "CG0316",
            Loc("overlay.yaml", "/actions/3/update/type"),
            [Loc("openapi.yaml", "/paths/~1pets/get/parameters/5/type")],
        ),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "urls"),
    [
        ("host: a.test", ["https://a.test"]),
        ("host: a.test\nbasePath: /", ["https://a.test"]),
        ("host: a.test\nschemes: [http]\nbasePath: /b", ["http://a.test/b"]),
        ("host: a.test\nbasePath: b/c/", ["https://a.test/b/c"]),
        ("basePath: /b", ["/b"]),
        ("schemes: [https]", []),
    ],
)
def test_servers(lines: str, urls: list[str]) -> None:
    """Scheme, host and base path make the servers; https stands first."""
    found = lower(f"{lines}\npaths: {{}}\n", head=SWAGGER.replace("host: a.test\n", ""))
    assert [server.url for server in found.sdk.servers] == urls


def test_parts_of_other_files(tmp_path: Path) -> None:
    """D1.3, D1.4: parts of other files, operations included, are read as 2.0 where the document is; what the root keeps
    elsewhere in 3.0 is found from there, and is shared as written there."""
    files = {
        "api.yaml": SWAGGER
        + """\
parameters:
  Limit: {name: limit, in: query, type: integer}
  Body: {name: pet, in: body, schema: {$ref: "#/definitions/Name"}}
  Sort: {$ref: "parts/more.yaml#/Sort"}
responses:
  Done: {description: ok, schema: {$ref: "#/definitions/Pet"}}
definitions:
  Pet: {$ref: "parts/more.yaml#/Pet"}
  Name: {type: string}
paths:
  /pets: {$ref: "parts/paths.yaml#/pets"}
  /a: {get: {$ref: "parts/get.yaml"}}
""",
        "parts/paths.yaml": """\
pets:
  parameters: [{$ref: "../api.yaml#/parameters/Limit"}]
  post:
    operationId: addPet
    parameters: [{$ref: "../api.yaml#/parameters/Body"}, {$ref: "../api.yaml#/parameters/Sort"}]
    responses: {"200": {$ref: "../api.yaml#/responses/Done"}}
  put: {$ref: "put.yaml"}
""",
        "parts/get.yaml": """\
operationId: getA
parameters: [{name: ids, in: query, type: array, items: {type: string}, collectionFormat: multi}]
responses: {"200": {description: ok, schema: {type: object}}}
""",
        "parts/put.yaml": """\
operationId: putPet
parameters: [{$ref: "more.yaml#/Body"}, {$ref: "more.yaml#/Page"}]
responses: {"200": {$ref: "more.yaml#/Done"}}
""",
        "parts/more.yaml": """\
Sort: {name: sort, in: query, type: string, enum: [up, down]}
Page: {name: page, in: query, type: integr}
Body: {name: pet, in: body, schema: {$ref: "#/Pet"}}
Done: {description: ok, schema: {$ref: "#/Pet"}}
Pet: {type: object, properties: {name: {$ref: "../api.yaml#/definitions/Name"}, age: {type: integer, x-nullable: true}}}
""",
    }
    found = lower_files(tmp_path, files)
    assert [item.loc for item in found.diagnostics.items if item.code != "CG0409"] == [
        Loc("parts/more.yaml", "/Page/type")
    ]
    text = dump(found.sdk)
    for part in (
        "ref=@parameters/Limit inherited", "ref=@parameters/Sort at=", "body ref=@requestBodies/Body",
        'response "200" ref=@responses/Done', 'property "name" { schema ref=@schemas/Name }',
        'property "age" { schema types=["integer", "null"] }', 'parameter "ids" query explode',
        'content "application/json" { schema types=["object"] }',
    ):  # fmt: skip
        assert part in text, part
    assert text.count('content "application/json" { schema ref=@"parts/more.yaml#/Pet" }') == 2


def test_a_name_for_a_shared_part_is_not_taken_for_it() -> None:
    found = lower(
        """\
parameters: {Other: {$ref: "#/parameters/Sort"}, Sort: {name: sort, in: query, type: string}}
paths: {/a: {get: {parameters: [{$ref: "#/parameters/Sort"}], responses: {"204": {description: done}}}}}
""",
        head=SWAGGER,
    )
    assert found.said == []
    assert 'parameter "" query ref=@parameters/Sort\n' in dump(found.sdk)


@pytest.mark.parametrize(
    "text",
    [
        'swagger: "2.0"',
        'swagger: "2.0"\npaths: []',
        'swagger: "2.0"\npaths: {/a: {get: {parameters: {}}, post: []}}',
        'swagger: "2.0"\npaths: {/a: {get: {parameters: [1, {}, {in: body}, {in: formData}, {$ref: 3}]}}}',
        'swagger: "2.0"\npaths: {/a: {get: {parameters: [{$ref: "#/x"}]}}}',
        'swagger: "2.0"\ndefinitions: 3\nparameters: [1]\nresponses: {a: 1, b: {schema: 2, headers: {x: 1}}}',
        'swagger: "2.0"\nparameters: {a: {$ref: "#/parameters/a"}}\nsecurityDefinitions: {a: {type: oauth2}, b: 1}',
        'swagger: "2.0"\nhost: 3\nbasePath: []\nschemes: x\nconsumes: y\nproduces: [1]\npaths: {}',
        'swagger: "2.0"\npaths: {/a: {$ref: "#/paths/~1a"}}',
    ],
)
def test_what_is_wrong_is_diagnosed(text: str) -> None:
    """D1.4: never an exception, and every place is there."""
    found = lower(text + "\n", head="")
    assert found.diagnostics.items
    assert all(found.diagnostics.locate(item.loc) for item in found.diagnostics.items if item.loc is not None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("schemes: https", [("CG0301", "/schemes")]),
        ("schemes: [wss, https]", []),
        ("schemes: [wss]", [("CG0352", "/schemes/0")]),
        ("basePath: []", [("CG0301", "/basePath")]),
        ("consumes: application/json", [("CG0301", "/consumes")]),
        ("produces: [[text/plain]]", [("CG0301", "/produces/0")]),
        ("definitions: []", [("CG0301", "/definitions")]),
        ("parameters: x", [("CG0301", "/parameters")]),
        ("responses: x", [("CG0301", "/responses")]),
        ("securityDefinitions: []", [("CG0301", "/securityDefinitions")]),
        (
            "securityDefinitions: {a: {type: oauth2, flow: acess, tokenUrl: https://a.test/t, scopes: {}}}",
            [("CG0316", "/securityDefinitions/a/flow")],
        ),
        ("securityDefinitions: {a: {type: oauth2, scopes: {}}}", [("CG0302", "/securityDefinitions/a")]),
        ("securityDefinitions: {a: {type: basic, realm: x}}", [("CG0303", "/securityDefinitions/a/realm")]),
        (
            "produces: [text/plain; charset=utf-8]\n"
            "responses: {A: {description: a, schema: {type: string}, examples: {text/plain: b}}}",
            [],
        ),
        ("responses: {A: {description: a, headers: {X: {type: array, items: {}, collectionFormat: multi}}}}", []),
        ("responses: {A: {description: a, headers: {X: {typ: string}}}}", [("CG0303", "/responses/A/headers/X/typ")]),
        ("responses: {A: {description: a, headers: [X]}}", [("CG0301", "/responses/A/headers")]),
        (
            "responses: {A: {description: a, schema: {type: string}, content: {text/plain: {}}}}",
            [("CG0351", "/responses/A/content")],
        ),
    ],
)
def test_what_has_no_place_in_30_is_told(text: str, said: list[tuple[str, str]]) -> None:
    """D1.4: nothing of a document is dropped silently, and what is told stands where it was written."""
    found = lower(f"{SWAGGER}{text}\npaths: {{}}\n", head="")
    assert [(item.code, item.loc) for item in found.diagnostics.items] == [
        (code, Loc("openapi.yaml", pointer)) for code, pointer in said
    ]


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("{name: p, in: formData, type: string, requird: true}", [("CG0303", "/requird")]),
        ('{name: p, in: formData, type: string, required: "yes"}', [("CG0301", "/required")]),
        ("{in: formData, type: string}", [("CG0302", "")]),
        ("{name: p, in: formData}", [("CG0310", "")]),
        ("{name: p, in: formData, type: string, schema: {type: integer}}", [("CG0351", "/schema")]),
        ("{name: p, in: formData, type: string, collectionFormat: multi}", [("CG0303", "/collectionFormat")]),
        ("{name: p, in: query, type: string, schema: {type: integer}}", [("CG0351", "/schema")]),
        ("{name: p, in: query, type: string, collectionFormat: csv}", [("CG0303", "/collectionFormat")]),
        (
            "{name: p, in: query, type: array, items: {type: string}, explode: true, collectionFormat: csv}",
            [("CG0351", "/explode")],
        ),
        ("{name: p, in: query}", [("CG0310", "")]),
    ],
)
def test_what_a_parameter_says_for_nothing_is_told(item: str, said: list[tuple[str, str]]) -> None:
    """D1.4, also for the fields of forms, which are no parameters in 3.0."""
    found = lower(parameters(item), head="")
    assert [(each.code, each.loc) for each in found.diagnostics.items] == [
        (code, Loc("openapi.yaml", f"/paths/~1a/post/parameters/0{at}")) for code, at in said
    ]


def test_values_of_a_field_have_names() -> None:
    """D14: in 3.0 the key stands in the schema, which a field is."""
    found = lower(parameters("{name: p, in: formData, type: string, enum: [a], x-codegen-enums: [Ace]}"), head="")
    assert found.said == []
    assert "Ace" in dump(found.sdk)


def test_help_is_in_the_words_of_20() -> None:
    text = parameters('{$ref: "#/parameter/Q"}', '{name: b, in: body, schema: {$ref: "S"}}')
    tables = "parameters: {Q: {name: q, in: query, type: string}}\ndefinitions: {S: {type: object}}\n"
    found = lower(text + tables, head="")
    assert list(zip(found.codes, found.helps, strict=True)) == [
        ("CG0401", "write `#/parameters/Q`"),
        ("CG0402", "write `#/definitions/S`"),
    ]


def test_tables_of_other_files_are_told_where_they_stand(tmp_path: Path) -> None:
    """D1.4: `parameters` and `responses` stand at the root in 2.0."""
    found = lower_files(
        tmp_path,
        {
            "api.yaml": f"{SWAGGER}paths: {{}}\nparameters: {{$ref: p.yaml}}\nresponses: {{$ref: r.yaml}}\n",
            "p.yaml": "Q: {name: q, in: query, type: string}\n",
        },
    )
    assert [(item.code, item.loc) for item in found.diagnostics.items] == [
        ("CG0414", Loc("api.yaml", "/parameters/$ref")),
        ("CG0402", Loc("api.yaml", "/responses/$ref")),
    ]


def test_a_field_that_is_given_twice_is_told() -> None:
    text = parameters("{name: p, in: formData, type: string}", "{name: p, in: formData, type: integer}")
    found = lower(text, head="")
    assert found.said == [
        "CG0330 /paths/~1a/post/parameters/1: the form parameter `p` is declared twice; the first is used"
    ]
    assert 'property "p" { schema types=["string"] }' in dump(found.sdk)


def test_words_of_30_are_understood() -> None:
    """D1.4: where 2.0 says nothing else, its defaults are not put in the place of what is said."""
    found = lower(
        parameters(
            "{name: h, in: query, items: {type: string}}",
            "{name: i, in: query, type: array, items: {type: string}, explode: true}",
            "{name: j, in: query, schema: {type: array, items: {type: string}}}",
            "{name: k, in: query, schema: {type: array, items: {type: string}}, collectionFormat: pipes}",
            "{name: f, in: formData, description: what, schema: {type: array, items: {type: integer}}}",
        ),
        head="",
    )
    assert found.said == []
    text = dump(found.sdk)
    assert 'parameter "h" query {' in text  # csv, as 2.0 has it where nothing is said
    assert 'parameter "i" query explode' in text
    assert 'parameter "j" query explode' in text
    assert 'parameter "k" query style=pipe-delimited' in text
    assert 'types=["array"]' in text


def test_errors_belong_to_their_operation(tmp_path: Path) -> None:
    """D1.4: `-k` leaves out the operation that says `produces: x`, and the one with the flow that is none."""
    text = """\
securityDefinitions: {bad: {type: oauth2, flow: nope, scopes: {}}}
paths:
  /a: {get: {operationId: a, produces: x, responses: {"200": {description: ok}}}}
  /b: {get: {operationId: b, security: [{bad: []}], responses: {"200": {description: ok}}}}
  /c: {post: {operationId: c, parameters: [{in: formData}], responses: {"200": {description: ok}}}}
  /d: {get: {operationId: d, responses: {"200": {description: ok}}}}
"""
    write(tmp_path, "openapi.yaml", SWAGGER + text)
    build(tmp_path, "-q", "-k", "openapi.yaml", "-tpython")
    manifest = json.loads((tmp_path / "sdk/python/.codegen-manifest.json").read_text("utf-8"))
    assert sorted(manifest["leftOut"]) == ["paths/~1a/get", "paths/~1b/get", "paths/~1c/post"]


def test_parts_of_a_file_of_openapi_3(tmp_path: Path) -> None:
    """D1.1: what another file writes in OpenAPI 3 is read as that."""
    found = lower_files(
        tmp_path,
        {
            "api.yaml": SWAGGER
            + """\
parameters: {Q: {$ref: "new.yaml#/components/parameters/P"}}
paths:
  /a:
    get:
      operationId: a
      parameters: [{$ref: "new.yaml#/components/parameters/P"}]
      responses: {"200": {$ref: "new.yaml#/components/responses/R"}}
  /c: {$ref: "new.yaml#/paths/~1c"}
""",
            "new.yaml": """\
openapi: 3.1.0
info: {title: New, version: 1.0.0}
paths:
  /c:
    post:
      operationId: c
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/S"}}}}
      responses: {"200": {description: ok, content: {text/plain: {schema: {type: string}}}}}
components:
  parameters: {P: {name: p, in: query, schema: {type: array, items: {type: string}}}}
  responses: {R: {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/S"}}}}}
  schemas: {S: {type: object, properties: {k: {type: [string, "null"]}}}}
""",
        },
    )
    assert found.said == []
    text = dump(found.sdk)
    assert 'content "text/plain" { schema types=["string"] }' in text
    assert text.count('ref=@"new.yaml#/components/schemas/S"') == 2


def test_a_file_of_swagger_in_a_document_of_openapi_3(tmp_path: Path) -> None:
    """D1.1: its schemas are read as 2.0 has them; all else is laid out in another way, and refused where it is used."""
    found = lower_files(
        tmp_path,
        {
            "api.yaml": """\
openapi: 3.1.0
info: {title: Test, version: 1.0.0}
paths:
  /a:
    get:
      parameters: [{$ref: "old.yaml#/parameters/P"}]
      responses:
        "200": {description: ok, content: {application/json: {schema: {$ref: "old.yaml#/definitions/S"}}}}
        "400": {$ref: "old.yaml#/responses/R"}
    put: {$ref: "old.yaml#/paths/~1b/put"}
  /b: {$ref: "old.yaml#/paths/~1b"}
""",
            "old.yaml": """\
swagger: "2.0"
parameters: {P: {name: p, in: query, type: string}}
responses: {R: {description: ok, schema: {type: string}}}
paths: {/b: {put: {responses: {"200": {description: ok}}}}}
definitions:
  S:
    type: object
    discriminator: k
    properties: {k: {type: string, x-nullable: true}, n: {type: integer, minimum: 3, exclusiveMinimum: true}}
""",
        },
    )
    at = "/paths/~1a"
    assert [(item.code, getattr(item.loc, "pointer", "")) for item in found.diagnostics.items] == [
        ("CG0417", f"{at}/get/parameters/0/$ref"),
        ("CG0417", f"{at}/get/responses/400/$ref"),
        ("CG0409", f"{at}/put/$ref"),
        ("CG0417", f"{at}/put/$ref"),
        ("CG0417", "/paths/~1b/$ref"),
    ]
    text = dump(found.sdk)
    assert 'property "k" { schema types=["string", "null"] }' in text
    assert "exclusive_minimum=3" in text


@pytest.mark.parametrize("version", ['"1.2"', "3.0", "{}"])
def test_other_versions_are_refused_by_name(version: str) -> None:
    assert lower(f"swagger: {version}\n", head="").codes == ["CG1301"]


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.exists(), reason="needs the documents in ../shared")
def test_weaviate_builds_in_every_language(tmp_path: Path) -> None:
    """issue "the rest of the front end": a real 2.0 document gives an SDK in each language, without `-k`."""
    build(tmp_path, "-q", str(SHARED / "specs/weaviate.json"), "-tpython", "-ttypescript", "-tgo", "-o", ".")
    clients = ("python/weaviate_rest/_client.py", "typescript/src/client.ts", "go/client.go")
    assert [name for name in clients if not (tmp_path / name).exists()] == []
