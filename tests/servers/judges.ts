// What a user of a TypeScript SDK writes: `node judges.js URL httpbin|wiremock`; prints what it saw.
// The same program as judges_program.py.

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  AuthenticationError,
  Judges,
} from "judges-api";
import { WebhookReceiver, type JobDonePayload } from "judges-api/webhooks";

type Seen = Record<string, unknown>;

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TEXT = "Ämilia & Söhne = 1+1? 100%";

/** Every way to write a parameter and a body, which both servers look at. */
async function echo({ echo }: Judges): Promise<Seen> {
  return {
    query: await echo.query({
      text: TEXT,
      exploded: ["a b", "c,d", "é"],
      comma: [1, 2, 3],
      pipes: ["a", "b c"],
      spaces: ["a", "b"],
      filter: { from: 1, to: 9 },
      spread: { from: 2, to: 8 },
      reserved: "a/b:c?d@e",
      where: { from: 3, to: 7 },
      xTags: ["red", "green"],
      session: "s-1",
    }),
    path: await echo.path(["a", "b c"], "1.5", { from: 4, to: 6 }),
    form: await echo.form({
      name: TEXT,
      tags: ["a", "b&c"],
      ids: [1, 2],
      range: { from: 1, to: 2 },
      deep: { from: 5, to: 6 },
      ok: true,
    }),
    parts: await echo.parts({
      name: TEXT,
      count: 3,
      range: { from: 1, to: 2 },
      "labels[]": ["x", "y z"],
      note: "# Ä\n",
      file: { data: "a,b\n1,2\n", name: 'a "b".csv', type: "text/csv" },
      more: [PNG, { data: new Blob([PNG, "2"]), name: "2.png" }],
    }),
    upload: await echo.upload({ body: PNG }),
    text: await echo.text({ body: TEXT }),
    json: await echo.json({
      name: null,
      big: 9007199254740993n,
      price: 0.1,
      at: "2026-01-02T03:04:05Z",
      list: [TEXT, null],
      deep: { "a/b~c": 1 },
    }),
  };
}

const caught = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );

/** What httpbin does besides: credentials, compression, redirects, statuses, bytes, delay. */
async function byHttpbin(client: Judges, baseUrl: string): Promise<Seen> {
  const { httpbin } = client;
  const seen: Seen = {};
  seen["basic"] = (await httpbin.basic("Ämilia", "p:w")).user;
  seen["bearer"] = (await httpbin.bearer()).token;
  const nobody = new Judges({ baseUrl, login: ["nobody", ""] });
  const refused = await caught(nobody.httpbin.basic("Ämilia", "p:w"));
  if (refused instanceof AuthenticationError) seen["refused"] = refused.status;
  seen["gzip"] = (await httpbin.gzip()).gzipped;
  const { headers } = await httpbin.redirect(2);
  seen["redirected"] = (headers as Seen)["Authorization"];
  const url = `${baseUrl}/anything/there`;
  const again = { url, from: 1 };
  const kept = await httpbin.redirectTo({ ...again, status_code: 307 });
  seen["redirected with its body"] = kept["json"];
  const got = await httpbin.redirectTo({ ...again, status_code: 303 });
  seen["redirected as GET"] = got["method"];
  const statuses: Seen = {};
  for (const code of [204, 418, 503]) {
    const error = await caught(httpbin.status(code));
    if (error instanceof APIError)
      statuses[code] = [error.status, String(error.body).includes("teapot")];
  }
  seen["statuses"] = statuses;
  const bytes = await httpbin.download(100_000, { seed: 7 });
  seen["bytes"] = createHash("sha256").update(bytes).digest("hex");
  const late = httpbin.delay(3, { timeout: 300, retries: 0 });
  if ((await caught(late)) instanceof APITimeoutError) seen["timeout"] = true;
  return seen;
}

/** What WireMock does besides: faults, events in pieces, a callback. */
async function byWiremock({ wiremock }: Judges): Promise<Seen> {
  const seen: Seen = {};
  for (const fault of ["reset", "empty", "garbage", "chunk", "busy"])
    seen[fault] = (await wiremock.flaky({ fault }))["matched"];
  const failure = await caught(wiremock.flaky({ fault: "always" }));
  if (failure instanceof APIConnectionError) seen["always"] = true;
  seen["charged"] = (await wiremock.charge({ from: 1 }))["matched"];
  const events: unknown[] = [];
  for await (const { from, to } of wiremock.events()) events.push([from, to]);
  return { ...seen, events };
}

/** Starts a job, and waits for the server to tell that it is done. */
async function callback({ wiremock }: Judges): Promise<Seen> {
  const receiver = new WebhookReceiver();
  const done = new Promise<JobDonePayload>((resolve) => {
    receiver.jobDone((payload) => {
      resolve(payload);
    });
  });
  const server = createServer(receiver.listener());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const callbackUrl = `http://127.0.0.1:${port}/callbacks/start.jobDone`;
  await wiremock.start({ name: "Ämilia's", callbackUrl });
  const { job, state } = await done;
  server.close();
  return { callback: [job, state] };
}

const [url = "", judge] = process.argv.slice(2);
const client = new Judges({
  baseUrl: url,
  login: ["Ämilia", "p:w"],
  token: "t-1",
});
const seen = await echo(client);
const besides =
  judge === "httpbin"
    ? await byHttpbin(client, url)
    : { ...(await byWiremock(client)), ...(await callback(client)) };
/** An integer that a number cannot hold is a bigint, which JSON.stringify refuses. */
const plain = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;
console.log(JSON.stringify({ echo: seen, ...besides }, plain));
