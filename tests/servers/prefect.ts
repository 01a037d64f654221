// What a user of the TypeScript SDK of Prefect writes: `node prefect.js URL RUN NOW`; prints what it saw.
// The same program as prefect_program.py.

import {
  MissingBodyError,
  NotFoundError,
  PrefectREST,
  UnprocessableEntityError,
  type Page,
} from "prefect-api";

const FLOWS = 23;
const EVENTS = 17;
const VERSION = "0.8.4";
const NOWHERE = "00000000-0000-4000-8000-000000000000";

const flowName = (number: number): string =>
  `flow-${String(number).padStart(2, "0")}`;
const upTo = (count: number): number[] =>
  Array.from({ length: count }, (_, number) => number);

type Seen = Record<string, unknown>;

/** The results of a page and of those that follow, by `next()` until it is null. */
async function walk<R, I>(first: PromiseLike<Page<R, I>>): Promise<R[]> {
  const results: R[] = [];
  for (
    let page: Page<R, I> | null = await first;
    page;
    page = await page.next()
  ) {
    results.push(page.result);
  }
  return results;
}

async function flows(client: PrefectREST): Promise<Seen> {
  for (const number of upTo(FLOWS)) {
    await client.flows.create({ name: flowName(number), tags: ["codegen"] });
  }
  const again = await client.flows.create({ name: "flow-00" });
  const read = await client.flows.get(again.id, {
    xPrefectApiVersion: VERSION,
  });
  return { "created again": [again.name, again.tags], read: read.name };
}

async function paging(client: PrefectREST): Promise<Seen> {
  const byName = { limit: 10, sort: "NAME_ASC" } as const;
  const offsets = await walk(client.flows.list(byName));

  const ten = { name: { any_: upTo(10).map(flowName) } };
  const full: number[] = [];
  const pages = client.flows.list({ limit: 5, flows: ten }).pages();
  for await (const page of pages) full.push(page.result.length);

  const whole = await client.flows.list();
  const empty = await whole.next();
  const after = await empty?.next();

  const numbered = { limit: 10, page: 1 };
  const numbers = await walk(client.flows.paginate(numbered));

  const all: string[] = [];
  for await (const flow of client.flows.paginate({ limit: 7 }))
    all.push(flow.name);
  return {
    "offset and limit": offsets.map((list) => list.map((flow) => flow.name)),
    "until one is empty": full,
    "without a body": [
      whole.result.length,
      empty?.result.length,
      after === null,
    ],
    "page and numPages": numbers.map((of) => [of.page, of.results.length]),
    "by iteration": all.sort(),
  };
}

async function events(
  client: PrefectREST,
  run: string,
  now: string,
): Promise<Seen> {
  const body = upTo(EVENTS).map((number) => ({
    id: `${run}-${String(number).padStart(12, "0")}`,
    occurred: new Date(Date.parse(now) - number * 1000)
      .toISOString()
      .replace(".000Z", "Z"),
    event: `codegen.${String(number).padStart(2, "0")}`,
    resource: { "prefect.resource.id": `codegen.${run}` },
  }));
  await client.events.create({ body });
  const wanted = {
    filter: { resource: { id: [`codegen.${run}`] } },
    limit: 5,
  };
  const found: string[][] = [];
  for await (const page of client.events.list(wanted).pages()) {
    found.push(page.result.events.map((event) => event.event));
  }
  return { url: found };
}

async function mistakes(client: PrefectREST): Promise<Seen> {
  const caught = (call: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(call).then(
      () => undefined,
      (error: unknown) => error,
    );
  const seen: Seen = {};
  // @ts-expect-error the body is required
  const missing = await caught(client.flows.create({}));
  if (missing instanceof MissingBodyError) seen["missing body"] = true;
  const nowhere = await caught(client.flows.get(NOWHERE));
  if (nowhere instanceof NotFoundError) seen["not found"] = nowhere.status;
  const refused = await caught(client.flows.create({ name: "not/allowed" }));
  if (refused instanceof UnprocessableEntityError)
    seen["unprocessable"] = refused.status;
  return seen;
}

const [baseUrl = "", run = "", now = ""] = process.argv.slice(2);
const client = new PrefectREST({ baseUrl });
const seen = {
  ...(await flows(client)),
  ...(await paging(client)),
  ...(await events(client, run, now)),
  ...(await mistakes(client)),
};
console.log(JSON.stringify(seen));
