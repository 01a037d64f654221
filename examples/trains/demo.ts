// What a user of the TypeScript SDK writes: the same little program as demo.py. `node demo.js` beside server.py, with the
// compiled package installed, starts the embedded server, pages through twenty items in every style, uploads a
// document, runs into a missing request body, hears a signed webhook and a callback, and prints what happened.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import {
  ConflictError,
  MissingBodyError,
  NotFoundError,
  SDKError,
  TrainTravel,
  type Page,
  type TrainTravelOptions,
} from "train-travel";
import { SignatureError, WebhookReceiver } from "train-travel/webhooks";

const SECRET = "whsec-demo";
const CREDENTIALS = {
  bearerAuth: "demo-token",
  apiKey: "demo-key",
  basicAuth: ["ada", "lovelace"],
} satisfies TrainTravelOptions;

const sent: RequestInit[] = [];

function say(what: string, ...facts: unknown[]): void {
  console.log(what.padEnd(34), ...facts);
}

/** Walk pages by `next()` until it is null, and tell how many items each holds. */
async function sizes<R, I>(first: PromiseLike<Page<R, I>>): Promise<number[]> {
  const counts: number[] = [];
  for (
    let page: Page<R, I> | null = await first;
    page;
    page = await page.next()
  ) {
    counts.push(page.items.length);
  }
  return counts;
}

/** Every style of pagination, by next() and by plain iteration. */
async function paging(client: TrainTravel): Promise<void> {
  const search = { origin: "station_01", destination: "station_02", limit: 15 };
  say("page and numPages", await sizes(client.stations.list({ limit: 15 })));
  say(
    "page, until one is empty",
    await sizes(client.stations.departures("station_01")),
  );
  say("offset and limit", await sizes(client.trips.list({ limit: 15 })));
  say("cursor in the query", await sizes(client.bookings.list({ limit: 15 })));
  say("URL in the body", await sizes(client.trips.disruptions.list()));
  say("URL in the links", await sizes(client.passengers.list()));
  say(
    "URL in the Link header",
    await sizes(client.trips.fares.list({ limit: 8 })),
  );
  say(
    "cursor in the request body",
    await sizes(client.trips.connections.search(search)),
  );

  let trips = 0;
  for await (const _ of client.trips.list({ limit: 6 })) trips++;
  say("all by iteration", trips, "trips");
  const pages: number[] = [];
  for await (const page of client.trips.fares.list({ limit: 6 }).pages())
    pages.push(page.result.length);
  say("page by page", pages);
}

/** Create, change, read and cancel. */
async function bookings(client: TrainTravel): Promise<void> {
  const wish = {
    trip_id: "trip_01",
    passenger_name: "Ada Lovelace",
    seat: "12A",
    promo_code: "SPRING",
  };
  const booking = await client.bookings.create(wish);
  say("booked", booking.id, booking.status);
  say(
    "kept alive without a body",
    (await client.bookings.update(booking.id)).updated_at,
  );
  const changed = await client.bookings.update(booking.id, {
    seat: { kind: "window" },
  });
  say("seat changed", changed.seat);
  const payment = await client.bookings.pay(booking.id, {
    amount: "10.90",
    currency: "EUR",
    card: { number: "4242" },
  });
  say("paid", payment.amount, payment.state);
  await client.bookings.cancel(booking.id);
  say("cancelled", booking.id);
  const trip = await client.trips.get("trip_04");
  say(
    "a company that is new to the SDK",
    trip.operator,
    trip.departs_at,
    trip.price,
    trip.distance_m,
  );
  say("seats of two coaches", await client.trips.seats("trip_01", [4, 5]));
  say("the account", (await client.whoami()).name);
  const whole = await client.trips.get("trip_04").withResponse();
  say(
    "a whole response",
    whole.response.status,
    whole.metadata.ETag,
    whole.result.id,
  );
  const positions: number[] = [];
  for await (const position of client.trips.follow("trip_04"))
    positions.push(position.lat);
  say("followed until it arrives", positions);
}

/** A multipart body whose parts are what the document declares. */
async function uploads(client: TrainTravel): Promise<void> {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const document = await client.bookings.documents.upload("booking_01", {
    file: {
      data: bytes("%PDF-1.7 ..."),
      name: "card.pdf",
      type: "application/pdf",
    },
    photo: { data: bytes("PNG..."), name: "me.png" },
    details: { kind: "rail_card", expires_on: "2032-01-31" },
    labels: ["card", "2032"],
  });
  say("uploaded", document.id, document.size, "bytes");
  const written = await (sent.at(-1)?.body as Blob).text();
  for (const part of written.split(/--[0-9a-f-]{36}/).slice(1, -1)) {
    const head = (name: string): string =>
      new RegExp(`${name}[:=] ?"?([^"\r\n]*)`, "i").exec(part)?.[1] ?? "";
    say(
      `  part ${head("name")}`,
      head("Content-Type") || "text/plain by default",
      head("X-Retention"),
    );
  }
  const content = await client.bookings.documents.download(
    "booking_01",
    document.id,
  );
  say("fetched again", content.length, "bytes");
}

/** What goes wrong is an error of its own kind, before any I/O where that can be known. */
async function mistakes(client: TrainTravel, baseUrl: string): Promise<void> {
  const before = sent.length;
  const caught = (call: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(call).then(
      () => undefined,
      (error) => error,
    );
  // @ts-expect-error the body is required
  const missing = await caught(client.bookings.create({}));
  if (missing instanceof MissingBodyError)
    say(missing.name, missing.message, `(${sent.length - before} requests)`);
  const nowhere = await caught(client.trips.get("nowhere"));
  if (nowhere instanceof NotFoundError) say("NotFoundError", nowhere.message);
  const full = await caught(
    client.bookings.create({ trip_id: "trip_20", passenger_name: "Ada" }),
  );
  if (full instanceof ConflictError)
    say(
      "ConflictError",
      (full.error as { alternatives: { id: string }[] }).alternatives[0]?.id,
      "instead",
    );
  const stranger = await caught(
    new TrainTravel({ baseUrl, bearerAuth: "wrong" }).trips.get("trip_01"),
  );
  if (stranger instanceof SDKError) say(stranger.name, stranger.message);
}

/** A webhook, verified and typed, and a callback, both by way of a little web server of our own. */
async function events(client: TrainTravel): Promise<void> {
  const receiver = new WebhookReceiver({
    secrets: ["an older secret", SECRET],
  });
  const heard = new Promise<void>((resolve) => {
    receiver.bookingChanged((event) => {
      say("webhook", event.event_type, event.booking.id);
      resolve();
    });
  });
  const called = new Promise<void>((resolve) => {
    receiver.tripChanged((text) => {
      say("callback", text);
      resolve();
    });
  });
  const inbox = createServer(receiver.listener()).listen(0, "127.0.0.1");
  await new Promise((resolve) => inbox.once("listening", resolve));
  const url = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}`;
  await client.subscriptions.registerAlert({ url: `${url}/bookingChanged` });
  await client.bookings.pay("booking_01", { amount: "10.90", currency: "EUR" });
  await heard;
  await client.subscriptions.watchTrip({
    tripId: "trip_01",
    callbackUrl: `${url}/watchTrip.tripChanged`,
  });
  await called;
  inbox.closeAllConnections();
  inbox.close();
  const forged = {
    "Trains-Signature": `t=${Math.floor(Date.now() / 1000)},v1=00`,
  };
  await receiver
    .read("bookingChanged", forged, new Uint8Array([123, 125]))
    .catch((error: unknown) => {
      if (error instanceof SignatureError) say("SignatureError", error.message);
    });
}

const server = spawn(process.env["PYTHON"] ?? "python3", ["server.py"], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  let baseUrl = "";
  for await (const line of createInterface({ input: server.stdout })) {
    baseUrl = line;
    break;
  }
  const client = new TrainTravel({
    ...CREDENTIALS,
    baseUrl,
    fetch: (url, init) => {
      sent.push(init);
      return fetch(url, init);
    },
  });
  await paging(client);
  await bookings(client);
  await uploads(client);
  await mistakes(client, baseUrl);
  await events(client);
} finally {
  server.kill();
}
