// What a user of the TypeScript SDK of Stripe writes: `node localstripe.js URL`; prints what it saw.
// The same program as localstripe_program.py.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import {
  AuthenticationError,
  NotFoundError,
  Stripe,
  type Customer,
  type CustomerResourceCustomerList,
  type Page,
} from "localstripe-api";
import { WebhookReceiver } from "localstripe-api/webhooks";

const CUSTOMERS = 23;
/** Milliseconds until the server has sent the events of what was done before. */
const PATIENCE = 5000;

type Seen = Record<string, unknown>;

const upTo = (count: number): number[] =>
  Array.from({ length: count }, (_, number) => number);

async function customers(client: Stripe): Promise<Seen> {
  for (const number of upTo(CUSTOMERS)) {
    const name = `customer-${String(number).padStart(2, "0")}`;
    await client.customers.create({ name });
  }
  const { id } = await client.customers.create({
    name: "Ada",
    metadata: { order: "7", "a b": "x&y=[z]" },
    address: { city: "Bern", line1: "Gasse 1" },
    preferred_locales: ["de", "fr"],
  });
  const read = await customer(client, id);
  await client.customers.update(id, { metadata: { order: "8" } });
  const again = await customer(client, id);
  const gone = await client.customers.delete(id);
  const plan = await client.plans.create({
    amount: 990,
    currency: "chf",
    interval: "month",
    product: { name: "Gold" },
  });
  return {
    metadata: read.metadata,
    address: [
      read.address?.city,
      read.address?.line1,
      read.address?.line2 ?? null,
    ],
    locales: read.preferred_locales,
    updated: again.metadata,
    deleted: gone.deleted,
    plan: [plan.amount, plan.currency, plan.interval],
  };
}

async function customer(client: Stripe, id: string): Promise<Customer> {
  const found = await client.customers.get(id);
  if ("deleted" in found) throw new Error(`${id} is deleted`);
  return found as Customer;
}

async function paging(client: Stripe): Promise<Seen> {
  const pages: number[] = [];
  let page: Page<CustomerResourceCustomerList, Customer> | null =
    await client.customers.list({ limit: 10 });
  for (; page; page = await page.next()) pages.push(page.result.data.length);
  const names: unknown[] = [];
  for await (const { name } of client.customers.list({ limit: 4 }))
    names.push(name);
  return { pages, names: names.sort() };
}

const typeOf = (body: unknown): string =>
  (body as { error: { type: string } }).error.type;

async function mistakes(client: Stripe, baseUrl: string): Promise<Seen> {
  const caught = (call: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(call).then(
      () => undefined,
      (error: unknown) => error,
    );
  const seen: Seen = {};
  const nobody = new Stripe({ baseUrl, bearerAuth: "nobody" });
  const refused = await caught(nobody.customers.list());
  if (refused instanceof AuthenticationError)
    seen["refused"] = [refused.status, typeOf(refused.body)];
  const missing = await caught(client.customers.get("cus_nobody"));
  if (missing instanceof NotFoundError)
    seen["not found"] = [missing.status, typeOf(missing.body)];
  return seen;
}

/** Receives what the server signs, with the right secret and with a wrong one. */
async function webhooks(client: Stripe, url: string): Promise<Seen> {
  const events: unknown[][] = [];
  const receiver = new WebhookReceiver({ secrets: ["whsec_right"] });
  receiver.customerCreated(({ type, data }) => {
    events.push([type, data.object["name"]]);
  });
  let answered = (_: string): void => undefined;
  const listener = receiver.listener();
  const server = createServer((request, response) => {
    response.on("finish", () => answered(String(response.statusCode)));
    listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const answers: string[] = [];
  await new Promise((resolve) => setTimeout(resolve, PATIENCE));
  for (const secret of ["whsec_right", "whsec_wrong"]) {
    const answer = new Promise<string>((resolve) => {
      answered = resolve;
    });
    await fetch(`${url}/_config/webhooks/one`, {
      method: "POST",
      body: JSON.stringify({
        url: `http://127.0.0.1:${port}/hooks/customer.created`,
        secret,
        events: ["customer.created"],
      }),
    });
    await client.customers.create({ name: `with ${secret}` });
    answers.push(await answer);
  }
  server.close();
  server.closeAllConnections();
  const [event, ...others] = events;
  return { answers, event, others: others.length };
}

const [url = ""] = process.argv.slice(2);
const client = new Stripe({ baseUrl: url, bearerAuth: "sk_test_12345" });
const seen = {
  ...(await customers(client)),
  ...(await paging(client)),
  ...(await mistakes(client, url)),
  ...(await webhooks(client, url)),
};
console.log(JSON.stringify(seen));
