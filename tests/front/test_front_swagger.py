"""Swagger 2.0 (D1.1): it means the same as the same API in 3.0, and all locations are those of its own text.

`golden/lower/*swagger*.yaml` hold what is read of single documents, and of files of both versions.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostics
from compiler.front import lower_document
from compiler.front.overlays.overlay import apply_overlays
from compiler.ir.text import dump
from compiler.source import Limits, Loc, load_text
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
