// What an SDK of tests/typescript/test_typescript_behaviour.py does, beyond its vectors: each case prints a line of JSON.

import { createReadStream, existsSync, openAsBlob, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { getEventListeners } from "node:events";
import { createServer, request as forward } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { fork } from "node:child_process";
import { inspect } from "node:util";

const [, self, folder, wanted] = process.argv;
const seen = [];
let aborted = 0;

/** The most memory this program had, in KiB. What the system counts for a process may be that of who started it. */
function peak() {
  const status = "/proc/self/status";
  const own = existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"));
  return own ? Number(own[1]) : process.resourceUsage().maxRSS;
}

/** A server that does what the path says. */
async function serve(request, response) {
  const { pathname } = new URL(request.url, "http://x");
  let length = 0;
  for await (const piece of request) length += piece.length;
  const { method, headers } = request;
  seen.push({ method, path: request.url, key: headers["idempotency-key"], last: headers["last-event-id"] });
  const count = seen.filter((one) => one.path === request.url).length;
  const json = { "content-type": "application/json" };
  if (pathname === "/half" && count === 1) {
    response.writeHead(200, { ...json, "content-length": "100" });
    response.write('{"a": ');
    setTimeout(() => response.destroy(), 20);
  } else if (pathname === "/half") {
    response.writeHead(200, { ...json, "x-count": String(count) }).end('{"a": 1}');
  } else if (pathname === "/events") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end("id: 7\nevent: tick\ndata: 1\n\nretry: 1500\ndata: 2\n\nid: 9\ndata: 3\n\n");
  } else if (pathname === "/busy") {
    response.writeHead(503, { "retry-after": "30" }).end();
  } else if (pathname === "/accepted") {
    response.on("close", () => (aborted += !response.writableFinished));
    response.writeHead(202, { ...json, "x-aborted": String(aborted) }).write('{"queued": ');
    setTimeout(() => response.end("true}"), 20);
  } else if (pathname === "/moved") {
    response.writeHead(302, { location: "/half?after" }).end();
  } else {
    response.writeHead(200, json).end(JSON.stringify({ a: length }));
  }
}

if (folder === "server") {
  const server = createServer(serve).listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.on("disconnect", () => process.exit());
} else {
  const child = fork(self, ["server"]);
  const port = await new Promise((resolve) => child.once("message", resolve));
  const sdk = await import(new URL("dist/esm/index.js", pathToFileURL(folder + "/")));
  const { createCore } = await import(new URL("dist/esm/operations.js", pathToFileURL(folder + "/")));
  const baseUrl = `http://127.0.0.1:${port}`;
  const make = (options = {}) => new sdk.Behaviour({ baseUrl, key: "s3cret", person: "t0ken", retries: { initial: 1 }, ...options });
  const kind = (promise) => promise.then(() => "no error", (error) => error.name + ": " + error.message);

  const cases = {
    /** A body that is lost is asked for again, where the request may be repeated. */
    async lost() {
      const { result, response } = await make().half().withResponse();
      return [result, response.headers.get("x-count")];
    },
    /** A body that nobody declared is read to its end: a server may take a connection that breaks off for a cancelled call. */
    async accepted() {
      await make().accepted();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { result, response } = await make().accepted().withResponse();
      return [response.headers.get("x-aborted"), result ?? null];
    },
    async lostOfAPost() {
      return [await kind(make().postHalf())];
    },
    async hooks() {
      const told = [];
      const hooks = {
        beforeRequest: (request) => {
          told.push(`${request.operationId} ${request.method}`);
          request.headers.set("X-Mine", "1");
        },
        afterResponse: async (request, response) => told.push(`${response.status} ${request.headers.get("x-mine")}`),
        onError: (request, error) => told.push(error.name),
      };
      await make({ hooks }).moved();
      await kind(make({ hooks, baseUrl: "http://127.0.0.1:9", retries: 1 }).half());
      const broken = { beforeRequest: () => { throw new Error("mine"); } };
      return [told, await kind(make({ hooks: broken }).half())];
    },
    async logger() {
      const lines = [];
      const logger = { debug: (...told) => lines.push(JSON.stringify(told)) };
      await make({ logger }).half();
      await make({ logger, inQuery: "s3cret" }).query({ q: 1 });
      const text = lines.join("\n").replaceAll(/:\d{4,5}|\d+ ms/g, "");
      return [lines.length, /s3cret|t0ken|q=1/.test(text), text];
    },
    /** Nothing that a program holds shows a credential, however it is shown (D16.2). */
    async shown() {
      const { WebhookReceiver } = await import(new URL("dist/esm/webhooks.js", pathToFileURL(folder + "/")));
      const operations = await import(new URL("dist/esm/operations.js", pathToFileURL(folder + "/")));
      const options = { baseUrl, key: "s3cret", person: "t0ken", inQuery: "s3cret", retries: { initial: 1, retries: 0 } };
      const answer = { "/events": ["data: 1\n\n", "text/event-stream"], "/pages": ['{"rows": [1]}', "application/json"] };
      const { fetch } = globalThis;
      let refused = false;
      globalThis.fetch = async (url, { headers }) => {
        const sent = new URL(url);
        const [body, type] = answer[sent.pathname] ?? ['{"a": 1}', "application/json"];
        const told = JSON.stringify({ message: headers.get("x-key") + sent.search, more: headers.get("authorization") });
        const came = new Response(refused ? told : body, { status: refused ? 403 : 200, headers: { "content-type": type, ...(refused && { "x-echo": told }) } });
        return Object.defineProperty(came, "url", { value: url, configurable: true });
      };
      const client = new sdk.Behaviour(options);
      const core = createCore(options);
      const calls = [client.half(), client.events(), client.pages.listPages(), operations.half(core), client.request("GET", "/half")];
      const page = await client.pages.listPages();
      const held = { client, group: client.pages, core, page, stream: await client.events(), other: client.withOptions({ timeout: 1 }) };
      Object.assign(held, { calls, read: await Promise.all(calls), receiver: new WebhookReceiver({ secrets: ["s3cret"], verify: false }) });
      Object.assign(held, { raw: await client.query({ q: 1 }).withResponse(), response: await client.query({ q: 1 }).asResponse(), ofPage: page.response });
      refused = true;
      held.refused = await client.half().catch((error) => error);
      held.ownError = await operations.half(core).catch((error) => error);
      held.refusedQuery = await client.query({ q: 1 }).catch((error) => error);
      globalThis.fetch = fetch;
      const ways = {
        inspect: (value) => inspect(value, { showHidden: true, depth: null }),
        json: (value) => JSON.stringify(value),
        entries: (value) => String(Object.entries(value).flat()),
        clone: (value) => JSON.stringify(structuredClone(value)),
        text: String,
      };
      const showing = [];
      for (const [name, value] of Object.entries(held))
        for (const [way, show] of Object.entries(ways))
          try {
            if (/s3cret|t0ken/.test(show(value))) showing.push(`${way} of ${name}`);
          } catch (error) {
            if (error.name !== "DataCloneError" && error.name !== "TypeError") throw error;
          }
      return [Object.keys(held).length, showing];
    },
    /** D7.1: without the request object there is no body either. */
    async nullRequest() {
      return [await kind(make().bytes(null))];
    },
    /** A credential that no header takes is not told. */
    async unsendable() {
      const error = await make({ key: "s3cret\nx" }).half().catch((found) => found);
      const other = await make().half({ headers: { "no name": "x" } }).catch((found) => found);
      return [error.message, /s3cret/.test(error.message + String(error.cause)), other.name, /^half: .*name/.test(other.message)];
    },
    /** Deno and Bun tell the URL in what their `fetch` throws; the error does not. */
    async quotedUrl() {
      const told = [];
      for (const thrown of [
        new TypeError("error sending request for url (http://127.0.0.1/query?q=1&key=s3cret): refused"),
        Object.assign(new Error("ECONNRESET"), { path: "http://127.0.0.1/query?q=1&key=s3cret" }),
        new TypeError("fetch failed", { cause: new Error("refused") }),
      ]) {
        const fetch = async () => { throw thrown; };
        const error = await make({ fetch, inQuery: "s3cret", retries: 0 }).query({ q: 1 }).catch((found) => found);
        told.push(error.message, inspect(error).includes("s3cret"), error.cause === thrown);
      }
      return told;
    },
    /** An error is made by the class of its status; a client of functions alone knows it by `instanceof`. */
    async classes() {
      const { half } = await import(new URL("dist/esm/operations.js", pathToFileURL(folder + "/")));
      const told = [];
      for (const [status, body] of [[404, '{"error": [{"code": "gone"}]}'], [401, "<p>no</p>"], [503, "x".repeat(501)], [418, "{}"]]) {
        const fetch = async () => new Response(body, { status });
        const error = await make({ fetch, retries: 0 }).half().catch((found) => found);
        told.push(String(error).replace(/x+/, (xs) => xs.length), error.constructor.name);
        const other = await half(createCore({ baseUrl, fetch, key: "k", retries: 0 })).catch((found) => found);
        told.push(other instanceof sdk.NotFoundError, other instanceof sdk.AuthenticationError);
      }
      return told;
    },
    async ownFetch() {
      const told = [];
      const fetch = (url, init, operationId) => (told.push(operationId, init.method), globalThis.fetch(url, init));
      await make({ fetch }).half();
      return told;
    },
    /** A signal ends the pause before the next attempt, and leaves no timer behind. */
    async abortInAPause() {
      const stop = new AbortController();
      const { setTimeout: set, clearTimeout: clear } = globalThis;
      const pauses = new Map(); // each that is set, and how it ended
      globalThis.setTimeout = (call, wait, ...more) => {
        if (wait !== 30_000) return set(call, wait, ...more);
        const timer = set(() => (pauses.set(timer, "slept through"), call()), wait);
        pauses.set(timer, "left behind");
        set(() => stop.abort(), 1);
        return timer;
      };
      globalThis.clearTimeout = (timer) => {
        if (pauses.get(timer) === "left behind") pauses.set(timer, "cleared");
        clear(timer);
      };
      try {
        const said = await kind(make({ retries: { budget: 90_000 } }).busy({ signal: stop.signal }));
        return [said.split(":")[0], ...pauses.values()];
      } finally {
        Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
      }
    },
    /** Pauses leave nothing on a signal that outlives the call. */
    async manyPausesOnOneSignal() {
      const { signal } = new AbortController();
      let calls = 0;
      const fetch = async () => (calls++, new Response(null, { status: 503, headers: { "retry-after": "0.001" } }));
      const said = await kind(make({ fetch, retries: { retries: 20 } }).busy({ signal }));
      return [said, calls, getEventListeners(signal, "abort").length];
    },
    /** What a function of the caller failed with is the cause. */
    async sourceFails() {
      const error = await make({ key: () => Promise.reject(new Error("no vault")) }).half().catch((found) => found);
      return [error.name, error.message, error.cause.message];
    },
    /** A function that gives no credential is told; "undefined" is never sent. */
    async sourceOfNothing() {
      const before = seen.length;
      const keys = [() => undefined, async () => "", () => null];
      const said = await Promise.all(keys.map((key) => kind(make({ key, retries: 0 }).half())));
      return [...said, seen.length - before];
    },
    /** What stands behind a `?` or `#` of a base URL would swallow the path; no error shows what the URL holds. */
    async baseUrls() {
      const urls = [`${baseUrl}/v1?key=s3cret`, `${baseUrl}/v1#s3cret`, "http:///s3cret", `http://me:s3cret@127.0.0.1:${port}`];
      return Promise.all(urls.map((baseUrl) => kind(make({ baseUrl, retries: 0 }).half())));
    },
    async retryAfterBeyondTheBudget() {
      const error = await make({ retries: { budget: 1_000 } }).busy().catch((found) => found);
      return [error.status, error.retryAfter];
    },
    async lastEventId() {
      const stream = await make().events();
      const values = [];
      for await (const value of stream) values.push([value, stream.lastEventId, stream.event, stream.retryAfter ?? null]);
      return values;
    },
    /** An event may hold an image: looking at what came so far with each piece would take minutes. */
    async longLine() {
      const read = async (size) => {
        const text = new TextEncoder().encode(`data: "${"x".repeat(size)}"\r\n\r\n`);
        let at = 0;
        const pull = (controller) => {
          controller.enqueue(text.subarray(at, (at += 100)));
          if (at >= text.length) controller.close();
        };
        const fetch = async () =>
          new Response(new ReadableStream({ pull }), { headers: { "content-type": "text/event-stream" } });
        const began = process.cpuUsage();
        const sizes = [];
        for await (const value of make({ fetch }).events()) sizes.push(value.length);
        const { user, system } = process.cpuUsage(began);
        return [String(sizes), user + system];
      };
      // Sixteen times as much takes sixteen times as long, and would take 256 times; the quickest of some runs counts.
      let [less, more, found] = [Infinity, Infinity];
      for (let tries = 0; tries < 4 && !(more < 64 * less); tries++) {
        less = Math.min(less, (await read(250_000))[1]);
        const [sizes, taken] = await read(4_000_000);
        [found, more] = [sizes, Math.min(more, taken)];
      }
      return [found, more < 64 * less];
    },
    /** A stream that is closed while the next event is waited for ends the loop. */
    async closed() {
      const first = new TextEncoder().encode("data: 1\n\n");
      const body = new ReadableStream({ start: (controller) => controller.enqueue(first) });
      const fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
      const stream = await make({ fetch }).events({ reconnect: 1 });
      const values = [];
      for await (const value of stream) {
        values.push(value);
        setTimeout(() => stream.close(), 20);
      }
      return values;
    },
    /** Events that come together: closing ends the loop at once, and leaving it keeps what the last value said. */
    async together() {
      const text = "id: 1\ndata: 1\n\nid: 2\ndata: 2\n\nid: 3\ndata: [DONE]\n\n";
      const fetch = async () => new Response(text, { headers: { "content-type": "text/event-stream" } });
      const values = [];
      for (const end of [(stream) => stream.close(), () => undefined]) {
        const stream = await make({ fetch }).events();
        for await (const value of stream) {
          values.push([value, stream.lastEventId]);
          await end(stream);
        }
        values.push(stream.lastEventId);
      }
      const left = await make({ fetch }).events();
      for await (const value of left) if (value) break;
      return [...values, left.lastEventId];
    },
    /** A stream that falls silent ends in time; the call's limit stands in front of the client's. */
    async silent() {
      const fetch = async (url, { signal }) => {
        const first = new TextEncoder().encode("data: 1\n\n");
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(first);
            signal.addEventListener("abort", () => controller.error(signal.reason));
          },
        });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      };
      const told = [];
      for (const [limits, options] of [[{ streamTimeout: 20 }, {}], [{ streamTimeout: 60_000 }, { streamTimeout: 20 }]]) {
        const read = async () => {
          for await (const value of make({ fetch, ...limits }).events(options)) told.push(value);
        };
        told.push(await kind(read()));
      }
      return told;
    },
    /** Whatever stands before it, an integer that a number cannot hold is found: its digits are kept (D11.3). */
    async longIntegers() {
      const lost = [];
      const digitsOf = (holder, key) =>
        holder[key] === Number(holder[Symbol.for("digits")]?.[key]) && holder[Symbol.for("digits")][key];
      for (let before = 0; before < 40; before++)
        for (const digits of ["9007199254740993", "-12345678901234567", "1".repeat(40)])
          for (const text of [`{"a": "${"x".repeat(before)}", "b": ${digits}}`, `{"${"7".repeat(before)}":[${digits}]}`]) {
            const fetch = async () => new Response(text, { headers: { "content-type": "application/json" } });
            const made = await make({ fetch }).request("GET", "/half");
            const found = "b" in made ? digitsOf(made, "b") : digitsOf(Object.values(made)[0], 0);
            if (found !== digits || !JSON.stringify(made)) lost.push(text);
          }
      // What is no such integer stays as it is: text, numbers with a fraction or an exponent; texts may be long.
      const others = String.raw`"a": ["1${"1".repeat(20)}", "\", 12345678901234567", 0.12345678901234567, 1e20, 12345678901234567.5]`;
      for (const long of ["", `, "c": "${"x".repeat(12e6)}"`, `, "c": "${"\\n".repeat(4e6)}"`]) {
        const text = `{${others}, "b": 12345678901234567${long}}`;
        const fetch = async () => new Response(text, { headers: { "content-type": "application/json" } });
        const found = await make({ fetch }).request("GET", "/half");
        const plain = JSON.parse(`{${others}${long}}`);
        if (digitsOf(found, "b") !== "12345678901234567" || found.c !== plain.c || String(found.a) !== String(plain.a)) lost.push(found);
      }
      return lost;
    },
    /** Pages by plain HTTP have no randomUUID. */
    async plainHttp() {
      const told = [];
      const { randomUUID } = crypto;
      crypto.randomUUID = undefined;
      const fetch = (url, init) => (told.push(init.headers.get("idempotency-key"), init.headers.get("content-type")), globalThis.fetch(url, init));
      await make({ fetch }).parts({ n: 1 });
      crypto.randomUUID = randomUUID;
      const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
      return [uuid.test(told[0]), uuid.test(told[1].split("boundary=")[1]), told[0] !== told[1]];
    },
    /** A POST is sent again where there was no connection, or with a key that is really sent, or where the policy says so. */
    async sentTwice() {
      const counts = [];
      const count = async (answer, call, options) => {
        let sent = 0;
        await kind(call(make({ fetch: async () => (sent++, answer()), ...options })));
        counts.push(sent);
      };
      const broken = (code) => () => Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) }));
      const busy = () => new Response(null, { status: 503 });
      const retries = { initial: 1, unsafe: true };
      await count(broken("ECONNREFUSED"), (client) => client.postHalf());
      await count(broken("ECONNRESET"), (client) => client.postHalf());
      await count(busy, (client) => client.parts({ n: 1 }, { headers: { "Idempotency-Key": null } }));
      await count(busy, (client) => client.parts({ n: 1 }));
      await count(busy, (client) => client.postHalf(), { retries });
      return counts;
    },
    /** A variable of a server takes what its enum lists. */
    async serverVariables() {
      const seen = [];
      const fetch = async (url) => (seen.push(url), new Response("{}", { headers: { "content-type": "application/json" } }));
      await make({ baseUrl: undefined, zone: "us", fetch }).half();
      const own = { baseUrl: undefined, server: 1, fetch };
      process.env.BEHAVIOUR_BASE_URL = "https://env.example";
      await make({ ...own, host: "https://own.example" }).half({ extraQuery: { n: [1e21, 2n ** 64n] } });
      delete process.env.BEHAVIOUR_BASE_URL;
      return [...seen, await kind(make({ baseUrl: undefined, zone: "moon", fetch }).half()), await kind(make(own).half())];
    },
    /** Function credentials are asked anew for each request. */
    async source() {
      const tokens = ["t1", "t2"];
      const told = [];
      const fetch = (url, init) => (told.push(init.headers.get("authorization")), globalThis.fetch(url, init));
      await make({ fetch, key: undefined, person: () => tokens.shift() }).half();
      await make({ fetch, key: undefined, person: () => tokens.shift() }).half();
      return told;
    },
    /** What has no time limit gets no signal but the caller's own; a limit of null is not an absent one. */
    async signals() {
      const told = [];
      const fetch = (url, init) => (told.push(init.signal), globalThis.fetch(url, init));
      const { signal } = new AbortController();
      const bounded = make({ fetch });
      const free = make({ fetch, timeout: null });
      await bounded.half();
      await bounded.half({ timeout: undefined });
      await bounded.half({ timeout: null });
      await free.half();
      await free.half({ timeout: 0, signal });
      await free.half({ timeout: 1000, signal });
      return told.map((one) => (one === signal ? "own" : one instanceof AbortSignal ? "limit" : `${one}`));
    },
    /** A file of 1 GB in a multipart body, and a stream of 256 MB: neither is held in memory. */
    async uploads() {
      const path = join(tmpdir(), `upload-${process.pid}`);
      writeFileSync(path, "");
      try {
        truncateSync(path, 5 * 2 ** 26);
        const client = make({ timeout: 0 });
        const file = await openAsBlob(path);
        const parts = await client.parts({ file: { data: file, name: "big.bin" }, n: 1 });
        const bytes = await client.bytes({ body: Readable.toWeb(createReadStream(path)) });
        return [parts.a > 5 * 2 ** 26, bytes.a === 5 * 2 ** 26, Math.round(peak() / 1024)];
      } finally {
        rmSync(path);
      }
    },
    /** ... and for each attempt, wherever they go. */
    async sourceOfEachAttempt() {
      const tokens = ["t1", "t2", "t3"];
      const told = [];
      const fetch = async (url, { headers }) => {
        told.push(headers.get("authorization") ?? url.slice(baseUrl.length));
        return new Response("{}", { status: told.length % 3 ? 503 : 200, headers: { "content-type": "application/json" } });
      };
      await make({ fetch, key: undefined, person: () => tokens.shift() }).half();
      const keys = ["k1", "k2", "k3"];
      await make({ fetch, inQuery: async () => keys.shift() }).query({ q: 1 });
      return told;
    },
    /** `fetchOptions` are under what a request says itself: a dispatcher that sends all through a proxy. */
    async fetchOptions() {
      await fetch(`${baseUrl}/half?warm`); // makes the dispatcher that fetch has by itself
      const own = globalThis[Symbol.for("undici.globalDispatcher.1")];
      const told = [];
      const proxy = createServer((request, response) => {
        told.push(`${request.method} ${new URL(request.url).pathname}`);
        const { method, headers } = request;
        const passOn = (answer) => answer.pipe(response.writeHead(answer.statusCode, answer.headers));
        request.pipe(forward(request.url, { method, headers }, passOn));
      });
      await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
      const origin = `http://127.0.0.1:${proxy.address().port}`;
      const dispatcher = { dispatch: (asked, handler) => own.dispatch({ ...asked, origin, path: asked.origin + asked.path }, handler) };
      const client = make({ inQuery: "k", fetchOptions: { dispatcher, method: "PUT", headers: { "X-Key": "other" } } });
      try {
        const found = [await client.bytes({ body: new Uint8Array(3) }), await client.query({ q: 1 })];
        return [found.map(({ a }) => a), told];
      } finally {
        proxy.close();
        proxy.closeAllConnections();
      }
    },
    async createCoreIsWatched() {
      const told = [];
      const hooks = { afterResponse: (_, { status }) => told.push(status) };
      const core = createCore(sdk.observed({ auth: "external", baseUrl, hooks }, "X"));
      const { half } = await import(new URL("dist/esm/operations.js", pathToFileURL(folder + "/")));
      await half(core);
      return told;
    },
  };
  for (const name of wanted.split(",")) {
    const found = await cases[name]().catch((error) => ["failed", error.stack]);
    console.log(JSON.stringify([name, found]));
  }
  child.disconnect();
}
