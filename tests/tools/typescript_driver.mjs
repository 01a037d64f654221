// Makes calls of printed SDKs for tests: a JSON command a line on stdin, a JSON answer a line on stdout.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const latin1 = (text) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** What an object or a list has, an integer with all the digits that the runtime keeps. */
const entries = (holder) =>
  Object.entries(holder).map(([key, item]) => {
    const digits = holder[Symbol.for("digits")]?.[key];
    return [key, digits !== undefined && Number(digits) === item ? BigInt(digits) : item];
  });
const items = (list) => entries(list).map(([, item]) => item);

/** The value that a token of the vectors stands for. */
function value(token) {
  if (Array.isArray(token)) return items(token).map(value);
  if (typeof token !== "object" || token === null) return token;
  if ("$bytes" in token) return latin1(token.$bytes);
  if ("$file" in token) return { ...token.$file, data: latin1(token.$file.bytes) };
  if ("$source" in token) return ((left) => () => left.shift())([...token.$source]);
  for (const typed of ["$datetime", "$date", "$decimal"]) if (typed in token) return token[typed];
  return Object.fromEntries(entries(token).map(([key, item]) => [key, value(item)]));
}

/** What a decoded value is compared as. */
function plain(found) {
  if (found === undefined || found === null) return null;
  if (found instanceof Uint8Array) return { $bytes: String.fromCharCode(...found) };
  if (Array.isArray(found)) return items(found).map(plain);
  if (typeof found !== "object") return found;
  return Object.fromEntries(entries(found).map(([key, item]) => [key, plain(item)]));
}

async function collect(found) {
  const items = [];
  for await (const item of found) items.push(item);
  return items;
}

function failed(error, sdk) {
  const classes = Object.entries(sdk).filter(([, kind]) => typeof kind === "function" && error instanceof kind);
  const { name, message, status, error: body, violations } = error;
  return { name, message: String(message), status, error: plain(body), violations, kinds: classes.map(([kind]) => kind) };
}

/** The items of a page; those that the API does not describe are refused. */
function itemsOf(page) {
  try {
    return page.items;
  } catch (error) {
    if (error.message === "no items: use pages()") return {};
    throw error;
  }
}

async function pages(found, take) {
  const counts = [];
  let page = await found;
  while (page !== null) {
    counts.push(itemsOf(page).length ?? -1);
    if (counts.length > take) return { counts, error: { name: "too many pages" } };
    try {
      page = await page.next();
    } catch (error) {
      return { counts, caught: error };
    }
  }
  return { counts };
}

async function run(command, sdk, validate, hooks) {
  const client = new sdk[command.client]({ ...value(command.options), validate, hooks });
  const owner = command.path.slice(0, -1).reduce((at, name) => at[name], client);
  const args = value(command.args);
  let found = owner[command.path.at(-1)](...args);
  if ("again" in command) {
    const result = await found;
    const given = { argument: [result], member: [{ body: result }], option: [{}, { body: result }] }[command.again];
    found = owner[command.path.at(-1)](...given);
  }
  if (command.mode === "pages") {
    const { caught, ...rest } = await pages(found, command.take);
    return caught ? { ...rest, error: failed(caught, sdk) } : rest;
  }
  if (command.mode === "items") return { result: plain(await collect(found)) };
  if (command.mode === "metadata") return { result: plain((await found.withResponse()).metadata) };
  const result = await found;
  return { result: plain(result instanceof sdk.Stream ? await collect(result) : result) };
}

/** Makes several calls with one client, and gives what came of each and what was logged. */
async function session({ client, options, calls, env }, sdk) {
  Object.assign(process.env, env);
  const logged = [];
  const logger = { debug: (...told) => logged.push(JSON.stringify(told)) };
  const errors = [];
  const now = Date.now;
  let passed = 0; // milliseconds, by which tokens are judged
  Date.now = () => passed;
  try {
    const one = new sdk[client]({ ...value(options), logger });
    for (const { path, args, together, wait } of calls) {
      passed += wait * 1000;
      const owner = path.slice(0, -1).reduce((at, name) => at[name], one);
      const made = Array.from({ length: together }, () => owner[path.at(-1)](...value(args)));
      for (const { reason } of await Promise.allSettled(made)) errors.push(reason ? failed(reason, sdk) : null);
    }
  } finally {
    Date.now = now;
    for (const name of Object.keys(env)) delete process.env[name];
  }
  return { errors, log: logged.join("\n") };
}

/** Hands an event to a receiver whose handlers do what the vector says. */
async function receive({ vector, handlers, options }, hooks) {
  const told = [];
  const { seen, secrets } = options;
  const receiver = new hooks.WebhookReceiver({
    ...options,
    secrets,
    ...(seen ? { seen: (id) => seen.includes(id) } : {}),
    ...("named by" in vector ? { eventName: (_, headers) => headers.get(vector["named by"]) ?? undefined } : {}),
  });
  let headers = {};
  const handle = (payload, context) => {
    told.push(payload);
    headers = Object.fromEntries(context.headers);
    const { does } = vector;
    if (does === "fail") throw new Error("the handler fails");
    return does === undefined ? undefined : "status" in does ? new hooks.Reply(does.status) : does.json;
  };
  const others = [];
  for (const name of handlers) if (!vector.otherwise?.includes(name)) receiver[name](handle);
  if (vector.otherwise) receiver.otherwise((payload, context) => (others.push(context.name), handle(payload, context)));
  const now = Date.now;
  if ("now" in vector) Date.now = () => vector.now * 1000;
  const body = "hex" in vector ? new Uint8Array(Buffer.from(vector.hex, "hex")) : new TextEncoder().encode(vector.body);
  try {
    const event = vector.event ?? undefined;
    const answer = await receiver.handle(event, vector.headers, body);
    const text = typeof answer.body === "string" ? answer.body : new TextDecoder().decode(answer.body);
    const error = await receiver.read(event, vector.headers, body).then(() => undefined, (found) => found);
    return { answer: { ...answer, body: text }, payloads: plain(told), headers, others, ...(error ? { error: failed(error, hooks) } : {}) };
  } finally {
    Date.now = now;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const folder = pathToFileURL(JSON.parse(line).folder + "/");
  const { parseJson, writeJson, Stream } = await import(new URL("dist/esm/runtime.js", folder));
  const sdk = { ...(await import(new URL("dist/esm/index.js", folder))), Stream };
  let answer;
  const reports = [];
  try {
    const command = parseJson(line);
    if (command.mode === "webhook") answer = await receive(command, await import(new URL("dist/esm/webhooks.js", folder)));
    else if (command.mode === "session") answer = await session(command, sdk);
    else {
      const validators = command.validate ? await import(new URL("dist/esm/validators.js", folder)) : {};
      answer = await run(command, sdk, validators.checkCall, { onInvalidResponse: (told) => reports.push(told) });
    }
  } catch (error) {
    answer = { error: failed(error, sdk), stack: error.stack };
  }
  answer.reports = reports;
  process.stdout.write(writeJson(answer) + "\n");
}
