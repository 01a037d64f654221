// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

import type { UnknownMember, UnknownValue } from "../runtime/unknown.js";
import type { BankAccount } from "./b.js";
import type { Card } from "./c.js";
import type { Links } from "./l.js";

/** Where a page stands among all pages. */
export interface PageMeta {
  page?: number;
  size?: number;
  total_pages?: number;
}

export interface Passenger {
  id: string;
  name: string;
  born_on?: string | null;
  /** Whatever you like to remember. */
  preferences?: Record<string, unknown>;
}

export interface PassengerInput {
  name: string;
  born_on?: string | null | undefined;
  document_number?: string | undefined;
  /** Whatever you like to remember. */
  preferences?: Record<string, unknown> | undefined;
}

export interface PassengerPage {
  data: Passenger[];
  /** Links to a page and its neighbours. */
  links: Links;
}

export interface Payment {
  id: string;
  amount: string;
  state: PaymentState;
  /** What a booking is paid with. */
  source?: PaymentSource;
}

export interface PaymentBase {
  id: string;
  amount: string;
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
export type PaymentSource = Card | BankAccount | UnknownMember<"object">;

export type PaymentState = "succeeded" | "failed" | UnknownValue;

/** What went wrong, as RFC 9457 has it. */
export interface ProblemBody {
  /** Default: `"about:blank"`. */
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
}
