"""Stainless, AutoRest, OpenAPI Generator; and bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.driver.options import Exit
from tests.adopt.support import HEAD, adopt, operations
from tests.support.run import codegen

TRIPS = (
    HEAD
    + """\
servers: [{url: "https://api.example.com"}]
security: [{token: []}]
paths:
  /trips:
    get:
      operationId: listTrips
      tags: [trips]
      parameters:
        - {name: after, in: query, schema: {type: string}}
        - {name: region, in: query, schema: {type: string}}
      responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {data: \
{type: array, items: {$ref: "#/components/schemas/Trip"}}, next: {type: string}}}}}}}
    post: {operationId: addTrip, tags: [trips], responses: {"204": {description: ok}}}
  /trips/{id}:
    get:
      operationId: fetchTrip
      tags: [trips]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Trip"}}}}}
  /internal:
    get: {operationId: internal, responses: {"204": {description: ok}}}
  /other:
    get: {operationId: other, responses: {"204": {description: ok}}}
components:
  securitySchemes: {token: {type: http, scheme: bearer}}
  schemas: {Trip: {type: object, properties: {id: {type: string}}}}
"""
)
STAINLESS = """\
organization: {name: acme-travel, docs: "https://docs.example.com/", contact: a@example.com}
targets:
  python: {package_name: acme_travel, production_repo: acme/acme-python, publish: {pypi: true}}
  node: {package_name: "@acme/travel"}
  go: {production_repo: acme/acme-go}
  java: {reverse_domain: com.acme}
settings: {license: MIT}
client_settings:
  default_env_prefix: ACME
  default_timeout: 30s
  idempotency: {header: Idempotency-Key}
  opts:
    api_key: {type: string, auth: {security_scheme: token}, read_env: ACME_KEY}
    region: {type: string, nullable: true}
    lost: {type: string}
environments: {production: "https://api.example.com", test: "https://test.example.com"}
pagination:
  - name: page
    type: cursor
    request: {after: {type: string, x-stainless-pagination-property: {purpose: next_cursor_param}}}
    response:
      data: {type: array, items: {type: object}, x-stainless-pagination-property: {purpose: items}}
      next: {type: string, x-stainless-pagination-property: {purpose: next_cursor_field}}
  - {name: odd, type: odd}
resources:
  $client: {methods: {ping: get /other}}
  travel:
    subresources:
      trips:
        models: {journey: "#/components/schemas/Trip", lost: Lost}
        methods:
          list: get /trips
          create: {type: http, endpoint: post /trips, unwrap_response_fields: [data]}
          add: post /trips
          retrieve: {endpoint: "get /trips/{id}", skip: [go]}
          gone: get /gone
          bad: 3
  places: [trips]
unspecified_endpoints: [get /internal, get /nowhere]
resorces: {}
"""


def _line(text: str) -> int:
    return next(number for number, line in enumerate(STAINLESS.splitlines(), 1) if text in line)


def test_stainless_yml(tmp_path: Path) -> None:
    """Resources, models, pages, options of the client, packages: each line that does not fit is told with its place."""
    adopted = adopt(tmp_path, TRIPS, {".stainless/stainless.yml": STAINLESS})
    assert adopted.updates["$.paths.*[?@.tags[0] == 'trips']"] == {"x-codegen-group": "travel.trips"}
    assert adopted.updates["$.paths['/trips'].post"] == {"x-codegen-name-override": ["create", "add"]}
    assert adopted.updates["$.paths['/trips'].get"]["x-codegen-pagination"]["outputs"] == {
        "results": "$.data",
        "nextCursor": "$.next",
    }
    assert adopted.updates["$.paths['/trips/{id}'].get"] == {
        "x-codegen-name-override": "retrieve",
        "x-codegen-ignore": "go",
    }
    assert adopted.updates["$.paths['/internal'].get"] == {"x-codegen-ignore": True}
    assert adopted.updates["$.components.schemas.Trip"] == {"x-codegen-name-override": "journey"}
    assert adopted.updates["$.components.securitySchemes.token"] == {
        "x-codegen-env": "ACME_KEY",
        "x-codegen-name-override": "api_key",
    }
    assert adopted.updates["$.servers[0]"] == {"x-codegen-server-id": "production"}
    assert adopted.updates["$"]["x-codegen-timeout"] == 30_000
    assert adopted.updates["$"]["x-codegen-globals"]["parameters"][0]["name"] == "region"
    config = adopted.config
    assert config["generation"]["sdkClassName"] == "AcmeTravel"
    assert config["go"] == {"modulePath": "github.com/acme/acme-go"}
    trips = "resources.travel.subresources.trips"
    told = {item["what"]: (item["line"], item["why"]) for item in adopted.report["unmatched"]}
    assert told["resorces"] == (_line("resorces"), "codegen does not know this key; did you mean resources?")
    assert told["travel.trips.gone (GET /gone)"] == (_line("gone:"), "the document has no such operation")
    assert told[f"{trips}.methods.bad"][0] == _line("bad:")
    assert told[f"{trips}.models.lost"][1] == "the document has no schema `Lost`"
    assert told["resources.places"] == (_line("places:"), "it must be an object, not an array")
    assert told["unspecified_endpoints[1]"][1] == "the document has no such operation"
    assert {"environments.test", "client_settings.opts.lost", "targets.java", "pagination[1]"} <= set(told)
    assert "ping" in adopted.calls
    assert [call for call in adopted.calls if call.startswith("travel")] == [
        "travel.trips.add", "travel.trips.create", "travel.trips.list", "travel.trips.retrieve",
    ]  # fmt: skip


def test_x_stainless_keys(tmp_path: Path) -> None:
    """An argument's name in one entry for all parameters of a name; what needs nothing says so."""
    lines = [
        f"get /t{number} op{number} - parameters: [{{name: x-beta, in: header, schema: {{type: string, "
        "x-stainless-const: true}, x-stainless-param: betas}]"
        for number in range(3)
    ]
    adopted = adopt(tmp_path, operations(*lines, "get /d d - x-stainless-skip: [node]"))
    reads = adopted.actions[0]["update"].get("x-codegen-extension-rewrite", {})
    assert reads == {"x-codegen-name-override": "x-stainless-param"}
    assert adopted.why("x-stainless-const").startswith("nothing to do")
    assert {"target": "$.paths['/d'].get", "update": {"x-codegen-ignore": "typescript"}} in adopted.actions


def test_autorest(tmp_path: Path) -> None:
    """Groups in operationIds, enums with names, pages by links, names of clients: in a Swagger 2.0 document."""
    document = """\
swagger: "2.0"
info: {title: Trips, version: 1.0.0}
paths:
  /trips:
    get:
      operationId: Trips_ListAll
      x-ms-pageable: {nextLinkName: nextLink}
      x-ms-long-running-operation: true
      parameters: [{name: q, in: query, type: string, x-ms-client-name: search}]
      responses: {200: {description: ok, schema: {$ref: "#/definitions/Page"}}}
definitions:
  Page:
    type: object
    properties: {value: {type: array, items: {$ref: "#/definitions/Kind"}}, nextLink: {type: string}}
  Kind:
    type: string
    enum: [a, b]
    x-ms-enum: {name: TripKind, modelAsString: false, values: [{value: a, name: Alpha}, {value: b, name: Beta}]}
"""
    adopted = adopt(tmp_path, document)
    assert adopted.updates["$.definitions.Kind"] == {
        "x-codegen-name-override": "TripKind",
        "x-codegen-enums": {"a": "Alpha", "b": "Beta"},
        "x-codegen-unknown-values": "disallow",
    }
    assert adopted.updates["$.paths['/trips'].get"]["x-codegen-pagination"]["outputs"]["nextUrl"] == "$.nextLink"
    assert adopted.why("x-ms-long-running-operation").startswith("call until it is done")
    assert adopted.calls == ["trips.list_all"]


def test_openapi_generator(tmp_path: Path) -> None:
    """Packages, and names of methods, schemas, properties and parameters."""
    config = """\
generatorName: python
additionalProperties: {packageName: acme, packageVersion: 2.0.0, library: asyncio, nosuch: 1}
gitUserId: acme
gitRepoId: acme-python
operationIdNameMappings: {listTrips: all, lost: found}
modelNameMappings: {Trip: Journey, Lost: Found}
nameMappings: {id: identifier}
parameterNameMappings: {after: cursor}
templateDir: templates
"""
    adopted = adopt(tmp_path, TRIPS, {"my.yaml": config}, "--from", "my.yaml")
    assert adopted.updates["$.paths['/trips'].get"] == {"x-codegen-name-override": "all"}
    assert adopted.updates["$.components.schemas.Trip"] == {"x-codegen-name-override": "Journey"}
    assert adopted.updates["$.components.schemas.Trip.properties.id"] == {"x-codegen-name-override": "identifier"}
    assert adopted.updates["$.paths['/trips'].get.parameters[0]"] == {"x-codegen-name-override": "cursor"}
    assert adopted.config["python"] == {
        "packageName": "acme", "version": "2.0.0", "repository": "https://github.com/acme/acme-python",
    }  # fmt: skip
    assert adopted.why("operationIdNameMappings.lost") == "the document has no operationId `lost`"
    assert adopted.why("templateDir").endswith("there are no templates")
    assert adopted.why("additionalProperties.nosuch") == "codegen does not know this key"
    axios = '{"generatorName": "typescript-axios", "additionalProperties": {"npmName": "acme"}}'
    several = f'{{"generator-cli": {{"generators": {{"ts": {axios}}}}}}}'
    adopted = adopt(tmp_path / "b", TRIPS, {"openapitools.json": several})
    assert adopted.config["typescript"] == {"packageName": "acme"}


# --------------------------------------------------------------------------- rules


def test_one_rule_names_many(tmp_path: Path) -> None:
    """Fewer lines than a tenth of the operations: an expression over operationIds; exceptions are named themselves."""
    lines = [f"get /t{number}/{{id}} getThing{number} t{number}" for number in range(30)]
    methods = "\n".join(
        f'  t{number}: {{methods: {{{"fetch" if number == 7 else "retrieve"}: "get /t{number}/{{id}}"}}}}'
        for number in range(30)
    )
    adopted = adopt(tmp_path, operations(*lines), {"stainless.yml": f"organization: {{}}\nresources:\n{methods}\n"})
    assert adopted.actions == [
        {
            "target": "$",
            "update": {"x-codegen-name-override": [{"operationId": "^get", "methodNameOverride": "retrieve"}]},
        },
        {"target": "$.paths['/t7/{id}'].get", "update": {"x-codegen-name-override": "fetch"}},
    ]
    assert adopted.report["untrue"] == []
    assert "t7.fetch" in adopted.calls
    assert "t8.retrieve" in adopted.calls


def test_paths_in_one_union(tmp_path: Path) -> None:
    """Groups that no tag tells are one action over the paths."""
    lines = [f"get /t{number} op{number} - " for number in range(3)]
    methods = ", ".join(f'op{number}: "get /t{number}"' for number in range(3))
    adopted = adopt(
        tmp_path,
        operations(*lines),
        {"stainless.yml": f"organization: {{}}\nresources: {{things: {{methods: {{{methods}}}}}}}\n"},
    )
    assert adopted.actions == [{"target": "$.paths['/t0', '/t1', '/t2'].get", "update": {"x-codegen-group": "things"}}]


def test_nothing_is_written_that_codegen_does_itself(tmp_path: Path) -> None:
    """The document is compiled without, and compared."""
    config = "organization: {}\nresources: {trips: {methods: {listTrips: get /trips}}}\n"
    adopted = adopt(tmp_path, operations("get /trips listTrips trips"), {"stainless.yml": config})
    assert adopted.actions == []
    assert adopted.report["methods"] == {"same": 1, "written": 0}


# --------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("nowhere.yml", None, "CG1801"),
        ("package.json", "{}", "CG1801"),
        ("stainless.yml", "resources: [", "CG0104"),
        ("stainless.yml", "a: 1\na: 2\n", "CG0106"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, text: str | None, code: str) -> None:
    files = {name: text} if text is not None else {}
    adopted = adopt(tmp_path, TRIPS, files, "--from", name)
    assert adopted.run.returncode in (Exit.USAGE, Exit.ERRORS)
    assert [item["code"] for item in adopted.report["diagnostics"]] == [code]
    assert not (tmp_path / "gen.yaml").exists()


@pytest.mark.parametrize("text", ["3\n", "[1]\n", "resources: 3\norganization: []\ntargets: x\npagination: {}\n"])
def test_values_of_other_types_are_told(tmp_path: Path, text: str) -> None:
    adopted = adopt(tmp_path, TRIPS, {"stainless.yml": text}, "--from", "stainless.yml")
    assert adopted.run.returncode == Exit.OK
    assert all(item["line"] >= 1 for item in adopted.report["unmatched"])
    assert adopted.report["unmatched"]


def test_keys_with_values_of_other_types(tmp_path: Path) -> None:
    """Whatever a vendor's key holds, the command ends well, and the document builds."""
    values = ["3", "true", "[]", "[3]", "{}", "{a: [1]}", "null", '""']
    keys = [
        "x-speakeasy-name-override", "x-speakeasy-group", "x-speakeasy-pagination",
        "x-speakeasy-deprecation-replacement", "x-fern-sdk-group-name", "x-fern-sdk-method-name", "x-fern-pagination",
        "x-fern-streaming", "x-fern-enum", "x-fern-idempotent", "x-fern-retries", "x-fern-global-headers",
        "x-fern-bearer", "x-fern-basic", "x-fern-sdk-variables", "x-stainless-skip", "x-stainless-param", "x-ms-enum",
        "x-ms-pageable", "x-ms-client-name", "x-fern-type-name",
    ]  # fmt: skip
    for index, value in enumerate(values):
        extra = ", ".join(f"{key}: {value}" for key in keys)
        folder = tmp_path / str(index)
        document = operations(f"get /a a - {extra}").replace(
            "paths:", "".join(f"{key}: {value}\n" for key in keys) + "paths:"
        )
        adopted = adopt(folder, document)
        assert adopted.run.returncode == Exit.OK, adopted.run.stderr
        assert adopted.calls is not None


def test_files_of_the_user_are_not_overwritten(tmp_path: Path) -> None:
    document = operations("get /trips a trips x-speakeasy-name-override: list")
    adopted = adopt(tmp_path, document, {"gen.yaml": "configVersion: 2.0.0\n"})
    assert adopted.run.returncode == Exit.USAGE
    assert (tmp_path / "gen.yaml").read_text() == "configVersion: 2.0.0\n"
    assert adopt(tmp_path, document, None, "-o", "new").run.returncode == Exit.OK
    assert (tmp_path / "new/gen.yaml").exists()
    assert adopt(tmp_path, document, None, "--force").run.returncode == Exit.OK
    assert "extensionPrefix" in (tmp_path / "gen.yaml").read_text()


def test_looking_only(tmp_path: Path) -> None:
    adopted = adopt(tmp_path, TRIPS, None, "--dry-run")
    assert adopted.run.returncode == Exit.OK
    assert sorted(path.name for path in tmp_path.iterdir()) == ["openapi.yaml"]


def test_a_document_with_errors(tmp_path: Path) -> None:
    """Its mistakes are those of `codegen build`; one operation with a mistake does not keep the rest from adopting."""
    for text in ("openapi: 4.0.0\n", "[1]\n", ""):
        adopted = adopt(tmp_path, text)
        assert adopted.run.returncode == Exit.ERRORS
        assert adopted.report["diagnostics"]
    document = operations("get /a a t x-speakeasy-name-override: one", "get /b b t x-speakeasy-name-override: two")
    adopted = adopt(tmp_path / "b", document.replace("operationId: b,", "operationId: b, parameters: [{in: query}],"))
    assert adopted.run.returncode == Exit.OK
    assert [item["what"] for item in adopted.report["untrue"]] == ["GET /b"]


def test_the_text_for_people(tmp_path: Path) -> None:
    """What was adopted by source, and what to do next; all places are in a file."""
    (tmp_path / "openapi.yaml").write_text(operations("get /a a t x-speakeasy-react-hook: {}", "get /b b t x-a: 1"))
    run = codegen("adopt", cwd=tmp_path)
    assert run.returncode == Exit.OK
    assert "x-speakeasy-*: 2 names of methods" in run.stdout
    assert "codegen build" in run.stdout
    assert "openapi.yaml:5" in (tmp_path / "adopted.txt").read_text()


@pytest.mark.parametrize("part", ["operationId: listTrips", "name: after", "tags: [trips]", "parameters:", "paths:"])
@pytest.mark.parametrize("file", [STAINLESS, "generatorName: go\noperationIdNameMappings: {listTrips: all}\n"])
def test_documents_with_values_of_other_types(tmp_path: Path, part: str, file: str) -> None:
    """What a build tells of them, it tells; nothing else happens."""
    document = TRIPS.replace(part, f"{part.partition(':')[0]}: [[1], {{a: 1}}]", 1)
    document = document if part[-1] != ":" else TRIPS.replace(part, f"{part} 3\nx-{part}", 1)
    adopted = adopt(tmp_path, document, {"my.yml": file}, "--from", "my.yml")
    assert adopted.run.returncode in (Exit.OK, Exit.ERRORS), adopted.run.stderr


def test_strict_and_quiet(tmp_path: Path) -> None:
    """A name that does not come true is an error then, and nothing is written; without a word if there is none."""
    clash = "get /{0} {0} t x-speakeasy-name-override: one"
    adopted = adopt(tmp_path, operations(clash.format("a"), clash.format("b")), None, "--strict")
    assert adopted.run.returncode == Exit.USAGE
    assert not (tmp_path / "gen.yaml").exists()
    (tmp_path / "openapi.yaml").write_text(operations("get /a a t x-speakeasy-react-hook: {}"))
    run = codegen("adopt", "openapi.yaml", "-q", cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (Exit.OK, "", "")
    assert (tmp_path / "gen.yaml").exists()
