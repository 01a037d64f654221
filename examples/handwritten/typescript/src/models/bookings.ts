// Written by hand: the standard that printed code is held to.

import type { FileInput } from "../runtime/bodies.js";
import type { Booking, SeatWish, Trip } from "./shared.js";

export interface BankAccount {
  object: "bank_account";
  iban: string;
}

export interface BookingChange {
  /** Null gives the seat back. */
  seat?: SeatWish | null | undefined;
  bicycle?: boolean | undefined;
}

/** A seat on a trip, for one person. */
export interface BookingInput {
  /** The trip the seat is on. */
  trip_id: string;
  /** At least 1 character. */
  passenger_name: string;
  seat?: SeatWish | undefined;
  /**
   * Whether a bicycle comes along.
   *
   * Default: `false`.
   */
  bicycle?: boolean | undefined;
  /** Taken once and never shown again. */
  promo_code?: string | undefined;
  pay_with?: PaymentSource | undefined;
}

export interface BookingPage {
  data: Booking[];
}

export interface Card {
  object: "card";
  number: string;
  expires?: string | undefined;
}

export interface Document {
  id: string;
  size: number | bigint;
  content_type?: string;
}

export interface DocumentDetails {
  kind: DocumentDetailsKind;
  expires_on?: string | undefined;
}

export type DocumentDetailsKind =
  | "rail_card"
  | "visa"
  | "photo"
  | "other"
  | (string & {});

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

export interface Payment {
  id: string;
  amount: string;
  state: PaymentState;
  source?: PaymentSource;
}

export interface PaymentForm {
  amount: string;
  /** Default: `"EUR"`. */
  currency: string;
  card?: PaymentFormCard | undefined;
  vouchers?: string[] | undefined;
  labels?: string[] | undefined;
  return_to?: string | undefined;
}

export interface PaymentFormCard {
  number?: string | undefined;
  expires?: string | undefined;
}

/** What a booking is paid with. */
export type PaymentSource = Card | BankAccount;

export type PaymentState = "succeeded" | "failed" | (string & {});

export interface SoldOut {
  /** Default: `"about:blank"`. */
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  alternatives?: Trip[];
}
