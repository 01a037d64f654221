// A mock of the API: it checks what each call sends, and answers the example of exchanges.json.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const EXCHANGES = JSON.parse(
  readFileSync(new URL("exchanges.json", import.meta.url), "utf8"),
);

/** What one call has to send, and what it is answered. */
class Exchange {
  constructor(name) {
    this.facts = EXCHANGES[name];
    this.problems = ["nothing was sent"];
  }

  /** What is answered: a value of JSON, the first of a stream, or text. */
  get value() {
    let { answer = "", answer_type: kind = "" } = this.facts;
    if (kind.startsWith("text/event-stream"))
      answer = /data: (.*)/.exec(answer)?.[1] ?? "";
    try {
      return JSON.parse(answer);
    } catch {
      return answer;
    }
  }

  /** Takes down what is wrong with a request. */
  check(request, body) {
    const { facts } = this;
    this.problems = [];
    const { pathname, search } = new URL(request.url, "http://mock");
    const expected = facts.path
      .split(/(\{.*?\})/)
      .map((text, index) => {
        if (index % 2) return text.startsWith("{+") ? ".*" : "[^/]*";
        return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      })
      .join("");
    if (
      request.method !== facts.method ||
      !new RegExp(`^${expected}$`).test(request.url.split("?")[0])
    )
      this.problems.push(
        `${request.method} ${pathname} is not ${facts.method} ${facts.path}`,
      );
    this.#has("query", new URLSearchParams(search));
    this.#has("headers", new Map(Object.entries(request.headers)), true);
    const kind = (facts.media_type ?? "").split(";")[0].toLowerCase();
    if (!kind) return;
    const found = request.headers["content-type"] ?? "";
    if (!found.toLowerCase().startsWith(kind))
      this.problems.push(`the body is ${found || "of no type"}, not ${kind}`);
    this.#has("fields", namesIn(kind, body));
  }

  #has(key, found, lower = false) {
    const missing = (this.facts[key] ?? []).filter(
      (name) => !found.has(lower ? name.toLowerCase() : name),
    );
    if (missing.length)
      this.problems.push(`${key} without ${missing.join(", ")}`);
  }

  /** Fails where the call has not sent what it has to. */
  done() {
    assert.deepEqual(this.problems, []);
  }

  /** Fails where a result is not what was answered. */
  same(result) {
    this.done();
    assert.deepEqual(plain(result), plain(this.value));
  }

  /** Fails where values of a result are not those that were answered, whatever they are called. */
  sameValues(result) {
    this.done();
    assert.deepEqual(values(result).sort(), values(this.value).sort());
  }

  /** Fails where a stream does not hold what was answered, and that alone. */
  async streams(stream) {
    const results = [];
    for await (const value of stream) results.push(value);
    assert.equal(results.length, 1);
    this.sameValues(results[0]);
  }
}

function namesIn(kind, body) {
  if (kind === "application/x-www-form-urlencoded")
    return new URLSearchParams(body.toString());
  if (kind.startsWith("multipart/")) {
    const named = body.toString("latin1").matchAll(/; name="([^"]*)"/g);
    return new Set(
      [...named].map(([, name]) => Buffer.from(name, "latin1").toString()),
    );
  }
  const value = JSON.parse(body.toString());
  return new Set(Object.keys(value ?? {}));
}

/** Returns a value as JSON has it: what is undefined is not there. */
function plain(value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}

/** Lists the values in a value as texts; times that are the same are equal. */
function values(value) {
  if (value instanceof Uint8Array)
    return [Buffer.from(value).toString("base64")];
  if (value instanceof Date) return [String(value.getTime())];
  if (typeof value === "object" && value !== null)
    return Object.values(value).flatMap(values);
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value);
  return [isTime ? String(Date.parse(value)) : String(value)];
}

/** Serves on this machine, one exchange after the other. */
export class Mock {
  static async start() {
    const mock = new Mock();
    mock.server = createServer((request, response) => {
      const pieces = [];
      request.on("data", (piece) => pieces.push(piece));
      request.on("end", () =>
        mock.#answer(request, Buffer.concat(pieces), response),
      );
    });
    await new Promise((done) => mock.server.listen(0, "127.0.0.1", done));
    mock.server.unref();
    mock.url = `http://127.0.0.1:${mock.server.address().port}`;
    return mock;
  }

  /** Expects a call. */
  expect(name) {
    this.current = new Exchange(name);
    return this.current;
  }

  #answer(request, body, response) {
    const { facts } = this.current;
    const moved = request.url === "/mock-moved";
    if (!moved) this.current.check(request, body);
    const headers = { connection: "close" }; // so that the process may end
    if (facts.location && !moved) headers.location = "/mock-moved";
    if (facts.answer_type) headers["content-type"] = facts.answer_type;
    response.writeHead(moved ? 200 : facts.status, headers);
    response.end(facts.answer ?? "");
  }
}
