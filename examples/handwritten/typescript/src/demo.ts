// What a user writes: node dist/demo.js URL-of-the-embedded-server

import { ConflictError, MissingBodyError, NotFoundError, TrainTravel, type Page, type Trip, type TripPage } from "./index.js";
import { receive } from "./webhooks.js";
import { createHmac } from "node:crypto";

const client = new TrainTravel({ baseUrl: process.argv[2] ?? "", bearerAuth: "demo-token" });

const counts: number[] = [];
for (let page: Page<TripPage, Trip> | null = await client.trips.list({ limit: 15 }); page; page = await page.next())
  counts.push(page.result.data.length);
console.log("trips by next()", counts);

const names: string[] = [];
for await (const station of client.stations.list({ limit: 6 })) names.push(station.name);
console.log("stations by iteration", names.length);

const fares: number[] = [];
for await (const page of client.trips.fares.list({ limit: 8 }).pages()) fares.push(page.items.length);
console.log("fares by the Link header", fares);

let bookings = 0;
for await (const _ of client.bookings.list()) bookings++;
console.log("bookings by cursor", bookings);

const { result: booking, response } = await client.bookings
  .create({ body: { trip_id: "trip_01", passenger_name: "Ada Lovelace", seat: { kind: "window" } } })
  .withResponse();
console.log("booked", booking.id, response.status, response.headers.get("Location"));
console.log("kept alive", (await client.bookings.update({ bookingId: booking.id })).updated_at);
const paid = await client.bookings.pay({ bookingId: booking.id, body: { amount: "10.90", currency: "EUR", card: { number: "4242" } } });
console.log("paid", paid.state, paid.source);
const document = await client.bookings.documents.upload({
  bookingId: booking.id,
  body: { file: { data: new Uint8Array([1, 2, 3]), name: "card.pdf", type: "application/pdf" }, details: { kind: "rail_card" } },
});
console.log("uploaded", document);
console.log("cancelled", await client.bookings.cancel({ bookingId: booking.id }));
console.log("distance", (await client.trips.get({ tripId: "trip_04" })).distance_m);
console.log("seats", await client.trips.seats({ tripId: "trip_01", coach: [4, 5] }));
console.log("nearby", (await client.stations.nearby({ area: { lat: 50.3, lon: 10.5 } })).length);

// @ts-expect-error the body is required
await client.bookings.create({}).catch((error) => console.log(error instanceof MissingBodyError, error.message));
await client.trips.get({ tripId: "nowhere" }).catch((error) => console.log(error instanceof NotFoundError, error.message));
await client.bookings
  .create({ body: { trip_id: "trip_20", passenger_name: "Ada" } })
  .catch((error) => console.log(error instanceof ConflictError, (error as ConflictError).body));

const body = new TextEncoder().encode(JSON.stringify({ event_id: "evt_1", trip_id: "trip_01", minutes: 10 }));
const at = Math.floor(Date.now() / 1000);
const digest = createHmac("sha256", "secret").update(`${at}.`).update(body).digest("hex");
const event = receive("tripDelayed", new Headers({ "Trains-Signature": `t=${at},v1=${digest}` }), body, ["old", "secret"]);
console.log("webhook", event.payload.minutes, "minutes late");
