// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

import type { FileInput } from "../runtime/files.js";
import type { UnknownValue } from "../runtime/unknown.js";
import type { DocumentDetails } from "./d.js";
import type { PaymentSource } from "./p.js";
import type { SeatWish } from "./s.js";

export interface BankAccount {
  object: "bank_account";
  iban: string;
}

/** A seat on a trip, for one person. */
export interface Booking {
  id: string;
  /** The trip the seat is on. */
  trip_id: string;
  /** At least 1 character. */
  passenger_name: string;
  /** The number of a seat, or what it should be like. */
  seat?: SeatWish;
  /**
   * Whether a bicycle comes along.
   *
   * Default: `false`.
   */
  bicycle?: boolean;
  status: BookingStatus;
  created_at?: string;
  updated_at?: string;
}

export interface BookingChange {
  /** Null gives the seat back. */
  seat?: SeatWish | null | undefined;
  bicycle?: boolean | undefined;
}

export interface BookingEvent {
  /** The same for every delivery of one event. */
  event_id: string;
  event_type: BookingEventType;
  /** A seat on a trip, for one person. */
  booking: Booking;
}

export type BookingEventType =
  | "booking.paid"
  | "booking.changed"
  | "booking.cancelled"
  | UnknownValue;

/** A seat on a trip, for one person. */
export interface BookingInput {
  /** The trip the seat is on. */
  trip_id: string;
  /** At least 1 character. */
  passenger_name: string;
  /** The number of a seat, or what it should be like. */
  seat?: SeatWish | undefined;
  /**
   * Whether a bicycle comes along.
   *
   * Default: `false`.
   */
  bicycle?: boolean | undefined;
  /** Taken once and never shown again. */
  promo_code?: string | undefined;
  /** What a booking is paid with. */
  pay_with?: PaymentSource | undefined;
}

export interface BookingPage {
  data: Booking[];
}

export type BookingStatus = "pending" | "paid" | "cancelled" | UnknownValue;

export interface DocumentUpload {
  /** The document itself. */
  file: FileInput;
  /** A small picture of it. */
  photo?: FileInput | undefined;
  details: DocumentDetails;
  /** Anything the staff should know. */
  note?: string | undefined;
  labels?: string[] | undefined;
}
