"""`x-fern-*` keys, the names that follow from them, and Fern's files."""

from __future__ import annotations

from pathlib import Path

from tests.adopt.support import HEAD, adopt, operations


def test_groups_and_methods(tmp_path: Path) -> None:
    """A list nests, where ours has several places; without a key the operationId is the name, without its tag."""
    document = operations(
        "get /trips a trips x-fern-sdk-group-name: [travel, trips], x-fern-sdk-method-name: list",
        "get /trips/{id} trips_get trips",
        "get /ping ping - x-fern-sdk-method-name: ping",
    )
    adopted = adopt(tmp_path, document)
    assert adopted.calls == ["ping", "travel.trips.list", "trips.get"]
    assert adopted.report["untrue"] == []


def test_capitals_alone_tell_words(tmp_path: Path) -> None:
    """`oAuth` is one word here, and two there."""
    adopted = adopt(tmp_path, operations("post /login a auth x-fern-sdk-method-name: oAuthLogin"))
    assert adopted.calls == ["auth.o_auth_login"]


def test_overrides_that_need_their_groups(tmp_path: Path) -> None:
    """Without the groups two methods had one name, an error: the overlay says both, and the document builds."""
    document = operations(
        "post /v1/chat chat -", "post /v2/chat chatv2 - x-fern-sdk-group-name: v2, x-fern-sdk-method-name: chat"
    )
    adopted = adopt(tmp_path, document)
    assert adopted.calls == ["chat", "v2.chat"]
    assert (
        adopted.actions[0]["update"]
        == {"x-codegen-extension-rewrite": {"x-codegen-name-override": "x-fern-sdk-method-name"}}
        or "extensionPrefix" in adopted.config["generation"]
    )


PAGES = """\
paths:
  /trips:
    get:
      operationId: listTrips
      x-fern-sdk-method-name: list
      x-fern-pagination: {cursor: $request.after, next_cursor: $response.meta.next, results: $response.data}
      parameters: [{name: after, in: query, schema: {type: string}}]
      responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {data: \
{type: array, items: {type: string}}, meta: {type: object, properties: {next: {type: string}}}}}}}}}
  /stations:
    get:
      operationId: listStations
      x-fern-pagination: true
      parameters: [{name: page, in: query, schema: {type: integer}}]
      responses: {"200": {description: ok, content: {application/json: {schema: {type: object, properties: {data: \
{type: array, items: {type: string}}}}}}}}
  /lines:
    get: {operationId: listLines, x-fern-pagination: {results: $response.data}, responses: {"204": {description: ok}}}
"""


def test_pagination(tmp_path: Path) -> None:
    """The same in other words; the root has what operations with `true` have."""
    root = "x-fern-pagination: {offset: $request.page, results: $response.data}\n"
    adopted = adopt(tmp_path, HEAD + root + PAGES)
    assert adopted.updates["$.paths['/trips'].get"]["x-codegen-pagination"] == {
        "type": "cursor",
        "inputs": [{"name": "after", "in": "parameters", "type": "cursor"}],
        "outputs": {"results": "$.data", "nextCursor": "$.meta.next"},
    }
    assert adopted.updates["$.paths['/stations'].get"]["x-codegen-pagination"]["inputs"][0]["type"] == "page"
    assert "by hand" in adopted.why("x-fern-pagination")
    assert adopted.calls


def test_a_stream_that_only_the_key_has(tmp_path: Path) -> None:
    """The overlay declares it as OpenAPI does, by a copy of the key's schema (overlay 1.1)."""
    document = (
        HEAD
        + """\
paths:
  /chat:
    post:
      operationId: chat
      x-fern-streaming:
        format: sse
        stream-condition: $request.stream
        response-stream: {type: object, properties: {text: {type: string}}}
      requestBody: {content: {application/json: {schema: {type: object, properties: {stream: {type: boolean}}}}}}
      responses: {"200": {description: ok, content: {application/json: {schema: {type: object}}}}}
"""
    )
    adopted = adopt(tmp_path, document)
    assert adopted.calls == ["chat", "chat_stream"]
    copied = "$.paths['/chat'].post['x-fern-streaming']['response-stream']"
    assert copied in [action.get("copy") for action in adopted.actions]


def test_other_keys(tmp_path: Path) -> None:
    """Names of enums, arguments and types; credentials; idempotency; what has no counterpart says what to do."""
    document = (
        HEAD
        + """\
x-fern-idempotency-headers: [{header: Idempotency-Key}]
x-fern-global-headers: [{header: X-Region}, {header: X-Lost}]
paths:
  /trips:
    post:
      operationId: addTrip
      x-fern-idempotent: true
      x-fern-retries: {disabled: true}
      x-fern-sdk-return-value: data
      x-fern-audiences: [beta]
      parameters:
        - {name: X-Region, in: header, schema: {type: string}}
        - {name: q, in: query, schema: {type: string}, x-fern-parameter-name: query}
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/trip"}}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, x-fern-header: {name: apiKey, env: ACME_KEY}}
    login: {type: http, scheme: basic, x-fern-basic: {username: {env: ACME_USER}, password: {env: ACME_PW}}}
  schemas:
    trip:
      x-fern-type-name: Journey
      type: object
      properties:
        kind: {type: string, enum: [a, b], x-fern-enum: {a: {name: ALPHA}, b: {description: B}}}
        twin: {type: object, x-fern-type-name: Twin-9h264n, properties: {a: {type: string}}}
"""
    )
    adopted = adopt(tmp_path, document)
    assert adopted.updates["$.paths['/trips'].post"] == {
        "x-codegen-idempotency": {"header": "Idempotency-Key"},
        "x-codegen-retries": {"strategy": "none"},
    }
    assert adopted.updates["$.components.schemas.trip"] == {"x-codegen-name-override": "Journey"}
    assert adopted.updates["$.components.schemas.trip.properties.kind"] == {"x-codegen-enums": {"a": "ALPHA"}}
    assert adopted.updates["$.components.securitySchemes.key"]["x-codegen-env"] == "ACME_KEY"
    assert adopted.updates["$.components.securitySchemes.login"] == {
        "x-codegen-env": {"username": "ACME_USER", "password": "ACME_PW"}
    }
    assert adopted.updates["$"]["x-codegen-globals"]["parameters"][0]["name"] == "X-Region"
    assert adopted.why("x-fern-global-headers").startswith("no operation declares `X-Lost`")
    assert adopted.why("x-fern-sdk-return-value") == "a method returns the whole answer: read the property of it"
    assert adopted.why("x-fern-type-name") == "a tool made it for a second type of one name"
    assert adopted.calls == ["add_trip"]


def test_the_files_of_fern(tmp_path: Path) -> None:
    """Packages and client classes; operations for other audiences are left out."""
    generators = """\
default-group: public
groups:
  public:
    audiences: [public]
    generators:
      - name: fernapi/fern-python-sdk
        version: 4.0.0
        output: {location: pypi, package-name: acme-travel}
        github: {repository: acme/acme-python, license: MIT}
        config: {client_class_name: Acme, pydantic_config: {skip_validation: true}, nosuch: 1}
      - name: fernapi/fern-typescript-sdk
        output: {location: npm, package-name: "@acme/travel"}
      - name: fernapi/fern-go-sdk
        github: {repository: acme/acme-go}
      - name: fernapi/fern-java-sdk
auth-schemes: {Key: {header: X-Key, name: apiKey, env: ACME_KEY}, Lost: {scheme: bearer}}
"""
    document = (
        operations("get /a a - x-fern-audiences: [public]", "get /b b - x-fern-audiences: [internal]")
        + "components: {securitySchemes: {k: {type: apiKey, in: header, name: X-Key}}}\n"
    )
    adopted = adopt(
        tmp_path, document, {"fern/generators.yml": generators, "fern/fern.config.json": '{"organization": "acme"}'}
    )
    config = adopted.config
    assert config["generation"]["sdkClassName"] == "Acme"
    assert config["generation"]["licence"] == "MIT"
    assert config["python"] == {"packageName": "acme_travel", "repository": "https://github.com/acme/acme-python"}
    assert config["typescript"] == {"packageName": "@acme/travel"}
    assert config["go"] == {"modulePath": "github.com/acme/acme-go"}
    assert adopted.updates["$.paths['/b'].get"] == {"x-codegen-ignore": True}
    assert adopted.updates["$.components.securitySchemes.k"] == {
        "x-codegen-env": "ACME_KEY",
        "x-codegen-name-override": "apiKey",
    }
    assert adopted.why("groups.public.generators[3]") == "codegen does not print this target"
    assert adopted.why("groups.public.generators[0].config.nosuch") == "codegen does not know this key"
    assert adopted.why("auth-schemes.Lost") == "the document has no security scheme of this kind"
    assert adopted.calls == ["a"]
