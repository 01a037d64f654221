// What a client offers beside the document's methods, and what it says (D16.1, D16.3, D16.4): a line of JSON a case.

import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const folder = pathToFileURL(process.argv[2] + "/");
const sdk = await import(new URL("dist/esm/index.js", folder));
const gates = await import(new URL("dist/esm/index.js", pathToFileURL(process.argv[3] + "/")));
const sent = [];
const answer = () =>
  new Response('{"id":"a"}', { headers: { "content-type": "application/json", "x-request-id": "r1" } });
/** A platform's fetch, which is no `fetch` of the caller. */
globalThis.fetch = async (url, init) => {
  const { pathname, search } = new URL(url);
  sent.push([init.method, pathname + search, init.headers.get("x-key"), init.headers.get("x-team"), init.body ?? null, init.headers.get("authorization")]);
  init.signal.throwIfAborted();
  return typeof next === "function" ? next(init, pathname) : answer();
};
let next;
const make = (options) => new sdk.Doors({ baseUrl: "https://doors.example/v1", retries: 0, ...options });
const failed = (promise) => promise.then(() => "went well", (error) => [error.name, error.message, error instanceof sdk.SDKError]);

const cases = {
  async credentials() {
    const said = [];
    for (const key of [undefined, ""]) said.push(await failed(make({ key }).things.getThing("a")));
    process.env.DOORS_KEY = "";
    said.push((await failed(make().things.getThing("a")))[0], sent.length);
    delete process.env.DOORS_KEY;
    await make({ headers: { "x-KEY": "own" } }).things.getThing("a");
    await make().things.getThing("a", { headers: { "X-key": "own" } });
    await make({ auth: "external" }).things.getThing("a");
    await make({ hooks: { beforeRequest() {} } }).things.getThing("a");
    await make({ fetch: globalThis.fetch }).things.getThing("a");
    said.push((await failed(make({ hooks: { afterResponse() {} } }).things.getThing("a")))[0]);
    next = () => new Response(null, { status: 204 });
    await make().requestGroup.secure();
    return [...said, sent.map(([, , key]) => key)];
  },
  async withOptions() {
    const client = make({ key: "k" });
    const other = client.withOptions({ timeout: 5, headers: { "X-Team": "t" } });
    await other.things.getThing("a");
    await client.things.getThing("a");
    return [other instanceof sdk.Doors, sent.map(([, , key, team]) => `${key} ${team}`)];
  },
  async tokens() {
    const answers = ["t1", "t2", "t3"];
    next = (init, path) =>
      path === "/token"
        ? new Response(JSON.stringify({ access_token: answers.shift() }))
        : new Response(null, { status: 204 });
    const machine = { clientId: "me", clientSecret: "s3cret" };
    const client = new gates.Gates({ baseUrl: "https://gates.example/v1", machine });
    await client.listThings();
    await client.withOptions({ timeout: 5 }).listThings();
    await client.withOptions({ machine: { ...machine } }).listThings();
    process.env.GATES_MACHINE_CLIENT_ID = "me";
    process.env.GATES_MACHINE_CLIENT_SECRET = "s3cret";
    const own = new gates.Gates({ baseUrl: "https://gates.example/v1" });
    await own.listThings();
    await own.withOptions({ timeout: 5 }).listThings();
    delete process.env.GATES_MACHINE_CLIENT_ID;
    return sent.map(([, path, , , , token]) => `${path} ${token}`).filter((line) => !line.startsWith("/token"));
  },
  async withoutRoot() {
    for (const given of [{ machine: "t", key: "k" }, { key: "k" }, {}])
      await new gates.Gates({ baseUrl: "https://gates.example", ...given }).request("GET", "/new");
    await make({ key: "k" }).request("POST", "/new", { extraBody: { n: 1 } });
    return sent.map(([, , key, , body, token]) => [key, token, body]);
  },
  async additions() {
    next = () => new Response(null, { status: 204 });
    const extra = { extraQuery: { "a b": [1, 2], none: undefined }, extraBody: { more: [true] } };
    await make({ key: "k" }).things.changeThing("a", { name: "b" }, extra);
    await make({ key: "k" }).things.changeThing("a", {}, extra);
    const refused = await failed(make({ key: "k" }).things.getThing("a", { extraBody: { more: 1 } }));
    return [...sent.map(([, target, , , body]) => [target, body]), refused];
  },
  async request() {
    const client = make({ key: "k" });
    const said = [await client.request("post", "/new?x=1", { body: { n: 1 } }), await client.request("GET", "new")];
    next = () => new Response('{"message": "no"}', { status: 404 });
    said.push(await failed(client.request("DELETE", "/new")));
    next = () => new Response("t", { headers: { "content-type": "text/plain" } });
    said.push(await client.request("PUT", "/raw", { body: new Uint8Array([1]) }));
    said.push((await failed(make().request("GET", "/new")))[1], (await failed(client.request("GET", "https://x.example/")))[1]);
    return [said, sent.map(([method, target, key]) => `${method} ${target} ${key}`)];
  },
  async log() {
    const lines = [];
    process.env.DOORS_LOG = "debug";
    const { debug } = console;
    console.debug = (line) => lines.push(line);
    const routes = [];
    const hooks = { afterResponse: ({ operationId, route }) => routes.push([operationId, route]) };
    await make({ key: "s3cret", hooks }).things.getThing("a", { extraQuery: { token: "s3cret" } });
    console.debug = debug;
    delete process.env.DOORS_LOG;
    return [lines.map((line) => line.replace(/\d+ ms/, "5 ms")), routes];
  },
  async aborted() {
    const stop = new AbortController();
    stop.abort();
    const own = new AbortController();
    own.abort(new Error("enough"));
    next = ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const late = AbortSignal.timeout(20);
    const alive = setTimeout(() => {}, 1000);
    const said = [];
    for (const signal of [stop.signal, own.signal, late]) {
      const error = await make({ key: "k" }).things.getThing("a", { signal }).catch((found) => found);
      said.push([error.name, error.message.split(":")[0], error instanceof sdk.SDKError, error.cause === signal.reason]);
    }
    said.push(await failed(make({ key: "k", timeout: 20 }).things.getThing("a")));
    clearTimeout(alive);
    return said;
  },
};

for (const [name, run] of Object.entries(cases)) {
  sent.length = 0;
  next = undefined;
  const said = await run().catch((error) => ["failed", inspect(error)]);
  console.log(JSON.stringify([name, said]));
}
