"""A document with what the example lacks (OAuth2, no servers, JSONL, webhooks without signatures), and its server."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DOCUMENT = """
openapi: 3.1.0
info: {title: Every Thing, version: 2.0.0, summary: 'Things, <b>all</b> of them.'}
externalDocs: {url: 'https://docs.example.com/things'}
servers: [{url: /v2}]
security: [{oauth: [read]}, {oidc: []}, {certificate: []}]
x-codegen-globals: {parameters: [{name: X-Tenant, in: header, schema: {type: string}}]}
paths:
  /things:
    get:
      operationId: listThings
      tags: [things]
      parameters:
        - {name: page, in: query, schema: {type: integer}}
        - {name: X-Tenant, in: header, required: true, schema: {type: string}}
      x-codegen-pagination:
        {type: offsetLimit, inputs: [{name: page, in: parameters, type: page}], outputs: {numPages: $.pages}}
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}}
  /things/{id}:
    get:
      operationId: getThing
      tags: [things]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: deep, in: query, schema: {type: boolean}}
      responses:
        '200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
        '404': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Oops'}}}}
  /lines:
    get:
      operationId: readLines
      responses: {'200': {description: d, content: {application/jsonl: {schema: {$ref: '#/components/schemas/Thing'}}}}}
  /files:
    post:
      operationId: sendFile
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object, required: [file], properties: {file: {type: string, format: binary}}}
      responses: {'204': {description: d}}
webhooks:
  thingMade:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      responses: {'200': {description: d}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials: {tokenUrl: /token, scopes: {read: r}}
        password: {tokenUrl: /token, scopes: {read: r}}
    oidc: {type: openIdConnect, openIdConnectUrl: 'https://id.example/.well-known/openid-configuration'}
    certificate: {type: mutualTLS}
  schemas:
    Thing: {type: object, required: [id], properties: {id: {type: string}}}
    Page:
      type: object
      properties: {data: {type: array, items: {$ref: '#/components/schemas/Thing'}}, pages: {type: integer}}
    Oops: {type: object, properties: {why: {type: string}}}
"""

ANSWERS: dict[str, tuple[str, str]] = {
    "/things": ("application/json", '{"data": [{"id": "a"}], "pages": 2}'),
    "/lines": ("application/jsonl", '{"id": "a"}\n{"id": "b"}\n'),
    "/token": ("application/json", '{"access_token": "t", "token_type": "bearer", "expires_in": 60}'),
}


class Answering(BaseHTTPRequestHandler):
    """Answers what the paths of the document have to; only with a token, which is asked for."""

    protocol_version = "HTTP/1.1"

    def serve(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0].removeprefix("/v2")
        known = path.endswith("/token") or self.headers.get("Authorization") == "Bearer t"
        kind, text = ANSWERS.get(path, ("application/json", '{"id": "a"}'))
        self.send_response(200 if known and path != "/files" else 204 if known else 401)
        if known and path != "/files":
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text)))
        elif not known:
            self.send_header("Content-Length", "0")
        self.end_headers()
        if known and path != "/files":
            self.wfile.write(text.encode())

    do_GET = do_POST = serve  # noqa: N815 (the names that http.server calls)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def run_server() -> Iterator[Mapping[str, str]]:
    """Run the server; gives the environment, in which EVERY_THING_BASE_URL is its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    names = {"OAUTH_CLIENT_ID": "me", "OAUTH_CLIENT_SECRET": "secret"}
    names["BASE_URL"] = f"http://127.0.0.1:{server.server_port}/v2"
    yield {f"EVERY_THING_{name}": value for name, value in names.items()}
    server.shutdown()
    server.server_close()
