"""The receiver of printed TypeScript in use: as a handler of `fetch`, and as a listener of node:http (D9.2)."""

from __future__ import annotations

import json

import yaml

from tests.support.documents import content, document, object_of
from tests.support.places import ROOT
from tests.support.typescript_things import in_node, print_typescript
from tests.support.typescript_tools import check_types

DOCUMENT = ROOT / "golden" / "sdk" / "webhooks" / "input.yaml"
PROGRAM = """\
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { Reply, WebhookReceiver } from "./dist/esm/webhooks.js";

const told = [];
const failures = [];
const receiver = new WebhookReceiver({
  secrets: ["old", "s3cret"],
  maxBodyBytes: 1000,
  seen: (id) => id === "again",
  onError: (name, error) => failures.push(`${name} ${error.name}`),
});
receiver.thingMade((thing) => {
  told.push(thing.id);
  if (thing.id === "bad") throw new Error("mine");
  return thing.id === "busy" ? new Reply(503) : undefined;
});
receiver.made((text) => void told.push(text));

const sign = (body, secret = "s3cret") => ({
  "x-signature": "sha256=" + createHmac("sha256", secret).update(body).digest("hex"),
  "content-type": "application/json",
});
const server = createServer(receiver.listener()).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const base = `http://127.0.0.1:${server.address().port}`;
const json = (id) => JSON.stringify({ id });
const events = [
  ["thingMade", json("a"), sign(json("a"))],
  ["thingMade", json("a"), sign(json("a"), "old")],
  ["thingMade", json("a"), sign(json("a"), "wrong")],
  ["thingMade", json("a"), {}],
  ["thingMade", json("bad"), sign(json("bad"))],
  ["thingMade", json("busy"), sign(json("busy"))],
  ["thingMade", json("again"), sign(json("again"))],
  ["thingMade", "", sign("")],
  ["thingMade", json("x".repeat(2000)), sign(json("x".repeat(2000)))],
  ["thingmade", json("a"), sign(json("a"))],
  ["makeThing.made", "done", { "content-type": "text/plain" }],
];
const statuses = [];
for (const [name, body, headers] of events) {
  const sent = await fetch(`${base}/hooks/${name}?x=1`, { method: "POST", body, headers });
  const request = new Request(`https://hooks.example/hooks/${name}`, { method: "POST", body, headers });
  const answered = await receiver.fetch(request);
  statuses.push([sent.status, answered.status]);
}
const odd = [];
for (const path of ["thingMade/", "thing%4Dade", "%zz"]) {
  const init = { method: "POST", body: json("o"), headers: sign(json("o")) };
  odd.push((await receiver.fetch(new Request(`https://hooks.example/hooks/${path}`, init))).status);
}
odd.push((await fetch(`${base}/thingMade`, { method: "POST", body: "x".repeat(5_000_000) })).status);
for (const method of ["GET", "PUT", "POST"]) {
  const body = method === "GET" ? undefined : json("p");
  const init = { method, headers: sign(json("p")), body };
  for (const send of [fetch, (url, init) => receiver.fetch(new Request(url, init))]) {
    const { status, headers } = await send(`${base}/thingMade`, init);
    odd.push([status, headers.get("allow")]);
  }
}
receiver.thingGone(() => undefined);
const gone = { method: "DELETE", headers: sign("") };
odd.push((await fetch(`${base}/thingGone`, gone)).status, (await fetch(`${base}/thingGone`)).headers.get("allow"));
odd.push((await fetch(`${base}/nothing`)).status);
for (const secrets of [[], "", ["s3cret", ""], new Uint8Array()])
  try { new WebhookReceiver({ secrets }); } catch (error) { odd.push(error.name); }
server.close();
console.log(JSON.stringify({ odd, statuses, told, failures: [...new Set(failures)] }));
"""


def test_the_receiver_answers() -> None:
    """The handler's answer; 200 for what was seen before; 401, 413, else the declared 5XX where anything fails; 404."""
    hooks = yaml.safe_load(DOCUMENT.read_text())
    hooks["x-codegen-webhooks"]["eventId"] = "/id"
    hooks["webhooks"]["thingGone"] = {"delete": {"responses": {"204": {"description": "heard"}}}}
    sdk = print_typescript(hooks, "receives").folder
    found = json.loads(in_node(sdk, PROGRAM))
    assert found["statuses"] == [[status, status] for status in (200, 200, 401, 401, 503, 503, 200, 503, 413, 404, 204)]
    assert found["odd"] == [
        200,
        200,
        404,
        413,
        *[[405, "POST"]] * 4,
        *[[200, None]] * 2,
        204,
        "DELETE",
        404,
        *["ConfigurationError"] * 4,
    ]
    assert found["told"] == [
        *(item for item in ("a", "a", "bad", "busy", "done") for _ in range(2)),
        "o",
        "o",
        "p",
        "p",
    ]
    assert found["failures"] == ["thingMade SignatureError", "thingMade Error", "thingMade PayloadError"]


TAGGED = """\
import { createServer } from "node:http";
import { WebhookReceiver } from "./dist/esm/webhooks.js";

const told = [];
const make = (options) =>
  new WebhookReceiver(options)
    .made((payload, { name, headers }) => void told.push([name, payload.type, headers.get("x-a")]))
    .gone((payload, { name, headers }) => void told.push([name, payload.type, headers.get("x-a")]));
const statuses = [];
const eventName = (payload, headers) => headers.get("x-event") ?? payload.type.slice(6);
const sent = { "order.made": "POST", "order.gone": "DELETE" };
for (const receiver of [make(), make({ eventName })]) {
  const server = createServer(receiver.listener()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const base = `http://127.0.0.1:${server.address().port}/hooks`;
  for (const [type, method] of [...Object.entries(sent), ["order.gone", "POST"], ["order.lost", "POST"], [7, "POST"]]) {
    const init = { method, body: JSON.stringify({ type }), headers: { "x-a": "1" } };
    statuses.push([(await fetch(base, init)).status, (await receiver.fetch(new Request(base, init))).status]);
  }
  server.close();
}
console.log(JSON.stringify({ statuses, told }));
"""


def test_one_url_for_all() -> None:
    """Where the path names no event the payload does, or the receiver's own rule (spec 4.1)."""

    def webhook(tag: str, status: str) -> object:
        body = {"required": True, **content(object_of("type", type={"const": tag}))}
        return {"requestBody": body, "responses": {status: {"description": "ok"}}}

    hooks = {"made": {"post": webhook("order.made", "200")}, "gone": {"delete": webhook("order.gone", "204")}}
    sdk = print_typescript(document("Tagged", {}, webhooks=hooks), "tagged_receiver").folder
    found = json.loads(in_node(sdk, TAGGED))
    assert found["statuses"] == [[status, status] for status in (200, 204, 405, 404, 404, 200, 204, 405, 404, 500)]
    heard = [["made", "order.made", "1"], ["gone", "order.gone", "1"]]
    assert found["told"] == [item for item in heard * 2 for _ in range(2)]


def test_handlers_are_typed() -> None:
    """A handler is given its payload, and returns what is declared."""
    sdk = print_typescript(yaml.safe_load(DOCUMENT.read_text()), "typed_receiver").folder
    (sdk / "src" / "program.ts").write_text(
        'import { Reply, WebhookReceiver, type WebhookPayload } from "./webhooks.js";\n'
        'const receiver = new WebhookReceiver({ secrets: "s" });\n'
        "receiver.thingMade((thing): Reply<503> | undefined => (thing.id ? undefined : new Reply(503)));\n"
        "receiver.made((text: string) => void text.length);\n"
        "receiver.thingMade((thing, { name, headers }) => void (thing.id + name + headers.get('x')));\n"
        'const named: Promise<{ id?: string } | undefined> = receiver.read("thingMade", {}, new Uint8Array());\n'
        "const any: Promise<WebhookPayload> = receiver.read(undefined, {}, new Uint8Array());\n"
        "void [named, any];\n"
        "// @ts-expect-error 418 is not declared\n"
        "receiver.thingMade(() => new Reply(418));\n"
        "export {};\n"
    )
    assert check_types(sdk) == ""
