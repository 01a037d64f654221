// Receiving webhooks: verified, read and typed. On its own path, since it has no place in a browser.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Booking } from "./models.js";

/** A booking was paid, changed or cancelled. */
export interface BookingEvent {
  /** The same for every delivery of one event. */
  event_id: string;
  type: "booking.paid" | "booking.changed" | "booking.cancelled" | (string & {});
  booking: Booking;
}

/** A train is late. */
export interface Delay {
  event_id: string;
  trip_id: string;
  minutes: number;
}

/** The payload of any webhook, by its name. */
export type WebhookEvent =
  | { name: "bookingChanged"; payload: BookingEvent }
  | { name: "tripDelayed"; payload: Delay }
  | { name: "stationNotice"; payload: string };

export class WebhookVerificationError extends Error {}

export interface VerifyOptions {
  /** The present, in milliseconds; for tests. */
  now?: number;
}

/** Check the signature over the raw body (constant time), against each secret. Throws where none fits. */
export function verify(headers: Headers, body: Uint8Array, secrets: readonly string[], options: VerifyOptions = {}): void {
  const fields = (headers.get("Trains-Signature") ?? "").split(",").map((field) => field.trim().split("=", 2));
  const timestamp = fields.find(([key]) => key === "t")?.[1] ?? "";
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError("the signature has no timestamp");
  const age = Math.abs((options.now ?? Date.now()) / 1000 - Number(timestamp));
  if (age > 300) throw new WebhookVerificationError("the signature is too old");
  const given = fields.filter(([key]) => key === "v1").map(([, value]) => Buffer.from(value ?? "", "hex"));
  for (const secret of secrets) {
    const wanted = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
    if (given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted))) return;
  }
  throw new WebhookVerificationError("the signature does not fit");
}

/** Verify and read a webhook that was sent to the URL kept for `name`. */
export function receive<N extends WebhookEvent["name"]>(
  name: N,
  headers: Headers,
  body: Uint8Array,
  secrets: readonly string[],
  options?: VerifyOptions,
): Extract<WebhookEvent, { name: N }> {
  verify(headers, body, secrets, options);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  const payload: unknown = name === "stationNotice" ? text : JSON.parse(text);
  return { name, payload } as Extract<WebhookEvent, { name: N }>;
}
