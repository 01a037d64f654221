// Makes the calls of the faults with the TypeScript SDK whose folder is given: orders as JSON on stdin, what came of
// them on stdout.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const folder = pathToFileURL(process.argv[2] + "/");
const { parseJson, writeJson } = await import(new URL("dist/esm/runtime.js", folder));
const sdk = await import(new URL("dist/esm/index.js", folder));

const SECRETS = { token: "s3cr3t-token", key: "s3cr3t-key", secret: "s3cr3t-header", session: "s3cr3t-cookie" };
const KINDS = {
  connection: sdk.APIConnectionError,
  timeout: sdk.APITimeoutError,
  api: sdk.APIError,
  decode: sdk.DecodeError,
  pagination: sdk.PaginationError,
  unsupported: sdk.UnsupportedError,
};
const log = [];
const logger = { debug: (...said) => log.push(inspect(said, { depth: 9 })) };

/** What an error tells; `text` is all that a log would show of it. */
function failed(error) {
  const kinds = Object.entries(KINDS).filter(([, kind]) => error instanceof kind);
  const classes = Object.entries(sdk).filter(([, kind]) => typeof kind === "function" && error instanceof kind);
  const { status, body, error: typed, retryAfter } = error;
  return {
    kinds: kinds.length ? kinds.map(([kind]) => kind) : [`foreign: ${error?.constructor?.name}`],
    classes: classes.map(([name]) => name),
    line: error?.message,
    text: `${error}\n${inspect(error, { depth: 9 })}`,
    status,
    body,
    error: typed,
    retryAfter,
  };
}

async function resume(things, items) {
  let page = await things.list();
  while (page) {
    items.push(...page.items.map(({ id }) => id));
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        page = await page.next();
        break;
      } catch (error) {
        if (!(error instanceof sdk.APIError)) throw error;
      }
    }
  }
}

async function call({ things }, name, ended) {
  if (name === "get") ended.value = await things.get("t1");
  else if (name === "create" || name === "unkeyed") ended.value = await things[name]({ name: "n" });
  else if (name.startsWith("send")) {
    const bytes = new TextEncoder().encode("abc");
    await things.send({ body: name === "send-bytes" ? bytes : new Blob([bytes]).stream() });
    ended.value = "sent";
  } else if (name === "content") ended.value = new TextDecoder().decode(await things.content());
  else {
    ended.items = [];
    if (name === "resume") await resume(things, ended.items);
    else for await (const { id } of watched(things, name)) ended.items.push(id);
  }
}

/** A stream of events that may be taken up twice in a row. */
function watched(things, name) {
  if (name === "reconnect") return things.events({ reconnect: 2 });
  const bytes = new TextEncoder().encode("abc");
  const body = name === "watch-stream" ? new Blob([bytes]).stream() : bytes;
  return name.startsWith("watch") ? things.watch({ body }, { reconnect: 2 }) : things[name]();
}

/** The value, unless it is nested so deep that it cannot be written. */
function shown(ended) {
  try {
    return writeJson(ended) && ended;
  } catch {
    return { ...ended, value: "too deep to write" };
  }
}

const late = (limit) =>
  new Promise((_, reject) => setTimeout(() => reject(new Error("the call hangs")), limit).unref());

async function follow({ number, url, call: name, timeout, silence, retries }) {
  const ended = { number };
  const started = performance.now();
  try {
    const limits = { timeout: timeout * 1000, streamTimeout: silence * 1000 || undefined };
    const client = new sdk.Faults({ baseUrl: url, ...limits, retries, logger, ...SECRETS });
    await Promise.race([call(client, name, ended), late(600_000)]);
  } catch (error) {
    ended.error = failed(error);
  }
  return shown({ ...ended, seconds: (performance.now() - started) / 1000 });
}

const orders = JSON.parse(readFileSync(0, "utf8"));
const ended = await Promise.all(orders.filter(({ alone }) => !alone).map(follow));
for (const order of orders.filter(({ alone }) => alone)) {
  const told = log.length;
  ended.push(await follow(order));
  log.length = told; // what ten thousand pages log is what the others log
}
process.stdout.write(writeJson({ ended, log: log.join("\n") }), () => process.exit());
